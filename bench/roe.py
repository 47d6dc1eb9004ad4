"""A whole battle of ten against ten, measured on Rules of Engagement."""

from __future__ import annotations

from random import Random

from bench.measure import Figure, seconds
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.rulesets.roe import RULESET

FORCES = [{"force": "Meridian Compact"}, {"force": "Kestrel Combine"}]
BATTLES = 5


def measure(c: float) -> list[Figure]:
    return [Figure("roe: ten against ten, s at C = 0.2", ten_a_side() * 0.2 / c, 1)]


def ten_a_side() -> float:
    """From the set-up to the result with random players; the slowest of a few."""
    rng = Random("ten")

    def work() -> None:
        game = Game(RULESET, {"player": FORCES}, {}, Pseudo(rng), events=False)
        while game.question is not None:
            game.answer(game.question.pick(rng))

    return max(seconds(work) for _ in range(BATTLES))
