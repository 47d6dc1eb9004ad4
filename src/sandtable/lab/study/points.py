"""What points are worth: what a force takes out for every point it brings, and which models are left at the end. Prices
are no rows of the results; they follow from the set-ups of the study."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.study.record import figures_of
from sandtable.lab.study.store import Results
from sandtable.odds.intervals import Z95, wilson

NUMBERED = re.compile(r"( \d+)+$")
"""How models of one kind are told apart: 'Reed Bows 2 7'."""


class Efficiency(Struct, frozen=True):
    """What a force took out of the other for every point of its own, in battles of two, with the 95 % interval; and the
    share of its own points that was left."""

    name: str
    games: int
    points: float
    took: float
    low: float
    high: float
    kept: float


class Survival(Struct, frozen=True):
    """How often a kind of model is still there at the end."""

    name: str
    models: int
    points: float
    """What one of them costs."""
    share: float
    low: float
    high: float


Prices = Sequence[Mapping[str, float]]
"""What each model costs, seat by seat."""


class _Priced:
    """The games of a study with the prices of who was there, and who fell."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.fell: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
        for fixture, number, seat, name in results.rows("select fixture, number, seat, name from death"):
            self.fell[fixture, number].append((seat, name))
        self.prices = lru_cache(None)(self._prices)
        self.games = results.rows("select fixture, number from game where error = '' order by 1, 2")

    def of(self, fixture: int, number: int) -> Prices:
        return self.prices(fixture, number % len(self.results.fixtures[fixture].setups))

    def _prices(self, fixture: int, place: int) -> Prices:
        one, rules = self.results.fixtures[fixture], find_ruleset(self.results.study.ruleset)
        ask = offered(rules, "prices")
        if ask is None:
            return ()
        game = Game(rules, one.setups[place], self.results.study.variant[one.variant].options)
        prices = ask(game.state)
        found: list[dict[str, float]] = [{} for _ in game.seats]
        for model in figures_of(game):
            found[model["seat"]][model["name"]] = prices.get(model["name"], 0.0)
        return found


def efficiency(results: Results) -> list[Efficiency]:
    """Points taken for points brought, by force."""
    priced = _Priced(results)
    names = {(fixture, number, side.seat): side.name for fixture, number, side in results.sides()}
    lines: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for fixture, number in priced.games:
        prices = priced.of(fixture, number)
        brought = [sum(seat.values()) for seat in prices]
        if len(brought) != 2 or not all(brought):
            continue
        lost = [0.0, 0.0]
        for seat, name in priced.fell[fixture, number]:
            lost[seat] += prices[seat].get(name, 0.0)
        for seat in (0, 1):
            line = brought[seat], lost[1 - seat] / brought[seat], 1 - lost[seat] / brought[seat]
            lines[names[fixture, number, seat]].append(line)
    return [_efficiency(name, lines[name]) for name in sorted(lines)]


def _efficiency(name: str, lines: Sequence[tuple[float, float, float]]) -> Efficiency:
    taken = [took for _, took, _ in lines]
    took = fmean(taken)
    error = Z95 * stdev(taken) / sqrt(len(taken)) if len(taken) > 1 else took
    points, kept = fmean(brought for brought, _, _ in lines), fmean(left for _, _, left in lines)
    return Efficiency(name, len(lines), points, took, max(0.0, took - error), took + error, kept)


def survivals(results: Results) -> list[Survival]:
    """Who is left at the end, by kind of model, those that last longest first."""
    priced = _Priced(results)
    there: dict[str, list[float]] = defaultdict(list)
    gone: dict[str, int] = defaultdict(int)
    for fixture, number in priced.games:
        for seat in priced.of(fixture, number):
            for name, price in seat.items():
                there[NUMBERED.sub("", name)].append(price)
        for _, name in priced.fell[fixture, number]:
            gone[NUMBERED.sub("", name)] += 1
    found = []
    for name, points in there.items():
        left = len(points) - gone[name]
        found.append(Survival(name, len(points), fmean(points), left / len(points), *wilson(left, len(points))))
    return sorted(found, key=lambda one: (-one.share, one.name))
