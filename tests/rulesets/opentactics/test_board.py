"""The map in letters, and paths written by hand."""

from __future__ import annotations

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.state import State

SITUATION = {
    "situation": {
        "map": ["#w.", "b1p", "r.."],
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [
            {"name": "Ann", "player": "Red", "at": "c1"},
            {"name": "Bob", "player": "Red"},
            {"name": "Tom", "player": "Blue", "at": "c3"},
        ],
    }
}


def game() -> Game[State]:
    return Game(RULESET, SITUATION, dice=Typed())


def test_the_sketch_shows_ground_units_and_names() -> None:
    assert RULESET.sketch(game().state) == [
        "  3  #  ~  a",
        '  2  "  1  v',
        "  1  :  .  A",
        "     a  b  c",
        "A Ann, a Tom",
    ]


def test_a_wish_finds_its_way() -> None:
    made = game()
    made.answer("Ann")
    assert made.question is not None
    assert "to b5" in made.question.wire()["hint"]
    with pytest.raises(IllegalAnswer, match="cannot end"):
        made.answer("to a3")
    made.answer("to a1")
    assert made.inputs[-1] == {"Ann": [[1.0, 0.0], [0.0, 0.0]]}
