"""Terrain levels, and the floors of buildings (RE-2.28, RE-2.29, RE-2.39)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

from sandtable.engine.errors import SetupError
from sandtable.table import SHELL, Table, Terrain

BODY = 1.25
"""Height of a standing model (RE-0.5); what is higher than that is a level of its own (RE-2.28)."""
STEP = 0.25
"""Surfaces that differ by no more than this are one surface."""
LADDER = "ladder"
"""The trait of a spot where a Climb leads from one floor of a building to the next."""

Box = tuple[float, float, float, float]


def level_of(height: float) -> int:
    """0 up to a model's height, 1 up to 4", one more for each further 4" (RE-2.29)."""
    return 0 if height <= BODY else int(-(-height // 4))


def footing(height: float) -> float:
    """The height at which a base meets the terrain: what is no higher than a model counts as the ground (RE-2.22)."""
    return height if height > BODY else 0.0


def upper_floors(piece: Terrain) -> tuple[float, ...]:
    """The heights of a building's floors between its ground floor and its roof, lowest first."""
    return tuple(sorted(piece.floor + level for level in piece.levels if level > 0.0))


def storeys(piece: Terrain) -> tuple[float, ...]:
    """Every height in and on a building where a model can stand: ground floor, upper floors, and a roof to stand on."""
    roof = (piece.top,) if "surface" in piece.traits else ()
    return (piece.floor, *upper_floors(piece), *roof)


def footprint(piece: Terrain) -> Box:
    """The rectangle round a piece: left, low, right, high."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return min(xs), min(ys), max(xs), max(ys)


def check_floors(table: Table) -> None:
    """Each floor of a building is an Elevation on a level of its own; each ladder leads from a floor to the next."""
    buildings = [piece for piece in table.terrain if piece.form == SHELL]
    ladders = [piece for piece in table.terrain if LADDER in piece.traits]
    for building in buildings:
        for low, high in pairwise((*storeys(building)[: 1 + len(building.levels)], building.top)):
            if high - low <= BODY:
                raise SetupError(f"{building.id}: the floor at {low:g}″ has no head room", "RE-2.28")
        for low, high in pairwise(storeys(building)):
            if level_of(low) == level_of(high):
                raise SetupError(f"{building.id}: {low:g}″ and {high:g}″ are the same terrain level", "RE-2.29")
    for ladder in ladders:
        _check_ladder(ladder, buildings)
    for one, two in combinations(ladders, 2):
        if _overlap(footprint(one), footprint(two)) and max(one.floor, two.floor) <= min(one.top, two.top):
            raise SetupError(f"the ladders {one.id} and {two.id} are in the same place", "RE-2.8")


def _check_ladder(ladder: Terrain, buildings: Iterable[Terrain]) -> None:
    around = [building for building in buildings if _holds(footprint(building), footprint(ladder))]
    if not around:
        raise SetupError(f"the ladder {ladder.id} stands in no building", "RE-2.8")
    heights = storeys(around[0])
    if (ladder.floor, ladder.top) not in pairwise(heights):
        floors = ", ".join(f"{height:g}″" for height in heights)
        raise SetupError(
            f'the ladder {ladder.id} leads from {ladder.floor:g}″ to {ladder.top:g}″; '
            f"{around[0].id} has floors at {floors}", "RE-2.8",
        )  # fmt: skip


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
