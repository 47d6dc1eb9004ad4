"""Events in sentences: numbers counted (one counter, two counters), lists and places written out, templates filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sandtable.engine.events import Event


def counted(number: float | str, one: str, many: str = "") -> str:
    """'1 counter', '3 counters'; `many` where a plain s does not do ('1 die', '2 dice')."""
    number = number if isinstance(number, str) else f"{number:g}"
    return f"{number} {one if number == '1' else many or one + 's'}"


def agreed(text: str) -> str:
    """One is not plural: '1 markers to 0' reads '1 marker to 0'. For sentences that were written once and for all: what
    a game came to is part of what its save is checked by."""
    return _ONE_OF_MANY.sub(r"1 \1", text)


_ONE_OF_MANY = re.compile(r"(?<![\d.,-])1 ([a-z]+[^\Ws\d_])s\b")


class Said(str):
    """A value of an event, for a template: '{counters:counter}' counts it, '{dice:die|dice}' with its own plural."""

    __slots__ = ()

    def __format__(self, what: str) -> str:
        return counted(str(self), *what.split("|")) if what else str(self)


def in_words(value: Any, places: int = 6, empty: str = "") -> str:
    """A value of an event as a sentence has it. Two fractions are a place on the table; numbers are rounded to so many
    places; a list of lists is told apart by semicolons, and one with nothing in it is called `empty`."""
    match value:
        case float():
            return f"{round(value, places):g}"
        case dict():
            return ", ".join(f"{key} {in_words(part, places, empty)}" for key, part in value.items())
        case []:
            return empty
        case [float() as x, float() as y]:
            return f"({x:.1f}, {y:.1f})"
        case [[*_], *_]:
            return "; ".join(in_words(part, places, empty) for part in value)
        case list():
            return ", ".join(in_words(part, places, empty) for part in value)
    return str(value)


Words = dict[str, str]
"""The values of an event by name, ready for its template."""


def said(data: Mapping[str, Any], places: int = 6, empty: str = "") -> Words:
    return {key: Said(in_words(value, places, empty)) for key, value in data.items()}


More = Callable[[Mapping[str, Any], Words], None]
"""Adds what a template wants besides the values of the event, from those values."""


def sentence(event: Event, templates: Mapping[str, str], more: Mapping[str, More]) -> str:
    """An event by the template of its kind. Most say all there is in their own words; others have something `more`."""
    words = said(event.data)
    if event.kind in more:
        more[event.kind](event.data, words)
    return templates[event.kind].format_map(words)
