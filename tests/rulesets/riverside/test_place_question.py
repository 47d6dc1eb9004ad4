"""Putting a unit down by one wish for all of its models."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.place_question import PlaceUnit
from sandtable.rulesets.riverside.state import State


@cache
def deploying() -> Game[State]:
    """A game that asks for the places of a unit."""
    rng = Random(1)
    game = Game(RULESET, RULESET.quick_setup(), {}, dice=Pseudo(rng))
    while not isinstance(game.question, PlaceUnit):
        assert game.question is not None
        game.answer(game.question.pick(rng))
    return game


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ("block", "no wish for a unit"),
        ({"to": [1e308, -1e308]}, "no number for a wish"),
        ({"to": [12, 6], "turn": float("inf")}, "no number for a wish"),
        ({"to": [12, 6], "formation": "wedge"}, "'wedge' is no formation: block, line"),
        ({"to": [12, 6], "around": "Levy Rifles"}, "put down about one place"),
        ({"to": [12, 6], "own": {"Levy Rifles 1": [12, 6]}}, "put down about one place"),
        ({"to": [1e5, 1e5]}, "off the table"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_in_a_sentence(wish: Any, reason: str) -> None:
    game = deploying()
    with pytest.raises(IllegalAnswer) as refused:
        game.answer({"unit": wish})
    assert reason in refused.value.reason


def test_a_wish_puts_every_model_down() -> None:
    question = deploying().question
    assert isinstance(question, PlaceUnit)
    offered = next(iter(question.legal()))
    middle = [sum(spot[axis] for spot in offered.values()) / len(offered) for axis in (0, 1)]
    assert set(question.read({"unit": {"to": middle, "formation": "block"}})) == set(question.models)
