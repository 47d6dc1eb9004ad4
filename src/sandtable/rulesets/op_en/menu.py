"""Questions whose answers are judged one at a time: whoever draws one at random pays for a few, whoever lists them for
all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import Answer, ChooseOne, Move, Option, Place, Point
from sandtable.rulesets.op_en.drawing import Lots, drawn
from sandtable.table import STEP, snap


class Menu(ChooseOne, frozen=True, kw_only=True):
    """Pick one of the offers that are open; whether one is, is found out when somebody looks at it."""

    offers: tuple[Option, ...]
    opened: Callable[[Option], bool]
    shunned: tuple[Option, ...] = ()
    """Always open, and never drawn by chance."""
    unknown: Callable[[str], Why | None] | None = None
    """Why something that is neither offered nor missing cannot be chosen, for those who name it all the same."""

    @property  # type: ignore[misc]  # a field of the others: here it is worked out
    def options(self) -> tuple[Option, ...]:
        return (*[option for option in self.offers if self.opened(option)], *self.shunned)

    @property
    def empty(self) -> bool:
        return not self.shunned and not self.options

    @property
    def only(self) -> Option | None:
        """Nobody's choice is narrowed down before somebody looks."""
        return None if self.shunned else ChooseOne.only.fget(self)  # type: ignore[attr-defined]

    def find(self, name: object) -> Option:
        for option in self.offers:
            if option.id == name and self.opened(option):
                return option
        for option in self.shunned:
            if option.id == name:
                return option
        if self.unknown is not None and isinstance(name, str) and all(absent.id != name for absent in self.absent):
            why = self.unknown(name)
            if why is not None:
                raise self.refuse(f"{name}: {why[0]}", why[1], self._labels())
        return ChooseOne.find(self, name)

    def legal(self) -> Iterator[Answer]:
        return (option.id for option in self.offers if self.opened(option))

    def pick(self, rng: Random) -> Answer:
        found = drawn(rng, self.offers, self.opened)
        assert found is not None, "one of the offers is always open"
        return found.id


class Conceding(ChooseOne, frozen=True, kw_only=True):
    """A choice at which a player may also concede, by the last of the options (OE-18.7); nobody does so by chance."""

    def legal(self) -> Iterator[Answer]:
        return (option.id for option in self.options[:-1])

    def pick(self, rng: Random) -> Answer:
        return self.options[int(rng.random() * (len(self.options) - 1))].id


class Inches(ChooseOne, frozen=True, kw_only=True):
    """How far? The whole inches are listed; any part of an inch between them may be named in the same words."""

    least: float
    most: float
    unit: str = "″"

    def find(self, name: object) -> Option:
        inches = self.length(name)
        if inches is None or any(option.id == name for option in self.options):
            return ChooseOne.find(self, name)
        if not self.least - STEP / 2 <= inches <= self.most + STEP / 2:
            raise self.refuse(f"it is {self.least:g} to {self.most:g}{self.unit}, not {inches:g}", legal=self._labels())
        return plain(f"{inches:g}{self.unit}", value=snap(inches))

    def length(self, name: object) -> float | None:
        """The number of '1.5″', or None."""
        if not isinstance(name, str) or not name.endswith(self.unit):
            return None
        try:
            return float(name.removesuffix(self.unit))
        except ValueError:
            return None

    def wire(self) -> dict[str, Any]:
        return ChooseOne.wire(self) | {"inches": [self.least, self.most], "length_unit": self.unit}


class Spot(Place, frozen=True, kw_only=True):
    """Put one model down. Whoever draws a spot at random tries a few of the likely ones before all are listed."""

    likely: Callable[[], Lots[Point]]
    will_do: Callable[[Point], bool]

    def pick(self, rng: Random) -> Answer:
        spot = self.likely().drawn(rng, self.will_do)
        return Place.pick(self, rng) if spot is None else {self.models[0]: spot.wire()}


class Path(Move, frozen=True, kw_only=True):
    """Move one model. Whoever draws a path at random tries a few of the likely ones before all are listed."""

    likely: Callable[[], Lots[tuple[Point, ...]]]
    will_do: Callable[[tuple[Point, ...]], bool]
    outline: Callable[[], Any]
    """Where the move may end: drawn when a client asks for it, not for every bot."""

    def pick(self, rng: Random) -> Answer:
        path = self.likely().drawn(rng, self.will_do)
        return Move.pick(self, rng) if path is None else {self.movers[0]: [point.wire() for point in path]}

    def drawn(self) -> Any:
        return self.outline()
