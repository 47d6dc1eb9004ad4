"""The Combat Area: pieces of terrain on a table, prepared once for all games on it (chapter 11)."""

from __future__ import annotations

from functools import cache, lru_cache
from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.engine.lists import lookup
from sandtable.engine.records import Record
from sandtable.rulesets.op_en.content import setting
from sandtable.rulesets.op_en.parameters import number, word
from sandtable.rulesets.op_en.pieces import (
    DEEP,
    DIFFICULT,
    RUIN,
    RUINED_WALL,
    SCREEN,
    SOLID,
    WALKWAY,
    WALL,
    Piece,
    made,
)
from sandtable.skirmish.features import with_pieces
from sandtable.skirmish.memory import Memory
from sandtable.table import AREA, BLOCK, SHELL, STEP, Base, Figure, Gait, Ground, Table, Terrain, snap
from sandtable.table.board import GROUND, slope_height, slope_plane
from sandtable.table.body_sight import convex

if TYPE_CHECKING:
    from sandtable.engine.rulebook import Options
    from sandtable.rulesets.op_en.state import State


SEAM: Final = 0.01
"""Inches of height that two floors edge to edge may differ by."""


class Rules(Record, frozen=True):
    """What the layers and house rules make of terrain."""

    shallow: str = "difficult"
    deep: str = "impassable"
    ruins: bool = True
    walkways: str = "difficult"


