"""Steps on the grid as terrain has them: costs and heights (chapters 6 and 7), water (8), flying (10). Who stands in
the way: others_in_the_way.py.

A change of height or water is no reason against a step: it costs more, and it may need a test. What the tests are like
is said where a path is judged (`judge`).
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.rulesets.opentactics.content import Tread
from sandtable.rulesets.opentactics.field import Field, Increment
from sandtable.table.grid import DIAGONALS, SIDES, Cell

DIRECTIONS = SIDES + DIAGONALS


class Stride(Struct, frozen=True):
    """A step to a neighbour as terrain alone has it. `climb`: 0 no test, 1 a failure may leave the unit where it is,
    2 every failure is a fall."""

    to: Cell
    cost: int
    climb: int = 0
    swim: bool = False
    hazard: int = 0
    corners: tuple[Cell, ...] = ()
    trials: int = 0


# ---- steps of a field -------------------------------------------------------------------------------


def rough_and_water(square: Increment, gait: Tread) -> tuple[int, int]:
    """Extra points for rough ground and for water (OT-6.7, OT-8.1)."""
    return int(square.rough and not gait.free_rough), int(square.water and not gait.free_water)


def make_stride(field: Field, gait: Tread, start: Cell, to: Cell, summed: bool) -> Stride | None:
    """The step from an increment to its neighbour; None where terrain forbids it.

    What is entered is paid for, never what is left (OT-6.6, OT-8.5): 1 for open level ground (OT-6.5), and more for
    rough ground, water and any change of height, down into a pit too (OT-6.8, OT-6.9, OT-7.1, OT-7.5, OT-7.12), added
    up (OT-6.17). A climb by more than the base width needs a test, each step by its own height (OT-7.2, OT-7.14). A
    diagonal step (OT-6.11) counts what is worst of the increments that it passes, once for each kind (OT-6.12, OT-6.13,
    OT-6.14), and no rock stands at its corner (OT-6.15, OT-6.22). Who flies minds none of it (OT-10.1, OT-10.2), rock
    and water on the way included (OT-10.3, OT-10.5).
    """
    corners = ((to[0], start[1]), (start[0], to[1])) if to[0] != start[0] and to[1] != start[1] else ()
    if gait.flying:
        return Stride(to, 1, corners=corners)
    here = field.height(start)
    rough = water = climbs = hazard = 0
    highest = 0.0
    steep_down = False
    for cell in (to, *corners):
        square = field.at(cell)
        if square.impassable and not gait.through_rock:
            return None
        if plain(square, here):
            continue
        extra_rough, extra_water = rough_and_water(square, gait)
        rise = square.height - here
        rough, water, climbs = rough + extra_rough, water + extra_water, climbs + (rise != 0)
        hazard = min(hazard or square.hazard, square.hazard) if square.hazard else hazard
        if not field.laddered(start, cell):
            highest = max(highest, abs(rise))
            steep_down = steep_down or rise < -gait.base_width
    extra = rough + water + climbs if summed else (rough > 0) + (water > 0) + (climbs > 0)
    climb = 0 if highest <= gait.base_width else 2 if steep_down else 1
    return Stride(to, 1 + extra, climb, water > 0, hazard, corners, (climb > 0) + (water > 0) + (hazard > 0))


def stride_table(field: Field, gait: Tread, summed: bool) -> dict[Cell, tuple[Stride, ...]]:
    """The strides from each increment, filled in as they are wanted."""
    table: dict[Cell, tuple[Stride, ...]] = field.workings.setdefault(("strides", gait, summed), {})
    return table


def strides_from(
    table: dict[Cell, tuple[Stride, ...]], field: Field, gait: Tread, summed: bool, cell: Cell
) -> tuple[Stride, ...]:
    """Away from thickets the ground is what it was before they grew, and so are its strides."""
    bare = untouched(field, cell, 1)
    if bare is not None:
        before = stride_table(bare, gait, summed)
        table[cell] = row = before.get(cell) or strides_from(before, bare, gait, summed, cell)
        return row
    found = []
    for dx, dy in DIRECTIONS:
        to = cell[0] + dx, cell[1] + dy
        if field.holds(to):
            stride = make_stride(field, gait, cell, to, summed)
            if stride is not None:
                found.append(stride)
    table[cell] = row = tuple(found)
    return row


def stride_to(field: Field, gait: Tread, start: Cell, to: Cell, summed: bool) -> Stride | None:
    """The stride to a neighbour from the table of this field."""
    table = stride_table(field, gait, summed)
    for stride in table.get(start) or strides_from(table, field, gait, summed, start):
        if stride.to == to:
            return stride
    return None


def untouched(field: Field, cell: Cell, reach: int) -> Field | None:
    """The ground before any thicket grew, if none lies near on or beside a straight line."""
    bare, thickets = field.workings.get("bare", (None, ()))
    for x, y in thickets:
        dx, dy = abs(cell[0] - x), abs(cell[1] - y)
        if max(dx, dy) <= reach and (dx < 2 or dy < 2 or abs(dx - dy) < 2):
            return None
    found: Field | None = bare
    return found


def plain(square: Increment, here: float) -> bool:
    """Open ground on the same height: it costs nothing more, and it is not jumped (OT-9.3)."""
    return square.height == here and not (square.rough or square.water or square.hazard)
