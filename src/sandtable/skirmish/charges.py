"""Charges: ways into contact with a target, round the terrain, between the others and round the target itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.battlefield import WALKING
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.contact import contact_places, towards
from sandtable.skirmish.march import March
from sandtable.skirmish.rounding import apart
from sandtable.skirmish.routes import flat, over_levels
from sandtable.skirmish.walking import Walk, judge
from sandtable.table import Ground, Reach
from sandtable.table.moving import Path
from sandtable.table.paths import tighten

TRIES = 24
"""Corners from which contact is tried."""
BESIDE = 4.0
"""Whoever is farther off than a move and this has nothing to do with it."""


def charges(march: March) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """A way into contact with the target: straight ahead, straight to another free place, then round the terrain,
    between the others, or over a slope. The first that is legal is enough; it is found once for as long as nobody near
    has moved. To somebody farther off than the move goes there is none."""
    target = march.target
    assert target is not None, "a charge has a target"
    if not march.entering and apart(march.body, target) > march.inches + march.where.contact:
        return
    known, key = march.where.charges, _crowd(march)
    found = known[key] if key in known else known.keep(key, find_charge(march))
    if found is not None:
        yield found


def find_charge(march: March) -> tuple[tuple[Point, ...], Walk] | None:
    """The first legal way into contact, looked for afresh."""
    target = march.target
    assert target is not None, "a charge has a target"
    for way in _ways(march, target):
        walked = judge(march, way)
        if not isinstance(walked, Refusal):
            return way, walked
    return None


def _crowd(march: March) -> Hashable:
    """All that the ways of a charge depend on: how far it goes, from whom to whom, and who stands near."""
    body, target, inches = march.body, march.target, march.inches
    assert target is not None, "a charge has a target"
    near = [
        (one.x, one.y, one.z, one.radius, one.side == body.side)
        for one in march.others
        if one is not target and _close(one, body, inches + BESIDE)
    ]
    ends = (body.x, body.y, body.z, body.radius, target.x, target.y, target.z, target.radius)
    return inches, march.through_friends, march.climbs, ends, tuple(near)


def _ways(march: March, target: Body) -> Iterator[tuple[Point, ...]]:
    body, footing = march.body, march.where.heights.footing
    ahead = towards(march, target, body.x, body.y)
    yield (ahead,)
    places: list[Point] = []
    for place in contact_places(march, target):
        places.append(place)
        yield flat((place,))
    start = march.start
    z = footing(start.z)
    level = [place for place in places if footing(place.z) == z]
    for ground in _grounds(march, target, z):
        reach = Reach(ground, march.figure_at(start), march.inches + ROUND)
        for place in (ahead, *level, *_round_corners(march, reach, target)):
            way = reach.path(place.x, place.y)
            if way is not None:
                yield tightened(ground, start, way)
    for place in places:
        if footing(place.z) != z:
            yield from over_levels(march, start, place)


ROUND = 0.25
"""By the points of the search a way round somebody is a little longer than the arc; pulling it taut gains that."""


def tightened(ground: Ground, start: Point, way: Path) -> Path:
    """A way that was found, with its corners shaved."""
    corners = tighten(ground.ways, (start.x, start.y), [(p.x, p.y) for p in way])
    return tuple(Point(x, y) for x, y in corners)


def _round_corners(march: March, reach: Reach, target: Body) -> Iterator[Point]:
    """The places in contact that are nearest from where a way last bends."""
    ways, field = reach.ground.ways, reach.field
    offers = []
    for node in field.order:
        x, y = ways.at(field, node)
        total = field.cost[node] + hypot(x - target.x, y - target.y) - march.body.radius - target.radius
        if total <= reach.budget + march.where.contact:
            offers.append((total, x, y))
    for _, x, y in sorted(offers)[:TRIES]:
        yield towards(march, target, x, y)


def _grounds(march: March, target: Body, z: float) -> Iterator[Ground]:
    """The terrain alone, where there is any; then with everybody whom the base may not pass over, the target itself
    first of all: a way may lead round it to its far side."""
    body, where, inches = march.body, march.where, march.inches
    if where.near(target.x, target.y, inches + 1):
        yield where.ground(z, body.radius)
    blockers = [other for other in march.others if other.side != body.side or not march.through_friends]
    near = [where.figure(other) for other in blockers if _close(other, body, inches + 1)]
    yield Ground(where.table, where.base(body.radius), WALKING, near, z)


def _close(one: Body, other: Body, inches: float) -> bool:
    return hypot(one.x - other.x, one.y - other.y) <= inches + one.radius + other.radius
