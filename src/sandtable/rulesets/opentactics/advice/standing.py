"""How a game stands: who is alive, whose morale holds, who threatens whom, who has the objectives, and how much of that
still matters when the last round is near."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from sandtable.rulesets.opentactics import scenarios
from sandtable.rulesets.opentactics.advice.clashes import FAR, book, worth
from sandtable.rulesets.opentactics.content import Card, Scenario
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.objectives import holder
from sandtable.rulesets.opentactics.state import LATTICE, Player, State
from sandtable.rulesets.opentactics.turn import full_counters
from sandtable.rulesets.opentactics.victory import ATTACKER, BREAKTHROUGH, HOLD_ROUNDS
from sandtable.table.grid import Cell

STEEPNESS = 0.5
"""What one common soldier more than the enemy does for the chance to win."""
MORALE, SHAKEN = 0.15, 0.45
"""What a point of morale is worth, and one of those below 10, where forces rout."""
LAST, CAPTURED = 1.0, 0.01
"""What morale, and a captured point beside it, count for when the last round comes near."""
TO_MOVE, NEXT, AFTER = 0.55, 0.45, 0.2
"""How much of the assaults that are possible count: for whoever has the turn, has the next one, and for the others."""
AHEAD, MIDDLE, RESERVE = 0.012, 8, 0.93
"""What a step away from the own edge is worth, how many of them, and what a unit counts that still waits."""
SECOND = 0.5
"""What a second assault on the same target counts."""

Box = tuple[int, int, int, int]


def chances(state: State) -> list[float]:
    """The chance of every seat to win."""
    players = state.players
    if state.phase in SETTING_UP or state.phase == "over":
        return [1 / len(players)] * len(players)
    strengths = strength(state)
    best = max(s for s, player in zip(strengths, players, strict=True) if player.in_game)
    shares = [exp(STEEPNESS * (s - best)) if p.in_game else 0.0 for s, p in zip(strengths, players, strict=True)]
    whole = sum(shares)
    return [share / whole for share in shares]


SETTING_UP = ("placing order", "placing", "objectives", "edges", "play order", "emplacing")


def strength(state: State) -> list[float]:
    """What every seat has, in common soldiers."""
    players = state.players
    found = [0.0] * len(players)
    captured = [0] * len(players)
    size = LATTICE if state.measured else 1
    boxes = [edge_box(state.field, player) for player in players]
    for unit in state.units:
        if unit.at is not None:
            found[unit.seat] += worth(unit.card)
            box = boxes[unit.seat]
            if box is not None:
                found[unit.seat] += AHEAD * min(MIDDLE, outside(box, unit.at[0] // size, unit.at[1] // size))
        elif unit.status == "in reserve":
            found[unit.seat] += RESERVE * worth(unit.card)
        elif unit.status == "gone" and players[unit.seat].in_game:  # over the enemy's edge: no loss
            found[unit.seat] += worth(unit.card)
        elif unit.captured_by >= 0:
            captured[unit.captured_by] += unit.card.points
    held = holdings(state)
    scenario = scenarios.scenario_of(state)
    last = 0.0
    if state.limit and not (scenario and "siege" in scenario.special):
        last = LAST / (rounds_left(state) + 0.25)
    for seat, threat in enumerate(threats(state)):
        left = morale_to_come(players[seat], held[seat])
        found[seat] += threat + MORALE * left + SHAKEN * min(0, left - 10)
        found[seat] += last * (left + CAPTURED * captured[seat])
    if scenario is not None:
        goals(state, scenario, held, found)
    return found


def holdings(state: State) -> list[int]:
    """How many objectives each seat holds."""
    held = [0] * len(state.players)
    for objective in state.objectives:
        seat = holder(state, objective)
        if seat >= 0:
            held[seat] += 1
    return held


def morale_to_come(player: Player, held: int) -> int:
    """The morale after this round as things stand."""
    return player.morale - max(0, player.losses - player.round_captures - held)


def rounds_left(state: State) -> float:
    """Rounds to the limit, with what is left of this one."""
    return state.limit - state.round + rest_of_round(state)


def rest_of_round(state: State) -> float:
    """How much of this round is still to come, from 1 to 0."""
    if state.phase == "end of round":
        return 0.0
    order = [seat for seat in state.order if state.players[seat].in_game]
    full = full_counters(state)
    counters = full if state.phase == "turn" else state.counters
    coming = len(order) - order.index(state.turn) - 1 if state.turn in order else 0
    return (coming + counters / full) / len(order)


# ---- threats --------------------------------------------------------------------------------------


def threats(state: State) -> list[float]:
    """The assaults that every seat could make soon, as many as it has counters for."""
    pages, size, full = book(state), LATTICE if state.measured else 1, full_counters(state)
    standing: list[list[tuple[int, int, Card]]] = [[] for _ in state.players]
    waiting: list[set[Card]] = [set() for _ in state.players]
    for unit in state.units:
        if unit.at is not None:
            standing[unit.seat].append((unit.at[0] // size, unit.at[1] // size, unit.card))
        elif unit.status == "in reserve":
            waiting[unit.seat].add(unit.card)
    found = []
    for seat, player in enumerate(state.players):
        share, counters = _outlook(state, seat, full)
        own = [(x, y, pages[card]) for x, y, card in standing[seat]]
        box = edge_box(state.field, player)
        fresh = [pages[card] for card in waiting[seat]] if box else []
        gains = []
        for other, targets in enumerate(standing):
            if other == seat:
                continue
            for x, y, card in targets:
                best = 0.0
                for ux, uy, menaces in own:
                    dx, dy = abs(x - ux), abs(y - uy)
                    best = max(best, menaces[card][dx if dx > dy else dy])
                if box is not None and fresh:
                    away = outside(box, x, y) + 1
                    for menaces in fresh:
                        best = max(best, menaces[card][away])
                gains.append(best)
                gains.append(SECOND * best)
        gains.sort(reverse=True)
        found.append(share * sum(gains[:counters]))
    return found


def _outlook(state: State, seat: int, full: int) -> tuple[float, int]:
    """How near the turn of a seat is, and with how many counters it comes."""
    if seat == state.turn and state.phase not in ("turn", "end of round"):
        return (TO_MOVE, state.counters) if state.counters else (AFTER, full)
    order = [one for one in state.order if state.players[one].in_game]
    if state.phase == "end of round":
        coming = order[0]
    elif state.phase == "turn":
        coming = state.turn
    else:
        coming = order[(order.index(state.turn) + 1) % len(order)] if state.turn in order else order[0]
    return (NEXT, full) if seat == coming else (AFTER, full)


@lru_cache(256)
def _box(columns: int, rows: int, edge: str, zone: tuple[Cell, ...]) -> Box:
    if zone:
        return min(x for x, _ in zone), max(x for x, _ in zone), min(y for _, y in zone), max(y for _, y in zone)
    right, top = columns - 1, rows - 1
    return {
        "south": (0, right, 0, 0),
        "north": (0, right, top, top),
        "west": (0, 0, 0, top),
        "east": (right, right, 0, top),
    }[edge]


def edge_box(field: Field, player: Player) -> Box | None:
    """Where a player's units enter."""
    return _box(field.columns, field.rows, player.edge, player.zone) if player.edge or player.zone else None


