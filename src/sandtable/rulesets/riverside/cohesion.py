"""Unit Cohesion (RV-8.14 to RV-8.23): does a unit hang together, and if not, what is missing?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import hypot, sqrt

from sandtable.engine.rulebook import Options
from sandtable.rulesets.riverside.measuring import Spot, flat_within, rise
from sandtable.table import Base, Figure
from sandtable.table.groups import linked_groups
from sandtable.table.units import holding_circle

LINK = 1.0
"""RV-8.14."""
ACROSS = 9.0
"""RV-8.16."""
STEP = 3.0
"""A greater difference in height breaks a link (RV-8.23)."""
SURELY = ACROSS * sqrt(3) / 2
"""Whatever is no wider than this fits into the circle (Jung's theorem)."""
HAIR = 0.0005


def linked(one: Spot, two: Spot) -> bool:
    """In plan; a difference in height counts only beyond 3" (RV-8.23)."""
    return flat_within(one, two, LINK) and rise(one, two) <= STEP


def hangs_together(spots: Sequence[Spot], chain: str, shape: str) -> bool:
    """A single model always does (RV-8.22)."""
    return len(spots) < 2 or (_chained(spots, chain) and _compact(spots, shape))


def in_cohesion(spots: Sequence[Spot], options: Options) -> bool:
    return hangs_together(spots, *reading(options))


def reading(options: Options) -> tuple[str, str]:
    """How the house reads the chain and the shape of a unit (RV-8.15, RV-8.16)."""
    return str(options["cohesion_chain"]), str(options["cohesion_shape"])


def _chained(spots: Sequence[Spot], chain: str) -> bool:
    if chain == "neighbour":
        return all(any(linked(one, two) for two in spots if two is not one) for one in spots)
    return len(linked_groups(spots, linked)) == 1


def _compact(spots: Sequence[Spot], shape: str) -> bool:
    if shape == "pairwise":
        return all(flat_within(one, two, ACROSS) for one, two in combinations(spots, 2))
    widest = max(hypot(a.x - b.x, a.y - b.y) + a.radius + b.radius for a, b in combinations(spots, 2))
    if widest <= SURELY:
        return True
    return widest <= ACROSS + HAIR and across(spots) <= ACROSS + HAIR


def across(spots: Sequence[Spot]) -> float:
    """The diameter of the smallest circle that holds every base."""
    figures = [Figure("", Base(2 * one.radius), one.x, one.y) for one in spots]
    return 2.0 * holding_circle(figures)[2]


@lru_cache(4096)
def leavers(spots: tuple[Spot, ...], chain: str, shape: str) -> frozenset[Spot]:
    """Those without whom the rest hangs together (RV-8.18). Whatever fits into the circle still does with one less."""
    wide = not _compact(spots, shape) if len(spots) > 1 else False
    links = {one: [two for two in spots if two is not one and linked(one, two)] for one in spots}
    found = []
    for one in spots:
        rest = [two for two in spots if two is not one]
        if _still_chained(one, rest, links, chain) and (not wide or len(rest) < 2 or _compact(rest, shape)):
            found.append(one)
    return frozenset(found)


def _still_chained(gone: Spot, rest: list[Spot], links: dict[Spot, list[Spot]], chain: str) -> bool:
    if len(rest) < 2:
        return True
    if chain == "neighbour":
        return all(any(two is not gone for two in links[one]) for one in rest)
    reached, seen = [rest[0]], {gone, rest[0]}
    for one in reached:
        new = [two for two in links[one] if two not in seen]
        seen.update(new)
        reached += new
    return len(reached) == len(rest)
