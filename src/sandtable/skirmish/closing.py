"""Charges of units: into contact with the target, and whoever finds no place there as close to it as it can come.

Models move one after the other. Each has the places that those before it have left: first those in contact, then ever
wider rings round the target's bases. A place that is linked to those who have moved goes before one that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot, inf

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.records import Leaf
from sandtable.skirmish.cohesion import linked, ramp_joins
from sandtable.skirmish.drill import Drill, Path, UnitWalk
from sandtable.skirmish.pace import Pace, pace_of
from sandtable.skirmish.rim import Neighbours, Rim, distance
from sandtable.skirmish.unit_march import NOWHERE, Mover, UnitMarch
from sandtable.table import STEP, Figure, causes, gap, gap_in_space, overlap
from sandtable.table.arcs import Circle, Segment
from sandtable.table.hot.plane import point_segment
from sandtable.table.measuring import outline_segments
from sandtable.table.pieces import Spot
from sandtable.table.units import fits_in_circle

WIDER = 0.0625
"""How much farther out each ring is than the one before."""
FRONT, TRIES = 5, 40
"""Farther out than contact so many bases of the target count, and so many places round them."""
BENDS = 12
"""So many of the places that no straight way leads to are tried with ways that bend, the closest first."""
DEEPER = 2.0
"""A place that holds the unit together is looked for so much farther out than one that does not."""
FORGIVEN = 0.1
"""How much farther off a model may stop than the closest place it could come to."""
NO_SPOT = -1.0, 0.0, 0.0
"""What is no place, and nearer than all: a distance and a spot."""


class Closest(Leaf, frozen=True):
    """How close a model comes, and by which way."""

    gap: float
    way: Path
    at: Point


class Ranks:
    """Those of a unit who have found their places, and whether one more holds together with them."""

    def __init__(self, march: UnitMarch, placed: Sequence[Figure], stand: Sequence[Circle]) -> None:
        self.march, self.placed, self._stand = march, placed, stand
        self._link = march.rounding.longest(march.bonds.link) + STEP
        self._across = march.rounding.longest(march.bonds.across)

    def may_join(self, mover: Mover, x: float, y: float) -> bool:
        """Could a model here hold together with the others? By their discs, without a height."""
        wide = mover.figure.base.radius + mover.figure.base.core
        linked, across, link = not self._stand, self._across - 2 * wide + STEP, self._link + wide
        for ox, oy, other in self._stand:
            away = (x - ox) * (x - ox) + (y - oy) * (y - oy)
            if away > (across - other + wide) * (across - other + wide):
                return False
            linked = linked or away <= (link + other) * (link + other)
        return linked

    def join(self, there: Figure) -> bool:
        placed = self.placed
        if placed and not any(linked(self.march, there, one) for one in placed):
            return False
        return not placed or fits_in_circle([*placed, there], self._across)


class Closing:
    """The places round the target of a charge."""

    def __init__(self, drill: Drill, pace: Pace) -> None:
        self.drill, self.pace = drill, pace
        self.targets = drill.march.targets()
        self.touch = drill.march.rounding.longest(drill.march.rounding.contact)
        """The widest gap that is contact."""
        self._discs = [_disc(target) for target in self.targets]
        self._known: dict[tuple[object, ...], Closest | None] = {}
        self._proposed: Paths | None = None
        self._rims = _rims_of(drill, self.targets, self.touch)

    def touches(self, there: Figure) -> bool:
        return any(gap(there, target) <= self.touch and self._level(there, target) for target in self.targets)

    def _level(self, there: Figure, target: Figure) -> bool:
        """As high as each other, or joined by a ramp."""
        march = self.drill.march
        return abs(there.z - target.z) <= march.rounding.contact or ramp_joins(march.table, there, target)

    def is_level(self, there: Figure) -> bool:
        """Is the base of the target that is closest in plan on its level?"""
        return self._level(there, min(self.targets, key=lambda target: gap(there, target)))

    def gap(self, there: Figure) -> float:
        """How far it is to the target, in a straight line in space; along a ramp height is nothing."""
        return min(
            gap(there, target) if self._level(there, target) else gap_in_space(there, target) for target in self.targets
        )

    def closest(self, mover: Mover, placed: Sequence[Figure], within: float = inf) -> Closest | None:
        """The closest place that is left for a model: one that holds the unit together, if there is any. Who plans a
        charge and who judges it ask the same."""
        key = mover.name, tuple([(one.id, one.x, one.y, one.z) for one in placed]), within
        if key not in self._known:
            self._known[key] = self._closest(mover, placed, within)
        return self._known[key]

    def comes_within(self, mover: Mover, inches: float) -> bool:
        """Can a model come so near while all places are free? If a straight way leads to one just near enough, that
        tells it at once."""
        return self._straight_there(mover, inches) or self.closest(mover, (), within=inches) is not None

    def _straight_there(self, mover: Mover, inches: float) -> bool:
        now, ring = self.gap(mover.figure), self._first_ring(mover)
        if self.pace.mired(mover) or ring >= min(now, inches):
            return False
        while ring + WIDER < min(now, inches):
            ring += WIDER
        for x, y in self._spots(mover, ring, self._front(mover, ())):
            if self._is_free(mover, x, y, (), self._discs) and not self.pace.shut(mover, x, y):
                found = self._taken_up(mover, x, y, bends=False)
                if found is not None and found.gap < now:
                    return True
        return False

    def _first_ring(self, mover: Mover) -> float:
        """How close to the target it may come at all, if it may go so far."""
        return max(0.0, min(gap(mover.figure, target) for target in self.targets) - self.pace.inches(mover))

    def _closest(self, mover: Mover, placed: Sequence[Figure], within: float) -> Closest | None:
        if self.pace.mired(mover):
            return None
        best: Closest | None = None
        loose: Closest | None = None
        now, left = self.gap(mover.figure), BENDS
        stand = [_disc(one) for one in placed]
        taken, front, ranks = [*stand, *self._discs], self._front(mover, stand), Ranks(self.drill.march, placed, stand)
        ring = self._first_ring(mover)
        while ring < min(now, within, _or_inf(best), _or_inf(loose) + DEEPER):
            spots = self._spots(mover, ring, front)
            if ring == 0.0 and not placed:
                spots += self._more_spots(mover, front)
            for x, y in spots:
                if loose is not None and not ranks.may_join(mover, x, y):
                    continue  # one place that does not hold the unit together is enough
                if not self._is_free(mover, x, y, placed, taken):
                    continue
                shut = self.pace.shut(mover, x, y)
                found = None if shut else self._taken_up(mover, x, y, bends=False)
                if found is None and left:
                    found, left = self._taken_up(mover, x, y, bends=True), left - 1
                if found is None or found.gap >= now:
                    continue
                there = mover.figure.moved(found.at)
                if not ranks.join(there):
                    loose = loose or found
                elif self.is_level(there):
                    return found
                elif found.gap < _or_inf(best):
                    best = found  # height counts too: a place farther out may be closer than one above or below
            ring += WIDER
        return best or loose

    def _is_free(self, mover: Mover, x: float, y: float, placed: Sequence[Figure], taken: Sequence[Circle]) -> bool:
        """Is there room at a place, as far as one sees without a way to it? Round bases are told by their discs."""
        radius = mover.figure.base.radius
        for ox, oy, other in taken:
            dx, dy, across = ox - x, oy - y, other + radius
            if dx * dx + dy * dy < across * across:
                return False
        if mover.figure.base.core:
            there = mover.figure.moved(Point(x, y))
            if any(overlap(there, one) for one in placed):
                return False
        return self.pace.may_end(mover, x, y)

    def _taken_up(self, mover: Mover, x: float, y: float, *, bends: bool) -> Closest | None:
        """The place, if a way leads to it."""
        way = self.pace.way(mover, x, y, bends=bends)
        there = mover.figure.moved(Point(x, y, self.pace.height(mover, x, y)))
        return None if isinstance(way, Refusal) else Closest(self.gap(there), way, there.at)

    def _front(self, mover: Mover, placed: Sequence[Circle]) -> list[tuple[float, Rim, Neighbours]]:
        """The target's bases, the nearest to a model first, with those who have moved about each."""
        figure = mover.figure
        nearest = sorted(self._rims, key=lambda rim: (figure.x - rim.x) ** 2 + (figure.y - rim.y) ** 2)
        return [(rim.away(figure.x, figure.y), rim, rim.beside(placed)) for rim in nearest]

    def _spots(self, mover: Mover, ring: float, front: Sequence[tuple[float, Rim, Neighbours]]) -> list[Spot]:
        """Places at this gap from the target's bases, the nearest to the model first: in contact all of them, farther
        out those round the bases that are nearest to it."""
        base, x, y = mover.figure.base, mover.figure.x, mover.figure.y
        most, wide = self.pace.inches(mover) + self.touch, base.radius + base.core
        found: list[tuple[float, float, float]] = []
        for away, rim, placed in front if ring == 0.0 else front[:FRONT]:
            if away - (rim.wide + wide + ring) > most:
                continue
            for spots in (rim.straight(base, ring, x, y, placed), rim.spots(base, ring, placed)):
                for spot_x, spot_y in spots:
                    apart = distance(spot_x, spot_y, x, y)
                    if apart <= most:
                        found.append((apart, spot_x, spot_y))
        found.sort()
        near: list[Spot] = []
        last = NO_SPOT
        for spot in found:
            if spot != last:
                near.append((spot[1], spot[2]))
                if ring != 0.0 and len(near) == TRIES:
                    break
                last = spot
        return near

    def _more_spots(self, mover: Mover, front: Sequence[tuple[float, Rim, Neighbours]]) -> list[Spot]:
        """More places in contact with the nearest bases, for whoever gets there first: where a way past somebody leads
        to neither the nearest place nor one that touches his spacing."""
        base, x, y = mover.figure.base, mover.figure.x, mover.figure.y
        most, wide = self.pace.inches(mover) + self.touch, base.radius + base.core
        near = [rim for away, rim, _ in front[:FRONT] if wide < away - rim.wide <= most + wide]
        found = [(distance(*spot, x, y), spot) for rim in near for spot in rim.facing(base, x, y)]
        return [spot for apart, spot in sorted(found) if apart <= most]

    # ---- the unit ---------------------------------------------------------------------------------

    def charge(self) -> Paths:
        """A way for everybody: first somebody who gets into contact, then the nearest; in this order they move. Where
        somebody who comes no closer finds its own place taken, it goes before all others, until all have a stand."""
        if self._proposed is None:
            movers = self.nearest_first()
            first = next(filter(self.gets_there, movers), movers[0])
            self._proposed, stuck = self._in_turn(_before_all(first, movers))
            for _ in movers:
                if stuck is None:
                    break
                order = [self.drill.movers[name] for name in self._proposed]
                self._proposed, stuck = self._in_turn(_before_all(stuck, order))
        return self._proposed

    def _in_turn(self, order: Sequence[Mover]) -> tuple[Paths, Mover | None]:
        """Ways of models that move in this order; and who came no closer and found its own place taken."""
        paths: Paths = {}
        placed: list[Figure] = []
        stuck: Mover | None = None
        for mover in order:
            found = None if self.touches(mover.figure) else self.closest(mover, placed)
            if found is None and stuck is None and any(overlap(mover.figure, one) for one in placed):
                stuck = mover
            paths[mover.name] = () if found is None else found.way
            placed.append(mover.figure if found is None else mover.figure.moved(found.at))
        return paths, stuck

    def nearest_first(self) -> list[Mover]:
        return sorted(self.drill.march.movers, key=lambda mover: (self.gap(mover.figure), mover.name))

    def gets_there(self, mover: Mover) -> bool:
        """Can it end in contact while all places are free?"""
        if self.touches(mover.figure):
            return True
        found = self.closest(mover, (), within=self.touch)
        return found is not None and self.touches(mover.figure.moved(found.at))

    def refused(self, walk: UnitWalk) -> Refusal | None:
        """Why a move is no charge, if it is none: nobody touches the target, or somebody holds back."""
        march, movers = self.drill.march, self.drill.movers
        ends = {name: movers[name].figure.moved(way.end) for name, way in walk.ways.items()}
        if march.contact and not any(self.touches(there) for there in ends.values()):
            return march.verdicts.refuse(causes.NO_CONTACT, march.unit, march.target)
        # The order is the mover's own choice, and a record of the paths does not keep it.
        first = self._held_back(ends, list(ends))
        if first is None:
            return None
        return None if any(self._held_back(ends, order) is None for order in self._orders(ends)) else first

    def _orders(self, ends: Mapping[str, Figure]) -> Iterator[list[str]]:
        """In which orders the models may have gone: the nearest first, the closest in the end first, or as proposed."""
        yield sorted(ends, key=lambda name: self.gap(self.drill.movers[name].figure))
        yield sorted(ends, key=lambda name: self.gap(ends[name]))
        yield list(self.charge())

    def _held_back(self, ends: Mapping[str, Figure], order: Sequence[str]) -> Refusal | None:
        """Who could have come closer, if the models go in this order."""
        placed: list[Figure] = []
        for name in order:
            there, mover = ends[name], self.drill.movers[name]
            closest = None if self.touches(there) else self.closest(mover, placed)
            if closest is not None:
                contact = self.touches(there.moved(closest.at))  # then nothing less will do
                now, least = self.gap(there), 0.0 if contact else closest.gap
                if contact or now > least + FORGIVEN:
                    return self.drill.refuse(causes.NOT_CLOSE, mover, self.drill.march.target, now, least)
            placed.append(there)
        return None


