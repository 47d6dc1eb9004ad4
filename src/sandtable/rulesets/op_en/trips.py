"""A move that is asked for or tried, and one that has been walked. Hundreds of both are made for every move that is
chosen from; they set their fields themselves, which compiled code does faster than a dataclass."""

from __future__ import annotations

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.state import Character, State
from sandtable.table import Figure, Gait


class Trip:
    """A move that is asked for or tried: who, from where it stands, how far, and by which rules."""

    def __init__(
        self,
        state: State,
        options: Options,
        who: Character,
        inches: float,
        clause: str = "OE-10.1",
        straight: bool = False,
        leaves: bool = False,
        over_barriers: bool = False,
        flies: bool = False,
    ) -> None:
        self.state, self.options, self.who = state, options, who
        self.inches, self.clause = inches, clause
        self.straight = straight
        """In one straight line, as a Sprint (OE-16.14)."""
        self.leaves = leaves
        """It may leave an Enemy's CR (OE-10.17)."""
        self.over_barriers = over_barriers
        """Low barriers cost nothing."""
        self.flies = flies
        # What is the same for all ways that are tried, worked out once.
        self.field = field_of(state, options)
        self.start = Point(who.x, who.y, who.z)
        self.hair = 0.0 if straight else TOUCH
        """Heights and places lie on the lattice, so lengths are compared with a hair to spare (OE-1.17). A Sprint is
        measured out by the rules themselves, and ends where its inches do."""
        self.allowance = inches + self.hair
        """What the way may cost."""
        self.gait: Gait | None = None
        self.body: Figure | None = None
        """How it walks and its base, once somebody has asked (`walking.gait_of`, `walking.mover`)."""
        self.rims: list[tuple[Character, float]] | None = None
        """The Enemies whose bases it may follow, with how far their centres are, once somebody has looked (`rims`)."""


class Trek:
    """A way walked to its end. `length` is that of the path, `cost` what it took of the allowance; `fall` is the drop
    at its end, 0 for none; `drop`: its Controlled Fall was used."""

    def __init__(
        self, path: tuple[Point, ...], length: float, cost: float, drop: bool = False, fall: float = 0.0
    ) -> None:
        self.path, self.length, self.cost = path, length, cost
        self.drop, self.fall = drop, fall

    @property
    def end(self) -> Point:
        return self.path[-1]
