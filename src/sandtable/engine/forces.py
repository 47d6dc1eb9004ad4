"""Force lists: what they cost, and set-ups with one of them in a player's hands. For rulesets that have points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import SetupError


class PricedModel(Struct, frozen=True):
    """A model with its price. `archetype` is what it is one of, be it an archetype, a card or a profile."""

    name: str
    archetype: str
    points: int


class PricedForce(Struct, frozen=True):
    """A force with its price."""

    name: str
    lines: tuple[PricedModel, ...]
    points: int


class ForceCard(Struct, frozen=True):
    """A card to print, of a model or of a unit: `stats` in a row, `entries` with their price or number, `notes`, and
    `boxes` to write in."""

    title: str
    kind: str
    points: int
    stats: tuple[tuple[str, str], ...]
    entries: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    boxes: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """What stands on it under its title."""
        lines = ["  ".join(f"{name} {value}" for name, value in self.stats)]
        lines += [f"{name}: {what}{f' [{cost}]' if cost else ''}" for name, what, cost in self.entries if what]
        return lines + [f"{name}: {value}" for name, value in self.notes]


def replaced(
    setup: Mapping[str, Any], players: str, seat: int, kept: Sequence[str], force: Mapping[str, Any]
) -> dict[str, Any]:
    """The set-up with another force for one entry of its list of `players`, which keeps what `kept` names."""
    entries = [dict(entry) for entry in setup.get(players, ())]
    if seat >= len(entries):
        raise SetupError("this set-up names its models itself and takes no force file")
    entries[seat] = {key: entries[seat][key] for key in kept if entries[seat].get(key)} | dict(force)
    return {**setup, players: entries}
