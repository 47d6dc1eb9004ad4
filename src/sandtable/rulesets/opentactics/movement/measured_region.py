"""Where a move of measured play may end, as rings to draw: straight ways, each walked as a path is judged."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from sandtable.rulesets.opentactics import measured
from sandtable.rulesets.opentactics.movement.deployment import entries
from sandtable.rulesets.opentactics.movement.measured_judge import MeasuredPath, point_of, survey
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.state import LATTICE, Doing, State, Unit
from sandtable.table.hot.outline import FINE, Canvas

RAYS = 16
"""Directions for each increment of the budget, at least so many."""
HALVINGS = 10


def straight_reach(state: State, unit: Unit, doing: Doing) -> list[list[tuple[float, float]]]:
    """The places in which a straight way may end, as rings to draw. Every direction is walked as `survey` walks it."""
    field, reach = state.field, float(doing.points)
    if unit.at is not None:
        x, y = unit.at[0] / LATTICE, unit.at[1] / LATTICE
        box = x - reach, y - reach, x + reach, y + reach
    else:
        box = 0.0, 0.0, float(field.columns), float(field.rows)
    canvas = Canvas(max(0.0, box[0]), max(0.0, box[1]), min(field.columns, box[2]), min(field.rows, box[3]))
    for ring in _fans(state, unit, doing) if unit.at is not None else _entry_strips(state, unit, doing):
        canvas.fill(ring)
    canvas.cut_beyond(0.0, 0.0, float(field.columns), float(field.rows))
    for other in state.on_map():
        if other is not unit and other.at is not None:
            across = (measured.radius(unit) + measured.radius(other)) / LATTICE
            canvas.cut_disc(other.at[0] / LATTICE, other.at[1] / LATTICE, across)
    filled = measured.filled_cells(state)
    for cell in field.cells:
        if field.at(cell).impassable or cell in filled:
            column, row = cell
            canvas.fill([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)], 0)
    return canvas.borders()


def _fans(state: State, unit: Unit, doing: Doing) -> Iterator[list[tuple[float, float]]]:
    """Wedges between neighbouring directions; where the ground changes between them, two narrow ones."""
    assert unit.at is not None
    start = unit.at[0] / LATTICE, unit.at[1] / LATTICE
    count = max(32, int(doing.points * 2 * pi * RAYS))
    step = 2 * pi / count
    for k in range(count):
        dx, dy = cos(k * step), sin(k * step)
        far = _farthest(state, unit, doing, start, (dx, dy))
        wide = far / cos(step / 2)
        yield [
            start,
            (start[0] + wide * cos((k - 0.5) * step), start[1] + wide * sin((k - 0.5) * step)),
            (start[0] + wide * cos((k + 0.5) * step), start[1] + wide * sin((k + 0.5) * step)),
        ]


def _entry_strips(state: State, unit: Unit, doing: Doing) -> Iterator[list[tuple[float, float]]]:
    """Straight in from every place of the edge (OT-27.8); inland, the increments it may appear in."""
    player, field = state.players[unit.seat], state.field
    cells = entries(state, unit)
    if player.inland:
        for x, y in cells:
            if isinstance(survey(state, unit, doing, (point_of(measured.middle((x, y))),)), Plan):
                yield [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        return
    inwards = {"south": (0.0, 1.0), "north": (0.0, -1.0), "west": (1.0, 0.0), "east": (-1.0, 0.0)}[player.edge]
    half = 0.5 / FINE
    for x, y in cells:
        for part in range(FINE):
            along = (part + 0.5) / FINE
            rim = {
                "south": (x + along, 0.0), "north": (x + along, float(field.rows)),
                "west": (0.0, y + along), "east": (float(field.columns), y + along),
            }[player.edge]  # fmt: skip
            far = _farthest(state, unit, doing, rim, inwards)
            ax, ay = abs(inwards[1]) * half, abs(inwards[0]) * half
            end = rim[0] + inwards[0] * far, rim[1] + inwards[1] * far
            yield [
                (rim[0] - ax, rim[1] - ay), (rim[0] + ax, rim[1] + ay),
                (end[0] + ax, end[1] + ay), (end[0] - ax, end[1] - ay),
            ]  # fmt: skip


def _farthest(
    state: State, unit: Unit, doing: Doing, start: tuple[float, float], towards: tuple[float, float]
) -> float:
    """How far a straight way goes: once it is refused it stays so."""

    def goes(far: float) -> bool:
        to = round((start[0] + towards[0] * far) * LATTICE), round((start[1] + towards[1] * far) * LATTICE)
        return to == unit.at or MeasuredPath(state, unit, doing).go(to, jump=False) is None

    low, high = 0.0, float(doing.points)
    if goes(high):
        return high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if goes(middle) else (low, middle)
    return low
