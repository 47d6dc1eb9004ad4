"""Measured play (chapter 27): round bases, gaps, lines and places, in whole numbers of 1/1024 increment.

Every increment of the map is a unit square of its terrain. The point under the middle of a base decides; a point on a
border belongs to the increment north and east of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.state import LATTICE, State, Unit
from sandtable.table.grid import Cell
from sandtable.table.hot.plane import point_closer

HALF = LATTICE // 2
SAME = 1e-11
"""Shares of a segment that differ by less are the same crossing."""


def radius(unit: Unit) -> int:
    return int(unit.card.base_width * HALF)


def middle(cell: Cell) -> Cell:
    return cell[0] * LATTICE + HALF, cell[1] * LATTICE + HALF


def cell_under(field: Field, at: Cell) -> Cell:
    x = min(max(at[0] // LATTICE, 0), field.columns - 1)
    y = min(max(at[1] // LATTICE, 0), field.rows - 1)
    return x, y


def filled_cells(state: State) -> set[Cell]:
    return {cell_under(state.field, goal.at) for goal in state.objectives if not goal.walkable}


# ---- distances ------------------------------------------------------------------------------------


def _squared(a: Cell, b: Cell) -> int:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy


def _places(one: Unit, two: Unit) -> tuple[Cell, Cell]:
    assert one.at is not None
    assert two.at is not None
    return one.at, two.at


def gap(one: Unit, two: Unit) -> float:
    """The gap between two bases in increments, for people (OT-27.2)."""
    between = sqrt(_squared(*_places(one, two))) - radius(one) - radius(two)
    return round(max(0.0, between) / LATTICE, 3)


def within(one: Unit, two: Unit, limit: int) -> bool:
    """Exactly the range value is within range. Exact."""
    reach = limit * LATTICE + radius(one) + radius(two)
    return _squared(*_places(one, two)) <= reach * reach


def within_of_spot(unit: Unit, spot: Cell, limit: int) -> bool:
    assert unit.at is not None
    return _squared(unit.at, spot) <= (limit * LATTICE + radius(unit)) ** 2


def within_of_square(unit: Unit, cell: Cell, limit: int) -> bool:
    """Standing in an increment, or a gap of at most `limit` to it (OT-27.7)."""
    assert unit.at is not None
    x, y = unit.at
    left, low = cell[0] * LATTICE, cell[1] * LATTICE
    nearest = min(max(x, left), left + LATTICE), min(max(y, low), low + LATTICE)
    return _squared(unit.at, nearest) <= (limit * LATTICE + radius(unit)) ** 2


def closer_than(unit: Unit, at: Cell, other: Unit, limit: int) -> bool:
    """Would the gap between a unit put here and another be smaller than `limit`?"""
    assert other.at is not None
    return _squared(at, other.at) < (limit * LATTICE + radius(unit) + radius(other)) ** 2


def overlaps(unit: Unit, at: Cell, other: Unit) -> bool:
    """Contact without overlap is allowed (OT-27.4)."""
    return closer_than(unit, at, other, 0)


def sweeps_over(unit: Unit, a: Cell, b: Cell, other: Unit) -> bool:
    """Does the base overlap another on its way along a segment?"""
    assert other.at is not None
    reach = radius(unit) + radius(other)
    return _nearer(other.at, a, b, reach)


def _nearer(point: Cell, a: Cell, b: Cell, reach: int) -> bool:
    """Is a point nearer to a segment than `reach`? Exact."""
    for axis in (0, 1):
        low, high = (a[axis], b[axis]) if a[axis] < b[axis] else (b[axis], a[axis])
        if not low - reach < point[axis] < high + reach:
            return False
    size = LATTICE
    return point_closer(
        point[0] / size, point[1] / size, a[0] / size, a[1] / size, b[0] / size, b[1] / size, reach / size
    )


# ---- lines ----------------------------------------------------------------------------------------


def cuts(a: Cell, b: Cell) -> list[float]:
    """Where a segment crosses the borders of increments, as shares of its length, both ends included.

    On the lattice two different crossings of a segment are more than `SAME` apart, so floating point tells them apart.
    """
    found = [0.0, 1.0]
    for axis in (0, 1):
        start, end = a[axis], b[axis]
        if start != end:
            low, high = min(start, end), max(start, end)
            lines = range((low // LATTICE + 1) * LATTICE, high, LATTICE)
            found += [(line - start) / (end - start) for line in lines]
    found.sort()
    return [share for share, before in zip(found, (-1.0, *found), strict=False) if share - before > SAME]


def exact_cuts(a: Cell, b: Cell) -> list[Fraction]:
    """The same as fractions."""
    found = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        start, end = a[axis], b[axis]
        low, high = min(start, end), max(start, end)
        lines = range((low // LATTICE + 1) * LATTICE, high, LATTICE)
        found.update(Fraction(line - start, end - start) for line in lines)
    return sorted(found)


def spans(field: Field, a: Cell, b: Cell) -> Iterator[tuple[float, float, Cell]]:
    """The parts of a segment and the increment under each."""
    for first, last in pairwise(cuts(a, b)):
        between = (first + last) / 2
        x, y = a[0] + (b[0] - a[0]) * between, a[1] + (b[1] - a[1]) * between
        yield first, last, cell_under(field, (int(x // 1), int(y // 1)))


def crossed(field: Field, a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The increments whose inside a line crosses, those under its ends included."""
    cells = [cell_under(field, a)]
    along_border = (a[0] == b[0] and a[0] % LATTICE == 0) or (a[1] == b[1] and a[1] % LATTICE == 0)
    if not along_border:
        cells += [cell for _, _, cell in spans(field, a, b)]
    return tuple(dict.fromkeys([*cells, cell_under(field, b)]))


def units_on_line(state: State, one: Unit, two: Unit) -> Iterator[Unit]:
    """Other units whose base the line between two middles crosses (OT-27.7)."""
    a, b = _places(one, two)
    for other in state.on_map():
        if other is not one and other is not two and other.at is not None and _nearer(other.at, a, b, radius(other)):
            yield other


# ---- places ---------------------------------------------------------------------------------------


def free_cells(state: State) -> Iterator[Cell]:
    """Increments on which a base one increment wide could be put without touching anybody's."""
    filled = filled_cells(state)
    units = [(unit.at, radius(unit) + HALF) for unit in state.on_map()]
    for cell in state.field.cells:
        spot = middle(cell)
        if cell not in filled and not any(at is not None and _squared(at, spot) < reach * reach for at, reach in units):
            yield cell


def pushed(state: State, attacker: Unit, target: Unit) -> Cell | None:
    """One increment directly away along the line of the middles, where the ground allows it (SHOVE)."""
    a, b = _places(attacker, target)
    length = sqrt(_squared(a, b))
    to = b[0] + round((b[0] - a[0]) * LATTICE / length), b[1] + round((b[1] - a[1]) * LATTICE / length)
    field = state.field
    if not (0 <= to[0] <= field.columns * LATTICE and 0 <= to[1] <= field.rows * LATTICE):
        return None
    cell = cell_under(field, to)
    if field.at(cell).impassable or cell in filled_cells(state):
        return None
    if field.height(cell) != field.height(cell_under(field, b)):
        return None
    return None if any(overlaps(target, to, other) for other in state.on_map() if other is not target) else to
