"""Random play, clones, steps and imports, measured on OpenTactics."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.measure import Figure, seconds
from sandtable.engine.dice import Pseudo, Roll, Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset

GAMES, ROUNDS, CLONES = 60, 5, 2000


def measure(c: float) -> list[Figure]:
    rules = ruleset("opentactics")
    rng = Random("bench")
    setups = [rules.random_setup(rng) for _ in range(GAMES)]
    play = max(decisions / spent for decisions, spent in (timed_play(setups, rng) for _ in range(ROUNDS)))
    at_checkpoint, in_step = clones(setups, rng)
    scale = 0.2 / c
    return [
        Figure("opentactics: random play: decisions per second x C", play * c, 3000, more_is_better=True),
        Figure("opentactics: clone at a checkpoint, us at C = 0.2", at_checkpoint * 1e6 * scale, 60),
        Figure("opentactics: clone inside a step, us at C = 0.2", in_step * 1e6 * scale),
        Figure("opentactics: questions in a step, mean", *step_length(setups, rng)),
    ]


def new_game(setup: Any, number: int) -> Game[Any]:
    where, options = setup
    return Game(ruleset("opentactics"), where, options, Seeded.from_text(str(number)), events=False)


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


def clones(setups: list[Any], rng: Random) -> tuple[float, float]:
    """Seconds for a clone: where a step begins, and in its middle (where the inputs since are run again)."""
    at_checkpoint: list[float] = []
    in_step: list[float] = []
    for number, setup in enumerate(setups[:20]):
        game = new_game(setup, number)
        for _ in range(60):
            if game.question is None:
                break
            if isinstance(game.question, Roll):
                raise AssertionError("the stream rolls by itself")
            game.clone(Pseudo(rng))  # moves the anchor here, once
            spent = seconds(lambda game=game: [game.clone(Pseudo(rng)) for _ in range(CLONES // 100)]) / (CLONES // 100)  # type: ignore[misc]
            (at_checkpoint if game._step_at == len(game.inputs) else in_step).append(spent)
            game.answer(game.question.pick(rng))
    return _median(at_checkpoint), _median(in_step)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def step_length(setups: list[Any], rng: Random) -> tuple[float]:
    """Questions asked in a step that asks any."""
    steps = questions = 0
    for number, setup in enumerate(setups):
        game = new_game(setup, number)
        last = -1
        while game.question is not None:
            steps += game._step_at != last
            last = game._step_at
            questions += 1
            game.answer(game.question.pick(rng))
    return (questions / steps,)
