"""The to-hit dice of an attack as stages: all dice, the attacker's re-rolls, Parry. They read what they are given,
change nothing and return a small result, so that a game and exact odds run the same rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.dice import Die, hits
from sandtable.rulesets.roe.parry import parry
from sandtable.rulesets.roe.rerolls import Lying, Volley, lying, pick_reroll, rolled_again


class Struck(Struct, frozen=True):
    """Hits on each target, and which sources were used of those that can be used up."""

    hits: tuple[int, ...]
    used: frozenset[str]


def volley(attack: Volley) -> Procedure[Stage]:
    """Steps 3 to 5 of RE-4.2: all dice, target by target; the attacker's re-rolls; Parry."""
    dice: list[Die] = []
    for number, line in enumerate(attack.lines):
        purpose = f"to hit: {attack.who} at {line.target}"
        rolled = attack.roll(line.dice, purpose, "RE-4.3", line.needed)
        dice += [Die(number, face) for face in (yield rolled)]
    return on_with(attack, dice, (), "parry" if attack.parry == "before" else "re-rolls")


def on_with(attack: Volley, dice: Sequence[Die], spent: tuple[str, ...], now: str) -> Stage:
    return Stage(go_on, (attack, lying(attack, dice, spent, now), now))


def go_on(attack: Volley, table: Lying, now: str) -> Procedure[Struck | Stage]:
    """From the dice on the table to the hits. Whenever a die has been rolled again this begins anew with the dice that
    lie there then: equal dice are one case for exact odds, however they came about. `now` is 'parry' while Parry comes
    first, then 're-rolls', and 'parried' once it has come last."""
    dice, spent = table.dice, table.spent
    if now == "parry":
        parried = yield from parry(attack, dice)
        return on_with(attack, parried or dice, spent, "re-rolls")
    picked = yield from pick_reroll(attack, table, now)
    if picked is not None:
        return Stage(reroll, (attack, table, *picked, now))
    if attack.parry == "after" and now == "re-rolls":
        parried = yield from parry(attack, dice)
        if parried is not None:
            return on_with(attack, parried, spent, "parried")
    counted = [0] * len(attack.lines)
    for die in dice:
        counted[die.line] += hits(die.face, attack.lines[die.line].needed)
    return Struck(tuple(counted), frozenset(spent))


def reroll(attack: Volley, table: Lying, name: str, number: int, now: str) -> Procedure[Stage]:
    """The attacker's re-roll of one die (RE-0.17)."""
    dice, spent = yield from rolled_again(attack, table, name, number)
    return on_with(attack, dice, spent, now)
