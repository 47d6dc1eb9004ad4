"""Everybody who sits down to a battle reads how it is won."""

from __future__ import annotations

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.rulesets.opentactics.content import content as opentactics
from sandtable.rulesets.opportunity.content import content as opportunity
from sandtable.rulesets.roe.content import content as roe
from sandtable.server import library
from sandtable.server.views import draw

MOST = 84
"""Letters that fit under the rounds on a desk."""


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_quick_battle_says_how_it_is_won(name: str) -> None:
    scene = draw(Game(ruleset(name), ruleset(name).quick_setup(), {}, Typed()), None)
    assert isinstance(scene.aim, str)
    assert 10 < len(scene.aim) <= MOST


def test_the_aim_is_that_of_the_scenario_which_is_played() -> None:
    aims = {}
    for name, setup in library.ready_setups("opentactics").items():
        aims[name] = draw(Game(ruleset("opentactics"), setup, {}, Typed()), None).aim
    assert len(set(aims.values())) > 3


def test_every_scenario_has_one_in_one_line() -> None:
    aims = [one.aim for one in opentactics().scenarios.values()]
    aims += [one.aim for one in opportunity().encounters.values()]
    aims += [one.aim for one in roe().victories.values()]
    assert all(10 < len(aim) <= MOST and "\n" not in aim for aim in aims)


def test_orders_and_focus_say_what_they_do_and_cost() -> None:
    situation = {
        "round": 2, "turn": "Red", "player": [{"name": "Red", "pool": 2}, {"name": "Blue", "pool": 0}],
        "model": [{"name": "Ann", "player": "Red", "at": [9, 9]}, {"name": "Tom", "player": "Blue", "at": [30, 30]}],
    }  # fmt: skip
    game = Game(ruleset("roe"), {"situation": situation}, {}, Typed())
    game.answer("Ann")
    assert game.question is not None
    assert {one["id"]: one["text"] for one in game.question.wire()["options"]}["advance"].startswith("walk up to 6")
    game.answer("advance")
    assert all(one["text"] for one in game.question.wire()["options"])
