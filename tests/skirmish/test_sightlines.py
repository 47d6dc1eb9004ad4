"""Lines from an eye to points of a body: what cuts them, and what does not."""

from __future__ import annotations

import pytest
from msgspec import convert

from sandtable.skirmish.features import Feature
from sandtable.skirmish.sightlines import Samples, between, bodies_between, cutting, is_cut, runs_through, sightline
from tests.skirmish.bodies import Pawn
from tests.skirmish.scenes import battlefield

TWO = Samples(eye=1.0, heights=(1.2, 0.2))
WALL = Feature("wall", (10.0, 10.5), (2.0, 8.0), 1.1, ("obstacle", "obscures"))
WOOD = Feature("wood", (12.0, 14.0), (2.0, 8.0), 3.0, ("into-out-of",))
HOUSE = convert(
    {
        "id": "house",
        "x": [4, 10],
        "y": [14, 18],
        "height": 7,
        "floors": [3.5],
        "flags": ["impassable", "into-out-of", "surface"],
    },
    Feature,
)
FIELD = battlefield(WALL, WOOD, HOUSE)


def test_three_points_at_each_height_square_to_the_look() -> None:
    eye, points = TWO.lines(sightline(Pawn("Ann", 2, 5), Pawn("Tom", 8, 5)))
    assert (eye.x, eye.y, eye.z) == (2, 5, 1.0)
    assert [(p.x, p.y, p.z) for p in points] == [
        (8, 5, 1.2), (8, 5.5, 1.2), (8, 4.5, 1.2), (8, 5, 0.2), (8, 5.5, 0.2), (8, 4.5, 0.2)
    ]  # fmt: skip
    assert len(TWO) == len(points)
    clear = (True, True, False, True, False, False)
    assert [ok for _, ok in TWO.in_plan(tuple(points), clear)] == [True, False, False]


@pytest.mark.parametrize(
    ("ann", "tom", "cut"),
    [
        ((2, 5), (8, 5), []),
        ((2, 5), (11.2, 5), [0]),  # low over the wall
        ((9.5, 5), (11.2, 5), []),  # leant over
        ((9.5, 5), (17, 5), [1]),  # through the wood
        ((9.5, 5), (13, 5), []),  # into it
        ((13, 5), (17, 5), []),  # out of it
    ],
)
def test_what_lies_between(ann: tuple[float, float], tom: tuple[float, float], cut: list[int]) -> None:
    look = sightline(Pawn("Ann", *ann), Pawn("Tom", *tom))
    pieces, floors = between(FIELD, look)
    eye, points = TWO.lines(look)
    low = points[-1]
    assert cutting(FIELD, pieces, floors, eye, low) == cut
    assert is_cut(FIELD, pieces, floors, eye, low) == bool(cut)


def test_nobody_sees_through_a_floor_and_everybody_along_it() -> None:
    below, above, beside = Pawn("Ann", 6, 16), Pawn("Tom", 8, 16, 3.5), Pawn("Bo", 8, 16)
    for other, hidden in ((above, True), (beside, False)):
        look = sightline(below, other)
        eye, points = TWO.lines(look)
        assert is_cut(FIELD, *between(FIELD, look), eye, points[0]) == hidden


def test_bodies_hide_what_lies_behind_them() -> None:
    ann, tom, near, far = Pawn("Ann", 2, 20), Pawn("Tom", 10, 20), Pawn("Bo", 6, 20.2), Pawn("Cy", 6, 22)
    assert bodies_between([ann, tom, near, far], ann, tom) == [near]
    eye, points = TWO.lines(sightline(ann, tom))
    assert runs_through(FIELD, eye, points[0], near)
    assert not runs_through(FIELD, eye, points[0], far)
    near.z = 3.0
    assert not runs_through(FIELD, eye, points[0], near), "high above the line"
