"""A figure with its limit, and the unit all of them are measured in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any


@dataclass(frozen=True)
class Figure:
    """`value` is already scaled to a machine with C = 0.2 s, or multiplied by C; the name says which."""

    name: str
    value: float
    limit: float | None = None
    more_is_better: bool = False

    @property
    def holds(self) -> bool:
        if self.limit is None:
            return True
        return self.value >= self.limit if self.more_is_better else self.value <= self.limit

    def row(self, baseline: dict[str, float]) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "limit": self.limit, "holds": self.holds,
                "baseline": baseline.get(self.name)}  # fmt: skip


def additions() -> int:
    total = 0
    for number in range(5_000_000):
        total += number
    return total


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    start = process_time()
    work()
    return process_time() - start


def calibrate() -> float:
    """C: the best of three."""
    return min(seconds(additions) for _ in range(3))
