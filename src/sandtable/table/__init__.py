"""The table: bases, terrain, measuring, sight and movement, exact on a lattice of 1/1024 inch.

>>> from sandtable.table import Base, Figure, Table, Terrain, Veil, look_from, within
>>> rock = Terrain("rock", outline=((11, 12), (12, 12), (12, 20), (11, 20)), height=3, traits=frozenset({"solid"}))
>>> table = Table(width=24, height=24, terrain=(rock,))
>>> rusk, dace = Figure("Rusk", Base(1.0), 4, 12), Figure("Dace", Base(1.0), 18, 12)
>>> within(rusk, dace, 13.0)
True
>>> seen = look_from(table, rusk, dace, Veil(traits=frozenset({"solid"}), flat=True))
>>> seen.share, seen.blockers
(0.5, ('rock',))

`sandtable.skirmish` stands on this with what every game in inches needs. docs/table.md says which function
answers which clause.
"""

from sandtable.table.board import Table
from sandtable.table.body_sight import any_view, obstructions
from sandtable.table.feats import climb, leap, push
from sandtable.table.grid import Grid, Square
from sandtable.table.ground import Gait, Ground
from sandtable.table.lattice import STEP, snap
from sandtable.table.mapcheck import MapError
from sandtable.table.maps import Map, load
from sandtable.table.measuring import closer, depth, gap, gap_in_space, overlap, within
from sandtable.table.moving import Travel, affordable, travel
from sandtable.table.paths import Reach, route
from sandtable.table.pieces import (
    AREA,
    BLOCK,
    HATCH,
    SHELL,
    Base,
    Edge,
    Figure,
    MapMarker,
    Opening,
    Slope,
    Terrain,
    Zone,
    base_mm,
)
from sandtable.table.placing import nearest_legal
from sandtable.table.sight import Excused, Screen, Seen, Veil, line, look, look_from
from sandtable.table.units import closest_pair, cohesion

__all__ = [
    "AREA",
    "BLOCK",
    "HATCH",
    "SHELL",
    "STEP",
    "Base",
    "Edge",
    "Excused",
    "Figure",
    "Gait",
    "Grid",
    "Ground",
    "Map",
    "MapError",
    "MapMarker",
    "Opening",
    "Reach",
    "Screen",
    "Seen",
    "Slope",
    "Square",
    "Table",
    "Terrain",
    "Travel",
    "Veil",
    "Zone",
    "affordable",
    "any_view",
    "base_mm",
    "climb",
    "closer",
    "closest_pair",
    "cohesion",
    "depth",
    "gap",
    "gap_in_space",
    "leap",
    "line",
    "load",
    "look",
    "look_from",
    "nearest_legal",
    "obstructions",
    "overlap",
    "push",
    "route",
    "snap",
    "travel",
    "within",
]
