"""What a player reads beside every option: odds, what is certain, the choice that comes first, or why nobody knows."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.cli.test_play import Keyboard

import sandtable
from sandtable.cli.play import Terminal
from sandtable.engine.dice import Pseudo
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.outlook import Effect
from sandtable.engine.questions import ChooseSome, Move
from sandtable.engine.registry import ruleset
from sandtable.odds import Odds, panel, prospect, prospects, steps
from sandtable.odds.answers import Decision
from sandtable.odds.shares import about, in_percent, whole_shares
from sandtable.odds.steps import answer_key
from sandtable.rulesets.opentactics.odds import Outlook
from sandtable.rulesets.roe.scene import places as roe_places
from sandtable.server.players import Thought, recorded_inputs
from sandtable.server.worker import Desk, reply_to

# ---- whole per cent ---------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8).filter(any), st.sampled_from([100, 1000]))
def test_shares_of_one_row_add_up(weights: list[int], of: int) -> None:
    """Each is its chance rounded down or up, and together they are the whole."""
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    shares = whole_shares(chances, of)
    assert sum(shares) == of
    assert all(abs(share - chance * of) < 1 for share, chance in zip(shares, chances, strict=True))


def test_three_thirds_are_a_hundred() -> None:
    assert whole_shares([Fraction(1, 3)] * 3) == [34, 33, 33]
    assert whole_shares([Fraction(1, 6), Fraction(1, 2), Fraction(1, 3)]) == [17, 50, 33]


def test_what_can_happen_is_not_0_and_what_can_fail_is_not_100() -> None:
    assert (in_percent(Fraction(1, 300), 0), in_percent(Fraction(299, 300), 100)) == ("<1 %", ">99 %")
    assert (in_percent(Fraction(0), 0), in_percent(Fraction(1), 100)) == ("0 %", "100 %")


def test_a_sampled_chance_comes_with_its_interval_and_is_never_about_100() -> None:
    odds = Odds({(Effect(1, "Tom", "falls", 60),): 110, (): 90}, 200, "no effect", sampled=True)
    assert odds.shown(odds.words("Tom")) == ["about 45 % (38 to 52)", "about 55 % (48 to 62)"]
    always = Odds({(Effect(1, "Tom", "falls"),): 200}, 200, "no effect", sampled=True)
    assert always.shown(always.words("Tom")) == ["at least 98 %"]
    assert not always.certain, "200 games do not prove it"
    assert about(0, (0.0, 0.0189)) == "at most 2 %"


# ---- how it was worked out --------------------------------------------------------------------------------------


def test_remarks_say_whose_best_response_counts_and_what_went_by_rule_of_thumb() -> None:
    decisions = (
        Decision(1, "Tom", "OP-7.3", "best for Blue", ("Take Cover",)),
        Decision(1, "Tom", "OP-10.5", "best for Blue", ("green 4",)),
        Decision(0, "Ann", "OP-10.5", "best for Red", ("red 5",)),
        Decision(-1, "", "", "usual", ()),
        Decision(-1, "", "", "the most hits", ()),
    )
    odds = Odds({(): 1}, 1, "no effect", decisions)
    said = [
        "if Tom answers best: Take Cover, green 4",
        "and you then: red 5",
        "rule of thumb",
        "decided for the most hits",
    ]
    assert odds.remarks(0) == said
    assert odds.by_thumb
    wire = odds.wire()
    assert (wire["by_thumb"], wire["certain"]) == (True, True)


def test_an_assault_that_is_too_large_to_solve_is_marked() -> None:
    """Three dice in every pool and re-rolls on both sides: beside the options they go by rule of thumb, and say so."""
    pools = {"off": 3, "def": 3, "range": 1}
    allies = [("Red", "d2"), ("Red", "d3"), ("Blue", "a2"), ("Blue", "b1")]
    units = [{"name": f"of {cell}", "player": player, "at": cell} for player, cell in allies]
    fighters = [{"name": "Ann", "player": "Red", "at": "b2", "melee": pools},
                {"name": "Tom", "player": "Blue", "at": "c2", "melee": pools}]  # fmt: skip
    situation = {"map": ["......"] * 4, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": fighters + units}
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "assault", "Tom"):
        game.answer(answer)
    found = {key: one.wire(1) for key, one in prospects(game, runs=20).items()}
    assert found["retaliate"]["by_thumb"]
    assert "rule of thumb" in " ".join(found["retaliate"]["remarks"])


# ---- what is certain, and what comes first ----------------------------------------------------------------------


def beaten() -> Game[Any]:
    """Tom has lost the tally and may re-roll a die; Ann has nothing to add."""
    units = [
        {"name": "Ann", "player": "Red", "at": "a2", "melee": {"off": 1, "def": 1, "range": 1}},
        {"name": "Tom", "player": "Blue", "at": "b2", "melee": {"off": 0, "def": 1, "range": 0}},
        {"name": "Vic", "player": "Blue", "at": "c1"},
        {"name": "Kim", "player": "Red", "at": "f4"},
    ]
    situation = {"map": ["......"] * 4, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units, "counters": 3}
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "assault", [4, 2]):
        game.answer(answer)
    return game


def test_to_pass_a_last_reroll_is_a_certain_capture() -> None:
    """Beside chances a blank would read as harmless."""
    found = prospects(beaten())
    assert found.keys() == {"support: DEF 2", "pass"}
    assert (found["support: DEF 2"].kind, found["pass"].kind) == ("dice", "certain")
    wire = found["pass"].wire(1)
    assert wire["effects"] == [
        {"who": "Tom", "seat": 1, "numbers": {},
         "words": [{"what": "captured", "chance": 1.0, "fraction": "1", "shown": "100 %"}]}
    ]  # fmt: skip
    assert "pass" not in panel(beaten()), "the panel is about dice"


def test_a_choice_of_ones_own_comes_first() -> None:
    """Who declares a movement has no odds yet; the path has."""
    units = [{"name": "Ann", "player": "Red", "at": "a2"}, {"name": "Tom", "player": "Blue", "at": "b2"}]
    situation = {"map": ["...", "...", "..."], "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units}
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    game.answer("Ann")
    found = prospects(game)
    assert {key: one.kind for key, one in found.items()} == {"move": "choice", "assault": "dice"}
    assert found["move"].first == "first choose: Ann moves along which path?"
    assert (found["move"].telling, found["assault"].telling) == (False, True)


def test_places_that_are_proposed_have_odds() -> None:
    """By the path as a browser writes it."""
    units = [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "c3"}]
    situation = {
        "map": ["...", "...", "..."], "cells": {"b1": {"height": 2}}, "unit": units,
        "player": [{"name": "Red"}, {"name": "Blue"}],
    }  # fmt: skip
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    game.answer("Ann")
    assert isinstance(game.question, Move)
    climb, walk = answer_key({"Ann": [[1.0, 0.0]]}), answer_key({"Ann": [[0.0, 1.0]]})
    assert climb == '{"Ann":[[1,0]]}'
    assert panel(game)[climb].words("Ann").keys() == {"arrives", "stopped", "defeated"}
    found = prospects(game)
    assert (found[climb].kind, found[walk].kind) == ("dice", "certain")
    assert [word["what"] for word in found[walk].wire(0)["effects"][0]["words"]] == ["arrives"]
    assert prospect(game, "b1").odds == found[climb].odds
    with pytest.raises(IllegalAnswer):
        prospect(game, "c3")


@pytest.mark.parametrize("action", ["move", "assault"])
def test_places_that_screens_name_have_odds(action: str) -> None:
    """Every place of the list a player reads, not others that lie elsewhere (RE-2.4, RE-2.12)."""
    models = [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Combat Blade"]},
        {"name": "Tom", "player": "Blue", "at": [14, 10], "weapons": ["Battle Rifle"]},
        {"name": "Una", "player": "Blue", "at": [20, 14], "weapons": ["Battle Rifle"]},
    ]
    situation = {"round": 2, "player": [{"name": "Red", "pool": 1}, {"name": "Blue", "pool": 2}], "model": models}
    game = sandtable.new("roe", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "tactical", action):
        game.answer(answer)
    assert isinstance(game.question, Move)
    named = roe_places(game.reading(), game.question)
    found = prospects(game)
    assert named
    assert {found[answer_key(place["answer"])].kind for place in named} == {"dice"}


def test_each_of_several_has_the_odds_of_itself_alone() -> None:
    officer = {"name": "Ann", "player": "Red", "abilities": ["Command 2"], "at": [10, 10]}
    friends = [{"name": name, "player": "Red", "pins": 3, "at": [14, y]} for name, y in (("Bea", 10), ("Cy", 13))]
    situation = {"player": [{"name": "Red", "pool": 3}, {"name": "Blue"}], "model": [officer, *friends]}
    game = sandtable.new("roe", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "advance", "no focus"):
        game.answer(answer)
    assert isinstance(game.question, ChooseSome)
    found = panel(game)
    assert found["Bea"].chance("still pinned down", "Bea") == Fraction(1, 8)
    assert found["Bea"].people == ["Bea"]


# ---- nothing breaks down ----------------------------------------------------------------------------------------


class Broken(Outlook):
    """An outlook with a mistake in it."""

    def result(self, *states: Any) -> Any:
        raise KeyError("Point(1, 2)")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """A game whose odds break down at every option."""
    monkeypatch.setattr(type(ruleset("opentactics")), "outlook", Broken())
    return beaten()


TOLD = "a mistake in the rules, please report it (KeyError: 'Point(1, 2)')"


def test_a_mistake_in_the_rules_is_told(broken: Game[Any]) -> None:
    """And whoever looks for mistakes meets it."""
    assert {one.wire(1)["unknown"] for one in prospects(broken).values()} == {TOLD}
    with pytest.raises(KeyError):
        panel(broken)


def test_a_question_that_cannot_be_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game[Any]) -> Any:
        raise KeyError("Point(1, 2)")

    monkeypatch.setattr(steps, "answers_to_weigh", fails)
    assert {key: one.unknown for key, one in prospects(beaten()).items()} == {"support: DEF 2": TOLD, "pass": TOLD}


def test_the_terminal_shows_no_traceback(broken: Game[Any], tmp_path: Path) -> None:
    keyboard = Keyboard(iter(["odds", "odds pass"]))
    Terminal(broken, ["human"], tmp_path / "g.json", keyboard).run()
    assert keyboard.text.replace("\n", " ").count("no odds: a mistake in the rules, please report it") == 3


def test_the_server_says_what_is_true(broken: Game[Any]) -> None:
    """A worker answers; nobody reads that it took too long."""
    inputs = recorded_inputs(broken)
    thought = Thought("g", "opentactics", dict(broken.options), dict(broken.setup), inputs, seat=1)
    for asked in (thought, replace(thought, answer="pass"), replace(thought, answer="nonsense")):
        reply = reply_to(Desk(), msgspec.json.encode(asked))
        assert not reply.problem
        found = msgspec.json.decode(reply.result)
        assert {one["kind"] for one in found.values()} == {"unknown"}
        assert {TOLD, "'nonsense' is not one of the options (OT-15.1)"} >= {one["unknown"] for one in found.values()}


def test_odds_whose_time_is_over_say_so() -> None:
    assert {one.unknown for one in prospects(beaten(), seconds=1e-9).values()} == {"they take too long to work out"}


@pytest.mark.parametrize("name", ["opportunity", "opentactics", "roe"])
def test_every_option_of_random_games_says_something(name: str) -> None:
    rules, rng = ruleset(name), Random("prospects")
    kinds: set[str] = set()
    for _ in range(3):
        setup, options = rules.random_setup(rng)
        game: Game[Any] = Game(rules, setup, options, Pseudo(rng), events=False)
        for _ in range(200):
            if game.question is None:
                break
            if rng.random() < 0.1:
                for one in prospects(game, runs=60, samples=20).values():
                    kinds.add(one.kind)
                    wire = json.loads(json.dumps(one.wire(game.question.seat)))
                    assert wire["kind"] != "unknown", wire
            game.answer(game.question.pick(rng))
    assert {"certain", "choice"} <= kinds
