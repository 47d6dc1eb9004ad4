"""A move that is asked for or tried, and one that has been walked."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.state import Character, State


@dataclass
class Trip:
    """A move that is asked for or tried: who, from where it stands, how far, and by which rules."""

    state: State
    options: Options
    who: Character
    inches: float
    clause: str = "OE-10.1"
    straight: bool = False
    """In one straight line, as a Sprint (OE-16.14)."""
    leaves: bool = False
    """It may leave an Enemy's CR (OE-10.17)."""
    over_barriers: bool = False
    """Low barriers cost nothing."""
    flies: bool = False

    def __post_init__(self) -> None:
        """What is the same for all ways that are tried, worked out once."""
        self.field = field_of(self.state, self.options)
        self.start = Point(self.who.x, self.who.y, self.who.z)
        self.hair = 0.0 if self.straight else TOUCH
        """Heights and places lie on the lattice, so lengths are compared with a hair to spare (OE-1.17). A Sprint is
        measured out by the rules themselves, and ends where its inches do."""
        self.allowance = self.inches + self.hair
        """What the way may cost."""
        self.rims: list[tuple[Character, float]] | None = None
        """The Enemies whose bases it may follow, with how far their centres are, once somebody has looked (`rims`)."""


@dataclass
class Trek:
    """A way walked to its end. `length` is that of the path, `cost` what it took of the allowance; `fall` is the drop
    at its end, 0 for none; `drop`: its Controlled Fall was used."""

    path: tuple[Point, ...]
    length: float
    cost: float
    drop: bool = False
    fall: float = 0.0

    @property
    def end(self) -> Point:
        return self.path[-1]
