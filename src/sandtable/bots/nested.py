"""Nested search: a try of an answer goes on to the end of the activation, and at each further decision it weighs the
most promising answers against each other before it goes on with the best.

Where a whole activation is a chain of small choices and dice are few, that finds the chain that belongs together (who,
with which order, from where, at whom), which tries that go on with likely answers do not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort
from sandtable.bots.narrowing import Tried, narrow, promising
from sandtable.bots.thinking import LONGEST, activation, best_at_once, suggestions, worth
from sandtable.engine.advice import care_of, tried_of
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question

ENOUGH = 200
"""Tries of one answer that settle a round, however much time is left."""


class Nested:
    """What was weighed once in an activation is remembered by its position. So tries that take the same way cost
    little, and a question that tries have come upon before is answered as they did if no time is left for more."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._known: dict[str, Answer] = {}
        self._now: Hashable = None

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        game = look.imagine(self._rng)
        if (now := activation(game)) != self._now:
            self._now = now
            self._known.clear()
        trials = promising(suggestions(game, self._rng), tried_of(game.ruleset))
        if len(trials) > 1:
            foreseen = self._known.get(game.hash())
            trials.sort(key=lambda trial: trial.suggestion.answer != foreseen)
            trials = self._narrowed(trials, look, effort)
        return [trial.considered(question) for trial in trials]

    def _narrowed(self, trials: list[Tried], look: Knowledge, effort: Effort) -> list[Tried]:
        def attempt(trial: Tried, dice: Random) -> None:
            if effort.used < 1.0:
                effort.spend()
                self._try(trial, look, dice, effort)

        def passes(number: int, rounds: int, left: int) -> Iterator[None]:
            for _ in range(ENOUGH):
                if effort.used >= (number + 1) / rounds:
                    return
                yield

        return narrow(trials, attempt, passes, self._rng)

    def _try(self, trial: Tried, look: Knowledge, rng: Random, effort: Effort) -> None:
        """Plays the activation to its end; it counts for nothing if time runs out before."""
        game = look.imagine(rng)
        now = activation(game)
        game.answer(trial.suggestion.answer)
        for _ in range(LONGEST):
            if game.over or activation(game) != now:
                break
            if effort.late:
                return
            game.answer(self._weighed(game, rng))
        trial.count(worth(game, look.seat))

    def _weighed(self, game: Game[Any], rng: Random) -> Answer:
        """The best of the promising answers, as it looked when this position came up first."""
        position = game.hash()
        if position not in self._known:
            self._known[position] = best_at_once(game, rng, care_of(game.ruleset)).answer
        return self._known[position]
