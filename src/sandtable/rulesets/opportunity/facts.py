"""The state in words: the facts of case files, and what a seat may see (everything: OP-2.7)."""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.melee_lock import chain_of
from sandtable.rulesets.opportunity.state import Combatant, Dice, State, sorted_dice

STAGES = {"pick": "pick", "bands": "pick", "sets": "pick", "turn": "turn", "checks": "turn", "arrivals": "turn"}


def facts(reading: Reading[State]) -> dict[str, Any]:
    state = reading.state
    found: dict[str, Any] = {one.name: combatant(state, one) for one in state.combatants}
    return found | {
        "turn": state.turn,
        "round": state.round,
        "stage": "over" if state.phase == "over" else STAGES.get(state.phase, "violence"),
        "smoke": state.smoke,
        "device": state.device,
        "order": [state.combatants[number].name for number in state.queue] if state.phase == "act" else [],
        "pick_order": [state.combatants[number].name for number in state.pick_order],
        "encounter": state.encounter,
        "series": list(state.series),
        "wins": {side.name: wins for side, wins in zip(state.sides, state.wins, strict=False)},
        "escapes": state.escapes,
    }


def combatant(state: State, one: Combatant) -> dict[str, Any]:
    chain = chain_of(state, one)
    paired = {number for pair in state.pairings if one.number in pair for number in pair} - {one.number}
    return {
        "side": state.sides[one.side].name,
        "position": one.position,
        "trauma": one.trauma,
        "initiative": one.initiative,
        "weapon_skill": one.weapon_skill,
        "status": one.status,
        "aimed": one.aimed,
        "fatally_injured": one.fatally_injured,
        "locked": bool(chain),
        "locked_with": [c.name for c in state.combatants if c.number in chain],
        "paired_with": [c.name for c in state.combatants if c.number in paired],
        "pool": _written(one.pool),
        "set": _written(one.set),
        "picks": one.picks,
        "weapon": one.equipped.name,
        "armour": one.armour.name,
        "skills": list(one.skills),
        "steady": one.steady,
        "captive": one.captive,
        "rises": one.rises,
        "carries": [weapon.name for weapon in one.weapons if weapon.name not in (one.equipped.name, "Unarmed")],
        "full_defence": one.full_defence or 0,
        "acted": one.number in state.acted,
        "physique": one.physique,
        "agility": one.agility,
        "intelligence": one.intelligence,
    }


def _written(dice: Dice) -> list[str]:
    return [die.short for die in sorted_dice(dice)]


def view(reading: Reading[State]) -> dict[str, Any]:
    """Nothing is hidden in this game, so every seat and every spectator sees the same (OP-2.7)."""
    state = reading.state
    return {
        "encounter": state.encounter,
        "turn": state.turn,
        "round": state.round,
        "phase": state.phase,
        "smoke": state.smoke,
        "device": state.device,
        "series": list(state.series),
        "wins": list(state.wins),
        "queue": [state.combatants[number].name for number in state.queue],
        "sides": [{"name": side.name, "role": side.role} for side in state.sides],
        "combatants": [_sheet(state, one) for one in state.combatants],
    }


def _sheet(state: State, one: Combatant) -> dict[str, Any]:
    armour = one.armour
    return combatant(state, one) | {
        "name": one.name,
        "seat": one.seat,
        "full_defence": one.full_defence,
        "base_skill": one.base_skill,
        "skill_with": dict(one.skill_with),
        "points": one.points,
        "equipped": _ratings(one, one.equipped),
        "weapons": [_ratings(one, weapon) for weapon in one.weapons],
        "armour": {"name": armour.name, "value": armour.value, "coverage": armour.coverage},
    }


def _ratings(one: Combatant, weapon: Weapon) -> dict[str, Any]:
    return {
        "name": weapon.name,
        "skill": one.skill_of(weapon.name),
        "damage": weapon.damage,
        "range": weapon.range,
        "ap": weapon.ap,
        "notes": list(weapon.notes),
    }
