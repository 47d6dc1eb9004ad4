"""What happened, as data: the log, the animation, the luck report and the statistics all read the same events."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll

ROLL = "roll"
"""The one kind of event the engine tells itself: every roll, with its faces."""


class Chapter(Struct, frozen=True):
    """What an event opens. `depth` 1 are the largest parts of a game (rounds), 2 the parts of those (turns);
    `number` is how people count them, 0 where nobody does."""

    depth: int
    number: int = 0


class Event(Struct, frozen=True):
    """`kind` and the numbers in `data`, the clauses it rests on, and after which input of the game it came."""

    kind: str
    clauses: tuple[str, ...]
    data: dict[str, Any]
    at: int
    only: int | None = None
    """The one seat that may know of it; None is everybody."""
    chapter: Chapter | None = None
    """A round, a turn or the like begins with it."""

    def heard_by(self, seat: int | None) -> bool:
        """May this seat (None: a spectator) know of it?"""
        return self.only is None or self.only == seat

    def wire(self) -> dict[str, Any]:
        data = {"kind": self.kind, "clauses": list(self.clauses), "data": self.data, "at": self.at}
        if self.chapter is not None:
            data["chapter"] = {"depth": self.chapter.depth, "number": self.chapter.number}
        return data


def rolled(roll: Roll, faces: Faces, at: int) -> Event:
    data: dict[str, Any] = {
        "purpose": roll.purpose, "sides": roll.sides, "faces": list(faces), "who": roll.who, "seat": roll.seat,
        "quiet": roll.quiet,
    }  # fmt: skip
    if roll.called:
        data["called"] = roll.names
    if roll.colours:
        data["colours"] = list(roll.colours)
    if roll.good is not None:
        data["good"] = list(roll.good)
    if roll.enough:
        data["enough"] = roll.enough
    if roll.lucky is not None:
        data["lucky"] = list(roll.lucky)
    if roll.seats:
        data["owners"] = roll.owners
    if roll.again:
        data["again"] = True
    return Event(ROLL, (roll.clause,) if roll.clause else (), data, at, roll.only)


def say_roll(event: Event) -> str:
    """'trauma check of Tom: 3 5', or nothing where the rules tell of it themselves."""
    if event.data["quiet"]:
        return ""
    purpose = event.data["purpose"]
    return f"{purpose[:1].upper()}{purpose[1:]}: {' '.join(map(str, event.data['faces']))}"
