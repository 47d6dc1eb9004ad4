"""Unit Cohesion (RV-8.14 to RV-8.23): what holds a unit together in this book. The storey judges by it, when the whole
unit has moved (RV-8.19); a unit for which full cohesion is impossible comes as near to it as it can (RV-8.17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.engine.rulebook import Options
from sandtable.rulesets.riverside.measuring import ROUNDING, flat_within, rise
from sandtable.rulesets.riverside.spots import Spot
from sandtable.skirmish import cohesion
from sandtable.skirmish.unit_march import Bonds

LINK = 1.0
"""RV-8.14."""
ACROSS = 9.0
"""RV-8.16."""
RISE = 3.0
"""A greater difference in height breaks a link (RV-8.23)."""


def linked(one: Spot, two: Spot) -> bool:
    """Within 1" of each other (RV-8.14), in plan; a difference in height counts only beyond 3" (RV-8.23)."""
    return flat_within(one, two, LINK) and rise(one, two) <= RISE


def reading(options: Options) -> tuple[str, str]:
    """How the house reads the chain and the shape of a unit (RV-8.15, RV-8.16)."""
    return str(options["cohesion_chain"]), str(options["cohesion_shape"])


@lru_cache
def bonds_by(chain: str, shape: str) -> Bonds:
    """Links, chain, circle and height (RV-8.14, RV-8.15, RV-8.16, RV-8.23), as the house reads them."""
    return Bonds(LINK, ACROSS, chain=chain == "connected", circle=shape == "circle", rise=RISE)


def hangs_together(spots: Sequence[Spot], chain: str, shape: str) -> bool:
    """One chain (RV-8.15) within a circle of 9" (RV-8.16); a single model always does (RV-8.22)."""
    return cohesion.hangs_together(spots, bonds_by(chain, shape), ROUNDING, linked)


def in_cohesion(spots: Sequence[Spot], options: Options) -> bool:
    """Of a unit as it stands when all of it has moved (RV-8.19): linked (RV-8.14) in one chain (RV-8.15) within a
    circle (RV-8.16); a single model always is (RV-8.22)."""
    return hangs_together(spots, *reading(options))


@lru_cache(4096)
def leavers(spots: tuple[Spot, ...], chain: str, shape: str) -> frozenset[Spot]:
    """Those without whom the rest hangs together (RV-8.18)."""
    return frozenset(cohesion.leavers(spots, bonds_by(chain, shape), ROUNDING, linked))
