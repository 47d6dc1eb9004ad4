"""Athletics tests on the way: climbs (chapter 7), swims (8), jumps (9), and the roll of a hazard (OT-6.10)."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.abilities import Traits
from sandtable.rulesets.opentactics.movement.plan import CLIMB, HAZARD, JUMP, SWIM, Trial

CLAUSES = {CLIMB: "OT-7.3", SWIM: "OT-8.2", JUMP: "OT-9.5", HAZARD: "OT-6.10"}
CAUSES = {CLIMB: "a fall", SWIM: "drowning", JUMP: "a failed jump", HAZARD: "a hazard"}
"""Of what a unit is defeated that fails (OT-7.8, OT-8.4, OT-9.11, OT-6.10)."""


def climb_test(points: int, traits: Traits, falls: bool) -> Trial:
    """A high climb: difficulty 8 (OT-7.3), with the points that are left (OT-7.4); down, every failure `falls`
    (OT-7.13)."""
    return Trial(CLIMB, points + traits.climb_bonus, 8, falls=falls)


def swim_test(points: int, traits: Traits) -> Trial:
    """Difficulty 4, with the points that are left (OT-8.2)."""
    return Trial(SWIM, points + traits.swim_bonus, 4)


def jump_test(athletics: int, run_up: int, traits: Traits, increments: int) -> Trial:
    """Full Athletics (OT-9.5) and the run-up in increments, earlier jumps included (OT-9.9, OT-9.10), against 5 for
    each increment jumped (OT-9.6)."""
    return Trial(JUMP, athletics + run_up + traits.jump_bonus, 5 * increments)


def hazard_roll(value: int) -> Trial:
    """Survived on its value or less (OT-6.10)."""
    return Trial(HAZARD, 0, value)


class Tested(Struct, frozen=True):
    """The result of a test: `stays` is an upward climb that failed without a fall."""

    face: int
    total: int
    passed: bool
    stays: bool = False


def athletics_test(seat: int, name: str, trial: Trial) -> Procedure[Tested]:
    """One d6 plus modifiers against the difficulty; only the total counts, a 1 may pass (OT-1.11, OT-1.12, OT-7.6,
    OT-7.7). Who fails to climb up stays (OT-7.9), unless he rolls a 1 (OT-7.8); whoever climbs down falls (OT-7.13), as
    does all else that fails (OT-8.4, OT-9.11)."""
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
