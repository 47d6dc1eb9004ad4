"""Carrying out a movement (chapters 6 to 11, 22): the path, its tests in the order they are met, and the charge."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics import pools
from sandtable.rulesets.opentactics.asking import asks, by_name, word
from sandtable.rulesets.opentactics.assaults import assault, missing_targets
from sandtable.rulesets.opentactics.losses import defeat
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.paths import ask_path
from sandtable.rulesets.opentactics.plans import CLIMB, HAZARD, JUMP, SWIM, Plan, Trial
from sandtable.rulesets.opentactics.state import LATTICE, Doing, Play, Unit
from sandtable.table.grid import Cell

CLAUSES = {CLIMB: "OT-7.3", SWIM: "OT-8.2", JUMP: "OT-9.5", HAZARD: "OT-6.10"}
CAUSES = {CLIMB: "a fall", SWIM: "drowning", JUMP: "a failed jump", HAZARD: "a hazard"}


class Tested(Struct, frozen=True):
    """The result of a test: `stays` is an upward climb that failed without a fall."""

    face: int
    total: int
    passed: bool
    stays: bool = False


def athletics_test(seat: int, name: str, trial: Trial) -> Procedure[Tested]:
    """One d6 plus modifiers against the difficulty; only the total counts (OT-1.11, OT-1.12)."""
    hazard = trial.kind == HAZARD
    purpose = f"hazard roll of {name}" if hazard else f"{trial.kind} test of {name}"
    low = trial.needed + 1 if hazard else trial.needed - trial.bonus
    bands = tuple(sorted({1, 2 if trial.kind == CLIMB else 1, min(6, max(1, low))}))
    good = (1, trial.needed) if hazard else (max(1, low), 6)
    faces: Faces = yield Roll(1, 6, purpose, CLAUSES[trial.kind], seat, name, bands, good=good)
    face = faces[0]
    if hazard:
        return Tested(face, face, face <= trial.needed)
    total = face + trial.bonus
    passed = total >= trial.needed
    return Tested(face, total, passed, not passed and trial.kind == CLIMB and not trial.falls and face > 1)


def path(g: Play) -> Procedure[None]:
    """Asks for the path of the declared movement and carries it out."""
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
    if unit.on_map and next(pools.targets(state, unit, "melee"), None) is not None:
        state.phase = "charge"
    else:
        close(g)


def walk(g: Play, unit: Unit, plan: Plan, doing: Doing) -> Procedure[None]:
    """Leg by leg. A failed test defeats the unit or ends its movement where it stands (OT-6.4)."""
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


# ---- charge ---------------------------------------------------------------------------------------

NO_CHARGE = word("No charge")


def charge(g: Play) -> Procedure[None]:
    """The free Melee assault at the end of a movement (chapter 22)."""
    from sandtable.rulesets.opentactics.turn import after_assault, close

    state, doing = g.state, g.state.doing
    assert doing is not None
    unit = state.units[doing.unit]
    eligible = list(pools.targets(state, unit, "melee"))
    number = yield asks(
        g, "charge", unit, f"{unit.name} may charge: whom?", "OT-22.1",
        (*[by_name(target.name, target.number) for target in eligible], NO_CHARGE),
        lambda: missing_targets(state, unit, "melee"),
    )  # fmt: skip
    if number == NO_CHARGE.label:
        close(g)
        return
    before = len(unit.took)
    yield from assault(g, unit, state.units[number], "melee", charge=True)
    after_assault(g, unit, before)
