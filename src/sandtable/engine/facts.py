"""Facts, the public words for a position: where two accounts of one differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct


class Difference(Struct, frozen=True):
    """`path` leads to the fact; `found` is UNSET where there is no such fact."""

    path: tuple[str, ...]
    wanted: Any
    found: Any

    @property
    def unknown(self) -> bool:
        return self.found is UNSET

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def words(self) -> str:
        """'Kell's wounds are 2, the save says 1', for people."""
        whose, what = ("", *self.path)[-2:]
        if what[:1].isupper() and whose[:1].islower():
            whose, what = what, whose  # a table by names: {"tokens": {"Ann": 3}}
        name = f"{whose}'s {what}" if whose else what
        return f"{name.replace('_', ' ')} {_is(what)} {_said(self.found)}, the save says {_said(self.wanted)}"


Facts = Mapping[str, Any]


def differences(wanted: Facts, found: Facts, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Every wanted fact that is not found, or not so. What is found besides does not matter."""
    for key, value in wanted.items():
        where = (*path, key)
        if key not in found:
            yield Difference(where, value, UNSET)
        elif isinstance(value, Mapping) and isinstance(found[key], Mapping):
            yield from differences(value, found[key], where)
        elif not _same(value, found[key]):
            yield Difference(where, value, found[key])


def _same(wanted: Any, found: Any) -> bool:
    """3 inches are 3.0 inches, but yes is not 1."""
    return isinstance(wanted, bool) is isinstance(found, bool) and bool(wanted == found)


def _is(name: str) -> str:
    return "are" if name.endswith("s") and not name.endswith(("ss", "us", "is")) else "is"


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return "nothing" if value in ("", None) else str(value)
