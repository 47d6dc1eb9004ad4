"""Tables as scenes draw them."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.scenes import TableGround
from sandtable.table import Slope, Table, Terrain
from sandtable.table.pieces import signed_area
from sandtable.table.stage import ground, outlines

WALL = Terrain(
    "wall", outline=((1, 1), (5, 1), (5, 2), (1, 2)), height=1.0, traits=frozenset({"cover"}), name="Old wall"
)
RAMP = Terrain("ramp", outline=((6, 1), (8, 1), (8, 4), (6, 4)), kind="ramp", height=2.0, slope=Slope(7, 1, 7, 4))


def drawn(*pieces: Terrain) -> TableGround:
    return ground(
        Table(10, 8, pieces, name="Yard"), lambda piece: [""] * len(piece.outline), lambda piece: [piece.label]
    )


def test_a_ground_is_json_and_says_what_lies_where() -> None:
    found = json.loads(msgspec.json.encode(drawn(WALL, RAMP)))
    assert (found["width"], found["height"], found["unit"]) == (10, 8, "″")
    wall, ramp = found["pieces"]
    assert (wall["id"], wall["name"], wall["traits"]) == ("wall", "Old wall", ["cover"])
    assert wall["outline"] == [[1, 1], [5, 1], [5, 2], [1, 2]]
    assert "slope" not in wall
    assert ramp["slope"] == [7, 1, 7, 4]


def test_equal_ground_has_equal_keys_and_other_ground_another() -> None:
    assert drawn(WALL).key == drawn(WALL).key
    assert drawn(WALL).key != drawn(WALL, RAMP).key


def test_a_ring_of_cells_has_a_hole() -> None:
    cells = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    ((outline, holes),) = outlines(cells)
    assert set(outline) == {(0, 0), (3, 0), (3, 3), (0, 3)}
    assert [set(hole) for hole in holes] == [{(1, 1), (2, 1), (2, 2), (1, 2)}]


def test_cells_that_meet_at_a_corner_are_two_bodies() -> None:
    assert len(outlines([(0, 0), (1, 1)])) == 2


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1))
def test_outlines_cover_exactly_the_cells(cells: set[tuple[int, int]]) -> None:
    area = 0.0
    for outline, holes in outlines(cells):
        assert signed_area(outline) > 0
        area += signed_area(outline) + sum(signed_area(hole) for hole in holes)
    assert area == len(cells)
