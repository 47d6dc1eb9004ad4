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

from sandtable.engine.dice import Roll, outcomes, ways
from sandtable.engine.errors import SandtableError
from sandtable.engine.outlook import StageAim
from sandtable.engine.questions import Answer, Question
from sandtable.engine.ruleset import Procedure, Stage, Tell

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


Decide = Callable[[Question, "list[tuple[Answer, Distribution]]"], Distribution]
"""How a decision inside a stage is taken: from each answer and what comes of it, the distribution to go on with."""
Choose = Callable[[Question], Answer]
"""A rule of thumb: the answer, without looking ahead."""


def distribution(
    rule: Rule, args: tuple[Any, ...] = (), decide: Decide | None = None, choose: Choose | None = None
) -> Distribution:
    """The exact distribution of what `rule(*args)` returns."""
    return Stages(decide, choose).solve(rule, args)


class Stages:
    """Solves stages and remembers them. Decisions follow the rule of thumb `choose`, else `decide`."""

    MOST = 20_000
    """Stages that are remembered before everything is forgotten."""

    def __init__(self, decide: Decide | None = None, choose: Choose | None = None, most_ways: int = 0) -> None:
        self.decide, self.choose = decide, choose
        self.most_ways = most_ways
        """Results of one roll that are run through at the most; 0 is no limit."""
        self.known: dict[tuple[Rule, tuple[Any, ...]], tuple[Distribution, bool]] = {}
        self.asked = False
        """Something has been decided since this was last set to False."""

    def solve(self, rule: Rule, args: tuple[Any, ...]) -> Distribution:
        key = rule, args
        known = self.known.get(key)
        if known is None:
            before, self.asked = self.asked, False
            found = self._explore(rule, args, (), rule(*args), None)
            known = found, self.asked
            if len(self.known) >= self.MOST:
                self.known.clear()
            self.known[key] = known
            self.asked = before
        found, asked = known
        self.asked = self.asked or asked
        return found

    def _explore(
        self, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...], running: Procedure[Any], value: Any
    ) -> Distribution:
        """Runs on with `value` and splits at the next request. The run at hand goes on with the first result; every
        other result is a new run with the same inputs."""
        while True:
            try:
                request = running.send(value)
            except StopIteration as done:
                if type(done.value) is Stage:
                    return self.solve(done.value.rule, done.value.args)
                return Distribution({done.value: 1}, 1)
            if type(request) is Roll:
                if 0 < self.most_ways < ways(request):
                    raise TooMany(f"{request.purpose} has more than {self.most_ways} results")
                parts = list(outcomes(request))
            elif type(request) is Stage:
                parts = told_apart(request, self.solve(request.rule, request.args).weights)
            elif type(request) is Tell:
                value = None
                continue
            elif self.choose is not None:
                self.asked = True
                value = request.read(self.choose(request))
                inputs = (*inputs, value)
                continue
            else:
                return self._decided(request, rule, args, inputs)
            if len(parts) > 1:
                return mix(self._branches(rule, args, inputs, running, parts))
            value = parts[0][0]
            inputs = (*inputs, value)

    def _branches(
        self,
        rule: Rule,
        args: tuple[Any, ...],
        inputs: tuple[Any, ...],
        running: Procedure[Any],
        parts: list[tuple[Any, int]],
    ) -> list[tuple[int, Distribution]]:
        found = []
        for value, weight in parts[1:]:
            again = _run_again(rule, args, inputs)
            found.append((weight, self._explore(rule, args, (*inputs, value), again, value)))
        value, weight = parts[0]
        found.append((weight, self._explore(rule, args, (*inputs, value), running, value)))
        return found

    def _decided(self, question: Question, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]) -> Distribution:
        if self.decide is None:
            raise SandtableError(f"say how to decide: {question.prompt}")
        return self.decide(question, self._every_answer(question, rule, args, inputs))

    def _every_answer(
        self, question: Question, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]
    ) -> list[tuple[Answer, Distribution]]:
        self.asked = True
        branches = []
        for answer in question.legal():
            value = question.read(answer)
            again = _run_again(rule, args, inputs)
            branches.append((answer, self._explore(rule, args, (*inputs, value), again, value)))
        return branches


def _run_again(rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]) -> Procedure[Any]:
    """A new run of a stage, as far as these inputs lead."""
    running = rule(*args)
    for given in (None, *inputs):
        while type(running.send(given)) is Tell:
            given = None
    return running


class AimedStages(Stages):
    """Decisions are solved for the aim of the stage they come up in: `seat` wants it high, everybody else low."""

    def __init__(self, aims: Mapping[Rule, StageAim], most_ways: int = 0) -> None:
        super().__init__(most_ways=most_ways)
        self.aims = aims

    def _decided(self, question: Question, rule: Rule, args: tuple[Any, ...], inputs: tuple[Any, ...]) -> Distribution:
        aim = self.aims.get(rule)
        if aim is None:
            raise Undecided(f"say how to decide: {question.prompt}")
        sign = 1 if question.seat == aim.seat(*args) else -1
        branches = self._every_answer(question, rule, args, inputs)
        return max((found for _, found in reversed(branches)), key=lambda found: sign * found.mean(aim.of))


class TooMany(SandtableError):
    """A roll with more results than are worth running through."""


class Undecided(SandtableError):
    """A stage asks something, and nobody has said what to aim at."""


def told_apart(stage: Stage, weights: Mapping[Any, int]) -> list[tuple[Any, int]]:
    """Results of a stage with their weights, one for each kind that the caller tells apart."""
    if stage.apart is None:
        return list(weights.items())
    kinds: dict[Any, tuple[Any, int]] = {}
    for result, weight in weights.items():
        kind = stage.apart(result)
        first, so_far = kinds.get(kind, (result, 0))
        kinds[kind] = first, so_far + weight
    return list(kinds.values())


def mix(parts: Iterable[tuple[int, Distribution]]) -> Distribution:
    """Distributions put together by weight."""
    listed = list(parts)
    common = lcm(*(part.total for _, part in listed))
    mixed: dict[Hashable, int] = {}
    total = 0
    for weight, part in listed:
        total += weight
        scale = weight * (common // part.total)
        for result, amount in part.weights.items():
            mixed[result] = mixed.get(result, 0) + scale * amount
    return Distribution(mixed, common * total)
