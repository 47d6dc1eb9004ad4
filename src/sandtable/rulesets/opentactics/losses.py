"""Units leaving the map: captured in an assault, or defeated without a victor (OT-1.13, OT-7.15, OT-16.8)."""

from __future__ import annotations

from sandtable.rulesets.opentactics.state import Play, Unit


def capture(g: Play, loser: Unit, victor: Unit) -> None:
    """Off the map at once (OT-1.13), to the captures of the player whose unit defeated it, for good; counted in this
    round alone (OT-25.15)."""
    state = g.state
    loser.leave("captured")
    loser.captured_by = victor.seat
    victor.took = (*victor.took, loser.seat)
    state.players[loser.seat].losses += 1
    state.players[victor.seat].round_captures += 1
    g.tell("captured", "OT-16.8", who=loser.name, by=victor.name, player=state.seats[victor.seat])


def defeat(g: Play, unit: Unit, cause: str) -> None:
    """Off the map at once (OT-1.13): nobody's capture, but a loss all the same, and no save helps (OT-7.15,
    OT-7.16)."""
    unit.leave("defeated")
    g.state.players[unit.seat].losses += 1
    g.tell("defeated", "OT-7.15", who=unit.name, cause=cause)
