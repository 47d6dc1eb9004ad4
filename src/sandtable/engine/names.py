"""Names that people give: short, printable, and each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from sandtable.engine.errors import SetupError, shown

LONGEST = 40
JOINER = "\u200d"
"""Joins the parts of one picture sign; printable in spirit."""


def check_name(name: str, reserved: Collection[str] = ()) -> None:
    """Refuses what cannot be read, and words that case files use for something else."""
    if name.casefold() in reserved:
        raise SetupError(f"{name!r} is a word of the rules; choose another name")
    if not name.strip() or len(name) > LONGEST or not name.replace(JOINER, "").isprintable():
        raise SetupError(f"a name is 1 to {LONGEST} printable characters, not {shown(name)}")


def unique_names(names: Iterable[str], what: str, reserved: Collection[str] = ()) -> list[str]:
    """Equal names are numbered in the order in which they come: Constable 1, Constable 2."""
    wanted = list(names)
    for name in wanted:
        check_name(name, reserved)
    often = Counter(wanted)
    seen: Counter[str] = Counter()
    result = []
    for name in wanted:
        seen[name] += 1
        result.append(f"{name} {seen[name]}" if often[name] > 1 else name)
    if len(set(result)) < len(result):
        raise SetupError(f"two {what} have the same name")
    return result
