"""Recon (RE-6.15): the places that are proposed, against every place of a raster."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.engine.questions import Point
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.field import DEPTH, WIDTH
from sandtable.rulesets.roe.recon import RECON, recon_refused, recon_spots
from sandtable.rulesets.roe.state import State
from sandtable.skirmish.bodies import Segment
from sandtable.table.hot.plane import point_segment
from tests.rulesets.roe.battles import red, skirmish


def zones() -> Iterator[tuple[Segment, ...]]:
    """Every zone of every ingress map."""
    for ingress in content().ingress.values():
        for one in ingress.choice:
            yield from (zone for zone in (one.player_one, one.player_two, one.blue, one.green, one.green_near) if zone)


def scouting(zone: tuple[Segment, ...]) -> State:
    state = RULESET.begin(skirmish(red("Scout", [24, 18], abilities=["Recon"])), RULESET.rulebook.options({}))
    state.models[0].status = "off the table"
    state.players[0].zone = zone
    return state


def near(segment: Segment, spot: Point, reach: float) -> bool:
    return point_segment(spot.x, spot.y, *segment) <= reach**2


@pytest.mark.parametrize("zone", sorted(set(zones())), ids=str)
def test_places_are_proposed_along_the_whole_zone(zone: tuple[Segment, ...]) -> None:
    state = scouting(zone)
    scout = state.models[0]
    spots = list(recon_spots(state, scout))
    assert len(spots) == 6
    assert all(recon_refused(state, scout, spot) is None for spot in spots)
    for segment in zone:
        assert any(near(segment, spot, RECON + scout.radius) for spot in spots)


@pytest.mark.parametrize("zone", sorted(set(zones())), ids=str)
def test_six_inches_from_the_zone_and_no_more(zone: tuple[Segment, ...]) -> None:
    """The nearest part of the base counts; what is proposed reaches at least half as deep as is allowed."""
    state = scouting(zone)
    scout = state.models[0]
    for column in range(int(WIDTH) * 2):
        for row in range(int(DEPTH) * 2):
            spot = Point(column / 2, row / 2)
            off = not (0.5 <= spot.x <= WIDTH - 0.5 and 0.5 <= spot.y <= DEPTH - 0.5)
            far = not any(near(segment, spot, RECON + scout.radius) for segment in zone)
            assert (recon_refused(state, scout, spot) is not None) == (off or far)
    deepest = max(min(point_segment(spot.x, spot.y, *one) for one in zone) for spot in recon_spots(state, scout))
    assert deepest >= (RECON / 2) ** 2
