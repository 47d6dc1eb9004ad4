"""What decisions were worth."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from sandtable.bots import make_bot
from sandtable.bots.review import (
    IDLING,
    LITTLE,
    AnswerPlan,
    ReviewTime,
    decisions,
    gets_on,
    hint,
    idles,
    judge,
    mark_of,
    review,
    veteran_plan,
)  # fmt: skip
from sandtable.bots.thinking import likely
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Question, options_of
from sandtable.engine.registry import ruleset
from sandtable.lab.selfplay import play_out
from sandtable.server.library import quick_battles

FEW = ReviewTime(tries=4)
RULESETS = ["opportunity", "opentactics", "roe", "op-en", "riverside"]


def played(name: str, seed: str = "review") -> Game[Any]:
    game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text(seed))
    play_out(game, [make_bot("recruit", f"{seed}/{seat}") for seat in range(len(game.seats))])
    return game


@pytest.mark.parametrize("name", RULESETS)
def test_plans_are_answers_of_one_seat_without_dice_between(name: str) -> None:
    game = played(name)
    found = decisions(game, 0)
    assert found
    for one in found:
        assert tuple(game.inputs[one.at : one.at + len(one.answers)]) == one.answers
        assert {asked.seat for asked in game.asked[one.at : one.at + len(one.answers)]} == {0}
        assert not any(type(answer) is tuple for answer in one.answers)


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_can_be_reviewed(name: str) -> None:
    game = played(name)
    before = game.hash()
    for one in islice(review(game, 0, FEW, "seed"), 2):
        assert 0 <= one.given.chance <= 1
        assert one.error >= 0
        assert one.given.plan.words
        assert one.better.plan.answers
        if one.better.plan.answers == one.given.plan.answers:
            assert (one.mark, one.cost) == ("star", 0.0)
        elif abs(one.cost) <= one.error:
            assert one.as_good
            assert one.mark == "tick"
    assert game.hash() == before


def test_the_same_seed_judges_the_same() -> None:
    game = played("opportunity")
    assert list(review(game, 0, FEW, "a")) == list(review(game, 0, FEW, "a"))


def test_a_plain_mistake_costs() -> None:
    """Who ends the turn of a fight with the enemy in reach loses by it; the veteran's own answer costs nothing."""
    game = played("opportunity", "mistake")
    at = next(one.at for one in decisions(game, 0))
    here = game.fork(at)
    assert isinstance(here.question, Question)
    found = [judge(here, [answer], ReviewTime(tries=40), Random(1)) for answer in here.legal()]
    assert max(one.cost for one in found) > 0.02
    assert any(one.mark == "star" for one in found)
    assert any(one.mark in ("wave", "cross") for one in found)


@pytest.mark.parametrize(
    ("cost", "best", "as_good", "mark"),
    [
        (0.0, True, True, "star"), (0.3, False, True, "tick"), (0.02, False, False, "tick"),
        (0.05, False, False, "wave"), (0.051, False, False, "cross"),
    ],
)  # fmt: skip
def test_marks(cost: float, best: bool, as_good: bool, mark: str) -> None:
    assert mark_of(cost, best, as_good) == mark


def test_a_hint_names_a_legal_answer_and_changes_nothing() -> None:
    """The hint leaves the game alone, and thinks in games of its own."""
    game = played("opportunity")
    at = decisions(game, 0)[0].at
    here = game.fork(at)
    found = hint(here, FEW, Random(2))
    assert here.inputs == game.inputs[:at]
    assert found.best.plan.answers[0] in here.legal()
    assert found.other is None or found.other.plan.answers[0] != found.best.plan.answers[0]
    assert found.error >= 0


def test_a_hint_is_hardly_worth_less_than_what_it_is_held_against() -> None:
    """Where the playouts know better than the search, what they found is the hint, unless it only waits; places are
    told only where nothing else was chosen."""
    game: Game[Any] = Game(ruleset("op-en"), dice=Seeded.from_text("hint"))
    rng = Random(3)
    while not isinstance(game.question, Question) or game.question.topic != "activate":
        game.answer(likely(game, rng).answer)
    found = [hint(game, ReviewTime(tries=12), Random(seed)) for seed in range(3)]
    assert all(one.worth >= -IDLING for one in found)
    for one in found:
        assert not any(re.search(r" to -?\d", words) for words in one.best.plan.words), one.best.plan.words


@pytest.mark.parametrize("seed", ["s2", "s4"])
def test_a_hint_with_counters_left_is_no_end_of_the_turn(seed: str) -> None:
    """The tries end soon, and with everybody still in reserve it looks good in them to bring nobody."""
    rules = ruleset("opentactics")
    game: Game[Any] = Game(rules, quick_battles(rules).draw(seed, [], "").setup, dice=Seeded.from_text(seed))
    rng, asked = Random(1), 0
    while asked < 3:
        question = game.question
        assert isinstance(question, Question)
        if question.seat == 0 and question.topic == "activate" and len(options_of(question)) > 1:
            asked += 1
            assert not idles(game, hint(game, FEW, Random(asked)).best.plan)
        game.answer(likely(game, rng).answer)


def test_what_only_waits_has_to_be_clearly_better_to_be_a_hint() -> None:
    waits, acts = (True, False), (False, False)
    assert gets_on(IDLING - 0.01, waits, (0.5, 0.5))
    assert not gets_on(IDLING, waits, (0.5, 0.5))
    assert gets_on(LITTLE - 0.01, acts, (0.1, 0.5))
    assert not gets_on(LITTLE, acts, (0.1, 0.5))
    assert not gets_on(0.0, acts, (0.4, 0.5)), "both promise something: what came out better is told"
    assert not gets_on(0.0, (True, True), (0.1, 0.5))


def test_why_says_what_is_done_and_not_what_else_might_be() -> None:
    """Whoever is chosen because there is somewhere to go, and then only ends the activation, has nothing more to do."""
    game: Game[Any] = Game(ruleset("op-en"), dice=Seeded.from_text("hint"))
    rng = Random(3)
    while not isinstance(game.question, Question) or game.question.topic != "activate":
        game.answer(likely(game, rng).answer)
    for seed in range(4):
        why = veteran_plan(game, game.question.seat, FEW, Random(seed)).why
        assert why
        assert not any(guess in why for guess in ("has somewhere to go", "has an enemy to", "at an objective")), why


def test_to_name_somebody_who_then_does_nothing_is_idle() -> None:
    game: Game[Any] = Game(ruleset("op-en"), dice=Seeded.from_text("hint"))
    rng = Random(3)
    while not isinstance(game.question, Question) or game.question.topic != "activate":
        game.answer(likely(game, rng).answer)
    who = next(option.id for option in options_of(game.question) if option.points_at)
    assert idles(game, AnswerPlan((who, "done"), ()))
    assert not idles(game, AnswerPlan((who, "move"), ()))
