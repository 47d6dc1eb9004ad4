"""Places round one base of the target of a charge: in contact with it, or at a gap from it.

Whoever charges after others asks about the same bases again, and only some of them have new neighbours: what was found
round a base is kept for as long as nobody is added beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin, sqrt

from sandtable.skirmish.contact import NEAREST
from sandtable.table import STEP, Base, Figure, snap
from sandtable.table.arcs import Bearing, Circle, Segment, marks_by
from sandtable.table.pieces import Spot

ASIDE = max(hypot(dx, dy) for dx, dy in NEAREST) + STEP
"""How far from a place its neighbours on the lattice are, and a step more."""
TURN, TURNS = pi / 24, 14
"""Steps round a base, and how many of them to either side."""


class Neighbour(Bearing):
    """Somebody about a base, with a number."""

    def __init__(self, middle: Spot, disc: Circle, number: int) -> None:
        super().__init__(middle, disc)
        self.number = number
        self.edge = self.far - self.radius
        """How far it is from the middle to their nearest edge."""


Neighbours = list[Neighbour]


class Rim:
    """One base of the target, and those who stand about it whoever charges."""

    def __init__(self, target: Figure, others: Iterable[Circle], touch: float, edges: Sequence[Segment] = ()) -> None:
        """`touch` is the widest gap that is contact; the edges are those of the ground about the base."""
        self.x, self.y = target.x, target.y
        self.radius, self.wide = target.base.radius, target.base.radius + target.base.core
        self.touch, self.edges = touch, edges
        self._known: dict[tuple[Base, float, tuple[int, ...]], list[Spot]] = {}
        self._bearings: dict[Circle, Neighbour] = {}
        self._others = sorted(self.beside(others), key=lambda one: (one.edge, one.number))
        self._edges = [one.edge for one in self._others]

    def beside(self, discs: Iterable[Circle]) -> Neighbours:
        """Discs about this base, the base itself left out."""
        return [self._neighbour(one) for one in discs if one[0] != self.x or one[1] != self.y]

    def _neighbour(self, disc: Circle) -> Neighbour:
        found = self._bearings.get(disc)
        if found is None:
            found = self._bearings[disc] = Neighbour((self.x, self.y), disc, len(self._bearings))
        return found

    def _about(self, near: Neighbours, reach: float) -> Neighbours:
        """Those of the others who come so near, and whoever has moved."""
        return [*near, *self._others[: bisect_right(self._edges, reach)]]

    def away(self, x: float, y: float) -> float:
        return distance(x, y, self.x, self.y)

    def spots(self, base: Base, gap: float, placed: Neighbours) -> list[Spot]:
        """Places for a base at a gap: where it just touches its neighbours there, and halfway between them. In contact
        those of the lattice where it touches this base and overlaps nobody; the edges of the ground count there too."""
        wide = base.radius + base.core
        far = self.wide + wide + gap
        reach = far + wide
        near = [one for one in placed if one.edge <= reach]
        key = base, gap, tuple([one.number for one in near])
        found = self._known.get(key)
        if found is None:
            about = self._about(near, reach)
            edges = self.edges if gap == 0.0 else ()
            spots = marks_by((self.x, self.y), far + self.touch / 2, wide, about, edges)
            found = self._known[key] = self._settled(base, spots, about) if gap == 0.0 else _snapped(spots)
        return found

    def straight(self, base: Base, gap: float, x: float, y: float, placed: Neighbours) -> list[Spot]:
        """The same of the one place on the straight line from a point."""
        wide = base.radius + base.core
        far, away = self.wide + wide + gap, self.away(x, y)
        spot = self.x + (x - self.x) / away * far, self.y + (y - self.y) / away * far
        if gap:
            return _snapped([spot])
        reach = far + wide
        return self._settled(base, [spot], self._about([one for one in placed if one.edge <= reach], reach))

    def facing(self, base: Base, x: float, y: float) -> list[Spot]:
        """Places in contact on the side of a point, the nearest first: all that are not so special as the others."""
        wide, away = base.radius + base.core, self.away(x, y)
        far, along, across = self.wide + wide, (x - self.x) / away, (y - self.y) / away
        turns = ((cos(side * n * TURN), sin(side * n * TURN)) for n in range(1, TURNS + 1) for side in (1, -1))
        spots = [(self.x + far * (along * c - across * s), self.y + far * (along * s + across * c)) for c, s in turns]
        return self._settled(base, spots, self._about([], far + wide))

    def _settled(self, base: Base, spots: list[Spot], about: Neighbours) -> list[Spot]:
        """The places of the lattice next to these where the base touches this one, and is not pushed into whoever
        stands beside it."""
        radius = base.radius
        least = radius + self.radius
        most = least + self.touch
        found: list[Spot] = []
        for spot_x, spot_y in _snapped(spots):
            if not _is_clear(spot_x, spot_y, radius - ASIDE, about):
                continue  # nor is it beside that place
            for dx, dy in NEAREST:
                x, y = spot_x + dx, spot_y + dy
                if least <= distance(x, y, self.x, self.y) <= most and _is_clear(x, y, radius, about):
                    found.append((x, y))
                    break
        return found


def distance(x0: float, y0: float, x1: float, y1: float) -> float:
    """Between two points of the lattice: the square is exact, and its root is rounded once."""
    dx, dy = x1 - x0, y1 - y0
    return sqrt(dx * dx + dy * dy)


def _is_clear(x: float, y: float, radius: float, about: Neighbours) -> bool:
    """Does a disc here overlap nobody?"""
    for one in about:
        dx, dy, across = one.x - x, one.y - y, one.radius + radius
        if dx * dx + dy * dy < across * across:
            return False
    return True


def _snapped(spots: list[Spot]) -> list[Spot]:
    """On the lattice. Two may fall on one place; whoever asks gathers them anyway, and few do."""
    return [(snap(x), snap(y)) for x, y in spots]
