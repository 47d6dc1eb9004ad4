"""Nested search: a try of an answer goes on through the activation, and at each further decision it weighs the most
promising answers against each other before it goes on with the best.

Where a whole activation is a chain of small choices and dice are few, that finds the chain that belongs together (who,
with which order, from where, at whom), which tries that go on with likely answers do not. Where the ruleset's advice
says that its value knows the mean of the dice, tries end before the first of them, and so do the answers that are
weighed on the way, each going on with likely ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort
from sandtable.bots.narrowing import Tried, narrow_within, promising
from sandtable.bots.thinking import (
    LONGEST,
    Routine,
    before_the_dice,
    best_at_once,
    by_chance,
    likely,
    suggestions,
    towards_the_dice,
    worth,
)
from sandtable.engine.advice import Suggestion, care_of, plays_on, tried_of
from sandtable.engine.game import Game
from sandtable.engine.questions import Question

WEIGHED = 5
"""Answers that are weighed at each further decision before the dice."""


class Nested:
    """What was weighed once in an activation is remembered by its position: a question that tries have come upon before
    is answered as they did if no time is left for more."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._routine = Routine(self._weighed)
        self._first_sight = Routine(likely)

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        game = look.imagine(self._rng)
        self._routine.begin(game)
        self._first_sight.begin(game)
        trials = promising(suggestions(game, self._rng), tried_of(game.ruleset))
        if len(trials) > 1:
            if plays_on(game.ruleset):
                trials = self._by_first_sight(trials, look)
            foreseen = self._routine.foreseen(game)
            trials.sort(key=lambda trial: trial.suggestion.answer != foreseen)
            trials = self._narrowed(trials, look, effort)
        return [trial.considered(question) for trial in trials]

    def _narrowed(self, trials: list[Tried], look: Knowledge, effort: Effort) -> list[Tried]:
        return narrow_within(trials, lambda trial, dice: self._try(trial, look, dice, effort), effort, self._rng)

    def _try(self, trial: Tried, look: Knowledge, rng: Random, effort: Effort) -> None:
        """Plays the activation to its end, or up to the dice; it counts for nothing if time runs out before."""
        if trial.settled is not None:
            trial.count(trial.settled)
            return
        game = look.imagine(rng)
        given = len(game.inputs)
        game.answer(trial.suggestion.answer)
        certain = plays_on(game.ruleset) and not by_chance(game, given)
        for then in self._further(game, look.seat, rng):
            if effort.late:
                return
            game = then
        trial.count(found := worth(game, look.seat))
        if certain:
            trial.settled = found

    def _further(self, game: Game[Any], seat: int, rng: Random) -> Iterator[Game[Any]]:
        """The game as it stands at every further decision of the activation, or at those before the dice."""
        if plays_on(game.ruleset):
            yield from towards_the_dice(game, seat, rng, self._routine)
            return
        for _ in range(LONGEST):
            if not self._routine.goes_on(game):
                return
            yield game
            game.answer(self._routine.choose(game, rng))

    # ---- further decisions ------------------------------------------------------------------------------

    def _weighed(self, game: Game[Any], rng: Random) -> Suggestion:
        """The best of the most promising answers."""
        if not plays_on(game.ruleset):
            return best_at_once(game, rng, care_of(game.ruleset))
        found = sorted(suggestions(game, rng), key=lambda one: -one.weight)[:WEIGHED]
        question = game.question
        assert isinstance(question, Question)
        return max(found, key=lambda one: self._stands(game, one, question.seat, rng)) if len(found) > 1 else found[0]

    def _stands(self, game: Game[Any], one: Suggestion, seat: int, rng: Random) -> float:
        """How the game stands before the dice that follow an answer."""
        then = game.imagine(seat, rng)
        given = len(then.inputs)
        then.answer(one.answer)
        if by_chance(then, given):
            return worth(game, seat)
        return worth(before_the_dice(then, seat, rng, self._first_sight), seat)

    def _by_first_sight(self, trials: list[Tried], look: Knowledge) -> list[Tried]:
        """The trials, the best first as they look with likely answers after them, unless dice follow at once."""
        found: list[tuple[float, Tried]] = []
        for trial in trials:
            rng = Random(self._rng.getrandbits(64))
            game = look.imagine(rng)
            given = len(game.inputs)
            game.answer(trial.suggestion.answer)
            if by_chance(game, given):
                return trials
            found.append((worth(before_the_dice(game, look.seat, rng, self._first_sight), look.seat), trial))
        return [trial for _, trial in sorted(found, key=lambda one: -one[0])]
