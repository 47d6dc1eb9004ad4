"""A battlefield prepared for play: what stops a base, what can be stood on, which faces lead up, what gives cover.

Prepared once and shared by all games on it, with what has been found out about it so far; it never changes. Pieces say
what they are by the words below. A ruleset whose book has other words translates with its own `met`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.skirmish.bodies import base
from sandtable.skirmish.levels import LADDER, SAME, SURFACE, Heights, footprint, upper_floors
from sandtable.skirmish.memory import Memory
from sandtable.skirmish.rounding import Rounding
from sandtable.table import AREA, SHELL, Base, Figure, Gait, Ground, Table, Terrain
from sandtable.table.hot.plane import point_closer, point_segment
from sandtable.table.hot.scene import members

if TYPE_CHECKING:
    from sandtable.engine.questions import Point
    from sandtable.skirmish.bodies import Body
    from sandtable.skirmish.walking import Walk

NO_ENTRY = "no entry"
"""Ground that no base may enter, as water is."""
OBSTACLE = "obstacle"
"""Crossed freely, but nobody stands on it; with a surface one stands on it as on the ground."""
WOOD = "into-out-of"
"""An area that is seen into and out of, not through."""
COVER, BLOCKS, OBSCURES = "cover", "blocks-sight", "obscures"

SHEER, CLIMB, SLOPE = "sheer", "climb", "slope"
"""What an edge of a piece is to somebody who wants up or down there."""

WALKING = Gait(stops=frozenset({NO_ENTRY}))
HAIR = 1e-9
"""Points of an outline are found by division; squares of distances below this are none."""


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

    def floor_at(self, z: float) -> float | None:
        """The floor inside a building on which somebody with this footing stands, if there is one."""
        for height in (self.piece.floor, *self.floors):
            if abs(height - z) <= SAME:
                return height
        return None

    def door_at(self, height: float, x: float, y: float) -> bool:
        """Does a point of the outline lie in a door of this floor?"""
        return any(point_segment(x, y, *a, *b) < HAIR for a, b in self.piece.doors_at(height))


class Battlefield:
    """A prepared battlefield, with what has been found out about it so far."""

    def __init__(
        self,
        drawn: Table,
        heights: Heights,
        rounding: Rounding,
        met: Callable[[Terrain], Terrain] = lambda piece: piece,
    ) -> None:
        """`met` gives a piece as movement and looks meet it: solid, hollow, or ground that is walked over. Without it
        the pieces say so themselves, in the words above."""
        self.drawn = drawn
        self.heights = heights
        self.rounding = rounding
        self.contact = rounding.contact
        pieces = tuple(met(piece) for piece in drawn.terrain)
        self.table = Table(width=drawn.width, height=drawn.height, terrain=pieces, name=drawn.name)
        """What bases meet."""
        self.decks = {n: _deck(n, piece) for n, piece in enumerate(pieces) if piece.form != AREA}
        self.hollow = [n for n, deck in self.decks.items() if deck.hollow]
        self.ladders = {n: piece for n, piece in enumerate(pieces) if LADDER in piece.traits}
        self.boxes = [footprint(piece) for piece in pieces]
        self.areas = self._with(WOOD)
        self.low = [n for n, piece in enumerate(pieces) if OBSTACLE in piece.traits]
        self.raised = [n for n in self.low if SURFACE in pieces[n].traits]
        self.solid = frozenset(self.decks) | frozenset(self._with(NO_ENTRY))
        """What a walking base has to look out for, besides Obstacles to stand on."""
        self.grounds: dict[tuple[float, float], Ground] = {}
        self._chains: dict[tuple[float, float], dict[int, int]] = {}
        self.veils = frozenset(self._with(BLOCKS, WOOD, OBSCURES))
        """What can cut a look: by its footprint, so that a building is an area like any other."""
        self.sights: Memory[tuple[float, ...], bool] = Memory()
        self.glances: Memory[tuple[float, ...], bool] = Memory()
        self.placed: Memory[tuple[float, float, float, float], Surroundings] = Memory()
        self.climbs: Memory[tuple[float, ...], bool] = Memory()
        self.charges: Memory[Hashable, tuple[tuple[Point, ...], Walk] | None] = Memory()
        self.ceilings = {n: self.decks[n].heights for n in self.hollow if self.decks[n].heights}
        """The upper floors and the roof of each building: nobody sees through them."""

    def _with(self, *traits: str) -> list[int]:
        return [n for n, piece in enumerate(self.table.terrain) if piece.traits & set(traits)]

    def base(self, radius: float) -> Base:
        return base(radius, self.heights.body)

    def figure(self, body: Body) -> Figure:
        """Somebody as the table knows it."""
        return Figure(body.name, base(body.radius, self.heights.body), body.x, body.y, body.z)

    def ground(self, level: float, radius: float) -> Ground:
        """What is in a base's way at this height, models left out."""
        key = (level, radius)
        if key not in self.grounds:
            self.grounds[key] = Ground(self.table, self.base(radius), WALKING, (), level)
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

    def at(self, x: float, y: float, z: float, radius: float) -> Surroundings:
        """What a base at a place touches and is in; found once."""
        key = (x, y, z, radius)
        known = self.placed.get(key)
        return self.placed.keep(key, self._look_round(x, y, z, radius)) if known is None else known

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

    def _look_round(self, x: float, y: float, z: float, radius: float) -> Surroundings:
        cover: list[int] = []
        inside: list[int] = []
        touched: list[int] = []
        reach, body = radius + self.contact, self.heights.body
        for number in self.near(x, y, reach):
            piece = self.table.terrain[number]
            if z >= piece.top > 0.0 or z + body <= piece.floor or not self.within(number, x, y, reach):
                continue  # on top of it, under it, or not there
            if number in self.low:
                touched.append(number)
            if number in self.areas and self.overlaps(number, x, y, radius):
                inside.append(number)
            if COVER in piece.traits or number in inside:
                cover.append(number)
        return Surroundings(tuple(cover), tuple(inside), tuple(touched))


class Surroundings(Struct, frozen=True):
    """Pieces by number: cover in contact, areas that a base is inside of, Obstacles that it touches."""

    cover: tuple[int, ...]
    inside: tuple[int, ...]
    obstacles: tuple[int, ...]


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
    surface = SURFACE in piece.traits
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
