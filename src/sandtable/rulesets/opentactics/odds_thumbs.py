"""The re-roll phase of an assault by rule of thumb: whoever is behind rolls his lowest die again, OFF first. For odds
of assaults that are too large to be solved, and for whoever asks for the rule of thumb.

Whoever is behind does so before anything else can happen to that tally. So his die is picked up at once, and positions
that differ in nothing else are one; and of a whole heap of positions nothing counts but who is ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.odds_standings import (
    LEFT,
    MORE,
    NO_DIE,
    SIDES,
    SURE,
    Position,
    RerollTurn,
    Shares,
    added,
    won_by,
)

Positions = Mapping[Position, int]
"""Positions without the die that whoever is behind has picked up, and what they weigh."""


def behind(won: bool, pool: PoolName) -> bool:
    """Does a tally go against the owner of this pool?"""
    return won is (pool == DEF)


class PickedUp(dict[Position, tuple[list[Position], list[Position]]]):
    """What the six faces of a die that was picked up from a pool make of the rest: where the OFF dice lose then, and
    where they win, each again without the lowest die of whoever is behind; worked out when somebody asks."""

    def __init__(self, method: str, pool: PoolName) -> None:
        super().__init__()
        self.won, self.more = won_by(method), MORE[pool]

    def __missing__(self, left: Position) -> tuple[list[Position], list[Position]]:
        found: tuple[list[Position], list[Position]] = [], []
        for position in self.more[left]:
            won = self.won[position]
            found[won].append(LEFT[DEF if won else OFF][position])
        self[left] = found
        return found


@lru_cache
def picked_up(method: str, pool: PoolName) -> PickedUp:
    return PickedUp(method, pool)


class Heap:
    """Positions of one tally with the same verdict, and what they weigh together. What becomes of them is worked out
    when they are first rolled again."""

    def __init__(self, method: str, won: bool, weight: int, left: Callable[[bool], Positions]) -> None:
        self.method, self.won, self.weight, self._left = method, won, weight, left

    @cached_property
    def again(self) -> list[Heap]:
        """What another roll of whoever is behind makes of it; nothing if he has no dice."""
        left = self._left(self.won)
        if NO_DIE in left:
            return []
        rolled = picked_up(self.method, DEF if self.won else OFF)
        wins = sum(weight * len(rolled[rest][True]) for rest, weight in left.items())
        weights = (False, SIDES * self.weight - wins), (True, wins)
        return [
            Heap(self.method, won, weight, lambda won: _after(left, rolled, won)) for won, weight in weights if weight
        ]


def _after(left: Positions, rolled: PickedUp, won: bool) -> Positions:
    found: dict[Position, int] = {}
    for before, weight in left.items():
        for rest in rolled[before][won]:
            found[rest] = found.get(rest, 0) + weight
    return found


NO_HEAP = Heap("", False, 1, lambda won: {NO_DIE: 1})
"""In place of the target's tally where it does not strike back."""


def heaps(positions: Mapping[Position, int], method: str) -> list[Heap]:
    """Positions with their weights: those that the OFF dice lose, and those that they win."""
    judged = won_by(method)
    parts: tuple[dict[Position, int], dict[Position, int]] = {}, {}
    for position, weight in positions.items():
        parts[judged[position]][position] = weight
    return [
        Heap(method, won, sum(part.values()), lambda won: _without_lowest(parts[won], won))
        for won, part in ((False, parts[False]), (True, parts[True]))
        if part
    ]


def _without_lowest(positions: Mapping[Position, int], won: bool) -> Positions:
    """The lowest die of whoever is behind is picked up."""
    rest = LEFT[DEF if won else OFF]
    found: dict[Position, int] = {}
    for position, weight in positions.items():
        found[rest[position]] = found.get(rest[position], 0) + weight
    return found


def usual_shares(turn: RerollTurn | None, one: Heap, two: Heap) -> Shares:
    """How often each verdict comes about from this turn on, in what the two heaps weigh."""
    if turn is None:
        return added([(one.weight * two.weight, SURE[2 * one.won + two.won])])
    for which, pool, after in reversed(turn.moves):
        heap = two if which else one
        if behind(heap.won, pool) and heap.again:
            boards = [(one, part) if which else (part, two) for part in heap.again]
            return added([(1, usual_shares(after, *board)) for board in boards])
    return added([(turn.unused, usual_shares(turn.passing, one, two))])


def forget() -> None:
    """Drops everything that is remembered."""
    picked_up.cache_clear()