def closing_of(pace: Pace) -> Closing:
    """The places round the target, prepared once for all who ask."""
    key = Closing, pace
    if key not in pace.drill.kept:
        pace.drill.kept[key] = Closing(pace.drill, pace)
    found: Closing = pace.drill.kept[key]
    return found


def _rims_of(drill: Drill, targets: Sequence[Figure], touch: float) -> list[Rim]:
    """The rims of the target's bases; whichever pace they are reached at, they are the same."""
    key = (Rim,)
    if key not in drill.kept:
        others = [(x, y, r + least) for one, least in drill.kept_from() for x, y, r in [_disc(one)]]
        far = touch + 2 * max(_disc(mover.figure)[2] for mover in drill.march.movers)
        drill.kept[key] = [Rim(one, others, touch, list(_edges_about(drill.march, one, far))) for one in targets]
    found: list[Rim] = drill.kept[key]
    return found


def _edges_about(march: UnitMarch, target: Figure, far: float) -> Iterator[Segment]:
    """The edges of the ground so near to a base that a model in contact with it could touch them: of what stops it,
    holds it back, bears nobody or is stood on, and of the table."""
    x, y, radius = _disc(target)
    right, top, reach = march.table.width, march.table.height, radius + far
    plans = march.table.plans
    barred = march.gait.stops | march.slow | march.unstable
    near = [(0.0, 0.0, right, 0.0), (right, 0.0, right, top), (right, top, 0.0, top), (0.0, top, 0.0, 0.0)]
    for number, piece in enumerate(march.table.terrain):
        chain = plans.first_chain[number]
        if hypot(plans.mx[chain] - x, plans.my[chain] - y) > plans.mr[chain] + reach:
            continue
        if piece.top > 0.0 or not barred.isdisjoint(piece.traits):
            near.extend(outline_segments(piece.rings))
    return (edge for edge in near if point_segment(x, y, *edge) <= reach * reach)


def _before_all(first: Mover, movers: Sequence[Mover]) -> list[Mover]:
    return [first, *(mover for mover in movers if mover is not first)]


def _or_inf(found: Closest | None) -> float:
    return inf if found is None else found.gap


def _disc(figure: Figure) -> Circle:
    """Middle and radius of the disc that holds a base."""
    return figure.x, figure.y, figure.base.radius + figure.base.core


def may_charge(drill: Drill) -> bool:
    """Can any model of the unit end in contact with the target, by a legal way?"""
    return any(any(map(closing.gets_there, closing.nearest_first())) for closing in closings(drill))


def nearest_gets_there(drill: Drill) -> bool:
    """Can the model that is nearest to the target? Then the others find their places behind it."""
    return any(closing.gets_there(closing.nearest_first()[0]) for closing in closings(drill))


def closings(drill: Drill) -> Iterator[Closing]:
    """Round what slows a unit, and through it."""
    march = drill.march
    limits = ((inf, march.slow), (march.slow_inches, NOWHERE)) if drill.slow_near else ((inf, NOWHERE),)
    for limit, avoided in limits:
        yield closing_of(pace_of(drill, limit, avoided))
