"""The one judge of a path on the grid (chapters 6 to 11): `survey` gives the plan with its cost and tests, or the first
thing that forbids it. `finder` only proposes; whatever it finds is made of the same steps and jumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sandtable.engine.questions import Refusal
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.movement.athletics_tests import climb_test, hazard_roll, jump_test, swim_test
from sandtable.rulesets.opentactics.movement.deployment import entry_stride, why_no_entry
from sandtable.rulesets.opentactics.movement.jumps import make_jump
from sandtable.rulesets.opentactics.movement.others_in_the_way import (
    Traffic,
    held_or_filled,
    no_end,
    over_somebody,
    traffic,
    why_no_jump,
)
from sandtable.rulesets.opentactics.movement.plan import Leg, Plan, Trial
from sandtable.rulesets.opentactics.movement.steps import Stride, stride_to
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell, label, straight


class Hop(Struct, frozen=True):
    """One word of a path: the next increment, reached by a step or by a jump; or `out` over the edge."""

    to: Cell
    jump: bool = False
    out: bool = False


OUT = Hop((-1, -1), out=True)


class GridPath:
    """A path walked in thought, word by word."""

    def __init__(self, state: State, unit: Unit, doing: Doing, moving: Traffic | None) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        self.field, self.gait, self.card = state.field, unit.card.gait, unit.card
        self.traffic = moving or traffic(state, unit)
        self.here: Cell | None = unit.at
        self.left = doing.points
        self.moved = 0
        self.wet = False
        self.legs: list[Leg] = []
        self.after_step = state.options["test_remaining"] == "after_step"
        self.once_wet = state.options["swim_test"] == "once_per_stretch"

    def go(self, hop: Hop) -> Refusal | None:
        """One word of the path, which stays on the map (OT-6.23)."""
        if not self.field.holds(hop.to):
            return Refusal(f"{label(hop.to) if min(hop.to) >= 0 else 'that'} lies outside the map", "OT-6.23")
        if self.here is None:
            return self._enter(hop)
        if hop.to == self.here:
            return Refusal(f"it stands in {label(hop.to)} already", "OT-6.3")
        if hop.jump:
            if self.gait.flying:
                return self._fly_straight(hop)
            return self._jump(self.here, hop.to)
        return self._step(self.here, hop.to)

    def _enter(self, hop: Hop) -> Refusal | None:
        """From then on a deployment is a movement like any other (OT-11.3)."""
        why = why_no_entry(self.state, self.unit, hop.to, hop.jump, self.traffic)
        if why is not None:
            return why
        stride = entry_stride(self.field, self.gait, hop.to)
        if stride is None:
            return Refusal(f"{label(hop.to)} is impassable", "OT-6.22")
        return self._take(stride)

    def _step(self, here: Cell, to: Cell) -> Refusal | None:
        """Next to it (OT-6.4); not through enemies (OT-6.20, OT-10.4), through allies if it will (OT-6.19); past no
        rock (OT-6.15, OT-6.22) and no enemy (OT-6.16) at the corner; up from where it could stay (OT-7.11)."""
        if max(abs(to[0] - here[0]), abs(to[1] - here[1])) > 1:
            return Refusal(f"{label(to)} is not next to {label(here)}; name every increment of the path", "OT-6.4")
        if to in self.traffic.blocked:
            return held_or_filled(to, self.unit, self.traffic)
        stride = stride_to(self.field, self.gait, here, to, self.state.options["diagonal_effects"] == "sum")
        if stride is None:
            if self.field.at(to).impassable:
                return Refusal(f"{label(to)} is impassable", "OT-6.22")
            return Refusal("an impassable increment at the corner forbids the diagonal step", "OT-6.15")
        for cell in stride.corners:
            if cell in self.traffic.corners:
                enemy = cell in self.traffic.enemies
                what, clause = ("an enemy", "OT-6.16") if enemy else ("an object", "OT-6.15")
                return Refusal(f"{what} at the corner {label(cell)} forbids the diagonal step", clause)
        if stride.climb == 1 and here in self.traffic.taken:
            return Refusal(f"it could not stay in {label(here)}, so no climb with a test starts there", "OT-7.11")
        return self._take(stride)

    def _take(self, stride: Stride) -> Refusal | None:
        """The whole cost must be left before anything is rolled (OT-6.18, OT-7.5). A climb is tested with the points
        that are left (OT-7.4)."""
        if stride.cost > self.left:
            return Refusal(
                f"{label(stride.to)} costs {stride.cost}, with {counted(self.left, 'point')} left", "OT-6.18"
            )
        points = self.left - stride.cost if self.after_step else self.left
        trials: list[Trial] = []
        if stride.climb:
            trials.append(climb_test(points, self.card.traits, falls=stride.climb == 2))
        trials += self._trials_on_entering(stride.swim, stride.hazard, points)
        self._leg(stride.to, stride.cost, 1, trials)
        return None

    def _trials_on_entering(self, swim: bool, hazard: int, points: int) -> Iterator[Trial]:
        """Water when it is entered, each increment or each stretch of it; whoever stands in it needs no more (OT-8.3,
        OT-8.6)."""
        if swim and not (self.once_wet and self.wet):
            yield swim_test(points, self.card.traits)
        if hazard:
            yield hazard_roll(hazard)
        self.wet = swim

    def _leg(self, to: Cell, cost: int, moved: int, trials: Iterable[Trial]) -> None:
        self.legs.append(Leg(to, cost, tuple(trials)))
        self.left -= cost
        self.moved += moved
        self.here = to

    def _fly_straight(self, hop: Hop) -> Refusal | None:
        """A flying unit needs no jumps: it flies the same line (OT-10.1)."""
        assert self.here is not None
        line = straight(self.here, hop.to)
        if line is None:
            return Refusal(f"{label(hop.to)} is not in a straight line", "OT-9.8")
        for cell in line[1:]:
            if (refusal := self._step(line[line.index(cell) - 1], cell)) is not None:
                return refusal
        return None

    def _jump(self, here: Cell, to: Cell) -> Refusal | None:
        """Its difficulty against Athletics and the run-up in increments, earlier jumps included (OT-9.5, OT-9.9,
        OT-9.10). Each jump is by itself, and lands between two (OT-9.12, OT-9.13)."""
        why = over_somebody((straight(here, to) or ())[1:-1], self.unit, self.traffic)
        if why is not None:
            return why
        jump = make_jump(self.field, self.gait, here, to)
        if isinstance(jump, Refusal):
            return jump
        why = why_no_jump(jump, self.unit, self.traffic)
        if why is not None:
            return why
        if jump.cost > self.left:
            return Refusal(f"the jump costs {jump.cost}, with {counted(self.left, 'point')} left", "OT-9.4")
        trials = [jump_test(self.card.athletics, self.moved, self.card.traits, len(jump.over))]
        points = self.left - len(jump.over) - (jump.landing if self.after_step else 0)
        self.wet = False
        trials += self._trials_on_entering(jump.swim, jump.hazard, points)
        self._leg(to, jump.cost, len(jump.over) + 1, trials)
        return None

    def finish(self) -> Plan | Refusal:
        """It may stop at any time (OT-6.2) after one step (OT-6.3), where nobody else is (OT-6.21)."""
        end = self.here
        if not self.legs or end is None:
            return Refusal("a move has at least one step", "OT-6.3")
        refusal = no_end(self.state, self.unit, end, self.traffic)
        if refusal is not None:
            return refusal
        return Plan(tuple(self.legs), end, self.doing.points - self.left)

    def leave(self) -> Plan | Refusal:
        """Over the enemy's edge (scenario Breakthrough, OT-6.23)."""
        here = self.here
        if here is None or here not in exits(self.state, self.unit):
            return Refusal("units leave over the enemy's edge only, from its row", "OT-6.23")
        if self.left < 1:
            return Refusal("the step over the edge costs 1 point, and none is left", "OT-6.18")
        return Plan(tuple(self.legs), here, self.doing.points - self.left + 1, out=True)


