"""The dice of an assault from the roll to the verdict: a chain of stages, phase after phase (OT-12.16).

`rolling` hands over to `bumping`, that to `hexing`, that to `rerolling`, each in the module of its name, and that to
the tally. Each stage is one turn of one player. It reads what it is given, changes nothing, and returns the stage that
comes next; the last one returns the `Verdict`. So a game, exact odds and tests all run the same rules.
"""

from __future__ import annotations

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure, Stage, tell
from sandtable.rulesets.opentactics.bumping import bumping
from sandtable.rulesets.opentactics.hands import BOTH, HIGH, Contest, Hand, Hands


def rolling(contest: Contest) -> Procedure[Stage]:
    """All dice of both units at the same time (OT-13.1), in the recorded order of OT-13.3. Without retaliation the
    other two pools are empty (OT-13.2)."""
    attacker, target = contest.fighters
    groups = attacker.off, target.defence, target.off, attacker.defence
    called = f"{attacker.name} OFF", f"{target.name} DEF", f"{target.name} OFF", f"{attacker.name} DEF"
    purpose = f"assault of {attacker.name} on {target.name}"
    faces = yield Roll(
        sum(groups), 6, purpose, "OT-13.1", attacker.seat, attacker.name, groups=groups, called=called, lucky=HIGH,
        seats=(attacker.seat, target.seat, target.seat, attacker.seat),
    )  # fmt: skip
    hands = dealt(contest, faces)
    yield tell(
        "rolled", "OT-13.1", attacker=attacker.name, target=target.name, attacker_off=list(hands[0].off),
        target_def=list(hands[1].defence), target_off=list(hands[1].off), attacker_def=list(hands[0].defence),
    )  # fmt: skip
    return Stage(bumping, (contest, hands, tuple([number for number in BOTH if hands[number].bumps])))


def dealt(contest: Contest, faces: Faces) -> Hands:
    """The faces of one roll, pool by pool."""
    attacker, target = contest.fighters
    one, two = attacker.off, attacker.off + target.defence
    three = two + target.off
    return (
        Hand(faces[:one], faces[three:], attacker.bumps, attacker.grants),
        Hand(faces[two:three], faces[one:two], target.bumps, target.grants),
    )
