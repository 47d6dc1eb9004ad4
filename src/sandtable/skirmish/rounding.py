"""How a game measures: what counts as contact, and to what a distance is rounded before it is compared with a limit.

Rules of Engagement takes a small gap for contact and rounds nothing (RE-0.7); Riverside rounds to the nearest
thousandth (RV-7.7); Op-En counts whole inches, rounded up (OE-1.14, OE-1.17). Whatever the policy, `within` is exact:
a limit is turned into the longest gap that still counts, and the table compares with that.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, sqrt

from msgspec import Struct

from sandtable.skirmish.bodies import Disc
from sandtable.table.lattice import DOUBT, gap_in_space_at_most

HALF = Fraction(1, 2)
FINEST = 1_000_000
"""Limits are written in decimal fractions no finer than this."""


def apart(one: Disc, two: Disc) -> float:
    """The gap between two bases, in plan."""
    dx, dy = one.x - two.x, one.y - two.y
    return max(0.0, sqrt(dx * dx + dy * dy) - one.radius - two.radius)


class Rounding(Struct, frozen=True, cache_hash=True):
    """A gap no wider than `contact` is contact. Distances are rounded to multiples of `unit` (as a fraction of an inch,
    0 for not at all): to the nearest one, halves up, or with `up` to the next."""

    contact: float = 0.0
    unit: tuple[int, int] = (0, 1)
    up: bool = False

    def rounded(self, inches: float) -> float:
        """A distance as this game reads it."""
        if not self.unit[0]:
            return inches
        unit = Fraction(*self.unit)
        parts = Fraction(inches) / unit
        return float((ceil(parts) if self.up else floor(parts + HALF)) * unit)

    def distance(self, one: Disc, two: Disc, *, in_space: bool = False) -> float:
        """From edge to edge of two bases; with `in_space` as the straight line between their heights."""
        flat = apart(one, two)
        rise = two.z - one.z if in_space else 0.0
        return self.rounded(sqrt(flat * flat + rise * rise) if rise else flat)

    def within(self, one: Disc, two: Disc, limit: float, *, in_space: bool = False) -> bool:
        """Is that distance at most `limit`? Exact."""
        rise = in_space and one.z != two.z
        if self.unit[0] == 0 and not rise:
            dx, dy = one.x - two.x, one.y - two.y
            reach = limit + one.radius + two.radius
            return dx * dx + dy * dy <= reach * reach
        return self._compared(one, two, limit, rise=rise)

    def longest(self, limit: float) -> float:
        """The longest distance that is read as no more than a limit, for tests that take none but plain numbers."""
        return _longest(self, limit)

    def shortest(self, limit: float, *, beyond: bool = False) -> float:
        """The shortest distance that is read as at least a limit, or with `beyond` as more than that."""
        half = _half(*self.unit)
        return limit + half if beyond else limit - half

    def _compared(self, one: Disc, two: Disc, limit: float, *, rise: bool) -> bool:
        most = self._longest(limit)
        high = two.z - one.z if rise else 0.0
        flat = apart(one, two)
        measured = sqrt(flat * flat + high * high)
        if abs(measured - most) > DOUBT:
            return measured < most
        dx, dy = Fraction(one.x) - Fraction(two.x), Fraction(one.y) - Fraction(two.y)
        ends = (dx * dx + dy * dy, Fraction(one.radius) + Fraction(two.radius), Fraction(high), most)
        if most < 0 or not gap_in_space_at_most(*ends):
            return False
        return not self.unit[0] or self.up or not _exactly(*ends)

    def _longest(self, limit: float) -> Fraction:
        """The distance up to which a limit is kept. Rounding to the nearest, that very one goes up."""
        if not self.unit[0]:
            return Fraction(limit)
        unit = Fraction(*self.unit)
        whole = floor(Fraction(limit).limit_denominator(FINEST) / unit) * unit
        return whole if self.up else whole + unit / 2


@lru_cache(256)
def _longest(rounding: Rounding, limit: float) -> float:
    return float(rounding._longest(limit))


@lru_cache(16)
def _half(parts: int, of: int) -> float:
    return float(Fraction(parts, of) / 2)


def _exactly(squared: Fraction, radii: Fraction, rise: Fraction, most: Fraction) -> bool:
    """Is sqrt((sqrt(squared) - radii)^2 + rise^2) exactly so much?"""
    left = most * most - rise * rise
    over = squared - radii * radii - left
    return over >= 0 and over * over == 4 * radii * radii * left