class Field:
    """A Combat Area prepared for play, with what has been found out about it so far; it never changes."""

    def __init__(self, drawn: Table, rules: Rules) -> None:
        self.drawn = drawn
        self.rules = rules
        self.width, self.height = drawn.width, drawn.height
        self.table = replace(drawn, terrain=tuple(met(piece, rules) for piece in drawn.terrain))
        self.plans = self.table.plans
        """The footprints of its pieces, by their numbers."""
        self.blinds = self.table.blinds.scene
        """What stops looks."""
        self.deep = [n for n, piece in enumerate(self.table.terrain) if DEEP in piece.traits]
        self.bridges = [n for n, piece in enumerate(self.table.terrain) if piece.form == BLOCK and piece.top > 0.0]
        self.tall = [n for n, piece in enumerate(self.table.terrain) if piece.form != AREA and piece.height > 0.0]
        corners = [spot for n in self.tall for spot in self.table.terrain[n].outline]
        self.edges_x, self.edges_y = frozenset(x for x, _ in corners), frozenset(y for _, y in corners)
        """Where edges along the table's may lie."""
        self.shells = [n for n, piece in enumerate(self.table.terrain) if piece.form == SHELL]
        self.ramps = [n for n, piece in enumerate(self.table.terrain) if piece.slope is not None]
        self.walkways = [n for n, piece in enumerate(self.table.terrain) if WALKWAY in piece.traits]
        self.hiding = self.table.blinds.chains_with(frozenset({SOLID, SCREEN}))
        """What stops or hides part, as the bits of chains."""
        self.steep = any("steep" in piece.traits for piece in self.table.terrain)
        self.whole = 0
        """The chains of upright convex blocks: whoever is behind one at both ends of a line is so all along it."""
        for n, piece in enumerate(self.table.terrain):
            if piece.form == BLOCK and not piece.holes and convex(piece.outline):
                self.whole |= self.table.blinds.chains_of_piece(n)
        self.blind = any(piece.traits & {SOLID, SCREEN} for piece in self.table.terrain)
        self.between: Memory[tuple[float, ...], tuple[str, ...]] = Memory()
        self.seen: Memory[tuple[float, ...], bool] = Memory()
        self.clear: Memory[tuple[float, ...], bool] = Memory()
        self.awareness: Memory[tuple[float, ...], bool] = Memory()
        self._under: Memory[tuple[float, float], tuple[Terrain, ...]] = Memory()
        self._floors: Memory[tuple[float, float], tuple[float, ...]] = Memory()
        self._grounds: dict[tuple[int, int, float], tuple[Base, Gait, Ground]] = {}
        """By base, gait and level. Bases and gaits are made once, and to compare them would take longer than to ask;
        they are kept, so that no other is taken for one of them."""

    def ground(self, base: Base, gait: Gait, level: float) -> Ground:
        """The terrain as a base meets it at a height, nobody in the way."""
        key = (id(base), id(gait), level)
        known = self._grounds.get(key)
        if known is None:
            known = self._grounds[key] = base, gait, Ground(self.table, base, gait, (), level)
        return known[2]

    def fits(self, x: float, y: float, radius: float) -> bool:
        """Does a base of this radius lie wholly on the table here (OE-10.6)?"""
        return radius <= x <= self.width - radius and radius <= y <= self.height - radius

    def may_reach(self, piece: int, x: float, y: float, radius: float) -> bool:
        """Could a round base touch a piece? A quick test by circles drawn round both, as `Table.may_reach`."""
        plans = self.plans
        outer = plans.first_chain[piece]
        dx, dy, reach = x - plans.mx[outer], y - plans.my[outer], plans.mr[outer] + radius
        return dx * dx + dy * dy <= reach * reach

    def holds(self, piece: int, x: float, y: float) -> bool:
        return self.plans.shape_holds(piece, x, y)

    def under(self, x: float, y: float) -> tuple[Terrain, ...]:
        """The pieces whose footprint strictly holds a point: those that somebody is in whose base centre is here
        (OE-11.2)."""
        known = self._under.get((x, y))
        if known is None:
            terrain = self.table.terrain
            known = self._under.keep((x, y), tuple([terrain[n] for n in self.plans.shapes_holding(x, y)]))
        return known

    def on_steep_roof(self, x: float, y: float, z: float) -> bool:
        """Is this a place on a steep roof (OE-11.26)?"""
        return any("steep" in piece.traits and abs(piece.top - z) < 1e-6 for piece in self.under(x, y))

    def floors(self, x: float, y: float) -> tuple[float, ...]:
        """Every height on which somebody could stand whose base centre is here (OE-11.2), lowest first."""
        known = self._floors.get((x, y))
        if known is None:
            found = self._over_the_seam(x, y)
            if not found:
                found = self.table.floors_at(x, y) if self.under(x, y) else GROUND
            known = self._floors.keep((x, y), found)
        return known

    def in_deep(self, x: float, y: float, z: float) -> bool:
        """Is somebody whose base centre is here in deep water (OE-11.2, OE-11.13)? Not on a bridge over it."""
        if z > 0.0 or not any(self.holds(piece, x, y) for piece in self.deep):
            return False
        return not any(self.holds(piece, x, y) for piece in self.bridges)

    def building_at(self, x: float, y: float, z: float) -> Terrain | None:
        """The building that somebody here is inside of by its base centre (OE-11.2), not on its roof."""
        for piece in self.shells:
            shell = self.table.terrain[piece]
            if shell.floor <= z < shell.top - 1e-9 and self.holds(piece, x, y):
                return shell
        return None

    def floor_at(self, x: float, y: float, z: float) -> float | None:
        """The floor at this height under a base centre here (OE-11.2); None where there is none."""
        return next((height for height in self.floors(x, y) if abs(height - z) < 1e-3), None)

    def _over_the_seam(self, x: float, y: float) -> tuple[float, ...]:
        """Where pieces lie edge to edge, the floors that go on from one to the other: there one is inside them
        together, though outside each (OE-11.2)."""
        if x not in self.edges_x and y not in self.edges_y:
            return ()  # aslant hardly a place of the lattice lies on an edge
        if len([piece for piece in self.tall if self.plans.on_outline(piece, x, y)]) < 2:
            return ()
        beside = [self.table.floors_at(x + dx, y + dy) for dx in (-STEP, STEP) for dy in (-STEP, STEP)]
        alike = [
            [height for floors in beside for height in floors if abs(height - first) < SEAM] for first in beside[0]
        ]
        return tuple(max(heights) for heights in alike if len(heights) == len(beside))

    def tilt(self, there: Figure) -> float:
        """How much higher than its middle the rim of a base is: on a ramp it lies aslant (OE-11.9)."""
        for piece in self.ramps:
            ramp = self.table.terrain[piece]
            if self.holds(piece, there.x, there.y) and abs(slope_height(ramp, there.x, there.y) - there.z) < SEAM:
                return hypot(*slope_plane(ramp)[1:]) * there.base.radius + SEAM
        return 0.0


