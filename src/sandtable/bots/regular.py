"""A sound player, one decision deep: tries each promising answer out a few times, with dice of its own, and takes the
one that leaves it best off. A try goes on with likely answers to the end of the activation, unless the ruleset's advice
asks for more care than that: then each answer is judged by itself, or just before the dice."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.bots import Explanation, Knowledge
from sandtable.bots.narrowing import Tried, narrow, promising
from sandtable.bots.thinking import LONGEST, Routine, activation, by_chance, likely, play_on, suggestions, worth
from sandtable.engine.advice import care_of, plays_on, tried_of
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question


class Regular:
    def __init__(self, seed: int | str, tries: int = 24) -> None:
        """`tries` is for the whole decision, shared among the answers."""
        self._rng = Random(seed)
        self._tries = tries
        self._routine = Routine(likely)
        self._explanation: Explanation | None = None

    def answer(self, question: Question, look: Knowledge) -> Answer:
        rng = self._rng
        game = look.imagine(rng)
        self._routine.begin(game)
        trials = promising(suggestions(game, rng), tried_of(game.ruleset))
        self._explanation = None
        if len(trials) > 1:
            trials = narrow(trials, lambda trial, dice: self._try(trial, look, dice), self._passes, rng)
            self._explanation = Explanation(question.prompt, tuple(trial.considered(question) for trial in trials))
        return trials[0].suggestion.answer

    def _passes(self, number: int, rounds: int, left: int) -> range:
        return range(max(1, self._tries // (rounds * left)))

    def _try(self, trial: Tried, look: Knowledge, rng: Random) -> None:
        if trial.settled is not None:
            trial.count(trial.settled)
            return
        game = look.imagine(rng)
        before, given = activation(game), len(game.inputs)
        game.answer(trial.suggestion.answer)
        careful = care_of(game.ruleset)
        certain = careful and not by_chance(game, given)
        if careful and plays_on(game.ruleset):
            game = self._up_to_the_dice(game, look.seat, rng)
        elif not careful and not game.over and activation(game) == before:
            play_on(game, rng, 1)
        trial.count(found := worth(game, look.seat))
        if certain:
            trial.settled = found

    def _up_to_the_dice(self, game: Game[Any], seat: int, rng: Random) -> Game[Any]:
        """The game as far as likely answers bring it by themselves. What the dice may do then, the value of the
        position has to say: it knows the mean, and a few rolls do not."""
        for _ in range(LONGEST):
            if not self._routine.goes_on(game):
                break
            then = game.imagine(seat, rng)
            given = len(then.inputs)
            then.answer(self._routine.choose(game, rng))
            if by_chance(then, given):
                break
            game = then
        return game

    def explain(self) -> Explanation | None:
        return self._explanation
