"""The state of a game in numbers, for programs that learn to play it.

A ruleset offers them as the attribute `numbers`; one without them can be learnt all the same, from its `view`,
only worse (`sandtable.learn`). Numbers are read thousands of times a second: they are plain lists, in the order of the
fields, and whatever never changes about a thing is asked for once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.ruleset import Reading, State

S = TypeVar("S", bound=State)

NOBODYS = -1
"""In place of a seat: a thing that belongs to nobody."""


class NumberField(Struct, frozen=True):
    """One number: its name, and what it says."""

    name: str
    text: str


class NumberedThing(Struct, frozen=True):
    """A model, a unit, a fighter: `name` is what options point at, `seat` whose it is, `traits` what never changes."""

    name: str
    seat: int
    traits: Sequence[float]


class Numbers(Protocol[S]):
    """What can be said of a game in numbers, to the seat of the reading and no more than that seat may know."""

    most: int
    """Things that a game has at the most."""

    @property
    def whole(self) -> Sequence[NumberField]:
        """What is said of the game as a whole."""

    @property
    def stands(self) -> Sequence[NumberField]:
        """What is said of each thing, and changes."""

    @property
    def traits(self) -> Sequence[NumberField]:
        """What is said of each thing, and does not."""

    def now(self, reading: Reading[S]) -> tuple[Sequence[str], list[float], list[float]]:
        """The names of the things, in any order that lasts; the numbers of the whole; and how each thing stands, one
        after the other in that order."""

    def things(self, reading: Reading[S]) -> Sequence[NumberedThing]:
        """The things in the order of `now`; asked again when the names have changed."""


def fields(**texts: str) -> tuple[NumberField, ...]:
    """Fields by their names."""
    return tuple(NumberField(name.rstrip("_"), text) for name, text in texts.items())


def flags(what: str, values: Sequence[str]) -> tuple[NumberField, ...]:
    """Fields of which one is 1 and the others are 0: which of these values it is."""
    return tuple(NumberField(f"{what}_{value.replace(' ', '_')}", f"1: the {what} is '{value}'") for value in values)


def one_of(values: Sequence[Any]) -> dict[Any, tuple[float, ...]]:
    """The numbers of such fields, by the value."""
    return {value: tuple([float(one == value) for one in values]) for value in values}
