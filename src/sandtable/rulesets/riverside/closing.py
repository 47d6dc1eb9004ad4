"""Coming into contact, or as close as possible (RV-6.15 to RV-6.17, RV-11.2): places round a unit, who can get to one,
and whether somebody who did not could have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import cos, hypot, inf, pi, sin

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.skirmish.arrange import Pace
from sandtable.skirmish.cohesion import hold, linked
from sandtable.skirmish.drill import Drill, Path, UnitWalk
from sandtable.skirmish.unit_march import Mover
from sandtable.table import STEP, Figure, causes, overlap, snap

TOUCHING = 0.0015
"""A gap up to this is base contact: places lie on a lattice, and distances are rounded to 0.001" (RV-7.7)."""
CLOSE = 0.1
"""How much farther away than necessary somebody may stop (RV-6.17)."""
RINGS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
ROUND = 20
"""Places round a base at the least."""
TRIES = 14
BENDS = 2
"""Places of a ring to which ways round corners are looked for."""
NEAREST = 4
"""Models of a unit that are tried for contact."""


def far(one: Figure, others: Sequence[Figure]) -> float:
    """The gap to the nearest of them, in plan."""
    return min(hypot(one.x - two.x, one.y - two.y) - one.base.radius - two.base.radius for two in others)


def places(target: Sequence[Figure], radius: float, gap: float) -> Iterator[tuple[float, float]]:
    """Places at a gap from somebody's bases, on the lattice; in contact as near as the lattice allows."""
    for one in target:
        wide = one.base.radius + radius + gap
        count = max(ROUND, int(2 * pi * wide / (2 * radius)))
        for number in range(count):
            angle = 2 * pi * number / count
            x, y = one.x + wide * cos(angle), one.y + wide * sin(angle)
            yield _touching(one, radius, x, y) if not gap else (snap(x), snap(y))


def _touching(one: Figure, radius: float, x: float, y: float) -> tuple[float, float]:
    """The place on the lattice nearest to contact, not overlapping."""
    wide = one.base.radius + radius
    best, at = inf, (snap(x), snap(y))
    for dx in (-STEP, 0.0, STEP):
        for dy in (-STEP, 0.0, STEP):
            there = snap(x) + dx, snap(y) + dy
            gap = hypot(there[0] - one.x, there[1] - one.y) - wide
            if 0.0 <= gap < best:
                best, at = gap, there
    return at


