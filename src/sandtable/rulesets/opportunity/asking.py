"""Small questions that many rules ask: which die, whom, how to pay. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.asking import Why, choose_named
from sandtable.engine.questions import Absent, ChooseOne, ChooseSome, Option, Ref
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.state import BLUE, COLOURS, DICE, GREEN, RED, Colour, Combatant, Dice, Die, State

Play = AnyPlay[State]
Cost = tuple[int, int, int]
"""How many red, green and blue dice: red to attack, green to defend, blue to manoeuvre (OP-5.1, OP-5.2, OP-5.3)."""


FREE: Cost = (0, 0, 0)


class Declared(Struct, frozen=True):
    """What has been said so far of an action or a response: the rest of it is being asked (`Question.about`)."""

    name: str
    """The id of the action or response; 'act' or 'respond' where that is the question, 'loses' where somebody must give
    up a die, 'arrives' and 'rises' between fights."""
    dice: Dice = ()
    target: Combatant | None = None
    attack: Any = None
    """The attack that a response answers."""


def die_ref(die: Die) -> Ref:
    return Ref("die", die.short, die.value, die.colour)


DIE_OPTIONS = {die: Option(die.short, str(die), (die_ref(die),), "", die) for c in COLOURS for die in DICE[c]}


def choose_combatant(
    g: Play,
    chooser: Combatant,
    candidates: Sequence[Combatant],
    prompt: str,
    clause: str,
    why_not: Callable[[Combatant], Why],
    about: Declared | None = None,
) -> Procedure[Combatant]:
    """One of the candidates. `why_not` gives reason and clause for those a player would expect and does not find."""
    everybody = g.state.combatants
    return choose_named("whom", chooser.seat, chooser.name, everybody, candidates, prompt, clause, why_not, about)


def choose_die(
    chooser: Combatant,
    dice: Iterable[Die],
    prompt: str,
    clause: str,
    about: Declared,
    beyond: Sequence[Absent] = (),
) -> Procedure[Die]:
    """One of these dice. Equal dice are one option."""
    different = list(dict.fromkeys(dice))
    if len(different) == 1:
        return different[0]
    die: Die = yield ChooseOne(
        topic="die",
        seat=chooser.seat,
        who=chooser.name,
        prompt=prompt,
        clause=clause,
        options=tuple([DIE_OPTIONS[die] for die in different]),
        missing=lambda: tuple(beyond),
        about=about,
    )
    return die


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
    """No colour pays for another (OP-5.4)."""
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
