"""Many games of one seat against a bot, in worker processes: what a program gathers between two steps of learning.

Whole games are handed out in batches, each with a copy of the policy. A game depends on its number and on the seed
alone, so that the same policy gathers the same games in one process and in ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import repeat
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from sandtable.lab.pool import pool
from sandtable.learn.bout import Observation
from sandtable.learn.solo import SoloEnv

BATCH = 16
"""Games that a process plays before it hands them in."""


class Policy(Protocol):
    """Whoever chooses. It travels to other processes, so it has to be something that pickle can pack."""

    def choose(self, seen: Observation, rng: np.random.Generator) -> int:
        """The number of an answer that is in the mask."""


class Episode(Struct):
    """A game as its learner has met it: what was seen, which answer was chosen each time, and the reward."""

    number: int
    seat: int
    seen: list[Observation]
    chosen: list[int]
    reward: float


class Task(Struct, frozen=True):
    """Games for one process."""

    ruleset: str
    settings: tuple[tuple[str, Any], ...]
    seed: int
    numbers: tuple[int, ...]


class Gatherer:
    """Keeps its processes until it is closed: `with Gatherer("opportunity", processes=2) as games`. One process more or
    less than one's cores is no gain; with none, everything is played here."""

    def __init__(self, ruleset: str, *, processes: int = 0, **settings: Any) -> None:
        self._ruleset, self._settings = ruleset, tuple(sorted(settings.items()))
        _environment(ruleset, self._settings)  # a mistake is told here, not in a process far away
        self._pool: ProcessPoolExecutor | None = pool(processes) if processes else None

    def play(self, policy: Policy, games: int, seed: int = 0) -> Iterator[Episode]:
        """So many games, in the order of their numbers."""
        tasks = [
            Task(self._ruleset, self._settings, seed, tuple(range(first, min(first + BATCH, games))))
            for first in range(0, games, BATCH)
        ]
        hand_out = map if self._pool is None else self._pool.map
        for batch in hand_out(played, tasks, repeat(policy, len(tasks))):
            yield from batch

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Gatherer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@lru_cache(8)
def _environment(ruleset: str, settings: tuple[tuple[str, Any], ...]) -> SoloEnv:
    """Made once in every process: a new game then costs next to nothing."""
    return SoloEnv(ruleset, **dict(settings))


def played(task: Task, policy: Policy) -> list[Episode]:
    env = _environment(task.ruleset, task.settings)
    return [_game(env, policy, task.seed, number) for number in task.numbers]


def _game(env: SoloEnv, policy: Policy, seed: int, number: int) -> Episode:
    """The learner has the seats in turn."""
    rng = np.random.default_rng((seed, number))
    seen, info = env.reset(seed=int(rng.integers(2**62)), options={"seat": number % env.bout.seats})
    met: list[Observation] = []
    chosen: list[int] = []
    reward, over = 0.0, not info["candidates"]
    while not over:
        met.append(seen)
        chosen.append(policy.choose(seen, rng))
        seen, reward, ended, cut, _ = env.step(chosen[-1])
        over = ended or cut
    return Episode(number, env.seat, met, chosen, float(reward))


def won(episodes: Sequence[Episode]) -> float:
    """The share of games won, draws counted half."""
    return sum(episode.reward + 1 for episode in episodes) / (2 * len(episodes))
