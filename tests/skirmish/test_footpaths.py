"""Distances on foot: straight on open ground, and round what stands in the way."""

from __future__ import annotations

from math import hypot, sqrt

import pytest

from sandtable.skirmish.footpaths import Footpaths
from sandtable.table import Base, Gait, Ground, Table, Terrain

WALL = Terrain("wall", outline=((5, 0), (6, 0), (6, 8), (5, 8)), height=3, traits=frozenset({"solid"}))


def footpaths(*terrain: Terrain) -> Footpaths:
    table = Table(width=12, height=12, terrain=terrain)
    return Footpaths(Ground(table, Base(1.0), Gait(stops=frozenset({"solid"}))))


@pytest.mark.parametrize(("x", "y"), [(3, 3), (4, 3), (4, 4), (9, 3), (9, 7)])
def test_open_ground_is_walked_straight_and_at_an_angle(x: int, y: int) -> None:
    paths = footpaths()
    far = paths.walked_from(3, 3)
    along, across = sorted((abs(x - 3), abs(y - 3)))
    assert far[paths.node(x, y)] == pytest.approx(along * sqrt(2) + across - along)
    assert far[paths.node(x, y)] >= hypot(x - 3, y - 3) - 1e-9


def test_a_wall_is_walked_round() -> None:
    paths = footpaths(WALL)
    far = paths.walked_from(3, 3)
    assert far[paths.node(8, 3)] > 2 * hypot(2.5, 5.5)  # over the corner of the wall and back
    assert far[paths.node(3, 3)] == 0.0
