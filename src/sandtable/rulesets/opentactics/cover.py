"""Lines between units and what lies on them: cover (chapter 21, SCREEN), and sight under the house rule (OT-12.6)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.rulesets.opentactics import measured
from sandtable.rulesets.opentactics.abilities import SkillName
from sandtable.rulesets.opentactics.field import Increment
from sandtable.rulesets.opentactics.space import adjacent, level, near_cell
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.table import grid
from sandtable.table.grid import Cell

STEEP = 2.0
"""How much higher ground must be to block a line under the house rule (OT-12.6)."""


def crossed(state: State, one: Unit, two: Unit) -> tuple[Cell, ...]:
    """The increments whose inside the line between two units crosses, their own included (OT-21.2, OT-21.5)."""
    assert one.at is not None
    assert two.at is not None
    return measured.crossed(state.field, one.at, two.at) if state.measured else grid.line(one.at, two.at)


def blocked_line(state: State, one: Unit, two: Unit) -> bool:
    """House rule line_of_sight: rock, or ground higher than both by 2 or more (OT-12.6)."""
    highest = max(level(state, one), level(state, two)) + STEEP
    squares = [state.field.at(cell) for cell in crossed(state, one, two)]
    return any(square.impassable or square.height >= highest for square in squares)


def covered(state: State, one: Unit, two: Unit, skill: SkillName) -> list[Unit]:
    """Which of two engaged units benefit from cover (OT-21.1, SCREEN), in this order and in every skill (OT-21.11).
    Normally both do (OT-21.6); an object that touches one of them alone is that one's cover (OT-21.7). One object is
    enough, and more give no more (OT-21.8)."""
    gain: set[int] = set()
    for touches_one, touches_two in _objects_between(state, one, two):
        if touches_one or not touches_two:
            gain.add(one.number)
        if touches_two or not touches_one:
            gain.add(two.number)
    for unit in (one, two):
        if unit.number not in gain and any(
            skill in ally.card.traits.cover_in and adjacent(state, unit, ally) for ally in state.allies(unit)
        ):
            gain.add(unit.number)
    return [unit for unit in (one, two) if unit.number in gain]


def _objects_between(state: State, one: Unit, two: Unit) -> Iterable[tuple[bool, bool]]:
    """For each object on the line: is the one, is the other unit adjacent to it (OT-21.3, OT-21.7)?"""
    cells = crossed(state, one, two)
    for clump in _clumps(state, _solid(state, one, two, cells)):
        yield _touches(state, one, clump), _touches(state, two, clump)
    if state.measured:
        for other in measured.units_on_line(state, one, two):
            yield adjacent(state, one, other), adjacent(state, two, other)
        return
    between = set(cells[1:-1])
    for other in state.units:
        if other.at in between:
            yield adjacent(state, one, other), adjacent(state, two, other)


def in_the_way(state: State, one: Unit, two: Unit) -> list[Cell]:
    """The increments on the line between two units that give cover (OT-21.3), their own included (OT-21.4)."""
    return _solid(state, one, two, crossed(state, one, two))


def _solid(state: State, one: Unit, two: Unit, cells: Iterable[Cell]) -> list[Cell]:
    """Those of the increments that count; those of the two units themselves are among them (OT-21.4)."""
    top = max(level(state, one), level(state, two))
    spots = measured.filled_cells(state) if state.measured else state.filled()
    return [cell for cell in cells if _hinders(state.field.at(cell), top) or cell in spots]


def _hinders(square: Increment, top: float) -> bool:
    """What is impassable or hindering does (OT-21.3); plain rough ground, water and pits do not (OT-21.9); ground
    higher than both units does (OT-21.10)."""
    return square.impassable or square.hindering or square.height > top


def _clumps(state: State, cells: list[Cell]) -> list[tuple[Cell, ...]]:
    """Objects of several increments (OT-21.12); adjacency as it is counted in this game (OT-1.8)."""
    if not cells:
        return []
    if state.measured or state.options["range_count"] != grid.ORTHOGONAL:
        return grid.clumps(cells)
    found: list[list[Cell]] = []
    for cell in cells:
        if found and grid.distance(found[-1][-1], cell, grid.ORTHOGONAL) == 1:
            found[-1].append(cell)
        else:
            found.append([cell])
    return [tuple(clump) for clump in found]


def _touches(state: State, unit: Unit, clump: tuple[Cell, ...]) -> bool:
    if state.measured:
        return any(measured.within_of_square(unit, cell, 1) for cell in clump)
    return any(near_cell(state, unit, cell) for cell in clump)
