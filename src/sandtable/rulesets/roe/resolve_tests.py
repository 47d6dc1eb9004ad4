"""Resolve tests (RE-5.1, RE-5.2): for pinning tokens, a Hack or a Treat."""

from __future__ import annotations

from sandtable.engine.dice import Roll
from sandtable.engine.questions import DECLINE, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.dice import D10


def resolve(
    purpose: str, clause: str, seat: int, who: str, dice: int, exp: int, may_reroll: bool
) -> Procedure[tuple[int, bool]]:
    """Each die equal to or below the own Exp succeeds (RE-3.4, RE-5.1), and a failure stands until fresh orders
    (RE-5.2); there is no automatic 1 or 10 (RE-4.6). A Focus may re-roll the failed dice together, once (RE-1.56).
    Returns the successes, and whether the Focus was used."""
    apart = (1, exp + 1) if exp < D10 else (1,)
    faces = yield Roll(dice, D10, purpose, clause, seat, who, apart, good=(1, exp))
    passed = sum(face <= exp for face in faces)
    failed = dice - passed
    if not failed or not may_reroll:
        return passed, False
    answer = yield ChooseOne(
        topic="resolve",
        seat=seat,
        who=who,
        prompt=f"{who}: re-roll the failed Resolve dice with Focus?",
        clause="RE-1.56",
        options=(Option("re-roll", "Re-roll"), Option("keep", "Keep", role=DECLINE)),
        facts=lambda: notes()["resolve"],
    )
    if answer == "keep":
        return passed, False
    purpose = f"resolve re-roll of {who}"
    faces = yield Roll(failed, D10, purpose, "RE-1.56", seat, who, apart, good=(1, exp), again=True)
    return passed + sum(face <= exp for face in faces), True
