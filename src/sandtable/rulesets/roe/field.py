"""The battlefield as the rules see it: what stops a base, what can be stood on, which faces lead up, what gives
cover. Prepared once for each battlefield and shared by all games on it; it never changes (RE-2.20)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.levels import BODY, LADDER, STEP, check_floors, footprint, upper_floors
from sandtable.rulesets.roe.state import Door, Feature
from sandtable.table import AREA, BLOCK, SHELL, Base, Gait, Ground, MapError, Opening, Table, Terrain, snap
from sandtable.table.hot.plane import point_closer, point_segment
from sandtable.table.hot.scene import members
from sandtable.table.mapcheck import check_table

if TYPE_CHECKING:
    from sandtable.engine.questions import Point
    from sandtable.rulesets.roe.walking import Walk

WIDTH, DEPTH = 48.0, 36.0
TOUCH = 0.02
"""A gap no wider than this is contact (RE-0.7)."""

NO_ENTRY = "no entry"
"""Our own trait: ground that no base may enter, as water is (RE-2.26)."""
FLAGS = (
    "impassable", "blocks-sight", "obscures", "cover", "surface", "into-out-of", "obscures-inside", "obstacle", "flat",
    LADDER,
)  # fmt: skip
COMPASS = ("south", "east", "north", "west")
SHEER, CLIMB, SLOPE = "sheer", "climb", "slope"

WALKING = Gait(stops=frozenset({NO_ENTRY}))


class Deck(Struct, frozen=True):
    """A piece that rises above the ground: `faces` says for each edge of its ring whether it is sheer, climbed or
    walked up; `heights` are where one stands on it, or on the upper floors in it; nobody stands on one without any."""

    number: int
    piece: Terrain
    top: float
    surface: bool
    hollow: bool
    ring: tuple[tuple[float, float], ...]
    faces: tuple[str, ...]
    floors: tuple[float, ...]
    heights: tuple[float, ...]

    def edge_at(self, x: float, y: float) -> int:
        """The edge of the ring nearest to a point."""
        edges = list(pairwise(self.ring))
        return min(range(len(edges)), key=lambda i: point_segment(x, y, *edges[i][0], *edges[i][1]))

    def face_at(self, x: float, y: float) -> str:
        return self.faces[self.edge_at(x, y)]

    def storey(self, z: float) -> float | None:
        """The floor inside a building on which somebody at this height stands, if there is one."""
        z = z if z > BODY else 0.0
        for height in (self.piece.floor, *self.floors):
            if abs(height - z) <= STEP:
                return height
        return None

    def door_at(self, height: float, x: float, y: float) -> bool:
        """Does a point of the outline lie in a door of this floor?"""
        return any(point_segment(x, y, *a, *b) < HAIR for a, b in self.piece.doors_at(height))


HAIR = 1e-9
"""Points of an outline are found by division; squares of distances below this are none."""


@cache
def base(radius: float) -> Base:
    """The base of a model (RE-0.5)."""
    return Base(2 * radius, height=BODY)


FORGET = 50_000
"""Places that are remembered; then from the start again."""


class Field:
    """A prepared battlefield, with what has been found out about it so far."""

    def __init__(self, drawn: Table) -> None:
        self.drawn = drawn
        pieces = tuple(_as_walked(piece) for piece in drawn.terrain)
        self.table = Table(width=drawn.width, height=drawn.height, terrain=pieces, name=drawn.name)
        """What bases meet."""
        self.decks = {n: _deck(n, piece) for n, piece in enumerate(pieces) if piece.form != AREA}
        self.hollow = [n for n, deck in self.decks.items() if deck.hollow]
        self.ladders = {n: piece for n, piece in enumerate(pieces) if LADDER in piece.traits}
        self.boxes = [footprint(piece) for piece in pieces]
        self.areas = self._with("into-out-of")
        self.low = [n for n, piece in enumerate(pieces) if "obstacle" in piece.traits]
        self.raised = [n for n in self.low if "surface" in pieces[n].traits]
        self.solid = frozenset(self.decks) | frozenset(self._with(NO_ENTRY))
        """What a walking base has to look out for, besides Obstacles to stand on."""
        self.grounds: dict[tuple[float, float], Ground] = {}
        self._chains: dict[tuple[float, float], dict[int, int]] = {}
        self.veils = frozenset(self._with("blocks-sight", "into-out-of", "obscures"))
        """What can cut a look: by its footprint, so that a building is an area like any other (RE-2.34)."""
        self.sights: dict[tuple[float, ...], bool] = {}
        self.glances: dict[tuple[float, ...], bool] = {}
        self.placed: dict[tuple[float, float, float, float], Place] = {}
        self.climbs: dict[tuple[float, ...], bool] = {}
        self.assaults: dict[Hashable, tuple[tuple[Point, ...], Walk] | None] = {}
        self.ceilings = {n: self.decks[n].heights for n in self.hollow if self.decks[n].heights}
        """The upper floors and the roof of each building: nobody sees through them (RE-2.39)."""

    def _with(self, *traits: str) -> list[int]:
        return [n for n, piece in enumerate(self.table.terrain) if piece.traits & set(traits)]

    def ground(self, level: float, radius: float) -> Ground:
        """What is in a base's way at this height, models left out."""
        key = (level, radius)
        if key not in self.grounds:
            self.grounds[key] = Ground(self.table, base(radius), WALKING, (), level)
        return self.grounds[key]

    def near(self, x: float, y: float, reach: float) -> list[int]:
        """The pieces that may lie within reach of a point."""
        return self.along(x, y, x, y, reach)

    def along(self, x0: float, y0: float, x1: float, y1: float, reach: float) -> list[int]:
        """The pieces that may lie within reach of a line."""
        plans = self.table.plans
        bits = plans.near(x0, y0, x1, y1, reach)
        if not bits:
            return []
        left, right = (x0, x1) if x0 < x1 else (x1, x0)
        low, high = (y0, y1) if y0 < y1 else (y1, y0)
        left, right, low, high = left - reach, right + reach, low - reach, high + reach
        boxes = self.boxes
        found = []
        for chain in members(bits):
            number = plans.shape_of[chain]
            box = boxes[number]
            if box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low:
                found.append(number)
        return found

    def surfaces(self, x: float, y: float) -> list[float]:
        """Every height on which a base with its middle here can stand, lowest first."""
        heights = [0.0]
        plans = self.table.plans
        for number in self.near(x, y, 0.0):
            if not plans.shape_holds(number, x, y):
                continue
            deck = self.decks.get(number)
            if deck is None:
                if number in self.raised:
                    heights = [self.table.terrain[number].top]
            else:
                if not deck.hollow and deck.piece.floor <= 0.0 and 0.0 in heights:
                    heights.remove(0.0)
                heights.extend(deck.heights)
        return sorted(heights)

    def at(self, x: float, y: float, z: float, radius: float) -> Place:
        """What a base at a place touches and is in; found once."""
        key = (x, y, z, radius)
        if key not in self.placed:
            if len(self.placed) > FORGET:
                self.placed.clear()
            self.placed[key] = self._look_round(x, y, z, radius)
        return self.placed[key]

    def within(self, number: int, x: float, y: float, reach: float) -> bool:
        """Is a point over a piece, or no farther from it than this?"""
        return self.table.plans.shape_holds(number, x, y) or self._nearest(number, x, y) <= reach * reach

    def overlaps(self, number: int, x: float, y: float, radius: float) -> bool:
        """Does any part of a base here lie over the inside of a piece? Touching is not enough; exact."""
        return self.table.plans.shape_holds(number, x, y) or self._near_outline(number, x, y, radius)

    def holds_wholly(self, number: int, x: float, y: float, radius: float) -> bool:
        """Does the whole of a base here lie over a piece? Exact."""
        return self.table.plans.shape_holds(number, x, y) and not self._near_outline(number, x, y, radius)

    def _near_outline(self, number: int, x: float, y: float, radius: float) -> bool:
        """Is a point closer to the outline of a piece than this? Exact."""
        plans = self.table.plans
        first, stop = plans.start[plans.first_chain[number]], plans.stop[plans.last_chain[number] - 1]
        xs, ys = plans.xs, plans.ys
        return any(point_closer(x, y, xs[i], ys[i], xs[i + 1], ys[i + 1], radius) for i in range(first, stop - 1))

    def _nearest(self, number: int, x: float, y: float) -> float:
        plans = self.table.plans
        first, stop = plans.start[plans.first_chain[number]], plans.stop[plans.last_chain[number] - 1]
        xs, ys = plans.xs, plans.ys
        return min(point_segment(x, y, xs[i], ys[i], xs[i + 1], ys[i + 1]) for i in range(first, stop - 1))

    def chains(self, level: float, radius: float, numbers: Iterable[int]) -> int:
        """The chains of some pieces in the ground of a height, as bits."""
        known = self._chains.get((level, radius))
        if known is None:
            ground = self.ground(level, radius)
            places = {id(piece): n for n, piece in enumerate(self.table.terrain)}
            known = self._chains[level, radius] = {
                places[id(piece)]: ground.scene.chains_of(shape)
                for shape, piece in enumerate(ground.pieces)
                if piece is not None
            }
        bits = 0
        for number in numbers:
            bits |= known.get(number, 0)
        return bits

    def _look_round(self, x: float, y: float, z: float, radius: float) -> Place:
        cover: list[int] = []
        inside: list[int] = []
        touched: list[int] = []
        for number in self.near(x, y, radius + TOUCH):
            piece = self.table.terrain[number]
            if z >= piece.top > 0.0 or z + BODY <= piece.floor or not self.within(number, x, y, radius + TOUCH):
                continue  # on top of it, under it, or not there (RE-0.7)
            if number in self.low:
                touched.append(number)
            if number in self.areas and self.overlaps(number, x, y, radius):
                inside.append(number)
            if "cover" in piece.traits or number in inside:
                cover.append(number)
        return Place(tuple(cover), tuple(inside), tuple(touched))


