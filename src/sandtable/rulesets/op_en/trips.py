"""A move that is asked for or tried, and one that has been walked."""

from __future__ import annotations

from sandtable.engine.questions import Point
from sandtable.engine.records import Record
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.state import Character, State


class Trip(Record, frozen=True):
    """A move that is asked for or tried: who, how far, and by which rules."""

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

    @property
    def field(self) -> Field:
        return field_of(self.state, self.options)

    @property
    def hair(self) -> float:
        """Heights and places lie on the lattice, so lengths are compared with a hair to spare (OE-1.17). A Sprint is
        measured out by the rules themselves, and ends where its inches do."""
        return 0.0 if self.straight else TOUCH

    @property
    def allowance(self) -> float:
        """What the way may cost."""
        return self.inches + self.hair

    @property
    def start(self) -> Point:
        return Point(self.who.x, self.who.y, self.who.z)


class Trek(Record, frozen=True):
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
