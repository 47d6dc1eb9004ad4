"""Line of Sight: Clear, Obscured or Blocked (OE-2.26 to OE-2.32), the same both ways (OE-2.31); and how Hidden ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Final, Literal

from sandtable.engine.questions import Point
from sandtable.engine.records import Record
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.effects import Revealed
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.parameters import look_up
from sandtable.rulesets.op_en.pieces import SCREEN, SOLID
from sandtable.rulesets.op_en.space import TOUCH, aware, farther, figure, gap, in_earshot, overhears
from sandtable.rulesets.op_en.state import Character, State
from sandtable.table import Figure, Screen, Terrain, Veil, any_view, look_from, obstructions
from sandtable.table.body_sight import hiding
from sandtable.table.hot.corridor import Corridor
from sandtable.table.hot.plane import point_segment
from sandtable.table.sight import line

View = Literal["clear", "obscured", "blocked"]
STOPS: Final = Veil(traits=frozenset({SOLID}))
HIDES: Final = Veil(traits=frozenset({SOLID, SCREEN}))
BODIES: Final = Veil()


class LineOfSight(Record, frozen=True):
    """What there is of LoS between two characters (OE-2.26), and what lies between them."""

    view: View
    between: tuple[str, ...] = ()
    layer: str = ""
    """The layer of the rule that keeps it from being Clear, where that is a rule of distance."""


CLEAR: Final = LineOfSight("clear")
DARK: Final = -2
"""Too far apart in the dark, for a chain that stands between."""
CLOSE: Final = 0.25
"""Inches: so close together a way is looked at where a gap may open."""


def look(state: State, options: Options, a: Character, b: Character) -> LineOfSight:
    """The whole verdict on LoS (OE-2.26), the same both ways (OE-2.31) and whichever way they face (OE-2.32): Clear
    with nothing between them (OE-2.27), Blocked with nothing of each other in sight (OE-2.28), else Obscured
    (OE-2.29)."""
    where = field_of(state, options)
    view, between = _past_terrain(where, a, b)
    if view == "blocked":
        return LineOfSight("blocked", between)
    bodies = _hidden_by(state, a, b)
    if bodies:
        blocked = _bodies_block(where, state, a, b, terrain=view == "obscured")
        return LineOfSight("blocked" if blocked else "obscured", (*between, *bodies))
    if view == "obscured":
        return LineOfSight("obscured", between)
    if _through_smoke(state, a, b):
        return LineOfSight("obscured", ("smoke",))
    return _in_the_dark(state, a, b)


def is_clear(state: State, options: Options, a: Character, b: Character) -> bool:
    """Nothing at all between them (OE-2.27): asked more often than the rest, and cheaper."""
    return _is_clear(field_of(state, options), state, clear_limit(state), a, b)


def _is_clear(where: Field, state: State, limit: float, a: Character, b: Character) -> bool:
    if limit < inf and farther(a, b, limit):
        return False
    if where.blind and not _terrain_clear(where, a, b):
        return False
    return not (_hidden_by(state, a, b) or (state.patches and _through_smoke(state, a, b)))


def sees(state: State, options: Options, a: Character, b: Character) -> bool:
    """Is there LoS (OE-2.26), whichever way they face (OE-2.32)? Obscured LoS is LoS, for whatever needs one (OE-2.29,
    OE-2.30); Blocked is none (OE-2.28)."""
    where = field_of(state, options)
    if where.blind and not _seen_past(where, a, b):
        return False
    if not _hidden_by(state, a, b):
        return True
    return not _bodies_block(where, state, a, b, terrain=where.blind and not _terrain_clear(where, a, b))


def sees_spot(where: Field, who: Character, piece: Terrain, spot: Point) -> bool:
    """Does other terrain leave a line open from somebody to a place on the outline of a piece (OE-2.26)?"""
    dx, dy = spot.x - who.x, spot.y - who.y
    far = hypot(dx, dy) or 1.0
    starts = [
        Point(who.x - side * dy / far * who.radius, who.y + side * dx / far * who.radius, who.z + rise)
        for side in (0.0, 1.0, -1.0)
        for rise in (0.01, who.sheet.height)
    ]
    ends = [Point(spot.x, spot.y, height) for height in (piece.floor + 0.01, piece.top - 0.01)]
    return any(not set(line(where.table, start, end, STOPS)) - {piece.id} for start in starts for end in ends)


def _key(a: Character, b: Character) -> tuple[float, ...]:
    """The same for both directions (OE-2.31)."""
    if b.x < a.x or (b.x == a.x and (b.y, b.z) < (a.y, a.z)):
        a, b = b, a
    return (a.x, a.y, a.z, a.radius, a.sheet.height, b.x, b.y, b.z, b.radius, b.sheet.height)


def _terrain_between(where: Field, a: Character, b: Character) -> tuple[str, ...]:
    """Terrain that stops at least one line; found once."""
    key = _key(a, b)
    known = where.between.get(key)
    if known is None:
        one, two = figure(a), figure(b)
        found = obstructions(where.table, one, two, HIDES)
        if not found and _floors_between(where, one, two):
            found = ("a floor",)
        known = where.between.keep(key, found)
    return known


def _terrain_clear(where: Field, a: Character, b: Character) -> bool:
    """Does no terrain at all lie between them? Found once."""
    key = _key(a, b)
    known = where.clear.get(key)
    if known is None:
        clear = _corridor(a, b).stopper(where.blinds, where.hiding) < 0
        known = where.clear.keep(key, clear and not _floors_between(where, figure(a), figure(b)))
    return known


def _corridor(a: Character, b: Character) -> Corridor:
    """The space between two, the one with the higher top first."""
    top_a, top_b = a.z + a.sheet.height, b.z + b.sheet.height
    if top_b > top_a:
        a, b, top_a, top_b = b, a, top_b, top_a
    return Corridor(a.x, a.y, a.radius, a.z, top_a, b.x, b.y, b.radius, b.z, top_b)


def _floors_between(where: Field, one: Figure, two: Figure) -> bool:
    """Does a floor cut the line between their feet, or hide part of one from the top of the other (OE-11.24)?"""
    low, high = (one, two) if one.z <= two.z else (two, one)
    top = max(one.top, two.top)
    if not any(low.z < height < top for _, height in where.table.blinds.slabs):
        return False
    start, end = Point(low.x, low.y, low.z + 0.01), Point(high.x, high.y, high.z + 0.01)
    if line(where.table, start, end, STOPS):
        return True
    return any(look_from(where.table, *pair, HIDES).share < 1.0 for pair in ((one, two), (two, one)))


def _past_terrain(where: Field, a: Character, b: Character) -> tuple[View, tuple[str, ...]]:
    """What terrain alone leaves; found once."""
    if not where.blind:
        return "clear", ()
    between = _terrain_between(where, a, b)
    if not between:
        return "clear", ()
    return ("obscured" if _seen_past(where, a, b) else "blocked"), between


def _seen_past(where: Field, a: Character, b: Character) -> bool:
    """Does terrain leave any line open, through an opening (OE-11.22) or past a floor (OE-11.24)? Found once."""
    key = _key(a, b)
    seen = where.seen.get(key)
    if seen is None:
        seen = _terrain_clear(where, a, b) or any_view(where.table, figure(a), figure(b), STOPS)
        where.seen.keep(key, seen)
    return seen


def _hidden_by(state: State, a: Character, b: Character) -> tuple[str, ...]:
    """Third characters that hide part of the two from each other (OE-2.29)."""
    bodies = _bodies_between(state, a, b)
    return tuple([one.id for one in hiding(figure(a), figure(b), bodies)]) if bodies else ()


def _bodies_block(where: Field, state: State, a: Character, b: Character, *, terrain: bool) -> bool:
    """Do third characters, and terrain if there is any, leave no line open (OE-2.28)? Found once for each such place of
    all."""
    bodies = _bodies_between(state, a, b)
    key = (*_key(a, b), *(part for one in bodies for part in (one.x, one.y, one.z, one.top, one.base.radius)))
    seen = where.seen.get(key)
    if seen is None:
        veil = STOPS if terrain else BODIES
        seen = where.seen.keep(key, any_view(where.table, figure(a), figure(b), veil, Screen(bodies)))
    return not seen


def _bodies_between(state: State, a: Character, b: Character) -> list[Figure]:
    """Third characters near the lines, Friendly, Enemy and neutral alike (OE-2.29, OE-6.3); markers never (OE-5.3)."""
    found = []
    wide = max(a.radius, b.radius)
    low, high = min(a.z, b.z), max(a.z + a.sheet.height, b.z + b.sheet.height)
    for one in state.characters:
        if one.status != "in play" or one is a or one is b:
            continue
        reach = wide + one.radius
        if point_segment(one.x, one.y, a.x, a.y, b.x, b.y) >= reach * reach:
            continue
        if one.z < high and one.z + one.sheet.height > low:
            found.append(figure(one))
    return [] if found and _nothing_fits_between(a, b) else found


def _nothing_fits_between(a: Character, b: Character) -> bool:
    """Are they in contact on level ground (OE-14.15)? Who stands beside both is between them only by the lines."""
    return abs(a.z - b.z) <= TOUCH and gap(a, b) <= TOUCH


def _through_smoke(state: State, a: Character, b: Character) -> bool:
    for patch in state.patches:
        if patch.ground == "smoke":
            reach = patch.radius + max(a.radius, b.radius)
            if point_segment(patch.x, patch.y, a.x, a.y, b.x, b.y) < reach * reach:
                return True
    return False


def clear_limit(state: State) -> float:
    """How far apart two may be and have Clear LoS."""
    inches = look_up(state, "los.clear_max").value
    return inf if isinstance(inches, str) else inches + TOUCH


def _in_the_dark(state: State, a: Character, b: Character) -> LineOfSight:
    """Beyond some distance LoS may never be Clear, where a layer says so."""
    if gap(a, b) <= clear_limit(state):
        return CLEAR
    found = look_up(state, "los.clear_max")
    return LineOfSight("obscured", (f"more than {found.value:g}″ apart",), found.layer)


# ---- hidden ---------------------------------------------------------------------------------------


def may_target(state: State, options: Options, who: Character, target: Character) -> bool:
    """A Hidden Enemy can be targeted only inside the AR (OE-2.13, OE-13.6, OE-16.27)."""
    return not target.hidden or aware(state, options, who, target)


def spotter(state: State, options: Options, who: Character) -> tuple[Character, str] | None:
    """An Enemy whose AR or Clear LoS ends somebody's Hidden Status, and by which clause (OE-16.30, OE-16.31)."""
    where, limit = field_of(state, options), clear_limit(state)
    for enemy in state.enemies(who):
        if in_earshot(enemy, who) and overhears(where, enemy, who):
            return enemy, "OE-16.30"
        if not who.faded and _is_clear(where, state, limit, enemy, who):
            return enemy, "OE-16.31"
    return None


