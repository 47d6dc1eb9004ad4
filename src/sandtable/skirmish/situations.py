"""Situations in the middle of a game: marks, zones and models put where a case says, if they can be there."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.errors import SetupError
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.bodies import Footing, Segment
from sandtable.table import Table, snap


class WrittenMark(Struct, forbid_unknown_fields=True):
    """An objective as situations write it, and who controls it already."""

    name: str
    at: tuple[float, float]
    controlled: str = ""


def spot_on(table: Table, what: str, at: Sequence[float], clause: str) -> tuple[float, float]:
    """A point of a situation, which has to lie on the table."""
    if len(at) != 2:
        raise SetupError(f"{what}: at is [x, y] in inches", clause)
    x, y = at
    if not (0 <= x <= table.width and 0 <= y <= table.height):
        raise SetupError(f"{what} is off the table", clause)
    return snap(x), snap(y)


def check_zone(table: Table, whose: str, zone: Sequence[Segment], clause: str) -> None:
    """Somebody comes in over stretches of the table's edge, and nowhere else."""
    right, top = table.width, table.height
    for x1, y1, x2, y2 in zone:
        along = (x1 == x2 and x1 in (0.0, right)) or (y1 == y2 and y1 in (0.0, top))
        if not along or not all(0 <= x <= right for x in (x1, x2)) or not all(0 <= y <= top for y in (y1, y2)):
            raise SetupError(f"{whose}: a zone is a stretch of the table's edge", clause)


def place_on_level(where: Battlefield, who: str, spot: tuple[float, float], level: int, clause: str) -> Footing:
    """The lowest floor of a terrain level at a point."""
    x, y = spot
    for height in where.surfaces(x, y):
        if where.heights.level_of(height) == level:
            return x, y, height
    raise SetupError(f"{who}: there is nothing to stand on at level {level} there", clause)
