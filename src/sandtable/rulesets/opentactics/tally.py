"""The tally phase (chapter 16): OFF dice against DEF dice, both from high to low."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.ruleset import Procedure, tell
from sandtable.rulesets.opentactics.hands import Contest, Hands


class Verdict(Struct, frozen=True):
    """Who is defeated, before any save."""

    target: bool
    attacker: bool


def tally(off: Sequence[int], defence: Sequence[int], method: str) -> tuple[bool, str]:
    """Both from high to low (OT-16.1): is the unit that rolled the DEF dice defeated, and by which clause? Equal dice
    leave it to the next (OT-16.2)."""
    if method == "every_die":
        beaten = len(off) > len(defence) or any(one > two for one, two in zip(off, defence, strict=False))
        return beaten, "OT-16.4"
    for one, two in zip(off, defence, strict=False):
        if one > two:
            return True, "OT-16.3"
        if one < two:
            return False, "OT-16.4"
    if len(off) > len(defence):
        return True, "OT-16.5"
    return False, "OT-16.6"


def tallies(contest: Contest, hands: Hands) -> Procedure[Verdict]:
    """Both tallies, at the same time (OT-16.7), so that both may be defeated (OT-16.9); the target has one if it
    strikes back."""
    beaten = yield from _compare(contest, hands, 0)
    struck_back = contest.retaliates and (yield from _compare(contest, hands, 1))
    return Verdict(beaten, struck_back)


def _compare(contest: Contest, hands: Hands, attacking: int) -> Procedure[bool]:
    off, defence = dice_of(hands, attacking)
    defeated, clause = tally(off, defence, contest.tally_method)
    one, two = contest.fighters[attacking], contest.fighters[1 - attacking]
    yield tell(
        "tally", clause, attacker=one.name, target=two.name, off=off, result="defeated" if defeated else "safe",
        **{"def": defence},
    )  # fmt: skip
    return defeated


def dice_of(hands: Hands, attacking: int) -> tuple[list[int], list[int]]:
    """The OFF dice of one fighter and the DEF dice of the other one, from high to low (OT-16.1)."""
    return sorted(hands[attacking].off, reverse=True), sorted(hands[1 - attacking].defence, reverse=True)
