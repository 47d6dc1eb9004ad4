"""How a base goes. Each ruleset writes a few gaits: walking, charging, flying."""

from __future__ import annotations

from msgspec import Struct

from sandtable.table.pieces import Terrain

FOREVER = 1000.0
NARROW = "a gap too narrow"
"""What stops a base where it does not fit through."""
LEVEL_WITH = 0.25
"""Floors this close in height are the same floor."""


class Gait(Struct, frozen=True, cache_hash=True):
    """How a base goes.

    stops      traits of pieces that no part of the base may enter
    slows      traits of ground that is slow to the middle of the base, each with its factor
    step_up    the highest rise taken in one step; what rises further is in the way
    step_down  the deepest drop taken in one step
    up_cost    inches of movement for each inch risen; `down_cost` for each inch dropped, beyond a `free_drop`
    along_slope  ramps are measured along their surface, not flat
    free_ramps   getting on and off a ramp costs no height
    hugs       only the middle of the base keeps out of terrain on the way, though gaps must fit the whole base
    narrow     doors are passed by the body's width instead of the base's
    windows    windows of the base's own storey are passed as doors are
    spacing    the gap to keep from the figures in the way
    flies      nothing on the way counts, only where the base ends
    """

    stops: frozenset[str] = frozenset()
    slows: tuple[tuple[str, float], ...] = ()
    step_up: float = 0.0
    step_down: float = FOREVER
    up_cost: float = 1.0
    down_cost: float = 0.0
    free_drop: float = 0.0
    along_slope: bool = False
    free_ramps: bool = True
    hugs: bool = False
    narrow: bool = False
    windows: bool = False
    spacing: float = 0.0
    flies: bool = False

    def slowness(self, piece: Terrain) -> float:
        factor = 1.0
        for trait, slow in self.slows:
            if trait in piece.traits:
                factor = max(factor, slow)
        return factor
