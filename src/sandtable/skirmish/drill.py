"""The judge of a unit's move: each model's way, the ground that slows all of them, where each ends, and whether the
unit hangs together. Prepared once for a position, asked about many paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot, inf
from typing import Any

from msgspec.structs import replace

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.records import Record
from sandtable.skirmish import cohesion
from sandtable.skirmish.memory import Memory
from sandtable.skirmish.unit_march import Mover, UnitMarch
from sandtable.table import (
    BLOCK,
    STEP,
    Base,
    Figure,
    Gait,
    Ground,
    Travel,
    affordable,
    causes,
    closer,
    depth,
    gap,
    overlap,
    snap,
    travel,
)
from sandtable.table.arcs import Circle
from sandtable.table.ground import NARROW
from sandtable.table.hot.plane import segments_closer
from sandtable.table.measuring import core
from sandtable.table.moving import approach, sweeps
from sandtable.table.placing import on_table, standing_refused

INSIDE = 2 * STEP
"""How far before its edge somebody is still on a ramp."""
EASE = 2 * STEP
"""What writing a place with three decimals may take away."""
FARTHER, SPARE = 1.1, 2.0
"""Ways are looked for no farther than so many times what a model may go, and so many inches more."""
IN_THE_AIR = Gait(flies=True)
Path = tuple[Point, ...]
Stand = tuple[Base, float, float, float, float]
"""A base with its direction, and where it stands."""
Near = tuple[tuple[str, float], ...]
"""Those who are too close at the beginning, and how close."""
ALONE: Near = (("", 0.0),)
"""In place of them: on this ground there is nobody else."""


class UnitWalk(Record, frozen=True):
    """A legal move of a unit: what each model's way amounts to."""

    ways: dict[str, Travel]
    slowed: bool
    """Somebody touched ground that slows the whole unit."""


