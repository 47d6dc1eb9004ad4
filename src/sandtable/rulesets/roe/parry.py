"""Parry (RE-6.38, RE-6.39): the defender has a die that hit rolled again."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.questions import DECLINE, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.dice import Die, a_face, hits
from sandtable.rulesets.roe.rerolls import Volley


def parry(attack: Volley, dice: tuple[Die, ...]) -> Procedure[list[Die] | None]:
    """The defender may have one die that hit rolled again (RE-6.38), after the roll (RE-6.39)."""
    good = {die.face: number for number, die in enumerate(dice) if hits(die.face, attack.lines[die.line].needed)}
    if not good:
        return None
    target = attack.lines[0].target
    number = yield ChooseOne(
        topic="parry",
        seat=attack.defender,
        who=target,
        prompt=f"{target}: parry a die of {attack.who}?",
        clause="RE-6.38",
        options=(*[parry_option(face, good[face]) for face in sorted(good)], NO_PARRY),
        facts=lambda: notes()["parry"],
        about=dice,
    )
    if number == NO_PARRY.value:
        return None
    die = dice[number]
    purpose = f"parry re-roll of {attack.who} ({a_face(die.face)})"
    needed = attack.lines[die.line].needed
    (rolled,) = yield attack.roll(1, purpose, "RE-6.38", needed, again=True)
    return [*dice[:number], Die(die.line, rolled, die.used), *dice[number + 1 :]]


@lru_cache(256)
def parry_option(face: int, number: int) -> Option:
    return Option(f"parry {face}", f"Parry {face}", (Ref("die", str(face)),), "RE-6.38", number)


NO_PARRY = Option("no parry", "No Parry", value=-1, role=DECLINE)
