"""Arranging a unit: one wish becomes a path for every model, or says who cannot follow, why, and where it stops short.

Models are paired with the places of the formation so that as many as possible get there, then by the least way. Whoever
gets no place goes as far as it can towards it. What comes out is judged like any answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import hypot, inf

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.records import Record
from sandtable.engine.units import Wish
from sandtable.skirmish import formations
from sandtable.skirmish.closing import closing_of
from sandtable.skirmish.cohesion import linked
from sandtable.skirmish.drill import Drill, Path, UnitWalk
from sandtable.skirmish.formations import KEEP, LINE, WRAP, Slot
from sandtable.skirmish.pace import Pace, pace_of
from sandtable.skirmish.unit_march import NOWHERE, Mover
from sandtable.table import STEP, Figure, causes, gap, overlap, snap

PULL = 0.5
"""A wrap that not everybody can get to comes nearer by steps of this many inches."""
PULLS = 8
BACK = 0.25
"""Whoever stops short looks for a place to stand by steps of this many inches."""
SIDEWAYS = 1.5
"""… and as far beside its way."""
TRIES = 40
SPARE = 0.125
"""Models that fill the ground stand so much farther apart than they must, where there is room."""
RINGS = 4
"""How many deep a unit stands round somebody."""


class Straggler(Record, frozen=True):
    """Somebody who does not get to its place: which that was, and why."""

    name: str
    place: Point
    why: Refusal


class Arrangement(Record, frozen=True):
    """What becomes of a wish: a path and a place for everybody, those who stop short of it, and the judge's word."""

    paths: Paths
    places: dict[str, Point]
    stops: tuple[Straggler, ...]
    verdict: UnitWalk | Refusal
    pulled: float = 0.0
    """How much nearer the unit stands than was wished, so that all can follow."""

    @property
    def refused(self) -> Refusal | None:
        return self.verdict if isinstance(self.verdict, Refusal) else None


JudgedBy = Callable[[Paths], "UnitWalk | Refusal"]


def arrange(drill: Drill, wish: Wish, judge: JudgedBy | None = None) -> Arrangement:
    """The plan for a wish: at full pace round the ground that would slow the unit, or through it at the pace of that,
    whichever brings more models to their places."""
    judge = judge or drill.judge
    march = drill.march
    free = _planned(drill, wish, judge, pace_of(drill, inf, march.slow))
    if not drill.slow_near or not (free.stops or free.refused) or _as_many_stop(drill, free):
        return free
    slowed = _planned(drill, wish, judge, pace_of(drill, march.slow_inches, NOWHERE))
    return min((free, slowed), key=lambda plan: (plan.refused is not None, len(plan.stops)))


def _as_many_stop(drill: Drill, free: Arrangement) -> bool:
    """Would a charge at the pace of slow ground leave as many short of the target? By how far off they are."""
    march = drill.march
    if not march.target or free.refused is not None:
        return False
    short = [m for m in march.movers if min(gap(m.figure, one) for one in march.targets()) > march.slow_inches]
    return len(short) - sum(m.flies for m in short) >= len(free.stops)


# ---- the whole unit -----------------------------------------------------------------------------------


def _planned(drill: Drill, wish: Wish, judge: JudgedBy, pace: Pace) -> Arrangement:
    if drill.march.target:
        return _charging(drill, judge, pace)
    if wish.formation == WRAP or wish.around:
        return _wrapped(drill, wish, judge, pace)
    figures, bonds = drill.figures(), drill.march.bonds
    to = (wish.to.x, wish.to.y) if wish.to is not None else formations.middle(figures)
    if wish.formation in (KEEP, ""):
        slots = formations.kept(figures, to, wish.turn)
        pairs = {f.id: slot for f, slot in zip(figures, slots, strict=True)}
    else:
        shape = formations.line if wish.formation == LINE else formations.block
        pairs = paired(drill, shape(figures, bonds, to, wish.turn), pace)
    return _carried_out(drill, wish, judge, pace, pairs)


