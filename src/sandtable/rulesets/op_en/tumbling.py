"""Forced and sudden movement (chapter 12): falls, drowning, Pushes and Teleports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, hypot, pi, sin
from typing import Final

from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.damage import go_out, hurt, settle
from sandtable.rulesets.op_en.effects import StatTest
from sandtable.rulesets.op_en.ground import PUSHED, Field, field_of
from sandtable.rulesets.op_en.hidden import renew_hidden
from sandtable.rulesets.op_en.parameters import number
from sandtable.rulesets.op_en.pieces import DEEP
from sandtable.rulesets.op_en.refusals import TELEPORTED
from sandtable.rulesets.op_en.space import TOUCH, figure
from sandtable.rulesets.op_en.standing import mark_there, nearest_free, standing_refused
from sandtable.rulesets.op_en.state import Character
from sandtable.table import Figure, Ground, snap
from sandtable.table.feats import Pushed, distance_to_open
from sandtable.table.feats import push as shove
from sandtable.table.measuring import nearest_outside, overlaps_terrain

LEDGE: Final = 1e-6
"""Any drop ends a Push (OE-12.11)."""


def rounded_up(inches: float) -> int:
    """A measured length as a whole number (OE-1.14)."""
    return ceil(inches - 1e-6)


def put(g: Play, who: Character, at: Point, path: tuple[Point, ...] = ()) -> None:
    """Somebody is there now; whoever is Hidden may have come to light."""
    way = path or (Point(who.x, who.y, who.z), at)
    who.x, who.y, who.z = at.x, at.y, at.z
    renew_hidden(g, who, way if path else ())


def told(path: Sequence[Point]) -> list[list[float]]:
    """A way as an event tells of it."""
    return [[point.x, point.y, point.z] for point in path]


# ---- falling --------------------------------------------------------------------------------------


def falling_test(g: Play, who: Character, inches: float) -> Procedure[None]:
    """Agility against the distance; damage as many on a failure, whatever the armour (OE-12.29, OE-12.30, OE-12.31,
    OE-12.32)."""
    if inches < number(g.state, "fall.untested") - 1e-6:
        g.tell("fell", "OE-12.32", who=who.name, inches=round(inches, 3))
        return
    test = StatTest("fixed", "agility", rounded_up(inches))
    outcome = yield from make(g, who, Attempt("Falling", test, "OE-12.29", "falling"))
    g.tell("fell", "OE-12.29", who=who.name, inches=round(inches, 3))
    if not outcome.success:
        hurt(g, who, rounded_up(inches), "Falling", "OE-12.30", hit=False)
    yield from settle(g)


def fall_over(
    g: Play, who: Character, edge: Point, direction: tuple[float, float], controlled: bool = False
) -> Procedure[None]:
    """A drop to a lower elevation (OE-12.24), after a Push too (OE-12.11): over an edge to its foot in the direction of
    travel, the Falling Test (OE-12.26), then the Drowning Test (OE-12.33). A low one by a Push in its own activation is
    a Controlled Fall (OE-12.25, OE-12.28)."""
    from_height = who.z
    foot = landing_place(g, who, edge, direction)
    inches = from_height - foot.z
    if controlled and not who.dropped and inches <= number(g.state, "fall.controlled") + 1e-6:
        # A Push in one's own activation: the Controlled Fall of the turn (OE-12.28).
        if inches >= number(g.state, "fall.untested") - 1e-6:
            who.dropped = True
        put(g, who, foot)
        g.tell("fell", "OE-12.28", who=who.name, inches=round(inches, 3), to=[foot.x, foot.y])
    else:
        put(g, who, foot)
        yield from falling_test(g, who, inches)
    yield from drown_if_deep(g, who)


def landing_place(g: Play, who: Character, edge: Point, direction: tuple[float, float]) -> Point:
    """At the foot of the edge, base touching the face; if that is taken, the nearest free place (OE-12.33)."""
    where = field_of(g.state, g.options)
    size = hypot(*direction) or 1.0
    x, y = snap(edge.x + direction[0] / size * who.radius), snap(edge.y + direction[1] / size * who.radius)
    x = min(max(x, who.radius), where.table.width - who.radius)
    y = min(max(y, who.radius), where.table.height - who.radius)
    z = max((height for height in where.floors(x, y) if height < who.z - 1e-6), default=0.0)

    def refused(at: Point) -> Refusal | None:
        if at.z >= who.z - 1e-6:
            return Refusal("it falls")
        return standing_refused(g.state, g.options, who, at, deep=True)

    return nearest_free(g.state, g.options, who, Point(x, y, z), refused) or Point(x, y, z)


# ---- drowning -------------------------------------------------------------------------------------


def drown_if_deep(g: Play, who: Character) -> Procedure[None]:
    """Whoever was forced into deep water without a Talent for it tests at once (OE-11.14), by a Push (OE-12.10) or a
    Teleport (OE-12.17) too; who swims never (OE-12.2)."""
    where = field_of(g.state, g.options)
    if who.in_play and not who.has("swimming") and where.in_deep(who.x, who.y, who.z):
        yield from drowning_test(g, who)


def drowning_test(g: Play, who: Character) -> Procedure[None]:
    """Grit against the distance to the nearest ground one can stand on, at least 1 (OE-11.15), as the Active character
    (OE-11.18): ashore (OE-11.16), or Out of Action (OE-11.17)."""
    where = field_of(g.state, g.options)
    far = distance_to_open(where.table, figure(who), frozenset({DEEP}))
    test = StatTest("fixed", "grit", max(1, rounded_up(far)))
    outcome = yield from make(g, who, Attempt("Drowning", test, "OE-11.15", "drowning"))
    shore = ashore(g, who)
    if outcome.success:
        put(g, who, shore)
        g.tell("ashore", "OE-11.16", who=who.name, to=[shore.x, shore.y])
    else:
        who.drowned = True
        yield from go_out(g, who, "OE-11.17", shore)


def ashore(g: Play, who: Character) -> Point:
    """At the closest edge of the water, base wholly on land, touching the edge (OE-11.16)."""
    where = field_of(g.state, g.options)
    banks = [
        nearest_outside(where.table.terrain[piece], who.x, who.y)
        for piece in where.deep
        if where.holds(piece, who.x, who.y)
    ]
    bank = min(banks, key=lambda spot: hypot(spot[0] - who.x, spot[1] - who.y))
    dx, dy = bank[0] - who.x, bank[1] - who.y
    size = hypot(dx, dy) or 1.0
    wish = Point(snap(bank[0] + dx / size * who.radius), snap(bank[1] + dy / size * who.radius), 0.0)

    def refused(at: Point) -> Refusal | None:
        there = figure(who).moved(at)
        if any(overlaps_terrain(there, where.table.terrain[piece]) for piece in where.deep):
            return Refusal("it is still in the water")
        return standing_refused(g.state, g.options, who, at)

    return nearest_free(g.state, g.options, who, wish, refused) or wish


# ---- pushes ---------------------------------------------------------------------------------------


def line_between(one: Character, other: Character) -> tuple[float, float]:
    """From one base centre to another (OE-12.5)."""
    return other.x - one.x, other.y - one.y


def push(
    g: Play, who: Character, direction: tuple[float, float], inches: float, source: str, *, own: bool = False
) -> Procedure[float]:
    """One straight line (OE-12.3, OE-12.6) until the distance is used up, difficult ground counting double (OE-12.9), a
    base or something else stops it (OE-12.7, OE-12.8), or it goes over an edge or into deep water (OE-12.10, OE-12.11).
    Nobody's CR holds who is pushed (OE-10.19, OE-12.12), and no wings (OE-12.23). How far it went."""
    where = field_of(g.state, g.options)
    body = figure(who)
    start = body.at
    others = [figure(other) for other in g.state.others(who)]
    done = _shoved(where, body, others, direction, inches)
    end = done.end if done.fall else _before_markers(g, who, start, done.end)
    moved = hypot(end.x - start.x, end.y - start.y)
    put(g, who, end, (start, end))
    g.tell("pushed", "OE-12.6", who=who.name, inches=round(moved, 3), to=[end.x, end.y], source=source,
           stopped_by=done.stopped_by, fall=round(done.fall, 3), path=told((start, end)))  # fmt: skip
    if done.fall:
        yield from fall_over(g, who, end, direction, controlled=own)
    else:
        yield from drown_if_deep(g, who)
    return moved


