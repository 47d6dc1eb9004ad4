"""How to choose among a few answers: try all of them, then the better half again, and so on until one is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from sandtable.bots import Considered
from sandtable.bots.effort import Effort
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question

ENOUGH = 200
"""Tries of one answer that settle a round, however much time is left."""


class Tried:
    """An answer and what came of trying it."""

    __slots__ = ("settled", "suggestion", "total", "tries")

    def __init__(self, suggestion: Suggestion, *found: float) -> None:
        self.suggestion, self.total, self.tries = suggestion, sum(found), len(found)
        self.settled: float | None = None
        """What every try is worth, where nothing is left to chance."""

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0

    def count(self, worth: float) -> None:
        self.total += worth
        self.tries += 1

    def considered(self, question: Question) -> Considered:
        one = self.suggestion
        return Considered(one.answer, question.words(one.answer), self.mean, self.tries, one.why)


def promising(found: list[Suggestion], most: int) -> list[Tried]:
    """The answers that are tried out: so many of the most promising."""
    return [Tried(one) for one in sorted(found, key=lambda one: -one.weight)[:most]]


def narrow(
    trials: list[Tried],
    attempt: Callable[[Tried, Random], None],
    passes: Callable[[int, int, int], Iterable[object]],
    rng: Random,
) -> list[Tried]:
    """The trials, the best first. `passes` says how often all that are left are tried, given the number of this round,
    how many rounds there are and how many trials are left. In one pass all get the same dice, so that luck favours
    nobody; where all are alike, the first stays first."""
    rounds = max(1, (len(trials) - 1).bit_length())
    left = list(trials)
    for number in range(rounds):
        for _ in passes(number, rounds, len(left)):
            seed = rng.getrandbits(64)
            for trial in left:
                attempt(trial, Random(seed))
        left.sort(key=lambda trial: -trial.mean)
        left = left[: (len(left) + 1) // 2]
    return left + sorted((t for t in trials if t is not left[0]), key=lambda t: (-t.tries, -t.mean))


def narrow_within(
    trials: list[Tried], attempt: Callable[[Tried, Random], None], effort: Effort, rng: Random
) -> list[Tried]:
    """The same as long as the effort lasts, every round an equal share of it."""

    def afforded(trial: Tried, dice: Random) -> None:
        if effort.used < 1.0:
            effort.spend()
            attempt(trial, dice)

    def passes(number: int, rounds: int, left: int) -> Iterator[None]:
        for _ in range(ENOUGH):
            if effort.used >= (number + 1) / rounds:
                return
            yield

    return narrow(trials, afforded, passes, rng)
