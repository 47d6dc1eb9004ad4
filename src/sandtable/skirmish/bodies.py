"""Somebody on the table, as far as geometry asks: a round base at a place. A ruleset's models are bodies themselves."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from sandtable.table import Base

At = tuple[float, float, float]
"""A place: x, y, and the height of the floor."""
Segment = tuple[float, float, float, float]
"""A stretch of a table's edge: from where to where."""


class Body(Protocol):
    """Who it is, whose, and where it stands."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def radius(self) -> float: ...


@cache
def base(radius: float, height: float) -> Base:
    return Base(2 * radius, height=height)
