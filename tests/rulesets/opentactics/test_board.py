"""The map in letters, and paths written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.board import LEGEND
from sandtable.rulesets.opentactics.state import State

SITUATION: dict[str, dict[str, Any]] = {
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
    assert RULESET.sketch(game().reading()) == [
        "  3  #  ~  a",
        '  2  "  1  v',
        "  1  :  .  A",
        "     a  b  c",
        LEGEND,
        "Red: south, morale 11, Blue: north, morale 10",
        "A Ann, a Tom",
    ]


def test_a_wish_never_takes_a_test() -> None:
    """A unit that could only jump there is told to write the jump out."""
    ann = {"name": "Ann", "player": "Red", "at": "a1", "athletics": 6}
    players = SITUATION["situation"]["player"]
    hole = {"map": [".p."], "player": players, "unit": [ann, {"name": "Tom", "player": "Blue"}]}
    made = Game(RULESET, {"situation": hole}, dice=Typed())
    made.answer("Ann")
    with pytest.raises(IllegalAnswer, match="write it out: >c1"):
        made.answer("to c1")
    made.answer(">c1")
    assert isinstance(made.question, Roll)


def test_a_card_tells_what_abilities_do() -> None:
    reading = Game(RULESET, None, dice=Typed()).reading()
    unit = next(unit for unit in reading.state.units if unit.card.abilities)
    lines = RULESET.card(reading, unit.name.upper())
    assert unit.name in lines[0]
    assert len(lines) == 2 + len(unit.card.abilities)
    assert "no unit" in RULESET.card(reading, "nobody")[0]


def test_a_wish_finds_its_way() -> None:
    made = game()
    made.answer("Ann")
    assert made.question is not None
    assert "or: to b5" in made.question.wire()["hint"]
    with pytest.raises(IllegalAnswer, match="which is impassable"):
        made.answer("to a3")
    made.answer("to a1")
    assert made.inputs[-1] == {"Ann": [[1.0, 0.0], [0.0, 0.0]]}
