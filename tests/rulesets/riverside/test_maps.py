"""The maps: covered enough, no zone under the other's guns, the same for both sides."""

from __future__ import annotations

from collections import Counter
from math import hypot

import pytest

from sandtable.engine.errors import SetupError
from sandtable.rulesets.riverside.content import Board, content
from sandtable.rulesets.riverside.field import drawn_piece
from sandtable.rulesets.riverside.pieces import Piece
from sandtable.table import Terrain
from tests.proves import proves
from tests.rulesets.riverside.exposure import exposed

RIFLE, LONGEST = 24.0, 30.0
"""The range of whole units, and the longest range of a weapon that is aimed at what it sees (a mortar shoots 36")."""
MAPS = sorted(content().maps)
ZONED = [(name, zones) for name in MAPS for table, zones in content().zones if table == content().maps[name].table]


def board(name: str) -> Board:
    return content().maps[name]


def box(piece: Terrain) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("name", MAPS)
def test_a_fifth_to_a_third_of_the_table_is_covered(name: str) -> None:
    assert 0.20 <= board(name).map.table.covered() <= 0.35


@pytest.mark.parametrize(("name", "zones"), ZONED)
@pytest.mark.parametrize("shooters", [0, 1])
def test_no_zone_is_under_fire_by_more_than_half_after_one_advance(name: str, zones: str, shooters: int) -> None:
    here = board(name)
    kind = content().zones[here.table, zones]
    everywhere, _ = exposed(here, kind, shooters, RIFLE)
    assert everywhere <= 0.5, "rifles"
    _, one_place = exposed(here, kind, shooters, LONGEST)
    assert one_place <= 0.5, "one gun of the longest range"


@pytest.mark.parametrize("name", MAPS)
def test_a_half_turn_brings_the_map_onto_itself(name: str) -> None:
    table = board(name).map.table
    boxes = {(piece.name, *box(piece)) for piece in table.terrain}
    w, h = table.width, table.height
    assert {(kind, w - x1, h - y1, w - x0, h - y0) for kind, x0, y0, x1, y1 in boxes} == boxes


@pytest.mark.parametrize("name", MAPS)
def test_each_map_has_something_of_everything(name: str) -> None:
    found, table = content(), board(name).map.table
    count = Counter(kind for piece in table.terrain for kind in found.types_of(piece))
    cover = count["cover"] + count["cover-behind"] + count["cover-barricade"]
    assert count["blocks-sight"] >= 2
    assert cover >= 2
    assert count["difficult"] >= 2
    assert count["dangerous"] >= 1
    assert count["elevated"] >= 1
    least, most = (10, 15) if board(name).table == "large" else (8, 13)
    assert least <= len(table.terrain) <= most


@pytest.mark.parametrize("name", MAPS)
def test_what_nobody_passes_leaves_room_and_stands_in_no_zone(name: str) -> None:
    found, here = content(), board(name)
    barred = [box(piece) for piece in here.map.table.terrain if "impassable" in found.types_of(piece)]
    for number, (x0, y0, x1, y1) in enumerate(barred):
        for a0, b0, a1, b1 in barred[number + 1 :]:
            assert hypot(max(a0 - x1, x0 - a1, 0), max(b0 - y1, y0 - b1, 0)) >= 3
    zones = found.zones[here.table, here.zones]
    for outline in zones.outlines:
        for x0, y0, x1, y1 in barred:
            assert not any(_inside(outline, x, y) for x in (x0, x1) for y in (y0, y1))


def _inside(outline: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


@proves("RV-2.4")
def test_front_zones_are_strips_12_deep_on_the_long_edges() -> None:
    for name, width in (("large", 72), ("small", 48)):
        south, north = content().zones[name, "Front"].outlines
        assert south == ((0, 0), (width, 0), (width, 12), (0, 12))
        assert north == ((0, 36), (width, 36), (width, 48), (0, 48))


def test_a_rectangle_needs_a_width_and_a_depth() -> None:
    with pytest.raises(SetupError, match="terrain wall: give it an outline, or a width in x and a depth in y"):
        drawn_piece(Piece("wall", x=(10.0, 20.0), types=("blocks-sight",)))
