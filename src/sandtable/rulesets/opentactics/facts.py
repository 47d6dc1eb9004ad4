"""The state in words: the facts of case files, and what a seat may see (everything: OT-1.14)."""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.content import Card
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.objectives import holder
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.rulesets.opentactics.victory import captured_points
from sandtable.table.grid import label


def facts(reading: Reading[State]) -> dict[str, Any]:
    state = reading.state
    found: dict[str, Any] = {unit.name: unit_facts(state, unit) for unit in state.units}
    for seat in range(len(state.players)):
        zone = [where(state, cell) for cell in state.players[seat].zone]
        holds = [goal.name for goal in state.objectives if holder(state, goal) == seat]
        more = {"zone": zone, "holds": holds, "captured_points": captured_points(state, seat)}
        found[state.seats[seat]] = player_facts(state, seat) | more
    return found | {
        "scenario": state.scenario,
        "limit": state.limit,
        "quiet": state.quiet,
        "held": {"by": _seat_name(state, state.streak[0]), "rounds": state.streak[1]},
        "round": state.round,
        "turn": state.seats[state.turn],
        "order": [state.seats[seat] for seat in state.order],
        "objectives": {goal.name: _seat_name(state, holder(state, goal)) for goal in state.objectives},
        "thickets": [label(cell) for _, cell in state.thickets],
    }


def _seat_name(state: State, seat: int) -> str:
    return state.seats[seat] if seat >= 0 else ""


def unit_facts(state: State, unit: Unit) -> dict[str, Any]:
    return {
        "at": where(state, unit.at),
        "status": unit.status,
        "player": state.seats[unit.seat],
        "captured_by": _seat_name(state, unit.captured_by),
        "moved": unit.moved,
        "activated": unit.activated,
        "raised": unit.raised,
        "vented_by": [state.units[owner].name for owner in unit.vented],
    }


def player_facts(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "morale": player.morale,
        "losses": player.losses,
        "round_captures": player.round_captures,
        "captures": [unit.name for unit in state.captures(seat)],
        "reserve": [unit.name for unit in state.force(seat) if unit.status == "in reserve"],
        "counters": state.counters if seat == state.turn else 0,
        "in_game": player.in_game,
        "edge": player.edge,
    }


def view(reading: Reading[State]) -> dict[str, Any]:
    """Nothing is hidden in this game, so every seat and every spectator sees the same (OT-1.14)."""
    state = reading.state
    return {
        "scenario": state.scenario,
        "map": state.map,
        "measured": state.measured,
        "round": state.round,
        "limit": state.limit,
        "phase": state.phase,
        "turn": state.seats[state.turn],
        "order": [state.seats[one] for one in state.order],
        "field": _field(state),
        "objectives": [
            {"name": goal.name, "at": where(state, goal.at), "walkable": goal.walkable, "kind": goal.kind,
             "holder": _seat_name(state, holder(state, goal))}
            for goal in state.objectives
        ],
        "thickets": [label(cell) for _, cell in state.thickets],
        "players": [{"name": state.seats[one]} | player_facts(state, one) for one in range(len(state.players))],
        "units": [_sheet(state, unit) for unit in state.units],
    }  # fmt: skip


def _field(state: State) -> dict[str, Any]:
    """Size, and every increment that is not plain ground at height 0."""
    field = state.field
    cells = {}
    for cell in field.cells:
        square = field.at(cell)
        if not square.plain or square.height:
            marks = [mark for mark in ("rough", "water", "impassable", "hindering") if getattr(square, mark)]
            cells[label(cell)] = {"height": square.height, "marks": marks, "hazard": square.hazard}
    ladders = [[label(one), label(two)] for one, two in field.ladders]
    return {"columns": field.columns, "rows": field.rows, "cells": cells, "ladders": ladders}


def _sheet(state: State, unit: Unit) -> dict[str, Any]:
    return unit_facts(state, unit) | {"name": unit.name, "seat": unit.seat, "card": _card(unit.card)}


def _card(card: Card) -> dict[str, Any]:
    skills = {}
    for name in SKILLS:
        one = card.skills[name]
        skills[name] = {"off": one.off, "off_bumps": list(one.off_bumps), "def": one.dice_def,
                        "def_bumps": list(one.def_bumps), "range": one.range}  # fmt: skip
    return skills | {
        "name": card.name,
        "types": list(card.types),
        "points": card.points,
        "athletics": card.athletics,
        "flying": card.flying,
        "base_width": card.base_width,
        "abilities": list(card.abilities),
    }
