"""The 1/1024-inch lattice on which every position sits, and comparisons at a limit that never err.

Coordinates on the lattice are sums of powers of two, so differences, products of two differences and squared
distances are exact in double precision. What is left are lengths of bent paths and straight lines in space: those are
sums of square roots, and `at_most` decides them in whole numbers when floating point is too coarse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final

STEP: Final = 1 / 1024
"""The distance between neighbouring lattice points, in inches."""

DOUBT: Final = 1e-7
"""Where two lengths differ by less than this the exact comparison decides."""

MILLIMETRES: Final = 25.4


WHOLE: Final = 2.0**51
BESIDE: Final = 1.5 * 2.0**52
"""Beside this number a float of less than `WHOLE` has no fraction left: to add it and take it away rounds as `round`
does, and sooner."""


def snap(inches: float) -> float:
    """The nearest lattice coordinate; halves go to the even neighbour, as `round` does."""
    steps = inches * 1024.0
    if -WHOLE < steps < WHOLE:
        return (steps + BESIDE - BESIDE) / 1024.0
    return round(steps) / 1024


def snap_towards(inches: float, target: float) -> float:
    """The lattice coordinate next to `inches` on the side of `target`."""
    units = inches * 1024
    whole = int(units // 1)
    if units != whole and target > inches:
        whole += 1
    return whole / 1024


def on_lattice(inches: float) -> bool:
    return (inches * 1024.0).is_integer()


def from_millimetres(millimetres: float) -> float:
    """A size in millimetres as lattice inches (a 25 mm base is 504 steps in radius)."""
    return snap(millimetres / MILLIMETRES)


Root = tuple[Fraction, Fraction]
"""A factor and a square: the length factor * sqrt(square)."""


def at_most(roots: Iterable[Root], rest: Fraction, limit: Fraction) -> bool:
    """Is the sum of all factor * sqrt(square), plus `rest`, at most `limit`? Exact; all factors are positive.

    Roots of perfect squares are rational and move into `rest`. A sum of positive multiples of the others is never
    rational, so it differs from the limit and some finite number of binary digits shows on which side it lies.
    """
    irrational: list[Root] = []
    for factor, square in roots:
        whole = _rational_root(square)
        if whole is None:
            irrational.append((factor, square))
        else:
            rest += factor * whole
    if not irrational:
        return rest <= limit
    digits = 64
    while True:
        low, high = _bounds(irrational, digits)
        if rest + high <= limit:
            return True
        if rest + low >= limit:
            return False
        digits *= 2


def _rational_root(square: Fraction) -> Fraction | None:
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and bottom * bottom == square.denominator:
        return Fraction(top, bottom)
    return None


def _bounds(roots: Sequence[Root], digits: int) -> tuple[Fraction, Fraction]:
    low = high = Fraction(0)
    for factor, square in roots:
        scaled = isqrt((square.numerator << (2 * digits)) // square.denominator)
        low += factor * Fraction(scaled, 1 << digits)
        high += factor * Fraction(scaled + 1, 1 << digits)
    return low, high


def gap_in_space_at_most(squared: Fraction, radii: Fraction, rise: Fraction, limit: Fraction) -> bool:
    """Is sqrt((sqrt(squared) - radii)^2 + rise^2) <= limit, where a negative inner term counts as 0?

    This is the straight line in space between two bases whose centres are sqrt(squared) apart in plan.
    """
    if abs(rise) > limit:
        return False
    left = limit * limit - rise * rise
    over = squared - radii * radii - left
    return over <= 0 or over * over <= 4 * radii * radii * left
