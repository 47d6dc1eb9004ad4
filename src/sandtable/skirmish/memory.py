"""What has been found out is kept; when it becomes too much, from the start again."""

from __future__ import annotations

from typing import Final, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")

FORGET: Final = 50_000
"""Things that are remembered."""


class Memory(dict[_K, _V]):
    """Answers by question, for questions whose answers never change."""

    def keep(self, key: _K, found: _V) -> _V:
        if len(self) > FORGET:
            self.clear()
        self[key] = found
        return found
