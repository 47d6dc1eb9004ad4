"""A line for every action and every response: what it does with the dice that would pay for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandtable.engine.notes import load_notes
from sandtable.rulesets.opportunity.state import BLUE, GREEN, RED, Combatant, State

MENUS = {
    "act": (
        "ranged-attack", "suppressing-fire", "unload", "spread-fire", "melee-attack", "charge", "heavy-attack",
        "disarm", "full-defence", "move", "disengage", "aim", "flee", "adapt", "skill-change-weapon", "consolidate",
        "hold",
    ),
    "respond": (
        "take-cover", "block", "dodge", "counter-attack", "overwatch-response", "adapt", "no-response",
    ),
    "arrives": ("done",),
    "colour": ("red", "green"),
    "rises": ("physique", "agility", "base_skill"),
}  # fmt: skip
SLOTS = (
    "red", "reds", "green", "greens", "blue", "blues", "capped", "spread", "targets", "counter", "lowest", "dodge",
    "cover", "aim", "change",
)  # fmt: skip
NOTES = load_notes(Path(__file__).parent / "content" / "notes.toml", MENUS, SLOTS)


def lines(topic: str, options: Iterable[str], state: State, who: Combatant) -> dict[str, str]:
    """What each of these does, by its id, with the best dice of the pool."""
    numbers = best_numbers(state, who)
    return {option: NOTES[topic][option].format_map(numbers) for option in options}


def best_numbers(state: State, who: Combatant) -> dict[str, str]:
    """The numbers in the lines. Where a colour is missing they say so, but then nothing pays for what names them."""
    red, green, blue = (sorted((die.value for die in who.dice(colour)), reverse=True) for colour in (RED, GREEN, BLUE))
    found: dict[str, str] = dict.fromkeys(SLOTS, "?") | {"aim": str(6 - who.equipped.range)}
    for word, dice in (("red", red), ("green", green), ("blue", blue)):
        if dice:
            found[word] = str(dice[0])
        if len(dice) > 1:
            found[f"{word}s"] = str(dice[1] if word == "blue" else dice[0] + dice[1])
    if red and blue:
        found["capped"] = str(min(red[0], blue[0]))
    if len(red) > 1:
        found["spread"] = str(red[1] - 1)
    if blue:
        found |= {"targets": str(blue[0] - 1), "change": f"{blue[0] - 10:+d}".replace("-", "−")}
    if green:
        found["cover"] = str(green[0] + (1 if state.smoke else 0))
    if red and green:
        found["counter"] = str(min(red[0], green[0]))
    if green and blue:
        found["dodge"] = str(green[0] + blue[0])
    if red and green and blue:
        found["lowest"] = str(min(red[0], green[0], blue[0]))
    return found
