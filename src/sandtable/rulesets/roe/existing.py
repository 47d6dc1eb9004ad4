"""What a name can mean where it is not an option: an objective, a weapon, a re-roll of a die on the table.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

import re
from typing import Any

from sandtable.engine.labels import fits
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.rerolls import Lying, Volley
from sandtable.rulesets.roe.state import State

REROLL = re.compile(r"(.+) on (\d+)(?: at .+)?")
"""'Engage on 3', 'C on 1 at Tom'."""
LABELS = (
    "{who}", "{player}", "Pass", "Place", "Keep off", "Re-roll", "Keep", "Bid", "Decline",
    "Advance", "Engage", "Tactical", "Fight", "Break Away",
    "Focus", "No Focus", "Focus: extra move", "Focus: to-hit re-rolls", "Focus: Resolve re-roll",
    "Move", "Climb", "Shoot", "Assault", "Hack", "Treat", "Done", "Fleet", "No Fleet",
    "Done (it stays off the table and will be missing)", "No Overwatch", "Consolidate", "Stay",
    "{source} on {number}", "{source} on {number} at {who}", "Parry {number}", "No Parry", "Heal {who}", "Revive {who}",
    "{chosen}", "bottom", "top", "left", "right", "{number},{number}", "Blue", "Green",
)  # fmt: skip
"""The shapes of whatever a question can offer."""
SOURCES = ("Engage", "Focus", "C", "Accurate")


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    folded = name.casefold()
    words = [one.name for one in state.objectives]
    words += [weapon.name for model in state.models for weapon in model.weapons]
    return folded in (word.casefold() for word in words) or _is_reroll(question, folded)


def _is_reroll(question: Any, name: str) -> bool:
    """By a source that this attack has, of a face that lies on the table."""
    found = REROLL.fullmatch(name)
    match getattr(question, "about", None):
        case (Volley() as attack, Lying() as table) if found is not None:
            sources = (source.name.casefold() for source in attack.sources)
            return found[1] in sources and int(found[2]) in (die.face for die in table.dice)
    return False


def _agreed() -> list[str]:
    """What Player One and Player Two choose before the battle, by name."""
    stock = content()
    sets, ingress, victories = stock.sets.values(), stock.ingress.values(), stock.victories.values()
    return [*(one.name for one in sets), *(one.name for one in ingress), *(one.name for one in victories)]


def is_label(reading: Reading[State], name: str) -> bool:
    """Could a question of this game offer something called this?"""
    state = reading.state
    words = {
        "who": [model.name for model in state.models], "player": [player.name for player in state.players],
        "source": SOURCES, "chosen": _agreed(),
    }  # fmt: skip
    return fits(name, LABELS, words)
