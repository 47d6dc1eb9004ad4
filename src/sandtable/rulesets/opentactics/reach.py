"""Is there any way at all? On the grid and in measured play."""

from __future__ import annotations

from sandtable.rulesets.opentactics import journeys
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell


def can_go(state: State, unit: Unit, doing: Doing, taken: set[Cell] | None = None) -> bool:
    """Has the unit a legal path with these points? Who asks for many units gives `taken` once."""
    if doing.points < 1:
        return False
    if state.measured:
        from sandtable.rulesets.opentactics import strolling

        return strolling.can_go(state, unit, doing)
    if taken is None:
        taken = state.occupied() | state.filled()
    return journeys.can_go(state, unit, doing, taken)