def _charging(drill: Drill, judge: JudgedBy, pace: Pace) -> Arrangement:
    """A charge has one wish: everybody at the target. Whoever does not touch it stops short."""
    march, closing = drill.march, closing_of(pace)
    paths = closing.charge()
    places, stops = {}, []
    for mover in march.movers:
        at = paths[mover.name][-1] if paths[mover.name] else mover.figure.at
        places[mover.name] = at
        there = mover.figure.moved(Point(at.x, at.y, pace.height(mover, at.x, at.y)))
        if not closing.touches(there):
            nearest = min(closing.targets, key=lambda target: gap(mover.figure, target))
            places[mover.name] = nearest.at
            stops.append(Straggler(mover.name, nearest.at, drill.refuse(causes.NO_CONTACT, mover, march.target)))
    return Arrangement(paths, places, tuple(stops), judge(paths))


def _carried_out(drill: Drill, wish: Wish, judge: JudgedBy, pace: Pace, pairs: dict[str, Slot]) -> Arrangement:
    """Everybody to its place or towards it. Where somebody who cannot move finds its own place taken, whoever took it
    gives way, until all have found a stand; at the very last nobody moves."""
    own = {name: Slot(snap(p.x), snap(p.y), pairs[name].radius) for name, p in wish.own.items()}
    pairs = pairs | own
    fixed: set[str] = set()
    for _ in drill.march.movers:
        tried = _Attempt(drill, pace, pairs, fixed)
        if tried.stuck is None:
            break
        fixed.add(tried.stuck)
    else:
        tried = _Attempt(drill, pace, pairs, {mover.name for mover in drill.march.movers})
    places = {name: slot.point for name, slot in pairs.items()}
    return Arrangement(tried.paths, places, tuple(tried.stops), judge(tried.paths))


class _Attempt:
    """Paths for everybody, those who get to their places first, then those who stop short; `stuck` is somebody for whom
    nothing is left, not even where it stands."""

    def __init__(self, drill: Drill, pace: Pace, pairs: dict[str, Slot], fixed: set[str]) -> None:
        self.drill, self.pace, self.pairs = drill, pace, pairs
        self.ends: dict[str, Figure] = {}
        self.found: dict[str, Path] = {}
        self.why: dict[str, Refusal] = {}
        self.stuck: str | None = None
        for name in fixed:
            self._stay(drill.march.mover(name))
        short = [mover for mover in self._by_nearness() if mover.name not in fixed and not self._arrives(mover)]
        for mover in short:
            if self.stuck is None and not self._stops_short(mover):
                self.stuck = mover.name

    @property
    def paths(self) -> Paths:
        return {mover.name: self.found[mover.name] for mover in self.drill.march.movers}

    @property
    def stops(self) -> Iterator[Straggler]:
        for mover in self.drill.march.movers:
            if mover.name in self.why:
                yield Straggler(mover.name, self.pairs[mover.name].point, self.why[mover.name])

    def _by_nearness(self) -> list[Mover]:
        """Those nearest to their places first."""
        return sorted(self.drill.march.movers, key=lambda mover: (_far(mover, self.pairs[mover.name]), mover.name))

    def _arrives(self, mover: Mover) -> bool:
        slot = self.pairs[mover.name]
        way = self.pace.way(mover, slot.x, slot.y)
        if not isinstance(way, Refusal) and (other := self._taken(mover, slot.x, slot.y)) is not None:
            way = self.drill.refuse(causes.OVERLAP, mover, other)
        if isinstance(way, Refusal):
            self.why[mover.name] = way
            return False
        self._take(mover, way)
        return True

    def _take(self, mover: Mover, way: Path) -> None:
        self.found[mover.name] = way
        at = way[-1] if way else mover.figure.at
        z = self.pace.height(mover, at.x, at.y) if way else mover.figure.z
        self.ends[mover.name] = mover.figure.moved(Point(at.x, at.y, z))

    def _taken(self, mover: Mover, x: float, y: float) -> str | None:
        """Somebody of the unit who stands there already."""
        there = mover.figure.moved(Point(x, y))
        return next((name for name, end in self.ends.items() if overlap(there, end)), None)

    def _stay(self, mover: Mover) -> None:
        self._take(mover, ())
        slot = self.pairs[mover.name]
        way = self.pace.way(mover, slot.x, slot.y)
        self.why[mover.name] = way if isinstance(way, Refusal) else self.drill.refuse(causes.NO_WAY, mover)

    def _stops_short(self, mover: Mover) -> bool:
        """To the nearest place to its own that it gets to: one that is linked to the others, if there is any."""
        best: Path | None = None
        for x, y in islice(self._nearby(mover), TRIES):
            if self._taken(mover, x, y) is not None or not self.pace.may_end(mover, x, y):
                continue
            way = self.pace.way(mover, x, y)
            if isinstance(way, Refusal):
                continue
            best = way if best is None else best
            there = mover.figure.moved(Point(x, y, self.pace.height(mover, x, y)))
            if not self.ends or any(linked(self.drill.march, there, end) for end in self.ends.values()):
                best = way
                break
        if best is None and self._taken(mover, mover.figure.x, mover.figure.y) is None:
            best = ()
        if best is None:
            return False
        self._take(mover, best)
        return True

    def _nearby(self, mover: Mover) -> Iterator[tuple[float, float]]:
        """Back from its place along its way, as far as it gets; then beside that."""
        line = list(self._backwards(mover))
        yield from line
        if line:
            yield from formations.honeycomb(*line[0], 2 * BACK, SIDEWAYS)

    def _backwards(self, mover: Mover) -> Iterator[tuple[float, float]]:
        slot, figure = self.pairs[mover.name], mover.figure
        far, most = _far(mover, slot), self.drill.march.rounding.longest(self.pace.inches(mover))
        if far == 0.0:
            return
        gone = min(far, most)
        while gone > BACK:
            share = gone / far
            yield snap(figure.x + (slot.x - figure.x) * share), snap(figure.y + (slot.y - figure.y) * share)
            gone -= BACK