def _shoved(where: Field, body: Figure, others: list[Figure], direction: tuple[float, float], inches: float) -> Pushed:
    """The straight way of a Push (OE-12.6) to what stops it: a barrier (OE-12.7), somebody (OE-12.8) or an edge
    (OE-12.11), difficult ground slowing it (OE-12.9). A ramp leads past the edge of what it rises to (OE-11.9): where
    that edge alone stops the base, it goes on."""
    lifted = body.moved(Point(body.x, body.y, body.z + where.tilt(body)))
    done = shove(Ground(where.table, body.base, PUSHED, others, lifted.z), lifted, direction, inches, LEDGE)
    if not done.moved:
        return Pushed(body.at, 0.0, 0.0, done.stopped_by, done.fall)
    there = body.moved(done.end)
    if not done.stopped_by or not where.tilt(there):
        return done
    beyond = _shoved(where, there, others, direction, inches - done.moved)
    moved, used = done.moved + beyond.moved, done.used + beyond.used
    return Pushed(beyond.end, moved, used, beyond.stopped_by or ("" if beyond.moved else done.stopped_by), beyond.fall)


def _before_markers(g: Play, who: Character, start: Point, end: Point) -> Point:
    """A forced movement that would end on a marker stops at the last free place before it (OE-5.5)."""
    at = end
    far = hypot(end.x - start.x, end.y - start.y)
    steps = int(far * 64)
    for k in range(steps, -1, -1):
        if not mark_there(g.state, at, who.radius, who.sheet.height):
            return at
        share = k / steps if steps else 0.0
        at = Point(snap(start.x + (end.x - start.x) * share), snap(start.y + (end.y - start.y) * share), end.z)
    return start


