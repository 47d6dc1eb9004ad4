"""A line for every option of the menus that come again and again; Skills and items bring theirs along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.notes import load_notes

MENUS = {
    "activate": ("pass", "concede"),
    "action": (
        "move", "shoot", "fight", "interact", "jump", "sprint", "climb", "hide", "disengage", "boost", "repeat",
        "forgo the second action", "drop", "leave", "done", "concede",
    ),
    "token": ("spend a token", "no token"),
    "hide at once": ("hide", "no hide"),
    "enter": ("enter", "wait"),
    "re-roll": ("keep", "re-roll"),
    "first": ("own", "others"),
    "role": ("attack", "defend"),
    "exit": ("edge",),
    "set up": ("in reserve",),
    "oppose": ("stat",),
    "stat": ("stat",),
}  # fmt: skip
NOTES = load_notes(Path(__file__).with_name("notes.toml"), MENUS, ("inches", "die"))


def noted(topic: str) -> Mapping[str, str]:
    return NOTES.get(topic, {})
