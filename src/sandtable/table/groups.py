"""Things that hang together by links: the models of a unit, the cells of one object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def linked_groups(things: Iterable[T], linked: Callable[[T, T], bool]) -> list[list[T]]:
    """The things in groups: two are in one group if a chain of links leads from one to the other."""
    left = list(things)
    groups: list[list[T]] = []
    while left:
        group = [left.pop(0)]
        for member in group:
            rest: list[T] = []
            for thing in left:
                (group if linked(member, thing) else rest).append(thing)
            left = rest
        groups.append(group)
    return groups
