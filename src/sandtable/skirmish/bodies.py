"""Somebody on the table, as far as geometry asks: a round base at a place. A ruleset's models are bodies themselves."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from sandtable.table import Base

Footing = tuple[float, float, float]
"""A place: x, y, and the height of the floor."""
Segment = tuple[float, float, float, float]
"""A stretch of a table's edge: from where to where."""


class Disc(Protocol):
    """Something round that is measured from its edge: a base, or a marker on the ground."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def radius(self) -> float: ...


class Body(Disc, Protocol):
    """Who it is, whose, and where it stands."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> int: ...


@cache
def base(radius: float, height: float) -> Base:
    return Base(2 * radius, height=height)
