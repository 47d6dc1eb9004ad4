"""Carrying out a movement (chapters 6 to 11): the path is asked for and walked, its tests in the order they are met."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics.charge import may_charge
from sandtable.rulesets.opentactics.losses import defeat
from sandtable.rulesets.opentactics.movement.athletics_tests import CAUSES, CLAUSES, Tested, athletics_test
from sandtable.rulesets.opentactics.movement.plan import HAZARD, Plan, Trial
from sandtable.rulesets.opentactics.movement.question import ask_path
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import LATTICE, Doing, Play, Unit
from sandtable.table.grid import Cell


def path(g: Play) -> Procedure[None]:
    """Asks for the path of the declared movement and carries it out. A movement may end in a
    charge (OT-22.1)."""
    from sandtable.rulesets.opentactics.turn import close, spend

    state, doing = g.state, g.state.doing
    assert doing is not None
    unit = state.units[doing.unit]
    question = ask_path(state, unit, doing)
    paths = yield question
    plan = question.guide.plan(paths[unit.name])
    assert isinstance(plan, Plan), "the question has judged the path"
    if doing.how in ("Move", "Deploy"):
        spend(g, unit)
    yield from walk(g, unit, plan, doing)
    if may_charge(state, unit):
        state.phase = "charge"
    else:
        close(g)


def walk(g: Play, unit: Unit, plan: Plan, doing: Doing) -> Procedure[None]:
    """Leg by leg. A failed test defeats the unit (OT-7.8, OT-8.4, OT-9.11) or ends its movement where it stands
    (OT-6.4, OT-7.9)."""
    at: Cell | None = unit.at
    came = [] if at is None else [at]
    cost: float = 0
    unit.moved = True
    for leg in plan.legs:
        for trial in leg.trials:
            tested: Tested = yield Stage(athletics_test, (unit.seat, unit.name, trial))
            _tell_test(g, unit, trial, tested)
            if tested.stays:
                _arrive(g, unit, at, cost, doing, came)
                g.tell("stays", "OT-7.9", who=unit.name)
                return
            if not tested.passed:
                defeat(g, unit, CAUSES[trial.kind])
                return
        at, cost = leg.to, cost + leg.cost
        came.append(at)
    _arrive(g, unit, at, plan.cost, doing, came)
    if plan.out:
        unit.leave("gone")
        g.state.players[unit.seat].round_captures += 1
        g.tell("gone", "OT-6.23", who=unit.name)


def _tell_test(g: Play, unit: Unit, trial: Trial, tested: Tested) -> None:
    """A hazard roll is a save, not a test (OT-6.10)."""
    clause = CLAUSES[trial.kind]
    if trial.kind == HAZARD:
        g.tell("hazard", clause, who=unit.name, value=trial.needed, roll=tested.face, survived=tested.passed)
    else:
        g.tell(
            "test", clause, who=unit.name, kind=trial.kind, roll=tested.face, total=tested.total,
            needed=trial.needed, passed=tested.passed,
        )  # fmt: skip


def _arrive(g: Play, unit: Unit, at: Cell | None, cost: float, doing: Doing, came: list[Cell]) -> None:
    assert at is not None
    entered = unit.at is None
    unit.stand(at)
    if g.events is not None:
        clause = "OT-11.1" if entered else "OT-6.1"
        unit_of = LATTICE if g.state.measured else 1
        path = [[x / unit_of, y / unit_of] for x, y in came]
        g.tell("moved", clause, who=unit.name, cost=cost, to=where(g.state, at), how=doing.how, path=path)
