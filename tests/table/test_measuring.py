"""Distances at their limits: exactly N inches is within N, one lattice step more is not."""

from __future__ import annotations

from fractions import Fraction
from math import pi, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.lattice import STEP, at_most, from_millimetres, gap_in_space_at_most, on_lattice, snap
from sandtable.table.measuring import (
    closer,
    gap,
    gap_in_space,
    gap_to,
    gap_to_edge,
    gap_to_terrain,
    holds_in_band,
    holds_wholly,
    nearest_outside,
    overlap,
    overlaps_terrain,
    path_at_most,
    path_length,
    share_inside,
    wholly_within,
    within,
    within_of_terrain,
)
from sandtable.table.pieces import Base, Figure, Terrain, Zone, base_mm

ROUND = Base(1.0)
steps = st.integers(-20_000, 20_000).map(lambda n: n / 1024)
SQUARE = Terrain(id="square", outline=((4, 4), (8, 4), (8, 8), (4, 8)))


def man(x: float, y: float, z: float = 0.0, base: Base = ROUND) -> Figure:
    return Figure(f"man {x} {y}", base, x, y, z)


def test_bases_as_sold() -> None:
    assert [base_mm(size).radius * 1024 for size in (25, 32, 40, 60, 100)] == [504, 645, 806, 1209, 2016]
    oval = base_mm(35, 60)
    assert oval.radius < oval.core + oval.radius == snap(60 / 25.4 / 2)
    assert on_lattice(from_millimetres(28.5))


def test_snapping_rounds_as_round_does() -> None:
    rng = Random("lattice")
    halves = [(number + 0.5) / 1024 for number in range(-6, 7)]
    for inches in (0.0, -0.0, -1e-9, *halves, *(rng.uniform(-200.0, 200.0) for _ in range(2000))):
        assert repr(snap(inches)) == repr(round(inches * 1024) / 1024)


def test_exactly_the_limit_is_within() -> None:
    """A 3-4-5 triangle puts two bases exactly 11.5 inches apart at a slant."""
    here, there = man(1, 1), man(8.5, 11)
    assert gap(here, there) == 11.5
    assert within(here, there, 11.5)
    assert not within(here, man(8.5 + STEP, 11), 11.5)
    assert not closer(here, there, 11.5)
    assert closer(here, man(8.5 - STEP, 11), 11.5)


@given(steps, steps, steps, steps, st.integers(0, 30_000).map(lambda n: n / 1024))
def test_within_is_the_integer_comparison(ax: float, ay: float, bx: float, by: float, limit: float) -> None:
    a, b = man(ax, ay), man(bx, by)
    squared = round((ax - bx) * 1024) ** 2 + round((ay - by) * 1024) ** 2
    reach = round(limit * 1024) + 1024
    assert within(a, b, limit) == (squared <= reach**2)
    assert overlap(a, b) == (squared < 1024**2)
    assert within(a, b, limit) == within(b, a, limit)
    assert gap(a, b) == gap(b, a)


def test_within_at_every_pythagorean_limit() -> None:
    """Base to base at exactly the limit, for many slants, and one step beyond it."""
    rng = Random("triples")
    for _ in range(300):
        m, n = rng.randrange(2, 60), rng.randrange(1, 40)
        if m <= n:
            m, n = n + 1, m
        scale = rng.randrange(1, 3)
        x, y, hypotenuse = (m * m - n * n) * scale, 2 * m * n * scale, (m * m + n * n) * scale
        limit = hypotenuse / 1024 - 1.0
        if limit < 0:
            continue
        a, b = man(0, 0), man(x / 1024, y / 1024)
        assert within(a, b, limit)
        assert not within(a, b, limit - STEP)
        assert not closer(a, b, limit)


def test_in_space() -> None:
    low, high = man(0, 0), man(4, 0, 4.0)
    assert gap_in_space(low, high) == 5.0
    assert within(low, high, 5.0, in_space=True)
    assert not within(low, high, 5.0 - STEP, in_space=True)
    assert not within(low, man(4 + STEP, 0, 4.0), 5.0, in_space=True)
    assert within(low, high, 3.0)
    above = man(0.25, 0, 2.0)
    assert within(low, above, 2.0, in_space=True)
    assert not within(low, above, 2.0 - STEP, in_space=True)
    assert gap_in_space_at_most(Fraction(25), Fraction(1), Fraction(3), Fraction(5))


def test_ovals() -> None:
    ship = Figure("ship", Base(1.0, 3.0), 10, 10)
    assert gap(ship, man(13, 10)) == 1.0
    assert gap(ship, man(10, 13)) == 2.0
    turned = Figure("ship", Base(1.0, 3.0), 10, 10, turn=90.0)
    assert gap(turned, man(10, 13)) == 1.0
    assert within(turned, man(10, 12), 0.0)
    assert not overlap(turned, man(10, 12))
    assert overlap(turned, man(10, 12 - STEP))


def test_wholly_within() -> None:
    """Every point of the base: gap plus its own diameter."""
    here, there = man(0, 0), man(6, 0)
    assert wholly_within(there, here, 6.0)
    assert not wholly_within(there, here, 6.0 - STEP)
    assert not wholly_within(Figure("ship", Base(1.0, 2.0), 6, 0), here, 6.0)


