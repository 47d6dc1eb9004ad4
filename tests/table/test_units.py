"""Units: closest pairs, cohesion, the circle that holds them, formations."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

import pytest

from sandtable.table.lattice import STEP, snap
from sandtable.table.pieces import Base, Figure
from sandtable.table.units import closest_pair, cohesion, fits_in_circle, holding_circle

ROUND = Base(1.0)


def row(*xs: float, y: float = 10.0, unit: str = "red") -> list[Figure]:
    return [Figure(f"{unit} {k}", ROUND, x, y, unit=unit) for k, x in enumerate(xs, 1)]


def test_closest_pair() -> None:
    one, two = row(2, 4, 6), row(10, 12, unit="blue")
    a, b, gap = closest_pair(one, two)
    assert (a.id, b.id, gap) == ("red 3", "blue 1", 3.0)


def test_one_chain() -> None:
    assert cohesion(row(2, 4, 6, 8), 1.0).connected
    broken = cohesion(row(2, 4, 6 + STEP, 8), 1.0)
    assert broken.groups == (("red 1", "red 2"), ("red 3", "red 4"))
    assert broken.alone == ()
    assert broken.missing == 1 + STEP
    assert cohesion(row(2, 4, 9), 1.0).alone == ("red 3",)
    assert cohesion(row(2), 1.0).connected
    assert cohesion(row(2, 20), 1.0, linked=lambda a, b: True).connected


def test_the_smallest_circle() -> None:
    assert holding_circle(row(2, 10)) == (6, 10, 4.5)
    assert holding_circle(row(2, 10 + STEP))[2] > 4.5
    assert cohesion(row(2, 4, 10), 1.0).across == 9.0
    square = [Figure(f"{x}{y}", ROUND, x, y) for x in (2, 5) for y in (2, 6)]
    assert holding_circle(square)[2] == 2.5 + 0.5


def test_what_a_circle_holds_is_told_without_it_where_the_box_round_it_is_small() -> None:
    assert fits_in_circle(row(2, 10), 9.0)
    assert not fits_in_circle(row(2, 10 + STEP), 9.0)
    triangle = [Figure(f"{x}{y}", ROUND, x, y) for x, y in ((0, 0), (8, 0), (4, 6))]
    across = 2 * holding_circle(triangle)[2]
    assert fits_in_circle(triangle, across)  # a circle about the middle of the box would have to be larger
    assert not fits_in_circle(triangle, across - 1e-6)


def test_circles_of_mixed_sizes_hold_everybody_and_are_tight() -> None:
    rng = Random("circles")
    for _ in range(25):
        figures = [
            Figure(str(k), Base(rng.choice((1.0, 1.5, 2.5))), snap(rng.uniform(0, 9)), snap(rng.uniform(0, 9)))
            for k in range(rng.randrange(2, 9))
        ]
        x, y, r = holding_circle(figures)
        reach = [hypot(f.x - x, f.y - y) + f.base.radius for f in figures]
        assert max(reach) == pytest.approx(r, abs=1e-6)
        for dx, dy in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)):
            moved = max(hypot(f.x - x - dx, f.y - y - dy) + f.base.radius for f in figures)
            assert moved >= r - 1e-9


def test_no_circle_round_mixed_sizes_is_smaller() -> None:
    """Held to brute force: by halving the steps of a walk along all lines, from the middle that was found too."""
    rng = Random("smaller circles")
    for _ in range(40):
        figures = [
            Figure(str(k), Base(rng.choice((1.0, 1.5, 2.5, 4.0))), snap(rng.uniform(0, 8)), snap(rng.uniform(0, 8)))
            for k in range(rng.randrange(2, 9))
        ]
        x, y, r = holding_circle(figures)

        def need(x: float, y: float, figures: list[Figure] = figures) -> float:
            return max(hypot(f.x - x, f.y - y) + f.base.radius for f in figures)

        assert need(x, y) == pytest.approx(r, abs=1e-9)
        ways = [(cos(k * pi / 180), sin(k * pi / 180)) for k in range(360)]
        for far in (1.0, 0.1, 0.01, 0.001):
            assert min(need(x + dx * far, y + dy * far) for dx, dy in ways) >= r - 1e-9
