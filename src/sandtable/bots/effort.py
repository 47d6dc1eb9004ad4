"""How long one may think: seconds for an activation, or tries for a decision."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from time import perf_counter
from typing import Protocol

SHARE = 0.75
"""Of what is left of the budget, for one decision at the most."""
USUAL = 2.0
"""Decisions of an activation, until we know better."""
OPEN = 4
"""Activations whose time is kept apart: one may be interrupted by another."""
LATE = 1.1
"""A try may take a decision over its time by this much."""


class Effort(Protocol):
    """What one decision may cost."""

    @property
    def used(self) -> float:
        """The share of it that is gone: from 1 on there is no more."""

    @property
    def late(self) -> bool:
        """A try that is under way must be given up."""

    def spend(self) -> None:
        """A try begins."""


class Tries:
    """So many tries, however long they take."""

    late = False

    def __init__(self, most: int) -> None:
        self._most, self._made = most, 0

    @property
    def used(self) -> float:
        return self._made / self._most

    def spend(self) -> None:
        self._made += 1


class Rest:
    """What is left of an effort from here on, as an effort of its own."""

    def __init__(self, whole: Effort) -> None:
        self._whole, self._gone = whole, min(whole.used, 1.0)

    @property
    def used(self) -> float:
        left = 1.0 - self._gone
        return (self._whole.used - self._gone) / left if left > 0.0 else inf

    @property
    def late(self) -> bool:
        return self._whole.late

    def spend(self) -> None:
        self._whole.spend()


class Account:
    """What is left of one activation's time, and how many decisions have drawn on it."""

    __slots__ = ("decisions", "left")

    def __init__(self, left: float) -> None:
        self.left, self.decisions = left, 0


class Budget:
    """Seconds for one activation, shared about evenly among as many decisions as activations usually have had."""

    def __init__(self, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds, self.clock = seconds, clock
        self._accounts: dict[Hashable, Account] = {}
        self._usual = USUAL

    def begin(self, key: Hashable, least: float = 0.0) -> None:
        """A decision begins that belongs to this activation. It may take `least` of what is left, however many may come
        after it."""
        if key not in self._accounts:
            self._accounts[key] = Account(self.seconds)
            if len(self._accounts) > OPEN:
                closed = self._accounts.pop(next(iter(self._accounts)))
                if closed.decisions:
                    self._usual += (closed.decisions - self._usual) / 8
        self._account, self._since, self._thought = self._accounts[key], self.clock(), False
        to_come = self._usual - self._account.decisions
        self._allowed = self._account.left * max(least, min(SHARE, 1.0 / max(to_come, 1e-9)))

    @property
    def used(self) -> float:
        """Of what this decision may take."""
        return (self.clock() - self._since) / self._allowed if self._allowed > 0.0 else inf

    @property
    def late(self) -> bool:
        return self.used > LATE

    def spend(self) -> None:
        """The clock runs by itself; but only a decision that takes a thought counts as one."""
        self._thought = True

    def end(self) -> None:
        self._account.left -= self.clock() - self._since
        self._account.decisions += self._thought
