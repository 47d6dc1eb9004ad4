"""How an encounter goes on and ends: arrivals, conditions, the turn limit (chapter 16, content/encounters.toml)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.questions import END, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Outcome, Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.opportunity.asking import Declared, Play
from sandtable.rulesets.opportunity.content import Arrival, Encounter, content
from sandtable.rulesets.opportunity.notes import NOTES
from sandtable.rulesets.opportunity.roster import from_archetype
from sandtable.rulesets.opportunity.state import FIGHTING, Combatant, State

MOST_IN_FIGHT = 8


def of(state: State) -> Encounter:
    return content().encounters[state.encounter]


# ---- arrivals -------------------------------------------------------------------------------------


def arrivals(g: Play) -> Procedure[None]:
    """At the beginning of a turn: arrivals that are due are chosen, then all who can enter do (OP-2.8)."""
    state = g.state
    if not state.encounter:
        return
    coming: list[tuple[Arrival, list[str]]] = []
    for arrival in of(state).arrivals[state.arrived :]:
        if arrival.turn <= state.turn:
            coming.append((arrival, (yield from choose_arrivals(g, arrival))))
    for arrival, names in coming:
        state.arrived += 1
        for name in names:
            _enlist(g, arrival, name)
    for one in state.combatants:
        freed = one.status == "bound" and not state.device
        waiting = one.status == "waiting" and len(state.in_fight()) < MOST_IN_FIGHT
        if freed or waiting:
            one.status = "in the fight"
            one.position = one.agility
            g.tell("enters", "OP-2.8", who=one.name, position=one.position)


def choose_arrivals(g: Play, arrival: Arrival) -> Procedure[list[str]]:
    """Archetypes one by one, as long as the points last."""
    side = next(i for i, side in enumerate(g.state.sides) if side.role == arrival.role)
    seat = next(g.state.side_members(side)).seat
    chosen: list[str] = []
    left = arrival.budget
    while True:
        payable = [one for one in content().archetypes.values() if one.cost <= left]
        if not payable:
            return chosen
        name = yield ChooseOne(
            topic="arrives",
            seat=seat,
            who=g.state.sides[side].name,
            prompt=f"{g.state.sides[side].name}: who arrives? ({counted(left, 'point')} left)",
            clause="OP-2.8",
            options=(
                *[Option(a.name, f"{a.name} ({a.cost})", (Ref("archetype", a.name),)) for a in payable],
                Option("done", "Nobody else", role=END),
            ),
            facts=lambda: NOTES["arrives"] | {one.name: one.blurb for one in content().archetypes.values()},
            about=Declared("arrives"),
        )
        if name == "done":
            return chosen
        chosen.append(name)
        left -= content().archetypes[name].cost


def _enlist(g: Play, arrival: Arrival, archetype: str) -> None:
    state = g.state
    side = next(i for i, side in enumerate(state.sides) if side.role == arrival.role)
    taken = {one.name for one in state.combatants}
    number = 1
    while (name := f"{archetype} {number}") in taken:
        number += 1
    name = archetype if archetype not in taken else name
    seat = next(state.side_members(side)).seat
    one = from_archetype(len(state.combatants), name, side, seat, content().archetypes[archetype], g.options)
    one.status = "waiting"
    state.combatants.append(one)
    g.tell("hired", "OP-2.8", who=name, side=state.sides[side].name)


def due(state: State, side: int) -> bool:
    """Somebody of this side is still to come."""
    if not state.encounter:
        return False
    role = state.sides[side].role
    still = any(arrival.role == role for arrival in of(state).arrivals[state.arrived :])
    return still or any(one.status == "waiting" for one in state.side_members(side))


# ---- the end --------------------------------------------------------------------------------------


def judge(g: Play) -> None:
    """Tested after the fatal injury checks and after each active action (OP-16.2): one side is left and wins
    (OP-16.1), or none (OP-16.3)."""
    state = g.state
    decider = _decider(state)
    if decider is not None and of(state).condition in AT_ONCE and condition_met(state, decider):
        _end(g, [decider], "OP-16.1")
        return
    standing = {one.side for one in state.combatants if one.status == FIGHTING}
    left = [side for side in range(len(state.sides)) if side in standing or due(state, side)]
    if len(left) > 1:
        return
    if decider is not None and decider not in left and condition_met(state, decider):
        _end(g, [decider], "OP-16.1")
    else:
        _end(g, left, "OP-16.1" if left else "OP-16.3")


def judge_limit(g: Play) -> None:
    """At the end of the last turn the encounter's own condition decides, or the common tie-break."""
    state = g.state
    if not state.encounter or state.turn < of(state).limit:
        return
    decider = _decider(state)
    if decider is None:
        _end(g, tie_break(state), "OP-16.1")
    elif condition_met(state, decider):
        _end(g, [decider], "OP-16.1")
    else:
        _end(g, [side for side in range(len(state.sides)) if side != decider], "OP-16.1")


