"""Places in words: an increment by letter and number, in measured play a point in increments."""

from __future__ import annotations

from sandtable.rulesets.opentactics.state import LATTICE, State
from sandtable.table.grid import Cell, label


def where(state: State, at: Cell | None) -> str | list[float]:
    """'b2'; in measured play [2.5, 4]; '' for nowhere."""
    if at is None:
        return ""
    return [at[0] / LATTICE, at[1] / LATTICE] if state.measured else label(at)
