"""The one judge of a path in measured play (OT-27.3 to OT-27.8): straight segments of the base's middle, paid by their
length. `measured_guide` proposes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, sqrt

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics import measured
from sandtable.rulesets.opentactics.field import Increment
from sandtable.rulesets.opentactics.movement.athletics_tests import climb_test, hazard_roll, jump_test, swim_test
from sandtable.rulesets.opentactics.movement.deployment import entries
from sandtable.rulesets.opentactics.movement.judge import exits
from sandtable.rulesets.opentactics.movement.plan import Leg, Plan, Trial
from sandtable.rulesets.opentactics.movement.steps import plain, rough_and_water
from sandtable.rulesets.opentactics.state import LATTICE, Doing, State, Unit
from sandtable.table.grid import Cell
from sandtable.table.lattice import Root, at_most

SLACK = 1e-9
DIRECTIONS = 16
TRIES = 12


def point_of(at: Cell, by: str = "") -> Point:
    return Point(at[0] / LATTICE, at[1] / LATTICE, 0.0, by)


def place_of(point: Point) -> Cell:
    return round(point.x * LATTICE), round(point.y * LATTICE)


class MeasuredPath:
    """A path measured in thought, segment by segment."""

    def __init__(self, state: State, unit: Unit, doing: Doing) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        self.field, self.card, self.gait = state.field, unit.card, unit.card.gait
        self.filled = measured.filled_cells(state)
        self.here: Cell | None = unit.at
        self.parts: list[tuple[Cell, Cell, list[int]]] = []
        """Segments that have been paid for: both ends, and the rate of each part."""
        self.extra: list[Root] = []
        """What was paid besides for landings, as multiples of square roots."""
        self.rest = 0
        self.spent = 0.0
        self.moved = 0.0
        self.swum = 0.0
        self.legs: list[Leg] = []
        self.trials: list[Trial] = []
        self.paid = 0.0
        traits, options = self.card.traits, state.options
        # Flying over enemies is forbidden, but for the house rule (OT-10.4).
        self.over_enemies = traits.through_enemies or (self.gait.flying and options["flyers_over_enemies"] == "yes")
        self.after_step = options["test_remaining"] == "after_step"
        self.once_wet = options["swim_test"] == "once_per_stretch"

    # ---- paying -----------------------------------------------------------------------------------

    def _pay(self, points: int) -> None:
        self.rest += points
        self.spent += points

    def _too_dear(self) -> bool:
        """Exact: fractions count as fractions (OT-27.3)."""
        over = self.spent - self.doing.points
        if abs(over) > SLACK:
            return over > 0
        return not at_most(self._roots(), Fraction(self.rest), Fraction(self.doing.points))

    def _roots(self) -> Iterator[Root]:
        """The cost of all segments as multiples of square roots, for the comparison that must not err."""
        for a, b, rates in self.parts:
            shares = measured.exact_cuts(a, b) if len(rates) > 1 else [Fraction(0), Fraction(1)]
            paid = Fraction(0)
            for (first, last), rate in zip(pairwise(shares), rates, strict=True):
                paid += (last - first) * rate
            yield paid / LATTICE, Fraction((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        yield from self.extra

    def _left(self, cost: int = 0) -> int:
        """Points left for a test, rounded down (OT-27.5)."""
        return floor(self.doing.points - self.spent - (cost if self.after_step else 0) + SLACK)

    # ---- segments ---------------------------------------------------------------------------------

    def go(self, to: Cell, jump: bool) -> Refusal | None:
        field = self.field
        if not (0 <= to[0] <= field.columns * LATTICE and 0 <= to[1] <= field.rows * LATTICE):
            return Refusal("that lies outside the map", "OT-6.23")
        if self.here is None:
            if jump:
                return Refusal("the first step onto the map is no jump", "OT-11.4")
            refusal = self._enter(to)
            if refusal is not None or self.here == to:
                return refusal
        here = self.here
        assert here is not None
        if here == to:
            return Refusal("it stands there already", "OT-6.3")
        if (refusal := self._in_the_way(here, to, jump)) is not None:
            return refusal
        refusal = self._jump(here, to) if jump and not self.gait.flying else self._walk(here, to)
        if refusal is None:
            self._leg(to)
            if self._too_dear():
                return Refusal(f"the way costs {self.spent:.2f} of {counted(self.doing.points, 'point')}", "OT-6.18")
        return refusal

    def _leg(self, to: Cell) -> None:
        self.legs.append(Leg(to, self.spent - self.paid, tuple(self.trials)))
        self.paid, self.trials, self.here = self.spent, [], to

    def _in_the_way(self, here: Cell, to: Cell, jump: bool) -> Refusal | None:
        """Not over the base of an enemy (OT-27.4), flying or not (OT-10.4); over those of allies."""
        if self.over_enemies or (jump and self.gait.leaps):
            return None
        for other in self.state.enemies(self.unit):
            if measured.sweeps_over(self.unit, here, to, other):
                return Refusal(f"the base of {other.name} is in the way", "OT-9.2" if jump else "OT-27.4")
        return None

    def _enter(self, first: Cell) -> Refusal | None:
        """From just outside the edge, straight on (OT-27.8)."""
        player, field = self.state.players[self.unit.seat], self.field
        cells = set(entries(self.state, self.unit))
        rim = {
            "south": (first[0], 0), "north": (first[0], field.rows * LATTICE),
            "west": (0, first[1]), "east": (field.columns * LATTICE, first[1]),
        }  # fmt: skip
        at = first if player.inland else rim[player.edge]
        cell = measured.cell_under(field, at)
        if cell not in cells:
            return Refusal("that is not on the edge it deploys from", "OT-11.2")
        if self._closed(cell):
            return Refusal("the edge is impassable there", "OT-6.22")
        self.parts.append(((0, 0), (measured.radius(self.unit), 0), [1]))
        self.spent += self.card.base_width / 2
        self.moved += self.card.base_width / 2
        self._trials_on_entering(field.at(cell), entering=True)
        self._leg(at)
        if self._too_dear():
            return Refusal("it has not enough points to enter the map", "OT-6.18")
        return None

    def _closed(self, cell: Cell) -> bool:
        if self.gait.flying or self.gait.through_rock:
            return False
        return self.field.at(cell).impassable or cell in self.filled

    def _walk(self, here: Cell, to: Cell) -> Refusal | None:
        length = sqrt((to[0] - here[0]) ** 2 + (to[1] - here[1]) ** 2) / LATTICE
        rates: list[int] = []
        self.parts.append((here, to, rates))
        under = measured.cell_under(self.field, here)
        for first, last, cell in measured.spans(self.field, here, to):
            if cell != under:
                refusal = self._cross(here, to, first, under, cell)
                if refusal is not None:
                    return refusal
                under = cell
            square = self.field.at(cell)
            rough, water = (0, 0) if self.gait.flying else rough_and_water(square, self.gait)
            part = (last - first) * length
            rates.append(1 + rough + water)
            self.spent += part * rates[-1]
            self.moved += part
            self._swim_on(part if water else 0.0, water > 0)
        return None

    def _cross(self, here: Cell, to: Cell, share: float, old: Cell, new: Cell) -> Refusal | None:
        """Over the border of two increments: rock, climbs, water, hazards."""
        if self._closed(new):
            return Refusal("the way is impassable", "OT-6.22")
        if self.gait.flying:
            return None
        rise = self.field.height(new) - self.field.height(old)
        if rise:
            if abs(rise) > self.gait.base_width and not self.field.laddered(old, new):
                foot = _just_before(here, to, share, old)
                if rise > 0 and not self._could_stay(foot):
                    return Refusal("it could not stay at the foot of the climb, which needs a test", "OT-7.11")
                self._leg(foot)
                self.trials.append(climb_test(self._left(1), self.card.traits, falls=rise < 0))
            self._pay(1)
        self._trials_on_entering(self.field.at(new), entering=not self.field.at(old).water)
        return None

    def _could_stay(self, at: Cell) -> bool:
        """Would a base here overlap no other and stand on ground that can be stood on (OT-6.21, OT-6.22)?"""
        cell = measured.cell_under(self.field, at)
        if self.field.at(cell).impassable or cell in self.filled:
            return False
        return not any(
            measured.overlaps(self.unit, at, other) for other in self.state.on_map() if other is not self.unit
        )

    def _trials_on_entering(self, square: Increment, entering: bool) -> None:
        """Water and hazards, at the moment they are entered (OT-6.10, OT-8.3)."""
        if self.gait.flying:
            return
        if square.water and not self.gait.free_water and entering:
            self.swum = 0.0
            self.trials.append(swim_test(self._left(), self.card.traits))
        if square.hazard:
            self.trials.append(hazard_roll(square.hazard))

    def _swim_on(self, part: float, wet: bool) -> None:
        """Again after each full increment swum (OT-27.5)."""
        if not wet:
            self.swum = 0.0
            return
        before, self.swum = floor(self.swum + SLACK), self.swum + part
        if not self.once_wet:
            for _ in range(floor(self.swum + SLACK) - before):
                self.trials.append(swim_test(self._left(), self.card.traits))

    # ---- jumps ------------------------------------------------------------------------------------

    def _jump(self, here: Cell, to: Cell) -> Refusal | None:
        """From the first to the last ground that is jumped; what is open before and after is walked (OT-27.6)."""
        field, bw = self.field, self.gait.base_width
        start = field.height(measured.cell_under(field, here))
        parts = list(measured.spans(field, here, to))
        landing = field.at(measured.cell_under(field, to))
        daring = self.gait.leaps and any(
            measured.sweeps_over(self.unit, here, to, enemy) for enemy in self.state.enemies(self.unit)
        )
        over = [part for part in parts if daring or not plain(field.at(part[2]), start)]
        if not over:
            return Refusal("there is nothing to jump over", "OT-9.3")
        first, last = over[0][0], over[-1][1]
        for begin, end, cell in parts:
            if begin < first or end > last:
                continue
            square = field.at(cell)
            if self._closed(cell):
                return Refusal("impassable ground cannot be jumped", "OT-9.2")
            if square.height - start > bw:
                return Refusal("the ground between is too high to be jumped", "OT-9.14")
            if not daring and plain(square, start):
                return Refusal("plain open ground is not jumped", "OT-9.3")
        if abs(landing.height - start) > bw:
            return Refusal("the landing is too high or too deep", "OT-9.15")
        length = sqrt((to[0] - here[0]) ** 2 + (to[1] - here[1]) ** 2) / LATTICE
        lead, width = first * length, (last - first) * length
        run_up = floor(self.moved + lead + SLACK)
        increments = max(1, ceil(width - SLACK))
        self.trials.append(jump_test(self.card.athletics, run_up, self.card.traits, increments))
        self.parts.append((here, to, [1]))
        self.spent += length
        if landing.height != start:
            self._pay(1)
        self.moved += length
        if not self.after_step:
            self._trials_on_entering(landing, entering=True)
        if last == 1:
            self._pay_landing(here, to, parts.index(over[0]), width, sum(rough_and_water(landing, self.gait)))
        if self.after_step:
            self._trials_on_entering(landing, entering=True)
        return None

    def _pay_landing(self, here: Cell, to: Cell, taken_off: int, width: float, more: int) -> None:
        """Rough ground and water cost their extra points where it lands: for the last increment of the width, or for
        all of it if it is shorter (OT-9.16, OT-27.6)."""
        if not more:
            return
        share = 1 - measured.exact_cuts(here, to)[taken_off]
        squared = Fraction((to[0] - here[0]) ** 2 + (to[1] - here[1]) ** 2)
        if at_most([(share / LATTICE, squared)], Fraction(0), Fraction(1)):
            self.extra.append((share * more / LATTICE, squared))
            self.spent += width * more
        else:
            self._pay(more)

    # ---- the end ----------------------------------------------------------------------------------

    def finish(self) -> Plan | Refusal:
        end = self.here
        if not self.legs or end is None:
            return Refusal("a move has at least one step", "OT-6.3")
        cell = measured.cell_under(self.field, end)
        if self.field.at(cell).impassable or cell in self.filled:
            return Refusal("no unit can end on impassable ground", "OT-10.3" if self.gait.flying else "OT-6.22")
        for other in self.state.on_map():
            if other is not self.unit and measured.overlaps(self.unit, end, other):
                return Refusal(f"its base would overlap that of {other.name}", "OT-27.4")
        return Plan(tuple(self.legs), end, round(self.spent, 6))

    def leave(self) -> Plan | Refusal:
        here = self.here
        if here is None or measured.cell_under(self.field, here) not in exits(self.state, self.unit):
            return Refusal("units leave over the enemy's edge only, from its row", "OT-6.23")
        self._pay(1)
        if self._too_dear():
            return Refusal("the step over the edge costs 1 point", "OT-6.18")
        return Plan(tuple(self.legs), here, round(self.spent, 6), out=True)


def _just_before(here: Cell, to: Cell, share: float, old: Cell) -> Cell:
    """The last place on the way that still belongs to the increment `old`."""
    spot = []
    for axis in (0, 1):
        exact = here[axis] + (to[axis] - here[axis]) * share
        low = old[axis] * LATTICE
        spot.append(min(max(int(exact // 1), low), low + LATTICE - 1))
    return spot[0], spot[1]


def survey(state: State, unit: Unit, doing: Doing, points: Sequence[Point]) -> Plan | Refusal:
    """The plan of a path, or the first thing that forbids it."""
    walked = MeasuredPath(state, unit, doing)
    for number, point in enumerate(points):
        if point.by == "out":
            if number != len(points) - 1:
                return Refusal("the path ends where it leaves the map", "OT-6.23")
            return walked.leave()
        refusal = walked.go(place_of(point), point.by == "jump")
        if refusal is not None:
            return refusal
    return walked.finish()
