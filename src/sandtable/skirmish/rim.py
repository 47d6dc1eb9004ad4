"""Places round one base of the target of a charge: in contact with it, or at a gap from it.

Whoever charges after others asks about the same bases again, and only some of them have new neighbours: what was found
round a base is kept for as long as nobody is added beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import hypot

from sandtable.skirmish.contact import NEAREST
from sandtable.table import Base, Figure
from sandtable.table.arcs import Bearing, Circle, bearing, marks_by
from sandtable.table.pieces import Spot

Neighbour = tuple[float, int, Circle, Bearing]
"""Somebody about a base: how far it is from the middle to their nearest edge, a number, the disc, and where it lies."""
Neighbours = tuple[Neighbour, ...]


class Rim:
    """One base of the target, and those who stand about it whoever charges."""

    def __init__(self, target: Figure, others: Iterable[Circle], touch: float) -> None:
        """`touch` is the widest gap that is contact."""
        self.x, self.y = target.x, target.y
        self.radius, self.wide = target.base.radius, target.base.radius + target.base.core
        self.touch = touch
        self._known: dict[tuple[Base, float, tuple[int, ...]], list[Spot]] = {}
        self._bearings: dict[Circle, Neighbour] = {}
        self._others = sorted(self.beside(others))
        self._edges = [one[0] for one in self._others]

    def beside(self, discs: Iterable[Circle]) -> Neighbours:
        """Discs about this base, the base itself left out."""
        return tuple([self._neighbour(one) for one in discs if one[0] != self.x or one[1] != self.y])

    def _neighbour(self, disc: Circle) -> Neighbour:
        found = self._bearings.get(disc)
        if found is None:
            seen = bearing((self.x, self.y), disc)
            found = self._bearings[disc] = seen[0] - disc[2], len(self._bearings), disc, seen
        return found

    def _about(self, near: Iterable[Neighbour], reach: float) -> list[Neighbour]:
        """Those of the others who come so near, and whoever has moved."""
        return [*near, *self._others[: bisect_right(self._edges, reach)]]

    def away(self, x: float, y: float) -> float:
        return hypot(x - self.x, y - self.y)

    def spots(self, base: Base, gap: float, placed: Neighbours) -> list[Spot]:
        """Places for a base at a gap: where it just touches its neighbours there, and halfway between them. In contact
        those of the lattice where it touches this base and overlaps nobody."""
        wide = base.radius + base.core
        far = self.wide + wide + gap
        reach = far + wide
        near = [one for one in placed if one[0] <= reach]
        key = base, gap, tuple([one[1] for one in near])
        found = self._known.get(key)
        if found is None:
            about = self._about(near, reach)
            spots = marks_by((self.x, self.y), far + self.touch / 2, wide, [one[3] for one in about])
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
        return self._settled(base, [spot], self._about([one for one in placed if one[0] <= reach], reach))

    def _settled(self, base: Base, spots: Iterable[Spot], about: Iterable[Neighbour]) -> list[Spot]:
        """The places of the lattice next to these where the base touches this one, and is not pushed into whoever
        stands beside it."""
        discs = [(ox, oy, (r + base.radius) ** 2) for _, _, (ox, oy, r), _ in about]
        found = []
        for x, y in _snapped(spots):
            for dx, dy in NEAREST:
                spot = (x + dx, y + dy)
                if self._touches(base, spot) and all(
                    (ox - spot[0]) ** 2 + (oy - spot[1]) ** 2 >= across for ox, oy, across in discs
                ):
                    found.append(spot)
                    break
        return found

    def _touches(self, base: Base, spot: Spot) -> bool:
        across = base.radius + self.radius
        return across <= hypot(spot[0] - self.x, spot[1] - self.y) <= across + self.touch


def _snapped(spots: Iterable[Spot]) -> list[Spot]:
    return list({(round(x * 1024) / 1024, round(y * 1024) / 1024): None for x, y in spots})
