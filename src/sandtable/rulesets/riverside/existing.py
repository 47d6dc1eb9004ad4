"""What a name can mean where it is not an option: a marker, a weapon, a spell, an action, help with so many tokens.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.activation import ACTIONS
from sandtable.rulesets.riverside.casting import spells
from sandtable.rulesets.riverside.state import State


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    words = [one.name for one in state.markers]
    words += [weapon.name for model in state.models for weapon in model.profile.weapons]
    words += [f"Cast {spell.name}" for unit in state.units for spell in spells(state, unit)]
    words += [*ACTIONS, "Teleport", "Finished", "Decline", "Hold fire"]
    return name.casefold() in (word.casefold() for word in words)
