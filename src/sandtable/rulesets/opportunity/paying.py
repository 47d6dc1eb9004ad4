"""What is paid with which dice (chapter 5, OP-10.5), and how dice leave the pool (OP-6.8)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from sandtable.engine.questions import ChooseSome, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_die, die_ref
from sandtable.rulesets.opportunity.state import BLUE, COLOURS, GREEN, RED, Colour, Combatant, Dice, Die, without

Cost = tuple[int, int, int]
"""How many red, green and blue dice."""


FREE: Cost = (0, 0, 0)


def count_dice(combatant: Combatant) -> Cost:
    red = green = blue = 0
    for die in combatant.pool:
        if die.colour == RED:
            red += 1
        elif die.colour == GREEN:
            green += 1
        else:
            blue += 1
    return red, green, blue


def affords(counted: Cost, cost: Cost) -> bool:
    """Red dice pay for attacks (OP-5.1), green ones for defences (OP-5.2), blue ones for manoeuvres (OP-5.3): no colour
    pays for another (OP-5.4)."""
    return counted[0] >= cost[0] and counted[1] >= cost[1] and counted[2] >= cost[2]


def choose_payment(combatant: Combatant, cost: Cost, what: str, about: Declared) -> Procedure[Dice]:
    """The dice that will pay, red before green before blue; asked colour by colour where dice differ (OP-10.5)."""
    paid: list[Die] = []
    for colour, count in zip(COLOURS, cost, strict=True):
        if not count:
            continue
        dice = combatant.dice(colour)
        if count == len(dice):
            paid += dice
        elif count == 1:
            so_far = replace(about, dice=tuple(paid))
            asked = f"{what}: pay with which {colour} die?"
            paid.append((yield from choose_die(combatant, dice, asked, "OP-10.5", so_far)))
        else:
            paid += yield from _choose_several(combatant, colour, count, dice, what, replace(about, dice=tuple(paid)))
    return tuple(paid)


def _choose_several(
    combatant: Combatant, colour: Colour, count: int, dice: list[Die], what: str, about: Declared
) -> Procedure[tuple[Die, ...]]:
    """Several dice of one colour out of more: dice are told apart by their place in the pool."""
    options = tuple(Option(f"{die.short}#{i}", str(die), (die_ref(die),), "", die) for i, die in enumerate(dice))
    chosen: tuple[Die, ...] = yield ChooseSome(
        topic="payment",
        seat=combatant.seat,
        who=combatant.name,
        prompt=f"{what}: pay with which {count} {colour} dice?",
        clause="OP-10.5",
        options=options,
        least=count,
        most=count,
        about=about,
    )
    return chosen


def pay(g: Play, who: Combatant, action: Option, dice: Dice, target: str = "") -> None:
    """The dice leave the pool when the action is declared (OP-6.8), and are gone (OP-6.9)."""
    who.pool = without(who.pool, dice)
    g.tell("action", action.clause, who=who.name, action=action.label, dice=[str(d) for d in dice], target=target)


def discard(g: Play, who: Combatant, die: Die, clause: str) -> None:
    who.pool = without(who.pool, (die,))
    g.tell("discard", clause, who=who.name, die=str(die))


@lru_cache
def cost_in_words(cost: Cost) -> str:
    """'a red and a blue die', 'two blue dice'."""
    words = []
    for colour, count in zip((RED, GREEN, BLUE), cost, strict=True):
        if count == 1:
            words.append(f"a {colour}")
        elif count > 1:
            words.append(f"two {colour}")
    noun = "dice" if max(cost) > 1 and sum(1 for n in cost if n) == 1 else "die"
    return f"{', '.join(words[:-1])}{' and ' if words[:-1] else ''}{words[-1]} {noun}"


def costed(cost: Cost, line: str) -> str:
    """What something does, with the dice that it takes in front."""
    return f"{cost_in_words(cost)}: {line}" if any(cost) else line
