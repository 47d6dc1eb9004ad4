"""Drawing one of several things of which it is not yet known whether they will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class Lots(Generic[T]):
    """So many things to draw from, each made when it is drawn."""

    def __init__(self, count: int, made: Callable[[int], T]) -> None:
        self.count, self.made = count, made

    def drawn(self, rng: Random, will_do: Callable[[T], bool]) -> T | None:
        """Any of those that will do, each with the same chance: they are tried in any order until one does."""
        left = list(range(self.count))
        while left:
            at = int(rng.random() * len(left))
            left[at], left[-1] = left[-1], left[at]
            one = self.made(left.pop())
            if will_do(one):
                return one
        return None


def drawn(rng: Random, things: Sequence[T], will_do: Callable[[T], bool]) -> T | None:
    """The same of things that are there already."""
    return Lots(len(things), lambda number: things[number]).drawn(rng, will_do)


class Once(Generic[K, T]):
    """What has been found out while a question is open: nothing is looked at twice."""

    def __init__(self, find: Callable[[K], T]) -> None:
        self.find = find
        self.known: dict[K, T] = {}

    def __call__(self, asked: K) -> T:
        if asked in self.known:
            return self.known[asked]
        found = self.known[asked] = self.find(asked)
        return found
