"""Coming onto the table over its edge: every place that a base can get to from anywhere on some stretches of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import hypot

from sandtable.engine.questions import Point
from sandtable.table.ground import Ground
from sandtable.table.hot.outline import FINE, Canvas, fan
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.hot.sweep import NOTHING, clear, contact
from sandtable.table.lattice import snap
from sandtable.table.moving import Path, ends_on
from sandtable.table.pieces import Figure, Spot

Stretch = tuple[float, float, float, float]
"""Of the edge: it runs along one side of the table."""
EVERY = 1.0
"""So often a way may start besides straight opposite to a corner."""


class Inroad:
    """What a round base reaches that starts outside, touching the edge, and crosses it straight (the crossing is paid).

    The shortest way from a stretch to a place starts straight opposite to the place or to the first corner it bends
    round, or at an end of the stretch. So these are the crossings that are searched from.
    """

    def __init__(
        self, ground: Ground, figure: Figure, stretches: Iterable[Stretch], budget: float, others: Iterable[Figure] = ()
    ) -> None:
        self.ground, self.figure, self.budget = ground, figure, budget
        self.stretches = tuple(stretches)
        self.others = tuple(others)
        """Figures that may be passed but not stood on."""
        self.radius = figure.base.radius
        crossings = {spot for stretch in self.stretches for spot in self._crossings(stretch)}
        sources = [(x, y, self.radius) for x, y in sorted(crossings) if self._open(x, y)]
        self.field = ground.ways.spread_from(sources, budget)

    def path(self, x: float, y: float) -> Path | None:
        """The way to a place, the crossing first, or None."""
        x, y = snap(x), snap(y)
        if self.ground.overlapped(x, y) or not self.ground.table.fits(self.figure.moved(Point(x, y, self.figure.z))):
            return None
        if ends_on(self.figure, Point(x, y, self.figure.z), self.others):
            return None
        ways = self.ground.ways
        for stretch in self.stretches:
            cx, cy = _opposite(stretch, x, y)
            if self._open(cx, cy) and 0.0 <= ways.leg(cx, cy, x, y) <= self.budget - self.radius:
                return Point(cx, cy), Point(x, y)
        _, corners = ways.price(self.field, x, y)
        return tuple(Point(px, py) for px, py in corners) or None

    def fill(self, canvas: Canvas) -> None:
        """Everything within reach, for drawing."""
        ways = self.ground.ways
        for stretch in self.stretches:
            self._fill_straight(canvas, stretch)
            for x, y in (stretch[:2], stretch[2:]):
                if self._open(x, y):
                    canvas.fill(fan(ways, x, y, self.budget - self.radius))
        for node in self.field.order:
            left = self.budget - self.field.cost[node]
            if node < len(ways.xs) and left > 1.0 / FINE:
                canvas.fill(fan(ways, *ways.at(self.field, node), left))
        canvas.cut_beyond(ways.rim, ways.rim, ways.scene.width - ways.rim, ways.scene.height - ways.rim)
        for other in self.others:
            canvas.cut_disc(other.x, other.y, other.base.radius + self.radius)

    def _fill_straight(self, canvas: Canvas, stretch: Stretch) -> None:
        """Straight in, column by column; columns of one depth side by side are filled as one."""
        nx, ny = self._inwards(stretch)
        x1, y1, x2, y2 = stretch
        columns = max(1, int(hypot(x2 - x1, y2 - y1) * FINE))
        dx, dy = (x2 - x1) / columns, (y2 - y1) / columns
        depths = [self._depth(x1 + dx * (i + 0.5), y1 + dy * (i + 0.5), nx, ny) for i in range(columns)]
        first = 0
        for depth, group in groupby(depths):
            last = first + len(list(group))
            if depth > 0.0:
                ax, ay, bx, by = x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last
                fx, fy = nx * depth, ny * depth
                canvas.fill([(ax, ay), (bx, by), (bx + fx, by + fy), (ax + fx, ay + fy)])
            first = last

    def _depth(self, x: float, y: float, nx: float, ny: float) -> float:
        """How far a base comes straight in from here, to the fineness of a drawing."""
        if not self._open(x, y):
            return 0.0
        ways, left = self.ground.ways, self.budget - self.radius
        share, _ = contact(ways.scene, x, y, x + nx * left, y + ny * left, ways.r, ways.q, 0, 0)
        return left if share >= 1.0 else round(left * share * FINE) / FINE

    def _crossings(self, stretch: Stretch) -> Iterator[Spot]:
        """Both ends, some between, and what lies opposite to the corners within reach."""
        x1, y1, x2, y2 = stretch
        parts = max(1, int(hypot(x2 - x1, y2 - y1) / EVERY))
        for part in range(parts + 1):
            yield snap(x1 + (x2 - x1) * part / parts), snap(y1 + (y2 - y1) * part / parts)
        ways = self.ground.ways
        for x, y in zip(ways.xs, ways.ys, strict=True):
            cx, cy = _opposite(stretch, x, y)
            if hypot(x - cx, y - cy) <= self.budget - self.radius:
                yield cx, cy

    def _open(self, x: float, y: float) -> bool:
        """Has the base room to cross the edge here, from touching it outside until its middle is on it?"""
        ways = self.ground.ways
        for stretch in self.stretches:
            if nearest_on_segment(x, y, *stretch) == (x, y):
                nx, ny = self._inwards(stretch)
                ox, oy = x - nx * self.radius, y - ny * self.radius
                return clear(ways.scene, ox, oy, x, y, ways.r, ways.q, 0, 0) == NOTHING
        return False

    def _inwards(self, stretch: Stretch) -> Spot:
        x1, y1, x2, _ = stretch
        if x1 == x2:
            return (1.0, 0.0) if x1 == 0.0 else (-1.0, 0.0)
        return (0.0, 1.0) if y1 == 0.0 else (0.0, -1.0)


def _opposite(stretch: Stretch, x: float, y: float) -> Spot:
    cx, cy = nearest_on_segment(x, y, *stretch)
    return snap(cx), snap(cy)
