"""Where a move may end, as rings to draw: the places that `walking.judge` accepts, to within the fineness of a drawing.

On its own level a model reaches what a search round the terrain and the enemies finds; from outside, what it reaches
from any crossing of its zone; on the next level what lies behind a slope, a climbable face or a ladder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, ceil, cos, pi, sin
from typing import Any

from sandtable.engine.questions import Point
from sandtable.rulesets.roe.grounds import figure_at, ground_with_enemies, start_of, zone_of
from sandtable.rulesets.roe.passages import Passage, Seeker, passages
from sandtable.rulesets.roe.policy import BODY, footing
from sandtable.rulesets.roe.space import field_of, figure
from sandtable.rulesets.roe.walking import CLIMBS, Trip, Walk, judge
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.levels import SAME
from sandtable.table import Figure, Reach, snap
from sandtable.table.hot.outline import FINE, Canvas, fan
from sandtable.table.hot.ways import Ways
from sandtable.table.inroads import Inroad

EVERY = 0.25
"""How finely faces are searched."""
RAYS = 6
"""Straight climbs are tried in so many directions for each inch of the budget."""
BESIDE = 8
"""... and in so many more at both sides of a passage: a straight way may cut a corner that a passage keeps clear of."""
HALVINGS = 5
Box = tuple[float, float, float, float]


def region(trip: Trip) -> dict[str, Any]:
    """The rings, and the zone of a model that enters."""
    where = field_of(trip.state)
    canvas = Canvas(*_box(trip))
    if trip.entering:
        if trip.kind not in CLIMBS:
            inroad(where, trip).fill(canvas)
            _clear_low(where, trip, canvas)
    else:
        if trip.kind not in CLIMBS:
            _fill_level(where, trip, canvas)
        for height in _other_levels(where, trip):
            _fill_other_level(where, trip, canvas, height)
    return {"rings": canvas.borders(), "zone": [list(part) for part in (zone_of(trip) if trip.entering else ())]}


def inroad(where: Battlefield, trip: Trip) -> Inroad:
    """Everything in reach of a model that comes in over its zone (RE-1.21)."""
    there = Figure(trip.model.name, figure_at(trip, Point(0.0, 0.0)).base, 0.0, 0.0, 0.0)
    return Inroad(ground_with_enemies(where, trip, 0.0), there, zone_of(trip), trip.limit.inches, _friends(trip, 0.0))


def _box(trip: Trip) -> Box:
    """What the move cannot leave, on the table."""
    table, inches = field_of(trip.state).table, trip.limit.inches
    ends = [(trip.model.x, trip.model.y)]
    if trip.entering:
        ends = [spot for x1, y1, x2, y2 in zone_of(trip) for spot in ((x1, y1), (x2, y2))]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    far = inches + 2 * trip.model.radius
    left, low = max(0.0, min(xs) - far), max(0.0, min(ys) - far)
    return left, low, min(table.width, max(xs) + far), min(table.height, max(ys) + far)


def _friends(trip: Trip, z: float) -> list[Figure]:
    """Friends on this level: they may be passed, not stood on (RE-2.18)."""
    return [figure(friend) for friend in trip.state.friends(trip.model) if abs(footing(friend.z) - z) <= SAME]


# ---- on its own level -----------------------------------------------------------------------------


def _fill_level(where: Battlefield, trip: Trip, canvas: Canvas) -> None:
    start = start_of(trip)
    z = footing(start.z)
    ground = ground_with_enemies(where, trip, z)
    level = Canvas(*_box(trip))
    ways, field = ground.ways, Reach(ground, figure_at(trip, start), trip.limit.inches).field
    _fill_fans(
        level, ways, [(start.x, start.y, 0.0), *((*ways.at(field, n), field.cost[n]) for n in field.order)], trip
    )
    _clear_taken(where, trip, level, z)
    canvas.add(level)


def _fill_fans(canvas: Canvas, ways: Ways, points: Iterable[tuple[float, float, float]], trip: Trip) -> None:
    """From each point as far as is left after what it cost to get there."""
    for x, y, cost in points:
        left = trip.limit.inches - cost
        if left > 1.0 / FINE:
            canvas.fill(fan(ways, x, y, left, by_length=True))


def _clear_taken(where: Battlefield, trip: Trip, canvas: Canvas, z: float) -> None:
    """Nobody stands on a friend, on top of an Obstacle, or partly over an edge."""
    for friend in _friends(trip, z):
        canvas.cut_disc(friend.x, friend.y, friend.base.radius + trip.model.radius)
    if z > BODY:
        canvas.keep(_floor(where, trip, z))
    else:
        _clear_low(where, trip, canvas)


def _clear_low(where: Battlefield, trip: Trip, canvas: Canvas) -> None:
    """Nobody stands on top of an Obstacle (RE-2.23)."""
    for number in (n for n in where.low if n not in where.raised):
        ring = where.table.terrain[number].rings[0]
        canvas.fill(ring, 0)
        canvas.cut_beside(ring, trip.model.radius)


def _floor(where: Battlefield, trip: Trip, z: float) -> Canvas:
    """Where a whole base has floor under it at a height (RE-2.8), be it of one piece or of several that meet."""
    found = Canvas(*_box(trip))
    rings = [list(deck.ring[:-1]) for deck in where.decks.values() if z in deck.heights]
    for ring in rings:
        found.fill(ring)
    for ring in rings if len(rings) == 1 else found.borders():
        found.cut_beside(ring, trip.model.radius)
    return found


# ---- on the next level ----------------------------------------------------------------------------


def _passages(where: Battlefield, trip: Trip) -> list[Passage]:
    start = start_of(trip)
    seeker = Seeker(start, trip.model.radius, trip.kind in CLIMBS, trip.limit.inches, (start,), EVERY)
    return list(passages(where, seeker))


def _other_levels(where: Battlefield, trip: Trip) -> list[float]:
    return sorted({one.behind.z for one in _passages(where, trip)})


def _fill_other_level(where: Battlefield, trip: Trip, canvas: Canvas, height: float) -> None:
    """What lies behind the passages to a height; and what is nearer by going straight there."""
    start, z = start_of(trip), footing(height)
    out = Reach(ground_with_enemies(where, trip, footing(start.z)), figure_at(trip, start), trip.limit.inches)
    sources = []
    for one in _passages(where, trip):
        cost = _cost_behind(trip, out, one) if one.behind.z == height else None
        if cost is not None and cost <= trip.limit.inches:
            sources.append((one.behind.x, one.behind.y, cost))
    ground = ground_with_enemies(where, trip, z)
    field = ground.ways.spread_from(sources, trip.limit.inches)
    level = Canvas(*_box(trip))
    points = [(*ground.ways.at(field, node), field.cost[node]) for node in field.order]
    _fill_fans(level, ground.ways, points, trip)
    straight = Canvas(*_box(trip))
    for ring in _straight(where, trip, height):
        straight.fill(ring)
    _clear_solid(where, trip, straight, z)
    level.add(straight)
    _clear_taken(where, trip, level, z)
    canvas.add(level)


def _cost_behind(trip: Trip, out: Reach, passage: Passage) -> float | None:
    """How long the way to the far side of a passage is: straight there, else by the place in front of it."""
    before, behind = passage.before, passage.behind
    walked = judge(trip, (Point(behind.x, behind.y),))
    if isinstance(walked, Walk) and abs(walked.end.z - behind.z) <= SAME:
        return walked.length
    cost = out.cost(before.x, before.y)
    return None if cost is None else cost + passage.length


def _clear_solid(where: Battlefield, trip: Trip, canvas: Canvas, z: float) -> None:
    """Nobody stands partly in what rises above the level: the surface that was climbed down from, a wall (RE-2.8)."""
    for deck in where.decks.values():
        if deck.top > z + SAME and deck.piece.floor < z + BODY and not (deck.hollow and z in deck.heights):
            ring = list(deck.ring[:-1])
            if not deck.hollow:
                canvas.fill(ring, 0)
            canvas.cut_beside(ring, trip.model.radius)


def _straight(where: Battlefield, trip: Trip, height: float) -> Iterator[list[tuple[float, float]]]:
    """Wedges between neighbouring directions in which a straight way leads to the height, as far as it is legal."""
    start = start_of(trip)
    count = max(16, ceil(trip.limit.inches * 2 * pi * RAYS))
    towards = {
        round(atan2(one.behind.y - start.y, one.behind.x - start.x) / (2 * pi) * count) + beside
        for one in _passages(where, trip)
        if one.behind.z == height
        for beside in range(-BESIDE, BESIDE + 1)
    }
    tried = {number % count for number in towards}
    ends = [_farthest(trip, start, height, 2 * pi * k / count) if k in tried else None for k in range(count)]
    for one, two in zip(ends, (*ends[1:], ends[0]), strict=True):
        if one is not None and two is not None:
            yield [(start.x, start.y), one, two]


def _farthest(trip: Trip, start: Point, height: float, angle: float) -> tuple[float, float] | None:
    """The last legal place in a direction, if the way there leads to the height."""
    dx, dy, most = cos(angle), sin(angle), trip.limit.inches

    def legal(far: float) -> bool:
        walked = judge(trip, (Point(snap(start.x + dx * far), snap(start.y + dy * far)),))
        return isinstance(walked, Walk) and abs(walked.end.z - height) <= SAME

    steps = int(most / (2 * trip.model.radius))
    seeds = (most - 1 / 1024 - number * 2 * trip.model.radius for number in range(steps))
    low = next((far for far in seeds if legal(far)), None)
    if low is None:
        return None
    high = min(most, low + 2 * trip.model.radius)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if legal(middle) else (low, middle)
    return start.x + dx * low, start.y + dy * low
