"""Random play, clones and steps of each ruleset, and the import of the engine."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

from bench import riverside
from bench.measure import Figure, additions, seconds
from sandtable.compile import compiled
from sandtable.engine.dice import Pseudo, Roll, Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Ruleset
from sandtable.lab.selfplay import collecting_seldom

GAMES, ROUNDS, CLONES = 60, 5, 20
LIMITS = {
    "opportunity": (5000, 40), "opentactics": (3000, 60), "roe": (4000 if compiled() else 1000, 80),
    "riverside": (1500 if compiled() else 400, 200), "op-en": (4000 if compiled() else 1000, 80),
}  # fmt: skip
"""Decisions per second x C, and microseconds of a clone at C = 0.2."""


def measure(c: float) -> list[Figure]:
    figures = [figure for name in LIMITS for figure in measure_ruleset(name, c)]
    return [*figures, Figure("import of the engine, ms at C = 0.2", import_time() * 1e3 * 0.2 / c, 60)]


def measure_ruleset(name: str, c: float) -> list[Figure]:
    rules = ruleset(name)
    rng = Random("bench")
    setups = setups_of(rules, rng)
    timed_play(rules, setups, rng)  # maps and lists are prepared once
    play = _median([play_ratio(rules, setups, rng) for _ in range(ROUNDS)])
    at_checkpoint, in_step = clones(rules, setups, rng)
    scale = 0.2 / c
    play_limit, clone_limit = LIMITS[name]
    return [
        Figure(f"{name}: random play, decisions per second x C", play, play_limit, more_is_better=True),
        Figure(f"{name}: clone at a checkpoint, us at C = 0.2", at_checkpoint * 1e6 * scale, clone_limit),
        Figure(f"{name}: clone inside a step, us at C = 0.2", in_step * 1e6 * scale),
        Figure(f"{name}: questions in a step, mean", step_length(rules, setups, rng)),
    ]


def setups_of(rules: Ruleset[Any], rng: Random) -> list[Any]:
    """Any battles at all; of Riverside, where sizes differ most, those of the larger size with ready armies."""
    return riverside.setups(rng, GAMES) if rules.id == "riverside" else [rules.random_setup(rng) for _ in range(GAMES)]


def new_game(rules: Ruleset[Any], setup: Any, number: int) -> Game[Any]:
    where, options = setup
    return Game(rules, where, options, Seeded.from_text(str(number)), events=False)


def play_ratio(rules: Ruleset[Any], setups: list[Any], rng: Random) -> float:
    """Decisions per second x C, both measured at the same moment: a noisy machine slows them alike."""
    before = seconds(additions)
    decisions, spent = timed_play(rules, setups, rng)
    return decisions / spent * (before + seconds(additions)) / 2


def timed_play(rules: Ruleset[Any], setups: list[Any], rng: Random) -> tuple[int, float]:
    decisions = 0

    def work() -> None:
        nonlocal decisions
        for number, setup in enumerate(setups):
            game = new_game(rules, setup, number)
            while game.question is not None:
                game.answer(game.question.pick(rng))
                decisions += 1

    with collecting_seldom():  # as whoever plays many games does
        spent = seconds(work)
    return decisions, spent


def clones(rules: Ruleset[Any], setups: list[Any], rng: Random) -> tuple[float, float]:
    """Seconds for a clone: where a step begins, and in its middle (where the inputs since are run again)."""
    at_checkpoint: list[float] = []
    in_step: list[float] = []
    for number, setup in enumerate(setups[:20]):
        game = new_game(rules, setup, number)
        for _ in range(60):
            if game.question is None:
                break
            if isinstance(game.question, Roll):
                raise AssertionError("the stream rolls by itself")
            game.clone(Pseudo(rng))  # moves the anchor here, once
            spent = seconds(lambda game=game: [game.clone(Pseudo(rng)) for _ in range(CLONES)]) / CLONES  # type: ignore[misc]
            (at_checkpoint if game._step_at == len(game.inputs) else in_step).append(spent)
            game.answer(game.question.pick(rng))
    return _median(at_checkpoint), _median(in_step)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def step_length(rules: Ruleset[Any], setups: list[Any], rng: Random) -> float:
    """Questions asked in a step that asks any."""
    steps = questions = 0
    for number, setup in enumerate(setups):
        game = new_game(rules, setup, number)
        last = -1
        while game.question is not None:
            steps += game._step_at != last
            last = game._step_at
            questions += 1
            game.answer(game.question.pick(rng))
    return questions / steps


def import_time() -> float:
    """Best of fifteen fresh processes."""
    code = "import time; t = time.perf_counter(); import sandtable.engine.game; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(15)]
    return min(float(run.stdout) for run in runs)
