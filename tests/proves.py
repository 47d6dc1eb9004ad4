"""Marks a test with the clauses it proves, for the coverage report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def proves(*clauses: str) -> Callable[[F], F]:
    """The decorated test fails when one of these clauses is broken."""

    def mark(test: F) -> F:
        test.clauses = clauses  # type: ignore[attr-defined]
        return test

    return mark
