"""The drawn region of a measured move holds the places that a straight way leads to, and no others."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from tests.rulesets.opentactics.helpers import random_game
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


def _game(seed: int) -> Game[Any]:
    game, _ = random_game(f"regions {seed}", measure="measured")
    return game
