"""What an encounter asks of a side besides winning the fight, as an addition to the logarithm of its strength."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.rulesets.opportunity import encounters
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import Combatant, State

SAFE = 3.0
"""A goal that cannot be lost any more."""


def lean(state: State, side: int) -> float:
    if not state.encounter:
        return 0.0
    encounter = content().encounters[state.encounter]
    late = min(1.0, state.turn / encounter.limit)
    if encounter.decides == "tie-break":
        return late**4 * (1.5 if late > 0.5 and encounters.tie_break(state) == [side] else 0.0)
    if state.sides[side].role != encounter.decides:
        return 0.0
    return GOALS[encounter.condition](state, list(state.side_members(side)), late)


def _survive(state: State, members: list[Combatant], late: float) -> float:
    """Ambush: half of the victims must fight on or be away."""
    half = -(-len(members) // 2)
    away = sum(one.status == "escaped" for one in members)
    here = sum(one.fighting for one in members)
    if away >= half:
        return SAFE
    spare = away + here - half
    return -SAFE if spare < 0 and not here else 0.5 * spare + 0.3 * away + (1.5 if spare >= 0 else -1.5) * late**2


def _stand(state: State, members: list[Combatant], late: float) -> float:
    """Last Stand: somebody must be there at the end, and more attackers come."""
    here = sum(one.fighting for one in members)
    coming = len(content().encounters[state.encounter].arrivals) - state.arrived
    return (3.0 * late**3 if here else -SAFE) - 0.7 * coming


def _free(state: State, members: list[Combatant], late: float) -> float:
    """Rescue: both captives alive, one of them away."""
    captives = [one for one in members if one.captive]
    if not all(one.alive for one in captives):
        return -1.0 - late
    found = 0.3 - 1.2 * late**2
    for one in captives:
        if one.status == "bound":
            found -= 0.4 if state.device else 0.1
        if one.fatally_injured:
            found -= 0.5
        if one.fighting:
            found += 0.3 + 0.08 * head_start(state, one)
        if one.status == "escaped":
            found += SAFE
    return found


def _escape(state: State, members: list[Combatant], late: float) -> float:
    """Break-out: half of the runners must be away."""
    half = -(-len(members) // 2)
    away = sum(one.status == "escaped" for one in members)
    here = sorted((head_start(state, one) for one in members if one.fighting), reverse=True)
    wanted = half - away
    if len(here) < wanted:
        return -1.5
    return 1.2 * away / half + sum(0.08 * start for start in here[:wanted]) - 1.5 * late**3


def head_start(state: State, one: Combatant) -> float:
    """How far it is above the highest enemy, within what a few dice can change."""
    highest = max((enemy.position for enemy in state.enemies(one)), default=one.position - 6)
    return max(-10.0, min(6.0, float(one.position - highest)))


GOALS: dict[str, Callable[[State, list[Combatant], float], float]] = {
    "half-survive": _survive,
    "one-stands": _stand,
    "captives-free": _free,
    "half-escaped": _escape,
}


def wants_away(state: State, who: Combatant) -> float:
    """How much its side gains if somebody flees: from -1 (one fighter fewer) to 1 (that is the point of it)."""
    condition = content().encounters[state.encounter].condition if state.encounter else ""
    role = state.sides[who.side].role
    if condition and role == content().encounters[state.encounter].decides:
        if condition == "half-escaped" or (condition == "captives-free" and who.captive):
            return 1.0
        if condition == "half-survive":
            return 0.3
    return -1.0
