"""Objectives (chapter 26): where they are put, and who holds them."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.asking import Choice, cell_option
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.space import near_cell, place_at
from sandtable.rulesets.opentactics.state import Objective, Play, State, Unit
from sandtable.table.grid import Cell, label


def place_objective(g: Play) -> Procedure[None]:
    """In turn, in the middle third of the map in both directions (OT-26.8)."""
    state = g.state
    scenario = content().scenarios[state.scenario]
    names = list(dict.fromkeys(goal.name for goal in scenario.objectives))
    goal = next(one for one in scenario.objectives if one.name == names[len(state.objectives)])
    seat = state.queue[0]
    taken = {one.at for one in state.objectives}
    cells = [
        cell
        for cell in state.field.cells
        if central(state, cell) and not state.field.at(cell).impassable and place_at(state, cell) not in taken
    ]
    chosen: Cell = yield Choice(
        topic="objective",
        seat=seat,
        who=state.seats[seat],
        prompt=f"{state.seats[seat]} places {goal.name}",
        clause="OT-26.8",
        options=tuple(map(cell_option, cells)),
    )
    state.objectives = (*state.objectives, Objective(goal.name, place_at(state, chosen), goal.walkable, goal.kind))
    g.tell("objective", "OT-26.8", player=state.seats[seat], name=goal.name, at=label(chosen))
    state.queue = (*state.queue[1:], seat)
    if len(state.objectives) == state.goals:
        state.queue = tuple(reversed(state.order))
        state.phase = "edges"


def central(state: State, cell: Cell) -> bool:
    """In the middle third both ways (OT-26.8)."""
    columns, rows = state.field.columns, state.field.rows
    return columns <= 3 * cell[0] < 2 * columns and rows <= 3 * cell[1] < 2 * rows


def beside(state: State, unit: Unit, objective: Objective) -> bool:
    """Adjacent to an objective, or standing on it (OT-26.3, OT-26.7)."""
    return near_cell(state, unit, objective.at)


def holder(state: State, objective: Objective) -> int:
    """The seat that holds an objective, or -1 (OT-26.3, OT-26.4, CLAIM)."""
    near = [unit for unit in state.on_map() if beside(state, unit, objective)]
    seats = {unit.seat for unit in near}
    if len(seats) > 1:
        seats = {unit.seat for unit in near if unit.card.traits.claims}
    return seats.pop() if len(seats) == 1 else -1


def held(state: State, seat: int) -> int:
    """How many objectives a player holds now, at the end of the round (OT-26.6) and of each anew (OT-26.5)."""
    return sum(holder(state, one) == seat for one in state.objectives)