@cache
def base_of(width: float, height: float, body: float) -> Base:
    return Base(width, height=height, body=body)


def met(piece: Terrain, rules: Rules) -> Terrain:
    """A piece as movement and looks meet it: difficult (OE-11.8), as ruins are (OE-11.10), deep (OE-11.13), or open
    (OE-11.1)."""
    traits = set(piece.traits)
    water = rules.deep if "deep" in traits else rules.shallow if "water" in traits else ""
    if water == "deep":
        water = rules.deep
    if water:
        traits.add(DEEP if water == "impassable" else DIFFICULT)
    if traits & {"rough", "wood", "reeds", "growth"} or (RUIN in traits and rules.ruins):
        traits.add(DIFFICULT)
    if traits & {"barricade", "fence"}:
        traits.add(WALL)
    if piece.form != AREA:
        if piece.height > 0.0 and "sight-none" not in traits:
            traits.add(SOLID)
    elif "blocks-sight" in traits:
        traits.add(SOLID)
    elif "obscures" in traits or (traits & {"wood", "growth", "reeds"} and piece.height > 0.0):
        traits.add(SCREEN)
    return replace(piece, traits=frozenset(traits))


# ---- fields ---------------------------------------------------------------------------------------


def field_of(state: State, options: Options) -> Field:
    """The Combat Area of a game as it is now."""
    ruins = options["ruins_difficult"] is True
    key = 2 * state.events_turn + ruins
    known = state.overrides.fields.get(key)
    if known is None:
        rules = Rules(word(state, "terrain.shallow"), word(state, "terrain.deep"), ruins, word(state, "ruins.walkways"))
        known = field(state.setting, state.battlefield, state.size, state.terrain, rules)
        state.overrides.fields[key] = known
    return known


@lru_cache(128)
def field(
    setting_id: str, battlefield: str, size: tuple[float, float], terrain: tuple[Piece, ...], rules: Rules
) -> Field:
    """The prepared field of a map with further pieces."""
    drawn = Table(width=snap(size[0]), height=snap(size[1]), name="Open ground")
    if battlefield:
        drawn = lookup("map", battlefield, setting(setting_id).maps, "OE-1.8").table
    if terrain:
        drawn = with_pieces(drawn, map(made, terrain), "OE-11.1")
    return Field(drawn, rules)


# ---- gaits ----------------------------------------------------------------------------------------


@cache
def walking_gait(barrier: float, drop: float, swims: bool, windows: bool, steep: bool) -> Gait:
    """Walking: low barriers are climbed by their height, and coming down is free (OE-11.3, OE-11.4), ground inside
    difficult terrain counts double (OE-11.8, OE-11.29), drops are reckoned apart (OE-11.5), ramps are measured along
    the slope (OE-11.9), steep roofs are difficult (OE-11.26), ruined walls stop (OE-11.11). Who swims meets deep water
    as difficult terrain (OE-12.2)."""
    slows = [(DIFFICULT, 2.0)] + ([(DEEP, 2.0)] if swims else []) + ([("steep", 2.0)] if steep else [])
    return Gait(
        stops=frozenset({RUINED_WALL}), slows=tuple(slows), step_up=barrier, step_down=drop, up_cost=1.0,
        down_cost=0.0, free_drop=drop, along_slope=True, narrow=True, windows=windows,
    )  # fmt: skip


PUSHED: Final = Gait(
    stops=frozenset({RUINED_WALL}), slows=((DIFFICULT, 2.0),), step_up=0.0, down_cost=0.0, along_slope=True,
)  # fmt: skip
"""A Push: every barrier stops it (OE-12.7), difficult terrain slows it (OE-12.9)."""
PUSHED_ON_A_STEEP_ROOF: Final = replace(PUSHED, slows=(*PUSHED.slows, ("steep", 2.0)))
"""A steep roof is difficult terrain (OE-11.26)."""
PUSHED_CLEAR: Final = replace(PUSHED, slows=())
"""Out of a Combat Range: however far that is (OE-16.37)."""


def barrier_height(state: State) -> float:
    """What is crossed without Climb (OE-11.3, OE-11.7)."""
    return number(state, "barrier.height")
