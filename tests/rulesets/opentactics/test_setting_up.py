"""Edges and numbers of players: what case files have no words for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Scripted, Seeded
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET, play_order
from sandtable.rulesets.opentactics.content import SIDES, content
from sandtable.rulesets.opentactics.field import from_rows, put
from sandtable.rulesets.opentactics.state import State
from tests.games import play_while
from tests.proves import proves
from tests.rulesets.opentactics.helpers import small


def _built(players: int, side: int = 4, **options: Any) -> Game[State]:
    """A square map of meadows that is built and waits for its edges."""
    setup = {
        "scenario": "open-field", "map": "build", "tiles": [1] * side**2, "columns": side,
        "components": ["bush", "bush"],
        "player": [{"units": ["Sapper"]} for _ in range(players)],
    }  # fmt: skip
    game = Game(RULESET, setup, options, Seeded.from_text("edges"), events=False)
    rng = Random(1)
    play_while(game, rng, lambda: game.state.phase != "edges")
    return game


def _labels(game: Game[State]) -> list[str]:
    return [option.label for option in getattr(game.question, "options", ())]


@proves("OT-4.11", "OT-4.12")
@pytest.mark.parametrize("players", [5, 6])
def test_more_than_four_players_deploy_from_tiles(players: int) -> None:
    game = _built(players)
    rng = Random(players)
    assert len(_labels(game)) == 16
    play_while(game, rng, lambda: game.state.phase == "edges")
    zones = [(player.edge, player.zone) for player in game.state.players]
    assert all(len(zone) == 3 for _, zone in zones)
    for one in range(players):
        for two in range(one):
            (side, cells), (other, taken) = zones[one], zones[two]
            axis = 1 if side in ("west", "east") else 0
            assert side != other or min(abs(a[axis] - b[axis]) for a in cells for b in taken) > 3


@proves("OT-4.11", "OT-4.12")
@pytest.mark.parametrize("players", [5, 6])
def test_nobody_takes_an_edge_that_a_later_player_needs(players: int) -> None:
    """On nine tiles a side has room for two at its ends, but for one only in its middle."""
    game = _built(players, side=3)
    middles = 0
    while game.state.phase == "edges":
        middle = [name for name in _labels(game) if name.endswith("2")]
        middles += bool(middle)
        assert _labels(game)
        if not middle:
            with pytest.raises(IllegalAnswer) as refused:
                game.answer(next(f"{side} 2" for side in SIDES if f"{side} 1" in _labels(game)))
            assert refused.value.clause == "OT-4.12"
        game.answer((middle or _labels(game))[0])
    assert middles == 8 - players
    assert all(len(player.zone) == 3 for player in game.state.players)


@proves("OT-4.11", "OT-4.12")
def test_two_players_take_tiles_on_opposite_sides() -> None:
    game = _built(2, deployment_edge="tile_edge")
    game.answer("north 2")
    assert _labels(game) == ["south 1", "south 2", "south 3", "south 4"]
    game.answer("south 4")
    assert [len(player.zone) for player in game.state.players] == [3, 3]
    assert {player.edge for player in game.state.players} == {"north", "south"}


def test_tiles_of_a_named_edge_can_be_chosen_on_a_finished_map() -> None:
    setup = {"scenario": "open-field", "player": [{"force": "Coven 200"}, {"force": "Thornwild 200"}]}
    game = Game(RULESET, setup, {"deployment_edge": "tile_edge"}, Seeded.from_text("tiles"), events=False)
    assert len(_labels(game)) == 4
    game.answer(_labels(game)[0])
    game.answer(_labels(game)[3])
    for player in game.state.players:
        assert all(cell in game.state.field.side(player.edge) for cell in player.zone)


@proves("OT-4.13")
def test_three_roads_deals_its_edges_by_lot() -> None:
    forces = ("Coven 200", "Mirewake 200", "Thornwild 200")
    setup = {"scenario": "three-roads", "player": [{"force": force} for force in forces]}
    game = Game(RULESET, setup, {}, Scripted([3, 17, 8, 20, 1, 2]), events=False)
    assert [player.edge for player in game.state.players] == ["south", "north", "west"]


@proves("OT-26.8")
def test_objectives_of_a_built_map_lie_in_the_middle() -> None:
    setup = {
        "scenario": "the-bridge", "map": "build", "tiles": [1] * 9, "columns": 3, "components": ["bush", "bush"],
        "player": [{"units": ["Sapper"]}, {"units": ["Sapper"]}],
    }  # fmt: skip
    game = Game(RULESET, setup, {}, Seeded.from_text("middle"), events=False)
    rng = Random(4)
    play_while(game, rng, lambda: game.state.phase != "objectives")
    assert sorted(_labels(game)) == ["d4", "d5", "d6", "e4", "e5", "e6", "f4", "f5", "f6"]


def test_nobody_can_act_for_ever() -> None:
    idle = {"athletics": 0, "melee": {"off": 0}}
    units = [{"name": "A", "player": "Red", "at": "a1"} | idle, {"name": "B", "player": "Blue", "at": "e5"} | idle]
    game = Game(RULESET, small(units))
    assert game.over
    assert game.outcome is not None
    assert game.outcome.clause == "OT-5.14"


def test_bad_paths_get_one_clear_line() -> None:
    units = [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "e5"}]
    game = Game(RULESET, small(units))
    game.answer("Ann")
    before = game.hash()
    bad = ["", "a", "z9", "a9999999999", {"Ann": [[0.5, 1]]}, {"Ann": []}, {"Ann": [[-5, 0]]}, {"Tom": [[0, 1]]}, 7,
           {"Ann": [[0, 1, 0, "fly"]] * 50}, {"Ann": [1e300, 2]}, ">c1 >e1", "b1 out", None]  # fmt: skip
    for answer in bad:
        with pytest.raises(IllegalAnswer) as refused:
            game.answer(answer)
        assert "\n" not in str(refused.value)
        assert game.hash() == before


def test_roll_offs_go_on_among_the_tied() -> None:
    rule = play_order.roll_off((0, 1, 2), ("Red", "Blue", "Green"))
    roll = next(rule)
    assert (roll.n, roll.sides) == (3, 20)
    roll = rule.send((7, 12, 12))
    assert (roll.n, roll.seat) == (2, 1)
    with pytest.raises(StopIteration) as done:
        rule.send((3, 9))
    assert done.value.value[0] == 2


@proves("OT-16.8")
def test_a_unit_that_is_captured_already_is_in_the_hands_of_another_player() -> None:
    situation = {
        "map": ["....."] * 3, "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [
            {"name": "Ann", "player": "Red", "at": "b2"}, {"name": "Tom", "player": "Blue", "at": "d2"},
            {"name": "Rex", "player": "Red", "status": "captured"},
            {"name": "Bea", "player": "Blue", "status": "captured"},
        ],
    }  # fmt: skip
    state = Game(RULESET, {"situation": situation}).state
    assert [[unit.name for unit in state.captures(seat)] for seat in (0, 1)] == [["Bea"], ["Rex"]]


def test_crates_on_a_hill_stand_higher_than_crates_in_the_meadow() -> None:
    crates = content().components["crates"]
    meadow, hill = (from_rows([sign])[0] for sign in (".", "2"))
    assert (put(meadow, crates, (0, 0), False).height((0, 0)), put(hill, crates, (0, 0), False).height((0, 0))) == (
        1,
        3,
    )
