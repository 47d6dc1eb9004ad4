"""Games gathered in several processes, and the agent of the tutorial."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from examples.learning.duellist import Adam, Duellist, drawn, learn, rows_of

from sandtable.engine.errors import SandtableError
from sandtable.learn import SoloEnv
from sandtable.learn.many import BATCH, Episode, Gatherer, won


class Last:
    """Takes the last answer of the list."""

    def choose(self, seen: dict[str, Any], rng: np.random.Generator) -> int:
        return int(seen["action_mask"].sum()) - 1


def told(episodes: list[Episode]) -> list[tuple[int, int, list[int], float]]:
    return [(one.number, one.seat, one.chosen, one.reward) for one in episodes]


def test_games_are_the_same_in_one_process_and_in_two() -> None:
    agent = Duellist(width())
    with Gatherer("opportunity", bot="random") as here, Gatherer("opportunity", processes=2, bot="random") as there:
        one, two = list(here.play(agent, BATCH + 3, seed=5)), list(there.play(agent, BATCH + 3, seed=5))
    assert told(one) == told(two)
    assert [episode.number for episode in one] == list(range(BATCH + 3))
    assert {episode.seat for episode in one} == {0, 1}
    assert all(np.array_equal(a["things"], b["things"]) for a, b in zip(one[7].seen, two[7].seen, strict=True))


def test_another_seed_is_another_game() -> None:
    with Gatherer("opportunity", bot="random") as games:
        assert told(list(games.play(Last(), 4, seed=1))) != told(list(games.play(Last(), 4, seed=2)))


def test_a_mistake_in_the_settings_is_told_before_anything_is_played() -> None:
    with pytest.raises(SandtableError, match="no bot 'champion'"):
        Gatherer("opportunity", processes=2, bot="champion")


def width() -> int:
    with Gatherer("opportunity", bot="random") as games:
        return int(rows_of(next(iter(games.play(Last(), 1))).seen[0]).shape[1])


def test_the_slope_is_that_of_the_chance_of_the_answer() -> None:
    with Gatherer("opportunity", bot="random") as games:
        seen = next(iter(games.play(Last(), 1, seed=3))).seen[0]
    agent = Duellist(rows_of(seen).shape[1], seed=4)
    agent.weights[2] += 0.3
    slope = agent.slope(seen, 1, praise=0.7)
    tiny = 1e-6
    for part, place in ((0, (5, 7)), (1, (3,)), (2, (9,))):
        before = np.log(agent.chances(rows_of(seen))[0][1])
        agent.weights[part][place] += tiny
        after = np.log(agent.chances(rows_of(seen))[0][1])
        agent.weights[part][place] -= tiny
        assert slope[part][place] == pytest.approx(0.7 * (after - before) / tiny, rel=1e-3, abs=1e-6)


def test_a_few_batches_teach_something() -> None:
    """Against answers at random, in less than a thousand games; the same on every machine."""
    agent = Duellist(width())
    adam = Adam(agent.weights, rate=0.03)
    shares = []
    with Gatherer("opportunity", bot="random") as games:
        for number in range(14):
            episodes = list(games.play(agent, 64, seed=1 + number))
            shares.append(won(episodes))
            learn(agent, adam, episodes)
    assert sum(shares[-4:]) / 4 > sum(shares[:4]) / 4 + 0.1
    assert drawn([(64 * (n + 1), share) for n, share in enumerate(shares)]).startswith("<svg")


def test_a_seat_can_be_asked_for_game_by_game() -> None:
    env = SoloEnv("opportunity", bot="random")
    assert [env.reset(seed=1, options={"seat": seat})[1]["seat"] for seat in (1, 1, 0)] == [1, 1, 0]
    with pytest.raises(SandtableError, match="there are 2 seats, from 0 on; 2 is not one of them"):
        env.reset(options={"seat": 2})
