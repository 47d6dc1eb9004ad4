"""What lies and stands on a table: bases, figures, terrain, markers, zones and edges. Plain data, in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, dist, radians, sin

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.table.lattice import from_millimetres, snap

Spot = tuple[float, float]
Ring = tuple[Spot, ...]


class Base(Struct, frozen=True, dict=True, cache_hash=True):
    """What a figure stands on: a disc `width` across, or an oval (two half discs and straight sides) `length` long.

    `height` is how far the figure rises above the base's foot, `body` its own width without the base (doors ask for
    it); 0 means as wide as the base.
    """

    width: float
    length: float = 0.0
    height: float = 1.25
    body: float = 0.0

    @cached_property
    def radius(self) -> float:
        return snap(self.width / 2)

    @cached_property
    def core(self) -> float:
        """Half the straight part of an oval; 0 for a disc."""
        return max(0.0, snap(self.length / 2) - self.radius) if self.length else 0.0

    @property
    def body_radius(self) -> float:
        return snap(self.body / 2) if self.body else self.radius


def base_mm(width: float, length: float = 0.0, *, height: float = 1.25, body: float = 0.0) -> Base:
    """A base by its size in millimetres, as they are sold: 25, 28, 32, 40, 50, 60, 80, 100 or ovals such as 60 x 35."""
    return Base(2 * from_millimetres(width / 2), 2 * from_millimetres(length / 2), height, body)


class Figure(Struct, frozen=True, gc=False):
    """A base at a place. `unit` groups figures; `turn` is the direction of an oval's long side in degrees."""

    id: str
    base: Base
    x: float
    y: float
    z: float = 0.0
    turn: float = 0.0
    unit: str = ""
    large: bool = False

    @property
    def at(self) -> Point:
        return Point(self.x, self.y, self.z)

    @property
    def top(self) -> float:
        return self.z + self.base.height

    @property
    def half_core(self) -> Spot:
        """From the middle to one end of an oval's core, on the lattice; (0, 0) for a disc."""
        core = self.base.core
        if not core:
            return 0.0, 0.0
        angle = radians(self.turn)
        return snap(core * cos(angle)), snap(core * sin(angle))

    @property
    def middles(self) -> list[Spot]:
        """The middle of a disc, or of both half discs of an oval."""
        hx, hy = self.half_core
        if hx == 0.0 and hy == 0.0:
            return [(self.x, self.y)]
        return [(self.x - hx, self.y - hy), (self.x + hx, self.y + hy)]

    def moved(self, to: Point, turn: float | None = None) -> Figure:
        return Figure(self.id, self.base, to.x, to.y, to.z, self.turn if turn is None else turn, self.unit, self.large)


class Opening(Struct, frozen=True):
    """A door, window or hatch in the wall of a shell: on the outline's edge number `edge`, from `start` to `end` inches
    along it, between `sill` and `head` above the piece's floor."""

    edge: int
    start: float
    end: float
    sill: float = 0.0
    head: float = 2.0
    kind: str = "door"

    @property
    def width(self) -> float:
        return self.end - self.start


class Slope(Struct, frozen=True):
    """The line up which a ramp rises from the piece's floor to its full height."""

    foot_x: float
    foot_y: float
    head_x: float
    head_y: float


AREA, BLOCK, SHELL = "area", "block", "shell"
FORMS = (AREA, BLOCK, SHELL)
HATCH = "hatch"
"""The trait of an area that is an opening in the floor at its height."""


