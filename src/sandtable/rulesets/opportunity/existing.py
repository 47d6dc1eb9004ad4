"""What a name can mean where it is not an option: a colour, an archetype, a weapon.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import COLOURS, State


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
    folded = name.casefold()
    words = [*COLOURS, *content().archetypes, *(weapon.name for one in state.combatants for weapon in one.weapons)]
    return folded in (word.casefold() for word in words)
