"""Nested search: a try of an answer goes on to the end of the activation, and at each further decision it weighs the
most promising answers against each other before it goes on with the best.

Where a whole activation is a chain of small choices and dice are few, that finds the chain that belongs together (who,
with which order, from where, at whom), which tries that go on with likely answers do not.
"""

from __future__ import annotations

from random import Random

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort
from sandtable.bots.narrowing import Tried, narrow_within, promising
from sandtable.bots.thinking import LONGEST, Routine, best_at_once, suggestions, worth
from sandtable.engine.advice import MOST_TRIED, care_of
from sandtable.engine.questions import Question


class Nested:
    """What was weighed once in an activation is remembered by its position: a question that tries have come upon before
    is answered as they did if no time is left for more."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._routine = Routine(lambda game, dice: best_at_once(game, dice, care_of(game.ruleset)))

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        game = look.imagine(self._rng)
        self._routine.begin(game)
        trials = promising(suggestions(game, self._rng), MOST_TRIED)
        if len(trials) > 1:
            foreseen = self._routine.foreseen(game)
            trials.sort(key=lambda trial: trial.suggestion.answer != foreseen)
            trials = self._narrowed(trials, look, effort)
        return [trial.considered(question) for trial in trials]

    def _narrowed(self, trials: list[Tried], look: Knowledge, effort: Effort) -> list[Tried]:
        return narrow_within(trials, lambda trial, dice: self._try(trial, look, dice, effort), effort, self._rng)

    def _try(self, trial: Tried, look: Knowledge, rng: Random, effort: Effort) -> None:
        """Plays the activation to its end; it counts for nothing if time runs out before."""
        game = look.imagine(rng)
        game.answer(trial.suggestion.answer)
        for _ in range(LONGEST):
            if not self._routine.goes_on(game):
                break
            if effort.late:
                return
            game.answer(self._routine.choose(game, rng))
        trial.count(worth(game, look.seat))
