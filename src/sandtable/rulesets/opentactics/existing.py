"""What a name can mean where it is not an option: a place, a piece of the stock, a die of the assault.

Cases ask, so that a misspelt answer does not pass for a refused one.
"""

from __future__ import annotations

import re
from typing import Any

from sandtable.engine.errors import SetupError
from sandtable.engine.labels import fits
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics.abilities import DEF, OFF, SKILLS
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.hands import OnTable
from sandtable.rulesets.opentactics.state import State
from sandtable.table.grid import parse

EDGES = ("south", "north", "west", "east")
DIE = re.compile(r"(?:[a-z ]+: )?(off|def)(?: [+-]\d+ on)? ([1-6])")
"""'OFF 5', 'DEF -1 on 2', 'support: OFF 3'."""
LABELS = (
    "{who}", "Pass", "End turn", "Move", "Deploy", "Assault", "Vent", "Raise", "Rally", "Grove", "Escort", "No charge",
    "{skill}", "Overcharge", "No overcharge", "Retaliate", "Do not retaliate", "{pool} {number} on {number}",
    "{pool} {number}", "No hex", "{who} first", "{source}: {pool} {number}", "Shove", "No shove", "Drive on", "Stay",
    "Edge", "Ambush", "{edge}", "{edge} {number}",
)  # fmt: skip
"""The shapes of whatever a question can offer, places and pieces apart (`exists` knows those)."""
SOURCES = ("support", "higher ground", "cover", "BANNER")


def exists(reading: Reading[State], question: Any, name: str) -> bool:
    state = reading.state
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


def is_label(reading: Reading[State], name: str) -> bool:
    """Could a question of this game offer something called this?"""
    state = reading.state
    words = {
        "who": [unit.name for unit in state.units], "skill": SKILLS, "pool": (OFF, DEF), "source": SOURCES,
        "edge": EDGES,
    }  # fmt: skip
    return fits(name, LABELS, words)
