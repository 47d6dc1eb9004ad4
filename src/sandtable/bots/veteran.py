"""A strong player: searches the tree of decisions, its own and the others', as far as its budget of time goes.

The search is Monte Carlo tree search. Each try plays an imagined game with dice of its own: down the tree along the
answers that look best (a seat seeks its own advantage, whoever it is), a little way on with likely answers, and then
the ruleset says how the game stands. Dice are not branches: what follows an answer is a new place in the tree only if
the next question is a different one. The more often a place was visited, the more of its answers are tried (the most
promising first), so that a hundred places to move to do not drown the few good ones.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from sandtable.bots import Considered, Explanation, Look
from sandtable.bots.thinking import Budget, activation, play_on, suggestions, worth
from sandtable.engine.advice import Suggestion, advice_of
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, ChooseOne, Question

CURIOSITY = 0.35
"""How much an answer that was seldom tried is preferred to one that has done well, unless the advice says otherwise:
where a single activation changes the chance to win by little, less is better."""
FIRST, WIDER = 3, 1.2
"""Answers that are tried at first, and how many more with the root of the visits."""
MOST_TRIES = 20_000
"""Enough is enough, however long the budget."""
DEEPEST = 60
"""Decisions of one try inside the tree."""


class Branch:
    """An answer in the tree and what came of it, for the seat that gives it."""

    __slots__ = ("share", "suggestion", "then", "total", "visits")

    def __init__(self, suggestion: Suggestion, share: float) -> None:
        self.suggestion, self.share = suggestion, share
        self.visits, self.total = 0, 0.0
        self.then: dict[Hashable, Place] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Place:
    """A question in the tree."""

    __slots__ = ("branches", "seat", "visits")

    def __init__(self, game: Game[Any], rng: Random) -> None:
        question = game.question
        assert isinstance(question, Question)
        self.seat, self.visits = question.seat, 0
        found = sorted(suggestions(game, rng), key=lambda one: -one.weight)
        whole = sum(max(one.weight, 1e-9) for one in found)
        self.branches = [Branch(one, max(one.weight, 1e-9) / whole) for one in found]

    def choose(self, curiosity: float) -> Branch:
        """The most promising answer, by what has come of it and by how little it is known."""
        width = FIRST + int(WIDER * sqrt(self.visits))
        known = self.mean
        pull = curiosity * sqrt(self.visits + 1)
        best, best_score = self.branches[0], -1.0
        for branch in self.branches[:width]:
            good = branch.total / branch.visits if branch.visits else known
            reckoned = good + pull * branch.share / (1 + branch.visits)
            if reckoned > best_score:
                best, best_score = branch, reckoned
        return best

    @property
    def mean(self) -> float:
        return sum(branch.total for branch in self.branches) / self.visits if self.visits else 0.5

    @property
    def best(self) -> Branch:
        return max(self.branches, key=lambda branch: (branch.visits, branch.mean))


class Veteran:
    def __init__(
        self,
        seed: int | str,
        seconds: float = 2.0,
        tries: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """`seconds` is for one activation. With `tries` a decision gets so many tries instead, and no clock runs."""
        self._rng = Random(seed)
        self._tries = tries
        self._budget = Budget(seconds, clock)
        self._expected: dict[Hashable, Place] = {}
        self._explanation: Explanation | None = None

    def answer(self, question: Question, look: Look) -> Answer:
        game = look.imagine(self._rng)
        root = self._expected.get(signature(game)) or Place(game, self._rng)
        if len(root.branches) > 1:
            self._budget.begin(activation(game))
            self._search(root, look)
            self._budget.end()
        best = root.best
        self._expected = best.then
        self._explanation = _explained(question, root) if len(root.branches) > 1 else None
        return best.suggestion.answer

    def _search(self, root: Place, look: Look) -> None:
        with _collecting_later():
            for _ in range(MOST_TRIES if self._tries is None else self._tries):
                if self._tries is None and self._budget.spent:
                    return
                self._try(root, look.imagine(self._rng))

    def _try(self, root: Place, game: Game[Any]) -> None:
        """One imagined game: down the tree, a little further, and back with what it was worth."""
        rng = self._rng
        advice = advice_of(game.ruleset)
        changes, curiosity = advice.horizon, getattr(advice, "curiosity", CURIOSITY)
        now = activation(game)
        way: list[tuple[Place, Branch]] = []
        place: Place | None = root
        while place is not None and len(way) < DEEPEST:
            branch = place.choose(curiosity)
            try:
                game.answer(branch.suggestion.answer)
            except IllegalAnswer:
                # The question looks the same, but after other dice this answer is not legal: it ends the try here.
                if not way:
                    raise
                break
            way.append((place, branch))
            if game.over:
                break
            if (then := activation(game)) != now:
                now, changes = then, changes - 1
                if changes <= 0:
                    break
            sign = signature(game)
            place = branch.then.get(sign)
            if place is None:
                branch.then[sign] = Place(game, rng)
                play_on(game, rng, changes)
        worths = _worths(game)
        for place, branch in way:
            place.visits += 1
            branch.visits += 1
            branch.total += worths[place.seat]

    def explain(self) -> Explanation | None:
        return self._explanation


@contextmanager
def _collecting_later() -> Iterator[None]:
    """To look through all of a process for garbage can take a tenth of a second: not while the budget runs."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _worths(game: Game[Any]) -> list[float]:
    """How the game stands for every seat; what one of two has not, the other has."""
    if len(game.seats) == 2:
        first = worth(game, 0)
        return [first, 1.0 - first]
    return [worth(game, seat) for seat in range(len(game.seats))]


def signature(game: Game[Any]) -> Hashable:
    """Equal where the same question is asked about the same choices."""
    question = game.question
    assert isinstance(question, Question)
    if isinstance(question, ChooseOne):
        return question.seat, question.prompt, tuple([option.id for option in question.options])
    return question.seat, question.prompt, msgspec.json.encode(game.state)


def _explained(question: Question, root: Place) -> Explanation:
    tried = sorted((b for b in root.branches if b.visits), key=lambda b: (-b.visits, -b.mean))
    return Explanation(
        question.prompt,
        tuple(
            Considered(b.suggestion.answer, question.words(b.suggestion.answer), b.mean, b.visits, b.suggestion.why)
            for b in tried
        ),
    )
