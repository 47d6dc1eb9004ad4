"""Where somebody may stand: on the table, on a floor, on nobody, in no wall (OE-5.5, OE-10.6, OE-10.8, OE-11.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, ceil, cos, floor, pi, sin

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.ground import PUSHED, Field, field_of
from sandtable.rulesets.op_en.pieces import WALL
from sandtable.rulesets.op_en.refusals import IN_DEEP, ON_MARKER, PLACED
from sandtable.rulesets.op_en.space import figure
from sandtable.rulesets.op_en.state import Character, State
from sandtable.table import causes
from sandtable.table.causes import Verdicts
from sandtable.table.measuring import holds_wholly
from sandtable.table.pieces import Figure


def standing_refused(
    state: State,
    options: Options,
    who: Character,
    at: Point,
    *,
    deep: bool = False,
    marks: bool = True,
    by: Verdicts = PLACED,
) -> Refusal | None:
    """Why somebody may not end there: off the table (OE-10.6), on a base (OE-10.8), on a marker (OE-5.5), on no floor
    (OE-11.2), in deep water (OE-11.13), half on a wall (OE-11.6). `deep`: it may be in deep water, come what may; `by`:
    the clauses of the movement that ends there."""
    where = field_of(state, options)
    if not where.fits(at.x, at.y, who.sheet.footprint.radius):
        return by.refuse(causes.OFF_TABLE, who.name)
    blocked = someone_there(state, who, at)
    if blocked is not None:
        return by.refuse(causes.OVERLAP, who.name, blocked.name)
    if marks and (name := mark_there(state, at, who.radius, who.sheet.height)):
        return by.refuse(ON_MARKER, who.name, name)
    if where.floor_at(at.x, at.y, at.z) is None:
        return by.refuse(causes.NO_FLOOR, who.name)
    if not deep and not who.has("swimming") and where.in_deep(at.x, at.y, at.z):
        return by.refuse(IN_DEEP, who.name)
    return _in_terrain(where, figure(who, at), who.name, by)


def _in_terrain(where: Field, there: Figure, name: str, by: Verdicts) -> Refusal | None:
    """In a piece, or on a wall without the whole base on it (OE-11.6)."""
    level = there.z + where.tilt(there)
    blocker = where.ground(there.base, PUSHED, level).overlapped(there.x, there.y)
    if blocker is not None:
        wall = any(WALL in piece.traits and piece.label == blocker for piece in where.table.terrain)
        return by.refuse(causes.PARTLY_IN if wall else causes.PARTLY_IN_SURFACE, name, blocker)
    for piece in where.under(there.x, there.y):
        if WALL in piece.traits and abs(piece.top - there.z) < 1e-6 and not holds_wholly(piece.outline, there):
            return by.refuse(causes.EDGE, name, piece.label)
    return None


def someone_there(state: State, who: Character, at: Point) -> Character | None:
    """Whose base it would overlap there (OE-10.8)."""
    for other in state.characters:
        if other.status != "in play" or other is who:
            continue
        dx, dy, across = at.x - other.x, at.y - other.y, who.radius + other.radius
        if dx * dx + dy * dy < across * across and _same_floor(at.z, who.sheet.height, other.z, other.sheet.height):
            return other
    return None


def _same_floor(z: float, height: float, other_z: float, other_height: float) -> bool:
    return z < other_z + other_height and other_z < z + height


def mark_there(state: State, at: Point, radius: float, height: float) -> str:
    """The name of a marker that a base would overlap (OE-5.5); touching is fine."""
    for mark in state.marks:
        dx, dy, across = at.x - mark.x, at.y - mark.y, radius + mark.radius
        if dx * dx + dy * dy < across * across and mark.on_table and abs(mark.z - at.z) < height:
            return mark.name
    return ""


# ---- places round a base --------------------------------------------------------------------------


def outward(middle: tuple[float, float], angle: float, reach: float) -> tuple[float, float]:
    """The lattice place in a direction, just no nearer than `reach`: in contact, and overlapping nothing."""
    x, y = cos(angle) * reach, sin(angle) * reach
    px = (ceil if x > 0 else floor)((middle[0] + x) * 1024 - (1e-9 if x > 0 else -1e-9)) / 1024
    py = (ceil if y > 0 else floor)((middle[1] + y) * 1024 - (1e-9 if y > 0 else -1e-9)) / 1024
    return px, py


def ring(middle: tuple[float, float], reach: float, first: tuple[float, float], parts: int = 16) -> Iterator[Point]:
    """Places round a middle, the one towards a point first, then alternately to either side."""
    start = atan2(first[1] - middle[1], first[0] - middle[0])
    for k in range(parts):
        turn = (k + 1) // 2 * (2 * pi / parts) * (1 if k % 2 else -1)
        yield Point(*outward(middle, start + turn, reach))


def nearest_free(
    state: State, options: Options, who: Character, wish: Point, refused: Callable[[Point], Refusal | None]
) -> Point | None:
    """The place nearest to a wish that is not refused, on rings a tenth of an inch apart; the floor is found anew."""
    where = field_of(state, options)
    if refused(wish) is None:
        return wish
    for step in range(1, 121):
        far = step / 10
        count = max(12, int(far * 14))
        for k in range(count):
            angle = 2 * pi * k / count
            x, y = round((wish.x + cos(angle) * far) * 1024) / 1024, round((wish.y + sin(angle) * far) * 1024) / 1024
            for z in where.floors(x, y):
                if z <= wish.z + 1e-6 and refused(Point(x, y, z)) is None:
                    return Point(x, y, z)
    return None
