"""The move of a whole unit, as far as geometry asks: who goes how far, what gap it keeps from whom, and what holds the
unit together at the end. A ruleset fills this in; `drill` judges, `arrange` finds ways."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.questions import Refusal
from sandtable.engine.records import Leaf, Record
from sandtable.skirmish.rounding import Rounding
from sandtable.table import Figure, Gait, Table
from sandtable.table.causes import Verdicts
from sandtable.table.ground import FOREVER

NOWHERE: frozenset[str] = frozenset()


class Mover(Leaf, frozen=True):
    """A model of the unit, and how far it may go."""

    figure: Figure
    inches: float
    flies: bool = False
    slow: frozenset[str] | None = None
    """Traits of ground that holds the unit back when this model touches it; None for those of the march."""

    @property
    def name(self) -> str:
        return self.figure.id


class Bonds(Leaf, frozen=True):
    """What holds a unit together.

    link     each model is within so many inches of another one
    across   the whole unit fits into a circle of this diameter
    chain    all models are one group by links; without it each needs one neighbour and no more
    circle   without it no two models are farther apart than `across`
    rise     a greater difference in height breaks a link, except on a ramp
    """

    link: float
    across: float
    chain: bool = True
    circle: bool = True
    rise: float = FOREVER


class UnitMarch(Record, frozen=True):
    """Who goes where. Models of the unit may pass each other but not end on each other; everybody else is in the way,
    with a gap to keep through the whole path, apart from `free` units."""

    table: Table
    unit: str
    """As it is called in refusals."""
    movers: tuple[Mover, ...]
    others: tuple[Figure, ...]
    """Everybody of other units on the table; `Figure.unit` says of which."""
    gait: Gait
    """How those go who do not fly: what stops them, steps up and down, hugged corners. Its spacing is not used."""
    bonds: Bonds
    rounding: Rounding
    verdicts: Verdicts
    spacing: float = 0.0
    beyond: bool = False
    """The gap has to be more than the spacing."""
    free: frozenset[str] = frozenset()
    """Units from which no gap is kept: the target of a charge, a transport. Nobody passes over their bases."""
    slow: frozenset[str] = NOWHERE
    """Traits of ground that holds the whole unit to `slow_inches` as soon as one base touches it."""
    slow_inches: float = FOREVER
    unstable: frozenset[str] = NOWHERE
    """Traits of pieces on which nobody may end, not even with a part of the base."""
    overhang: float = FOREVER
    """How deep a drop a base may stick out over at the end."""
    also: Callable[[Figure], Refusal | None] | None = None
    """What else a model has to keep at its end: a zone, a distance from somebody."""
    target: str = ""
    """The unit that is charged: everybody ends in contact with it, or as close as possible."""
    contact: bool = True
    """Somebody has to end in contact with the target."""

    def mover(self, name: str) -> Mover:
        return next(mover for mover in self.movers if mover.name == name)

    def targets(self) -> tuple[Figure, ...]:
        return tuple(other for other in self.others if other.unit == self.target) if self.target else ()
