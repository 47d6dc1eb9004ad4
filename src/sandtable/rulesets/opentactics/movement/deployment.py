"""Deploying (chapter 11): a movement that begins off the map, on the own edge."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.questions import Refusal
from sandtable.rulesets.opentactics.content import Tread
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.movement.others_in_the_way import Traffic
from sandtable.rulesets.opentactics.movement.steps import Stride, rough_and_water
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell, label


def deploying(unit: Unit) -> Doing:
    """A deployment (OT-11.1), with the points of any other movement (OT-11.3)."""
    return Doing(unit.number, "Deploy", unit.card.athletics)


def entries(state: State, unit: Unit) -> Sequence[Cell]:
    """The increments in which a unit of this player may enter the map (OT-11.2)."""
    player = state.players[unit.seat]
    return player.zone or state.field.side(player.edge)


def why_no_entry(state: State, unit: Unit, cell: Cell, jump: bool, moving: Traffic) -> Refusal | None:
    """Its first step is no jump (OT-11.4), from its own edge (OT-11.2), and not onto an enemy (OT-11.6)."""
    if jump:
        return Refusal("the first step onto the map is no jump", "OT-11.4")
    if cell not in entries(state, unit):
        return Refusal(f"{label(cell)} is not on the edge it deploys from", "OT-11.2")
    if cell in moving.blocked:
        return Refusal(f"{label(cell)} is held by the enemy or filled", "OT-11.6")
    return None


def entry_stride(field: Field, gait: Tread, to: Cell) -> Stride | None:
    """The first step of a deployment: straight on (OT-11.4) and level (OT-11.5)."""
    if gait.flying:
        return Stride(to, 1)
    square = field.at(to)
    if square.impassable and not gait.through_rock:
        return None
    rough, water = rough_and_water(square, gait)
    return Stride(to, 1 + rough + water, 0, water > 0, square.hazard, (), (water > 0) + (square.hazard > 0))
