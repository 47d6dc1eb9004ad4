"""The distribution of a stage's result, by driving the same generator that a game drives, with enumerated dice.

A `Stage` is solved once for its arguments and equal results are merged, so the cost grows with what the rules can tell
apart, not with the number of dice. Weights are whole numbers over one total: exact, and they add up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Roll, outcomes
from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Procedure, Stage

Rule = Callable[..., Procedure[Any]]


class Distribution(Struct, frozen=True):
    """Results with whole-number weights that add up to `total`."""

    weights: Mapping[Hashable, int]
    total: int

    def chance(self, of: Callable[[Any], bool]) -> Fraction:
        """The probability of the results for which `of` holds."""
        return Fraction(sum(weight for result, weight in self.weights.items() if of(result)), self.total)

    def mean(self, key: Callable[[Any], int] = lambda result: result) -> Fraction:
        return Fraction(sum(key(result) * weight for result, weight in self.weights.items()), self.total)

    def map(self, key: Callable[[Any], Hashable]) -> Distribution:
        """The distribution of something worked out from the result."""
        merged: dict[Hashable, int] = {}
        for result, weight in self.weights.items():
            merged[key(result)] = merged.get(key(result), 0) + weight
        return Distribution(merged, self.total)


Decide = Callable[[Question, "list[tuple[Any, Distribution]]"], Distribution]
"""How a decision inside a stage is taken: from each answer and what comes of it, the distribution to go on with."""


def distribution(rule: Rule, args: tuple[Any, ...] = (), decide: Decide | None = None) -> Distribution:
    """The exact distribution of what `rule(*args)` returns."""
    return _Solver(decide).solve(rule, args)


class _Solver:
    def __init__(self, decide: Decide | None) -> None:
        self.decide = decide
        self.known: dict[tuple[Rule, tuple[Any, ...]], Distribution] = {}

    def solve(self, rule: Rule, args: tuple[Any, ...]) -> Distribution:
        if (rule, args) not in self.known:
            self.known[rule, args] = self._branch(rule, args, ())
        return self.known[rule, args]

    def _branch(self, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]) -> Distribution:
        """Runs the rule again with these inputs and splits at the first request beyond them."""
        procedure = rule(*args)
        request: Any = None
        try:
            for given in (None, *inputs):
                request = procedure.send(given)
        except StopIteration as done:
            return Distribution({done.value: 1}, 1)
        parts: Iterable[tuple[Any, int]]
        if isinstance(request, Roll):
            parts = outcomes(request)
        elif isinstance(request, Stage):
            parts = self.solve(request.rule, request.args).weights.items()
        else:
            return self._decided(request, rule, args, inputs)
        return mix((weight, self._branch(rule, args, (*inputs, value))) for value, weight in parts)

    def _decided(self, question: Question, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]) -> Distribution:
        if self.decide is None:
            raise SandtableError(f"say how to decide: {question.prompt}")
        branches = [(answer, self._branch(rule, args, (*inputs, question.read(answer)))) for answer in question.legal()]
        return self.decide(question, branches)


def mix(parts: Iterable[tuple[int, Distribution]]) -> Distribution:
    """Distributions put together by weight."""
    listed = list(parts)
    common = lcm(*(part.total for _, part in listed))
    mixed: dict[Hashable, int] = {}
    for weight, part in listed:
        scale = weight * (common // part.total)
        for result, amount in part.weights.items():
            mixed[result] = mixed.get(result, 0) + scale * amount
    return Distribution(mixed, common * sum(weight for weight, _ in listed))