def first_clear(
    where: Field,
    state: State,
    enemy: Character,
    who: Character,
    moved: Character,
    points: Sequence[Point],
    straight: bool = False,
) -> int:
    """Where on a way of one of the two (points an inch apart) LoS between them is first Clear: the number of the point,
    or of the one after it; -1 if nowhere. Between two points it is looked for more closely, unless one upright block
    stands between the two all along: then it hides what lies between as well. On a `straight` way at one height, such a
    block that still stands there at its end hides all that is left of it."""
    last, before, limit = -1, -1, clear_limit(state)
    for number, p in enumerate(points):
        moved.x, moved.y, moved.z = p.x, p.y, p.z
        dark = limit < inf and farther(enemy, who, limit)
        stopper = DARK if dark else _stopper(where, enemy, who, last)
        if stopper == -1 and _is_clear(where, state, limit, enemy, who):
            return number
        if number and not (stopper == before and (stopper == DARK or (stopper >= 0 and (where.whole >> stopper) & 1))):
            for q in _between(points[number - 1], p):
                moved.x, moved.y, moved.z = q.x, q.y, q.z
                last = _stopper(where, enemy, who, last)
                if last < 0 and _is_clear(where, state, limit, enemy, who):
                    return number
        if straight and stopper >= 0 and stopper != before and (where.whole >> stopper) & 1:
            end = points[-1]
            moved.x, moved.y, moved.z = end.x, end.y, end.z
            if _corridor(enemy, who).enters(where.blinds, stopper, False):
                return -1
        last, before = max(stopper, last) if stopper < 0 else stopper, stopper
    return -1


def _stopper(where: Field, a: Character, b: Character, hunch: int) -> int:
    """A chain of terrain that stands between two, -1 for none; the last one mostly still does."""
    return _corridor(a, b).stopper(where.blinds, where.hiding, hunch) if where.blind else -1


def _between(a: Point, b: Point) -> list[Point]:
    """Points between two, a quarter of an inch apart or less."""
    parts = int(hypot(b.x - a.x, b.y - a.y) / CLOSE) + 1
    return [
        Point(a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts, a.z if 2 * k < parts else b.z)
        for k in range(1, parts)
    ]  # fmt: skip


def exposed(who: Character) -> bool:
    """Is it kept from being Hidden by an effect?"""
    return bool(who.held(Revealed))
