"""Small battlefields and marches for tests, under no book's rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.features import Feature, with_features
from sandtable.skirmish.levels import Heights
from sandtable.skirmish.march import March
from sandtable.skirmish.rounding import Rounding
from sandtable.table import BLOCK, SHELL, Table, Terrain, causes
from sandtable.table.causes import PLAIN, Verdicts
from tests.skirmish.bodies import Pawn

A_LITTLE = Rounding(contact=0.02)
HEIGHTS = Heights(body=1.25, storey=4.0)
NAMES = {value: name for name, value in vars(causes).items() if name.isupper() and isinstance(value, str)}
VERDICTS = Verdicts({cause: f"X-{name}" for cause, name in NAMES.items()})
"""A ruleset with a clause for everything."""


def met(piece: Terrain) -> Terrain:
    """What rises is solid, unless it is a building or crossed freely."""
    if piece.form == SHELL or piece.height <= HEIGHTS.body:
        return piece
    return replace(piece, form=BLOCK)


def battlefield(*features: Feature, rounding: Rounding = A_LITTLE) -> Battlefield:
    table = with_features(Table(width=24, height=24), features, HEIGHTS, PLAIN)
    return Battlefield(table, HEIGHTS, rounding, met)


def march(where: Battlefield, body: Pawn, *others: Pawn, inches: float = 6.0, **more: Any) -> March:
    return March(where, body, inches, others, VERDICTS, **more)


ROCK = Feature("rock", (10.0, 12.0), (9.0, 11.0), 3.0, ("impassable",))
WALL = Feature("wall", (14.0, 14.5), (8.0, 12.0), 1.0, ("obstacle",))
HILL = Feature("hill", (6.0, 10.0), (14.0, 18.0), 3.0, ("impassable", "surface"), climbable=("south",), slope=("west",))
TOWER = Feature("tower", (10.0, 14.0), (14.0, 18.0), 6.0, ("impassable", "surface"), climbable=("south",))
