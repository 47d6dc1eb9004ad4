"""What a name can mean where it is not an option: a place, a piece of the stock, a die of the assault.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

import re
from typing import Any

from sandtable.engine.errors import SetupError
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.hands import OnTable
from sandtable.rulesets.opentactics.state import State
from sandtable.table.grid import parse

EDGES = ("south", "north", "west", "east")
DIE = re.compile(r"(?:[a-z ]+: )?(off|def)(?: [+-]\d+ on)? ([1-6])")
"""'OFF 5', 'DEF -1 on 2', 'support: OFF 3'."""


def exists(state: State, question: Any, name: str) -> bool:
    folded = name.casefold()
    if folded in EDGES or folded in (goal.name.casefold() for goal in state.objectives):
        return True
    return _is_place(state, folded) or _is_piece(state, folded) or _is_die(question, folded)


def _is_place(state: State, name: str) -> bool:
    try:
        return state.field.holds(parse(name))
    except SetupError:
        return False


def _is_piece(state: State, name: str) -> bool:
    """'River at 2,1 turned 45': a tile or component that there is, wherever somebody wants to put it."""
    piece, at, _ = name.partition(" at ")
    tiles = (tile.name.casefold() for tile in content().tiles.values())
    return bool(state.building and at) and (piece in tiles or piece in content().components)


def _is_die(question: Any, name: str) -> bool:
    """A die that lies on the table in this assault, whoever it belongs to."""
    table, found = getattr(question, "about", None), DIE.fullmatch(name)
    if found is None or not isinstance(table, OnTable):
        return False
    face = int(found[2])
    return any(face in (hand.off if found[1] == "off" else hand.defence) for hand in table.hands)
