"""The battlefields of this game: 48" x 36", prepared once for each with the pieces of a situation (RE-2.20)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.lists import lookup
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.levels import BODY, HEIGHTS
from sandtable.rulesets.roe.measures import ROUNDING
from sandtable.rulesets.roe.refusals import VERDICTS
from sandtable.skirmish.battlefield import NO_ENTRY, Battlefield
from sandtable.skirmish.features import Feature, with_features
from sandtable.table import AREA, BLOCK, SHELL, Table, Terrain

if TYPE_CHECKING:
    from sandtable.rulesets.roe.state import State

WIDTH, DEPTH = 48.0, 36.0
"""The standard play area (RE-0.2)."""
OPEN = Table(width=WIDTH, height=DEPTH, name="Open ground")


def field_of(state: State) -> Battlefield:
    return field(state.battlefield, state.terrain)


@lru_cache(64)
def field(battlefield: str, terrain: tuple[Feature, ...] = ()) -> Battlefield:
    """The prepared field of a battlefield, 48" x 36" (RE-0.2), with further pieces, each with its types (RE-2.20,
    RE-7.2)."""
    drawn = OPEN
    if battlefield:
        drawn = lookup("battlefield", battlefield, content().battlefields, "RE-7.2").table
    if terrain:
        drawn = with_features(drawn, terrain, HEIGHTS, VERDICTS)
    return Battlefield(drawn, HEIGHTS, ROUNDING, met)


def met(piece: Terrain) -> Terrain:
    """A piece, by its types (RE-2.20), as movement and looks meet it: solid, hollow as a building is (RE-2.39), or
    ground that is walked over like open ground (RE-2.21). An Obstacle (RE-2.22) is crossed (RE-2.23), obscures
    (RE-2.24) and gives cover (RE-2.25); what cannot be entered is a block, or flat as water is (RE-2.26, RE-2.27);
    large scenery has its ways in and is a block elsewhere (RE-2.38)."""
    traits = piece.traits
    if piece.form == SHELL:
        return piece
    if "obstacle" in traits:
        return replace(piece, form=AREA, traits=traits | {"obscures", "cover"})
    if "impassable" in traits or ("surface" in traits and piece.height > BODY):
        if piece.height > 0.0:
            return replace(piece, form=BLOCK)
        return replace(piece, form=AREA, traits=traits | {NO_ENTRY})
    if "surface" in traits:
        return replace(piece, form=AREA, traits=traits | {"obstacle"})
    return replace(piece, form=AREA)
