"""Puzzles found in games of bots, and solved again: exactly where little is left, else by playing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from sandtable.bots import Knowledge
from sandtable.bots.review import AnswerPlan
from sandtable.cli import main
from sandtable.engine.dice import Seeded, Typed
from sandtable.engine.game import Game
from sandtable.engine.puzzles import position, puzzles, read_puzzles
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset
from sandtable.lab.counting import PlayedEnd
from sandtable.lab.puzzles.checking import check
from sandtable.lab.puzzles.mining import MiningEffort, mine, played_game, written_out
from sandtable.lab.puzzles.planning import ideas, same_idea
from sandtable.lab.puzzles.solving import PlanEnds, at_first_sight, error_of, exact, gap, played, soundly

QUICK = MiningEffort(late=14, glance=4, quick=8, first=20, second=24)


@pytest.fixture(scope="module")
def found() -> list[Any]:
    return list(mine("opportunity", 12, "tests", QUICK))


def test_the_same_seed_finds_the_same_puzzles(found: list[Any]) -> None:
    assert found, "nothing was found in a dozen games"
    assert list(mine("opportunity", 12, "tests", QUICK)) == found


def test_a_puzzle_has_one_best_plan_and_what_looks_best_is_shown(found: list[Any]) -> None:
    for one in found:
        worths = sorted((plan.worth for plan in one.plans), reverse=True)
        assert worths[0] - worths[1] == pytest.approx(one.gap, abs=0.001)
        assert one.gap > one.gap_error
        assert one.headline
        assert one.lesson
        assert all(plan.words and plan.why and plan.clauses for plan in one.plans)
        game = position(one)
        assert game.question is not None
        assert game.question.seat == one.seat


def test_a_puzzle_that_no_longer_holds_is_found(found: list[Any]) -> None:
    clear = max(found, key=lambda one: one.gap - one.gap_error)
    assert not check(clear, tries=30).problem
    worst = clear.plans[clear.worst]
    swapped = [
        structs.replace(plan, win=worst.win, draw=worst.draw)
        if number == clear.best
        else structs.replace(plan, win=1.0, draw=0.0) if number == clear.worst else plan
        for number, plan in enumerate(clear.plans)
    ]  # fmt: skip
    said = check(structs.replace(clear, plans=swapped), tries=60)
    assert "better than" in said.problem
    assert said.gap is not None
    assert said.gap < 0


def test_check_names_what_the_rules_no_longer_follow(found: list[Any]) -> None:
    cut = structs.replace(found[0], inputs=found[0].inputs[:1])
    assert check(cut, tries=0).problem


def test_playouts_have_the_same_dice_for_all_plans(found: list[Any]) -> None:
    one = found[0]
    game = position(one)
    plan = AnswerPlan(tuple(one.plans[0].answers), ())
    twice = played(Knowledge(game, one.seat), [plan, plan], 6, Random(1), at_first_sight)
    assert twice[0].scores == twice[1].scores
    assert gap(twice[0], twice[1], one.seat)[0] == 0


def test_exact_values_agree_with_playing() -> None:
    """Where little is left, every die and choice is counted; games played to their end come out near that."""
    rules = ruleset("opportunity")
    for number in range(12):
        game = played_game(rules, f"exact/{number}")
        at = max(at for at, asked in enumerate(game.asked) if asked.kind)
        before, given = game.fork(at, Typed()), game.inputs[at]
        counted = exact(before, [given])
        if counted is not None:
            break
    else:
        pytest.fail("no last decision of a dozen games could be counted")
    seat = game.asked[at].seat
    assert sum(counted.ends.values()) == pytest.approx(1)
    tries = played(Knowledge(before, seat), [AnswerPlan((given,), ())], 60, Random(2), soundly)[0]
    assert abs(tries.worth(seat) - counted.worth(seat)) < 0.25


def test_a_gap_knows_its_error() -> None:
    won, lost = PlayedEnd((0,)), PlayedEnd((1,))
    sure, never = PlanEnds({won: 1.0}), PlanEnds({lost: 1.0})
    assert gap(sure, never, 0) == (1.0, 0.0)
    even = PlanEnds({won: 0.5, lost: 0.5}, (1.0, 0.0) * 50)
    more, error = gap(sure, even, 0)
    assert more == 0.5
    assert 0.08 < error < 0.12
    assert error_of((1.0,) * 100) == pytest.approx(0.03)


def test_one_idea_is_tried_once() -> None:
    assert same_idea(["go", {"Ann": [[1.0, 1.0], [5.0, 5.0]]}], ["go", {"Ann": [[6.0, 5.0]]}])
    assert not same_idea(["go", {"Ann": [[5.0, 5.0]]}], ["go", {"Ann": [[15.0, 5.0]]}])
    assert not same_idea(["go"], ["stay"])
    game: Game[Any] = Game(ruleset("opportunity"), dice=Seeded.from_text("ideas"), events=False)
    assert isinstance(game.question, Question)
    plans = [str(idea.plan.answers) for idea in ideas(game, game.question.seat, Random(1))]
    assert len(plans) == len(set(plans)) > 1


def test_forces_are_written_out() -> None:
    rules = ruleset("opentactics")
    setup = {"scenario": "open-field", "player": [{"force": "Coven 200"}, {"force": "Thornwild 200"}]}
    full = written_out(rules, setup, "player")
    assert "Coven 200" not in [player.get("force") for player in full["player"]]
    options = rules.rulebook.options({})
    assert rules.seats(rules.begin(full, options)) == rules.seats(rules.begin(setup, options))


def test_the_command_line_mines_checks_and_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mined.jsonl"
    assert main(["puzzles", "mine", "opportunity", "--games", "1", "--out", str(out), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["found"] == (len(list(read_puzzles(out))) if out.exists() else 0)
    assert main(["puzzles", "check", "opportunity", "--tries", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) | {"verdicts": 0} == {
        "checked": len(puzzles("opportunity")), "bad": 0, "verdicts": 0,
    }  # fmt: skip
    assert main(["puzzles", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {one["ruleset"] for one in listed} >= {"opportunity"}
    assert main(["puzzles", "check", "--tries", "-1"]) == 2
    assert "--tries is 0 or more" in capsys.readouterr().err
