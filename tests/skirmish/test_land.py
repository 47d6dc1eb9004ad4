"""Ground knowledge for bots: distances on foot, stops and ways."""

from __future__ import annotations

import pytest

from sandtable.skirmish.features import Feature
from sandtable.skirmish.land import Land, footpaths
from tests.skirmish.bodies import Pawn
from tests.skirmish.scenes import battlefield

BARRIER = Feature("barrier", (11.0, 12.0), (0.0, 20.0), 3.0, ("impassable",))
FIELD = battlefield(BARRIER)
LAND = Land(FIELD, footpaths(FIELD, 0.5), [(6.0, 6.0), (18.0, 6.0)], lambda x, y, z: x < 11, 0.5)
EDGE = ((24.0, 4.0, 24.0, 8.0),)


def test_distances_go_round_what_stands_in_the_way() -> None:
    near, round_it = LAND.distances(7.0, 6.0)
    assert near == 1.0
    assert round_it > 25.0, "round the end of the barrier, not through it"
    close, far = LAND.closeness(7.0, 6.0)
    assert close == 1.0
    assert far < 0.1


def test_the_edge_is_as_near_as_its_best_place() -> None:
    assert LAND.from_edge(EDGE)[1] == max(LAND.closeness(24.0, y)[1] for y in (4.0, 5.0, 6.0, 7.0, 8.0))


def test_stops_are_legal_near_and_know_their_cover() -> None:
    stops = LAND.near(9.0, 6.0, 4.0)
    assert stops
    for stop in stops:
        assert 0.01 < (stop.x - 9) ** 2 + (stop.y - 6) ** 2 <= 16.0
        assert not 10.5 < stop.x < 12.5, "nobody stands in the barrier"
        assert stop.cover == (stop.x < 11)
    assert all(stop.x >= 20.0 for stop in LAND.inside(EDGE, 4.0))


def test_a_way_leads_round_and_is_none_from_high_up() -> None:
    way = LAND.way(Pawn("Ann", 10.0, 19.0), 8.0, 13.0, 19.0)
    assert way is not None
    assert max(p.y for p in way) > 20.0
    assert LAND.way(Pawn("Ann", 10.0, 19.0), 3.0, 13.0, 19.0) is None
    assert LAND.way(Pawn("Ann", 10.0, 19.0, 3.0), 8.0, 13.0, 19.0) is None
    assert LAND.distances(10.0, 19.0)[0] == pytest.approx(15.0, abs=1.5)
