"""What the thinking bots share: what is worth a try, how a try goes on, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from sandtable.engine.advice import PLAIN, Suggestion, advice_of, score
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, ChooseOne, Question

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


def by_chance(game: Game[Any], given: int) -> bool:
    """Has anything been rolled since so many inputs, or was something made up that the seat cannot know?"""
    return offered(game.ruleset, "redraw") is not None or any(type(one) is tuple for one in game.inputs[given:])


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


class Routine:
    """How the tries of one activation go on: what was chosen in a position once is chosen there again. So tries that
    take the same way cost little."""

    def __init__(self, choose: Callable[[Game[Any], Random], Suggestion]) -> None:
        self._choose = choose
        self._known: dict[str, Answer] = {}
        self._now: Hashable = None

    def begin(self, game: Game[Any]) -> None:
        """A decision is thought about; with a new activation all is forgotten."""
        if (now := activation(game)) != self._now:
            self._now = now
            self._known.clear()

    def foreseen(self, game: Game[Any]) -> Answer | None:
        """What tries of earlier decisions have chosen here."""
        return self._known.get(game.hash())

    def goes_on(self, game: Game[Any]) -> bool:
        return not game.over and activation(game) == self._now

    def choose(self, game: Game[Any], rng: Random) -> Answer:
        position = game.hash()
        if position not in self._known:
            self._known[position] = self._choose(game, rng).answer
        return self._known[position]


def worth(game: Game[Any], seat: int) -> float:
    """How the game stands for a seat: the outcome if there is one, else what the ruleset thinks."""
    if game.outcome is not None:
        return score(game.outcome, seat)
    return min(0.999, max(0.001, advice_of(game.ruleset).value(game.reading(seat))))
