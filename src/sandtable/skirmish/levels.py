"""Heights: terrain levels, the floors of buildings, and the ladders between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

from msgspec import Struct

from sandtable.engine.errors import SetupError
from sandtable.table import SHELL, Table, Terrain
from sandtable.table.causes import HEAD_ROOM, LADDER_PLACE, SAME_LEVEL, Verdicts
from sandtable.table.ground import LEVEL_WITH

SAME = LEVEL_WITH
"""Surfaces that differ by no more than this are one surface."""
LADDER = "ladder"
"""The trait of a spot where a climb leads from one floor of a building to the next."""
SURFACE = "surface"
"""The trait of a piece that can be stood on."""

Box = tuple[float, float, float, float]


class Heights(Struct, frozen=True):
    """The level policy of a game. `body` is the height of a standing model: what is no higher is walked over as if it
    were the ground. Above that a new level begins every `storey` inches."""

    body: float
    storey: float

    def level_of(self, height: float) -> int:
        """0 up to a model's height, 1 up to one storey, one more for each further storey."""
        return 0 if height <= self.body else int(-(-height // self.storey))

    def footing(self, height: float) -> float:
        """The height at which a base meets the terrain: what is no higher than a model counts as the ground."""
        return height if height > self.body else 0.0

    def beside(self, one: float, two: float) -> bool:
        """Would bodies at these heights be in each other's way?"""
        return abs(one - two) < self.body


def upper_floors(piece: Terrain) -> tuple[float, ...]:
    """The heights of a building's floors between its ground floor and its roof, lowest first."""
    return tuple(sorted(piece.floor + level for level in piece.levels if level > 0.0))


def storeys(piece: Terrain) -> tuple[float, ...]:
    """Every height in and on a building where a model can stand: ground floor, upper floors, and a roof to stand on."""
    roof = (piece.top,) if SURFACE in piece.traits else ()
    return (piece.floor, *upper_floors(piece), *roof)


def footprint(piece: Terrain) -> Box:
    """The rectangle round a piece: left, low, right, high."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return min(xs), min(ys), max(xs), max(ys)


def check_floors(table: Table, heights: Heights, verdicts: Verdicts) -> None:
    """Each floor of a building is on a level of its own; each ladder leads from a floor to the next."""
    buildings = [piece for piece in table.terrain if piece.form == SHELL]
    ladders = [piece for piece in table.terrain if LADDER in piece.traits]
    clauses = verdicts.clauses
    for building in buildings:
        for low, high in pairwise((*storeys(building)[: 1 + len(building.levels)], building.top)):
            if high - low <= heights.body:
                raise SetupError(f"{building.id}: the floor at {low:g}″ has no head room", clauses.get(HEAD_ROOM, ""))
        for low, high in pairwise(storeys(building)):
            if heights.level_of(low) == heights.level_of(high):
                same = f"{building.id}: {low:g}″ and {high:g}″ are the same terrain level"
                raise SetupError(same, clauses.get(SAME_LEVEL, ""))
    for ladder in ladders:
        wrong = _misplaced(ladder, buildings)
        if wrong:
            raise SetupError(wrong, clauses.get(LADDER_PLACE, ""))
    for one, two in combinations(ladders, 2):
        if _overlap(footprint(one), footprint(two)) and max(one.floor, two.floor) <= min(one.top, two.top):
            both = f"the ladders {one.id} and {two.id} are in the same place"
            raise SetupError(both, clauses.get(LADDER_PLACE, ""))


def _misplaced(ladder: Terrain, buildings: Iterable[Terrain]) -> str:
    """What is wrong with a ladder, if anything is."""
    around = [building for building in buildings if _holds(footprint(building), footprint(ladder))]
    if not around:
        return f"the ladder {ladder.id} stands in no building"
    heights = storeys(around[0])
    if (ladder.floor, ladder.top) in pairwise(heights):
        return ""
    floors = ", ".join(f"{height:g}″" for height in heights)
    return (
        f"the ladder {ladder.id} leads from {ladder.floor:g}″ to {ladder.top:g}″; {around[0].id} has floors at {floors}"
    )


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
