"""A line for every option of the menus that come again and again; spells bring theirs along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.notes import load_notes

MENUS = {
    "action": ("hold", "advance", "rush", "charge", "idle"),
    "ability": ("go on", "teleport"),
    "strike back": ("strike back", "do not strike"),
}
NOTES = load_notes(Path(__file__).parent / "content" / "notes.toml", MENUS, ("walks", "runs", "idle"))


def noted(topic: str) -> Mapping[str, str]:
    return NOTES.get(topic, {})
