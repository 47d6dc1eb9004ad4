"""Arcs of a circle: cuts where a disc just touches, and middles that speak for their arcs."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin
from random import Random

import pytest

from sandtable.table.arcs import Bearing, Circle, Segment, marks, marks_by
from sandtable.table.hot.plane import point_segment


def clearance(x: float, y: float, radius: float, discs: list[Circle], edges: list[Segment]) -> float:
    """How much room is left round a disc here; negative where it overlaps something."""
    room = [hypot(x - a, y - b) - radius - r for a, b, r in discs]
    room += [point_segment(x, y, *edge) ** 0.5 - radius for edge in edges]
    return min(room, default=9.0)


def test_an_uncut_circle_has_its_quarters() -> None:
    assert len(list(marks((5.0, 5.0), 1.0, 0.5, [], []))) == 4


def test_a_gap_as_wide_as_the_disc_is_one_of_the_cuts() -> None:
    spots = list(marks((10.5, 12.0), 1.0, 0.5, [(9.5, 11.0, 0.5), (11.5, 11.0, 0.5)], []))
    assert min(dist(spot, (10.5, 11.0)) for spot in spots) < 1e-9


def test_a_wall_cuts_on_its_side_and_at_its_end() -> None:
    spots = list(marks((0.0, 0.0), 1.0, 0.25, [], [(-5.0, 0.9, 0.0, 0.9)]))
    assert any(abs(y - 0.65) < 1e-9 and x < 0 for x, y in spots)
    assert any(abs(dist(spot, (0.0, 0.9)) - 0.25) < 1e-9 for spot in spots)


@pytest.mark.parametrize("seed", range(200))
def test_what_is_free_somewhere_is_free_at_a_mark(seed: int) -> None:
    rng = Random(seed)
    ring, radius = rng.choice((0.8, 1.0, 1.5)), rng.choice((0.4, 0.5, 0.75))
    discs = [(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.choice((0.5, 0.75))) for _ in range(rng.randint(0, 6))]
    edges = [
        (rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(-3, 3))
        for _ in range(rng.randint(0, 2))
    ]
    spots = list(marks((0.0, 0.0), ring, radius, discs, edges))
    assert all(abs(hypot(x, y) - ring) < 1e-9 for x, y in spots)
    dense = [(ring * cos(k * pi / 900), ring * sin(k * pi / 900)) for k in range(1800)]
    free = [spot for spot in dense if clearance(*spot, radius, discs, edges) > 0.0]
    found = [spot for spot in spots if clearance(*spot, radius, discs, edges) >= -1e-9]
    assert bool(found) >= bool(free), "a free place, but no mark is free"
    for x, y in free:
        nearest = min(dist((x, y), spot) for spot in found)
        assert nearest < 2 * ring, (x, y)


@pytest.mark.parametrize("seed", range(50))
def test_marks_by_bearings_are_the_same(seed: int) -> None:
    rng = Random(seed)
    middle, ring, radius = (rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.choice((0.8, 1.0, 1.5)), 0.5
    discs = [(rng.uniform(-3, 3), rng.uniform(-3, 3), rng.choice((0.5, 0.75))) for _ in range(rng.randint(0, 9))]
    known = marks_by(middle, ring, radius, [Bearing(middle, disc) for disc in discs])
    assert known == list(marks(middle, ring, radius, discs, []))
