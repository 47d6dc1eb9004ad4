"""Arcs of a circle: where a disc that goes round a point at a fixed distance begins and ceases to overlap other things.

The circle is cut wherever the disc would just touch a figure, a corner or an edge; between two cuts it is free or taken
as a whole. `marks` gives each cut and the middle of each arc: what is true of an arc is true of its middle, and a gap
just as wide as the disc is one of the cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import acos, atan2, cos, hypot, pi, sin, sqrt
from typing import Final

from sandtable.table.lattice import STEP
from sandtable.table.pieces import Spot

Segment = tuple[float, float, float, float]
Circle = tuple[float, float, float]
"""A middle and a radius."""

JUST_OVER: Final = 2 * STEP
"""Clear of an edge when it is put on the lattice."""
NARROW: Final = 1e-9
"""Arcs shorter than this are points."""


def marks(
    middle: Spot, ring: float, radius: float, discs: Iterable[Circle], edges: Iterable[Segment]
) -> Iterator[Spot]:
    """Places at the distance `ring` from the middle: where a disc of this radius would touch one of the others or an
    edge, and halfway between; the quarters of a circle that nothing cuts. Not on the lattice."""
    cuts: list[float] = []
    for x, y, r in discs:
        cuts.extend(_near_point(middle, ring, (x, y), radius + r))
    for ax, ay, bx, by in edges:
        cuts.extend(_near_point(middle, ring, (ax, ay), radius))
        cuts.extend(_near_point(middle, ring, (bx, by), radius))
        cuts.extend(_near_line(middle, ring, (ax, ay, bx, by), radius))
    for angle in _with_middles(sorted(cuts)):
        yield middle[0] + ring * cos(angle), middle[1] + ring * sin(angle)


class Bearing:
    """A disc as it is seen from the middle of a circle: how far off it is, and at which angle."""

    def __init__(self, middle: Spot, disc: Circle) -> None:
        self.x, self.y, self.radius = disc
        dx, dy = self.x - middle[0], self.y - middle[1]
        self.far: float = hypot(dx, dy)
        self.angle: float = atan2(dy, dx)


def marks_by(
    middle: Spot, ring: float, radius: float, bearings: Sequence[Bearing], edges: Sequence[Segment] = ()
) -> list[Spot]:
    """The same as `marks` with discs whose bearings are known. The circle is also cut where the middle of the disc
    would be just over an edge: of a height, for instance."""
    cuts: list[float] = []
    for one in bearings:
        far = one.far
        if far > 0.0:
            reach = radius + one.radius
            cosine = (ring * ring + far * far - reach * reach) / (2 * ring * far)
            if -1.0 - NARROW <= cosine <= 1.0 + NARROW:
                half = acos(min(1.0, max(-1.0, cosine)))
                cuts.append((one.angle - half) % (2 * pi))
                cuts.append((one.angle + half) % (2 * pi))
    for edge in edges:
        cuts.extend(_near_point(middle, ring, edge[:2], radius))
        cuts.extend(_near_point(middle, ring, edge[2:], radius))
        cuts.extend(_near_line(middle, ring, edge, radius))
        cuts.extend(_near_line(middle, ring, edge, JUST_OVER))
    cuts.sort()
    x, y = middle
    found: list[Spot] = []
    for angle in _with_middles(cuts):
        found.append((x + ring * cos(angle), y + ring * sin(angle)))
    return found


def along(
    across: float, upright: bool, radius: float, discs: Iterable[Circle], edges: Iterable[Segment]
) -> Iterator[float]:
    """The same on a straight line that runs along an axis (`upright`: x is fixed): how far along it a disc of this
    radius would touch an edge, and where its middle is just outside one of the discs."""
    for x, y, r in discs:
        yield from _level_with((y, x) if upright else (x, y), across, r)
    for ax, ay, bx, by in edges:
        a, b = ((ay, ax), (by, bx)) if upright else ((ax, ay), (bx, by))
        yield from _level_with(a, across, radius)
        yield from _level_with(b, across, radius)
        rise = b[1] - a[1]
        if rise:
            slant = hypot(b[0] - a[0], rise) * radius / rise
            meets = a[0] + (b[0] - a[0]) * (across - a[1]) / rise
            yield meets - slant
            yield meets + slant


def _level_with(point: Spot, across: float, reach: float) -> Iterator[float]:
    """Where the line comes exactly so near to a point."""
    under = reach * reach - (across - point[1]) ** 2
    if under >= 0.0:
        yield point[0] - sqrt(under)
        yield point[0] + sqrt(under)


def _with_middles(cuts: list[float]) -> list[float]:
    if not cuts:
        return [0.0, pi / 2, 2 * pi / 2, 3 * pi / 2]
    found: list[float] = []
    last = len(cuts) - 1
    for number, here in enumerate(cuts):
        after = cuts[number + 1] if number < last else cuts[0] + 2 * pi
        found.append(here)
        if after - here > NARROW:
            found.append((here + after) / 2)
    return found


def _near_point(middle: Spot, ring: float, point: Spot, reach: float) -> Iterator[float]:
    """Where the circle comes exactly so near to a point."""
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    far = hypot(dx, dy)
    if far > 0.0:
        yield from _either_side(atan2(dy, dx), (ring * ring + far * far - reach * reach) / (2 * ring * far))


def _near_line(middle: Spot, ring: float, line: Segment, reach: float) -> Iterator[float]:
    """Where the circle comes exactly so near to a straight line, on either side of it."""
    ax, ay, bx, by = line
    size = hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / size, (ax - bx) / size
    off = (middle[0] - ax) * nx + (middle[1] - ay) * ny
    for side in (reach, -reach):
        yield from _either_side(atan2(ny, nx), (side - off) / ring)


def _either_side(angle: float, cosine: float) -> Iterator[float]:
    if -1.0 - NARROW <= cosine <= 1.0 + NARROW:
        half = acos(min(1.0, max(-1.0, cosine)))
        yield (angle - half) % (2 * pi)
        yield (angle + half) % (2 * pi)
