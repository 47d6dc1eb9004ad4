"""Events in plain language. One template for each kind of event; lists and signs are put into words first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.words import Words, counted, in_words, sentence

LEAST_TOLD = 0.05
"""Inches: less is no move to speak of."""
TEMPLATES = {
    "roll-off": "{winner} wins the roll-off.",
    "edge": "{player} sets up at the {edge} edge.",
    "roles": "{roles}.",
    "exit": "The exit is the {edge} edge.",
    "in reserve": "{who} starts in reserve.",
    "set up": "{who} is set up at {at}.",
    "entered": "{who} enters at {at}.",
    "no room": "There is no room for {who}.",
    "turn": "Turn {turn}.",
    "tokens": "{player} has {tokens:Engagement Token}{sources}.",
    "token": "{player} spends a token on {use} for {who}; {tokens} left.",
    "initiative roll": "Initiative: {totals}.",
    "initiative": "{first} takes the first activation{layer}.",
    "passed": "{player} passes; {tokens:token} left.",
    "activated": "{who} activates.",
    "forgone": "{who} gives up its second action.",
    "conceded": "{player} concedes.",
    "test": "{who}: {test} {verdict} ({roll}).",
    "stray": "The shot at {intended} goes astray and at {target}.",
    "damage": "{who} takes {amount} damage from {source}: {damage} of {body}.",
    "healed": "{who} heals {amount}; {damage} left.",
    "out of action": "{who} is Out of Action.",
    "dropped": "{who} drops {objective} at {at}.",
    "moved": "{who} {goes}.",
    "fell": "{who} falls {far}.",
    "ashore": "{who} gets ashore at {to}.",
    "pushed": "{who} is pushed {far} to {to}{stopped}.",
    "teleported": "{who} is put down at {to}.",
    "swapped": "{who} and {other} change places.",
    "no swap": "{who} and {other} do not fit in each other's places.",
    "jumped": "{who} jumps to {to}.",
    "climbed": "{who} climbs {far} to {to}.",
    "hidden": "{who} is Hidden.",
    "revealed": "{who} is Hidden no more{by}.",
    "stunned": "{who} is stunned.",
    "poisoned": "{who} is poisoned.",
    "lasting": "{who}: {source} until end of turn.",
    "area": "{source}: {what} at {at}.",
    "summoned": "{who} comes to {by} at {at}.",
    "taken": "{who} takes {objective}.",
    "handed over": "{who} hands {objective} to {to}.",
    "score": "{player} scores {points:point}: {why}; {total} in all.",
    "notch": "{who} works {objective}: {notches}.",
    "follows": "{who} follows {leader}.",
    "stops following": "{who} no longer follows {leader}.",
    "left": "{who} leaves the Combat Area.",
    "over": "{summary}.",
}


def say(event: Event) -> str:
    return sentence(event, TEMPLATES, MORE)


def _tested(data: Mapping[str, Any], words: Words) -> None:
    """The Test in one sentence: what came of it, the totals, then the dice and their modifiers."""
    roll = _dice(data["stat"], data["die"], data["plus"], data["modifiers"])
    if "other" in data:
        die = _dice(data["other_stat"], data["other_die"], data["other_plus"], data["other_modifiers"])
        roll += f" against {die} of {data['other']}"
    words["roll"] = roll
    words["verdict"] = _verdict(data)


def _verdict(data: Mapping[str, Any]) -> str:
    if data["type"] == "basic":
        return f"comes to {data['total']}"
    if data["both"]:
        return "fails without effect, both show a 1"
    if data["one"]:
        return "fails by the Rule of 1"
    totals = f"{data['total']} to {data['against']}"
    if not data["success"]:
        return f"fails, {totals}"
    degrees = f", {counted(data['degrees'], 'Degree')}" if data["degrees"] else ""
    return f"succeeds, {totals}{degrees}"


def _dice(stat: str, die: str, plus: int, modifiers: list[str]) -> str:
    return ", ".join([f"{stat.capitalize()} {die}{f' {plus:+d}' if plus else ''}", *modifiers])


def _sources(data: Mapping[str, Any], words: Words) -> None:
    found = data.get("sources")
    if isinstance(found, dict):
        words["sources"] = f": {in_words(found)}" if found else ""
    else:
        words["sources"] = f" by {data['source']}"


def _by(data: Mapping[str, Any], words: Words) -> None:
    words["by"] = f": {data['by']}" if data.get("by") else ""


def _far(data: Mapping[str, Any], words: Words) -> None:
    """Inches as one reads them off a tape."""
    words["far"] = f"{data.get('length', data.get('inches')):.1f}″"


def _moved(data: Mapping[str, Any], words: Words) -> None:
    _far(data, words)
    words["goes"] = f"moves {words['far']} to {words['to']}" if data["length"] >= LEAST_TOLD else "stays where it is"


def _pushed(data: Mapping[str, Any], words: Words) -> None:
    _far(data, words)
    words["stopped"] = f", stopped by {data['stopped_by']}" if data["stopped_by"] else ""


def _initiative(data: Mapping[str, Any], words: Words) -> None:
    words["layer"] = f" ({data['layer']})" if data.get("layer") else ""


MORE = {
    "test": _tested, "tokens": _sources, "revealed": _by, "moved": _moved, "fell": _far, "climbed": _far,
    "pushed": _pushed, "initiative": _initiative,
}  # fmt: skip