def _far(mover: Mover, slot: Slot) -> float:
    return hypot(slot.x - mover.figure.x, slot.y - mover.figure.y)


# ---- pairing models with places -----------------------------------------------------------------------


def paired(drill: Drill, slots: Sequence[Slot], pace: Pace) -> dict[str, Slot]:
    """Each model with a place for its base: by the least way, then so that as many as possible get there."""
    pairs: dict[str, Slot] = {}
    for radius in {slot.radius for slot in slots}:
        movers = [m for m in drill.march.movers if m.figure.base.radius + m.figure.base.core == radius]
        pairs |= _Pairing(movers, [slot for slot in slots if slot.radius == radius], pace).best()
    return pairs


class _Pairing:
    def __init__(self, movers: list[Mover], slots: list[Slot], pace: Pace) -> None:
        self.movers, self.slots, self.pace = movers, slots, pace
        self.far = [[_far(mover, slot) for slot in slots] for mover in movers]
        self.slot_of = list(range(len(movers)))

    def best(self) -> dict[str, Slot]:
        self._nearest()
        self._swapped()
        self._rescued()
        return {mover.name: self.slots[self.slot_of[i]] for i, mover in enumerate(self.movers)}

    def _nearest(self) -> None:
        """The shortest pairs first."""
        left_movers, left_slots = set(range(len(self.movers))), set(range(len(self.slots)))
        for _, i, j in sorted((far, i, j) for i, row in enumerate(self.far) for j, far in enumerate(row)):
            if i in left_movers and j in left_slots:
                self.slot_of[i] = j
                left_movers.discard(i)
                left_slots.discard(j)

    def _swapped(self) -> None:
        """Two change places while that makes the squares of their ways smaller: nobody is left with all of the way."""
        better = True
        while better:
            better = False
            for i in range(len(self.movers)):
                for k in range(i):
                    one, two = self.slot_of[i], self.slot_of[k]
                    now = self.far[i][one] ** 2 + self.far[k][two] ** 2
                    if self.far[i][two] ** 2 + self.far[k][one] ** 2 < now - 1e-9:
                        self.slot_of[i], self.slot_of[k] = two, one
                        better = True

    def _rescued(self) -> None:
        """Whoever cannot get to its place changes with others, so long as that brings one more to a place."""
        owner = {j: i for i, j in enumerate(self.slot_of) if self._gets(i, j)}
        for i in range(len(self.movers)):
            if i not in owner.values():
                self._augment(i, owner, set())
        free = [j for j in range(len(self.slots)) if j not in owner]
        placed = {i: j for j, i in owner.items()}
        for i in range(len(self.movers)):
            if i not in placed:
                placed[i] = min(free, key=lambda j: self.far[i][j])
                free.remove(placed[i])
        self.slot_of = [placed[i] for i in range(len(self.movers))]

    def _augment(self, i: int, owner: dict[int, int], seen: set[int]) -> bool:
        for j in sorted(range(len(self.slots)), key=lambda j: self.far[i][j]):
            if j not in seen and self._gets(i, j):
                seen.add(j)
                if j not in owner or self._augment(owner[j], owner, seen):
                    owner[j] = i
                    return True
        return False

    def _gets(self, i: int, j: int) -> bool:
        mover, slot = self.movers[i], self.slots[j]
        if self.far[i][j] > self.pace.inches(mover) + STEP or not self.pace.may_end(mover, slot.x, slot.y):
            return False
        return not isinstance(self.pace.way(mover, slot.x, slot.y), Refusal)


