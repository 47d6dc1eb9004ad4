"""A path that has been found legal: its legs, what each costs, and the tests it needs on the way."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table.grid import Cell

TrialKind = Literal["climb", "swim", "jump", "hazard"]
CLIMB: TrialKind = "climb"
SWIM: TrialKind = "swim"
JUMP: TrialKind = "jump"
HAZARD: TrialKind = "hazard"


class Trial(Struct, frozen=True):
    """A test on the way: a d6 plus `bonus` against `needed`; a hazard is survived on `needed` or less."""

    kind: TrialKind
    bonus: int
    needed: int
    falls: bool = False
    """For a climb: every failure is a fall, not only a natural 1."""


class Leg(Struct, frozen=True):
    """A step or a jump: where it ends, its cost, its tests in order."""

    to: Cell
    cost: float
    trials: tuple[Trial, ...] = ()


class Plan(Struct, frozen=True):
    """The whole path, known before the first die of the move is rolled (OT-6.4)."""

    legs: tuple[Leg, ...]
    end: Cell
    cost: float
    out: bool = False
    """It ends with a step over the enemy's edge."""

    def trials(self) -> list[Trial]:
        return [trial for leg in self.legs for trial in leg.trials]
