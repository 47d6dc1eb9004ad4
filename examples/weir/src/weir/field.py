"""What Weir says to the storey for games in inches: what lies in the marsh, how it measures, who sees whom."""

from functools import lru_cache

from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.features import Feature, with_features
from sandtable.skirmish.levels import Heights
from sandtable.skirmish.planning import GroundMark
from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.sightlines import Samples, between, is_cut, sightline
from sandtable.table import Table, causes
from sandtable.table.causes import Verdicts

SOLID, LOW, GROWTH = ("impassable", "blocks-sight"), ("obstacle", "obscures"), ("into-out-of",)
MARSH = (
    Feature("punt", x=(11, 13), y=(12, 15), height=2, flags=SOLID),
    Feature("skiff", x=(11, 13), y=(3, 6), height=2, flags=SOLID),
    Feature("west dyke", x=(7.5, 8), y=(5, 9), height=0.75, flags=LOW),
    Feature("east dyke", x=(16, 16.5), y=(9, 13), height=0.75, flags=LOW),
    Feature("tall reeds", x=(6, 9), y=(11, 15), height=3, flags=GROWTH),
    Feature("thick reeds", x=(15, 18), y=(3, 7), height=3, flags=GROWTH),
)
WEIR = GroundMark("weir", 12.0, 9.0, 0.5)

HEIGHTS, MEASURE = Heights(body=1.25, storey=4.0), Rounding(contact=0.02)
LINES = Samples(eye=1.0, heights=(1.0, 0.25))

STOPS = (causes.IMPASSABLE, causes.BLOCKED, causes.GAP, causes.SHEER)
GROUND = (*STOPS, causes.PARTLY_IN, causes.ON_OBSTACLE, causes.BAD_PIECE)
WAYS = (causes.TOO_FAR, causes.IN_THE_WAY, causes.CONTACT, causes.ENDS_IN_CONTACT, causes.NO_CONTACT, causes.NO_WAY)
BOTH = dict.fromkeys((causes.OFF_TABLE, causes.PARTLY_OFF, causes.OVERLAP), "WR-1.2") | dict.fromkeys(GROUND, "WR-1.3")
WALKING = Verdicts(BOTH | dict.fromkeys(WAYS, "WR-2.2"))
CHARGING = Verdicts(BOTH | dict.fromkeys(WAYS, "WR-2.4"))


@lru_cache(64)
def field(terrain: tuple[Feature, ...]) -> Battlefield:
    table = Table(width=24.0, height=18.0, name="The marsh")
    return Battlefield(with_features(table, terrain, HEIGHTS, WALKING), HEIGHTS, MEASURE)


def points_in_sight(where: Battlefield, viewer: Body, target: Body) -> int:
    look = sightline(viewer, target)
    pieces, floors = between(where, look)
    eye, points = LINES.lines(look)
    return sum(not is_cut(where, pieces, floors, eye, point) for point in points)


def in_cover(where: Battlefield, viewer: Body, target: Body) -> bool:
    in_reeds = where.at(target.x, target.y, target.z, target.radius).inside
    return bool(in_reeds) or points_in_sight(where, viewer, target) < len(LINES)
