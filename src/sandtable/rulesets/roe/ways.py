"""Asking for a path: the question, a way for a wished place, and a few good ways for those who have none in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin, sqrt
from typing import Any

from sandtable.engine.questions import Move, Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, tell_of
from sandtable.rulesets.roe.content import Segment
from sandtable.rulesets.roe.field import BASE, BODY, RADIUS, SHEER, TOUCH, WALKING, Field
from sandtable.rulesets.roe.space import ACROSS, field_of, figure, renew_contacts
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.walking import CLIMBS, Trip, Walk, judge, outside
from sandtable.table import Figure, Gait, Ground, Reach, route, snap

FEW = 3
"""How many candidates a question offers."""
TRIES = 24
GOLDEN = 2.399963229728653
CONTACT_AT = ACROSS + TOUCH / 2

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

    def proposed() -> Iterator[Paths]:
        for path, walked in candidates(trip):
            judged[path] = walked
            yield {model.name: path}

    limit = trip.limit
    paths = yield Steps(
        seat=model.side,
        who=model.name,
        prompt=f'{model.name} {PROMPTS[trip.kind]}: up to {limit.inches:g}"',
        clause=limit.clause,
        movers=(model.name,),
        budget=limit.inches,
        check=check,
        candidates=proposed,
        route=lambda name, wish: way_to(trip, wish),
        drawn=lambda: region(trip),
        walked=lambda path: judged[path],
    )
    return judged[paths[model.name]]


class Steps(Move, frozen=True, kw_only=True):
    """A move whose region is drawn when a client asks for it, not for every bot."""

    drawn: Callable[[], dict[str, Any]]
    walked: Callable[[tuple[Point, ...]], Walk]
    """A path that has been read, with its heights and its length."""

    def wire(self) -> dict[str, Any]:
        return Move.wire(self) | {"region": self.drawn()}


def region(trip: Trip) -> dict[str, Any]:
    """Where the move may end, as rings to draw (the exact test is another); the zone for a model that enters, and how
    deep it gets straight in."""
    rings: list[list[tuple[float, float]]] = []
    if trip.entering:
        rings = [_band(field_of(trip.state), segment, trip.limit.inches) for segment in _zone(trip)]
    elif trip.kind not in CLIMBS:
        where, model = field_of(trip.state), trip.model
        z = model.z if model.z > BODY else 0.0
        stands = Figure(model.name, BASE, model.x, model.y, z)
        friends = [figure(friend) for friend in trip.state.friends(model)]
        rings = Reach(_ground_with_enemies(where, trip, z), stands, trip.limit.inches, friends).outline()
    return {"rings": rings, "zone": [list(segment) for segment in (_zone(trip) if trip.entering else ())]}


def _zone(trip: Trip) -> tuple[Segment, ...]:
    return trip.state.players[trip.model.side].zone


def _band(where: Field, segment: Segment, inches: float) -> list[tuple[float, float]]:
    """The strip along a stretch of the edge into which a base can get; it starts outside the edge (RE-1.21)."""
    x1, y1, x2, y2 = segment
    near, far = RADIUS, inches - RADIUS
    if x1 == x2:
        low, high = max(RADIUS, min(y1, y2)), min(where.table.height - RADIUS, max(y1, y2))
        left, right = (near, far) if x1 == 0.0 else (where.table.width - far, where.table.width - near)
    else:
        left, right = max(RADIUS, min(x1, x2)), min(where.table.width - RADIUS, max(x1, x2))
        low, high = (near, far) if y1 == 0.0 else (where.table.height - far, where.table.height - near)
    return [(left, low), (right, low), (right, high), (left, high)]


def _ground_with_enemies(where: Field, trip: Trip, z: float) -> Ground:
    """The ground with the enemies in the way, a hair wider than contact unless it is an assault."""
    spacing = 0.0 if trip.kind == "assault" else TOUCH + 2 / 1024
    enemies = [figure(enemy) for enemy in trip.state.enemies(trip.model) if enemy is not trip.target]
    return Ground(where.table, BASE, Gait(stops=WALKING.stops, spacing=spacing), enemies, z)


# ---- a wish ---------------------------------------------------------------------------------------


def way_to(trip: Trip, wish: Point) -> tuple[Point, ...] | Refusal:
    """A legal path to a place: straight, round the terrain, or round everybody."""
    goal = Point(snap(wish.x), snap(wish.y))
    first: Refusal | None = None
    for path in _tries(trip, goal):
        found = judge(trip, path)
        if not isinstance(found, Refusal):
            return path
        first = first or found
    return first or Refusal(f"{trip.model.name} finds no way there", "RE-2.2")


def _tries(trip: Trip, goal: Point) -> Iterator[tuple[Point, ...]]:
    where = field_of(trip.state)
    if trip.entering:
        crossing = nearest_crossing(where, trip.state.players[trip.model.side].zone, goal)
        yield crossing, goal
        start = crossing
    else:
        yield (goal,)
        start = Point(trip.model.x, trip.model.y, trip.model.z)
    if trip.kind in CLIMBS:
        return
    head = (start,) if trip.entering else ()
    yield from ((*head, *way) for way in _round_terrain(where, trip, start, goal))


def _round_terrain(where: Field, trip: Trip, start: Point, goal: Point) -> Iterator[tuple[Point, ...]]:
    inches = trip.limit.inches
    z = start.z if start.z > BODY else 0.0
    beginner = Figure(trip.model.name, BASE, start.x, start.y, z)
    way = Reach(where.ground(z), beginner, inches).path(goal.x, goal.y)
    if way is not None:
        yield tuple(Point(p.x, p.y) for p in way)
    found = route(_ground_with_enemies(where, trip, z), beginner, Point(goal.x, goal.y, z), inches)
    if not isinstance(found, Refusal):
        yield tuple(Point(p.x, p.y) for p in found)


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
            step = (inches - 0.01) / ACROSS
            yield (Point(snap(model.x + dx * step), snap(model.y + dy * step)),)
    turn = (model.x * 7 + model.y * 13 + trip.state.round) % (2 * pi)
    for number in range(TRIES):
        angle = turn + number * GOLDEN
        step = inches * (1.0 if number % 3 else 0.6) - 0.01
        yield (Point(snap(model.x + cos(angle) * step), snap(model.y + sin(angle) * step)),)


def _climbs(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Straight over each face near enough, up or down, where the base has room on the other side."""
    model = trip.model
    where = field_of(trip.state)
    for number in where.near(model.x, model.y, trip.limit.inches):
        deck = where.decks.get(number)
        if deck is None or not deck.surface:
            continue
        down = where.table.plans.shape_holds(number, model.x, model.y)
        for (ax, ay), (bx, by), face in zip(deck.ring, deck.ring[1:], deck.faces, strict=False):
            size = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            if face == SHEER or size < ACROSS:
                continue
            ux, uy = (bx - ax) / size, (by - ay) / size
            along = (model.x - ax) * ux + (model.y - ay) * uy
            along = min(max(along, RADIUS), size - RADIUS)
            # The ring runs anticlockwise: the inside is to the left.
            side = -RADIUS - 2 / 1024 if down else RADIUS + 2 / 1024
            yield (Point(snap(ax + ux * along - uy * side), snap(ay + uy * along + ux * side)),)


