"""Whole battles: steps that ask before they act, saves that go on the same way, fuzz, views and pictures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine import save
from sandtable.engine.dice import Pseudo, Scripted, Seeded
from sandtable.engine.errors import IllegalAnswer, SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import Move, Question, options_of
from sandtable.engine.ruleset import Play
from sandtable.lab.fuzz import fuzz
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.content import content
from tests.games import play_on, play_while
from tests.proves import proves
from tests.rulesets.owed import first_request
from tests.rulesets.roe.battles import blue, new_battle, red, skirmish


@pytest.mark.parametrize("seed", range(50))
def test_every_step_asks_before_it_acts(seed: int) -> None:
    rng = Random(seed)
    game = new_battle(seed, Pseudo(rng), events=False)
    while game.question is not None:
        if game._step_at == len(game.inputs):
            first_request(RULESET, Play(game.state.clone(), game.options, [], []))
        game.answer(game.question.pick(rng))


@pytest.mark.parametrize("seed", range(12))
def test_a_clone_goes_its_own_way(seed: int) -> None:
    rng = Random(seed)
    game = play_on(new_battle(seed), rng, 60)
    before = game.hash()
    twin = game.clone(Pseudo(Random(1)))
    assert twin.hash() == before
    play_on(twin, rng)
    assert game.hash() == before


@pytest.mark.parametrize("seed", range(10))
def test_a_battle_can_be_put_away_and_taken_up_again(seed: int) -> None:
    game = play_on(new_battle(seed, Seeded.from_text(str(seed))), Random(seed), 40 + 7 * seed)
    again = save.load(save.read(save.to_json(save.save(game))))
    assert again.hash() == game.hash()
    assert again.log() == game.log()
    play_on(game, Random(1))
    play_on(again, Random(1))
    assert again.hash() == game.hash()


def test_fuzz() -> None:
    found = fuzz("roe", 60, "roe", processes=1)
    assert found.errors == []
    assert found.games == found.saves == 60


@pytest.mark.parametrize("ingress", sorted(content().ingress))
@pytest.mark.parametrize("objectives", sorted(content().sets))
@pytest.mark.parametrize("victory", sorted(content().victories))
@proves("RE-7.6", "RE-1.1")
def test_every_set_up_can_be_played(objectives: int, ingress: int, victory: int) -> None:
    names = list(content().battlefields)
    forces = list(content().forces)
    number = objectives * 12 + ingress * 3 + victory
    setup = {
        "map": names[number % 3],
        "player": [{"force": forces[number % 8]}, {"force": forces[(number // 8 + 1) % 8]}],
        "objective_set": objectives, "ingress": ingress, "victory": victory,
    }  # fmt: skip
    game = play_on(Game(RULESET, setup, {}, Pseudo(Random(number)), events=False), Random(number))
    assert game.outcome is not None
    assert game.state.round == 5
    assert game.outcome.clause in ("RE-7.31", "RE-7.32")


@proves("RE-1.6")
def test_both_seats_and_spectators_see_both_pools() -> None:
    game = new_battle(3)
    for seat in (0, 1, None):
        players = game.view(seat)["state"]["players"]
        assert [player["pool"] for player in players] == [player.pool for player in game.state.players]


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_board_and_picture(seed: int) -> None:
    game = play_on(new_battle(seed), Random(seed), 80)
    columns, rows = RULESET.board(game.reading())
    assert all(len(row) == len(columns) for row in rows)
    assert len(rows) == len(game.state.models) + 2
    assert RULESET.picture(game.reading()).startswith("<svg")


def test_every_ready_set_up_begins() -> None:
    for name, setup in RULESET.ready_setups().items():
        assert not Game(RULESET, setup, {}, Pseudo(Random(1))).over, name
    assert not Game(RULESET, RULESET.quick_setup(), {}, Pseudo(Random(1))).over


# ---- what a case cannot say -----------------------------------------------------------------------


def test_a_wish_is_answered_with_a_path_and_recorded_as_one() -> None:
    wall = {"id": "wall", "x": [12, 13], "y": [8, 12], "height": 3, "flags": ["impassable"]}
    game = Game(RULESET, skirmish(red("Ann", [11, 10]), blue("Tom", [40, 30]), terrain=[wall]), {}, Scripted([]))
    for answer in ("Ann", "advance", "no focus", "move"):
        game.answer(answer)
    game.answer({"Ann": [13, 13]})
    given: Any = game.inputs[-1]
    recorded = given["Ann"]
    assert recorded[-1] == [13.0, 13.0]
    assert len(recorded) > 1, "round the corner, not through it"


def test_the_region_of_a_move_can_be_drawn() -> None:
    game = Game(RULESET, skirmish(red("Ann", [11, 10]), blue("Tom", [14, 10])), {}, Scripted([]))
    for given in ("Ann", "advance", "no focus", "move"):
        game.answer(given)
    assert isinstance(game.question, Move)
    region = game.question.drawn()
    assert max(x for ring in region["rings"] for x, _ in ring) <= 17.1
    assert min(x for ring in region["rings"] for x, _ in ring) >= 4.9


@pytest.mark.parametrize(
    "answer", [{}, {"Ann": [1, 2, 3, 4, 5]}, {"Ann": "there"}, {"Tom": [[1, 1]]}, 7, None, [[1, 1]]]
)
def test_a_malformed_path_changes_nothing(answer: Any) -> None:
    game = Game(RULESET, skirmish(red("Ann", [11, 10]), blue("Tom", [40, 30])), {}, Scripted([]))
    for given in ("Ann", "advance", "no focus", "move"):
        game.answer(given)
    before = game.hash()
    with pytest.raises(IllegalAnswer):
        game.answer(answer)
    assert game.hash() == before


@proves("RE-6.48")
def test_dual_doubles_before_spread_takes_one_off() -> None:
    pistol = {"name": "Long Pistol", "range": 18, "close": True, "rate": 2, "rules": ["Spread"]}
    ann = red("Ann", [10, 10], abilities=["Dual"], weapons=[pistol, pistol])
    game = Game(RULESET, skirmish(ann, blue("Tom", [25, 10])), {}, Pseudo(Random(1)))
    for answer in ("Ann", "engage", "no focus"):
        game.answer(answer)
    attack = next(event for event in game.events or [] if event.kind == "attack")
    assert attack.data["dice"] == 3


def test_a_house_rule_may_be_typed_as_a_word_or_given_as_a_value() -> None:
    for value in (False, "false"):
        assert RULESET.rulebook.options({"models_obscure": value})["models_obscure"] is False
    with pytest.raises(SetupError):
        RULESET.rulebook.options({"models_obscure": 0})


def test_whoever_stays_off_the_table_is_warned() -> None:
    game = Game(RULESET, dice=Seeded.from_text("off"))
    play_while(game, Random(1), lambda: "what now?" not in getattr(game.question, "prompt", ""))
    labels = [option.label for option in options_of(game.question)]
    assert "Done (it stays off the table and will be missing)" in labels


@pytest.mark.parametrize("x", [-1, 48.5, 1e9])
def test_nobody_stands_or_lies_off_the_table(x: float) -> None:
    for status in ("on the table", "out of action"):
        with pytest.raises(SetupError, match="off the table"):
            Game(RULESET, skirmish(red("Ann", [x, 10], status=status), blue("Tom", [40, 30])))


@pytest.mark.parametrize(
    ("fixed", "hint"),
    [
        ({}, "Player One picks the objectives and how the battle is won; Player Two picks where both come in."),
        ({"objective_set": 1}, "Player One picks how the battle is won; Player Two picks where both come in."),
        ({"objective_set": 1, "victory": 1, "ingress": 1}, "Player Two picks where both come in."),
        (
            {"objective_set": 1, "victory": 1, "ingress": 1, "side": "top"},
            "Objectives, victory and the edges of Player One and Two are given.",
        ),
    ],
)
def test_player_one_is_chosen_knowing_what_is_still_to_pick(fixed: dict[str, Any], hint: str) -> None:
    quick = RULESET.quick_setup()
    setup = {key: value for key, value in quick.items() if key in ("map", "points", "player")} | fixed
    game: Game[Any] = Game(RULESET, setup, {}, Seeded.from_text("x"))
    assert isinstance(game.question, Question)
    assert game.question.hint == hint


def test_whoever_is_barred_from_a_second_rally_hears_the_true_reason() -> None:
    """Its officer stayed Pinned Down, so nobody has rallied it; but the order was issued (RE-1.63)."""
    models = (
        red("Ann", [10, 10], abilities=["Command 1"], pins=3), red("Eve", [14, 10], abilities=["Command 1"]),
        red("Una", [2, 30], pins=1), red("Ivy", [6, 30], pins=1), blue("Zed", [44, 33], activated=True),
    )  # fmt: skip
    players = [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 0}]
    options = {"rally_once_per": "round"}
    game = Game(RULESET, skirmish(*models, player=players), options, Scripted([9, 9, 9]))
    for answer in ("Ann", "advance", "no focus", ["Una"], "stay", "Eve", "advance", "no focus"):
        game.answer(answer)
    with pytest.raises(IllegalAnswer, match="a Rally order was issued for it this round") as refused:
        game.answer(["Una"])
    assert refused.value.clause == "RE-1.63"
