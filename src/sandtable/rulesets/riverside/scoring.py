"""The End Phase: who controls which marker, and who has won (chapter 5)."""

from __future__ import annotations

from sandtable.engine.ruleset import Outcome, Procedure
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import DOUBT, any_within, spot, touched
from sandtable.rulesets.riverside.state import ROUNDS, Marker, State, Unit

NEAR = 3.0
"""RV-5.6."""


def near(state: State, marker: Marker, unit: Unit) -> bool:
    """Is any one of its bases within 3" of the marker's centre (RV-1.10), a difference in height included (RV-5.6)?"""
    where, reach = field_of(state), NEAR + marker.radius + DOUBT
    about = marker.x - reach, marker.x + reach, marker.y - reach, marker.y + reach
    models = state.members(unit)
    return touched(about, models) and any_within(spot(where, marker), [spot(where, one) for one in models], NEAR)


def counting(state: State, marker: Marker) -> list[Unit]:
    """Units on the table near a marker that are not Shaken (RV-5.5, RV-5.7)."""
    return [unit for unit in state.units if unit.here and not unit.shaken and near(state, marker, unit)]


def late(state: State, unit: Unit) -> bool:
    """Did it come in Round 4 (RV-4.17), be it inside a Transport (RV-4.18)?"""
    return unit.deployed == ROUNDS == state.round


def claimant(state: State, marker: Marker, arrivals: str) -> int | None:
    """Who has the marker after a check: a side, -1 for nobody, None for no change (RV-5.2, RV-5.3, RV-5.4).
    By the house rule who came in Round 4 takes what nobody else is near (RV-4.17)."""
    units = counting(state, marker)
    timely = {unit.side for unit in units if not late(state, unit)}
    if len(timely) == 2:
        return -1
    if timely:
        return timely.pop()
    latecomers = {unit.side for unit in units} if arrivals == "no_neutral" else set()
    return latecomers.pop() if len(latecomers) == 1 else None


def end_phase(g: Play) -> Procedure[None]:
    """Every marker is checked once, all at the same moment (RV-5.1); lasting spells end (RV-21.18). After
    the fourth round the battle is over (RV-3.1, RV-5.8), and not before (RV-5.10); else who finished first is first in
    the next (RV-6.6)."""
    state = g.state
    held = []
    for marker, before in zip(state.markers, state.controlled, strict=True):
        found = claimant(state, marker, str(g.options["round_four_arrivals"]))
        now = before if found is None else found
        held.append(now)
        if now != before:
            clause = "RV-5.3" if now < 0 else "RV-5.2"
            g.tell("control", clause, marker=marker.name, who=state.players[now].name if now >= 0 else "")
    state.controlled = tuple(held)
    for unit in state.units:
        unit.spells = ()
    g.tell("end of round", "RV-5.1", round=state.round, markers=_held(state))
    if state.round == ROUNDS:
        state.result = result(state, str(g.options["tie_break"]))
        state.phase = "over"
        g.tell("battle ends", state.result.clause, summary=state.result.summary)
    else:
        state.first = state.finished if state.finished >= 0 else state.first
        state.round, state.phase = state.round + 1, "beginning"
    return
    yield


def _held(state: State) -> dict[str, int]:
    return {player.name: state.controlled.count(side) for side, player in enumerate(state.players)}


def losses(state: State, side: int) -> int:
    """Points of a side's units that were destroyed or routed (RV-5.9); who never came is not lost (RV-4.19)."""
    return sum(unit.cost for unit in state.of_side(side) if unit.gone)


def result(state: State, tie_break: str) -> Outcome:
    """More markers win, whoever has units left (RV-5.10); with as many on both sides it is a draw, or the enemy's
    losses decide (RV-5.8, RV-5.9)."""
    held = [state.controlled.count(side) for side in (0, 1)]
    if held[0] != held[1]:
        return _won(state, int(held[1] > held[0]), f"{max(held)} markers to {min(held)}", "RV-5.8")
    lost = [losses(state, side) for side in (0, 1)]
    if tie_break == "points" and lost[0] != lost[1]:
        words = f"{held[0]} markers each, and {max(lost)} points of the enemy lost to {min(lost)}"
        return _won(state, int(lost[0] > lost[1]), words, "RV-5.9")
    names = tuple(player.name for player in state.players)
    return Outcome((), (), f"A draw: {held[0]} markers each.", "RV-5.9", (names,))


def _won(state: State, side: int, how: str, clause: str) -> Outcome:
    name, other = state.players[side].name, state.players[1 - side].name
    return Outcome((name,), (side,), f"{name} wins: {how}.", clause, ((name,), (other,)))
