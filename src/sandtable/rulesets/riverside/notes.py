"""A line for every option of the menus that come again and again; spells bring theirs along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.notes import load_notes

MENUS = {
    "action": ("hold", "advance", "rush", "charge", "idle"),
    "ability": ("go on", "teleport"),
    "strike back": ("strike back", "do not strike"),
    "aid": ("help", "hinder", "no help", "no hindrance"),
    "placer": ("own", "others"),
    "decision": ("choose the zone", "choose who activates first"),
    "zone": ("zone",),
    "first": ("own", "others"),
    "deploy": ("finished", "decline"),
    "shoot": ("hold fire",),
    "elevated": ("see over", "ignore cover", "no bonus", "each for itself"),
    "embark": ("embark", "do not embark"),
}
NOTES = load_notes(
    Path(__file__).parent / "content" / "notes.toml", MENUS, ("walks", "runs", "idle", "shoots", "next", "tokens")
)


def noted(topic: str) -> Mapping[str, str]:
    return NOTES.get(topic, {})
