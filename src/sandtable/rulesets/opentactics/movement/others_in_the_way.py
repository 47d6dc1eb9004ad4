"""Who and what stands in the way of a movement (OT-6.16, OT-6.19 to OT-6.21, OT-10.4): other units, objectives."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine.questions import Refusal
from sandtable.rulesets.opentactics.movement.jumps import Jump
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.table.grid import Cell, label


class Traffic(Struct, frozen=True):
    """What stands in the way of one unit just now."""

    enemies: set[Cell]
    allies: set[Cell]
    filled: set[Cell]
    blocked: set[Cell]
    """Increments it cannot enter because of who or what is there."""
    corners: set[Cell]
    """Increments it cannot pass diagonally."""
    taken: set[Cell]
    """Increments in which it cannot end, nor stay when a climb fails."""


def traffic(state: State, unit: Unit) -> Traffic:
    """Through allies (OT-6.19), not through enemies (OT-6.20), not flying either (OT-10.4), nor through what fills an
    increment (OT-26.7), nor past an enemy at the corner (OT-6.16); beside enemies without hindrance (OT-6.24)."""
    enemies: set[Cell] = set()
    allies: set[Cell] = set()
    for other in state.units:
        if other.at is not None and other is not unit:
            (allies if other.seat == unit.seat else enemies).add(other.at)
    filled = state.filled()
    gait, options = unit.card.gait, state.options
    over_enemies = unit.card.traits.through_enemies or (gait.flying and options["flyers_over_enemies"] == "yes")
    solid = set() if gait.flying or gait.through_rock else filled
    enemies_and_solid = enemies | solid if solid else enemies
    past_enemies = over_enemies or options["diagonal_past_enemy"] == "allowed"
    return Traffic(
        enemies, allies, filled,
        solid if over_enemies else enemies_and_solid,
        solid if past_enemies else enemies_and_solid,
        enemies | allies | filled | state.field.impassable,
    )  # fmt: skip


def held_or_filled(cell: Cell, unit: Unit, moving: Traffic) -> Refusal:
    """By an enemy (OT-6.20, OT-10.4) or by an objective (OT-26.7)."""
    if cell in moving.enemies:
        return Refusal(f"{label(cell)} is held by an enemy", "OT-10.4" if unit.card.flying else "OT-6.20")
    return Refusal(f"{label(cell)} is filled by an objective", "OT-26.7")


def no_end(state: State, unit: Unit, cell: Cell, moving: Traffic) -> Refusal | None:
    """Why no move can end in an increment: somebody is there (OT-6.21), it is impassable (OT-6.22, OT-10.3), it is
    filled (OT-26.7)."""
    if cell in moving.enemies or cell in moving.allies:
        return Refusal(f"{label(cell)} holds another unit: no move can end there", "OT-6.21")
    if state.field.at(cell).impassable:
        clause = "OT-10.3" if unit.card.flying else "OT-6.22"
        return Refusal(f"no unit can end in {label(cell)}, which is impassable", clause)
    if cell in moving.filled:
        return Refusal(f"{label(cell)} is filled by an objective", "OT-26.7")
    return None


def over_somebody(over: Iterable[Cell], unit: Unit, moving: Traffic) -> Refusal | None:
    """Only a leaper jumps over enemies, and nobody over what fills its increment (OT-9.2, LEAP, PHASE)."""
    traits = unit.card.traits
    for cell in over:
        if cell in moving.filled and not traits.through_rock:
            return Refusal(f"{label(cell)} is filled and cannot be jumped", "OT-9.2")
        if cell in moving.enemies and not (traits.leaps or traits.through_enemies):
            return Refusal(f"{label(cell)} is held by an enemy and cannot be jumped", "OT-9.2")
    return None


def why_no_jump(jump: Jump, unit: Unit, moving: Traffic) -> Refusal | None:
    """Open ground without an enemy on it (OT-9.3, LEAP), a landing that is held, somebody at the corner (OT-9.17)."""
    for cell in jump.bare:
        if cell not in moving.enemies:
            return Refusal(f"{label(cell)} is plain open ground, which is not jumped", "OT-9.3")
    if jump.to in moving.blocked:
        return held_or_filled(jump.to, unit, moving)
    for cell in jump.corners:
        if cell in moving.corners and not (unit.card.traits.leaps and cell in moving.enemies):
            return Refusal(f"what stands at the corner {label(cell)} forbids the jump", "OT-9.17")
    return None
