"""Targets, weapons, tokens, and what is settled before the first turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import ChooseOne, ChooseSome, Question
from sandtable.rulesets.op_en.advice.chances import level_of
from sandtable.rulesets.op_en.advice.errands import Errand
from sandtable.rulesets.op_en.advice.notes import Notes, weighed
from sandtable.rulesets.op_en.effects import Stat
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.throws import SIDES

Thought = Callable[[Notes, Any], list[Suggestion]]
"""Suggestions for a question of one kind."""
MANY = 12


def alike(notes: Notes, question: Question) -> list[Suggestion]:
    answers = [answer for answer, _ in zip(question.legal(), range(MANY), strict=False)]
    return weighed([(answer, 0.0, "") for answer in answers])


def accepted(gain: float) -> Thought:
    """What is offered is worth so much more than to decline it."""

    def thought(notes: Notes, question: ChooseOne) -> list[Suggestion]:
        return weighed([(option.id, 0.0 if option.role else gain, "") for option in question.options])

    return thought


# ---- whom -------------------------------------------------------------------------------------------


def _by_character(gain: Callable[[Notes, Character, Character], float]) -> Thought:
    """The one with most to gain; the asker is the character that the question is put to."""

    def thought(notes: Notes, question: ChooseOne) -> list[Suggestion]:
        who = notes.asked(question)
        people = notes.state.characters
        return weighed([(o.id, gain(notes, who, people[o.meaning]), "") for o in question.options])

    return thought


def _aid_or_harm(notes: Notes, who: Character, one: Character) -> float:
    """Whoever is hurt among friends, whoever counts most among Enemies."""
    if one.side == notes.side:
        return 0.1 * one.damage
    return 0.4 * notes.stake(one)


shot = _by_character(Notes.shot_gain)
blow = _by_character(Notes.blow_gain)
skill_target = _by_character(_aid_or_harm)
bitten = _by_character(lambda notes, who, one: -notes.stake(one) if one.side == notes.side else notes.stake(one))
struck_friend = _by_character(lambda notes, who, one: notes.stake(one))
broken_off = _by_character(lambda notes, who, one: -0.05 * level_of(one.stat("agility")))


def skill_targets(notes: Notes, question: ChooseSome) -> list[Suggestion]:
    """As many as may be, the best first."""
    who = notes.asked(question)
    people = notes.state.characters
    ranked = sorted(question.options, key=lambda o: -_aid_or_harm(notes, who, people[o.meaning]))
    return [Suggestion([o.id for o in ranked[: question.most]], 1.0, "as many as may be")]


# ---- with what --------------------------------------------------------------------------------------


def weapon(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return weighed([(o.id, 0.15 * (o.meaning.damage + 0.5 * o.meaning.plus), "") for o in question.options])


def stat(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The largest die."""
    who = notes.asked(question)
    known: dict[str, Stat] = {
        "fight": "fight", "toughness": "toughness", "shoot": "shoot", "agility": "agility", "intellect": "intellect",
        "grit": "grit",
    }  # fmt: skip
    return weighed([(o.id, 0.3 * level_of(who.stat(known[o.id])), "the larger die") for o in question.options])


def reroll(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """A die in its lower half is thrown again."""
    side, thrown = question.about
    low = thrown.face <= SIDES[side.level] / 2
    gain = 0.3 * (1 if low else -1)
    return weighed([(o.id, 0.0 if o.role else gain, "") for o in question.options])


def interact(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    who = notes.asked(question)
    errands: dict[str, Errand] = {one.name: one for one in notes.prospects.errands}
    ideas: list[Idea] = []
    for option in question.options:
        errand = errands.get(option.id)
        ideas.append((option.id, notes.try_gain(who, errand) if errand is not None else 0.0, ""))
    return weighed(ideas)


def far(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """A Push or a way out of a melee: mostly as far as may be."""
    return weighed([(o.id, -0.05 * number, "") for number, o in enumerate(question.options)])


# ---- before the first turn, and at its start --------------------------------------------------------


def first(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return weighed([(o.id, 0.15 if o.meaning == notes.side else 0.0, "") for o in question.options])


def exit_edge(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The edge that is nearest to all who are to leave by it."""
    leaving = [one for one in notes.state.of_side(notes.side) if one.in_play]
    ideas: list[Idea] = []
    for option in question.options:
        inches = sum(notes.prospects.far_from_edge(one, option.id) for one in leaving) / max(1, len(leaving))
        ideas.append((option.id, -0.1 * inches, "the nearest edge"))
    return weighed(ideas)


def reserves(notes: Notes, question: ChooseSome) -> list[Suggestion]:
    """The cheap ones wait; or the dear ones, who knows."""
    people = notes.state.characters
    ranked = sorted(question.options, key=lambda o: notes.power(people[o.meaning]).worth)
    count = question.least
    return [
        Suggestion([o.id for o in ranked[:count]], 1.0, "the best are there at once"),
        Suggestion([o.id for o in ranked[-count:]], 0.3, "the best come later"),
    ]
