"""Exact odds come from the rules' own generators; icepool is the oracle."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from icepool import d6, d10

from sandtable.engine.dice import Roll
from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import ChooseOne, Option
from sandtable.engine.ruleset import Procedure, Stage, tell
from sandtable.odds import distribution
from sandtable.rulesets.opportunity.injury import check


def to_hit(dice: int, need: int) -> Procedure[int]:
    faces = yield Roll(dice, 10, "to hit", "", 0, bands=(1, need))
    return sum(face >= need for face in faces)


def attack(dice: int, hit: int, save: int) -> Procedure[int]:
    hits = yield Stage(to_hit, (dice, hit))
    saved = (yield Stage(to_hit, (hits, save))) if hits else 0
    return int(hits - saved)


def talkative(dice: int, hit: int, save: int) -> Procedure[int]:
    """The same attack, which tells what happens before and after each roll."""
    yield tell("aims", "X-1")
    hits = yield Stage(to_hit, (dice, hit))
    yield tell("hits", "X-1", hits=hits)
    saved = (yield Stage(to_hit, (hits, save))) if hits else 0
    yield tell("saves", "X-1", saved=saved)
    return int(hits - saved)


def test_what_a_stage_tells_changes_no_odds() -> None:
    assert distribution(talkative, (4, 6, 5)) == distribution(attack, (4, 6, 5))


def push_your_luck(goal: int) -> Procedure[int]:
    """Roll a die; you may roll again, and the second result stands."""
    (first,) = yield Roll(1, 6, "first", "", 0)
    again = yield ChooseOne(
        seat=0, prompt="again?", clause="", options=(Option("yes", "yes"), Option("no", "no")), who=str(goal)
    )
    if again == "no":
        return int(first)
    (second,) = yield Roll(1, 6, "second", "", 0)
    return int(second)


def test_a_trauma_check_has_the_odds_of_two_dice_and_physique() -> None:
    found = distribution(check, ("trauma check", "OP-8.2", 0, "Tom", 3))
    oracle = 2 @ d6 + 3
    assert {r: Fraction(w, found.total) for r, w in found.weights.items()} == {
        int(r): Fraction(q, oracle.denominator()) for r, q in oracle.items()
    }
    assert found.chance(lambda result: result <= 9) == Fraction((oracle <= 9).probability(True))


def test_stages_in_a_row_agree_with_the_oracle() -> None:
    found = distribution(attack, (4, 6, 7))
    wound = (d10 >= 6) & (d10 < 7)
    oracle = 4 @ wound
    assert sum(found.weights.values()) == found.total
    for wounds in range(5):
        assert found.chance(lambda result, wounds=wounds: result == wounds) == Fraction(oracle.probability(wounds))  # type: ignore[misc]


def test_decisions_are_solved_for_the_stated_aim() -> None:
    def best(question: Any, branches: list[Any]) -> Any:
        return max((part for _, part in branches), key=lambda part: part.chance(lambda r: r >= int(question.who)))

    found = distribution(push_your_luck, (5,), best)
    assert found.chance(lambda result: result >= 5) == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3)


def climb(height: int, step: int) -> Procedure[int | Stage]:
    """Ends in itself: each throw of 3 or more goes on from one step higher."""
    (face,) = yield Roll(1, 6, "climb", "", 0, bands=(1, 3))
    return step if face < 3 or step == height else Stage(climb, (height, step + 1))


def test_a_stage_may_end_in_another() -> None:
    found = distribution(climb, (2, 0))
    assert [found.chance(lambda result, n=n: result == n) for n in range(3)] == [  # type: ignore[misc]
        Fraction(1, 3), Fraction(2, 9), Fraction(4, 9),
    ]  # fmt: skip


def sorted_out(total: int) -> Procedure[str]:
    found = yield Stage(to_hit, (total, 6), lambda hits: hits > 1)
    return "many" if found > 1 else "few"


def test_results_that_are_not_told_apart_are_followed_once() -> None:
    oracle = 4 @ (d10 >= 6)
    found = distribution(sorted_out, (4,))
    assert found.chance(lambda result: result == "few") == Fraction((oracle <= 1).probability(True))
    assert found.map(len).weights.keys() == {3, 4}


def test_a_rule_of_thumb_decides_without_looking_ahead() -> None:
    found = distribution(push_your_luck, (5,), choose=lambda question: "no")
    assert found.chance(lambda result: result >= 5) == Fraction(1, 3)


def test_an_undecided_question_is_refused() -> None:
    with pytest.raises(SandtableError, match="again"):
        distribution(push_your_luck, (5,))


def test_played_dice_follow_the_exact_distribution() -> None:
    """A chi-square with a fixed seed; 27.9 is the 0.1 % point for nine degrees of freedom or fewer."""
    exact = distribution(attack, (6, 5, 6))
    rng, games = Random(7), 20_000
    seen: Counter[int] = Counter()
    for _ in range(games):
        seen[_played(attack(6, 5, 6), rng)] += 1
    square = 0.0
    for result, weight in exact.weights.items():
        expected = games * weight / exact.total
        square += (seen[result] - expected) ** 2 / expected  # type: ignore[index]
    assert square < 27.9


def _played(procedure: Procedure[Any], rng: Random) -> Any:
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as done:
            return done.value
        if isinstance(request, Stage):
            value = _played(request.rule(*request.args), rng)
        else:
            value = tuple(rng.randint(1, request.sides) for _ in range(request.n))
