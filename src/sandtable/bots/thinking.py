"""What the thinking bots share: what is worth a try, how a try goes on, and what came of it."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from sandtable.engine.advice import PLAIN, Suggestion, advice_of, score
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Question

LONGEST = 200
"""Decisions a try goes on for at the most."""


def suggestions(game: Game[Any], rng: Random) -> list[Suggestion]:
    """The answers worth a try, in no order: a list's order must not sway anybody."""
    question = game.question
    assert isinstance(question, Question)
    if isinstance(question, ChooseOne) and (only := question.only) is not None:
        return [Suggestion(only.id)]
    reading = game.reading(question.seat)
    found = list(advice_of(game.ruleset).suggest(reading, question)) or list(PLAIN.suggest(reading, question))
    rng.shuffle(found)
    return found


def likely(game: Game[Any], rng: Random) -> Suggestion:
    """The most promising answer at first sight."""
    return max(suggestions(game, rng), key=lambda one: one.weight)


def best_at_once(game: Game[Any], rng: Random, most: int) -> Suggestion:
    """The best of the most promising answers, by how the game stands right after each of them with the same dice."""
    found = sorted(suggestions(game, rng), key=lambda one: -one.weight)[:most]
    if len(found) == 1:
        return found[0]
    question = game.question
    assert isinstance(question, Question)
    seed = rng.getrandbits(64)

    def stands(one: Suggestion) -> float:
        then = game.imagine(question.seat, Random(seed))
        then.answer(one.answer)
        return worth(then, question.seat)

    return max(found, key=stands)


def activation(game: Game[Any]) -> Hashable:
    """What the open question belongs to."""
    question = game.question
    assert isinstance(question, Question)
    return advice_of(game.ruleset).activation(game.reading(question.seat), question)


def play_on(game: Game[Any], rng: Random, changes: int) -> None:
    """Goes on with likely answers until the activation has changed so many times, or the game is over."""
    if game.over:
        return
    now = activation(game)
    for _ in range(LONGEST):
        if changes <= 0:
            return
        game.answer(likely(game, rng).answer)
        if game.over:
            return
        if (then := activation(game)) != now:
            now, changes = then, changes - 1


def worth(game: Game[Any], seat: int) -> float:
    """How the game stands for a seat: the outcome if there is one, else what the ruleset thinks."""
    if game.outcome is not None:
        return score(game.outcome, seat)
    return min(0.999, max(0.001, advice_of(game.ruleset).value(game.reading(seat))))
