"""What the thinking bots share: what is worth a try, how a try goes on, what came of it, and how long one may think."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from random import Random
from time import perf_counter
from typing import Any, Protocol

import msgspec

from sandtable.engine.advice import PLAIN, Suggestion, advice_of, score
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Question

SHARE = 0.75
"""Of what is left of the budget, for one decision at the most."""
USUAL = 2.0
"""Decisions of an activation, until we know better."""
OPEN = 4
"""Activations whose time is kept apart: one may be interrupted by another."""
LATE = 1.1
"""A try may take a decision over its time by this much."""
LONGEST = 200
"""Decisions a try goes on for at the most."""


def suggestions(game: Game[Any], rng: Random) -> list[Suggestion]:
    """The answers worth a try, in no order: a list's order must not sway anybody."""
    question = game.question
    assert isinstance(question, Question)
    if isinstance(question, ChooseOne) and len(question.options) == 1:
        return [Suggestion(question.options[0].id)]
    found = list(advice_of(game.ruleset).suggest(game.state, question)) or list(PLAIN.suggest(game.state, question))
    rng.shuffle(found)
    return found


def likely(game: Game[Any], rng: Random) -> Suggestion:
    """The most promising answer at first sight; some advice finds it quicker than all suggestions together."""
    question = game.question
    quick = getattr(advice_of(game.ruleset), "likely", None)
    if quick is not None and isinstance(question, Question):
        found: Suggestion = quick(game.state, question)
        return found
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
    return advice_of(game.ruleset).activation(game.state, question)


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
    return min(0.999, max(0.001, advice_of(game.ruleset).value(game.state, seat)))


def signature(game: Game[Any]) -> Hashable:
    """Equal where the same question is asked about the same choices."""
    question = game.question
    assert isinstance(question, Question)
    if isinstance(question, ChooseOne):
        return question.seat, question.prompt, tuple([option.id for option in question.options])
    return question.seat, question.prompt, msgspec.json.encode(game.state)


# ---- how long ---------------------------------------------------------------------------------------


class Effort(Protocol):
    """What one decision may cost."""

    @property
    def used(self) -> float:
        """The share of it that is gone: from 1 on there is no more."""

    @property
    def late(self) -> bool:
        """A try that is under way must be given up."""

    def spend(self) -> None:
        """A try begins."""


class Tries:
    """So many tries, however long they take."""

    late = False

    def __init__(self, most: int) -> None:
        self._most, self._made = most, 0

    @property
    def used(self) -> float:
        return self._made / self._most

    def spend(self) -> None:
        self._made += 1


class Account:
    """What is left of one activation's time, and how many decisions have drawn on it."""

    __slots__ = ("decisions", "left")

    def __init__(self, left: float) -> None:
        self.left, self.decisions = left, 0


class Budget:
    """Seconds for one activation, shared about evenly among as many decisions as activations usually have had."""

    def __init__(self, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds, self.clock = seconds, clock
        self._accounts: dict[Hashable, Account] = {}
        self._usual = USUAL

    def begin(self, key: Hashable) -> None:
        """A decision begins that belongs to this activation."""
        if key not in self._accounts:
            self._accounts[key] = Account(self.seconds)
            if len(self._accounts) > OPEN:
                closed = self._accounts.pop(next(iter(self._accounts)))
                if closed.decisions:
                    self._usual += (closed.decisions - self._usual) / 8
        self._account, self._since, self._thought = self._accounts[key], self.clock(), False
        to_come = self._usual - self._account.decisions
        self._allowed = self._account.left / max(1 / SHARE, to_come)

    @property
    def used(self) -> float:
        """Of what this decision may take."""
        return (self.clock() - self._since) / self._allowed if self._allowed > 0.0 else inf

    @property
    def late(self) -> bool:
        return self.used > LATE

    def spend(self) -> None:
        """The clock runs by itself; but only a decision that takes a thought counts as one."""
        self._thought = True

    def end(self) -> None:
        self._account.left -= self.clock() - self._since
        self._account.decisions += self._thought
