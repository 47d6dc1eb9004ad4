"""What an environment costs over plain self-play: the same set-ups, dice and answers, so the same games.

    python -m bench.learn             a table for every ruleset, and games gathered in one process and in two

Plain self-play and the environment alternate in one run, and CPU time is measured. Both count whatever a game costs
from its set-up to its end; the environment gives a whole observation for every decision.
"""

from __future__ import annotations

import gc
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter

import numpy as np

from bench.measure import Figure, calibrate, seconds
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.learn import SeatsEnv
from sandtable.learn.bout import CANDIDATES, Observation, luck
from sandtable.learn.many import Gatherer

GAMES = {"opportunity": 60, "opentactics": 12, "roe": 12, "op-en": 4, "riverside": 20}
ROUNDS = 7
LIMIT = 35


def measure(c: float) -> list[Figure]:
    return [figure for name in GAMES for figure in measure_ruleset(name, c)]


def measure_ruleset(name: str, c: float) -> list[Figure]:
    env = SeatsEnv(name)
    plain_play(name, 1)
    env_play(env, 1)
    ratios, speeds = [], []
    for _ in range(ROUNDS):
        gc.collect()
        plain = timed(lambda: plain_play(name, GAMES[name]))
        gc.collect()
        learning = timed(lambda: env_play(env, GAMES[name]))
        ratios.append(learning / plain)
        speeds.append(1 / learning)
    return [
        Figure(f"{name}: environment over plain self-play, per cent", 100 * (median(ratios) - 1), LIMIT),
        Figure(f"{name}: environment, decisions per second x C", median(speeds) * c),
    ]


def timed(work: object) -> float:
    """CPU seconds of one decision."""
    decisions = 0

    def play() -> None:
        nonlocal decisions
        decisions = work()  # type: ignore[operator]

    return seconds(play) / decisions


def plain_play(name: str, games: int) -> int:
    rules = ruleset(name)
    setup = rules.quick_setup()
    rng = Random("bench").random
    decisions = 0
    for number in range(games):
        game = Game(rules, setup, {}, Seeded.from_text(luck(Random(number))), events=False)
        while (question := game.question) is not None:
            answers = list(islice(question.legal(), CANDIDATES))
            game.answer(answers[int(rng() * len(answers))])
            decisions += 1
    return decisions


def env_play(env: SeatsEnv, games: int) -> int:
    rng = Random("bench").random
    decisions = 0
    for number in range(games):
        env.reset(seed=number)
        while env.agents:
            _, _, over, cut, info = env.last()
            env.step(None if over or cut else int(rng() * info["candidates"]))
        decisions += env.bout.decisions
    return decisions


class Anything:
    """A policy that costs nothing."""

    def choose(self, seen: Observation, rng: np.random.Generator) -> int:
        return int(rng.integers(int(seen["action_mask"].sum())))


def gathered(c: float) -> list[Figure]:
    """Decisions that a learner gathers against recruits, in seconds of the clock: they are many processes."""
    return [
        Figure(f"{name}: gathered in {processes} process(es), decisions per second x C", _gathered(name, processes) * c)
        for name in GAMES
        for processes in (1, 2)
    ]


def _gathered(name: str, processes: int) -> float:
    with Gatherer(name, processes=processes, bot="recruit") as games:
        list(games.play(Anything(), 32 * processes))  # everybody is there and has loaded what he needs
        since = perf_counter()
        decisions = sum(len(one.chosen) for one in games.play(Anything(), 32 * GAMES[name], seed=1))
        return decisions / (perf_counter() - since)


if __name__ == "__main__":
    c = calibrate()
    for figure in [*measure(c), *gathered(c)]:
        print(f"{figure.name:60}{figure.value:10.1f}{'' if figure.holds else '   MISSED'}")
