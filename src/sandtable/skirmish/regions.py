"""Where a move may end, as rings to draw: the places that `walking.judge` accepts, to within the fineness of a drawing.

On its own level a model reaches what a search round the terrain and the enemies finds; from outside, what it reaches
from any crossing of its zone; on the next level what lies behind a slope, a climbable face or a ladder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, ceil, cos, pi, sin
from typing import Any

from sandtable.engine.questions import Point
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.march import March
from sandtable.skirmish.passages import Passage, Seeker, passages
from sandtable.skirmish.walking import Walk, judge
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


def region(march: March) -> dict[str, Any]:
    """The rings, and the zone of a model that enters."""
    canvas = Canvas(*_box(march))
    if march.entering:
        if not march.climbs:
            inroad(march).fill(canvas)
            _clear_low(march, canvas)
    else:
        if not march.climbs:
            _fill_level(march, canvas)
        for height in _other_levels(march):
            _fill_other_level(march, canvas, height)
    return {"rings": canvas.borders(), "zone": [list(part) for part in (march.zone if march.entering else ())]}


def inroad(march: March) -> Inroad:
    """Everything in reach of a model that comes in over its zone."""
    there = Figure(march.body.name, march.figure_at(Point(0.0, 0.0)).base, 0.0, 0.0, 0.0)
    return Inroad(march.ground(0.0), there, march.zone, march.inches, _friends(march, 0.0))


def _box(march: March) -> Box:
    """What the move cannot leave, on the table."""
    table, inches = march.where.table, march.inches
    ends = [(march.body.x, march.body.y)]
    if march.entering:
        ends = [spot for x1, y1, x2, y2 in march.zone for spot in ((x1, y1), (x2, y2))]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    far = inches + 2 * march.body.radius
    left, low = max(0.0, min(xs) - far), max(0.0, min(ys) - far)
    return left, low, min(table.width, max(xs) + far), min(table.height, max(ys) + far)


def _friends(march: March, z: float) -> list[Figure]:
    """Friends on this level: they may be passed, not stood on."""
    where = march.where
    return [where.figure(friend) for friend in march.friends() if abs(where.heights.footing(friend.z) - z) <= SAME]


# ---- on its own level -----------------------------------------------------------------------------


def _fill_level(march: March, canvas: Canvas) -> None:
    start = march.start
    z = march.where.heights.footing(start.z)
    ground = march.ground(z)
    level = Canvas(*_box(march))
    ways = ground.ways
    for at, spent in march.beginnings():
        field = Reach(ground, march.figure_at(at), march.inches - spent).field
        corners = [(*ways.at(field, n), spent + field.cost[n]) for n in field.order]
        _fill_fans(level, ways, [(at.x, at.y, spent), *corners], march)
    _clear_taken(march, level, z)
    canvas.add(level)


def _fill_fans(canvas: Canvas, ways: Ways, points: Iterable[tuple[float, float, float]], march: March) -> None:
    """From each point as far as is left after what it cost to get there."""
    for x, y, cost in points:
        left = march.inches - cost
        if left > 1.0 / FINE:
            canvas.fill(fan(ways, x, y, left, by_length=True))


def _clear_taken(march: March, canvas: Canvas, z: float) -> None:
    """Nobody stands on a friend, on top of an Obstacle, or partly over an edge."""
    for friend in _friends(march, z):
        canvas.cut_disc(friend.x, friend.y, friend.base.radius + march.body.radius)
    if z > march.where.heights.body:
        canvas.keep(_floor(march, z))
    else:
        _clear_low(march, canvas)


def _clear_low(march: March, canvas: Canvas) -> None:
    """Nobody stands on top of an Obstacle."""
    where = march.where
    for number in (n for n in where.low if n not in where.raised):
        ring = where.table.terrain[number].rings[0]
        canvas.fill(ring, 0)
        canvas.cut_beside(ring, march.body.radius)


def _floor(march: March, z: float) -> Canvas:
    """Where a whole base has floor under it at a height, be it of one piece or of several that meet."""
    found = Canvas(*_box(march))
    rings = [list(deck.ring[:-1]) for deck in march.where.decks.values() if z in deck.heights]
    for ring in rings:
        found.fill(ring)
    for ring in rings if len(rings) == 1 else found.borders():
        found.cut_beside(ring, march.body.radius)
    return found


# ---- on the next level ----------------------------------------------------------------------------


def _passages(march: March) -> list[Passage]:
    start = march.start
    seeker = Seeker(start, march.body.radius, march.climbs, march.inches, (start,), EVERY)
    return list(passages(march.where, seeker))


def _other_levels(march: March) -> list[float]:
    return sorted({one.behind.z for one in _passages(march)})


def _fill_other_level(march: March, canvas: Canvas, height: float) -> None:
    """What lies behind the passages to a height; and what is nearer by going straight there."""
    start, z = march.start, march.where.heights.footing(height)
    out = Reach(march.ground(march.where.heights.footing(start.z)), march.figure_at(start), march.inches)
    sources = []
    for one in _passages(march):
        cost = _cost_behind(march, out, one) if one.behind.z == height else None
        if cost is not None and cost <= march.inches:
            sources.append((one.behind.x, one.behind.y, cost))
    ground = march.ground(z)
    field = ground.ways.spread_from(sources, march.inches)
    level = Canvas(*_box(march))
    points = [(*ground.ways.at(field, node), field.cost[node]) for node in field.order]
    _fill_fans(level, ground.ways, points, march)
    straight = Canvas(*_box(march))
    for ring in _straight(march, height):
        straight.fill(ring)
    _clear_solid(march, straight, z)
    level.add(straight)
    _clear_taken(march, level, z)
    canvas.add(level)


def _cost_behind(march: March, out: Reach, passage: Passage) -> float | None:
    """How long the way to the far side of a passage is: straight there, else by the place in front of it."""
    before, behind = passage.before, passage.behind
    walked = judge(march, (Point(behind.x, behind.y),))
    if isinstance(walked, Walk) and abs(walked.end.z - behind.z) <= SAME:
        return walked.length
    cost = out.cost(before.x, before.y)
    return None if cost is None else cost + passage.length


def _clear_solid(march: March, canvas: Canvas, z: float) -> None:
    """Nobody stands partly in what rises above the level: the surface that was climbed down from, a wall."""
    for deck in march.where.decks.values():
        if (
            deck.top > z + SAME
            and deck.piece.floor < z + march.where.heights.body
            and not (deck.hollow and z in deck.heights)
        ):
            ring = list(deck.ring[:-1])
            if not deck.hollow:
                canvas.fill(ring, 0)
            canvas.cut_beside(ring, march.body.radius)


def _straight(march: March, height: float) -> Iterator[list[tuple[float, float]]]:
    """Wedges between neighbouring directions in which a straight way leads to the height, as far as it is legal."""
    start = march.start
    count = max(16, ceil(march.inches * 2 * pi * RAYS))
    towards = {
        round(atan2(one.behind.y - start.y, one.behind.x - start.x) / (2 * pi) * count) + beside
        for one in _passages(march)
        if one.behind.z == height
        for beside in range(-BESIDE, BESIDE + 1)
    }
    tried = {number % count for number in towards}
    ends = [_farthest(march, start, height, 2 * pi * k / count) if k in tried else None for k in range(count)]
    for one, two in zip(ends, (*ends[1:], ends[0]), strict=True):
        if one is not None and two is not None:
            yield [(start.x, start.y), one, two]


def _farthest(march: March, start: Point, height: float, angle: float) -> tuple[float, float] | None:
    """The last legal place in a direction, if the way there leads to the height."""
    dx, dy, most = cos(angle), sin(angle), march.inches

    def legal(far: float) -> bool:
        walked = judge(march, (Point(snap(start.x + dx * far), snap(start.y + dy * far)),))
        return isinstance(walked, Walk) and abs(walked.end.z - height) <= SAME

    steps = int(most / (2 * march.body.radius))
    seeds = (most - 1 / 1024 - number * 2 * march.body.radius for number in range(steps))
    low = next((far for far in seeds if legal(far)), None)
    if low is None:
        return None
    high = min(most, low + 2 * march.body.radius)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if legal(middle) else (low, middle)
    return start.x + dx * low, start.y + dy * low
