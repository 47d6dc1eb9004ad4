"""Is there any way at all? On the grid and in measured play."""

from __future__ import annotations

from sandtable.rulesets.opentactics import walking
from sandtable.rulesets.opentactics.state import Doing, State, Unit


def can_go(state: State, unit: Unit, doing: Doing) -> bool:
    """Has the unit a legal path with these points?"""
    if doing.points < 1:
        return False
    if state.measured:
        from sandtable.rulesets.opentactics import strolling

        return strolling.can_go(state, unit, doing)
    return walking.can_go(state, unit, doing)
