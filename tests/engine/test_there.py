"""What is met at the end of a way, how far one comes, and gestures of whole units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.gestures import At, To, bands, ways
from sandtable.engine.hooks import offered
from sandtable.engine.looks import Viewpoint
from sandtable.engine.registry import ruleset
from sandtable.engine.there import supposed, there
from sandtable.odds import prospect

ANN: dict[str, Any] = {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]}
TOM: dict[str, Any] = {"name": "Tom", "player": "Blue", "at": [20, 10], "weapons": ["Assault Rifle"]}
UNITS: dict[str, Any] = {
    "round": 2,
    "player": [{"name": "Lockgate Levy", "army": "Lockgate Levy"}, {"name": "Tusk Bargain", "army": "Tusk Bargain"}],
    "unit": [
        {"name": "Levy Rifles", "player": "Lockgate Levy", "entry": "Levy Rifles", "at": [20, 14], "columns": 5},
        {"name": "Boarders", "player": "Tusk Bargain", "entry": "Boarders", "at": [20, 40], "columns": 5},
    ],
}


def table(*models: dict[str, Any]) -> Game[Any]:
    """Red is asked who activates."""
    players = [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}]
    return Game(ruleset("roe"), {"situation": {"round": 2, "turn": "Red", "player": players, "model": list(models)}})


def company(**boarders: Any) -> Game[Any]:
    levy, tusk = UNITS["unit"]
    return Game(ruleset("riverside"), {"situation": UNITS | {"unit": [levy, tusk | boarders]}})


def words(way: Any) -> list[str]:
    return [one.words for one in way.taken]


def test_who_may_answer_there_and_with_which_odds() -> None:
    game = table(ANN, TOM)
    way = next(way for way in ways(game, To("Ann", (13, 10))).ways if "Advance" in words(way))
    met = there(game, way.answers, "Ann")
    assert met.text == "3″ of 6″"
    assert [(one.who, one.clause) for one in met.reactions] == [("Tom", "RE-1.65")]
    *before, fires = met.reactions[0].answers
    assert prospect(supposed(game, before), fires).kind == "dice"


def test_nobody_may_answer_who_sees_nothing() -> None:
    game = table(ANN, TOM | {"at": [40, 10]})
    way = ways(game, To("Ann", (13, 10))).ways[0]
    assert there(game, way.answers, "Ann").reactions == ()


def test_whom_one_could_attack_there_if_nobody_answers() -> None:
    game = table(ANN, TOM)
    tactical, advance = (
        next(way for way in ways(game, To("Ann", (13, 10))).ways if order in words(way))
        for order in ("Tactical", "Advance")
    )
    target = there(game, tactical.answers, "Ann").targets[0]
    assert target.who == "Tom"
    assert len(target.answers) > len(tactical.answers)
    assert there(game, advance.answers, "Ann").targets == ()


def test_sight_goes_no_farther_than_the_order_does() -> None:
    game = table(ANN, TOM | {"at": [26, 10]})  # 16 inches less two bases: within 18, beyond 12
    sight, scene = offered(game.ruleset, "sight"), offered(game.ruleset, "scene")

    def seen(after: Game[Any]) -> tuple[bool, float]:
        reading = after.reading(0)
        ring = next(one for one in scene(reading).models if one.id == "Ann").ranges[0].inches
        return sight(reading, Viewpoint(model="Ann"), None)["sights"][0]["reaches"], ring

    assert seen(game) == (True, 18.0)
    tactical = next(way for way in ways(game, To("Ann", (10.5, 10))).ways if "Tactical" in words(way))
    assert seen(supposed(game, tactical.answers[:-1])) == (False, 12.0)


def test_nothing_is_supposed_past_a_die() -> None:
    game = table(ANN, TOM)
    way = ways(game, At("Tom", "Ann")).ways[0]
    with pytest.raises(IllegalAnswer, match="dice"):
        supposed(game, [*way.answers, "Tom"])


def test_bands_are_the_limits_of_the_orders() -> None:
    assert [(one.name, one.reach, one.cost) for one in bands(table(ANN, TOM), "Ann")] == [
        ("Tactical", 4.0, 1),
        ("Advance", 6.0, 1),
    ]


def test_where_nothing_gets_there_the_nearest_comes_first() -> None:
    found = ways(table(ANN, TOM | {"at": [40, 30]}), To("Ann", (30, 10))).ways
    assert "Focus: extra move" in words(found[0])
    assert [way.short for way in found] == sorted(way.short for way in found)
    assert len(found[0].paths["Ann"]) >= 2  # both moves, one after the other


def test_a_target_out_of_reach_is_got_at_after_a_move() -> None:
    game = table(ANN | {"weapons": ["Sidearm"]}, TOM | {"at": [21, 10], "weapons": []})
    way = ways(game, At("Tom")).ways[0]
    assert "Tactical" in words(way)
    assert way.paths["Ann"]


def test_a_unit_is_dragged_as_far_as_it_comes() -> None:
    game = company()
    near, far = (ways(game, To("Levy Rifles", (20.0, y))).ways for y in (18.0, 24.0))
    assert (words(near[0])[1], near[0].short) == ("Advance", 0.0)
    assert (words(far[0])[1], far[0].short) == ("Rush", 0.0)
    assert next(way for way in far if "Advance" in words(way)).short == pytest.approx(4.0, abs=0.5)


def test_a_unit_comes_as_near_as_it_can() -> None:
    best = ways(company(), To("Levy Rifles", (20.0, 34.0))).ways[0]
    assert words(best)[1] == "Rush"
    assert best.short > 5


@pytest.mark.parametrize(("at", "order"), [([20, 34], "Hold"), ([20, 24], "Charge")])
def test_a_unit_shoots_or_charges_whom_one_points_at(at: list[float], order: str) -> None:
    game = company(at=at)
    found = ways(game, At("Boarders 1")).ways
    assert order in {words(way)[1] for way in found}


def test_a_unit_that_is_out_of_range_advances_and_shoots() -> None:
    way = ways(company(at=[20, 43]), At("Boarders")).ways[0]
    assert words(way)[1] == "Advance"