def _decider(state: State) -> int | None:
    """The side whose condition decides this encounter, if it has one."""
    if not state.encounter:
        return None
    decides = of(state).decides
    if decides == "tie-break":
        return None
    return next((i for i, side in enumerate(state.sides) if side.role == decides), None)


def tie_break(state: State) -> list[int]:
    """Most points in the fight; then the least Trauma; then nobody."""

    def worth(side: int) -> tuple[int, int]:
        standing = [one for one in state.side_members(side) if one.fighting]
        return sum(one.points for one in standing), -sum(one.trauma for one in standing)

    best = max(worth(side) for side in range(len(state.sides)))
    winners = [side for side in range(len(state.sides)) if worth(side) == best]
    return winners if len(winners) == 1 else []


def _half(members: list[Combatant]) -> int:
    return -(-len(members) // 2)


def _half_survive(members: list[Combatant]) -> bool:
    return sum(one.status in ("in the fight", "escaped") for one in members) >= _half(members)


def _half_escaped(members: list[Combatant]) -> bool:
    return sum(one.status == "escaped" for one in members) >= _half(members)


def _one_stands(members: list[Combatant]) -> bool:
    return any(one.fighting for one in members)


def _captives_free(members: list[Combatant]) -> bool:
    captives = [one for one in members if one.captive]
    return all(one.alive for one in captives) and any(one.status == "escaped" for one in captives)


CONDITIONS: dict[str, Callable[[list[Combatant]], bool]] = {
    "half-survive": _half_survive,
    "one-stands": _one_stands,
    "captives-free": _captives_free,
    "half-escaped": _half_escaped,
}
AT_ONCE = ("captives-free", "half-escaped")
"""Conditions that win the moment they are met; the others are looked at when the encounter ends."""


def condition_met(state: State, side: int) -> bool:
    return CONDITIONS[of(state).condition](list(state.side_members(side)))


def _end(g: Play, winners: list[int], clause: str) -> None:
    state = g.state
    names = tuple(state.sides[side].name for side in winners)
    seats = tuple(sorted({one.seat for side in winners for one in state.side_members(side)}))
    state.result = Outcome(names, seats, _summary(state, winners), clause, _ranking(state, winners))
    state.phase = "aftermath"
    g.tell("encounter ends", clause, winners=list(names), summary=state.result.summary)


def _summary(state: State, winners: list[int]) -> str:
    who = " and ".join(state.sides[side].name for side in winners)
    if not state.encounter:
        return f"{who} wins." if who else "Nobody is left: a draw."
    encounter = of(state)
    return f"{who} wins. {encounter.win[state.sides[winners[0]].role]}" if who else f"A draw. {encounter.draw}"


def _ranking(state: State, winners: list[int]) -> tuple[tuple[str, ...], ...]:
    """Winner first; in a free-for-all then those who escaped, the later first, then the living, then the dead."""
    groups: dict[tuple[int, int], list[str]] = {}
    for side in range(len(state.sides)):
        members = list(state.side_members(side))
        if side in winners:
            place = (0, 0)
        elif any(one.fighting for one in members):
            place = (1, 0)
        elif any(one.status == "escaped" for one in members):
            place = (2, -max(one.left_at for one in members))
        else:
            place = (3, 0) if any(one.alive for one in members) else (4, 0)
        groups.setdefault(place, []).append(state.sides[side].name)
    return tuple(tuple(groups[place]) for place in sorted(groups))