class Drill:
    """A unit's move, prepared: the ground as its models meet it, with everybody else in the way."""

    def __init__(self, march: UnitMarch) -> None:
        self.march = march
        self.gap = march.rounding.shortest(march.spacing, beyond=march.beyond)
        """What the spacing comes to, as the game rounds."""
        self._slack = -march.rounding.shortest(0.0)
        """Mates who overlap by less are in contact, as the game rounds."""
        self.movers = {mover.name: mover for mover in march.movers}
        self._named: dict[str, Figure] = {}
        self._near: dict[Stand, dict[str, float]] = {}
        self._followed: Memory[tuple[str, Path], Travel | Refusal] = Memory()
        self._grounds: dict[tuple[Base, Gait, Near, bool], Ground] = {}
        self._walked: dict[tuple[str, bool], Ground] = {}
        self._ends: dict[tuple[Base, bool], Ground] = {}
        self._chains: dict[frozenset[str], int] = {}
        self._free_ends: set[Stand] = set()
        self.kept: dict[tuple[object, ...], Any] = {}
        """What those who look for ways have prepared for this position."""
        self._about: list[Figure] | None = None
        self._reached: list[Figure] | None = None
        self._free_reached: list[Figure] | None = None
        self._heights: frozenset[float] | None = None
        self._circle: tuple[float, float, float] | None = None
        self._slow_near: bool | None = None
        self._is_together: bool | None = None
        self.ramps = [number for number, _ in march.table.ramps]
        self._raised: list[int] | None = None

    def let_go(self) -> None:
        """Nobody looks for ways any more. What was prepared for that knows the drill: let go of at once, it need not
        be found by the collector of garbage."""
        self.kept.clear()

    def _other(self, name: str) -> Figure | None:
        """Somebody else by his name; most moves are judged without asking for any."""
        if not self._named:
            self._named = {other.id: other for other in self.march.others}
        return self._named.get(name)

    # ---- the ground -------------------------------------------------------------------------------

    def ground(self, mover: Mover, *, bare: bool = False) -> Ground:
        """What this model meets on its way. From those whom it begins too close to it moves away and may not come any
        closer: they keep the gap that there is. With `bare` the gaps to others are a hair too small."""
        key = mover.name, bare
        if key not in self._walked:
            self._walked[key] = self._met_by(mover, bare=bare)
        return self._walked[key]

    def _met_by(self, mover: Mover, *, bare: bool) -> Ground:
        if mover.flies:
            return self._prepared(mover.figure.base, IN_THE_AIR, {}, bare=False)
        return self._prepared(mover.figure.base, self.march.gait, self._kept(mover), bare=bare)

    def _kept(self, mover: Mover) -> dict[str, float]:
        """Those with whom a model begins too close, and the gap that there is."""
        figure = mover.figure
        key = figure.base, figure.turn, figure.x, figure.y, figure.z  # many may begin in one place
        if key not in self._near:
            self._near[key] = {o.id: floor(gap(figure, o) / STEP) * STEP for o in self.too_close(figure)}
        return self._near[key]

    def clear_of(self, mover: Mover, traits: frozenset[str]) -> Ground:
        """The same for somebody who keeps out of ground with these traits, with the whole base."""
        gait = replace(self.march.gait, stops=self.march.gait.stops | traits, hugs=False)
        return self._prepared(mover.figure.base, gait, {}, bare=False)

    def stopping(self, mover: Mover, *, bare: bool = False) -> Ground:
        """Where a model may end: the full gap to everybody, whatever it began with, flying or not."""
        key = mover.figure.base, bare
        if key not in self._ends:
            self._ends[key] = self._prepared(mover.figure.base, self.march.gait, {}, bare=bare)
        return self._ends[key]

    def _prepared(self, base: Base, gait: Gait, near: dict[str, float], *, bare: bool) -> Ground:
        key = (base, gait, tuple(near.items()), bare)
        if key not in self._grounds:
            figures = [] if gait.flies else [self._grown(other, near, bare=bare) for other in self._in_reach]
            self._grounds[key] = Ground(self.march.table, base, gait, figures, within=self._within)
        return self._grounds[key]

    def _grown(self, other: Figure, near: dict[str, float], *, bare: bool) -> Figure:
        """Somebody in the way, as wide as the gap to it makes it. What is rounded lies between two steps of the
        lattice: the ground keeps the larger one, the bare ground the smaller."""
        march, base = self.march, other.base
        spacing = floor(self.gap / STEP) * STEP if bare else ceil(self.gap / STEP) * STEP
        wide = near.get(other.id, 0.0 if other.unit in march.free else spacing)
        return replace(other, base=_widened(base, wide, march.spacing))

    @property
    def about(self) -> list[Figure]:
        """Those of the others whom the unit could meet, by the circle that holds it."""
        if self._about is None:
            x, y, reach = self.circle
            far = reach + max([mover.inches for mover in self.march.movers]) + 2 * (self.march.spacing + STEP)
            self._about = []
            for other in self.march.others:
                dx, dy, base = x - other.x, y - other.y, other.base
                near = far + base.radius + base.core
                if dx * dx + dy * dy <= near * near:
                    self._about.append(other)
        return self._about

    @property
    def _in_reach(self) -> list[Figure]:
        """Those of them whom any model of the unit could meet."""
        if self._reached is None:
            self._reached = [other for other in self.about if any(self._meets(m, other) for m in self.march.movers)]
        return self._reached

    @property
    def _within(self) -> Circle:
        """A circle that no way of the unit leaves, nor any that is looked for."""
        x, y, reach = self.circle
        most = self.march.rounding.longest(max([mover.inches for mover in self.march.movers]))
        return x, y, reach + FARTHER * most + SPARE

    @property
    def raised(self) -> list[int]:
        """The pieces that anybody could go up or down on his way, ramps apart."""
        if self._raised is None:
            plans, (x, y, reach) = self.march.table.plans, self.circle
            far = reach + max([mover.inches for mover in self.march.movers])
            self._raised = []
            for number, piece in enumerate(self.march.table.terrain):
                if piece.form != BLOCK or not piece.height or number in self.ramps:
                    continue
                chain = plans.first_chain[number]
                if hypot(plans.mx[chain] - x, plans.my[chain] - y) <= plans.mr[chain] + far:
                    self._raised.append(number)
        return self._raised

    @property
    def _free_in_reach(self) -> list[Figure]:
        """Those of them from whom no gap is kept."""
        if self._free_reached is None:
            self._free_reached = [other for other in self._in_reach if other.unit in self.march.free]
        return self._free_reached

    @property
    def _levels(self) -> frozenset[float]:
        """The heights at which they stand."""
        if self._heights is None:
            self._heights = frozenset([other.z for other in self._in_reach])
        return self._heights

    @property
    def circle(self) -> tuple[float, float, float]:
        """A circle that holds every base of the unit where it stands: not the smallest, but found at once."""
        if self._circle is None:
            figures = self.figures()
            xs, ys = [one.x for one in figures], [one.y for one in figures]
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            reach = max([hypot(one.x - x, one.y - y) + one.base.radius + one.base.core for one in figures])
            self._circle = x, y, reach
        return self._circle

    def _meets(self, mover: Mover, other: Figure) -> bool:
        one, wide = mover.figure, self.march.spacing + STEP
        reach = mover.inches + one.base.radius + one.base.core + other.base.radius + other.base.core + 2 * wide
        dx, dy = one.x - other.x, one.y - other.y
        return dx * dx + dy * dy <= reach * reach

    def kept_from(self) -> list[tuple[Figure, float]]:
        """Those in reach, and the gap to keep from each."""
        return [(other, 0.0 if other.unit in self.march.free else self.gap) for other in self._in_reach]

    def too_close(self, figure: Figure) -> list[Figure]:
        """Those to whom a model, where it stands, does not keep the gap."""
        x, y, wide = figure.x, figure.y, figure.base.radius + figure.base.core + self.gap + STEP
        found: list[Figure] = []
        for other in self._in_reach:
            dx, dy, far = other.x - x, other.y - y, wide + other.base.radius + other.base.core
            if dx * dx + dy * dy > far * far or other.unit in self.march.free:
                continue
            if closer(figure, other, self.gap) and self._beside(figure, other):
                found.append(other)
        return found

    def _beside(self, one: Figure, other: Figure) -> bool:
        """Are two so level that the gap between them counts?"""
        return abs(one.z - other.z) < max(self.march.spacing, one.base.height)

    @property
    def slow_near(self) -> bool:
        """Is there ground in reach of anybody that holds the unit back?"""
        if self._slow_near is None:
            self._slow_near = self._comes_near_slow()
        return self._slow_near

    def _comes_near_slow(self) -> bool:
        if self.march.slow_inches >= max([mover.inches for mover in self.march.movers]):
            return False
        plans, terrain = self.march.table.plans, self.march.table.terrain
        chains = [plans.first_chain[n] for n, piece in enumerate(terrain) if piece.traits & self.march.slow]
        return any(
            hypot(plans.mx[c] - m.figure.x, plans.my[c] - m.figure.y)
            <= plans.mr[c] + m.inches + m.figure.base.radius + m.figure.base.core
            for c in chains
            for m in self.march.movers
            if not m.flies
        )

    # ---- one model --------------------------------------------------------------------------------

    def shut(self, mover: Mover, x: float, y: float) -> bool:
        """Is a straight way to a place shut for certain, by terrain or by somebody? Told without the words of a
        refusal."""
        if mover.flies or self.ramps:
            return False
        figure = mover.figure
        ground = self.ground(mover, bare=True).at(figure.z)
        if ground.blocker((figure.x, figure.y), (x, y), figure.turn) is None:
            return False
        return not self._changes_level(mover, (Point(x, y),))

    def crowded(self, mover: Mover, at: Point) -> bool:
        """Is something or somebody in the way of an end here? Told without the words of a refusal."""
        return self._in_the_way(mover, mover.figure.moved(at)) is not None

    def _in_the_way(self, mover: Mover, there: Figure) -> str | None:
        """The name of something or somebody that a model would overlap at its end, or keep too small a gap to."""
        name = self.stopping(mover).at(there.z).overlapped(there.x, there.y, there.turn)
        if name is not None and self._rounds_clear(there, name):
            name = self.stopping(mover, bare=True).at(there.z).overlapped(there.x, there.y, there.turn)
        return name

    def slows(self, mover: Mover, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does a base that goes straight come over ground that holds the whole unit back?"""
        slow = self.march.slow if mover.slow is None else mover.slow
        if mover.flies or not slow:
            return False
        wide = mover.figure.base.radius + mover.figure.base.core
        return sweeps(self.march.table.plans, wide, x0, y0, x1, y1, self._chains_of(slow))

    def _chains_of(self, traits: frozenset[str]) -> int:
        """The chains of the pieces that have one of these traits, as bits."""
        if traits not in self._chains:
            self._chains[traits] = 0
            for number, piece in enumerate(self.march.table.terrain):
                if not traits.isdisjoint(piece.traits):
                    self._chains[traits] |= self.march.table.plans.chains_of(number)
        return self._chains[traits]

    def follow(self, mover: Mover, path: Sequence[Point]) -> Travel | Refusal:
        """A model's way, its length and its end apart. What was followed once is remembered."""
        key = (mover.name, tuple(path))
        found = self._followed.get(key)
        return self._followed.keep(key, self._follow(mover, path)) if found is None else found

    def _follow(self, mover: Mover, path: Sequence[Point]) -> Travel | Refusal:
        figure = mover.figure
        if all((p.x, p.y) == (figure.x, figure.y) for p in path):
            return Travel((figure.at,), 0.0, 0.0, (), (), ())  # it stays where it is
        path = [*path[:-1], self.eased(mover, path[-1])]
        if mover.flies:
            path = [Point(p.x, p.y, self.highest(p.x, p.y)) for p in path]
        elif self.ramps:
            path = list(self._by_ramps(figure.at, path))
        if self._changes_level(mover, path):
            return self._level_by_level(mover, path)
        done = travel(self.ground(mover), figure, path)
        if isinstance(done, Refusal) and self._rounds_away(mover, path, done.what):
            done = travel(self.ground(mover, bare=True), figure, path)
            if not isinstance(done, Refusal):
                close = next((other for other in self._in_reach if not self._keeps(mover, done.path, other)), None)
                return done if close is None else self._crowds(mover, done.path, close)
        return self._cited(mover, path, done) if isinstance(done, Refusal) else done

    def eased(self, mover: Mover, end: Point) -> Point:
        """Contact as people write it: a place that overlaps somebody it may touch by a hair, because places are
        rounded, is the next one that does not."""
        for other in self._free_in_reach:
            there = mover.figure.moved(end)
            if not overlap(there, other):
                continue
            far = hypot(end.x - other.x, end.y - other.y)
            if there.base.radius + other.base.radius - far > EASE or not far:
                continue
            out = [(snap(end.x + n * STEP * (end.x - other.x) / far), snap(end.y + n * STEP * (end.y - other.y) / far))
                   for n in range(1, 5)]  # fmt: skip
            ends = (Point(x, y, end.z, end.by) for x, y in out)
            end = next((one for one in ends if not overlap(mover.figure.moved(one), other)), end)
        return end

    def _rounds_away(self, mover: Mover, path: Sequence[Point], name: str) -> bool:
        """Is a way refused for the sake of a gap that is read as wide enough?"""
        other = self._other(name)
        return other is not None and self._keeps(mover, (mover.figure.at, *path), other)

    def _keeps(self, mover: Mover, path: Sequence[Point], other: Figure) -> bool:
        """Does a way keep the gap to somebody, as the game rounds, if there is one to keep?"""
        if other.unit in self.march.free or not self._beside(mover.figure, other):
            return True
        return approach(mover.figure, path, other) >= self.gap or closer(mover.figure, other, self.gap)

    def _changes_level(self, mover: Mover, path: Sequence[Point]) -> bool:
        """Does a leg go up or down on its way past others, other than by a ramp?"""
        if mover.flies or not self.raised or not self._in_reach:
            return False
        plans = self.march.table.plans
        legs = [(a.x, a.y, b.x, b.y) for a, b in pairwise((mover.figure.at, *path))]
        if not any(plans.spans(number, *leg) for number in self.raised for leg in legs):
            return False
        return not any(plans.spans(number, *leg) for number in self.ramps for leg in legs)

    def _level_by_level(self, mover: Mover, path: Sequence[Point]) -> Travel | Refusal:
        """A way that goes up or down: everybody is passed at the level that it has there. To the ground of the table a
        whole leg has the level at which it begins."""
        figure = mover.figure
        done = travel(self._alone(mover), figure, path)
        if isinstance(done, Refusal):
            return self._cited(mover, path, done)
        kept = [other for other in self._in_reach if other.unit not in self.march.free]
        for part in _levels(done):
            here = figure.moved(part[0])
            for other in kept:
                if self._beside(here, other) and self._comes_too_close(mover, part, other):
                    return self._barred(mover, done, part, other)
        return done

    def _alone(self, mover: Mover) -> Ground:
        """The ground without anybody else on it."""
        key = (mover.figure.base, self.march.gait, ALONE, False)
        if key not in self._grounds:
            self._grounds[key] = Ground(self.march.table, mover.figure.base, self.march.gait, [])
        return self._grounds[key]

    def _comes_too_close(self, mover: Mover, part: Path, other: Figure) -> bool:
        """Does a stretch of a way not keep the gap to somebody? To whom it begins too close, the gap that there is."""
        wide = self._kept(mover).get(other.id, self.gap)
        reach = mover.figure.base.radius + mover.figure.base.core + other.base.radius + wide
        return any(segments_closer(a.x, a.y, b.x, b.y, *core(other), reach) for a, b in pairwise(part))

    def _barred(self, mover: Mover, way: Travel, part: Path, other: Figure) -> Refusal:
        if other.id in self._kept(mover):
            return self.refuse(causes.COMES_CLOSER, mover, other.id, most=self.march.spacing)
        if approach(mover.figure, part, other) >= self.march.rounding.shortest(self.march.spacing):
            return self.refuse(causes.AT_SPACING, mover, other.id, most=self.march.spacing)
        ends = part[-1] == way.end and closer(mover.figure.moved(way.end), other, self.gap)
        return self.refuse(causes.SPACING if ends else causes.PASSES, mover, other.id, most=self.march.spacing)

    def _by_ramps(self, start: Point, path: Sequence[Point]) -> Iterator[Point]:
        """The path with a point more where a leg leads off a ramp: from there on it goes at the height of that end."""
        plans = self.march.table.plans
        for a, b in pairwise((start, *path)):
            length = hypot(b.x - a.x, b.y - a.y)
            spans = [span for number in self.ramps for span in plans.spans(number, a.x, a.y, b.x, b.y)]
            for enter, leave in sorted(spans):
                share = leave - INSIDE / length
                if leave < 1.0 and share > enter:
                    yield Point(snap(a.x + (b.x - a.x) * share), snap(a.y + (b.y - a.y) * share))
            yield b

    def highest(self, x: float, y: float) -> float:
        """Where somebody comes down who flies."""
        x, y, table = snap(x), snap(y), self.march.table
        return table.floors_at(x, y)[-1] if table.plans.at(x, y) else 0.0

    def _cited(self, mover: Mover, path: Sequence[Point], refusal: Refusal) -> Refusal:
        """A refusal of the table in the words of this move."""
        if refusal.cause != causes.IN_THE_WAY:
            return self.march.verdicts.cited(refusal)
        if refusal.what == NARROW:
            return self.refuse(causes.GAP, mover, refusal.what)
        other = self._other(refusal.what)
        if other is None:
            return self.refuse(causes.IMPASSABLE, mover, refusal.what)
        if other.unit in self.march.free:
            return self.refuse(causes.IN_THE_WAY, mover, other.id)
        if closer(mover.figure, other, self.gap):
            return self.refuse(causes.COMES_CLOSER, mover, other.id, most=self.march.spacing)
        return self._crowds(mover, (mover.figure.at, *path), other)

    def _crowds(self, mover: Mover, path: Sequence[Point], other: Figure) -> Refusal:
        """A way that does not keep the gap to somebody, at its end or before it."""
        least, cause = self.march.rounding.shortest(self.march.spacing), causes.PASSES
        if approach(mover.figure, path, other) >= least:
            cause = causes.AT_SPACING
        elif closer(mover.figure.moved(path[-1]), other, self.gap):
            cause = causes.SPACING
        return self.refuse(cause, mover, other.id, most=self.march.spacing)

    def _too_near(self, mover: Mover, there: Figure, other: Figure) -> Refusal:
        """An end that does not keep the gap to somebody, or overlaps one from whom none is kept."""
        cause = causes.SPACING
        if other.unit in self.march.free:
            cause = causes.OVERLAP
        elif closer(mover.figure, other, self.gap):
            cause = causes.STILL_CLOSE
        elif not closer(there, other, self.march.rounding.shortest(self.march.spacing)):
            cause = causes.AT_SPACING
        return self.refuse(cause, mover, other.id, most=self.march.spacing)

    def refuse(self, cause: str, mover: Mover, what: str = "", length: float = 0.0, most: float = 0.0) -> Refusal:
        return replace(self.march.verdicts.refuse(cause, mover.name, what, length, most), what=what)

    def too_far(self, mover: Mover, way: Travel, limit: float = inf) -> Refusal | None:
        """Is a way longer than the model may go, or than `limit` where slow ground holds the unit?"""
        most = mover.inches if mover.flies else min(mover.inches, limit)
        if affordable(self.ground(mover), way, self.march.rounding.longest(most)):
            return None
        cause = causes.TOO_FAR if most == mover.inches else causes.SLOWED
        return self.refuse(cause, mover, "slow ground", way.cost, most)

    def is_slow(self, mover: Mover, way: Travel) -> bool:
        """Does this way hold the whole unit back?"""
        slow = self.march.slow if mover.slow is None else mover.slow
        return not mover.flies and any(way.crosses(trait) for trait in slow)

    def end_refused(self, mover: Mover, at: Point) -> Refusal | None:
        """Why a model may not end here, its own unit apart. Whoever found a place for it has asked the same before."""
        key = mover.figure.base, mover.figure.turn, at.x, at.y, at.z
        if key in self._free_ends:
            return None
        refused = self._end_refused(mover, at)
        if refused is None:
            self._free_ends.add(key)
        return refused

    def _end_refused(self, mover: Mover, at: Point) -> Refusal | None:
        march, there = self.march, mover.figure.moved(at)
        if (off := on_table(march.table, there)) is not None:
            return march.verdicts.cited(off)
        if march.also is not None and (refused := march.also(there)) is not None:
            return refused
        name = self._in_the_way(mover, there)
        if name is not None:
            other = self._other(name)
            if other is None:
                return self.refuse(causes.PARTLY_IN, mover, name)
            return self._too_near(mover, there, other)
        if not self._levels <= {at.z}:
            for other in self._in_reach:
                if other.z != at.z and overlap(there, other):  # one above the other, which the ground does not mind
                    return self.refuse(causes.OVERLAP, mover, other.id)
        bad = standing_refused(march.table, there, march.unstable, march.overhang)
        return None if bad is None else march.verdicts.cited(bad)

    def _rounds_clear(self, there: Figure, name: str) -> bool:
        """Is somebody in the way for the sake of a gap that is read as wide enough, and so is everybody else?"""
        other = self._other(name)
        if other is None or not self._apart(there, other):
            return False
        return all(self._apart(there, one) for one in self._in_reach)

    def _apart(self, there: Figure, other: Figure) -> bool:
        least = 0.0 if other.unit in self.march.free else self.gap
        return gap(there, other) >= least or not self._beside(there, other)

    # ---- the unit ---------------------------------------------------------------------------------

    def judge(self, paths: Paths, *, apart: bool = False) -> UnitWalk | Refusal:
        """The one test of a unit's move. Where no move makes the unit hang together it may end `apart`, but no farther
        apart than it was."""
        ways: dict[str, Travel] = {}
        movers = self.movers
        for name, path in paths.items():
            found = self.follow(movers[name], path)
            if isinstance(found, Refusal):
                return found
            ways[name] = found
        slowed = any(self.is_slow(movers[name], way) for name, way in ways.items())
        limit = self.march.slow_inches if slowed else inf
        for name, way in ways.items():
            refused = self.too_far(movers[name], way, limit) or self._stop_refused(movers[name], way)
            if refused is not None:
                return refused
        return self._together(ways, slowed, apart)

    def _stop_refused(self, mover: Mover, way: Travel) -> Refusal | None:
        return self.end_refused(mover, way.end) if len(way.path) > 1 else None  # whoever stays is where it was

    def _together(self, ways: dict[str, Travel], slowed: bool, apart: bool) -> UnitWalk | Refusal:
        ends = [mover.figure.moved(ways[mover.name].end) for mover in self.march.movers]
        discs = [(one.x, one.y, one.base.radius + one.base.core) for one in ends]
        for number, (x, y, radius) in enumerate(discs):
            for other in range(number):
                other_x, other_y, other_radius = discs[other]
                dx, dy, far = x - other_x, y - other_y, radius + other_radius
                if dx * dx + dy * dy < far * far:
                    one, two = ends[number], ends[other]
                    if overlap(one, two) and depth(one, two) >= self._slack:
                        return self.refuse(causes.OVERLAP, self.movers[one.id], two.id)
        if cohesion.together(self.march, ends) or (apart and self.march.target):
            return UnitWalk(ways, slowed)
        now = cohesion.hold(self.march, ends)
        if apart and now.no_worse(cohesion.hold(self.march, self.figures())):
            return UnitWalk(ways, slowed)
        return cohesion.refused(self.march, now) or UnitWalk(ways, slowed)

    @property
    def together(self) -> bool:
        """Does the unit hang together where it stands?"""
        if self._is_together is None:
            self._is_together = cohesion.together(self.march, self.figures())
        return self._is_together

    def figures(self) -> list[Figure]:
        return [mover.figure for mover in self.march.movers]


def _levels(way: Travel) -> Iterator[Path]:
    """A way in stretches of one level each, at that level."""
    level = way.path[0].z
    stretch, gone, steps = [way.path[0]], 0.0, list(way.steps)
    for a, b in pairwise(way.path):
        length = hypot(b.x - a.x, b.y - a.y)
        while steps and steps[0].after <= gone + length:
            step = steps.pop(0)
            share = (step.after - gone) / length if length else 0.0
            edge = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, level)
            yield (*stretch, edge)
            level += step.rise
            stretch = [Point(edge.x, edge.y, level)]
        stretch.append(Point(b.x, b.y, level))
        gone += length
    yield tuple(stretch)


@lru_cache(256)
def _widened(base: Base, wide: float, least: float) -> Base:
    """A base that is wider by a gap all round, and at least so high."""
    length = base.length + 2 * wide if base.core else 0.0
    return Base(base.width + 2 * wide, length, max(base.height, least))
