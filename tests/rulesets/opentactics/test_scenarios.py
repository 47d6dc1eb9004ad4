"""How each scenario is won, and what it adds to the rules."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.state import State
from tests.proves import proves

TWO = ["Red", "Blue"]


def scene(scenario: str, where: str, units: dict[str, tuple[str, str]], **more: Any) -> Game[State]:
    """Units by name: player and cell. Everybody is a plain fighter."""
    players = more.pop("player", [{"name": name} for name in more.pop("names", TWO)])
    listed = [{"name": name, "player": player, "at": at} for name, (player, at) in units.items()]
    situation = {"scenario": scenario, "map": where, "player": players, "unit": listed} | more
    return Game(RULESET, {"situation": situation}, {}, Typed())


def end_turns(game: Game[State], count: int) -> None:
    for _ in range(count):
        game.answer("end-turn")


def labels(game: Game[State]) -> list[str]:
    assert isinstance(game.question, ChooseOne)
    return [option.label for option in game.question.options]


def won(game: Game[State]) -> tuple[str, ...] | None:
    return game.outcome.winners if game.outcome else None


@proves("OT-26.5", "OT-26.7")
def test_the_bridge_is_won_by_three_rounds_in_a_row() -> None:
    game = scene("the-bridge", "River Line", {"Ann": ("Red", "e8"), "Tom": ("Blue", "a15")})
    end_turns(game, 4)
    assert won(game) is None
    end_turns(game, 2)
    assert won(game) == ("Red",)
    contested = scene("the-bridge", "River Line", {"Ann": ("Red", "e8"), "Tom": ("Blue", "e9")})
    end_turns(contested, 6)
    assert won(contested) is None


@proves("OT-2.1")
def test_the_siege_is_decided_by_both_causeways() -> None:
    both = {"Ann": ("Red", "e8"), "Amy": ("Red", "e5"), "Tom": ("Blue", "a12")}
    game = scene("siege", "Broken Wall", both, round=8)
    end_turns(game, 2)
    assert won(game) == ("Red",)
    one = {"Ann": ("Red", "e5"), "Tom": ("Blue", "a12")}
    game = scene("siege", "Broken Wall", one, round=8)
    end_turns(game, 2)
    assert won(game) == ("Blue",)
    setup = {"scenario": "siege", "player": [{"force": "Coven 400"}, {"force": "Thornwild 200"}]}
    assert Game(RULESET, setup, {}, Typed()).state.players[1].inland


@proves("OT-6.23")
def test_five_units_over_the_edge_break_through() -> None:
    units = {f"A{n}": ("Red", f"{'abdgi'[n]}12") for n in range(5)} | {"Tom": ("Blue", "a1")}
    game = scene("breakthrough", "Broken Wall", units)
    for n in range(5):
        assert won(game) is None
        game.answer(f"A{n}")
        game.answer("out")
    assert won(game) == ("Red",)
    assert game.state.players[0].round_captures == 5


@proves("OT-24.6")
def test_the_last_round_goes_to_morale_then_to_captured_points() -> None:
    units = {"Ann": ("Red", "a1"), "Tom": ("Blue", "l12")}
    for morale, winner in (((12, 11), ("Red",)), ((9, 11), ("Blue",)), ((10, 10), ())):
        players = [{"name": name, "morale": value} for name, value in zip(TWO, morale, strict=True)]
        game = scene("open-field", "Two Towers", units, round=12, player=players)
        end_turns(game, 2)
        assert won(game) == winner
    listed = [
        {"name": "Ann", "player": "Red", "at": "a1"},
        {"name": "Tom", "player": "Blue", "at": "l12"},
        {"name": "Tim", "player": "Blue", "card": "Sapper", "status": "captured"},
    ]
    players = [{"name": "Red", "morale": 10, "captures": ["Tim"]}, {"name": "Blue", "morale": 10}]
    game = scene("open-field", "Two Towers", {}, round=12, player=players, unit=listed)
    end_turns(game, 2)
    assert won(game) == ("Red",)


def test_a_quiet_opening_has_no_assaults_in_round_one() -> None:
    units = {"Ann": ("Red", "a1"), "Tom": ("Blue", "a2")}
    game = scene("open-field", "Training Green", units)
    game.answer("Ann")
    assert not isinstance(game.question, ChooseOne)
    game.answer("b1")
    assert "Ann" in labels(game)
    later = scene("open-field", "Training Green", units, round=2)
    later.answer("Ann")
    assert labels(later) == ["Move", "Assault"]


@proves("OT-12.1", "OT-24.6")
def test_quiet_opening_and_the_round_limit_can_be_switched_off_in_a_whole_game() -> None:
    setup = {"scenario": "open-field", "map": "Training Green", "player": [{"force": "Coven 200"}] * 2}
    usual = Game(RULESET, setup, {}, Typed()).state
    assert (usual.quiet, usual.limit) == (True, 12)
    loud = Game(RULESET, setup, {"quiet_opening": "off"}, Typed()).state
    assert (loud.quiet, loud.limit) == (False, 12)
    endless = Game(RULESET, setup, {"round_limit": "none"}, Typed()).state
    assert (endless.quiet, endless.limit) == (True, 0)


@proves("OT-5.5")
def test_a_duel_has_three_counters_unless_the_players_agree_otherwise() -> None:
    units = {"Ann": ("Red", "a1"), "Tom": ("Blue", "f12")}
    assert scene("duel-of-cards", "Duel Ground", units).state.counters == 3
    situation = {"situation": {"scenario": "duel-of-cards", "map": "Duel Ground", "player": [{"name": n} for n in TWO],
                               "unit": [{"name": "A", "player": "Red", "at": "a1"}]}}  # fmt: skip
    assert Game(RULESET, situation, {"activation_counters": 4}, Typed()).state.counters == 4


@proves("OT-24.1", "OT-24.5", "OT-25.18", "OT-5.15")
def test_three_sides_and_one_that_routs() -> None:
    units = {"Ann": ("Red", "a1"), "Tom": ("Blue", "l12"), "Gus": ("Green", "a12"), "Gil": ("Green", "")}
    players = [{"name": "Red"}, {"name": "Blue"}, {"name": "Green", "losses": 2, "morale": 3}]
    game = scene("three-roads", "Three Roads", units, player=players, turn="Green")
    end_turns(game, 1)
    game.answer([2])
    assert won(game) is None
    assert [game.state.units[n].status for n in (2, 3)] == ["gone", "gone"]
    assert game.state.playing() == [0, 1]
    end_turns(game, 2)
    assert game.state.round == 3


def test_crates_fill_their_increments_and_count_when_held() -> None:
    units = {"Ann": ("Red", "b6"), "Tom": ("Blue", "k7")}
    game = scene("supply-crates", "Two Towers", units)
    held = RULESET.facts(game.reading())["objectives"]
    assert held == {"Salt Pork": "Red", "Lamp Oil": "", "Boot Leather": "", "Quinine": "Blue"}


def test_a_bystander_comes_home() -> None:
    units = {"Ann": ("Red", "a2"), "Tom": ("Blue", "i12")}
    goals = [{"name": "The Cook", "at": "a3"}, {"name": "The Clerk", "at": "b3"}]
    bare: dict[str, Any] = {cell: {"marks": []} for cell in ("a3", "b3", "b2")}
    game = scene("bystanders", "Broken Wall", units, objectives=goals, cells=bare)
    game.answer("Ann")
    game.answer("escort")
    assert set(labels(game)) == {"The Cook", "The Clerk"}
    game.answer("The Cook")
    assert game.state.objectives[0].at == (1, 1)
    game.answer("Ann")
    game.answer("escort")
    game.answer("The Cook")
    game.answer("b1")
    assert game.state.players[0].round_captures == 2
    assert [goal.name for goal in game.state.objectives] == ["The Clerk"]
