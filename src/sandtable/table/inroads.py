"""Coming onto the table over its edge: every place that a base can get to from anywhere on some stretches of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import hypot

from sandtable.engine.questions import Point
from sandtable.table.arcs import along
from sandtable.table.ground import Ground
from sandtable.table.hot.outline import FINE, Canvas, fan
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.hot.scene import members
from sandtable.table.hot.sweep import NOTHING, clear, contact
from sandtable.table.hot.ways import Ways
from sandtable.table.lattice import STEP, snap
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
        self.ways = Ways(ground.scene, ground.relief, ground.radius, ground.keep, 0.0)
        """On the way in a base may bend while a part of it is still outside."""
        crossings = {spot for stretch in self.stretches for spot in self._crossings(stretch)}
        sources = [(x, y, self.radius) for x, y in sorted(crossings) if self._open(x, y)]
        self.field = self.ways.spread_from(sources, budget)

    def path(self, x: float, y: float) -> Path | None:
        """The way to a place, the crossing first, or None."""
        x, y = snap(x), snap(y)
        if self.ground.overlapped(x, y) or not self.ground.table.fits(self.figure.moved(Point(x, y, self.figure.z))):
            return None
        if ends_on(self.figure, Point(x, y, self.figure.z), self.others):
            return None
        ways = self.ways
        for stretch in self.stretches:
            cx, cy = _opposite(stretch, x, y)
            if self._open(cx, cy) and 0.0 <= ways.leg(cx, cy, x, y) <= self.budget - self.radius:
                return Point(cx, cy), Point(x, y)
        _, corners = ways.price(self.field, x, y)
        return tuple(Point(px, py) for px, py in corners) or None

    def landings(self) -> Iterator[Path]:
        """Ways in, for whoever has no place in mind: if there is room anywhere, one of them leads there.

        Whoever comes in stands wholly on the table for the first time one radius behind the edge. There the room
        between two things begins and ends where the base touches one of them; what lies behind those who may be passed
        but not stood on is found cell by cell.
        """
        tried: set[Spot] = set()
        for x, y in self._places():
            spot = snap(x), snap(y)
            if spot not in tried:
                tried.add(spot)
                way = self.path(*spot)
                if way is not None:
                    yield way

    def _places(self) -> Iterator[Spot]:
        ways = self.ways
        for stretch in self.stretches:
            yield from self._inside_edge(stretch)
        for node in self.field.order:
            yield ways.at(self.field, node)
        xs = [x for x1, _, x2, _ in self.stretches for x in (x1, x2)]
        ys = [y for _, y1, _, y2 in self.stretches for y in (y1, y2)]
        canvas = Canvas(
            max(0.0, min(xs) - self.budget), max(0.0, min(ys) - self.budget),
            min(ways.scene.width, max(xs) + self.budget), min(ways.scene.height, max(ys) + self.budget),
        )  # fmt: skip
        self.fill(canvas)
        yield from canvas.middles()

    def _inside_edge(self, stretch: Stretch) -> Iterator[Spot]:
        """On the line one radius behind the edge: where the base touches something, a step to either side of that, and
        halfway to the next."""
        nx, ny = self._inwards(stretch)
        (x1, y1), (x2, y2) = (_moved(stretch[:2], nx, ny, self.radius), _moved(stretch[2:], nx, ny, self.radius))
        ux, uy = abs(ny), abs(nx)  # along the edge
        first, last = min(x1 * ux + y1 * uy, x2 * ux + y2 * uy), max(x1 * ux + y1 * uy, x2 * ux + y2 * uy)
        scene = self.ground.scene
        discs = [(x, y, r + self.ground.keep) for x, y, r in zip(scene.cx, scene.cy, scene.cr, strict=True)]
        discs += [(other.x, other.y, other.base.radius + self.radius) for other in self.others]
        line = (x1 - ux * self.budget, y1 - uy * self.budget, x2 + ux * self.budget, y2 + uy * self.budget)
        edges = [
            (scene.xs[i], scene.ys[i], scene.xs[i + 1], scene.ys[i + 1])
            for chain in members(scene.near(*line, self.radius))
            for i in range(scene.start[chain], scene.stop[chain] - 1)
        ]
        across = x1 * abs(nx) + y1 * abs(ny)
        ends = first - self.budget, last + self.budget
        touching = [at for at in along(across, ux == 0.0, self.radius, discs, edges) if ends[0] < at < ends[1]]
        for at, after in pairwise(sorted((*ends, first, last, *touching))):
            for place in (at, at + STEP, (at + after) / 2, after - STEP):
                yield (place, across) if uy == 0.0 else (across, place)

    def fill(self, canvas: Canvas) -> None:
        """Everything within reach, for drawing."""
        ways = self.ways
        for stretch in self.stretches:
            self._fill_straight(canvas, stretch)
            for x, y in (stretch[:2], stretch[2:]):
                if self._open(x, y):
                    canvas.fill(fan(ways, x, y, self.budget - self.radius))
        for node in self.field.order:
            left = self.budget - self.field.cost[node]
            if node < len(ways.xs) and left > 1.0 / FINE:
                canvas.fill(fan(ways, *ways.at(self.field, node), left))
        r = self.radius
        canvas.cut_beyond(r, r, ways.scene.width - r, ways.scene.height - r)
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
        ways, left = self.ways, self.budget - self.radius
        share, _ = contact(ways.scene, x, y, x + nx * left, y + ny * left, ways.r, ways.q, 0, 0)
        return left if share >= 1.0 else round(left * share * FINE) / FINE

    def _crossings(self, stretch: Stretch) -> Iterator[Spot]:
        """Both ends, some between, and what lies opposite to the corners within reach."""
        x1, y1, x2, y2 = stretch
        parts = max(1, int(hypot(x2 - x1, y2 - y1) / EVERY))
        for part in range(parts + 1):
            yield snap(x1 + (x2 - x1) * part / parts), snap(y1 + (y2 - y1) * part / parts)
        ways = self.ways
        for x, y in zip(ways.xs, ways.ys, strict=True):
            cx, cy = _opposite(stretch, x, y)
            if hypot(x - cx, y - cy) <= self.budget - self.radius:
                yield cx, cy

    def _open(self, x: float, y: float) -> bool:
        """Has the base room to cross the edge here, from touching it outside until its middle is on it?"""
        ways = self.ways
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


def _moved(spot: Sequence[float], nx: float, ny: float, far: float) -> Spot:
    return spot[0] + nx * far, spot[1] + ny * far


def _opposite(stretch: Stretch, x: float, y: float) -> Spot:
    cx, cy = nearest_on_segment(x, y, *stretch)
    return snap(cx), snap(cy)
