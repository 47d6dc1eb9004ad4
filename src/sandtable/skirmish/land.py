"""The lie of the land, for bots: how far it is on foot to each mark, and the places worth stopping at. Found once for
each battlefield with its marks, and shared by all games on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp, hypot

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.skirmish.battlefield import BLOCKS, COVER, OBSCURES, WALKING, WOOD, Battlefield
from sandtable.skirmish.bodies import Body, Segment
from sandtable.skirmish.footpaths import Footpaths
from sandtable.skirmish.memory import Memory
from sandtable.skirmish.standing import standing_refused
from sandtable.table import STEP, Figure, Ground, Reach, snap
from sandtable.table.causes import PLAIN
from sandtable.table.hot.plane import point_segment

SPACING = 2.0
"""Between the places in the open."""
HUG = 10 * STEP
"""Between a base and the cover it leans on."""
LOW = 1.0
"""Places higher than this are left to those who climb."""
WAYS = 2000
"""Starting places whose ways are kept."""

CLOSE = [exp(-max(0.0, half / 2 - 1.0) / 7.0) for half in range(2 * 128)]
"""How near counts as how much, by half inches: 1 in contact, a third at 8½"."""


class Stop(Struct, frozen=True):
    """A place to stop at. `close` says how near the marks are, on foot."""

    x: float
    y: float
    close: tuple[float, ...]
    cover: bool


class Scout(Struct, frozen=True):
    """Somebody to try places with."""

    radius: float
    name: str = "scout"
    side: int = 0
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


def footpaths(where: Battlefield, radius: float) -> Footpaths:
    """The ways on foot for a base; a first look at a battlefield takes a moment."""
    return Footpaths(Ground(where.table, where.base(radius), WALKING, (), 0.0))


