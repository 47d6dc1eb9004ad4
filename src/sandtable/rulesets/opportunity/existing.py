"""What a name can mean where it is not an option: a colour, an archetype, a weapon.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine.labels import fits
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import COLOURS, State

LABELS = (
    "Ranged Attack", "Suppressing Fire", "Unload", "Spread Fire", "Melee Attack", "Charge", "Heavy Attack", "Disarm",
    "Full Defence", "Move", "Disengage", "Aim", "Flee", "Adapt", "Skill/Change Weapon", "Consolidate", "Hold",
    "Take Cover", "Block", "Dodge", "Counter Attack", "Overwatch Response", "No response",
    "{colour}", "{colour} {number}", "{who}: {colour} {number}", "{who}",
    "Change to {weapon}", "First Aid: {who}", "Drag Clear: {who}", "Direct: {who}", "Distract: {who}", "Smoke",
    "Work Device", "Scavenge: {weapon} from {who}", "Steady Nerves: {who}",
    "{archetype} ({number})", "Nobody else", "Physique", "Agility", "Weapon Skill",
)  # fmt: skip
"""The shapes of whatever a question can offer."""


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    folded = name.casefold()
    words = [*COLOURS, *content().archetypes, *(weapon.name for one in state.combatants for weapon in one.weapons)]
    return folded in (word.casefold() for word in words)


def is_label(reading: Reading[State], name: str) -> bool:
    """Could a question of this game offer something called this?"""
    state = reading.state
    stock = content()
    carried = {weapon.name for one in state.combatants for weapon in one.weapons}
    words = {
        "colour": COLOURS, "archetype": stock.archetypes, "who": [one.name for one in state.combatants],
        "weapon": {*stock.weapons, *carried},
    }  # fmt: skip
    return fits(name, LABELS, words)
