"""What a name can mean where it is not an option: an objective, a weapon, a Skill, a piece of Equipment.

Cases ask, so that a misspelt answer does not pass for a refused one."""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.content import setting
from sandtable.rulesets.op_en.creating import UNIVERSAL
from sandtable.rulesets.op_en.state import State

ACTIONS = [
    "Move", "Shoot", "Fight", "Pass", "Boost", "Repeat", "Forgo the second action", "Drop", "Leave", "Unarmed",
]  # fmt: skip


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    found = setting(state.setting)
    words = [mark.name for mark in state.marks]
    words += [weapon.name for one in state.characters for weapon in one.sheet.weapons]
    words += [*found.skills, *found.equipment, *(f"Use {item}" for item in found.items), *UNIVERSAL]
    words += [
        "Move",
        "Shoot",
        "Fight",
        "Pass",
        "Boost",
        "Repeat",
        "Forgo the second action",
        "Drop",
        "Leave",
        "Unarmed",
    ]
    return name.casefold() in (word.casefold() for word in words)
