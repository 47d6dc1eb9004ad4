"""How a battle stands: who is likely to hold the markers at the end, and what is left of both armies."""

from __future__ import annotations

from math import exp

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.advice.chances import Company
from sandtable.rulesets.riverside.advice.notes import Notes
from sandtable.rulesets.riverside.state import OFF, State

BEFORE = frozenset({"count", "placer", "markers", "zones", "first choice"})
"""Phases before there is anything to compare."""
FORCE = 2.4
"""What an army more than the enemy's is worth, in markers, with a round to come."""
WEAR = 0.88
"""How surely a unit that is at a marker is still there a round later."""
BLUNT = 0.45
"""How many markers ahead make a win e times as likely as not, at the end; the more rounds to come, the more."""


def value(reading: Reading[State]) -> float:
    """The chance to win."""
    state, seat = reading.state, reading.player
    if state.result is not None:
        return 0.5 if not state.result.seats else float(seat in state.result.seats)
    if state.phase in BEFORE:
        return 0.5
    notes = Notes(reading)
    threats = danger(notes)
    left = notes.rounds_left
    lead = sum(held(notes, threats, at) for at in range(len(state.markers)))
    armies = [army(notes, threats, side) for side in (0, 1)]
    ahead = (armies[0] - armies[1]) / max(1.0, armies[0] + armies[1])
    lead += FORCE * ahead * (0.15 + left) ** 0.75
    if seat:
        lead = -lead
    return 1.0 / (1.0 + exp(-lead / (BLUNT + 0.4 * left**0.6)))


def danger(notes: Notes) -> dict[int, float]:
    """Points that each unit may lose soon: every enemy goes for the target that costs most."""
    found: dict[int, float] = {}
    for one in notes.companies.values():
        if not one.unit.here:
            continue
        means, share = notes.next_means(one)
        if not share:
            continue
        best, victim = pending(notes, one)
        if victim is None:
            for target in notes.targets(one.unit.side):
                threat = notes.danger(one, target, target.x, target.y, means)
                if threat > best:
                    best, victim = threat, target
        if victim is not None:
            found[victim.unit.number] = found.get(victim.unit.number, 0.0) + share * best
    return found


def pending(notes: Notes, one: Company) -> tuple[float, Company | None]:
    """A Charge that is declared has its victim already."""
    act = notes.state.act
    if act is None or act.unit != one.unit.number or act.action != "Charge" or notes.state.phase in ("done", "apart"):
        return 0.0, None
    target = notes.companies.get(act.target)
    before = notes.state.phase in ("abilities", "teleport", "move", "tests", "counter")
    return (max(0.0, notes.melee(one, target)), target) if target is not None and before else (0.0, None)


def army(notes: Notes, threats: dict[int, float], side: int) -> float:
    """What is left of a side, and will be."""
    total = 0.0
    for one in notes.of_side(side):
        total += max(
            0.1 * one.now, one.now * (0.75 if one.unit.shaken else 1.0) - 0.6 * threats.get(one.unit.number, 0.0)
        )
    off = [unit.cost for unit in notes.state.of_side(side) if unit.where == OFF]
    return total + (sum(off) if notes.state.round < 3 or notes.state.phase == "deploy" else 0.0)


def held(notes: Notes, threats: dict[int, float], at: int) -> float:
    """One marker at the end of the game: 1 for the first side, -1 for the other."""
    here = [1.0 - _absent(notes, threats, side, at) for side in (0, 1)]
    now = notes.state.controlled[at]
    stays = (1.0 - here[0]) * (1.0 - here[1]) * (0.0 if now < 0 else 1.0 - 2.0 * now)
    return here[0] * (1.0 - here[1]) - here[1] * (1.0 - here[0]) + stays


def _absent(notes: Notes, threats: dict[int, float], side: int, at: int) -> float:
    """The chance that nobody of a side is there."""
    absent = 1.0
    wear = WEAR ** max(0, notes.rounds_left)
    for number, share in notes.crowd[side][at].items():
        one = notes.companies[number]
        lost = min(0.85, (threats.get(number, 0.0) / max(1.0, one.now)) ** 1.3)
        absent *= 1.0 - share * wear * (1.0 - lost)
    return absent
