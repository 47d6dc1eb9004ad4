"""Asking for a path: the question, a way for a wished place, and a few good ways for those who have none in mind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import Any

from sandtable.engine.questions import Move, Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, tell_of
from sandtable.rulesets.roe.contact import contact_places, towards
from sandtable.rulesets.roe.content import Segment
from sandtable.rulesets.roe.field import FORGET, TOUCH, WALKING, Field, base
from sandtable.rulesets.roe.grounds import figure_at, ground_with_enemies, start_of, zone_of
from sandtable.rulesets.roe.levels import STEP, footing, level_of
from sandtable.rulesets.roe.passages import CLEAR, Passage, Seeker, passages
from sandtable.rulesets.roe.regions import EVERY, inroad, region
from sandtable.rulesets.roe.space import field_of, figure, renew_contacts
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.walking import CLIMBS, Trip, Walk, followed, judge, outside
from sandtable.table import Ground, Reach, route, snap
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.measuring import path_length
from sandtable.table.moving import Path
from sandtable.table.paths import tighten

FEW = 3
"""How many candidates a question offers."""
TRIES = 24
GOLDEN = 2.399963229728653
BESIDE = 4.0
"""Whoever is farther off than a move and this has nothing to do with it."""

PROMPTS = {
    "standard": "moves",
    "encumbered": "makes an Encumbered Move",
    "climb": "climbs",
    "encumbered climb": "makes an Encumbered Climb",
    "assault": "assaults",
    "consolidate": "consolidates",
}


def ask_path(trip: Trip) -> Procedure[Walk]:
    """The Move question. What was judged last is kept, so that the answer is walked only once."""
    judged: dict[tuple[Point, ...], Walk] = {}
    model = trip.model

    def check(paths: Paths) -> Refusal | None:
        path = paths[model.name]
        if path in judged:
            return None
        found = judge(trip, path)
        if isinstance(found, Refusal):
            return found
        judged[path] = found
        return None

    def walked(path: tuple[Point, ...]) -> Walk:
        """A path that was not refused; whoever follows a game once more need not have it read again."""
        if path not in judged:
            check({model.name: path})
        return judged[path]

    def proposed() -> Iterator[Paths]:
        for path, found in candidates(trip):
            judged[path] = found
            yield {model.name: path}

    limit = trip.limit
    paths = yield Steps(
        seat=model.side,
        who=model.name,
        prompt=f"{model.name} {PROMPTS[trip.kind]}: up to {limit.inches:g}″",
        clause=limit.clause,
        movers=(model.name,),
        budget=limit.inches,
        check=check,
        candidates=proposed,
        route=lambda name, wish: way_to(trip, wish),
        outline=cache(lambda: region(trip)),
        walked=walked,
    )
    return walked(paths[model.name])


class Steps(Move, frozen=True, kw_only=True):
    """A move whose region is drawn when a client asks for it, not for every bot."""

    outline: Callable[[], dict[str, Any]]
    walked: Callable[[tuple[Point, ...]], Walk]
    """A path that has been read, with its heights and its length."""

    def drawn(self) -> dict[str, Any]:
        return self.outline()


# ---- a wish ---------------------------------------------------------------------------------------


def way_to(trip: Trip, wish: Point) -> tuple[Point, ...] | Refusal:
    """A legal path to a place: straight, round the terrain, round everybody, or over to another level. A wish may name
    a height where there are several floors."""
    goal = Point(snap(wish.x), snap(wish.y), wish.z)
    first: Refusal | None = None
    for path in _tries(trip, goal):
        found = judge(trip, path)
        if isinstance(found, Refusal):
            first = first or found
        elif not goal.z or abs(found.end.z - goal.z) <= STEP:
            return path
    return first or Refusal(f"{trip.model.name} finds no way there", "RE-2.2")


def _tries(trip: Trip, goal: Point) -> Iterator[tuple[Point, ...]]:
    where = field_of(trip.state)
    place = Point(goal.x, goal.y)
    start = start_of(trip)
    head: tuple[Point, ...] = ()
    if trip.entering:
        start = nearest_crossing(where, zone_of(trip), goal)
        head = (start,)
    yield (*head, place)
    if trip.kind not in CLIMBS:
        yield from ((*head, *way) for way in _round_terrain(where, trip, start, place))
        if trip.entering and (way := inroad(where, trip).path(goal.x, goal.y)) is not None:
            yield flat(way)
    for height in _heights(where, trip, start, goal):
        yield from ((*head, *way) for way in over_levels(where, trip, start, Point(goal.x, goal.y, height)))


def _heights(where: Field, trip: Trip, start: Point, goal: Point) -> list[float]:
    """The heights one level up or down at which somebody could stand at the goal; the one that is named alone."""
    heights = [z for z in where.surfaces(goal.x, goal.y) if abs(level_of(z) - level_of(start.z)) == 1]
    return [z for z in heights if abs(z - goal.z) <= STEP] if goal.z else heights


def _round_terrain(where: Field, trip: Trip, start: Point, goal: Point) -> Iterator[tuple[Point, ...]]:
    inches = trip.limit.inches
    z = footing(start.z)
    beginner = figure_at(trip, start)
    way = Reach(where.ground(z, trip.model.radius), beginner, inches).path(goal.x, goal.y)
    if way is not None:
        yield flat(way)
    found = route(ground_with_enemies(where, trip, z), beginner, Point(goal.x, goal.y, z), inches)
    if not isinstance(found, Refusal):
        yield flat(found)


def flat(way: Iterable[Point]) -> tuple[Point, ...]:
    """A path as it is answered: heights follow from the terrain."""
    return tuple(Point(p.x, p.y) for p in way)


def over_levels(where: Field, trip: Trip, start: Point, goal: Point) -> Iterator[tuple[Point, ...]]:
    """Ways to another level: along the first one, over a face or by a ladder, and along the second. First round the
    terrain alone, then round the enemies on both levels; the shortest first, each pulled taut."""
    inches, radius = trip.limit.inches, trip.model.radius
    seeker = Seeker(start, radius, trip.kind in CLIMBS, inches, (start, goal), EVERY)
    near = [
        one
        for one in passages(where, seeker)
        if abs(one.behind.z - goal.z) <= STEP and _apart(start, one.before) + _apart(one.behind, goal) <= inches
    ]
    if not near:
        return
    here, there = footing(start.z), footing(goal.z)
    yield from _joined_ways(where, trip, start, goal, near, (where.ground(here, radius), where.ground(there, radius)))
    grounds = (ground_with_enemies(where, trip, here), ground_with_enemies(where, trip, there))
    yield from _joined_ways(where, trip, start, goal, near, grounds)


def _joined_ways(
    where: Field, trip: Trip, start: Point, goal: Point, near: list[Passage], grounds: tuple[Ground, Ground]
) -> Iterator[tuple[Point, ...]]:
    """The shortest ways through some of the passages, of those that the grounds on both levels leave open."""
    inches = trip.limit.inches + SLACK
    out, back = Reach(grounds[0], figure_at(trip, start), inches), Reach(grounds[1], figure_at(trip, goal), inches)
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
            yield taut(where, trip, start, tuple(dict.fromkeys(points)))


SLACK = 1.0
"""By the points before and behind a face a way is longer than straight across it; pulling it taut gains that."""


def taut(where: Field, trip: Trip, start: Point, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path without the corners that it does not need; those that make it too long are cut."""
    begun = followed(where, trip, start, path)
    if isinstance(begun, Refusal):
        return path

    def open_way(way: tuple[Point, ...]) -> bool:
        found = followed(where, trip, start, way)
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
            if path_length((start, *path)) <= trip.limit.inches:
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