def _entries(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """Straight in from places spread along the zone."""
    where = field_of(trip.state)
    zone = trip.state.players[trip.model.side].zone
    inches = trip.limit.inches
    for number in range(3 * TRIES):
        x1, y1, x2, y2 = zone[number % len(zone)]
        share = (trip.model.number * 0.37 + number * 0.6180339887498949) % 1.0
        crossing = Point(snap(x1 + (x2 - x1) * share), snap(y1 + (y2 - y1) * share))
        start = outside(where, zone, crossing)
        ix, iy = (crossing.x - start.x) / RADIUS, (crossing.y - start.y) / RADIUS
        deep = inches - RADIUS - 0.01 if number % 4 else 1.0
        x, y = crossing.x + ix * deep, crossing.y + iy * deep
        x = min(max(x, RADIUS), where.table.width - RADIUS)
        y = min(max(y, RADIUS), where.table.height - RADIUS)
        if abs(x - crossing.x) + abs(y - crossing.y) > deep:
            continue
        yield crossing, Point(snap(x), snap(y))


def _entry_climbs(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """From the zone straight onto a surface that lies near enough to it."""
    where = field_of(trip.state)
    zone = trip.state.players[trip.model.side].zone
    inside = RADIUS + 2 / 1024
    for number, deck in where.decks.items():
        if not deck.surface:
            continue
        left, low, right, high = where.boxes[number]
        for x1, y1, x2, y2 in zone:
            if x1 == x2:
                y = min(max((low + high) / 2, min(y1, y2)), max(y1, y2))
                x = left + inside if x1 == 0.0 else right - inside
                crossing, deep = Point(x1, snap(y)), abs(x - x1)
                end = Point(snap(x), snap(y))
            else:
                x = min(max((left + right) / 2, min(x1, x2)), max(x1, x2))
                y = low + inside if y1 == 0.0 else high - inside
                crossing, deep = Point(snap(x), y1), abs(y - y1)
                end = Point(snap(x), snap(y))
            if deep + RADIUS <= trip.limit.inches:
                yield crossing, end


def assaults(trip: Trip) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """Ways into contact with the target: straight at it, then round the terrain, then between the other models. The
    first that is legal is enough."""
    target = trip.target
    assert target is not None
    for spot in _contact_places(trip.model, target, STRAIGHT_AT):
        walked = judge(trip, (spot,))
        if not isinstance(walked, Refusal):
            yield (spot,), walked
            return
    where, model = field_of(trip.state), trip.model
    z = model.z if model.z > BODY else 0.0
    beginner = Figure(model.name, BASE, model.x, model.y, z)
    for ground in _assault_grounds(where, trip, z):
        reach = Reach(ground, beginner, trip.limit.inches)
        for spot in _contact_places(model, target, ALL_ROUND):
            way = reach.path(spot.x, spot.y)
            if way is not None:
                bent = tuple(Point(p.x, p.y) for p in way)
                walked = judge(trip, bent)
                if not isinstance(walked, Refusal):
                    yield bent, walked
                    return


def _assault_grounds(where: Field, trip: Trip, z: float) -> Iterator[Ground]:
    """The terrain alone, then the terrain with everybody who stands in the way, where anybody could."""
    model, target = trip.model, trip.target
    assert target is not None
    others = [other for other in trip.state.models if other not in (model, target) and other.standing]
    passes = trip.options["move_through_friends"]
    blockers = [other for other in others if other.side != model.side or not passes]
    near = [other for other in blockers if _close(other, model, trip.limit.inches + 1)]
    if near or where.near(target.x, target.y, 5.0):
        yield where.ground(z)
    if near:
        gait = Gait(stops=WALKING.stops, spacing=TOUCH + 2 / 1024)
        yield Ground(where.table, BASE, gait, [figure(other) for other in near], z)


def _close(one: Model, other: Model, inches: float) -> bool:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= (inches + ACROSS) ** 2


STRAIGHT_AT = (0, 3, -3, 6, -6, 9, -9)
ALL_ROUND = tuple(turn * sign for turn in range(19) for sign in (1, -1))
"""Places round the target's base, in steps of ten degrees from the side that faces the attacker."""


def _contact_places(model: Model, target: Model, turns: tuple[int, ...]) -> Iterator[Point]:
    dx, dy = model.x - target.x, model.y - target.y
    far = sqrt(dx * dx + dy * dy) or 1.0
    ux, uy = dx / far, dy / far
    for turn in turns:
        c, s = cos(turn * pi / 18), sin(turn * pi / 18)
        x, y = target.x + (ux * c - uy * s) * CONTACT_AT, target.y + (ux * s + uy * c) * CONTACT_AT
        yield Point(snap(x), snap(y))


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
        "fleet": trip.fleet, "path": [[p.x, p.y, p.z] for p in walked.path],
    }  # fmt: skip
    tell_of(g, "moved", clauses, data)
