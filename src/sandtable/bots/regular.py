"""A sound player, one decision deep: tries each promising answer out a few times to the end of the activation, with
dice of its own, and takes the one that leaves it best off."""

from __future__ import annotations

from random import Random

from sandtable.bots import Considered, Explanation, Look
from sandtable.bots.thinking import activation, play_on, suggestions, worth
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Answer, Question

MOST = 10
"""Answers that are tried out: the most promising."""


class Trial:
    """An answer and what came of trying it."""

    __slots__ = ("suggestion", "total", "tries")

    def __init__(self, suggestion: Suggestion) -> None:
        self.suggestion, self.total, self.tries = suggestion, 0.0, 0

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0

    def considered(self, question: Question) -> Considered:
        one = self.suggestion
        return Considered(one.answer, question.words(one.answer), self.mean, self.tries, one.why)


class Regular:
    def __init__(self, seed: int | str, tries: int = 24) -> None:
        """`tries` is for the whole decision, shared among the answers."""
        self._rng = Random(seed)
        self._tries = tries
        self._explanation: Explanation | None = None

    def answer(self, question: Question, look: Look) -> Answer:
        rng = self._rng
        found = sorted(suggestions(look.imagine(rng), rng), key=lambda one: -one.weight)[:MOST]
        self._explanation = None
        if len(found) == 1:
            return found[0].answer
        trials = self._narrow([Trial(one) for one in found], look)
        self._explanation = Explanation(question.prompt, tuple(trial.considered(question) for trial in trials))
        return trials[0].suggestion.answer

    def _narrow(self, trials: list[Trial], look: Look) -> list[Trial]:
        """Tries all, then the better half again, and so on; the same dice for each, so that luck favours nobody."""
        rounds = max(1, (len(trials) - 1).bit_length())
        left = list(trials)
        while len(left) > 1:
            for _ in range(max(1, self._tries // (rounds * len(left)))):
                seed = self._rng.getrandbits(64)
                for trial in left:
                    self._try(trial, look, Random(seed))
            left.sort(key=lambda trial: -trial.mean)
            left = left[: (len(left) + 1) // 2]
        return left + sorted((t for t in trials if t is not left[0]), key=lambda t: (-t.tries, -t.mean))

    def _try(self, trial: Trial, look: Look, rng: Random) -> None:
        game = look.imagine(rng)
        before = activation(game)
        game.answer(trial.suggestion.answer)
        if not game.over and activation(game) == before:
            play_on(game, rng, 1)
        trial.total += worth(game, look.seat)
        trial.tries += 1

    def explain(self) -> Explanation | None:
        return self._explanation
