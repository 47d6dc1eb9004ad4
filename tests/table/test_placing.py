"""Placing: on the table, on firm ground, in zones, and the nearest legal place to a wish."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.questions import Point, Refusal
from sandtable.table.board import Table
from sandtable.table.ground import Gait, Ground
from sandtable.table.lattice import STEP, on_lattice
from sandtable.table.pieces import AREA, SHELL, Base, Figure, MapMarker, Terrain, Zone
from sandtable.table.placing import (
    in_zone,
    nearest_legal,
    off_terrain,
    on_table,
    stable,
    supported,
)

ROUND = Base(1.0)


def man(x: float, y: float, z: float = 0.0, name: str = "Rusk") -> Figure:
    return Figure(name, ROUND, x, y, z)


def box(name: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Terrain:
    return Terrain(id=name, outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), **more)


TOWER = box("tower", 8, 8, 12, 12, height=4.0)
TABLE = Table(width=24, height=24, terrain=(TOWER,))


def reason(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.reason


def test_zones_terrain_and_edges() -> None:
    zone = Zone("south", ((0, 0), (24, 0), (24, 6), (0, 6)), 1, "the southern zone")
    assert in_zone(man(12, 5.5), zone) is None
    assert reason(in_zone(man(12, 5.5 + STEP), zone)) == "Rusk would stand outside the southern zone"
    lake = Table(width=24, height=24, terrain=(box("lake", 8, 8, 12, 12, form=AREA, traits=frozenset({"deep"})),))
    assert off_terrain(lake, man(7.5, 10), frozenset({"deep"})) is None
    assert reason(off_terrain(lake, man(7.5 + STEP, 10), frozenset({"deep"}))) == "Rusk would stand on lake"
    assert on_table(TABLE, man(0.5, 5)) is None
    assert reason(on_table(TABLE, man(0.5 - STEP, 5))) == "Rusk would stand partly off the table"


def test_floors_and_firm_ground() -> None:
    assert supported(TABLE, man(10, 10, 4.0))
    assert not supported(TABLE, man(10, 10, 0.0)), "inside the tower's stone"
    assert not supported(TABLE, man(10, 10, 2.0))
    assert supported(TABLE, man(5, 5))
    assert stable(TABLE, man(8.5, 10, 4.0)) is None
    assert reason(stable(TABLE, man(8.5 - STEP, 10, 4.0))) == "Rusk would stick out over the edge of tower"
    assert stable(TABLE, man(8.25, 10, 4.0), overhang=4.0) is None
    assert reason(stable(TABLE, man(5, 5, 1.0))) == "Rusk would have no floor under it"
    house = Table(width=24, height=24, terrain=(box("house", 4, 4, 20, 20, form=SHELL, height=6, levels=(0.0, 3.0)),))
    assert house.floors_at(12, 12) == (0.0, 3.0, 6.0)
    assert TABLE.floors_at(10, 10) == (4.0,)
    assert TABLE.floors_at(1, 1) == (0.0,)


def test_the_nearest_place_is_legal_and_near() -> None:
    ground = Ground(TABLE, ROUND, Gait())

    def taken(there: Figure) -> Refusal | None:
        return Refusal("taken") if ground.overlapped(there.x, there.y) else None

    for wish in (Point(10, 10), Point(8.25, 9), Point(11.9, 11.9), Point(3, 3)):
        place = nearest_legal(man(3, 3), wish, taken)
        assert place is not None
        assert ground.overlapped(place.x, place.y) is None
        assert on_lattice(place.x)
        assert on_lattice(place.y)
        inside = max(0.0, min(wish.x - 7.5, 12.5 - wish.x, wish.y - 7.5, 12.5 - wish.y))
        assert inside - 0.01 <= dist((wish.x, wish.y), (place.x, place.y)) <= inside + 0.15
    assert nearest_legal(man(3, 3), Point(3, 3), lambda figure: Refusal("never"), within_inches=1.0) is None


def test_finding_things_by_name() -> None:
    table = Table(
        width=24,
        height=24,
        terrain=(TOWER,),
        zones=(Zone("z", ((0, 0), (1, 0), (1, 1))),),
        markers=(MapMarker("m", 1, 1),),
    )
    assert table.piece("tower") is TOWER
    assert (table.zone("z").id, table.marker("m").id) == ("z", "m")
    for wrong in (table.piece, table.zone, table.marker):
        with pytest.raises(SetupError, match="there is no"):
            wrong("nowhere")
