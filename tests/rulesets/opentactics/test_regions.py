"""The drawn region of a measured move holds the places that a straight way leads to, and no others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.rulesets.opentactics import RULESET
from tests.proves import proves
from tests.rulesets.opentactics.helpers import random_game, small
from tests.rulesets.regions import agrees, drawn


def test_what_is_drawn_is_legal_in_whole_measured_games() -> None:
    inside = outside = entered = 0
    for seed in range(2):
        game, rng = _game(seed), Random(seed)
        for _ in range(24):
            question = game.question
            if question is None:
                break
            assert isinstance(question, Question)
            if question.kind == "move" and not drawn(question).is_empty:
                one, two = agrees(question, rng, 30)
                inside, outside = inside + one, outside + two
                entered += "enters" in question.prompt
            game.answer(question.pick(rng))
    assert entered
    assert min(inside, outside) > 100


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
@proves("OT-27.8")
def test_the_strip_of_each_edge_is_drawn(edge: str) -> None:
    """A unit that enters goes straight in from any place of its edge, as far as its points carry it."""
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red", "athletics": 2},
        {"name": "Tom", "player": "Blue", "at": [3.5, 3.5]},
    ]
    players = [{"name": "Red", "edge": edge}, {"name": "Blue"}]
    game: Game[Any] = Game(RULESET, small(units, ["......."] * 7, player=players), {"measure": "measured"}, Typed())
    game.answer("Ann")
    assert isinstance(game.question, Question)
    assert drawn(game.question).area > 10
    assert min(agrees(game.question, Random(edge), 200)) > 20


def _game(seed: int) -> Game[Any]:
    game, _ = random_game(f"regions {seed}", measure="measured")
    return game
