"""A line for every option of the menus that come again and again."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.notes import load_notes

MENUS = {
    "activate": ("pass", "end-turn"),
    "action": ("move", "deploy", "assault", "vent", "raise", "rally", "grove", "escort"),
    "skill": ("melee", "ballistic", "arcane", "technical"),
    "edge or ambush": ("edge", "ambush"),
    "drive on": ("drive-on", "stay"),
    "overcharge": ("overcharge", "no-overcharge"),
    "retaliate": ("retaliate", "do-not-retaliate"),
    "charge": ("no-charge",),
    "shove": ("shove", "no-shove"),
}
NOTES = load_notes(Path(__file__).parent / "content" / "notes.toml", MENUS)
