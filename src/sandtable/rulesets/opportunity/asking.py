"""Small questions that many rules ask: which die, whom. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from sandtable.engine.asking import Why, choose_named
from sandtable.engine.questions import Absent, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.state import COLOURS, DICE, Combatant, Dice, Die, State

Play = AnyPlay[State]


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
