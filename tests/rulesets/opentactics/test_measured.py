"""Measured play: lengths, widths, run-ups and the exact limit."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.opentactics import RULESET, measured
from sandtable.rulesets.opentactics.movement import measured_guide, measured_judge
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.state import Doing, State
from tests.proves import proves
from tests.rulesets.opentactics.helpers import small

RIVER = ["....."] * 3 + ["wwwww"] + ["....."] * 2
"""Water from 2 to 3 increments above the southern edge."""


def table(rows: list[str], at: list[float], **card: Any) -> State:
    units = [{"name": "Ann", "player": "Red", "at": at} | card, {"name": "Tom", "player": "Blue", "at": [4.5, 5.5]}]
    return Game(RULESET, small(units, rows), {"measure": "measured"}, Typed()).state


def survey(state: State, *points: Point, athletics: int = 4) -> Plan | Refusal:
    return measured_judge.survey(state, state.units[0], Doing(0, "Move", athletics), points)


@proves("OT-27.6")
def test_the_width_of_a_jump_is_rounded_up_and_the_run_up_down() -> None:
    plan = survey(table(RIVER, [0.5, 1.5]), Point(0.5, 3.5, 0, "jump"))
    assert isinstance(plan, Plan)
    assert plan.cost == 2.0
    assert [(trial.kind, trial.needed, trial.bonus) for trial in plan.trials()] == [("jump", 5, 4)]
    running = survey(table(RIVER, [0.5, 0.5]), Point(0.5, 3.5, 0, "jump"))
    assert isinstance(running, Plan)
    assert running.trials()[0].bonus == 5
    slanting = survey(table(RIVER, [0.5, 2.0]), Point(2.5, 3.0, 0, "jump"))
    assert isinstance(slanting, Plan)
    assert slanting.trials()[0].needed == 15
    assert slanting.cost == pytest.approx(5**0.5)


@proves("OT-27.3")
def test_every_leg_costs_its_length() -> None:
    """Whoever fails a test stays where a leg has ended, and has paid for those before."""
    plan = survey(table(["....."] * 6, [0.5, 0.5]), Point(0.5, 1.5), Point(2.5, 1.5))
    assert isinstance(plan, Plan)
    assert [leg.cost for leg in plan.legs] == [1.0, 2.0]
    assert plan.cost == 3.0


@proves("OT-27.8")
@pytest.mark.parametrize(("width", "run_up"), [(1, 2), (2, 3), (4, 4)])
def test_half_the_base_that_comes_in_counts_for_the_run_up(width: int, run_up: int) -> None:
    """Two inches from the edge to the water, and half the width of the base before that."""
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red", "base_width": width},
        {"name": "Tom", "player": "Blue", "at": [4.5, 5.5]},
    ]
    state = Game(RULESET, small(units, RIVER), {"measure": "measured"}, Typed()).state
    way = Point(2.5, 0.0), Point(2.5, 1.0), Point(2.5, 4.0, 0, "jump")
    plan = measured_judge.survey(state, state.units[0], Doing(0, "Deploy", 9), way)
    assert isinstance(plan, Plan), plan
    assert [trial.bonus for trial in plan.trials()] == [state.units[0].card.athletics + run_up]


@proves("OT-9.16", "OT-27.3", "OT-27.6")
def test_hops_inside_rough_ground_or_water_save_nothing() -> None:
    for rows, kinds in ((["rrrrr"] * 6, ["jump"]), (["wwwww"] * 6, ["jump", "swim"])):
        state = table(rows, [0.5, 0.5])
        hop = survey(state, Point(1.0, 0.5, 0, "jump"), Point(1.5, 0.5, 0, "jump"))
        assert isinstance(hop, Plan)
        assert hop.cost == 2.0
        assert [trial.kind for trial in hop.trials()] == kinds * 2
        further = survey(state, Point(2.5, 0.5, 0, "jump"))
        assert isinstance(further, Plan)
        assert further.cost == 3.0


@proves("OT-27.6")
def test_the_extra_points_of_a_landing_are_exact() -> None:
    state = table(["rrrrr"] * 6, [0.5, 0.5])
    hop = Point(0.5, 1.0, 0, "jump")
    assert isinstance(survey(state, hop, athletics=1), Plan)
    refused = survey(state, Point(0.5, 1.0 + 1 / 1024, 0, "jump"), athletics=1)
    assert isinstance(refused, Refusal)
    assert refused.clause == "OT-6.18"
    over_water = survey(table(RIVER, [0.5, 1.5]), Point(0.5, 2.75, 0, "jump"))
    assert isinstance(over_water, Plan)
    assert over_water.cost == 1.25 + 0.75
    assert [(trial.kind, trial.bonus) for trial in over_water.trials()] == [("jump", 4), ("swim", 2)]
    sure_footed = survey(table(["rrrrr"] * 6, [0.5, 0.5], abilities=["SURE-FOOTED"]), hop)
    assert isinstance(sure_footed, Plan)
    assert sure_footed.cost == 0.5


@proves("OT-7.11", "OT-6.21")
def test_a_wraith_starts_no_climb_inside_an_enemy_or_a_rock() -> None:
    for rows, tom in (
        (["....."] * 4 + ["33333", "....."], [0.5, 0.5]),
        (["....."] * 4 + ["33333", "#...."], [4.5, 5.5]),
    ):
        units: list[dict[str, Any]] = [
            {"name": "Ann", "player": "Red", "at": [2.5, 0.5], "athletics": 6, "abilities": ["PHASE"]},
            {"name": "Tom", "player": "Blue", "at": tom},
        ]
        state = Game(RULESET, small(units, rows), {"measure": "measured"}, Typed()).state
        refused = survey(state, Point(0.5, 0.5), Point(0.5, 1.5), athletics=6)
        assert isinstance(refused, Refusal)
        assert refused.clause == "OT-7.11"
        assert isinstance(survey(state, Point(2.5, 1.5), athletics=6), Plan)


@proves("OT-27.6")
def test_open_ground_is_not_jumped_in_measured_play_either() -> None:
    refused = survey(table(RIVER, [0.5, 0.5]), Point(2.5, 0.5, 0, "jump"))
    assert isinstance(refused, Refusal)
    assert refused.clause == "OT-9.3"


@proves("OT-27.3")
def test_exactly_the_athletics_is_enough_and_a_hair_more_is_not() -> None:
    state = table(["....."] * 6, [0.5, 0.5])
    assert isinstance(survey(state, Point(4.5, 0.5)), Plan)
    assert isinstance(survey(state, Point(0.5, 3.5), Point(1.5, 3.5)), Plan)
    refused = survey(state, Point(4.5 + 1 / 1024, 0.5))
    assert isinstance(refused, Refusal)
    assert refused.clause == "OT-6.18"
    three_four_five = survey(state, Point(3.5, 4.5), athletics=5)
    assert isinstance(three_four_five, Plan)
    assert three_four_five.cost == 5.0


@proves("OT-27.5")
def test_a_long_swim_is_tested_again_after_each_full_increment() -> None:
    lake = ["....."] + ["wwwww"] * 4 + ["....."]
    plan = survey(table(lake, [0.5, 0.5]), Point(0.5, 3.0), athletics=6)
    assert isinstance(plan, Plan)
    assert plan.cost == 4.5
    assert [trial.kind for trial in plan.trials()] == ["swim", "swim", "swim"]
    assert [trial.bonus for trial in plan.trials()] == [5, 3, 1]


@proves("OT-27.5")
def test_a_failed_climb_ends_before_the_edge() -> None:
    state = table(["....."] * 3 + ["33333"] + ["....."] * 2, [0.5, 1.5])
    plan = survey(state, Point(0.5, 2.5))
    assert isinstance(plan, Plan)
    assert plan.cost == 2.0
    foot = plan.legs[0].to
    assert measured.cell_under(state.field, foot) == (0, 1)
    assert [(trial.kind, trial.bonus) for trial in plan.trials()] == [("climb", 3)]


@proves("OT-27.8")
def test_a_deployed_base_starts_outside_its_edge() -> None:
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red"},
        {"name": "Tom", "player": "Blue", "at": [4.5, 5.5]},
    ]
    state = Game(RULESET, small(units, ["....."] * 6), {"measure": "measured"}, Typed()).state
    doing = Doing(0, "Deploy", 4)
    plan = measured_judge.survey(state, state.units[0], doing, (Point(1.5, 3.5),))
    assert isinstance(plan, Plan)
    assert plan.cost == 4.0
    assert isinstance(measured_judge.survey(state, state.units[0], doing, (Point(1.5, 3.5 + 1 / 1024),)), Refusal)


@proves("OT-27.8")
@pytest.mark.parametrize(
    ("edge", "rim"), [("south", (None, 0)), ("north", (None, 6)), ("west", (0, None)), ("east", (5, None))]
)
def test_every_way_in_that_is_shown_begins_on_the_very_edge(edge: str, rim: tuple[float | None, ...]) -> None:
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red"},
        {"name": "Tom", "player": "Blue", "at": [2.5, 3.5]},
    ]
    state = Game(RULESET, small(units, ["....."] * 6), {"measure": "measured"}, Typed()).state
    state.players[0].edge = edge
    ways = list(measured_guide.MeasuredGuide(state, state.units[0], Doing(0, "Deploy", 3)).ways())
    assert ways
    for way in ways:
        for wanted, found in zip(rim, (way[0].x, way[0].y), strict=True):
            assert wanted is None or found == wanted


@proves("OT-6.23")
def test_the_way_off_the_map_is_shown() -> None:
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red", "at": [2.5, 4.0]},
        {"name": "Tom", "player": "Blue", "at": [4.5, 0.5]},
    ]
    situation = small(units, ["....."] * 6, scenario="breakthrough")
    state = Game(RULESET, situation, {"measure": "measured"}, Typed()).state
    for points, shown in ((2, True), (1, False)):
        guide = measured_guide.MeasuredGuide(state, state.units[0], Doing(0, "Move", points))
        ways = list(guide.ways())
        assert any(way[-1].by == "out" for way in ways) is shown
        written = guide.read("2.5,5 out")
        assert not isinstance(written, Refusal)
        assert (written in ways) is shown, "a way off the map is written as it is proposed"


@proves("OT-25.11")
def test_a_fearless_force_withdraws_by_the_same_rule() -> None:
    for types in (["Infantry", "Living"], ["Infantry", "Fearless"]):
        units: list[dict[str, Any]] = [
            {"name": "Ann", "player": "Red", "at": "a1"},
            {"name": "Tom", "player": "Blue", "at": "e5", "types": types},
        ]
        players = [{"name": "Red"}, {"name": "Blue", "morale": 5, "losses": 1}]
        game = Game(RULESET, small(units, player=players, turn="Blue"), {}, Typed())
        game.answer("end-turn")
        game.answer([5])
        assert game.outcome is not None
        assert game.outcome.winners == ("Red",)
