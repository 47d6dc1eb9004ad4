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
            joined = [thing for thing in left if linked(member, thing)]
            group.extend(joined)
            left = [thing for thing in left if thing not in joined]
        groups.append(group)
    return groups
