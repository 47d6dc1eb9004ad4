"""The table of a battle, prepared once: which piece has which terrain types, and how high things stand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.errors import SetupError, near, shown
from sandtable.engine.lists import lookup
from sandtable.rulesets.riverside.content import TYPES, content
from sandtable.rulesets.riverside.pieces import Piece
from sandtable.skirmish.features import with_pieces
from sandtable.table import AREA, BLOCK, Slope, Table, Terrain, Zone, snap
from sandtable.table.hot.scene import Shapes

if TYPE_CHECKING:
    from sandtable.rulesets.riverside.state import State

Outline = tuple[tuple[float, float], ...]

COVER, COVER_BEHIND, COVER_BARRICADE = "cover", "cover-behind", "cover-barricade"
DANGEROUS, DIFFICULT, DIFFICULT_LARGE = "dangerous", "difficult", "difficult-large"
ELEVATED, IMPASSABLE, BLOCKS, UNSTABLE, RAMP = "elevated", "impassable", "blocks-sight", "unstable", "joins-levels"
SIDES = {"south": (0.5, 1, 0.5, 0), "north": (0.5, 0, 0.5, 1), "west": (1, 0.5, 0, 0.5), "east": (0, 0.5, 1, 0.5)}
"""From the foot of a Ramp to its head, in shares of the rectangle, by the side that is up."""
FOREST_WALL = "forest-wall"
CLIMB = 3.0
"""What may be climbed or dropped in one go (RV-18.1, RV-18.3), and what a base may stick out over (RV-18.6)."""
COVERS = frozenset({COVER, COVER_BEHIND, COVER_BARRICADE})


class Field:
    """A table prepared for play. Its pieces have the terrain types of chapter 16 for traits: those that terrain.toml
    gives to each group (RV-17.3, RV-17.5, RV-17.8, RV-17.9, RV-17.11, RV-17.12); where no piece lies is Open Terrain
    (RV-16.3)."""

    def __init__(self, drawn: Table) -> None:
        self.drawn = drawn
        self.table = replace(drawn, terrain=tuple(_met(n, piece) for n, piece in enumerate(drawn.terrain)))
        terrain = self.table.terrain
        self.ramps = tuple((n, piece) for n, piece in enumerate(terrain) if RAMP in piece.traits)
        self.raised = tuple(n for n, piece in enumerate(terrain) if piece.form == BLOCK and RAMP not in piece.traits)
        self.tops = tuple((n, terrain[n].top) for n in self.raised)
        """How high each of these is."""
        self.covering = tuple(n for n, piece in enumerate(terrain) if piece.traits & COVERS)
        self.blocking = tuple(n for n, piece in enumerate(terrain) if BLOCKS in piece.traits)
        plans = self.table.plans
        self._ramp_boxes = tuple((_box(plans, n), n, piece) for n, piece in self.ramps)
        outer = [(n, plans.first_chain[n]) for n in sorted({*self.covering, *self.blocking})]
        self.rounds = tuple((n, plans.mx[chain], plans.my[chain], plans.mr[chain]) for n, chain in outer)
        """A circle round each piece that matters to looks: its number, middle and radius."""

        self.shut = {
            piece.label: clause
            for piece, drawn_piece in zip(terrain, drawn.terrain, strict=True)
            if (clause := _shut_by(piece, drawn_piece))
        }
        """Pieces that cannot be entered by another clause than that of Impassable Terrain."""

    def height_at(self, x: float, y: float) -> float:
        """The level of a model whose middle is here (RV-18.6); on a Ramp that of its foot (RV-18.7)."""
        plans = self.table.plans
        if not plans.at(x, y):
            return 0.0
        if (ramp := self.ramp_at(x, y)) is not None:
            return ramp.floor
        return max((self.table.terrain[n].top for n in self.raised if plans.shape_holds(n, x, y)), default=0.0)

    def ramp_at(self, x: float, y: float) -> Terrain | None:
        """The Ramp under a point, unless it leads onto a piece that is under it too."""
        for (left, right, bottom, top), number, ramp in self._ramp_boxes:
            if left <= x <= right and bottom <= y <= top and self.table.plans.shape_holds(number, x, y):
                return ramp
        return None


def _box(plans: Shapes, number: int) -> tuple[float, float, float, float]:
    """The rectangle round a piece: left, right, low and high."""
    chain = plans.first_chain[number]
    return plans.left[chain], plans.right[chain], plans.bottom[chain], plans.top[chain]


def _shut_by(piece: Terrain, drawn: Terrain) -> str:
    if FOREST_WALL in drawn.traits:
        return "RV-17.7"
    return "RV-18.1" if piece.form == BLOCK and piece.top > CLIMB and RAMP not in piece.traits else ""


def piece_trait(number: int) -> str:
    """The trait of one piece alone, for looks that ask what that one hides."""
    return f"piece {number}"


def _met(number: int, piece: Terrain) -> Terrain:
    """A piece as the rules meet it: with all its terrain types for traits (RV-16.1), and flat unless it can be
    climbed."""
    types = content().types_of(piece)
    traits = types | {piece_trait(number)}
    if RAMP in types:
        return replace(piece, traits=traits)
    flat = piece.form == AREA or IMPASSABLE in types
    return replace(piece, traits=traits, form=AREA if flat else BLOCK, height=0.0 if flat else piece.height)


def field_of(state: State) -> Field:
    return field(state.map, state.size, state.terrain)


@lru_cache(64)
def field(name: str, size: tuple[float, float], terrain: tuple[Piece, ...] = ()) -> Field:
    """The prepared field of a map, or of a bare table, with further pieces."""
    drawn = Table(width=size[0], height=size[1], name="Open ground")
    if name:
        drawn = lookup("map", name, content().maps, "RV-1.2").map.table
    if terrain:
        drawn = with_pieces(drawn, map(drawn_piece, terrain), "RV-1.2")
    return Field(drawn)


def drawn_piece(piece: Piece) -> Terrain:
    """A piece of a situation as a map would have it."""
    for one in piece.types:
        if one not in TYPES:
            raise SetupError(f"terrain {piece.id}: there is no type {shown(one)}{near(one, sorted(TYPES))}", "RV-16.2")
    group = lookup("terrain", piece.kind, content().terrain, "RV-16.2") if piece.kind else None
    height = piece.height if piece.height is not None else group.height if group else 0.0
    traits = frozenset({*piece.types, *((group.trait,) if group else ())})
    outline = _outline(piece)
    return Terrain(
        id=piece.id,
        outline=outline,
        kind=group.kind if group else "rough",
        form=BLOCK if height else AREA,
        height=snap(height),
        slope=_slope(piece, outline) if group and RAMP in group.types else None,
        traits=traits or frozenset({"open"}),
    )


def _outline(piece: Piece) -> Outline:
    if piece.outline:
        return tuple((snap(x), snap(y)) for x, y in piece.outline)
    (x0, x1), (y0, y1) = sorted(map(snap, piece.x)), sorted(map(snap, piece.y))
    if x0 == x1 or y0 == y1:
        raise SetupError(f"terrain {piece.id}: give it an outline, or a width in x and a depth in y", "RV-1.2")
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _slope(piece: Piece, outline: Outline) -> Slope:
    """From its foot to its head."""
    if piece.up not in SIDES:
        raise SetupError(
            f"terrain {piece.id}: a Ramp is up in the {', '.join(SIDES)}, not {shown(piece.up)}", "RV-18.4"
        )
    (x0, y0), (x1, y1) = outline[0], outline[2]
    shares = SIDES[piece.up]
    ends = [(x0, y0)[n % 2] + share * ((x1, y1)[n % 2] - (x0, y0)[n % 2]) for n, share in enumerate(shares)]
    return Slope(*map(snap, ends))


def zone_of(state: State, side: int) -> Zone:
    """A commander's deployment zone (RV-2.4)."""
    number = state.players[side].zone
    return Zone(f"zone {number + 1}", state.zones[number], side + 1, f"{state.players[side].name}'s deployment zone")