def outside(box: Box, x: int, y: int) -> int:
    """How far a place is from a box."""
    left, right, low, high = box
    dx = left - x if x < left else x - right if x > right else 0
    dy = low - y if y < low else y - high if y > high else 0
    return dx if dx > dy else dy


# ---- what the scenario wants ----------------------------------------------------------------------

HELD, NEAR = 0.35, 0.3
STREAK, LOST = (0.0, 0.8, 2.5, 6.0), 0.2
"""By rounds in a row; and what is left of it when the enemy contests it."""
GONE, WAY = 0.8, 0.22
"""What a unit over the edge counts beside its worth, and what every move costs that the next ones still need."""


def goals(state: State, scenario: Scenario, held: list[int], found: list[float]) -> None:
    """Objectives held and near, and the special ends of scenarios."""
    if state.objectives:
        for seat, number in enumerate(held):
            found[seat] += HELD * number
        _near(state, found)
    if "hold-three-rounds" in scenario.special:
        _holding(state, held, found)
    if "siege" in scenario.special:
        urgency = 4.0 / (rounds_left(state) + 0.5)
        missing = len(state.objectives) - held[ATTACKER]
        found[ATTACKER] += urgency * (0.8 if not missing else -0.8 * missing)
    if "breakthrough" in scenario.special:
        for seat in range(len(found)):
            found[seat] += _breaking_through(state, seat)


def _holding(state: State, held: list[int], found: list[float]) -> None:
    """Rounds in a row with every objective; this one counts the more, the less of it is left."""
    gone = 1 - rest_of_round(state)
    for seat, number in enumerate(held):
        before = state.streak[1] if state.streak[0] == seat else 0
        if number == len(state.objectives):
            found[seat] += STREAK[before] + gone * (STREAK[min(before + 1, HOLD_ROUNDS)] - STREAK[before])
        else:
            found[seat] += LOST * STREAK[before]


def _near(state: State, found: list[float]) -> None:
    """Somebody of ours near an objective is a beginning."""
    size = LATTICE if state.measured else 1
    for objective in state.objectives:
        x, y = objective.at[0] // size, objective.at[1] // size
        nearest = [FAR] * len(found)
        for unit in state.units:
            if unit.at is not None:
                away = max(abs(unit.at[0] // size - x), abs(unit.at[1] // size - y))
                nearest[unit.seat] = min(nearest[unit.seat], away)
        for seat, away in enumerate(nearest):
            if away < FAR:
                found[seat] += NEAR / max(1, away)


def _breaking_through(state: State, seat: int) -> float:
    """Units over the edge, and how many moves the next ones need."""
    size = LATTICE if state.measured else 1
    gone = 0
    ways = []
    boxes = [
        box
        for other, player in enumerate(state.players)
        if other != seat and (box := _box(state.field.columns, state.field.rows, player.edge, ()))
    ]
    for unit in state.force(seat):
        if unit.status == "gone":
            gone += 1
        elif unit.at is not None and unit.card.athletics:
            away = min(outside(box, unit.at[0] // size, unit.at[1] // size) for box in boxes) + 1
            ways.append(away / unit.card.athletics)
    ways.sort()
    missing = max(0, BREAKTHROUGH - gone)
    ways += [6.0] * missing
    return GONE * gone - WAY * sum(ways[:missing])