def test_terrain() -> None:
    assert gap_to_terrain(man(10, 6), SQUARE) == 1.5
    assert within_of_terrain(man(10, 6), SQUARE, 1.5)
    assert not within_of_terrain(man(10 + STEP, 6), SQUARE, 1.5)
    assert gap_to_terrain(man(6, 6), SQUARE) == 0.0
    assert within_of_terrain(man(6, 6), SQUARE, 0.0)
    assert within_of_terrain(man(8.5, 6), SQUARE, 0.0)
    assert not overlaps_terrain(man(8.5, 6), SQUARE)
    assert overlaps_terrain(man(8.5 - STEP, 6), SQUARE)
    # At a corner, 3-4-5 again: (3/8, 4/8) is 5/8 of an inch away.
    corner = man(8 + 0.375, 8 + 0.5, base=Base(1.25))
    assert within_of_terrain(corner, SQUARE, 0.0)
    assert not overlaps_terrain(corner, SQUARE)
    yard = Terrain(id="yard", outline=((0, 0), (12, 0), (12, 12), (0, 12)), holes=(SQUARE.outline,))
    assert not overlaps_terrain(man(6, 6), yard)
    assert overlaps_terrain(man(4.25, 6), yard)
    assert gap_to_terrain(man(6, 6), yard) == 1.5


def test_share_inside() -> None:
    assert share_inside(man(8, 6), SQUARE) == 0.5
    assert share_inside(man(8, 8), SQUARE) == 0.25
    assert share_inside(man(6, 6), SQUARE) == 1.0
    assert share_inside(man(12, 6), SQUARE) == 0.0
    yard = Terrain(id="yard", outline=((0, 0), (12, 0), (12, 12), (0, 12)), holes=(SQUARE.outline,))
    assert share_inside(man(8, 6), yard) == 0.5
    big = Figure("big", Base(8.0), 6, 6)
    assert share_inside(big, SQUARE) == pytest.approx(16 / (16 * pi), abs=1e-9)


def test_zones() -> None:
    zone = Zone("south", ((0, 0), (24, 0), (24, 6), (0, 6)), side=1)
    assert holds_wholly(zone.outline, man(12, 5.5))
    assert not holds_wholly(zone.outline, man(12, 5.5 + STEP))
    assert holds_wholly(zone.outline, man(0.5, 0.5))
    assert holds_in_band(zone, 12.0, man(12, 17.5))
    assert not holds_in_band(zone, 12.0, man(12, 17.5 + STEP))


def test_points_and_edges() -> None:
    assert gap_to(man(3, 4), 0, 0) == 4.5
    assert gap_to(man(3, 0), 0, 0, z=2.5 * 2) == sqrt(2.5**2 + 25)
    assert gap_to_edge(man(3, 4), "right", 48, 36) == 44.5
    assert gap_to_edge(man(3, 4), "bottom", 48, 36) == 3.5
    assert nearest_outside(SQUARE, 5, 6) == (4, 6)


def test_bent_paths_are_compared_exactly() -> None:
    """Two legs of sqrt(2) and one that makes up the rest: floats cannot tell, whole numbers can."""
    path = (Point(0, 0), Point(1, 1), Point(2, 0), Point(2, 3))
    length = 2 * sqrt(2) + 3
    assert path_at_most(path, length + 1e-12)
    assert not path_at_most(path, length - 1e-12)
    assert path_at_most((Point(0, 0), Point(3, 4), Point(3, 5)), 6.0)
    assert not path_at_most((Point(0, 0), Point(3, 4), Point(3, 5 + STEP)), 6.0)
    assert path_at_most((Point(0, 0, 0), Point(0, 0, 2), Point(1, 0, 2)), 3.0, in_space=True)


def test_sums_of_roots() -> None:
    one = Fraction(1)
    assert at_most([(one, Fraction(2)), (one, Fraction(3))], Fraction(0), Fraction("3.1462643699419724"))
    assert not at_most([(one, Fraction(2)), (one, Fraction(3))], Fraction(0), Fraction("3.1462643699419723"))
    assert at_most([(one, Fraction(9, 4))], Fraction(1, 2), Fraction(2))
    assert at_most([], Fraction(1), Fraction(1))


def test_whoever_runs_along_an_edge_is_outside() -> None:
    def length_inside(path: tuple[Point, Point]) -> float:
        spans = Table(width=24, height=24, terrain=(SQUARE,)).plans.spans(0, path[0].x, path[0].y, path[1].x, path[1].y)
        return sum(leave - enter for enter, leave in spans) * path_length(path)

    assert length_inside((Point(2, 6), Point(10, 6))) == 4.0
    assert length_inside((Point(2, 4), Point(10, 4))) == 0.0
    assert length_inside((Point(4, 2), Point(4, 10))) == 0.0
    assert length_inside((Point(2, 2), Point(10, 10))) == pytest.approx(4 * sqrt(2))
    assert length_inside((Point(5, 6), Point(6, 6))) == 1.0