# ---- wrapping -----------------------------------------------------------------------------------------


class _Middle(Record, frozen=True):
    """A middle to fill the ground round, and what is known of it before anybody is sent there."""

    stops: int
    """So many at the least will stop short of it."""
    number: int
    """The how manieth it is from the one that was wished."""
    pulled: float
    at: tuple[float, float]
    slots: list[Slot]


def _wrapped(drill: Drill, wish: Wish, judge: JudgedBy, pace: Pace) -> Arrangement:
    """Fills the ground round a middle, or round somebody, with places that somebody gets to. If not everybody can, the
    middle comes nearer: the first of those to which most can, and no way is looked for to one that must be worse."""
    best: tuple[tuple[bool, int, int], Arrangement] | None = None
    for middle in _middles(drill, wish, pace):
        if best is not None and best[0] < (False, middle.stops, middle.number):
            break
        pairs = _completed(drill, middle.slots, middle.at, pace)
        plan = _carried_out(drill, wish, judge, pace, pairs)
        plan = Arrangement(plan.paths, plan.places, plan.stops, plan.verdict, middle.pulled)
        worth = plan.refused is not None, len(plan.stops), middle.number
        if best is None or worth < best[0]:
            best = worth, plan
    assert best is not None
    return best[1]


def _middles(drill: Drill, wish: Wish, pace: Pace) -> Iterator[_Middle]:
    """The middles to try: the one that was wished, if it has room for all, then those with the most places first."""
    home = formations.middle(drill.figures())
    around = _around(drill, wish.around)
    to = (wish.to.x, wish.to.y) if wish.to is not None else _front(around, home, home)
    far = hypot(to[0] - home[0], to[1] - home[1])
    found: list[_Middle] = []
    for number in range(1 if around else PULLS):
        pulled = min(far, number * PULL)
        share = 1 - pulled / far if far else 0.0
        centre = (home[0] + (to[0] - home[0]) * share, home[1] + (to[1] - home[1]) * share)
        slots = _filled(drill, pace, centre, around)
        # One may find the middle itself free, whose place was none, and others have places of their own.
        stops = max(0, len(drill.march.movers) - len(slots) - 1 - len(wish.own))
        middle = _Middle(stops, number, pulled, centre, slots)
        if number == stops == 0:
            yield middle
        else:
            found.append(middle)
        if pulled == far:
            break
    yield from sorted(found, key=lambda middle: (middle.stops, middle.number))


def _around(drill: Drill, name: str) -> list[Figure]:
    """Those who are to be gone round: a unit, or one model."""
    return [other for other in drill.march.others if name and name in (other.unit, other.id)]