def nearest_crossing(where: Field, zone: tuple[Segment, ...], goal: Point) -> Point:
    """The point of the zone nearest to a place."""

    def nearest(segment: Segment) -> Point:
        x1, y1, x2, y2 = segment
        return Point(snap(min(max(goal.x, min(x1, x2)), max(x1, x2))), snap(min(max(goal.y, min(y1, y2)), max(y1, y2))))

    return min(map(nearest, zone), key=lambda p: (p.x - goal.x) ** 2 + (p.y - goal.y) ** 2)


# ---- candidates -----------------------------------------------------------------------------------


def candidates(trip: Trip) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """A few legal ways: towards a marker, then spread round the model; standing still only where nothing else is."""
    if trip.kind == "assault":
        yield from assaults(trip)
        return
    found = 0
    for path in _proposals(trip):
        walked = judge(trip, path)
        if not isinstance(walked, Refusal):
            found += 1
            yield path, walked
            if found == FEW:
                return
    if not found and not trip.entering:
        stays = judge(trip, ())
        if not isinstance(stays, Refusal):
            yield (), stays


def _proposals(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Ways worth judging."""
    if trip.kind in CLIMBS:
        return _entry_climbs(trip) if trip.entering else _climbs(trip)
    return _entries(trip) if trip.entering else _spread(trip)


def _spread(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Straight ways by the golden angle, the first of them turned by where the model stands."""
    model = trip.model
    inches = trip.limit.inches
    objectives = trip.state.objectives
    if objectives:
        goal = objectives[(model.number + trip.state.round) % len(objectives)]
        dx, dy = goal.x - model.x, goal.y - model.y
        far = sqrt(dx * dx + dy * dy)
        if far > 0.25:
            step = min(inches - 0.01, far)
            yield (Point(snap(model.x + dx / far * step), snap(model.y + dy / far * step)),)
    for enemy in trip.state.engaged_with(model):
        # Out of contact: straight away, and past its sides.
        ux, uy = model.x - enemy.x, model.y - enemy.y
        for dx, dy in ((ux, uy), (-uy, ux), (uy, -ux)):
            step = (inches - 0.01) / (model.radius + enemy.radius)
            yield (Point(snap(model.x + dx * step), snap(model.y + dy * step)),)
    turn = (model.x * 7 + model.y * 13 + trip.state.round) % (2 * pi)
    for number in range(TRIES):
        angle = turn + number * GOLDEN
        step = inches * (1.0 if number % 3 else 0.6) - 0.01
        yield (Point(snap(model.x + cos(angle) * step), snap(model.y + sin(angle) * step)),)


def _climbs(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Straight over each face near enough, through each upper door and up or down each ladder."""
    start = start_of(trip)
    for one in passages(field_of(trip.state), Seeker(start, trip.model.radius, True, trip.limit.inches, (start,))):
        yield flat((one.behind,))


def _entries(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Straight in from places spread along the zone, then by whichever way there is (RE-1.21)."""
    yield from _straight_in(trip)
    yield from (flat(way) for way in inroad(field_of(trip.state), trip).landings())


def _straight_in(trip: Trip) -> Iterator[tuple[Point, ...]]:
    where = field_of(trip.state)
    zone = trip.state.players[trip.model.side].zone
    inches, radius = trip.limit.inches, trip.model.radius
    for number in range(3 * TRIES):
        x1, y1, x2, y2 = zone[number % len(zone)]
        share = (trip.model.number * 0.37 + number * 0.6180339887498949) % 1.0
        crossing = Point(snap(x1 + (x2 - x1) * share), snap(y1 + (y2 - y1) * share))
        start = outside(where, zone, crossing, radius)
        ix, iy = (crossing.x - start.x) / radius, (crossing.y - start.y) / radius
        deep = inches - radius - 0.01 if number % 4 else 2 * radius
        x, y = crossing.x + ix * deep, crossing.y + iy * deep
        x = min(max(x, radius), where.table.width - radius)
        y = min(max(y, radius), where.table.height - radius)
        if abs(x - crossing.x) + abs(y - crossing.y) > deep:
            continue
        yield crossing, Point(snap(x), snap(y))


def _entry_climbs(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """From the zone straight onto a surface that lies near enough to it."""
    where = field_of(trip.state)
    zone = trip.state.players[trip.model.side].zone
    radius, inches = trip.model.radius, trip.limit.inches
    inside = radius + CLEAR
    for number, deck in where.decks.items():
        if not deck.surface:
            continue
        left, low, right, high = where.boxes[number]
        for x1, y1, x2, y2 in zone:
            if x1 == x2:
                y = min(max((low + high) / 2, min(y1, y2)), max(y1, y2))
                x = left + inside if x1 == 0.0 else right - inside
                if abs(x - x1) + radius <= inches:
                    yield Point(x1, snap(y)), Point(snap(x), snap(y))
            else:
                x = min(max((left + right) / 2, min(x1, x2)), max(x1, x2))
                y = low + inside if y1 == 0.0 else high - inside
                if abs(y - y1) + radius <= inches:
                    yield Point(snap(x), y1), Point(snap(x), snap(y))


def assaults(trip: Trip) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """A way into contact with the target: straight ahead, straight to another free place, then round the terrain,
    between the other models, or over a slope. The first that is legal is enough; it is found once for as long as
    nobody near has moved."""
    where, key = field_of(trip.state), _crowd(trip)
    if key not in where.assaults:
        if len(where.assaults) > FORGET:
            where.assaults.clear()
        where.assaults[key] = _assault(where, trip)
    found = where.assaults[key]
    if found is not None:
        yield found


def _assault(where: Field, trip: Trip) -> tuple[tuple[Point, ...], Walk] | None:
    assert trip.target is not None
    for way in _assault_ways(where, trip, trip.model, trip.target):
        walked = judge(trip, way)
        if not isinstance(walked, Refusal):
            return way, walked
    return None


def _crowd(trip: Trip) -> Hashable:
    """All that the ways of an assault depend on: how far it goes, from whom to whom, and who stands near."""
    model, target, inches = trip.model, trip.target, trip.limit.inches
    assert target is not None
    near = [
        (one.x, one.y, one.z, one.radius, one.side == model.side)
        for one in trip.state.models
        if one.standing and one is not model and one is not target and _close(one, model, inches + BESIDE)
    ]
    ends = (model.x, model.y, model.z, model.radius, target.x, target.y, target.z, target.radius)
    return inches, trip.options["move_through_friends"], ends, tuple(near)


def _assault_ways(where: Field, trip: Trip, model: Model, target: Model) -> Iterator[tuple[Point, ...]]:
    ahead = towards(model, target, model.x, model.y)
    yield (ahead,)
    places: list[Point] = []
    for place in contact_places(where, trip.state, model, target, trip.limit.inches):
        places.append(place)
        yield flat((place,))
    start = start_of(trip)
    z = footing(start.z)
    level = [place for place in places if footing(place.z) == z]
    for ground in _assault_grounds(where, trip, z):
        reach = Reach(ground, figure_at(trip, start), trip.limit.inches + ROUND)
        for place in (ahead, *level, *_round_corners(reach, model, target)):
            way = reach.path(place.x, place.y)
            if way is not None:
                yield tightened(ground, start, way)
    for place in places:
        if footing(place.z) != z:
            yield from over_levels(where, trip, start, place)


ROUND = 0.25
"""By the points of the search a way round somebody is a little longer than the arc; pulling it taut gains that."""


def tightened(ground: Ground, start: Point, way: Path) -> Path:
    """A way that was found, with its corners shaved."""
    corners = tighten(ground.ways, (start.x, start.y), [(p.x, p.y) for p in way])
    return tuple(Point(x, y) for x, y in corners)


def _round_corners(reach: Reach, model: Model, target: Model) -> Iterator[Point]:
    """The places in contact that are nearest from where a way last bends."""
    ways, field = reach.ground.ways, reach.field
    offers = []
    for node in field.order:
        x, y = ways.at(field, node)
        total = field.cost[node] + hypot(x - target.x, y - target.y) - model.radius - target.radius
        if total <= reach.budget + TOUCH:
            offers.append((total, x, y))
    for _, x, y in sorted(offers)[:TRIES]:
        yield towards(model, target, x, y)


def _assault_grounds(where: Field, trip: Trip, z: float) -> Iterator[Ground]:
    """The terrain alone, where there is any; then with everybody whom the base may not pass over, the target itself
    first of all: a way may lead round it to its far side."""
    model, target = trip.model, trip.target
    assert target is not None
    inches = trip.limit.inches
    if where.near(target.x, target.y, inches + 1):
        yield where.ground(z, model.radius)
    passes = trip.options["move_through_friends"]
    blockers = [other for other in trip.state.models if other.standing and (other.side != model.side or not passes)]
    near = [figure(other) for other in blockers if other is not model and _close(other, model, inches + 1)]
    yield Ground(where.table, base(model.radius), WALKING, near, z)


def _close(one: Model, other: Model, inches: float) -> bool:
    return hypot(one.x - other.x, one.y - other.y) <= inches + one.radius + other.radius


def apply(g: Play, trip: Trip, walked: Walk) -> None:
    """Puts the model where its path ends."""
    model, end = trip.model, walked.end
    entered = trip.entering
    model.x, model.y, model.z = end.x, end.y, end.z
    model.status = "on the table"
    renew_contacts(g.state, model)
    kind = "climb" if trip.kind in CLIMBS else trip.kind
    clauses = (trip.limit.clause, *(("RE-1.21",) if entered else ()), *(("RE-2.9",) if walked.levels else ()))
    data = {
        "who": model.name, "kind": kind, "length": round(walked.length, 3), "to": [end.x, end.y], "entered": entered,
        "fleet": trip.fleet, "level": level_of(end.z), "path": [[p.x, p.y, p.z] for p in walked.path],
    }  # fmt: skip
    tell_of(g, "moved", clauses, data)
