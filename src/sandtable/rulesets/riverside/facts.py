"""The state in words: the facts of case files, and what a seat may see (everything)."""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.cohesion import hangs_together
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import nearest, spot
from sandtable.rulesets.riverside.profiles import Profile, Weapon, written
from sandtable.rulesets.riverside.scoring import counting
from sandtable.rulesets.riverside.state import Model, State, Unit

SETTING_UP = ("count", "placer", "markers", "zones", "first choice")
DEPLOYMENTS = {"normal": "deployment", "scout": "scout deployment", "ambush": "ambush deployment", "": "activation"}


def phase(state: State) -> str:
    if state.phase in SETTING_UP:
        return "set-up"
    if state.phase == "beginning":
        return "beginning"
    if state.phase == "deploy":
        return DEPLOYMENTS[state.deployment]
    return "end" if state.phase in ("end", "over") else "activation"


def facts(reading: Reading[State]) -> dict[str, Any]:
    state = reading.state
    found: dict[str, Any] = {}
    for unit in state.units:
        for number in unit.models:
            found[state.models[number].name] = model_facts(state, state.models[number])
    for unit in state.units:
        found[unit.name] = found.get(unit.name, {}) | unit_facts(state, unit)
    for side, player in enumerate(state.players):
        found[player.name] = {
            "markers": state.controlled.count(side),
            "zone": [list(corner) for corner in state.zones[player.zone]] if player.zone >= 0 else [],
            "done": player.done,
            "army": player.army,
        }
    return found | {
        "round": state.round,
        "phase": phase(state),
        "turn": state.players[state.turn].name,
        "first": _name(state, state.first),
        "finished": _name(state, state.finished),
        "controlled": {one.name: _name(state, side) for one, side in zip(state.markers, state.controlled, strict=True)},
        "near": {one.name: [unit.name for unit in counting(state, one)] for one in state.markers},
        "markers": {one.name: [one.x, one.y] for one in state.markers},
        "to_place": state.to_place,
        "map": state.map or "open",
        "active": state.active.name if state.act is not None else "",
        "action": state.act.action if state.act is not None else "",
    }


def _name(state: State, side: int) -> str:
    return state.players[side].name if side >= 0 else ""


def _number(inches: float) -> float:
    """As people write it in a case: 2, not 2.0."""
    return int(inches) if inches == int(inches) else inches


def model_facts(state: State, model: Model) -> dict[str, Any]:
    unit = state.units[model.unit]
    return {
        "unit": unit.name,
        "at": [round(model.x, 3), round(model.y, 3)] if unit.here and not model.fallen else [],
        "height": _number(model.z),
        "wounds": model.wounds,
        "tokens": model.tokens,
        "fallen": model.fallen,
        "base": _number(model.profile.base),
        "large": model.profile.large,
        "infantry": model.profile.infantry,
    }


def unit_facts(state: State, unit: Unit) -> dict[str, Any]:
    members = state.members(unit)
    where = field_of(state)
    return {
        "player": state.players[unit.side].name,
        "status": unit.where,
        "models": len(members),
        "names": [one.name for one in members],
        "started": unit.started,
        "wounds": sum(one.wounds for one in members),
        "shaken": unit.shaken,
        "fatigued": unit.counts_as_fatigued,
        "activated": unit.activated,
        "deployed": unit.deployed,
        "inside": state.units[unit.rides].name if unit.rides >= 0 else "",
        "spells": [spell.name for spell in unit.spells],
        "in_cohesion": hangs_together([spot(where, one) for one in members], *state.cohesion),
        "touches": touching(state, unit) if unit.here else [],
        "cost": unit.cost,
    }


def touching(state: State, unit: Unit) -> list[str]:
    """Enemy units in base contact."""
    where = field_of(state)
    own = [spot(where, one) for one in state.members(unit)]
    return [
        enemy.name
        for enemy in state.here(1 - unit.side)
        if any(nearest(spot(where, one), own) < 0.0015 for one in state.members(enemy))
    ]


def view(reading: Reading[State]) -> dict[str, Any]:
    """Nothing is hidden in this game: every seat and every spectator sees the same."""
    state = reading.state
    return {
        "map": state.map,
        "round": state.round,
        "phase": phase(state),
        "turn": state.turn,
        "first": state.first,
        "players": [
            {"name": p.name, "army": p.army, "markers": state.controlled.count(side), "zone": p.zone}
            for side, p in enumerate(state.players)
        ],
        "markers": [
            {"name": one.name, "at": [one.x, one.y], "controlled": side}
            for one, side in zip(state.markers, state.controlled, strict=True)
        ],
        "units": [_sheet(state, unit) for unit in state.units],
    }


def _sheet(state: State, unit: Unit) -> dict[str, Any]:
    return unit_facts(state, unit) | {
        "name": unit.name,
        "seat": unit.side,
        "entry": unit.entry,
        "members": [
            model_facts(state, state.models[n])
            | {"name": state.models[n].name}
            | profile_sheet(state.models[n].profile)
            for n in unit.models
        ],
    }


def profile_sheet(profile: Profile) -> dict[str, Any]:
    numbers = {"Impact": profile.impact, "Caster": profile.caster, "Transport": profile.transport}
    rules = [written(rule, numbers.get(rule, 0)) for rule in sorted(profile.rules)]
    return {
        "profile": profile.name,
        "quality": profile.quality,
        "defense": profile.defense,
        "tough": profile.tough,
        "rules": rules,
        "weapons": [weapon_line(weapon) for weapon in profile.weapons],
    }


def weapon_line(weapon: Weapon) -> str:
    """'rifle (24″, A1, AP(1))'."""
    reach = f"{weapon.range:g}″" if weapon.range else "melee"
    return f"{weapon.name} ({', '.join([reach, f'A{weapon.attacks}', *weapon.rules])})"