class Land:
    """What a player knows about a table after a look at it. `covers` says whether a place gives cover."""

    def __init__(
        self,
        where: Battlefield,
        paths: Footpaths,
        marks: Sequence[tuple[float, float]],
        covers: Callable[[float, float, float], bool],
        radius: float,
    ) -> None:
        self.where = where
        self.marks = tuple(marks)
        self._paths, self._covers = paths, covers
        self._scout = Scout(radius)
        self._fields = [paths.walked_from(x, y) for x, y in self.marks]
        self._close: Memory[tuple[float, float], tuple[float, ...]] = Memory()
        self._cover: Memory[tuple[float, float, float], bool] = Memory()
        self._near: Memory[tuple[float, float, float], list[Stop]] = Memory()
        self._reaches: dict[tuple[float, float, float], Reach] = {}
        self._inside: dict[tuple[tuple[Segment, ...], float], list[Stop]] = {}
        self._from_edge: dict[tuple[Segment, ...], tuple[float, ...]] = {}
        self._cells: dict[tuple[int, int], list[Stop]] = {}
        for x, y in dict.fromkeys(self._places()):
            if self._can_stand(x, y):
                stop = Stop(x, y, self.closeness(x, y), self.covers(x, y, 0.0))
                self._cells.setdefault((int(x) // 2, int(y) // 2), []).append(stop)

    # ---- distances -----------------------------------------------------------------------------------

    def distances(self, x: float, y: float) -> tuple[float, ...]:
        """On foot from a place to each mark."""
        node = self._paths.node(x, y)
        return tuple([one[node] for one in self._fields])

    def closeness(self, x: float, y: float) -> tuple[float, ...]:
        """How near each mark is: 1 in contact, less and less with the distance."""
        known = self._close.get((x, y))
        if known is None:
            known = self._close.keep((x, y), tuple([CLOSE[int(2 * far)] for far in self.distances(x, y)]))
        return known

    def from_edge(self, zone: tuple[Segment, ...]) -> tuple[float, ...]:
        """How near each mark is to somebody who has still to enter there, wherever that is best."""
        known = self._from_edge.get(zone)
        if known is None:
            edge = [self.closeness(x, y) for segment in zone for x, y in _along(segment)]
            known = self._from_edge[zone] = tuple([max(nearest) for nearest in zip(*edge, strict=True)])
        return known

    def covers(self, x: float, y: float, z: float) -> bool:
        """Does a place give cover, as the ruleset sees it?"""
        known = self._cover.get((x, y, z))
        return self._cover.keep((x, y, z), self._covers(x, y, z)) if known is None else known

    # ---- places --------------------------------------------------------------------------------------

    def _places(self) -> list[tuple[float, float]]:
        """On and round the marks, along everything that gives cover, and spread over the open."""
        found = [(x + dx, y + dy) for x, y in self.marks for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
        for piece in self.where.table.terrain:
            if piece.traits & {COVER, BLOCKS, WOOD, OBSCURES}:
                found += _hugging([*piece.outline, piece.outline[0]], self._scout.radius + HUG)
        table = self.where.table
        columns, rows = range(1, int(table.width / SPACING)), range(1, int(table.height / SPACING))
        found += [(x * SPACING, y * SPACING) for x in columns for y in rows]
        return [(snap(x), snap(y)) for x, y in found]

    def _can_stand(self, x: float, y: float) -> bool:
        heights = self.where.surfaces(x, y)
        return bool(heights) and heights[0] <= LOW and (
            standing_refused(self.where, self._scout, Point(x, y, heights[0]), (), PLAIN) is None
        )  # fmt: skip

    def near(self, x: float, y: float, inches: float) -> list[Stop]:
        """The places within so many inches in a straight line."""
        key = (x, y, inches)
        known = self._near.get(key)
        if known is None:
            limit = inches * inches
            found = [
                stop
                for column in range(int(x - inches) // 2, int(x + inches) // 2 + 1)
                for row in range(int(y - inches) // 2, int(y + inches) // 2 + 1)
                for stop in self._cells.get((column, row), ())
                if 0.01 < (stop.x - x) ** 2 + (stop.y - y) ** 2 <= limit
            ]
            known = self._near.keep(key, found)
        return known

    def inside(self, zone: tuple[Segment, ...], inches: float) -> list[Stop]:
        """The places within so many inches of an ingress zone."""
        key = (zone, inches)
        if key not in self._inside:
            limit = inches * inches
            self._inside[key] = [
                stop
                for cell in self._cells.values()
                for stop in cell
                if any(point_segment(stop.x, stop.y, *segment) <= limit for segment in zone)
            ]
        return self._inside[key]

    def way(self, body: Body, inches: float, x: float, y: float) -> tuple[Point, ...] | None:
        """A way round the terrain, whoever may stand in it."""
        if body.z > LOW:
            return None
        key = (body.x, body.y, inches)
        if key not in self._reaches:
            if len(self._reaches) > WAYS:
                self._reaches.clear()
            begin = Figure(body.name, self.where.base(body.radius), body.x, body.y, 0.0)
            self._reaches[key] = Reach(self._paths.ground, begin, inches)
        way = self._reaches[key].path(x, y)
        return None if way is None else tuple(Point(p.x, p.y) for p in way)


def _along(segment: Segment) -> list[tuple[float, float]]:
    """Points of an edge, an inch apart."""
    x1, y1, x2, y2 = segment
    parts = max(1, round(hypot(x2 - x1, y2 - y1)))
    return [(x1 + (x2 - x1) * n / parts, y1 + (y2 - y1) * n / parts) for n in range(parts + 1)]


def _hugging(ring: list[tuple[float, float]], off: float) -> list[tuple[float, float]]:
    """Places along an outline, a base's width apart or a little more, on both sides."""
    found = []
    for (ax, ay), (bx, by) in pairwise(ring):
        size = hypot(bx - ax, by - ay)
        parts = max(1, int(size / 1.6))
        ux, uy = (bx - ax) / size, (by - ay) / size
        for part in range(parts):
            along = (part + 0.5) * size / parts
            for side in (off, -off):
                found.append((ax + ux * along - uy * side, ay + uy * along + ux * side))
    return found
