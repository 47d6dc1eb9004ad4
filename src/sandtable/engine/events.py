"""What happened, as data: the log, the animation, the luck report and the statistics all read the same events."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True):
    """`kind` and the numbers in `data`, the clauses it rests on, and after which input of the game it came."""

    kind: str
    clauses: tuple[str, ...]
    data: dict[str, Any]
    at: int
    only: int | None = None
    """The one seat that may know of it; None is everybody."""
