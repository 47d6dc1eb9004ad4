"""Dangerous terrain tests (chapter 16) as a stage, so that a game and exact odds run the same rules: the dice of those
who moved in or through Dangerous Terrain in a Rush or Charge (RV-16.9; walking.py notes who). When they are rolled is
in activation.py (RV-16.13)."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.dice import Roll
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.strike_dice import D6, Hit, regenerate


class TerrainTests(Struct, frozen=True, cache_hash=True):
    """A unit's dangerous terrain tests: the dice of each model that takes one (RV-16.10, RV-16.11)."""

    seat: int
    who: str
    models: tuple[tuple[str, int], ...]
    regenerates: bool


def dangerous(tests: TerrainTests) -> Procedure[int]:
    """Every 1 is a wound on the unit (RV-16.10), model by model; no defense die, but Regeneration may cancel it
    (RV-16.12). Returns the wounds."""
    ones = 0
    for name, dice in tests.models:
        faces = yield Roll(dice, D6, f"dangerous terrain: {name}", "RV-16.10", tests.seat, name, (1, 2), good=(2, D6))
        ones += sum(face == 1 for face in faces)
    if not tests.regenerates or not ones:
        return ones
    stay = yield from regenerate(tests.seat, tests.who, [Hit(0, False, -1)] * ones)
    return len(stay)
