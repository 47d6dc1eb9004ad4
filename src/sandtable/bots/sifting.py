"""Sifting: a few answers, each tried again and again with the same dice as the others, the worse half dropped, and so
on as long as the time lasts. A try goes on with likely answers to the end of the activation and through what follows.

Where an activation hangs on a handful of dice, answers differ by less than the luck of a try. A tree spreads its tries
over what comes after each answer, and then knows little about any; here all of them tell the few answers apart.
"""

from __future__ import annotations

from random import Random

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort
from sandtable.bots.narrowing import Tried, narrow_within, promising
from sandtable.bots.thinking import activation, play_on, suggestions, worth
from sandtable.engine.advice import advice_of
from sandtable.engine.questions import Question

MOST = 8
"""Answers that are tried: more than a regular has the time for."""


class Sifting:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        trials = promising(suggestions(look.imagine(self._rng), self._rng), MOST)
        if len(trials) > 1:
            trials = narrow_within(trials, lambda trial, dice: self._try(trial, look, dice), effort, self._rng)
        return [trial.considered(question) for trial in trials]

    def _try(self, trial: Tried, look: Knowledge, rng: Random) -> None:
        game = look.imagine(rng)
        now, ahead = activation(game), advice_of(game.ruleset).horizon
        game.answer(trial.suggestion.answer)
        if not game.over:
            play_on(game, rng, ahead - (activation(game) != now))
        trial.count(worth(game, look.seat))
