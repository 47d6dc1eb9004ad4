"""Monte Carlo tree search. Each try plays an imagined game with dice of its own: down the tree along the answers that
look best (a seat seeks its own advantage, whoever it is), a little way on with likely answers, and then the ruleset
says how the game stands. Dice are not branches: what follows an answer is a new place in the tree only if the next
question is a different one. The more often a place was visited, the more of its answers are tried (the most promising
first), so that a hundred places to move to do not drown the few good ones.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import sqrt
from random import Random
from typing import Any

import msgspec

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort
from sandtable.bots.thinking import activation, play_on, suggestions, worth
from sandtable.engine.advice import Suggestion, advice_of
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Question

CURIOSITY = 0.35
"""How much an answer that was seldom tried is preferred to one that has done well."""
FIRST, WIDER = 3, 1.2
"""Answers that are tried at first, and how many more with the root of the visits."""
ENOUGH = 20_000
"""Visits that settle a question, however much time is left."""
DEEPEST = 60
"""Decisions of one try inside the tree."""


class Branch:
    """An answer in the tree and what came of it, for the seat that gives it."""

    __slots__ = ("share", "suggestion", "then", "total", "visits")

    def __init__(self, suggestion: Suggestion, share: float) -> None:
        self.suggestion, self.share = suggestion, share
        self.visits, self.total = 0, 0.0
        self.then: dict[Hashable, TreeQuestion] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class TreeQuestion:
    """A question in the tree."""

    __slots__ = ("branches", "seat", "visits")

    def __init__(self, game: Game[Any], rng: Random) -> None:
        question = game.question
        assert isinstance(question, Question)
        self.seat, self.visits = question.seat, 0
        found = sorted(suggestions(game, rng), key=lambda one: -one.weight)
        whole = sum(max(one.weight, 1e-9) for one in found)
        self.branches = [Branch(one, max(one.weight, 1e-9) / whole) for one in found]

    def choose(self) -> Branch:
        """The most promising answer, by what has come of it and by how little it is known."""
        width = FIRST + int(WIDER * sqrt(self.visits))
        known = self.mean
        pull = CURIOSITY * sqrt(self.visits + 1)
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


class Tree:
    """What was found below the answer given is kept for the next question."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._expected: dict[Hashable, TreeQuestion] = {}

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        game = look.imagine(self._rng)
        root = self._expected.get(signature(game)) or TreeQuestion(game, self._rng)
        if len(root.branches) > 1:
            while effort.used < 1.0 and root.visits < ENOUGH:
                effort.spend()
                self._try(root, look.imagine(self._rng))
        best = root.best
        self._expected = best.then
        tried = sorted((b for b in root.branches if b.visits or b is best), key=lambda b: (-b.visits, -b.mean))
        return [
            Considered(b.suggestion.answer, question.words(b.suggestion.answer), b.mean, b.visits, b.suggestion.why)
            for b in tried
        ]

    def _try(self, root: TreeQuestion, game: Game[Any]) -> None:
        """One imagined game: down the tree, a little further, and back with what it was worth."""
        rng = self._rng
        changes = advice_of(game.ruleset).horizon
        now = activation(game)
        way: list[tuple[TreeQuestion, Branch]] = []
        place: TreeQuestion | None = root
        while place is not None and len(way) < DEEPEST:
            branch = place.choose()
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
                branch.then[sign] = TreeQuestion(game, rng)
                play_on(game, rng, changes)
        worths = _worths(game)
        for place, branch in way:
            place.visits += 1
            branch.visits += 1
            branch.total += worths[place.seat]


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
