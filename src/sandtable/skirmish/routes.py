"""Routes: a legal path to a wished place, straight, round the terrain, round everybody, or over to another level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.bodies import Segment
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.march import March
from sandtable.skirmish.passages import Passage, Seeker, passages
from sandtable.skirmish.regions import EVERY, inroad
from sandtable.skirmish.walking import followed, judge
from sandtable.table import Ground, Reach, causes, route, snap
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.measuring import path_length

FEW = 3
"""How many of the ways through passages are tried."""


def way_to(march: March, wish: Point) -> tuple[Point, ...] | Refusal:
    """A legal path to a place: straight, round the terrain, round everybody, or over to another level. A wish may name
    a height where there are several floors."""
    goal = Point(snap(wish.x), snap(wish.y), wish.z)
    first: Refusal | None = None
    for path in _tries(march, goal):
        found = judge(march, path)
        if isinstance(found, Refusal):
            first = first or found
        elif not goal.z or abs(found.end.z - goal.z) <= SAME:
            return path
    return first or march.refuse(causes.NO_WAY)


def _tries(march: March, goal: Point) -> Iterator[tuple[Point, ...]]:
    place = Point(goal.x, goal.y)
    start = march.start
    head: tuple[Point, ...] = ()
    if march.entering:
        start = nearest_crossing(march.zone, goal)
        head = (start,)
    yield (*head, place)
    if not march.climbs:
        yield from ((*head, *way) for way in _round_terrain(march, start, place))
        if not march.entering:
            for clear, _ in march.beginnings()[1:]:
                yield from ((Point(clear.x, clear.y), *way) for way in _round_terrain(march, clear, place))
        if march.entering and (way := inroad(march).path(goal.x, goal.y)) is not None:
            yield flat(way)
    for height in _heights(march, start, goal):
        yield from ((*head, *way) for way in over_levels(march, start, Point(goal.x, goal.y, height)))


def _heights(march: March, start: Point, goal: Point) -> list[float]:
    """The heights one level up or down at which somebody could stand at the goal; the one that is named alone."""
    level_of = march.where.heights.level_of
    heights = [z for z in march.where.surfaces(goal.x, goal.y) if abs(level_of(z) - level_of(start.z)) == 1]
    return [z for z in heights if abs(z - goal.z) <= SAME] if goal.z else heights


def _round_terrain(march: March, start: Point, goal: Point) -> Iterator[tuple[Point, ...]]:
    inches = march.inches
    z = march.where.heights.footing(start.z)
    beginner = march.figure_at(start)
    way = Reach(march.where.ground(z, march.body.radius), beginner, inches).path(goal.x, goal.y)
    if way is not None:
        yield flat(way)
    found = route(march.ground(z), beginner, Point(goal.x, goal.y, z), inches)
    if not isinstance(found, Refusal):
        yield flat(found)


def flat(way: Iterable[Point]) -> tuple[Point, ...]:
    """A path as it is answered: heights follow from the terrain."""
    return tuple(Point(p.x, p.y) for p in way)


def over_levels(march: March, start: Point, goal: Point) -> Iterator[tuple[Point, ...]]:
    """Ways to another level: along the first one, over a face or by a ladder, and along the second. First round the
    terrain alone, then round the enemies on both levels; the shortest first, each pulled taut."""
    inches, radius = march.inches, march.body.radius
    seeker = Seeker(start, radius, march.climbs, inches, (start, goal), EVERY)
    near = [
        one
        for one in passages(march.where, seeker)
        if abs(one.behind.z - goal.z) <= SAME and _apart(start, one.before) + _apart(one.behind, goal) <= inches
    ]
    if not near:
        return
    where = march.where
    here, there = where.heights.footing(start.z), where.heights.footing(goal.z)
    yield from _joined_ways(march, start, goal, near, (where.ground(here, radius), where.ground(there, radius)))
    grounds = (march.ground(here), march.ground(there))
    yield from _joined_ways(march, start, goal, near, grounds)


def _joined_ways(
    march: March, start: Point, goal: Point, near: list[Passage], grounds: tuple[Ground, Ground]
) -> Iterator[tuple[Point, ...]]:
    """The shortest ways through some of the passages, of those that the grounds on both levels leave open."""
    inches = march.inches + SLACK
    out, back = Reach(grounds[0], march.figure_at(start), inches), Reach(grounds[1], march.figure_at(goal), inches)
    priced: list[tuple[float, int]] = []
    for number, one in enumerate(near):
        first, last = out.cost(one.before.x, one.before.y), back.cost(one.behind.x, one.behind.y)
        if first is not None and last is not None and first + one.length + last <= inches:
            priced.append((first + one.length + last, number))
    for _, number in sorted(priced)[:FEW]:
        one = near[number]
        first_part, last_part = out.path(one.before.x, one.before.y), back.path(one.behind.x, one.behind.y)
        if first_part is not None and last_part is not None:
            points = flat((*first_part, one.behind, *reversed(last_part[:-1]), goal))
            yield taut(march, start, tuple(dict.fromkeys(points)))


SLACK = 1.0
"""By the points before and behind a face a way is longer than straight across it; pulling it taut gains that."""


def taut(march: March, start: Point, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path without the corners that it does not need; those that make it too long are cut."""
    begun = followed(march, start, path)
    if isinstance(begun, Refusal):
        return path

    def open_way(way: tuple[Point, ...]) -> bool:
        found = followed(march, start, way)
        return not isinstance(found, Refusal) and found.end.z == begun.end.z and found.levels == begun.levels

    corner = 0
    while corner < len(path) - 1:
        shorter = (*path[:corner], *path[corner + 1 :])
        if open_way(shorter):
            path, corner = shorter, max(0, corner - 1)
        else:
            corner += 1
    for _ in range(CUTS):
        for corner in range(len(path) - 1):
            if path_length((start, *path)) <= march.inches:
                return path
            path = _cut(start, path, corner, open_way)
    return path


CUTS = 3


def _cut(
    start: Point, path: tuple[Point, ...], corner: int, open_way: Callable[[tuple[Point, ...]], bool]
) -> tuple[Point, ...]:
    """Moves a corner towards the line between its neighbours as far as the way stays open."""
    before, at, after = path[corner - 1] if corner else start, path[corner], path[corner + 1]
    foot = nearest_on_segment(at.x, at.y, before.x, before.y, after.x, after.y)
    share, step = 0.0, 0.5
    best = path
    for _ in range(6):
        part = share + step
        moved = Point(snap(at.x + (foot[0] - at.x) * part), snap(at.y + (foot[1] - at.y) * part))
        way = (*path[:corner], moved, *path[corner + 1 :])
        if open_way(way):
            share, best = part, way
        step /= 2
    return best


def _apart(one: Point, two: Point) -> float:
    return hypot(one.x - two.x, one.y - two.y)


def nearest_crossing(zone: tuple[Segment, ...], goal: Point) -> Point:
    """The point of the zone nearest to a place."""

    def nearest(segment: Segment) -> Point:
        x1, y1, x2, y2 = segment
        return Point(snap(min(max(goal.x, min(x1, x2)), max(x1, x2))), snap(min(max(goal.y, min(y1, y2)), max(y1, y2))))

    return min(map(nearest, zone), key=lambda p: (p.x - goal.x) ** 2 + (p.y - goal.y) ** 2)
