"""The lists of a ruleset (weapons, units, scenarios): found by name, checked with errors that name the entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.engine.errors import RulebookError, SetupError, near, shown
from sandtable.engine.rulebook import read_toml

T = TypeVar("T")


def by_name(file: str, entries: Iterable[T], name: Callable[[T], str] = attrgetter("name")) -> dict[str, T]:
    """Entries of a content file under their names; the same name twice is a mistake in that file."""
    table: dict[str, T] = {}
    for entry in entries:
        if name(entry) in table:
            raise RulebookError(f"{file}: {name(entry)} appears twice")
        table[name(entry)] = entry
    return table


def entries(
    path: Path, key: str, shape: type[T], name: Callable[[T], str] = attrgetter("name"), *, empty: bool = False
) -> dict[str, T]:
    """The entries of a content file that holds one list of them, under their names; `empty`: it may hold none."""
    of_them: Any = list[shape]  # type: ignore[valid-type]
    held: tuple[str, Any] | tuple[str, Any, Any] = (key, of_them, []) if empty else (key, of_them)
    file = msgspec.defstruct("File", [held], forbid_unknown_fields=True)
    return by_name(path.name, getattr(read_toml(path, file), key), name)


def lookup(what: str, name: str, table: dict[str, T], clause: str = "") -> T:
    """An entry by name, whatever its capitals; a miss says what was meant."""
    if name in table:
        return table[name]
    for known, entry in table.items():
        if known.casefold() == name.casefold():
            return entry
    raise SetupError(f"there is no {what} {shown(name)}{near(name, list(table))}", clause)


def check_known(file: str, entry: str, what: str, names: Iterable[str], table: Iterable[str]) -> None:
    """Whatever an entry of a content file names must exist."""
    known = list(table)
    for name in names:
        if name not in known:
            raise RulebookError(f"{file}: {entry} names the {what} {name!r}, which does not exist{near(name, known)}")


def in_file(file: str, check: Callable[..., T], *args: object) -> T:
    """Runs a check on a content entry; what would be somebody's mistake in play is the file's mistake here."""
    try:
        return check(*args)
    except SetupError as error:
        raise RulebookError(f"{file}: {error}") from error