class Closing(Drill):
    """A move into contact with the target of the march."""

    @cached_property
    def target(self) -> tuple[Figure, ...]:
        return self.march.targets()

    def gap_of(self, figure: Figure) -> float:
        return far(figure, self.target)

    def touches(self, figure: Figure) -> bool:
        return self.gap_of(figure) <= TOUCHING

    # ---- judging ---------------------------------------------------------------------------------------

    def judge(self, paths: Paths, *, apart: bool = False) -> UnitWalk | Refusal:
        """As any move; then contact for at least one, and nobody stops farther away than it must (RV-6.17)."""
        found = super().judge(paths, apart=apart)
        if isinstance(found, Refusal):
            return found
        movers = {mover.name: mover for mover in self.march.movers}
        ends = {name: movers[name].figure.moved(found.ways[name].end) for name in paths}
        if self.must_touch and not any(self.touches(end) for end in ends.values()):
            return self.refuse(causes.NO_CONTACT, self.march.movers[0], self.march.target)
        return self._not_close(paths, ends, found) or found

    @property
    def must_touch(self) -> bool:
        """A Charge ends in contact; a counter-move comes as close as it can."""
        return not self.march.verdicts.clauses.get(causes.NO_CONTACT, "").startswith("RV-11")

    def _not_close(self, paths: Paths, ends: dict[str, Figure], walk: UnitWalk) -> Refusal | None:
        """Whoever is not in contact: was there a closer place for it when it moved?"""
        pace = self.pace(slowed=walk.slowed)
        moved: list[Figure] = []
        for name in paths:
            mover, end = self.march.mover(name), ends[name]
            gap = self.gap_of(end)
            if gap > TOUCHING and gap > self.gap_of(mover.figure) - pace.inches(mover) + CLOSE:
                others = [one for other, one in ends.items() if other != name]
                better = self._closer(pace, mover, gap, moved, others)
                if better is not None:
                    return self.refuse(causes.NOT_CLOSE, mover, self.march.target, gap, max(0.0, better))
            moved.append(end)
        return None

    def _closer(
        self, pace: Pace, mover: Mover, gap: float, moved: Sequence[Figure], others: Sequence[Figure]
    ) -> float | None:
        """The gap of a place closer to the target that it could have gone to, its unit still in cohesion."""

        def fits(there: Figure) -> bool:
            taken = any(overlap(there, one) for one in (*moved, *others))
            return not taken and hold(self.march, [there, *others]).together

        found = self._first(pace, mover, gap - CLOSE, fits)
        return None if found is None else found[0]

    # ---- finding ---------------------------------------------------------------------------------------

    def pace(self, *, slowed: bool) -> Pace:
        """Through slow ground at its pace, or round it at full pace."""
        if slowed:
            return Pace(self, self.march.slow_inches, frozenset())
        return Pace(self, inf, self.march.slow)

    def _first(
        self, pace: Pace, mover: Mover, below: float, fits: Callable[[Figure], bool]
    ) -> tuple[float, Path] | None:
        """The closest place to the target that is free and can be got to: of each ring first those straight ahead, then
        a few round corners."""
        figure, inches = mover.figure, pace.inches(mover) + STEP
        for ring in RINGS:
            if ring >= below:
                return None
            near = sorted(
                (hypot(x - figure.x, y - figure.y), x, y) for x, y in places(self.target, figure.base.radius, ring)
            )
            spots = [(x, y) for far, x, y in near[:TRIES] if far <= inches and self._fits(x, y, mover, fits)]
            for x, y in spots:
                if (way := self._straight(pace, mover, x, y)) is not None:
                    return ring, way
            for x, y in spots[:BENDS]:
                bent = pace.way(mover, x, y)
                if not isinstance(bent, Refusal):
                    return ring, bent
        return None

    def _fits(self, x: float, y: float, mover: Mover, fits: Callable[[Figure], bool]) -> bool:
        return fits(mover.figure.moved(Point(x, y, self.highest(x, y))))

    def _straight(self, pace: Pace, mover: Mover, x: float, y: float) -> Path | None:
        if pace.end_refused(mover, x, y) is not None:
            return None
        done = self.follow(mover, (Point(x, y),))
        if isinstance(done, Refusal) or self.too_far(mover, done, pace.limit) is not None:
            return None
        slow = pace.avoided and self.is_slow(mover, done)
        return None if slow else (Point(x, y),)

    def somebody_touches(self) -> bool:
        """Can at least one model end in contact (RV-6.16)?"""
        return any(
            self.touches(mover.figure) or self._first(pace, mover, CLOSE, lambda there: True) is not None
            for pace in (self.pace(slowed=False), self.pace(slowed=True))
            for mover in sorted(self.march.movers, key=lambda one: self.gap_of(one.figure))[:NEAREST]
            if self.gap_of(mover.figure) <= pace.inches(mover) + STEP
        )

    def plans(self) -> Iterator[Paths]:
        """Everybody in turn, those nearest to the target first, to the closest place that is left and linked to those
        who stand already."""
        for slowed in (False, True):
            paths = self._plan(self.pace(slowed=slowed))
            if paths is not None and not isinstance(self.judge(paths), Refusal):
                yield paths
                return

    def _plan(self, pace: Pace) -> Paths | None:
        placed: dict[str, Figure] = {}
        found: Paths = {}
        for mover in sorted(self.march.movers, key=lambda one: (self.gap_of(one.figure), one.name)):
            way = self._way(pace, mover, list(placed.values()))
            if way is None or (not placed and self.must_touch and not self._ends_touching(mover, way)):
                return None
            at = way[-1] if way else mover.figure.at
            placed[mover.name] = mover.figure.moved(Point(at.x, at.y, self.highest(at.x, at.y)))
            found[mover.name] = way
        return found

    def _ends_touching(self, mover: Mover, way: Path) -> bool:
        return self.touches(mover.figure.moved(way[-1]) if way else mover.figure)

    def _way(self, pace: Pace, mover: Mover, placed: Sequence[Figure]) -> Path | None:
        """To the closest place; staying is one, for those in contact."""
        if self.touches(mover.figure) and not any(overlap(mover.figure, one) for one in placed):
            return ()

        def fits(there: Figure) -> bool:
            taken = any(overlap(there, one) for one in placed)
            return not taken and (not placed or any(linked(self.march, there, one) for one in placed))

        found = self._first(pace, mover, self.gap_of(mover.figure), fits)
        if found is not None:
            return found[1]
        return None if any(overlap(mover.figure, one) for one in placed) else ()

    def gathered(self) -> Iterator[Paths]:
        """Everybody beside the target, whether others could come closer or not."""
        for slowed in (False, True):
            paths = self._plan(self.pace(slowed=slowed))
            if paths is not None:
                yield paths
