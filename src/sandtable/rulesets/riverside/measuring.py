"""Distances (chapter 7): from edge to edge of bases, in space, rounded to the nearest thousandth of an inch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from sandtable.rulesets.riverside.field import Field
from sandtable.rulesets.riverside.spots import Spot
from sandtable.skirmish.rounding import Rounding

if TYPE_CHECKING:
    from sandtable.rulesets.riverside.state import Marker, Model

ROUNDING = Rounding(contact=0.001, unit=(1, 1000))
"""RV-7.7. Places lie on a lattice of 1/1024", so a gap of one step is contact."""
DOUBT = 0.002
"""A distance this near to a limit is compared exactly."""


def spot(where: Field, thing: Model | Marker) -> Spot:
    """What is measured from: a base, or a footprint used like one (RV-7.1, RV-7.2)."""
    return spot_at(where, thing.x, thing.y, thing.z, thing.radius)


def spot_at(where: Field, x: float, y: float, z: float, radius: float) -> Spot:
    ramp = where.ramp_at(x, y) if where.ramps else None
    return Spot(x, y, radius, z, z) if ramp is None else Spot(x, y, radius, ramp.floor, ramp.top)


def rise(one: Spot, two: Spot) -> float:
    """The difference in height that counts between two (RV-7.8); none between a Ramp and its levels (RV-18.7)."""
    if one.low > two.high:
        return one.low - two.high
    return two.low - one.high if two.low > one.high else 0.0


def gap(one: Spot, two: Spot) -> float:
    """The distance in space from edge to edge of bases, unrounded (RV-7.1, RV-7.3, RV-7.8)."""
    dx, dy = one.x - two.x, one.y - two.y
    flat = max(0.0, sqrt(dx * dx + dy * dy) - one.radius - two.radius)
    high = rise(one, two)
    return sqrt(flat * flat + high * high) if high else flat


def within(one: Spot, two: Spot, limit: float) -> bool:
    """Is the distance at most so much? Exactly so much is within (RV-7.6)."""
    measured = gap(one, two)
    if abs(measured - limit) > DOUBT:
        return measured < limit
    lower, upper = Spot(one.x, one.y, one.radius), Spot(two.x, two.y, two.radius, z=rise(one, two))
    return ROUNDING.within(lower, upper, limit, in_space=True)


def any_within(one: Spot, others: Iterable[Spot], limit: float) -> bool:
    """The distance from a model to a unit is that to its closest model (RV-7.4)."""
    return any(within(one, other, limit) for other in others)


def nearest(one: Spot, others: Iterable[Spot]) -> float:
    """From a model to the closest model of a unit (RV-7.4)."""
    return min(gap(one, other) for other in others)


def flat_within(one: Spot, two: Spot, limit: float) -> bool:
    """The same in plan."""
    dx, dy = one.x - two.x, one.y - two.y
    measured = sqrt(dx * dx + dy * dy) - one.radius - two.radius
    if abs(measured - limit) > DOUBT:
        return measured < limit
    return ROUNDING.within(one, two, limit)


Box = tuple[float, float, float, float]


def box(models: Sequence[Model], inches: float) -> Box:
    """Whoever is within so many inches of one of these touches this rectangle: left, right, low and high."""
    far = inches + max([one.radius for one in models]) + DOUBT
    xs, ys = [one.x for one in models], [one.y for one in models]
    return min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far


def touched(about: Box, models: Sequence[Model]) -> bool:
    """Does one of these bases touch a rectangle?"""
    left, right, low, high = about
    for one in models:
        r = one.radius
        if left - r <= one.x <= right + r and low - r <= one.y <= high + r:
            return True
    return False
