"""How large a set-up or a force may be. A ruleset states what it can bear (`sizes`); what is larger is refused before
anybody works on it: a referee who must look at a thousand models makes everybody wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import SetupError, shown

DEEPEST = 12
LARGEST = 1e12
"""No number of a set-up is larger: what comes of one that is can no longer be put on a lattice."""


class Sizes(Struct, frozen=True):
    """The most that a ruleset takes."""

    lists: Mapping[str, int] = {}
    """Entries of a list or table, by its name."""
    others: int = 500
    """Entries of every other list or table."""
    text: int = 2_000
    """Characters of a text or of a name of a setting."""
    values: int = 20_000
    """Everything together."""


USUAL = Sizes()
"""For a ruleset that states nothing."""


def check_sizes(what: str, data: Any, ruleset: Any) -> None:
    """Raises SetupError for what is larger than the ruleset can bear, and names the limit."""
    sizes: Sizes = getattr(ruleset, "sizes", USUAL)
    _Check(ruleset.title, sizes, what).value("", data, 0)


class _Check:
    def __init__(self, title: str, sizes: Sizes, what: str) -> None:
        self.title, self.sizes, self.what = title, sizes, what
        self.values = 0

    def value(self, name: str, data: Any, depth: int) -> None:
        self.values += 1
        if self.values > self.sizes.values:
            raise SetupError(f"the {self.what} has more than {self.sizes.values} values, the most {self.title} takes")
        if depth > DEEPEST:
            raise SetupError(f"the {self.what} has tables inside each other, deeper than {DEEPEST}")
        if isinstance(data, str):
            self._text(name, data)
        elif isinstance(data, int | float):
            self._number(name, data)
        elif isinstance(data, Mapping):
            self._count(name, len(data))
            for key, inside in data.items():
                self._text("name of a setting", str(key))
                self.value(str(key), inside, depth + 1)
        elif isinstance(data, list | tuple):
            self._count(name, len(data))
            for inside in data:
                self.value(name, inside, depth + 1)

    def _text(self, name: str, text: str) -> None:
        if len(text) > self.sizes.text:
            raise SetupError(
                f"a {name or 'text'} of the {self.what} has {len(text)} characters;"
                f" {self.sizes.text} are the most {self.title} takes"
            )

    def _number(self, name: str, number: float) -> None:
        if not abs(number) <= LARGEST:
            where = f"`{name}` in the {self.what}" if name else f"the {self.what}"
            raise SetupError(f"{shown(number)} is no number for {where}")

    def _count(self, name: str, number: int) -> None:
        most = self.sizes.lists.get(name, self.sizes.others)
        if number > most:
            raise SetupError(
                f"the {self.what} has {number} of {name or 'its settings'}; {most} are the most {self.title} takes"
            )
