"""A small agent that learns to beat the recruit in a duel of 'Opportunity', with NumPy alone.

    python examples/learning/duellist.py --minutes 8 --processes 2 --out curve.svg

Every answer gets a score from a little network that reads how the game stands, what is asked and what the answer points
at; answers with higher scores are chosen more often. What the ruleset advises is one number among them. After each
batch of games the answers of won games are made likelier, those of lost games less likely (REINFORCE with a baseline,
Adam). docs/train-an-agent.md goes through it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.learn.many import Episode, Gatherer, won

Array = NDArray[np.float64]
HIDDEN, RATE, BATCH, CHECKED = 32, 0.01, 256, 400
THING = 2
"""The first columns of a candidate are rows of `things`: they are looked up, not read as numbers."""


def rows_of(seen: dict[str, Any]) -> Array:
    """Numbers of each answer: its own, those of the things it points at, what is asked, and how the game stands."""
    count = int(seen["action_mask"].sum())
    listed, things = seen["candidates"][:count], np.vstack([seen["things"], np.zeros(seen["things"].shape[1])])
    pointed = things[listed[:, :THING].astype(int)].reshape(count, -1)
    common = np.concatenate([seen["question"], seen["whole"], seen["things"].ravel()])
    numbers = np.hstack([listed[:, THING:], pointed, np.broadcast_to(common, (count, len(common)))])
    flat: Array = np.sign(numbers) * np.log1p(np.abs(numbers))
    return flat


class Duellist:
    """Scores answers: one hidden layer."""

    def __init__(self, width: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, 1 / np.sqrt(width), (width, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 0.01, HIDDEN),
        ]
        self.best = False
        """Take the best answer instead of drawing one."""

    def chances(self, rows: Array) -> tuple[Array, Array]:
        """How likely each answer is, and what the hidden layer says."""
        inner, bias, outer = self.weights
        hidden = np.tanh(rows @ inner + bias)
        scores = hidden @ outer
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(), hidden

    def choose(self, seen: dict[str, Any], rng: np.random.Generator) -> int:
        shares, _ = self.chances(rows_of(seen))
        return int(shares.argmax() if self.best else rng.choice(len(shares), p=shares))

    def slope(self, seen: dict[str, Any], chosen: int, praise: float) -> list[Array]:
        """Which way the weights have to go to make this answer likelier, times the praise for it."""
        rows = rows_of(seen)
        shares, hidden = self.chances(rows)
        wanted = -praise * shares
        wanted[chosen] += praise
        below = np.outer(wanted, self.weights[2]) * (1 - hidden**2)
        return [rows.T @ below, below.sum(axis=0), hidden.T @ wanted]


class Adam:
    """Steps of about the same size in every direction."""

    def __init__(self, weights: list[Array], rate: float = RATE) -> None:
        self.rate = rate
        self.mean = [np.zeros_like(one) for one in weights]
        self.square = [np.zeros_like(one) for one in weights]
        self.steps = 0

    def step(self, weights: list[Array], slopes: list[Array]) -> None:
        self.steps += 1
        for weight, slope, mean, square in zip(weights, slopes, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.99**self.steps)
            weight += self.rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


def learn(agent: Duellist, adam: Adam, episodes: Sequence[Episode]) -> None:
    """One step: what each game was worth beyond the mean of its seat."""
    usual = {
        seat: float(np.mean([one.reward for one in episodes if one.seat == seat]))
        for seat in {e.seat for e in episodes}
    }
    total = [np.zeros_like(one) for one in agent.weights]
    for episode in episodes:
        praise = episode.reward - usual[episode.seat]
        for seen, chosen in zip(episode.seen, episode.chosen, strict=True):
            for whole, part in zip(total, agent.slope(seen, chosen, praise), strict=True):
                whole += part
    adam.step(agent.weights, [one / len(episodes) for one in total])


Curve = list[tuple[int, float]]
"""Games played so far, and the share of the last ones that was won."""


def train(minutes: float, processes: int, bot: str = "recruit", batch: int = BATCH) -> tuple[Duellist, Curve]:
    """The agent, and how it learnt."""
    with Gatherer("opportunity", processes=processes, bot=bot, advised=True) as games:
        first = next(iter(games.play(_Anything(), 1)))
        agent = Duellist(rows_of(first.seen[0]).shape[1])
        adam, played = Adam(agent.weights), 0
        curve: Curve = []
        until = perf_counter() + 60 * minutes
        while perf_counter() < until or not curve:
            episodes = list(games.play(agent, batch, seed=1 + played))
            played += len(episodes)
            curve.append((played, won(episodes)))
            learn(agent, adam, episodes)
        return agent, curve


class _Anything:
    def choose(self, seen: dict[str, Any], rng: np.random.Generator) -> int:
        return int(rng.integers(int(seen["action_mask"].sum())))


def checked(agent: Duellist, processes: int, bot: str, count: int = CHECKED) -> float:
    """The share that the trained agent wins of games it has not learnt from, with its best answers."""
    agent.best = True
    with Gatherer("opportunity", processes=processes, bot=bot, advised=True) as games:
        return won(list(games.play(agent, count, seed=2**40)))


def drawn(curve: Curve, width: int = 640, height: int = 300) -> str:
    """The learning curve as a picture: batch by batch, and the mean of the last ten."""
    most = curve[-1][0]
    place = [(50 + (width - 70) * games / most, 20 + (height - 60) * (1 - share)) for games, share in curve]
    smooth = [
        (place[i][0], sum(y for _, y in place[max(0, i - 9) : i + 1]) / min(10, i + 1)) for i in range(len(place))
    ]
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.5"/>' for x, y in place)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in smooth)
    grid = "".join(
        f'<path d="M50 {20 + (height - 60) * (1 - share):.1f}H{width - 20}" stroke="#ccc"/>'
        f'<text x="44" y="{24 + (height - 60) * (1 - share):.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{grid}<g fill="#8aa">{dots}</g>'
        f'<polyline points="{line}" fill="none" stroke="#0a7457" stroke-width="2"/>'
        f'<text x="{width - 20}" y="{height - 12}" text-anchor="end">{most:,} games</text>'
        f'<text x="50" y="{height - 12}">won against the recruit</text></svg>\n'
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=8)
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--bot", default="recruit")
    asked.add_argument("--out", type=Path, default=Path("curve.svg"))
    given = asked.parse_args()
    agent, curve = train(given.minutes, given.processes, given.bot)
    given.out.write_text(drawn(curve))
    print(f"{curve[-1][0]:,} games; of {CHECKED} more it wins {checked(agent, given.processes, given.bot):.0%}")


if __name__ == "__main__":
    main()
