"""Small frozen things that never leave the process."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from msgspec import Struct


class Record(Struct, frozen=True):
    """The base of frozen structs in modules that are compiled: mypyc drops the keywords of a class, but a struct has
    those of its base. Say `class Step(Record, frozen=True)`, which means the same in both builds. What is decoded, or
    needs more keywords, lives in a module of its own that is not compiled."""


class Leaf(Record, frozen=True, gc=False):
    """A record of plain values, points and the like, which holds nothing that could hold it: the collector of garbage
    need not look at it."""


def from_fields(thing: Any) -> tuple[type, tuple[Any, ...]]:
    """For `__reduce__` of a dataclass that works things out: elsewhere it is made anew of its fields."""
    return type(thing), tuple([getattr(thing, field.name) for field in fields(thing)])
