"""What a name can mean where it is not an option: an objective, a weapon, a re-roll of a die on the table.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

import re
from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.state import State
from sandtable.rulesets.roe.strikes import Lying, Volley

REROLL = re.compile(r"(.+) on (\d+)(?: at .+)?")
"""'Engage on 3', 'C on 1 at Tom'."""


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
