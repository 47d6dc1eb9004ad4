"""The Combat Area: terrain in the words of the book, made into pieces of a table and prepared once for all games on it
(chapter 11)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError, near
from sandtable.engine.lists import lookup
from sandtable.rulesets.op_en.content import setting
from sandtable.rulesets.op_en.parameters import number, word
from sandtable.skirmish.features import with_pieces
from sandtable.skirmish.memory import Memory
from sandtable.table import AREA, BLOCK, SHELL, Base, Gait, Ground, Opening, Slope, Table, Terrain, snap

if TYPE_CHECKING:
    from sandtable.engine.rulebook import Options
    from sandtable.rulesets.op_en.state import State

DIFFICULT, DEEP, STEEP = "difficult", "deep water", "steep roof"
SOLID, SCREEN = "solid", "screen"
"""What stops sight lines, and what only hides part (OE-2.26, OE-2.29)."""
WALL, RUINED_WALL, RUIN, WALKWAY, HATCH = "wall", "ruined wall", "ruin", "walkway", "hatch"
COMPASS = ("south", "east", "north", "west")

KINDS: dict[str, tuple[str, float, tuple[str, ...]]] = {
    "wall": (BLOCK, 1.0, (WALL,)),
    "fence": (BLOCK, 2.0, (WALL,)),
    "barrier": (BLOCK, 1.0, (WALL,)),
    "platform": (BLOCK, 2.0, ()),
    "cliff": (BLOCK, 2.5, ()),
    "hill": (BLOCK, 2.0, ()),
    "rock": (BLOCK, 2.0, ()),
    "crates": (BLOCK, 1.5, ()),
    "block": (BLOCK, 3.0, ()),
    "bridge": (BLOCK, 0.25, ()),
    "ramp": (BLOCK, 2.0, ()),
    "stairs": (BLOCK, 3.0, ()),
    "building": (SHELL, 3.0, ()),
    "ruin": (AREA, 3.0, (RUIN,)),
    "ruined wall": (BLOCK, 3.0, (RUINED_WALL,)),
    "difficult": (AREA, 0.0, (DIFFICULT,)),
    "growth": (AREA, 2.0, (DIFFICULT,)),
    "shallow water": (AREA, 0.0, ("water",)),
    "deep water": (AREA, 0.0, ("deep",)),
    "walkway": (AREA, 0.0, (WALKWAY,)),
    "hatch": (AREA, 0.0, (HATCH,)),
}
"""Terrain as situations write it: form, usual height and what it is."""
TRAITS = (DIFFICULT, "water", "deep", RUIN, RUINED_WALL, WALL, WALKWAY, "steep")


class Hole(Struct, frozen=True, forbid_unknown_fields=True):
    """A door, hatch or window: from where to where along a face, on which floor."""

    face: str
    at: tuple[float, float]
    floor: float = 0.0
    kind: Literal["door", "hatch", "window"] = "door"
    sill: float | None = None
    """Height of its lower edge above the ground; a door stands on its floor, a window an inch above it."""
    head: float | None = None


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of terrain as situations write it."""

    id: str
    kind: str
    x: tuple[float, float]
    y: tuple[float, float]
    height: float | None = None
    bottom: float = 0.0
    floors: tuple[float, ...] = ()
    """Heights of a building's upper floors."""
    openings: tuple[Hole, ...] = ()
    rises: str = ""
    """Of a ramp or stairs: the side where it is highest."""
    traits: tuple[str, ...] = ()
    sight: Literal["", "none", "obscures", "blocks"] = ""


class Rules(Struct, frozen=True):
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
        self.table = replace(drawn, terrain=tuple(met(piece, rules) for piece in drawn.terrain))
        self.deep = [n for n, piece in enumerate(self.table.terrain) if DEEP in piece.traits]
        self.bridges = [n for n, piece in enumerate(self.table.terrain) if piece.form == BLOCK and piece.top > 0.0]
        self.tall = [n for n, piece in enumerate(self.table.terrain) if piece.form != AREA and piece.height > 0.0]
        self.shells = [n for n, piece in enumerate(self.table.terrain) if piece.form == SHELL]
        self.ramps = [n for n, piece in enumerate(self.table.terrain) if piece.slope is not None]
        self.walkways = [n for n, piece in enumerate(self.table.terrain) if WALKWAY in piece.traits]
        self.hiding = self.table.blinds.chains_with(frozenset({SOLID, SCREEN}))
        """What stops or hides part, as the bits of chains."""
        self.steep = any("steep" in piece.traits for piece in self.table.terrain)
        self.blind = any(piece.traits & {SOLID, SCREEN} for piece in self.table.terrain)
        self.between: Memory[tuple[float, ...], tuple[str, ...]] = Memory()
        self.seen: Memory[tuple[float, ...], bool] = Memory()
        self.clear: Memory[tuple[float, ...], bool] = Memory()
        self.awareness: Memory[tuple[float, ...], bool] = Memory()
        self._grounds: dict[tuple[Base, Gait, float], Ground] = {}

    def ground(self, base: Base, gait: Gait, level: float) -> Ground:
        """The terrain as a base meets it at a height, nobody in the way."""
        key = (base, gait, level)
        known = self._grounds.get(key)
        if known is None:
            known = self._grounds[key] = Ground(self.table, base, gait, (), level)
        return known

    def holds(self, piece: int, x: float, y: float) -> bool:
        return self.table.plans.shape_holds(piece, x, y)

    def in_deep(self, x: float, y: float, z: float) -> bool:
        """Is somebody whose base centre is here in deep water (OE-11.2)? Not on a bridge over it."""
        if z > 0.0 or not any(self.holds(piece, x, y) for piece in self.deep):
            return False
        return not any(self.holds(piece, x, y) for piece in self.bridges)

    def building_at(self, x: float, y: float, z: float) -> Terrain | None:
        """The building that somebody here is inside of, not on its roof."""
        for piece in self.shells:
            shell = self.table.terrain[piece]
            if shell.floor <= z < shell.top - 1e-9 and self.holds(piece, x, y):
                return shell
        return None

    def floor_at(self, x: float, y: float, z: float) -> float | None:
        """The floor at this height here; None where there is none."""
        return next((height for height in self.table.floors_at(x, y) if abs(height - z) < 1e-3), None)


