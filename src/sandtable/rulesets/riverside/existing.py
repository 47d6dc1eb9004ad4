"""What a name can mean where it is not an option: a marker, a weapon, a spell, an action, help with so many tokens.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine.labels import fits
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.activation import ACTIONS
from sandtable.rulesets.riverside.casting import spells
from sandtable.rulesets.riverside.setting_up import zone_names
from sandtable.rulesets.riverside.state import State

LABELS = (
    "{player}", "{zone}", "Choose the zone", "Choose who activates first", "{who}", "Finished", "Decline",
    "{action}", "Teleport", "Go on", "Cast {spell}", "Cast {spell} ({who})",
    "No help", "Help with {number}", "No hindrance", "Hinder with {number}", "Embark in {who}", "Do not embark",
    "Hold fire", "See over", "Ignore cover", "No bonus", "Each for itself", "Strike back", "Do not strike",
)  # fmt: skip
"""The shapes of whatever a question can offer."""


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    words = [one.name for one in state.markers]
    words += [weapon.name for model in state.models for weapon in model.profile.weapons]
    words += [f"Cast {spell.name}" for unit in state.units for spell in spells(state, unit)]
    words += [*ACTIONS, "Teleport", "Finished", "Decline", "Hold fire"]
    return name.casefold() in (word.casefold() for word in words)


def is_label(reading: Reading[State], name: str) -> bool:
    """Could a question of this game offer something called this?"""
    state = reading.state
    words: dict[str, list[str]] = {
        "player": [player.name for player in state.players], "zone": zone_names(state) if state.zones else [],
        "who": [*(unit.name for unit in state.units), *(model.name for model in state.models)],
        "action": [*ACTIONS],
        "spell": [spell.name for unit in state.units for spell in spells(state, unit)],
    }  # fmt: skip
    return fits(name, LABELS, words)