class Place(Struct, frozen=True):
    """Pieces by number: cover elements in contact (RE-4.15), areas it is inside of (RE-2.37), Obstacles it touches."""

    cover: tuple[int, ...]
    inside: tuple[int, ...]
    obstacles: tuple[int, ...]


def _as_walked(piece: Terrain) -> Terrain:
    """A piece as movement meets it: solid, hollow, or ground that is walked over."""
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


def _deck(number: int, piece: Terrain) -> Deck:
    ring = piece.rings[0]
    corners = [*piece.outline, piece.outline[0]]
    climbed = [{corners[i], corners[i + 1]} for i in piece.ways_up]
    sloped = {trait.removeprefix("slope-") for trait in piece.traits if trait.startswith("slope-")}
    faces = []
    for a, b in pairwise(ring):
        if _facing(a, b) in sloped:
            faces.append(SLOPE)
        else:
            faces.append(CLIMB if {a, b} in climbed else SHEER)
    surface = "surface" in piece.traits
    floors = upper_floors(piece)
    return Deck(
        number, piece, piece.top, surface, piece.form == SHELL, tuple(ring), tuple(faces), floors,
        (*floors, *((piece.top,) if surface else ())),
    )  # fmt: skip


def _facing(a: tuple[float, float], b: tuple[float, float]) -> str:
    """Which way an edge of an anticlockwise ring faces."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) >= abs(dy):
        return "south" if dx > 0 else "north"
    return "east" if dy > 0 else "west"


# ---- finding the field ----------------------------------------------------------------------------


@lru_cache(64)
def field(battlefield: str, terrain: tuple[Feature, ...] = ()) -> Field:
    """The prepared field of a battlefield with further pieces."""
    drawn = Table(width=WIDTH, height=DEPTH, name="Open ground")
    if battlefield:
        drawn = lookup("battlefield", battlefield, content().battlefields, "RE-7.2").table
    if terrain:
        drawn = replace(drawn, terrain=(*drawn.terrain, *(rectangle(feature) for feature in terrain)))
        try:
            check_table(drawn)
        except MapError as error:
            raise SetupError(str(error), "RE-2.20") from error
        check_floors(drawn)
    return Field(drawn)


def rectangle(feature: Feature) -> Terrain:
    """A rectangle of a case as a piece. What rises and cannot be entered blocks sight and gives cover, unless the case
    says what else it does (RE-2.27)."""
    flags = set(feature.flags)
    for flag in sorted(flags):
        if flag not in FLAGS:
            raise SetupError(f"terrain {feature.id}: there is no flag {flag[:40]!r}: {', '.join(FLAGS)}", "RE-2.20")
    for face in (*feature.climbable, *feature.slope):
        if face not in COMPASS:
            raise SetupError(f"terrain {feature.id}: a face is {', '.join(COMPASS)}, not {face[:40]!r}", "RE-2.20")
    raised = "impassable" in flags and feature.height > 0 and "obstacle" not in flags
    hollow = raised and "into-out-of" in flags
    if (feature.floors or feature.doors) and not hollow:
        raise SetupError(f"terrain {feature.id}: floors and doors need the flags impassable and into-out-of", "RE-2.39")
    if raised and not flags & {"blocks-sight", "obscures", "cover", "flat", "into-out-of", "surface"}:
        flags |= {"blocks-sight", "cover"}
    (x0, x1), (y0, y1) = sorted(map(snap, feature.x)), sorted(map(snap, feature.y))
    form = SHELL if hollow else BLOCK if raised else AREA
    kind = "building" if hollow else "block" if raised else "wood" if "into-out-of" in flags else "rough"
    if "obstacle" in flags:
        kind = "wall"
    if LADDER in flags:
        kind = LADDER
    return Terrain(
        id=feature.id,
        outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        kind=kind,
        form=form,
        floor=snap(feature.bottom),
        height=snap(feature.height),
        levels=tuple(snap(level) for level in feature.floors),
        openings=tuple(_door(feature, door) for door in feature.doors),
        ways_up=tuple(COMPASS.index(face) for face in feature.climbable),
        traits=frozenset(flags | {f"slope-{face}" for face in feature.slope}),
    )


def _door(feature: Feature, door: Door) -> Opening:
    """A door of a case as an opening; the corners of a rectangle run anticlockwise from the lower left."""
    if door.face not in COMPASS:
        raise SetupError(f"terrain {feature.id}: a face is {', '.join(COMPASS)}, not {door.face[:40]!r}", "RE-2.20")
    edge = COMPASS.index(door.face)
    first, last = sorted(map(snap, feature.x if edge in (0, 2) else feature.y))
    start, end = sorted(map(snap, door.at))
    along = (start - first, end - first) if edge in (0, 1) else (last - end, last - start)
    sill = snap(door.floor)
    return Opening(edge, *along, sill, min(sill + HEAD, snap(feature.height)))


HEAD = 2.0
"""How high the doors of cases are."""