class Terrain(Struct, frozen=True):
    """A piece of terrain. `form` says how it fills its footprint, `kind` how it is drawn; rulesets read its `traits`.

    area   ground of some sort, or growth: figures stand in it, at its floor
    block  solid: figures stand on top of it, if at all
    shell  walls round a hollow: figures stand in it on any of its `levels`, and on its roof
    """

    id: str
    outline: Ring
    kind: str = "block"
    form: str = BLOCK
    holes: tuple[Ring, ...] = ()
    floor: float = 0.0
    height: float = 0.0
    levels: tuple[float, ...] = ()
    openings: tuple[Opening, ...] = ()
    slope: Slope | None = None
    ways_up: tuple[int, ...] = ()
    """The numbers of the outline's edges that can be climbed; all of them when empty."""
    traits: frozenset[str] = frozenset()
    name: str = ""

    @property
    def top(self) -> float:
        return self.floor + self.height

    @property
    def label(self) -> str:
        return self.name or self.id

    @property
    def rings(self) -> list[list[Spot]]:
        """The outline anticlockwise and the holes clockwise, each closed: what is solid lies to the left."""
        rings = [_wound(self.outline, anticlockwise=True)]
        rings.extend(_wound(hole, anticlockwise=False) for hole in self.holes)
        return rings

    @property
    def area(self) -> float:
        covered = abs(signed_area(self.outline))
        for hole in self.holes:
            covered -= abs(signed_area(hole))
        return covered

    def floors(self) -> tuple[float, ...]:
        """The heights on which a figure can stand here, lowest first."""
        if self.form == AREA:
            return (self.floor,)
        if self.form == BLOCK:
            return (self.top,)
        return (*sorted({self.floor, *(self.floor + level for level in self.levels)}), self.top)

    def doors_at(self, at: float) -> list[tuple[Spot, Spot]]:
        """The ends of each opening that reaches down to the floor at height `at`."""
        return [
            self.opening_ends(opening)
            for opening in self.openings
            if abs(self.floor + opening.sill - at) < 0.25 and opening.kind != "window"
        ]

    def opening_ends(self, opening: Opening) -> tuple[Spot, Spot]:
        (ax, ay), (bx, by) = self.outline[opening.edge], self.outline[(opening.edge + 1) % len(self.outline)]
        length = dist((ax, ay), (bx, by))
        first, last = opening.start / length, opening.end / length
        return (
            (snap(ax + (bx - ax) * first), snap(ay + (by - ay) * first)),
            (snap(ax + (bx - ax) * last), snap(ay + (by - ay) * last)),
        )


class MapMarker(Struct, frozen=True):
    """An objective or another marker: a point, or a disc `width` across."""

    id: str
    x: float
    y: float
    z: float = 0.0
    width: float = 0.0
    label: str = ""


class Zone(Struct, frozen=True):
    """A part of the table: a deployment zone of a side (1, 2, …), or of nobody (0)."""

    id: str
    outline: Ring
    side: int = 0
    name: str = ""


class Edge(Struct, frozen=True):
    """A stretch of the table's edge that belongs to a side: from `start` to `end` along left, right, bottom or top."""

    where: str
    start: float
    end: float
    side: int = 0


# ---- rings --------------------------------------------------------------------------------------------


def ring_edges(ring: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Each edge with its two corners; the last one leads back to the first corner."""
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def signed_area(ring: Sequence[Spot]) -> float:
    doubled = 0.0
    for (x0, y0), (x1, y1) in ring_edges(ring):
        doubled += x0 * y1 - x1 * y0
    return doubled / 2


def _wound(ring: Ring, *, anticlockwise: bool) -> list[Spot]:
    return list(_closed(ring, anticlockwise))


@lru_cache(2048)
def _closed(ring: Ring, anticlockwise: bool) -> tuple[Spot, ...]:
    """The ring that way round, its first corner once more at the end."""
    way = ring if (signed_area(ring) > 0) == anticlockwise else ring[::-1]
    return (*way, way[0])


def cut_chain(chain: list[Spot], gaps: list[tuple[Spot, Spot]]) -> list[list[Spot]]:
    """A closed chain without the stretches between pairs of points on its edges."""
    if not gaps:
        return [chain]
    pieces: list[list[Spot]] = []
    current: list[Spot] = [chain[0]]
    for a, b in pairwise(chain):
        for first, last in _gaps_on(a, b, gaps):
            if first != current[-1]:
                current.append(first)
            if len(current) > 1:
                pieces.append(current)
            current = [last]
        if current[-1] != b:
            current.append(b)
    if pieces and pieces[0][0] == chain[0] and current[-1] == chain[0]:
        pieces[0] = [*current, *pieces[0][1:]]  # the chain's first corner lies inside a wall
    elif len(current) > 1:
        pieces.append(current)
    return pieces


def _gaps_on(a: Spot, b: Spot, gaps: list[tuple[Spot, Spot]]) -> list[tuple[Spot, Spot]]:
    """The gaps that lie on the edge a -> b, in order, each running the same way."""
    length = dist(a, b)

    def place(p: Spot) -> float:
        return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2

    def beside(p: Spot) -> float:
        return abs((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / length

    found: list[tuple[Spot, Spot]] = []
    for p, q in gaps:
        first, last = (p, q) if place(p) < place(q) else (q, p)
        if max(beside(p), beside(q)) < 0.01 and place(first) > -0.001 and place(last) < 1.001:
            found.append((first, last))
    return sorted(found, key=lambda gap: place(gap[0]))
