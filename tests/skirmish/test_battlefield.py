"""Battlefields: floors and faces, what a base touches, pieces that cannot be, and memories that end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from sandtable.engine.errors import SetupError
from sandtable.skirmish import memory
from sandtable.skirmish.battlefield import CLIMB, SHEER, SLOPE
from sandtable.skirmish.features import Feature, with_features
from sandtable.skirmish.memory import Memory
from sandtable.skirmish.situations import check_zone, place_on_level, spot_on
from sandtable.skirmish.touching import would_touch
from sandtable.table import Table
from tests.skirmish.bodies import Pawn
from tests.skirmish.scenes import HEIGHTS, HILL, ROCK, VERDICTS, WALL, battlefield

HOUSE: dict[str, Any] = {
    "id": "house", "x": [4, 10], "y": [4, 8], "height": 7, "floors": [3.5],
    "flags": ["impassable", "into-out-of", "surface"], "doors": [{"face": "west", "at": [5, 7]}],
}  # fmt: skip
LADDER: dict[str, Any] = {"id": "ladder", "x": [6, 7], "y": [5, 6], "height": 3.5, "flags": ["ladder"]}
TABLE = Table(width=24, height=24)


def pieces(*features: dict[str, Any]) -> tuple[Feature, ...]:
    return tuple(convert(feature, Feature) for feature in features)


def test_one_stands_on_the_ground_on_floors_and_on_roofs() -> None:
    where = battlefield(*pieces(HOUSE), HILL, ROCK)
    assert where.surfaces(7, 6) == [0.0, 3.5, 7.0], "in the house, upstairs, on the roof"
    assert where.surfaces(8, 16) == [3.0], "on the hill and not in it"
    assert where.surfaces(11, 10) == [], "neither on the rock nor in it"
    assert where.surfaces(2, 2) == [0.0]


def test_faces_are_what_the_piece_says() -> None:
    (hill,) = battlefield(HILL).decks.values()
    assert [hill.face_at(*at) for at in ((8, 14), (10, 16), (8, 18), (6, 16))] == [CLIMB, SHEER, SHEER, SLOPE]


def test_what_a_base_touches_and_is_in() -> None:
    where = battlefield(WALL, *pieces(HOUSE))
    beside = where.at(13.49, 10, 0.0, 0.5)
    assert (len(beside.obstacles), beside.inside) == (1, ())
    assert where.at(13.4, 10, 0.0, 0.5).obstacles == (), "a tenth of an inch off"
    assert where.at(7, 6, 0.0, 0.5).inside == (1,)
    assert where.at(7, 6, 7.0, 0.5).inside == (), "on the roof"
    assert where.at(7, 6, 0.0, 0.5) is where.at(7, 6, 0.0, 0.5), "found once"


@pytest.mark.parametrize(
    ("features", "clause", "said"),
    [
        ([HOUSE | {"flags": ["haunted"]}], "X-BAD_PIECE", "no flag 'haunted'"),
        ([HOUSE | {"climbable": ["up"]}], "X-BAD_PIECE", "a face is south, east, north, west"),
        ([HOUSE | {"doors": [{"face": "up", "at": [5, 7]}]}], "X-BAD_PIECE", "a face is"),
        ([HOUSE | {"x": [4, 40]}], "X-BAD_PIECE", "leaves the table"),
        ([HOUSE | {"flags": ["impassable"]}], "X-BAD_FLOORS", "floors and doors need"),
        ([HOUSE | {"floors": [6.5]}], "X-HEAD_ROOM", "no head room"),
        ([HOUSE | {"height": 11, "floors": [5, 7]}], "X-SAME_LEVEL", "the same terrain level"),
        ([LADDER], "X-LADDER_PLACE", "stands in no building"),
        ([HOUSE, LADDER | {"height": 3}], "X-LADDER_PLACE", "has floors at 0″, 3.5″, 7″"),
        ([HOUSE, LADDER, LADDER | {"id": "other"}], "X-LADDER_PLACE", "in the same place"),
    ],
)
def test_a_piece_that_cannot_be_is_refused_by_its_clause(
    features: list[dict[str, Any]], clause: str, said: str
) -> None:
    with pytest.raises(SetupError, match=said) as refused:
        with_features(TABLE, pieces(*features), HEIGHTS, VERDICTS)
    assert refused.value.clause == clause


def test_a_situation_is_put_on_the_table() -> None:
    where = battlefield(*pieces(HOUSE))
    assert spot_on(TABLE, "Ann", [3.00001, 4], "X-1") == (3.0, 4.0)
    assert place_on_level(where, "Ann", (7.0, 6.0), 1, "X-1") == (7.0, 6.0, 3.5)
    check_zone(TABLE, "Red", [(0.0, 4.0, 0.0, 8.0)], "X-1")
    with pytest.raises(SetupError, match="Ann: at is"):
        spot_on(TABLE, "Ann", [3], "X-1")
    with pytest.raises(SetupError, match="Ann is off the table"):
        spot_on(TABLE, "Ann", [3, 25], "X-1")
    with pytest.raises(SetupError, match="nothing to stand on at level 3"):
        place_on_level(where, "Ann", (7.0, 6.0), 3, "X-1")
    with pytest.raises(SetupError, match="a stretch of the table's edge"):
        check_zone(TABLE, "Red", [(1.0, 4.0, 1.0, 8.0)], "X-1")


def test_a_memory_that_is_full_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "FORGET", 2)
    kept: Memory[int, str] = Memory()
    for number in range(3):
        assert kept.keep(number, str(number)) == str(number)
    assert kept == {0: "0", 1: "1", 2: "2"}
    kept.keep(3, "3")
    assert kept == {3: "3"}


def test_a_wall_keeps_those_on_both_sides_of_it_out_of_contact_but_a_door_does_not() -> None:
    where = battlefield(*pieces(HOUSE))
    for y, touching in ((4.6, False), (6.0, True)):
        outside, inside = Pawn("Ann", 3.6, y), Pawn("Tom", 4.4, y)
        assert would_touch(where, outside, (outside.x, outside.y, 0.0), inside) is touching