def exits(state: State, unit: Unit) -> Sequence[Cell]:
    """The row from which a unit may leave over the enemy's edge; only a scenario has one."""
    from sandtable.rulesets.opentactics.scenarios import has

    if not has(state, "breakthrough"):
        return ()
    edges = [player.edge for seat, player in enumerate(state.players) if seat != unit.seat]
    return [cell for edge in edges for cell in state.field.side(edge)]


def survey(
    state: State, unit: Unit, doing: Doing, hops: Sequence[Hop], moving: Traffic | None = None
) -> Plan | Refusal:
    """The plan of a path, or the first thing that forbids it."""
    walk = GridPath(state, unit, doing, moving)
    for number, hop in enumerate(hops):
        if hop.out:
            if number != len(hops) - 1:
                return Refusal("the path ends where it leaves the map", "OT-6.23")
            return walk.leave()
        refusal = walk.go(hop)
        if refusal is not None:
            return refusal
    return walk.finish()


def notation(text: str) -> list[Hop] | Refusal:
    """'b2 b3 >b5 out' as hops."""
    from sandtable.engine.errors import SetupError
    from sandtable.table.grid import parse

    hops: list[Hop] = []
    for word in text.split():
        if word.casefold() == "out":
            hops.append(OUT)
            continue
        try:
            hops.append(Hop(parse(word.removeprefix(">")), word.startswith(">")))
        except SetupError as error:
            return Refusal(error.reason, "OT-6.4", unread=True)
    return hops
