"""EMPLACED: units that are on the map when the first turn begins (OT-2.16)."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.asking import choose_cell
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.space import free_cells, place_at
from sandtable.rulesets.opentactics.state import Play, State
from sandtable.table.grid import Cell

EMPLACED_ROWS = 3


def emplace(g: Play) -> Procedure[None]:
    """EMPLACED units, in turn order."""
    state = g.state
    unit = state.units[state.queue[0]]
    cells = emplacements(state, unit.seat)
    if cells:
        cell = yield from choose_cell(g, "emplace", unit, cells, f"{unit.name} is put where?", "OT-2.16")
        unit.stand(place_at(state, cell))
        g.tell("emplaced", "OT-2.16", who=unit.name, at=where(state, unit.at))
    state.queue = state.queue[1:]
    if not state.queue:
        state.phase = "turn"


def emplacements(state: State, seat: int) -> list[Cell]:
    """Free increments without marks, not below 0, in the three rows at the own edge or in the zone."""
    player, field = state.players[seat], state.field
    if player.inland:
        zone = set(player.zone)
    else:
        inward = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[player.edge]
        front = player.zone or field.side(player.edge)
        zone = {(x + inward[0] * k, y + inward[1] * k) for x, y in front for k in range(EMPLACED_ROWS)}
    return [cell for cell in free_cells(state) if cell in zone and field.at(cell).plain and field.height(cell) >= 0]
