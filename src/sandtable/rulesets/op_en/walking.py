"""Moving (chapters 10 and 11): whether a way is legal, what it costs, and what stands against it. One function decides,
for people, bots and candidates alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Final

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en import refusals
from sandtable.rulesets.op_en.effects import FreeClimb, MoveChange
from sandtable.rulesets.op_en.ground import Field, barrier_height, base_of, field_of, walking_gait
from sandtable.rulesets.op_en.parameters import number
from sandtable.rulesets.op_en.pieces import DIFFICULT, RUIN, RUINED_WALL
from sandtable.rulesets.op_en.refusals import limited, refused
from sandtable.rulesets.op_en.rims import arcs_more, half_round, level_with, points_round, slides
from sandtable.rulesets.op_en.space import TOUCH, aware, beside, figure
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.state import Character, State
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.table import SHELL, STEP, Figure, Gait, Ground, Opening, Terrain, causes, snap, travel
from sandtable.table.board import slope_height
from sandtable.table.ground import FOREVER
from sandtable.table.hot.plane import point_segment, segments_meet
from sandtable.table.measuring import path_at_most, path_length
from sandtable.table.moving import Travel, affordable

WIDE: Final = 99.0
"""The body of somebody who may not enter buildings: no opening is wide enough."""
HAIR: Final = 1e-7


RIM: Final = 0.02
"""So far before an edge its height is looked at."""
HEAD: Final = 0.02
NEAR: Final = 0.002
"""So near its top is the head of a ramp; and the share of a ramp that is left when the surfaces change."""


def allowance(who: Character) -> float:
    """How far a Move Action goes: up to the Move Stat (OE-10.22) as effects change it, half of it while Hidden, rounded
    up (OE-10.1, OE-16.29, OE-1.13)."""
    inches, halves = who.sheet.move, 1 if who.hidden else 0
    for _, pace in who.held(MoveChange):
        inches += pace.inches
        halves += pace.halved
    if who.carries >= 0:
        inches -= 1
    for _ in range(halves):
        inches = -(-inches // 2)
    return float(max(0, inches))


def flies(state: State, options: Options, who: Character) -> bool:
    """Does it fly, by a Talent (OE-10.5, OE-12.19)? Whoever is inside a building walks there, wings or not
    (OE-12.20)."""
    return who.has("flying") and field_of(state, options).building_at(who.x, who.y, who.z) is None


def gait_of(trip: Trip) -> Gait:
    """How it walks: over low barriers (OE-11.3), slowly where it is steep (OE-11.26), swimming if it can (OE-10.5,
    OE-12.2). Found once for all ways of a trip."""
    if trip.gait is None:
        trip.gait = _gait(trip)
    return trip.gait


def _gait(trip: Trip) -> Gait:
    who, where = trip.who, trip.field
    steep = where.steep and where.on_steep_roof(who.x, who.y, who.z)
    swims, windows = who.has("swimming"), not who.has("no_windows")
    return walking_gait(barrier_height(trip.state), FOREVER, swims, windows, steep)


def mover(trip: Trip) -> Figure:
    """The mover, too wide for any door if it may not enter buildings (OE-11.27). Found once, as it sets out."""
    if trip.body is None:
        trip.body = _body(trip)
    return trip.body


def _body(trip: Trip) -> Figure:
    who = trip.who
    if who.has("big") and not trip.options["big_enter_buildings"]:
        return Figure(who.name, base_of(who.sheet.base, who.sheet.height, WIDE), who.x, who.y, who.z)
    return figure(who)


# ---- the one test ---------------------------------------------------------------------------------


def judge(trip: Trip, path: Sequence[Point]) -> Trek | Refusal:
    """The one test of a move: the way with all its turns (OE-10.2), its cost along the path of the base centre
    (OE-10.3), everybody on it, and its end."""
    points = [Point(snap(p.x), snap(p.y), snap(p.z)) for p in path]
    if not points or points == [trip.start]:  # whoever stays where it is has been allowed to be there
        return Trek((trip.start,), 0.0, 0.0)
    if trip.straight and not _straight(trip.start, points):
        return refused(refusals.NOT_STRAIGHT)
    found = _judged(trip, points_round(trip, points, 1))
    if isinstance(found, Refusal) and half_round(trip, points):
        other = _judged(trip, points_round(trip, points, -1))
        return found if isinstance(other, Refusal) else other
    return found


def _judged(trip: Trip, points: list[Point]) -> Trek | Refusal:
    walked = _flown(trip, points) if trip.flies else walked_way(trip, points)
    if isinstance(walked, Refusal):
        return walked
    more = arcs_more(trip, walked)
    if more and walked.cost + more > trip.allowance:
        return _too_far(trip, walked.cost + more)
    return bodies_refused(trip, walked) or leaving_refused(trip, walked) or _end_refused(trip, walked) or walked


def _straight(start: Point, points: list[Point]) -> bool:
    """Do all points lie on one line from the start, each farther on?"""
    end = points[-1]
    dx, dy = end.x - start.x, end.y - start.y
    far = hypot(dx, dy)
    gone = 0.0
    for p in points:
        along = ((p.x - start.x) * dx + (p.y - start.y) * dy) / far if far else 0.0
        off = abs((p.x - start.x) * dy - (p.y - start.y) * dx) / far if far else 0.0
        if along < gone - HAIR or off > 2 * STEP:
            return False
        gone = along
    return True


def _too_far(trip: Trip, cost: float) -> Refusal:
    return limited(trip.clause).refuse(causes.TOO_FAR, trip.who.name, "", cost, trip.inches)


# ---- on foot --------------------------------------------------------------------------------------


def walked_way(trip: Trip, points: list[Point]) -> Trek | Refusal:
    """Goes from point to point, turning as it likes (OE-10.2), by the path of the base centre (OE-10.3), heights paid
    for beside the level distance (OE-10.4); between floors of one place by paying the height (OE-11.23). Never off the
    table (OE-10.6)."""
    where, gait, body = trip.field, gait_of(trip), mover(trip)
    radius = body.base.radius
    at, cost, length, drop, used = trip.start, 0.0, 0.0, False, trip.who.dropped
    path = [at]
    sure = True
    legs: list[tuple[Ground, Travel]] = []
    for number_, p in enumerate(points):
        if (p.x, p.y) == (at.x, at.y):
            if abs(p.z - at.z) <= STEP:
                continue  # where it is: on a ramp heights lie beside the lattice
            climbed = _floor_change(where, trip.who, at, p)
            if isinstance(climbed, Refusal):
                return climbed
            cost, at, sure = cost + climbed, Point(at.x, at.y, p.z), False
            path.append(at)
            continue
        if not where.fits(p.x, p.y, radius):
            return refused(causes.OFF_TABLE, trip.who.name)
        for stop, level in _stages(where, at, p):
            if (stop.x, stop.y) == (at.x, at.y):
                continue  # it ends at the head of a ramp
            ground = where.ground(body.base, gait, level)
            there = body if at is trip.start and level == at.z else body.moved(Point(at.x, at.y, level))
            done = travel(ground, there, (stop,), crossings=False)
            if isinstance(done, Refusal):
                return _cited(trip, done, at, p)
            wet = _deep_refused(trip, at, done.end)
            if wet is not None:
                return wet
            fall = _over_an_edge(trip, done)
            if fall is not None:
                if number_ != len(points) - 1:
                    return refused(refusals.FALLS, trip.who.name)
                return _stepped_off(trip, path, cost, length, done, fall)
            extra, dropped = _drops_and_patches(trip, ground, done, used)
            drop, used = drop or dropped, used or dropped
            legs.append((ground, done))
            sure = sure and not extra
            cost, length, at = cost + done.cost + extra, length + done.length, done.end
            path.append(at)
    most = trip.allowance
    if cost > most - HAIR and not (_affordable(legs, most) if sure else cost <= most + HAIR):
        return _too_far(trip, cost)
    return Trek(tuple(path), length, cost, drop)


def _level(where: Field, at: Point) -> float:
    """The height whose surfaces count: on a ramp that of its foot."""
    plans = where.plans
    for n in where.ramps:
        piece = where.table.terrain[n]
        if not plans.in_box(n, at.x, at.y):
            continue
        if abs(slope_height(piece, at.x, at.y) - at.z) < HAIR and plans.shape_holds(n, at.x, at.y):
            return piece.floor
    return at.z


def _stages(where: Field, a: Point, b: Point) -> list[tuple[Point, float]]:
    """A leg in parts, each with the height whose surfaces count there: they change at the head of a ramp that the leg
    leads up or down (OE-11.9, OE-11.23)."""
    if not where.ramps:
        return [(Point(b.x, b.y, a.z), a.z)]
    level = _level(where, a)
    stages: list[tuple[Point, float]] = []
    for enter, leave, piece in _ramps_on(where, a, b):
        first, last = _part(a, b, enter), _part(a, b, leave)
        rises = slope_height(piece, last.x, last.y) - slope_height(piece, first.x, first.y)
        head, foot = (last, piece.floor) if rises > 0.0 else (first, piece.top)
        if abs(rises) < HAIR or slope_height(piece, head.x, head.y) < piece.top - HEAD or abs(level - foot) > HEAD:
            continue
        if rises < 0.0 and b.z > piece.top - HEAD:
            continue  # it stays on the upper floor
        near = _part(a, b, leave - (leave - enter) * NEAR if rises > 0.0 else enter + (leave - enter) * NEAR)
        stages.append((Point(snap(near.x), snap(near.y), level), level))
        level = piece.top if rises > 0.0 else piece.floor
    return [*stages, (Point(b.x, b.y, level), level)]


def _ramps_on(where: Field, a: Point, b: Point) -> list[tuple[float, float, Terrain]]:
    """Every ramp on a leg, in order, with the shares of the leg where it begins and ends."""
    spans = where.plans.spans
    found = [
        (enter, leave, where.table.terrain[n])
        for n in where.ramps
        for enter, leave in spans(n, a.x, a.y, b.x, b.y)
        if leave > enter
    ]
    return sorted(found, key=lambda one: one[0])


def _affordable(legs: list[tuple[Ground, Travel]], inches: float) -> bool:
    """Exact where the way is one leg; several legs are added exactly when all are plain."""
    if len(legs) == 1:
        return affordable(legs[0][0], legs[0][1], inches)
    if all(done.cost == done.length for _, done in legs):
        return path_at_most((legs[0][1].path[0], *(done.end for _, done in legs)), inches)
    total = 0.0
    for _, done in legs:
        total += done.cost
    return total <= inches + HAIR


def _floor_change(where: Field, who: Character, at: Point, to: Point) -> float | Refusal:
    """Up or down inside a building without stairs, for the height between its floors (OE-11.23); never in a ruin
    (OE-11.12)."""
    house = where.building_at(at.x, at.y, min(at.z, to.z))
    if house is None or to.z == at.z:
        return refused(refusals.OUTDOORS, who.name)
    if RUIN in house.traits:
        return refused(refusals.NO_STAIRS)
    inner = house.floors()[:-1]
    if not all(any(abs(z - height) < 1e-6 for height in inner) for z in (at.z, to.z)):
        return refused(refusals.NO_STOREY, what=house.label, most=to.z)
    for piece in where.table.terrain:
        if piece.slope is not None and house.floor <= piece.floor < house.top and _stands_in(where, piece, house):
            return refused(refusals.STAIRS, what=house.label)
    return abs(to.z - at.z)


def _stands_in(where: Field, piece: Terrain, house: Terrain) -> bool:
    plans = where.plans
    home = next(n for n, one in enumerate(where.table.terrain) if one is house)
    middle_x = sum(x for x, _ in piece.outline) / len(piece.outline)
    middle_y = sum(y for _, y in piece.outline) / len(piece.outline)
    return plans.shape_holds(home, middle_x, middle_y)


def _deep_refused(trip: Trip, a: Point, b: Point) -> Refusal | None:
    """Nobody walks through deep water (OE-11.13); the centre of the base decides (OE-11.2)."""
    where = trip.field
    if not where.deep or trip.who.has("swimming") or min(a.z, b.z) > 0.0:
        return None
    plans = where.plans
    dry = [span for n in where.bridges for span in plans.spans(n, a.x, a.y, b.x, b.y)]
    for n in where.deep:
        for enter, leave in plans.spans(n, a.x, a.y, b.x, b.y):
            if _uncovered(enter, leave, dry):
                return refused(refusals.DEEP, what=where.table.terrain[n].label)
    return None


def _uncovered(enter: float, leave: float, dry: list[tuple[float, float]]) -> bool:
    """Is any of a stretch left when others are taken out?"""
    at = enter
    for first, last in sorted(dry):
        if first > at + HAIR:
            break
        at = max(at, last)
    return at < leave - HAIR


def _over_an_edge(trip: Trip, done: Travel) -> tuple[float, float] | None:
    """After how many inches a way leads over a drop of more than a Controlled Fall, and how deep it is (OE-12.26)."""
    most = number(trip.state, "fall.controlled")
    for step in done.steps:
        if -step.rise > most + 1e-9:
            return step.after, -step.rise
    return None


def _height_before(where: Field, a: Point, edge: Point) -> float:
    """How high an edge is that a leg leads over: as its start, unless it led up or down a ramp."""
    far = hypot(edge.x - a.x, edge.y - a.y) or 1.0
    back = min(1.0, RIM / far)
    floors = where.floors(edge.x - (edge.x - a.x) * back, edge.y - (edge.y - a.y) * back)
    return min((height for height in floors if height >= a.z - 1e-6), default=max(floors, default=a.z))


def _stepped_off(
    trip: Trip, path: list[Point], cost: float, length: float, done: Travel, fall: tuple[float, float]
) -> Trek | Refusal:
    """The move up to the edge; what comes then is a fall (OE-12.26)."""
    a, b = done.path[0], done.path[-1]
    share = fall[0] / done.length if done.length else 0.0
    x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
    edge = Point(x, y, _height_before(trip.field, a, Point(x, y)))
    gone = hypot(edge.x - a.x, edge.y - a.y)
    if cost + gone > trip.allowance:
        return _too_far(trip, cost + gone)
    return Trek((*path, edge), length + gone, cost + gone, fall=fall[1])


def _drops_and_patches(trip: Trip, ground: Ground, done: Travel, used: bool) -> tuple[float, bool]:
    """What a leg costs more or less than plain ground and climbs: drops after the first, which is free (OE-11.5,
    OE-12.25, OE-12.27), barriers that cost
    less, patches of difficult ground (OE-11.8), planks over ruins (OE-11.10)."""
    extra, dropped = 0.0, False
    free = number(trip.state, "fall.untested")
    for step in done.steps:
        if -step.rise >= free - 1e-9:
            if used or dropped:
                extra += -step.rise
            dropped = True
        elif step.rise > 0.0:
            extra -= _free_climb(trip, step.rise)
    extra += patched(trip.state, trip.field, ground, done.path[0], done.path[-1])
    return extra, dropped


def _free_climb(trip: Trip, rise: float) -> float:
    """How much of a rise is free, by a Talent (OE-10.5)."""
    if trip.over_barriers:
        return rise
    free = 0.0
    for _, effect in trip.who.held(FreeClimb):
        free = max(free, effect.inches)
    return min(rise, free)


def patched(state: State, where: Field, ground: Ground, a: Point, b: Point) -> float:
    """What a leg costs more than its ground says for round patches of difficult ground, or less for planks over ruins
    (OE-11.10). What is difficult twice over counts double once (OE-11.8)."""
    patches = _in_patches(state, a, b)
    planks = _on_planks(where, a, b)
    if not patches and not planks:
        return 0.0
    slow = [(first, last) for first, last, _, _, toll, _ in ground.relief.sections(a.x, a.y, b.x, b.y) if toll > 1.0]
    cuts = sorted({share for span in (*patches, *planks, *slow) for share in span})
    extra = 0.0
    for first, last in pairwise(cuts):
        middle = (first + last) / 2
        difficult = _held(slow, middle)
        double = _held(patches, middle) or (difficult and not _held(planks, middle))
        extra += (double - difficult) * (last - first)
    return extra * hypot(b.x - a.x, b.y - a.y)


def _held(spans: list[tuple[float, float]], share: float) -> bool:
    return any(first <= share <= last for first, last in spans)


def _in_patches(state: State, a: Point, b: Point) -> list[tuple[float, float]]:
    """Between which shares a leg lies inside round patches of difficult ground (OE-11.8)."""
    found = []
    for patch in state.patches:
        if patch.ground == "difficult":
            span = circle_span(a, b, patch.x, patch.y, patch.radius)
            if span is not None:
                found.append(span)
    return found


def circle_span(a: Point, b: Point, x: float, y: float, radius: float) -> tuple[float, float] | None:
    """Between which shares of a leg its point is within a distance of another; None if never."""
    dx, dy, fx, fy = b.x - a.x, b.y - a.y, a.x - x, a.y - y
    squared = dx * dx + dy * dy
    if squared == 0.0:
        return (0.0, 1.0) if fx * fx + fy * fy <= radius * radius else None
    half = fx * dx + fy * dy
    under = half * half - squared * (fx * fx + fy * fy - radius * radius)
    if under < 0.0:
        return None
    root = sqrt(under)
    first, last = max(0.0, (-half - root) / squared), min(1.0, (root - half) / squared)
    return (first, last) if first <= last else None


def _on_planks(where: Field, a: Point, b: Point) -> list[tuple[float, float]]:
    """Between which shares a leg lies on walkways through ruins, where a layer opens them (OE-11.10)."""
    if where.rules.walkways == "difficult" or not where.walkways:
        return []
    plans, found = where.plans, []
    ruins = [n for n, piece in enumerate(where.table.terrain) if DIFFICULT in piece.traits and RUIN in piece.traits]
    for plank in where.walkways:
        for enter, leave in plans.spans(plank, a.x, a.y, b.x, b.y):
            for n in ruins:
                for first, last in plans.spans(n, a.x, a.y, b.x, b.y):
                    if max(enter, first) < min(leave, last):
                        found.append((max(enter, first), min(leave, last)))
    return found


def _cited(trip: Trip, refusal: Refusal, a: Point, b: Point) -> Refusal:
    """The table's refusal of a leg with the clause that stands behind it; of a piece in the way, what it takes: Climb
    (OE-11.7, OE-11.25), a gap (OE-11.11) or an opening (OE-11.19)."""
    if refusal.cause != causes.IN_THE_WAY:
        return refused(refusal.cause, trip.who.name)
    piece = next((one for one in trip.field.table.terrain if one.label == refusal.what), None)
    if piece is None:
        return refused(causes.BLOCKED, trip.who.name, refusal.what)
    if RUINED_WALL in piece.traits:
        return refused(refusals.RUINED, what=piece.label)
    if piece.form == SHELL:
        return _walls_refused(trip, piece, a, b)
    return refused(causes.NEEDS_CLIMB, what=piece.label, length=piece.top - a.z)


def _walls_refused(trip: Trip, house: Terrain, a: Point, b: Point) -> Refusal:
    """Through walls by openings of one's own floor that are wide enough (OE-11.19, OE-11.20), from room to room as from
    outside (OE-11.21); else it takes Climb (OE-11.25). Big ones may be kept out (OE-11.27)."""
    who = trip.who
    if who.has("big") and not trip.options["big_enter_buildings"]:
        return refused(refusals.BIG, who.name)
    hit = _opening_crossed(house, a, b)
    if hit is None:
        return refused(refusals.WALL, what=house.label)
    sill = house.floor + hit.sill
    other_floor = any(a.z + 1e-6 < floor <= sill + 1e-6 for floor in house.floors()) or sill < a.z - 1e-6
    if other_floor:
        return refused(refusals.OTHER_FLOOR, what=house.label)
    return refused(refusals.NARROW, who.name, length=who.sheet.width, most=hit.width)


def _opening_crossed(house: Terrain, a: Point, b: Point) -> Opening | None:
    """The opening that a leg would go through."""
    for opening in house.openings:
        (px, py), (qx, qy) = house.opening_ends(opening)
        if segments_meet(a.x, a.y, b.x, b.y, px, py, qx, qy):
            return opening
    return None


# ---- flying ---------------------------------------------------------------------------------------


def _flown(trip: Trip, points: list[Point]) -> Trek | Refusal:
    """All terrain is open and heights are measured straight (OE-12.19, OE-12.22); not into buildings, not onto deep
    water (OE-12.20); it lands where there is room (OE-12.21: `_end_refused`)."""
    where, who = trip.field, trip.who
    end = points[-1]
    z = landing_height(where, end)
    path = (trip.start, *points[:-1], Point(end.x, end.y, z))
    if where.building_at(end.x, end.y, z) is not None:
        return refused(refusals.FLIES_IN, who.name)
    if where.in_deep(end.x, end.y, z) and not who.has("swimming"):
        return refused(refusals.OVER_DEEP, who.name)
    if not path_at_most(path, trip.allowance, in_space=True):
        return _too_far(trip, path_length(path, in_space=True))
    cost = path_length(path, in_space=True)
    return Trek(path, cost, cost)


def landing_height(where: Field, at: Point) -> float:
    """The floor that is meant: the one named, else the highest there is, roofs included."""
    floors = where.floors(at.x, at.y)
    named = next((z for z in floors if abs(z - at.z) < 1e-3), None)
    return named if named is not None and at.z else max(floors)


# ---- everybody on the way -------------------------------------------------------------------------


def bodies_refused(trip: Trip, walked: Trek) -> Refusal | None:
    """Not through Enemies (OE-10.9), and contact with one ends the movement (OE-10.10); friends may be passed
    (OE-10.7), neutral ones not (OE-6.3). For flyers too, unless the house rule lets them over (OE-12.23)."""
    over_all = trip.flies and bool(trip.options["flying_over_enemies"])
    if over_all:
        return None
    who = trip.who
    left, right, low, high = _box(walked.path)
    for other in trip.state.others(who):
        if other.side == who.side:
            continue
        reach = who.radius + other.radius
        far = reach + TOUCH + HAIR
        if other.x < left - far or other.x > right + far or other.y < low - far or other.y > high + far:
            continue
        if not _comes_near(walked, other, reach + TOUCH):
            continue
        stopped = _past(trip, walked, other, reach)
        if stopped is not None:
            return stopped
    return None


def _box(path: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """What a way lies in, from left to right and from low to high: most of the others are far from all of it."""
    first = path[0]
    left, right, low, high = first.x, first.x, first.y, first.y
    for point in path[1:]:
        x, y = point.x, point.y
        left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    return left, right, low, high


def _comes_near(walked: Trek, other: Character, reach: float) -> bool:
    x, y, most = other.x, other.y, reach * reach
    a = walked.path[0]
    for b in walked.path[1:]:
        if point_segment(x, y, a.x, a.y, b.x, b.y) <= most:
            return True
        a = b
    return False


def _past(trip: Trip, walked: Trek, other: Character, reach: float) -> Refusal | None:
    """Through somebody who is no friend (OE-10.9), or on after touching an Enemy (OE-10.10)."""
    who = trip.who
    touched_before = hypot(walked.path[0].x - other.x, walked.path[0].y - other.y) <= reach + TOUCH
    last = len(walked.path) - 2
    for leg, (a, b) in enumerate(pairwise(walked.path)):
        if not any(level_with(who, z, other) for z in (a.z, b.z)):
            continue
        if touched_before and not trip.straight and slides(a, b, other, reach):
            continue
        if point_segment(other.x, other.y, a.x, a.y, b.x, b.y) < reach * reach - 1e-9:
            return refused(refusals.NEUTRAL if other.neutral else causes.IN_THE_WAY, what=other.name)
        if other.neutral or touched_before:
            continue
        span = circle_span(a, b, other.x, other.y, reach + TOUCH)
        if span is not None and (leg < last or span[0] < 1.0) and not _ends_touching(a, b, span, leg == last):
            return refused(causes.CONTACT, what=other.name)
    return None


def _ends_touching(a: Point, b: Point, span: tuple[float, float], last: bool) -> bool:
    """Is contact made only as the way ends (OE-10.10)? On the lattice that is within a few steps of it."""
    return last and (1.0 - span[0]) * hypot(b.x - a.x, b.y - a.y) <= 0.1 and span[1] == 1.0


def leaving_refused(trip: Trip, walked: Trek) -> Refusal | None:
    """Locked: the CR of an Enemy is not left (OE-10.13), be it entered on the way (OE-10.16), and the end is no farther
    from it than the start (OE-10.14); for each of several (OE-10.15). Only movement that leaves a CR by its own
    rule does (OE-10.17)."""
    if trip.leaves:
        return None
    who = trip.who
    only_start = trip.flies and bool(trip.options["flying_over_enemies"])
    left, right, low, high = _box(walked.path)
    for enemy in trip.state.enemies(who):
        reach = who.radius + enemy.radius + enemy.sheet.combat_range + TOUCH
        far = reach + HAIR
        if enemy.x < left - far or enemy.x > right + far or enemy.y < low - far or enemy.y > high + far:
            continue
        if enemy.has("no_attack") or not _comes_near(walked, enemy, reach):
            continue
        kept = _out_of_range(trip, walked, enemy, reach, only_start)
        if kept is not None:
            return kept
    return None


def _out_of_range(trip: Trip, walked: Trek, enemy: Character, reach: float, only_start: bool) -> Refusal | None:
    """Does the way leave the CR of one Enemy (OE-10.13, OE-10.16), or end farther from it (OE-10.14)?"""
    start = walked.path[0]
    held = _held_at(trip, enemy, start, reach)
    began_locked = held
    if only_start and not began_locked:
        return None
    for a, b in pairwise(walked.path):
        span = circle_span(a, b, enemy.x, enemy.y, reach)
        if span is None:
            if held:
                return _kept(trip, enemy, began_locked)
            continue
        if held and span[0] > HAIR:
            return _kept(trip, enemy, began_locked)
        if not held and span[1] - span[0] > HAIR:
            held = any(_held_at(trip, enemy, _part(a, b, share), reach) for share in (span[0], sum(span) / 2, span[1]))
        if held and span[1] < 1.0 - HAIR:
            return _kept(trip, enemy, began_locked)
    if began_locked:
        end = walked.end
        in_contact = trip.who.radius + enemy.radius + trip.hair
        before = max(in_contact, hypot(start.x - enemy.x, start.y - enemy.y))
        if hypot(end.x - enemy.x, end.y - enemy.y) > before + max(trip.hair, HAIR):
            return refused(refusals.FARTHER, trip.who.name, enemy.name)
    return None


def _kept(trip: Trip, enemy: Character, began: bool) -> Refusal:
    """Locked from the start (OE-10.13), or on the way (OE-10.16)."""
    return refused(refusals.LOCKED if began else refusals.ENTERED, trip.who.name, enemy.name)


def _part(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z if share < 0.5 else b.z)


def _held_at(trip: Trip, enemy: Character, at: Point, reach: float) -> bool:
    """Would it be Locked with this Enemy at a place (OE-10.11)?"""
    who = trip.who
    if hypot(at.x - enemy.x, at.y - enemy.y) > reach + HAIR:
        return False
    there = who.at(at)
    return beside(there, enemy) and aware(trip.state, trip.options, enemy, there)


def _end_refused(trip: Trip, walked: Trek) -> Refusal | None:
    """Markers lie in nobody's way (OE-5.4), but a base ends fully past one or does not go onto it (OE-5.5, OE-5.6); nor
    does it end on a base (OE-10.8), half on a wall (OE-11.6) or half off the table (OE-10.6)."""
    if walked.fall:
        return None  # where it lands is another matter
    return standing_refused(
        trip.state, trip.options, trip.who, walked.end, by=refusals.FLOWN if trip.flies else refusals.WALKED
    )


# ---- points along a way ---------------------------------------------------------------------------


def along(path: Sequence[Point], every: float = 1.0) -> list[Point]:
    """Points of a way, close enough together to ask what is so on it."""
    found = []
    for a, b in pairwise(path):
        far = hypot(b.x - a.x, b.y - a.y)
        parts = max(1, int(far / every) + 1)
        for k in range(1, parts + 1):
            share = k / parts
            found.append(Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, b.z if share > 0.5 else a.z))
    return found
