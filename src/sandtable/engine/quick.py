"""Quick battles: who meets whom, and where, drawn with a seed from the lists of a ruleset, which writes them as data
(`quick.toml`); one without such a file has its ready set-ups drawn from. The same seed and wishes draw the same battle,
so that it can be had again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import RulebookError
from sandtable.engine.lists import by_name, check_known, lookup
from sandtable.engine.rulebook import read_toml
from sandtable.engine.ruleset import Setup

SECONDS = 20
"""What one decision of a player takes a person: to read, to choose, and to watch what comes of it and what the other
side does. Ours, measured by no one: it makes minutes of the decisions, which are measured."""


class QuickForce(Struct, frozen=True, forbid_unknown_fields=True):
    """`takes` is what a set-up says of a player who has it."""

    name: str
    takes: dict[str, Any]


class Twist(Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle at a place is about, where there are several such things."""

    name: str
    setup: dict[str, Any] = {}
    draws: dict[str, list[Any]] = {}


class QuickPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a battle is fought: its part of the set-up, and what of it is drawn. `forces` says seat by seat who may
    stand there; where it says nothing, any two may."""

    name: str
    about: str = ""
    setup: dict[str, Any] = {}
    draws: dict[str, list[Any]] = {}
    twist: list[Twist] = []
    forces: list[list[str]] = []
    decisions: int = 0
    """Counted as for all battles, where those here are much longer or shorter."""


class QuickBattles(Struct, frozen=True, forbid_unknown_fields=True):
    """What the quick battles of a game are made of, and how it is offered to whoever does not know it."""

    pitch: str
    players: str
    dice: str
    mood: str
    decisions: int
    """Of one player in a quick battle: the median over battles of two regular bots (`python -m bench.decisions`)."""
    place: list[QuickPlace]
    force: list[QuickForce] = []
    seats: str = "player"
    """The key under which a set-up lists its players."""
    first: str = ""
    """The place of a first battle: the one that is learnt soonest. Empty: one is as good as another."""

    def minutes(self, place: str = "") -> int:
        """Of a battle, there if that was counted. Rounded to what one would say; 0 where nobody has counted."""
        there = next((one.decisions for one in self.place if one.name == place), 0)
        found = (there or self.decisions) * SECONDS / 60
        step = 1 if found < 10 else 5
        return step * round(found / step)

    def at(self, place: QuickPlace) -> list[list[str]]:
        """Who may stand where, seat by seat; nobody is drawn where the place has its players."""
        return place.forces or ([[one.name for one in self.force]] * 2 if self.force else [])

    def draw(self, seed: str, forces: Sequence[str] = (), wished: str = "") -> QuickBattle:
        """The battle of a seed. Whoever wishes for forces or a place gets these; a seat whose wish is empty, or cannot
        be had at that place, is drawn. Two sides are not alike unless somebody wishes for it."""
        rng = Random(seed)
        place = rng.choice(self.place)  # in any case: what else is drawn does not change with a wish
        if wished:
            place = lookup("place", wished, {one.name: one for one in self.place})
        known = {one.name: one for one in self.force}
        names = _sides(rng, self.at(place), [lookup("force", name, known).name if name else "" for name in forces])
        about = [place.about] if place.about else []
        setup = place.setup | {key: rng.choice(values) for key, values in place.draws.items()}
        if place.twist:
            twist = rng.choice(place.twist)
            about.append(twist.name)
            setup |= twist.setup | {key: rng.choice(values) for key, values in twist.draws.items()}
        if names:
            setup[self.seats] = [dict(known[name].takes) for name in names]
        return QuickBattle(seed, names, place.name, ", ".join(about), setup)


class QuickBattle(Struct, frozen=True):
    """A battle that was drawn."""

    seed: str
    forces: list[str]
    place: str
    about: str
    setup: dict[str, Any]


def load_quick(path: Path) -> QuickBattles:
    """A `quick.toml`; whoever a place names must be among the forces."""
    found = read_toml(path, QuickBattles)
    forces = by_name(path.name, found.force)
    if found.first:
        check_known(path.name, "first", "place", [found.first], by_name(path.name, found.place))
    for place in by_name(path.name, found.place).values():
        check_known(path.name, place.name, "force", [name for seat in place.forces for name in seat], forces)
        if forces and not place.forces and len(forces) < 2:
            raise RulebookError(f"{path.name}: {place.name} names no forces, and there are not two to draw from")
    return found


def from_ready(setups: Mapping[str, Setup], seats: int) -> QuickBattles:
    """The quick battles of a ruleset that has written none down: its ready set-ups, one as good as another. Nobody has
    counted the decisions."""
    places = [QuickPlace(name, setup=dict(setup)) for name, setup in setups.items()]
    return QuickBattles("", str(seats), "", "", 0, places)


def _sides(rng: Random, allowed: list[list[str]], asked: Sequence[str]) -> list[str]:
    wishes = [asked[seat] if seat < len(asked) and asked[seat] in names else "" for seat, names in enumerate(allowed)]
    names: list[str] = []
    for seat, wish in enumerate(wishes):
        others = {*names, *wishes[seat + 1 :]}
        drawn = rng.choice([name for name in allowed[seat] if name not in others] or allowed[seat])
        names.append(wish or drawn)
    return names
