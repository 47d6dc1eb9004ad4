"""From one level to the next: over a slope or a climbable face, through an upper door, up or down a ladder. Used to
find ways; whether one is legal is decided by `walking.judge` alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.skirmish.battlefield import CLIMB, SLOPE, Battlefield, Deck
from sandtable.skirmish.levels import SAME
from sandtable.table import STEP, snap

if TYPE_CHECKING:
    from sandtable.table import Terrain

CLEAR = 2 * STEP
"""How far beyond touching a base is set, so that rounding never brings it back over an edge."""


class Passage(Struct, frozen=True):
    """A place where the base stands clear of the edge on one level, and the place straight across it on the other."""

    before: Point
    behind: Point

    @property
    def length(self) -> float:
        return hypot(self.behind.x - self.before.x, self.behind.y - self.before.y)


class Seeker(Struct, frozen=True):
    """Who looks for a passage: from where, how wide, whether it climbs, how far it goes, which points it has in mind,
    and how finely faces are searched besides (0: not at all)."""

    start: Point
    radius: float
    climbs: bool
    inches: float
    aims: Sequence[Point]
    every: float = 0.0


def passages(where: Battlefield, seeker: Seeker) -> Iterator[Passage]:
    """The ways to another level that lie near enough."""
    start = seeker.start
    for number in where.near(start.x, start.y, seeker.inches + seeker.radius):
        deck = where.decks.get(number)
        if deck is not None:
            yield from _over_faces(where, deck, seeker)
        elif seeker.climbs and number in where.ladders:
            yield from _by_ladder(where, number, seeker)


def _over_faces(where: Battlefield, deck: Deck, seeker: Seeker) -> Iterator[Passage]:
    start, z = seeker.start, where.heights.footing(seeker.start.z)
    indoors = deck.hollow and z < deck.top and where.table.plans.shape_holds(deck.number, start.x, start.y)
    for edge, face in enumerate(deck.faces):
        if face != SLOPE and not (face == CLIMB and seeker.climbs):
            continue
        for height, low, high in _stretches(deck, edge, seeker.radius):
            if height > z + SAME and not indoors:
                yield from _up(where, deck, edge, seeker, (height, low, high))
            elif abs(height - z) <= SAME:
                yield from _down(where, deck, edge, seeker, (height, low, high))


def _stretches(deck: Deck, edge: int, radius: float) -> Iterator[tuple[float, float, float]]:
    """The heights that an edge leads to, and between which points of it a base has room: its length, or a door."""
    (ax, ay), (bx, by) = deck.ring[edge], deck.ring[edge + 1]
    size = hypot(bx - ax, by - ay)
    if deck.surface and size >= 2 * radius:
        yield deck.top, radius, size - radius
    for floor in deck.floors:
        for door in deck.piece.doors_at(floor):
            if deck.edge_at((door[0][0] + door[1][0]) / 2, (door[0][1] + door[1][1]) / 2) == edge:
                low, high = sorted(hypot(x - ax, y - ay) for x, y in door)
                if high - low >= 2 * radius:
                    yield floor, low + radius, high - radius


FloorStretch = tuple[float, float, float]


def _up(where: Battlefield, deck: Deck, edge: int, seeker: Seeker, stretch: FloorStretch) -> Iterator[Passage]:
    z = where.heights.footing(seeker.start.z)
    for inner, outer in _across(deck, edge, seeker, stretch):
        if any(where.heights.footing(height) == z for height in where.surfaces(*outer)):
            yield Passage(Point(*outer, z), Point(*inner, stretch[0]))


def _down(where: Battlefield, deck: Deck, edge: int, seeker: Seeker, stretch: FloorStretch) -> Iterator[Passage]:
    height = stretch[0]
    for inner, outer in _across(deck, edge, seeker, stretch):
        below = [under for under in where.surfaces(*outer) if under < height - SAME]
        if below:
            yield Passage(Point(*inner, height), Point(*outer, max(below)))


def _across(
    deck: Deck, edge: int, seeker: Seeker, stretch: FloorStretch
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Pairs of places on both sides of an edge, the inner one first. The ring runs anticlockwise: inside is left."""
    (ax, ay), (bx, by) = deck.ring[edge], deck.ring[edge + 1]
    size = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / size, (by - ay) / size
    _, low, high = stretch
    along = {min(max((p.x - ax) * ux + (p.y - ay) * uy, low), high) for p in seeker.aims}
    if seeker.every:
        parts = max(1, ceil((high - low) / seeker.every))
        along.update(low + (high - low) * part / parts for part in range(parts + 1))
    off = seeker.radius + CLEAR
    for at in sorted(along):
        x, y = ax + ux * at, ay + uy * at
        yield (snap(x - uy * off), snap(y + ux * off)), (snap(x + uy * off), snap(y - ux * off))


def _by_ladder(where: Battlefield, number: int, seeker: Seeker) -> Iterator[Passage]:
    """At the ladder's middle, and at the places in it nearest to the points in mind."""
    ladder: Terrain = where.ladders[number]
    z = where.heights.footing(seeker.start.z)
    if abs(ladder.floor - z) <= SAME:
        heights = (ladder.floor, ladder.top)
    elif abs(ladder.top - z) <= SAME:
        heights = (ladder.top, ladder.floor)
    else:
        return
    left, low, right, high = where.boxes[number]
    spots = {(snap((left + right) / 2), snap((low + high) / 2)): None}
    for p in seeker.aims:
        x, y = min(max(p.x, left + CLEAR), right - CLEAR), min(max(p.y, low + CLEAR), high - CLEAR)
        spots[snap(x), snap(y)] = None
    for x, y in spots:
        yield Passage(Point(x, y, heights[0]), Point(x, y, heights[1]))
