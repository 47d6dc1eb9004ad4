"""A Sprint uses up its distance, or goes on until something stops it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.space import touching
from sandtable.rulesets.op_en.sprinting import farthest
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.walking import judge
from sandtable.table import snap
from tests.proves import proves

STEP = 1 / 1024


def sprinter(inches: float, enemy: tuple[float, float], **more: Any) -> tuple[Trip, Game[Any]]:
    situation = {
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "character": [{"name": "Ann", "player": "Red", "at": [5, 5]}, {"name": "Tom", "player": "Blue", "at": enemy}],
        **more,
    }
    game = Game(RULESET, {"situation": situation})
    return Trip(game.state, game.options, game.state.characters[0], inches, "OE-16.14", straight=True), game


@proves("OE-16.14")
@pytest.mark.parametrize("gap", [2.013, 2.05, 2.111, 2.5, 3.003])
def test_a_sprint_at_an_enemy_ends_in_contact(gap: float) -> None:
    trip, game = sprinter(6.0, (5.0, 6.0 + gap))
    ann, tom = game.state.characters
    end = farthest(trip, Point(5.0, 12.0)).end
    ann.x, ann.y = end.x, end.y
    assert touching(ann, tom)


@proves("OE-16.14")
@pytest.mark.parametrize("far", [9.017, 9.1, 9.29])
def test_a_sprint_at_a_wall_ends_at_its_foot(far: float) -> None:
    wall = {"id": "wall", "kind": "wall", "x": [0, 10], "y": [far, far + 0.25], "height": 4.0}
    trip, _ = sprinter(6.0, (30.0, 30.0), terrain=[wall])
    end = farthest(trip, Point(5.0, 12.0)).end
    foot = snap(far) - 0.5
    assert foot - 4 * STEP <= end.y <= foot


@proves("OE-16.14")
def test_an_open_way_is_gone_to_its_end() -> None:
    trip, _ = sprinter(6.0, (30.0, 30.0))
    end = farthest(trip, Point(5.0, 12.0)).end
    assert (end.x, end.y) == (5.0, 11.0)


def test_whoever_stands_where_nobody_may_end_can_still_stay() -> None:
    """A fall or a Push may leave somebody partly in a mound: its own place is an answer all the same."""
    mound = {"id": "mound", "kind": "block", "x": [8, 14], "y": [2, 8], "height": 2.5}
    trip, game = sprinter(6.0, (30.0, 30.0), terrain=[mound])
    ann = game.state.characters[0]
    ann.x = 7.75
    assert isinstance(judge(trip, (Point(7.75, 4.75),)), Refusal)
    stays = judge(trip, (trip.start,))
    assert isinstance(stays, Trek)
    assert (stays.end, stays.length) == (trip.start, 0.0)
