"""What a name can mean where it is not an option: an objective, a weapon, a Skill, a piece of Equipment.

Cases ask, so that a misspelt answer does not pass for a refused one."""

from __future__ import annotations

from typing import Any

from sandtable.engine.labels import fits
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.content import setting
from sandtable.rulesets.op_en.creating import UNIVERSAL
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.menu import Inches
from sandtable.rulesets.op_en.state import State

ACTIONS = [
    "Move", "Shoot", "Fight", "Pass", "Boost", "Repeat", "Forgo the second action", "Drop", "Leave", "Unarmed",
]  # fmt: skip
LABELS = (
    *ACTIONS, "{who}", "{who} again", "{who} in reserve", "{player}", "{thing}", "Use {thing}", "{stat}", "{terrain}",
    "Done", "Concede", "Attack", "Defend", "Bottom", "Right", "Top", "Left", "Enter", "Wait", "Keep", "Re-roll",
    "Spend a token", "No token", "Hide", "No Hide", "{number}″", "{number}″ more", "Drowning of {who}", "{source}",
)  # fmt: skip
"""The shapes of whatever a question can offer."""
STATS = ("Fight", "Toughness", "Shoot", "Agility", "Intellect", "Grit")


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    if isinstance(question, Inches) and question.length(name) is not None:
        return True
    words = [*things(reading.state), *ACTIONS]
    return name.casefold().removeprefix("use ") in (word.casefold() for word in words)


def things(state: State) -> list[str]:
    """Objectives, weapons, Skills and Equipment of the game and of its Setting."""
    found = setting(state.setting)
    words = [mark.name for mark in state.marks]
    words += [weapon.name for one in state.characters for weapon in one.sheet.weapons]
    words += [skill.name for one in state.characters for skill in one.sheet.skills]
    words += [item.name for one in state.characters for item in one.sheet.items]
    return [*words, *found.skills, *found.equipment, *UNIVERSAL]


def is_label(reading: Reading[State], name: str) -> bool:
    """Could a question of this game offer something called this?"""
    state = reading.state
    words = {
        "who": [one.name for one in state.characters], "player": [player.name for player in state.players],
        "thing": things(state), "stat": STATS, "source": [ending.source for ending in state.endings],
        "terrain": [piece.label for piece in field_of(state, reading.options).table.terrain],
    }  # fmt: skip
    return fits(name, LABELS, words)
