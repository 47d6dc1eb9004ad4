"""Random play, whole battles and clones, measured on Rules of Engagement."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.measure import Figure, seconds
from sandtable.engine.dice import Pseudo, Seeded
from sandtable.engine.game import Game
from sandtable.rulesets.roe import RULESET
from sandtable.table.compile import compiled

GAMES, ROUNDS = 60, 5


def measure(c: float) -> list[Figure]:
    rng = Random("bench")
    setups = [RULESET.random_setup(rng) for _ in range(GAMES)]
    play = max(decisions / spent for decisions, spent in (timed_play(setups, rng) for _ in range(ROUNDS)))
    scale = 0.2 / c
    build = "compiled" if compiled() else "interpreted"
    return [
        Figure(f"roe, {build}: decisions per second x C", play * c, 4000 if compiled() else 1000, more_is_better=True),
        Figure("roe: clone at a checkpoint, us at C = 0.2", clone_time(setups, rng) * 1e6 * scale, 80),
        Figure("roe: ten against ten, s at C = 0.2", ten_a_side(rng) * scale, 1),
    ]


def new_game(setup: Any, number: int) -> Game[Any]:
    where, options = setup
    return Game(RULESET, where, options, Seeded.from_text(str(number)), events=False)


def timed_play(setups: list[Any], rng: Random) -> tuple[int, float]:
    decisions = 0

    def work() -> None:
        nonlocal decisions
        for number, setup in enumerate(setups):
            game = new_game(setup, number)
            while game.question is not None:
                game.answer(game.question.pick(rng))
                decisions += 1

    spent = seconds(work)
    return decisions, spent


def clone_time(setups: list[Any], rng: Random) -> float:
    """Seconds for a clone where a step begins; the median over the first answers of some battles."""
    times: list[float] = []
    for number, setup in enumerate(setups[:20]):
        game = new_game(setup, number)
        for _ in range(80):
            if game.question is None:
                break
            if game._step_at == len(game.inputs):
                game.clone(Pseudo(rng))  # moves the anchor here, once
                times.append(seconds(lambda game=game: [game.clone(Pseudo(rng)) for _ in range(20)]) / 20)  # type: ignore[misc]
            game.answer(game.question.pick(rng))
    return sorted(times)[len(times) // 2]


def ten_a_side(rng: Random) -> float:
    """From the set-up to the result with the quick-start forces; the slowest of a few."""
    forces = [{"force": "Meridian Compact"}, {"force": "Kestrel Combine"}]

    def work() -> None:
        game = Game(RULESET, {"player": forces}, {}, Pseudo(rng), events=False)
        while game.question is not None:
            game.answer(game.question.pick(rng))

    return max(seconds(work) for _ in range(5))
