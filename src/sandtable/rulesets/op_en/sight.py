"""Line of Sight: Clear, Obscured or Blocked, the same both ways (OE-2.26 to OE-2.32); and the end of Hidden."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.effects import Revealed
from sandtable.rulesets.op_en.ground import SCREEN, SOLID, Field, field_of
from sandtable.rulesets.op_en.parameters import look_up
from sandtable.rulesets.op_en.space import TOUCH, aware, figure, gap
from sandtable.rulesets.op_en.state import Character, State
from sandtable.table import Figure, Screen, Veil, glimpse, obstructions
from sandtable.table.hot.plane import point_segment
from sandtable.table.sight import line

View = Literal["clear", "obscured", "blocked"]
STOPS = Veil(traits=frozenset({SOLID}))
HIDES = Veil(traits=frozenset({SOLID, SCREEN}))
BODIES = Veil()


class Look(Struct, frozen=True):
    """What there is of LoS between two characters, and what lies between them."""

    view: View
    between: tuple[str, ...] = ()
    layer: str = ""
    """The layer of the rule that keeps it from being Clear, where that is a rule of distance."""


CLEAR = Look("clear")


def look(state: State, options: Options, a: Character, b: Character) -> Look:
    where = field_of(state, options)
    view, between = _past_terrain(where, a, b)
    if view == "blocked":
        return Look("blocked", between)
    bodies = _bodies_between(state, a, b)
    if bodies:
        one, two = figure(a), figure(b)
        hiding = obstructions(where.table, one, two, BODIES, Screen(bodies))
        if hiding:
            if glimpse(where.table, one, two, STOPS, Screen(bodies)) is None:
                return Look("blocked", (*between, *hiding))
            return Look("obscured", (*between, *hiding))
    if view == "obscured":
        return Look("obscured", between)
    if _through_smoke(state, a, b):
        return Look("obscured", ("smoke",))
    return _in_the_dark(state, a, b)


def sees(state: State, options: Options, a: Character, b: Character) -> bool:
    """Obscured LoS is LoS (OE-2.29); Blocked is none (OE-2.28)."""
    return look(state, options, a, b).view != "blocked"


def _past_terrain(where: Field, a: Character, b: Character) -> tuple[View, tuple[str, ...]]:
    """What terrain alone leaves; found once."""
    if not where.blind:
        return "clear", ()
    if (b.x, b.y, b.z) < (a.x, a.y, a.z):
        a, b = b, a
    key = (a.x, a.y, a.z, a.radius, a.sheet.height, b.x, b.y, b.z, b.radius, b.sheet.height)
    known = where.looks.get(key)
    if known is None:
        known = where.looks.keep(key, _terrain_between(where, figure(a), figure(b)))
    return known  # type: ignore[return-value]


def _terrain_between(where: Field, one: Figure, two: Figure) -> tuple[View, tuple[str, ...]]:
    between = obstructions(where.table, one, two, HIDES)
    low, high = sorted((one.z, two.z))
    floors = any(low < height <= high + TOUCH for _, height in where.table.blinds.slabs)
    if not between and not floors:
        return "clear", ()
    if glimpse(where.table, one, two, STOPS) is None:
        return "blocked", between
    return ("obscured", between) if between else ("obscured", ("a floor",)) if floors and _cut(where, one, two) else (
        "clear", ()
    )  # fmt: skip


def _cut(where: Field, one: Figure, two: Figure) -> bool:
    """Does a floor hide part of two who stand on different floors? Lines from foot to head go through it."""
    low, high = (one, two) if one.z <= two.z else (two, one)
    start, end = Point(low.x, low.y, low.z + 0.01), Point(high.x, high.y, high.z + 0.01)
    return bool(line(where.table, start, end, STOPS))


def _bodies_between(state: State, a: Character, b: Character) -> list[Figure]:
    """Third characters near the lines, Friendly, Enemy and neutral alike (OE-2.29, OE-6.3)."""
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
    return found


def _through_smoke(state: State, a: Character, b: Character) -> bool:
    for patch in state.patches:
        if patch.ground == "smoke":
            reach = patch.radius + max(a.radius, b.radius)
            if point_segment(patch.x, patch.y, a.x, a.y, b.x, b.y) < reach * reach:
                return True
    return False


def _in_the_dark(state: State, a: Character, b: Character) -> Look:
    """Beyond some distance LoS may never be Clear, where a layer says so."""
    found = look_up(state, "los.clear_max")
    if isinstance(found.value, str) or gap(a, b) <= found.value + TOUCH:
        return CLEAR
    return Look("obscured", (f"more than {found.value:g}″ apart",), found.layer)


# ---- hidden ---------------------------------------------------------------------------------------


def may_target(state: State, options: Options, who: Character, target: Character) -> bool:
    """A Hidden Enemy can be targeted only inside the AR (OE-2.13, OE-13.6, OE-16.27)."""
    return not target.hidden or aware(state, options, who, target)


def spotter(state: State, options: Options, who: Character) -> tuple[Character, str] | None:
    """An Enemy whose AR or Clear LoS ends somebody's Hidden Status, and by which clause (OE-16.30, OE-16.31)."""
    for enemy in state.enemies(who):
        if aware(state, options, enemy, who):
            return enemy, "OE-16.30"
        if not who.faded and look(state, options, enemy, who).view == "clear":
            return enemy, "OE-16.31"
    return None


def exposed(who: Character) -> bool:
    """Is it kept from being Hidden by an effect?"""
    return bool(who.held(Revealed))