# ---- teleports ------------------------------------------------------------------------------------


def teleport(g: Play, who: Character, inches: float, by: tuple[int, str], source: str) -> Procedure[None]:
    """Lifted and put back, no part of the base beyond the range; who causes it says where (OE-12.13, OE-12.14,
    OE-12.15, OE-12.16, OE-12.17). No CR holds it (OE-10.20)."""
    spots = [spot for spot in teleport_spots(g, who, inches) if teleport_refused(g, who, spot, inches) is None]
    spots.append(Point(who.x, who.y, who.z))

    def check(places: Places) -> Refusal | None:
        return teleport_refused(g, who, grounded(g, places[who.name]), inches)

    places = yield Place(
        topic="teleport place",
        seat=by[0],
        who=by[1],
        prompt=f"{source}: Teleport {who.name} up to {inches:g}″",
        clause="OE-12.13",
        models=(who.name,),
        check=check,
        candidates=lambda: [{who.name: spot} for spot in spots],
        region={"from": [[who.x, who.y]], "reach": inches},
    )
    at = grounded(g, places[who.name])
    put(g, who, at)
    g.tell("teleported", "OE-12.14", who=who.name, to=[at.x, at.y], source=source)
    yield from drown_if_deep(g, who)


def grounded(g: Play, spot: Point) -> Point:
    """A place on the floor that is meant: the one named, else the lowest."""
    floors = field_of(g.state, g.options).floors(snap(spot.x), snap(spot.y))
    z = next((height for height in floors if abs(height - spot.z) < 1e-3), floors[0] if not spot.z else spot.z)
    return Point(snap(spot.x), snap(spot.y), z)


def teleport_refused(g: Play, who: Character, at: Point, inches: float) -> Refusal | None:
    """Out of range (OE-12.14), or nowhere to stand (OE-12.15); heights and deep water are no matter (OE-12.16,
    OE-12.17)."""
    if (at.x, at.y, at.z) == (who.x, who.y, who.z):
        return None
    far = hypot(hypot(at.x - who.x, at.y - who.y), at.z - who.z)
    if far > inches + TOUCH:
        return Refusal(f"part of the base would be farther than {inches:g}″", "OE-12.14")
    return standing_refused(g.state, g.options, who, at, deep=True, by=TELEPORTED)


def teleport_spots(g: Play, who: Character, inches: float) -> Iterator[Point]:
    where = field_of(g.state, g.options)
    for k in range(8):
        angle = 2 * pi * k / 8 + who.number
        for share in (0.98, 0.5):
            x, y = snap(who.x + cos(angle) * inches * share), snap(who.y + sin(angle) * inches * share)
            for z in where.floors(x, y):
                yield Point(x, y, z)
