"""The state in words: the facts of case files, and what a seat may see (everything: RE-1.6)."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Roll
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.asking import Topic
from sandtable.rulesets.roe.content import Weapon, content
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.scoring import ObjectiveStanding, objective_standing
from sandtable.rulesets.roe.state import FALLEN, STANDING, Model, State

SETTING_UP = ("player one", "objectives", "ingress", "victory")
COMMAND = ("command", "recon", "initiative", "tie")


def phase(state: State) -> str:
    if state.phase in SETTING_UP:
        return "set-up"
    if state.phase in COMMAND:
        return "command"
    return "end" if state.phase in ("end", "over") else "activation"


def facts(reading: Reading[State]) -> dict[str, Any]:
    state = reading.state
    found: dict[str, Any] = {model.name: model_facts(state, model) for model in state.models}
    markers = _markers(state)
    for side, player in enumerate(state.players):
        found[player.name] = {
            "pool": player.pool, "tokens": player.tokens, "rating": player.rating,
            "zone": [list(segment) for segment in player.zone],
            "secures": [one.name for one in markers if one.secured == side],
        }  # fmt: skip
    return found | {
        "round": state.round,
        "phase": phase(state),
        "turn": state.players[state.turn].name if phase(state) == "activation" else "",
        "player_one": _name(state, state.player_one),
        "controlled": {one.name: _name(state, one.controlled) for one in markers},
        "secured": {one.name: _name(state, one.secured) for one in markers},
        "contested": [one.name for one in markers if one.contested],
        "touching": {one.name: list(one.touching) for one in markers},
        "objectives": [one.name for one in state.objectives],
        "map": state.battlefield or "open",
        "victory": content().victories[state.victory].name if state.victory else "",
        "active": state.models[state.act.model].name if state.act is not None else "",
        "order": state.act.order if state.act is not None else "",
    }


def _markers(state: State) -> list[ObjectiveStanding]:
    rules = {"pinned_down_contests": state.pinned_contest}
    return [objective_standing(state, rules, number) for number in range(len(state.objectives))]


def _name(state: State, side: int) -> str:
    return state.players[side].name if side >= 0 else ""


INITIATIVE: tuple[Topic, ...] = ("initiative", "bid", "first")


def open_facts(reading: Reading[State], question: Question | Roll | None) -> dict[str, Any]:
    """While initiative is decided: each player's total (RE-1.11)."""
    state = reading.state
    if not isinstance(question, Question) or question.topic not in INITIATIVE:
        return {}
    return {"initiative": {player.name: total for player, total in zip(state.players, question.about, strict=True)}}


def model_facts(state: State, model: Model) -> dict[str, Any]:
    placed = model.status in (STANDING, FALLEN)
    engaged = {enemy.number for enemy in state.engaged_with(model)}
    return {
        "player": state.players[model.side].name,
        "status": model.status,
        "at": [round(model.x, 3), round(model.y, 3)] if placed else [],
        "level": level_of(model.z),
        "height": model.z,
        "base": 2 * model.radius,
        "wounds": model.wounds,
        "pins": model.pins,
        "activated": model.activated,
        "orders": model.orders,
        "rallied": model.rallied,
        "engaged_with": [one.name for one in state.models if one.number in engaged],
        "suppressed": model.suppressed,
        "pinned_down": model.pinned_down,
    }


def view(reading: Reading[State]) -> dict[str, Any]:
    """Nothing is hidden in this game: every seat and every spectator sees the same."""
    state = reading.state
    markers = _markers(state)
    return {
        "battlefield": state.battlefield,
        "round": state.round,
        "phase": phase(state),
        "turn": state.turn,
        "player_one": state.player_one,
        "victory": content().victories[state.victory].name if state.victory else "",
        "players": [
            {"name": p.name, "pool": p.pool, "tokens": p.tokens, "rating": p.rating, "zone": [list(s) for s in p.zone]}
            for p in state.players
        ],
        "objectives": [
            {
                "name": one.name, "at": [one.x, one.y], "touching": list(m.touching), "contested": m.contested,
                "secured": m.secured, "controlled": m.controlled,
            }
            for one, m in zip(state.objectives, markers, strict=True)
        ],
        "active": state.models[state.act.model].name if state.act is not None else "",
        "order": state.act.order if state.act is not None else "",
        "models": [_sheet(state, model) for model in state.models],
    }  # fmt: skip


def _sheet(state: State, model: Model) -> dict[str, Any]:
    abilities = [
        f"{name} {model.command if name == 'Command' else model.resilient}"
        if name in ("Command", "Resilient")
        else name
        for name in model.abilities
    ]
    return model_facts(state, model) | {
        "name": model.name,
        "seat": model.side,
        "profile": model.profile,
        "exp": model.exp,
        "res": model.res,
        "w": model.w,
        "c": model.c,
        "abilities": abilities,
        "weapons": [_ratings(weapon) for weapon in model.weapons],
        "cost": model.cost,
    }


def _ratings(weapon: Weapon) -> dict[str, Any]:
    rules = [f"{rule} {weapon.resilient}" if rule == "Resilient" else rule for rule in weapon.rules]
    return {
        "name": weapon.name, "range": weapon.range, "close": weapon.close, "rate": weapon.rate,
        "strength": weapon.strength, "rules": rules,
    }  # fmt: skip
