"""Jumps on the grid (chapter 9): what may be jumped, from where, and who or what forbids it."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.questions import Refusal
from sandtable.rulesets.opentactics.content import Tread
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.movement.steps import DIRECTIONS, plain, rough_and_water, untouched
from sandtable.table.grid import Cell, label, straight


class Jump(Struct, frozen=True):
    """A jump as terrain alone has it. `bare` is plain open ground on the way, which only a leaper crosses, and only
    where an enemy stands on it."""

    to: Cell
    over: tuple[Cell, ...]
    landing: int
    swim: bool
    hazard: int
    corners: tuple[Cell, ...]
    bare: tuple[Cell, ...]

    @property
    def cost(self) -> int:
        """1 for each increment jumped over, and what the landing costs (OT-9.4)."""
        return len(self.over) + self.landing

    @property
    def difficulty(self) -> int:
        """Five for each increment that is jumped, not for the landing (OT-9.6, OT-9.7); each jump has its own
        (OT-9.12)."""
        return 5 * len(self.over)


def make_jump(field: Field, gait: Tread, start: Cell, to: Cell) -> Jump | Refusal:
    """A jump as terrain has it, or why it cannot be: over what impedes or endangers (OT-9.1), no rock (OT-9.2), no open
    ground (OT-9.3), nothing too high (OT-9.14), in a straight line (OT-9.8, OT-9.17), to where it may land (OT-9.13,
    OT-9.15), at the price of the landing (OT-9.4, OT-9.16)."""
    line = straight(start, to)
    if line is None or len(line) < 3:
        return Refusal(f"{label(start)} to {label(to)} is not a jump in a straight line", "OT-9.8")
    here, over = field.height(start), line[1:-1]
    bare = []
    for cell in over:
        square = field.at(cell)
        if square.impassable and not gait.through_rock:
            return Refusal(f"{label(cell)} is impassable and cannot be jumped", "OT-9.2")
        if square.height - here > gait.base_width:
            return Refusal(f"{label(cell)} is too high to be jumped", "OT-9.14")
        if plain(square, here):
            if not gait.leaps:
                return Refusal(f"{label(cell)} is plain open ground, which is not jumped", "OT-9.3")
            bare.append(cell)
    landing = field.at(to)
    if landing.impassable and not gait.through_rock:
        return Refusal(f"{label(to)} is impassable", "OT-6.22")
    if abs(landing.height - here) > gait.base_width:
        return Refusal(f"{label(to)} is too high or too deep to land on", "OT-9.15")
    dx, dy = line[1][0] - line[0][0], line[1][1] - line[0][1]
    corners: tuple[Cell, ...] = ()
    if dx and dy:
        corners = tuple(cell for x, y in line[:-1] for cell in ((x + dx, y), (x, y + dy)))
        if not gait.through_rock and any(field.at(cell).impassable for cell in corners):
            return Refusal("a rock at the corner is in the way of the jump", "OT-9.17")
    rough, water = rough_and_water(landing, gait)
    points = 1 + rough + water + (landing.height != here)
    return Jump(to, tuple(over), points, water > 0, landing.hazard, corners, tuple(bare))


def jumps_from(field: Field, gait: Tread, start: Cell, longest: int) -> tuple[Jump, ...]:
    """The jumps from here over at most so many increments, worked out once."""
    table: dict[Cell, tuple[Jump, ...]] = field.workings.setdefault(("jumps", gait, longest), {})
    if start in table:
        return table[start]
    before = untouched(field, start, longest + 1)
    if before is not None:
        table[start] = row = jumps_from(before, gait, start, longest)
        return row
    found = []
    here = field.height(start)
    for dx, dy in DIRECTIONS:
        for size in range(2, longest + 2):
            to = start[0] + dx * size, start[1] + dy * size
            if not field.holds(to):
                break
            if not gait.leaps and plain(field.at((to[0] - dx, to[1] - dy)), here):
                break  # no longer jump gets over it either
            jump = make_jump(field, gait, start, to)
            if isinstance(jump, Jump):
                found.append(jump)
    table[start] = row = tuple(found)
    return row