@cache
def base_of(width: float, height: float, body: float) -> Base:
    return Base(width, height=height, body=body)


def met(piece: Terrain, rules: Rules) -> Terrain:
    """A piece as movement and looks meet it (OE-11.8 to OE-11.13)."""
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
    ruins = bool(options["ruins_difficult"])
    key = state.events_turn, ruins
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


def made(piece: Piece) -> Terrain:
    """A piece of a situation as terrain of a table."""
    if piece.kind not in KINDS:
        raise SetupError(
            f"terrain {piece.id}: there is no kind {piece.kind!r}{near(piece.kind, list(KINDS))}", "OE-11.1"
        )
    form, usual, words = KINDS[piece.kind]
    for trait in piece.traits:
        if trait not in TRAITS:
            raise SetupError(f"terrain {piece.id}: there is no trait {trait!r}{near(trait, TRAITS)}", "OE-11.1")
    (x0, x1), (y0, y1) = sorted(map(snap, piece.x)), sorted(map(snap, piece.y))
    traits = {*words, *piece.traits, *({"growth"} if piece.kind == "growth" else ())}
    traits |= {"obscures": {"obscures"}, "blocks": {"blocks-sight"}, "none": {"sight-none"}}.get(piece.sight, set())
    height = snap(usual if piece.height is None else piece.height)
    return Terrain(
        id=piece.id,
        outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        kind={BLOCK: "block", SHELL: "building", AREA: "rough"}[form],
        form=form,
        floor=snap(piece.bottom),
        height=height,
        levels=tuple(snap(level) for level in piece.floors),
        openings=tuple(_opening(piece, hole, height) for hole in piece.openings),
        slope=_slope(piece, (x0, x1), (y0, y1)) if piece.rises else None,
        traits=frozenset(traits),
    )


def _slope(piece: Piece, x: tuple[float, float], y: tuple[float, float]) -> Slope:
    if piece.rises not in COMPASS:
        raise SetupError(f"terrain {piece.id}: it rises towards {', '.join(COMPASS)}", "OE-11.9")
    mx, my = snap((x[0] + x[1]) / 2), snap((y[0] + y[1]) / 2)
    return {
        "south": Slope(mx, y[1], mx, y[0]), "north": Slope(mx, y[0], mx, y[1]),
        "east": Slope(x[0], my, x[1], my), "west": Slope(x[1], my, x[0], my),
    }[piece.rises]  # fmt: skip


def _opening(piece: Piece, hole: Hole, height: float) -> Opening:
    """A hole as an opening; the corners of a rectangle run anticlockwise from the lower left."""
    if hole.face not in COMPASS:
        raise SetupError(f"terrain {piece.id}: a face is {', '.join(COMPASS)}, not {hole.face[:40]!r}", "OE-11.19")
    edge = COMPASS.index(hole.face)
    first, last = sorted(map(snap, piece.x if edge in (0, 2) else piece.y))
    start, end = sorted(map(snap, hole.at))
    along = (start - first, end - first) if edge in (0, 1) else (last - end, last - start)
    sill = snap(hole.sill if hole.sill is not None else hole.floor + (1.0 if hole.kind == "window" else 0.0))
    head = snap(hole.head if hole.head is not None else min(hole.floor + 2.0, height))
    return Opening(edge, *along, sill, head, hole.kind)


# ---- gaits ----------------------------------------------------------------------------------------


@cache
def walking_gait(barrier: float, drop: float, swims: bool, windows: bool, steep: bool) -> Gait:
    """Walking: low barriers are climbed by their height (OE-11.3), ground inside difficult terrain counts double
    (OE-11.8), drops are reckoned apart (OE-11.5), ramps are measured along the slope (OE-11.9)."""
    slows = [(DIFFICULT, 2.0)] + ([(DEEP, 2.0)] if swims else []) + ([("steep", 2.0)] if steep else [])
    return Gait(
        stops=frozenset({RUINED_WALL}), slows=tuple(slows), step_up=barrier, step_down=drop, up_cost=1.0,
        down_cost=0.0, free_drop=drop, along_slope=True, narrow=True, windows=windows,
    )  # fmt: skip


PUSHED = Gait(
    stops=frozenset({RUINED_WALL}), slows=((DIFFICULT, 2.0),), step_up=0.0, down_cost=0.0, along_slope=True,
)  # fmt: skip
"""A Push: every barrier stops it (OE-12.7), difficult terrain slows it (OE-12.9)."""


def barrier_height(state: State) -> float:
    return number(state, "barrier.height")
