"""Distances and heights (chapters 1, 12, 20): on the grid here, in measured play in `measured`."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.rulesets.opentactics import measured
from sandtable.rulesets.opentactics.abilities import SkillName
from sandtable.rulesets.opentactics.field import Increment
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.table import grid
from sandtable.table.grid import Cell


def distance(state: State, one: Unit, two: Unit) -> float:
    """Increments (OT-1.4) from one unit to another, whatever the heights (OT-12.4, OT-12.5); in measured play the gap
    between their bases (OT-27.2)."""
    a, b = one.at, two.at
    assert a is not None
    assert b is not None
    if state.measured:
        return measured.gap(one, two)
    return increments(state, a, b)


def increments(state: State, a: Cell, b: Cell) -> int:
    """From one increment of the grid to another (OT-12.4)."""
    return grid.distance(a, b, str(state.options["range_count"]))


def within_skill_range(state: State, owner: Unit, unit: Unit, *skills: SkillName) -> bool:
    """Where an ability of an owner reaches: as far as the longest of these skills of his does (OT-18.5)."""
    return within(state, owner, unit, max(owner.card.skills[skill].range for skill in skills))


def within(state: State, one: Unit, two: Unit, limit: int) -> bool:
    """A distance exactly equal to the limit is within it (OT-12.3)."""
    if state.measured:
        return measured.within(one, two, limit)
    a, b = one.at, two.at
    assert a is not None
    assert b is not None
    # Most pairs are far apart by any count, and a king's step costs 1 whichever way it goes.
    if -limit <= a[0] - b[0] <= limit and -limit <= a[1] - b[1] <= limit:
        how = state.options["range_count"]
        return how == grid.KING or grid.distance(a, b, str(how)) <= limit
    return False


def adjacent(state: State, one: Unit, two: Unit) -> bool:
    """Beside each other, diagonals included (OT-1.8)."""
    return one is not two and within(state, one, two, 1)


def near_cell(state: State, unit: Unit, cell: Cell, limit: int = 1) -> bool:
    """Is a place within a distance of a unit, 1 being adjacent (OT-1.8)? A unit standing on it is."""
    at = unit.at
    assert at is not None
    if state.measured:
        return measured.within_of_spot(unit, cell, limit)
    if -limit <= at[0] - cell[0] <= limit and -limit <= at[1] - cell[1] <= limit:
        return increments(state, at, cell) <= limit
    return False


def square_of(state: State, unit: Unit) -> Increment:
    assert unit.at is not None
    return state.field.at(measured.cell_under(state.field, unit.at) if state.measured else unit.at)


def level(state: State, unit: Unit) -> float:
    """How high a unit stands; a flying one hovers over a pit (OT-10.5)."""
    height = square_of(state, unit).height
    return max(0.0, height) if unit.card.flying else height


def free_cells(state: State) -> Iterator[Cell]:
    """Increments that hold no unit and no filling objective."""
    if state.measured:
        yield from measured.free_cells(state)
        return
    taken = state.occupied() | state.filled()
    yield from (cell for cell in state.field.cells if cell not in taken)


def place_at(state: State, cell: Cell) -> Cell:
    """Where a unit put on an increment stands: in measured play with its middle over the middle."""
    return measured.middle(cell) if state.measured else cell
