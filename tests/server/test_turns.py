"""Whose bot thinks next, and for how long."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from sandtable.server.turns import Round, Turn


def taken(turns: Round[Turn]) -> list[str]:
    """The games in the order in which they get their turns."""
    found = []
    while (turn := turns.take()) is not None:
        found.append(turn.game)
        turns.go(turn)
    return found


def test_it_goes_round_the_games() -> None:
    turns: Round[Turn] = Round(1)
    for game in "aaabcb":
        turns.come(Turn(game, False))
    assert len(turns) == 6
    assert "".join(taken(turns)) == "abcaba"
    assert len(turns) == 0


def test_who_is_asked_again_is_next_and_who_goes_is_not() -> None:
    turns: Round[Turn] = Round(1)
    for game in "abc":
        turns.come(Turn(game, False))
    first = turns.take()
    assert first is not None
    turns.again(first)
    _, second, _ = turns
    turns.go(second)
    assert taken(turns) == ["a", "c"]


def test_a_share_for_each_of_many_and_all_for_a_few() -> None:
    turns: Round[Turn] = Round(2)
    shares = {}
    games = [*"abcdefgh"]
    for game in games:
        turns.come(Turn(game, True))
        turns.come(Turn(f"quick {game}", False))
    while (turn := turns.take()) is not None:
        shares[turn.game] = turns.share(turn)
        turns.go(turn)
    assert all(shares[game] == 2 / 8 for game in games)  # those who come late shorten nobody's time behind them
    assert all(shares[f"quick {game}"] == 1 for game in games)
    for game in "ab":
        turns.come(Turn(game, True))
    assert [turns.share(turn) for turn in turns] == [1, 1]


class Simulated:
    """Games that think now and then at some places, in a time of our own; a budget is 1."""

    def __init__(self, places: int, games: int, rng: Random, shrinking: bool = True) -> None:
        self.turns: Round[Turn] = Round(places)
        self.free, self.rng, self.shrinking = places, rng, shrinking
        self.came: dict[Turn, float] = {}
        self.longest = 0.0
        """From coming to the answer."""
        self._events: list[tuple[float, int, Turn, bool]] = []
        together = rng.random() < 0.5
        for n in range(games):
            heappush(self._events, (0.0 if together else rng.random(), n, Turn(str(n), True), False))

    def run(self, events: int) -> None:
        for n in range(events):
            now, _, turn, done = heappop(self._events)
            if done:
                self.turns.go(turn)
                self.free += 1
                self.longest = max(self.longest, now - self.came.pop(turn))
                pause = self.rng.choice([0.0, self.rng.random(), 3 * self.rng.random()])
                heappush(self._events, (now + pause, -n, Turn(turn.game, True), False))
            else:
                self.came[turn] = now
                self.turns.come(turn)
            while self.free and (turn_ := self.turns.take()) is not None:
                self.free -= 1
                budget = self.turns.share(turn_) if self.shrinking else 1.0
                used = self.rng.choice([budget, budget * self.rng.random()])
                heappush(self._events, (now + used, -n, turn_, True))


@pytest.mark.parametrize("places", [1, 2, 8])
def test_nobody_waits_longer_than_twice_the_budget(places: int) -> None:
    for seed in range(30):
        rng = Random(f"{places}/{seed}")
        simulated = Simulated(places, rng.randint(1, 60), rng)
        simulated.run(2000)
        assert simulated.longest <= 2 + 1e-9
    unfair = Simulated(places, 60, Random(1), shrinking=False)
    unfair.run(2000)
    assert unfair.longest > 3  # what the shares are for