def _front(around: list[Figure], home: tuple[float, float], to: tuple[float, float]) -> tuple[float, float]:
    """Where a unit that goes round somebody has its middle: beside the nearest of them."""
    if not around:
        return to
    nearest = min(around, key=lambda figure: hypot(figure.x - home[0], figure.y - home[1]))
    return nearest.x, nearest.y


def _filled(drill: Drill, pace: Pace, centre: tuple[float, float], around: list[Figure]) -> list[Slot]:
    """Places for everybody, largest bases first, each linked to one before it."""
    slots: list[Slot] = []
    movers = sorted(drill.march.movers, key=lambda mover: -_radius(mover))
    for radius in dict.fromkeys(map(_radius, movers)):
        same = [mover for mover in movers if _radius(mover) == radius]
        spots = [Slot(x, y, radius) for x, y in _spots(drill, centre, around, radius)]
        _fill(drill, pace, spots, same, slots)
    return slots


def _fill(drill: Drill, pace: Pace, spots: list[Slot], movers: list[Mover], slots: list[Slot]) -> None:
    """Takes spots for these models, until they are enough or none is left that is linked to those taken."""
    wanted, link = len(slots) + len(movers), drill.march.bonds.link
    seen = 0
    while len(slots) < wanted:
        before, left = len(slots), []
        for spot in spots:
            if len(slots) == wanted:
                return
            nearest = _nearest_of(slots, seen, spot)
            if nearest > link:
                left.append(spot)
            elif nearest >= 0.0 and _somebody_near(pace, movers, spot) and pace.may_end(movers[0], spot.x, spot.y):
                slots.append(spot)
        if len(slots) == before:
            return
        spots, seen = left, before


def _nearest_of(slots: list[Slot], seen: int, spot: Slot) -> float:
    """How far it is to the nearest of the slots but for those it has been `seen` to be far from; 0 to none at all."""
    if not slots:
        return 0.0
    nearest, x, y, radius = inf, spot.x, spot.y, spot.radius
    for number in range(seen, len(slots)):
        other = slots[number]
        apart = hypot(x - other.x, y - other.y) - radius - other.radius
        if apart < nearest:
            nearest = apart
            if apart < 0.0:
                break
    return nearest


def _spots(
    drill: Drill, centre: tuple[float, float], around: list[Figure], radius: float
) -> Iterator[tuple[float, float]]:
    """Where somebody might stand: round a middle, or beside those who are gone round, the closest first."""
    march = drill.march
    reach = march.bonds.across / 2 - radius - STEP
    pitch = 2 * radius + formations.TIGHT
    if not around:
        yield from formations.honeycomb(*centre, pitch + SPARE, reach)
        yield from formations.honeycomb(*centre, pitch / 2, reach)
        return
    gap = STEP if around[0].unit in march.free else march.spacing + STEP
    for ring in range(RINGS):
        spots = formations.rings(around, radius, gap + ring * pitch)
        near = [(hypot(x - centre[0], y - centre[1]), x, y) for x, y in spots]
        yield from ((x, y) for far, x, y in sorted(near) if far <= march.bonds.across / 2 + radius)


def _somebody_near(pace: Pace, movers: list[Mover], slot: Slot) -> bool:
    return any(_far(mover, slot) <= pace.inches(mover) for mover in movers)


def _radius(mover: Mover) -> float:
    return mover.figure.base.radius + mover.figure.base.core


def _completed(drill: Drill, slots: list[Slot], centre: tuple[float, float], pace: Pace) -> dict[str, Slot]:
    """A place for everybody: those for whom none was found are wished into the middle, and will stop short of it."""
    enough = list(slots)
    for radius in {_radius(mover) for mover in drill.march.movers}:
        wanted = len([mover for mover in drill.march.movers if _radius(mover) == radius])
        have = len([slot for slot in slots if slot.radius == radius])
        enough += [Slot(snap(centre[0]), snap(centre[1]), radius)] * (wanted - have)
    return paired(drill, enough, pace)
