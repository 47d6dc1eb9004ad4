"""The drawn region of a measured move holds the places that a straight way leads to, and no others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from tests.rulesets.opentactics.helpers import random_game

shapely: Any = pytest.importorskip("shapely")
FINE = 0.13
"""Increments within which a drawing may err: two of its cells."""


def drawn(question: Question) -> Any:
    region = shapely.Polygon()
    for ring in question.wire()["region"]["rings"]:
        region = region.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return region


def legal(question: Question, x: float, y: float) -> bool:
    try:
        question.read({question.wire()["movers"][0]: [x, y]})
    except SandtableError:
        return False
    return True


def agrees(question: Question, rng: Random, places: int = 30) -> tuple[int, int]:
    region = drawn(question)
    inner, outer = region.buffer(-FINE), region.buffer(FINE)
    left, low, right, high = region.bounds
    inside = outside = 0
    for _ in range(places):
        x, y = rng.uniform(left - 1, right + 1), rng.uniform(low - 1, high + 1)
        if inner.contains(shapely.Point(x, y)):
            assert legal(question, x, y), (x, y, question.prompt)
            inside += 1
        elif not outer.contains(shapely.Point(x, y)):
            assert not legal(question, x, y), (x, y, question.prompt)
            outside += 1
    return inside, outside


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
                one, two = agrees(question, rng)
                inside, outside = inside + one, outside + two
                entered += "enters" in question.prompt
            game.answer(question.pick(rng))
    assert entered
    assert min(inside, outside) > 100


def _game(seed: int) -> Game[Any]:
    game, _ = random_game(f"regions {seed}", measure="measured")
    return game
