"""Walking: where a path leads, and whether it is legal. One exact function decides, for people, bots and candidates
alike; what it refuses has a cause, and the clause that the ruleset has for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.battlefield import CLIMB, SHEER, SLOPE, Battlefield, Deck
from sandtable.skirmish.bodies import Body, Segment
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.march import March
from sandtable.skirmish.standing import standing_refused
from sandtable.skirmish.touching import joined, would_touch
from sandtable.table import Terrain, causes, snap
from sandtable.table.hot.plane import point_closer, point_segment
from sandtable.table.hot.sweep import NOTHING, clear
from sandtable.table.measuring import path_at_most, path_length

Line = tuple[float, float, float, float]
Face = tuple[Deck, Line]
"""A face gone over: of what, and where it runs."""
HAIR = 1e-6
"""Ends of parts of legs do not lie on the lattice: touching must not become overlapping."""
Leg = tuple[float, float, float, float, float]
"""From, to, and the height at which it is walked."""


class Walk(Struct, frozen=True):
    """A path walked to its end: the points with their heights, and how often it changed level."""

    path: tuple[Point, ...]
    legs: tuple[Leg, ...]
    length: float
    levels: int

    @property
    def end(self) -> Point:
        return self.path[-1]


def judge(march: March, path: Sequence[Point]) -> Walk | Refusal:
    """The one test of a move: the way, its length, its end, and everybody in the way."""
    points = [Point(snap(p.x), snap(p.y)) for p in path]
    if march.target is None and not march.entering and all(_is_own_place(march, p) for p in points):
        return Walk((march.start,), (), 0.0, 0)  # it stays where it is, also in contact
    radius = march.body.radius
    where = march.where
    if march.entering:
        if not points:
            return march.refuse(causes.STAYS_OUT)
        if not any(point_segment(points[0].x, points[0].y, *segment) == 0.0 for segment in march.zone):
            return march.refuse(causes.NOT_IN_ZONE)
        start = outside(where, march.zone, points[0], radius)
    else:
        start = march.start
    for p in points[:-1] if march.entering else points:
        off = 0.0 if march.entering else radius
        if not (off <= p.x <= where.table.width - off and off <= p.y <= where.table.height - off):
            return march.refuse(causes.OFF_TABLE)
    if not path_at_most((start, *points), march.inches):
        return march.refuse(causes.TOO_FAR, length=path_length((start, *points)))
    return followed(march, start, points)


def _is_own_place(march: March, point: Point) -> bool:
    return (point.x, point.y) == (march.start.x, march.start.y)


def followed(march: March, start: Point, points: Sequence[Point]) -> Walk | Refusal:
    """Everything about a way but its length."""
    walked = walk(march, start, points)
    if isinstance(walked, Refusal):
        return walked
    if march.climbs and not walked.levels:
        return march.refuse(causes.NO_CLIMB)
    return _others_in_the_way(march, walked) or _end_refused(march, walked) or walked


def outside(where: Battlefield, zone: Sequence[Segment], crossing: Point, radius: float) -> Point:
    """The place touching the edge from outside, straight behind the crossing."""
    for x1, y1, x2, y2 in zone:
        if point_segment(crossing.x, crossing.y, x1, y1, x2, y2) == 0.0:
            if x1 == x2:
                return Point(-radius if x1 == 0.0 else where.table.width + radius, crossing.y)
            return Point(crossing.x, -radius if y1 == 0.0 else where.table.height + radius)
    return crossing


# ---- the way --------------------------------------------------------------------------------------


class _Course:
    """The heights along a path: which pieces the middle is over, and what each edge it crosses does."""

    def __init__(self, march: March, start: Point, near: list[int]) -> None:
        self.march, self.where = march, march.where
        self.body = self.where.heights.body
        self.z = start.z
        self.levels = 0
        self.climbing = march.climbs
        self.legs: list[Leg] = []
        self.faces: list[tuple[int, Deck, int]] = []
        """The faces gone over: after which leg, of what, and the number of the edge."""
        plans = self.where.table.plans
        self.under = {n for n in near if plans.shape_holds(n, start.x, start.y)}
        self.near = near

    def leg(self, a: Point, b: Point) -> Refusal | None:
        """Goes from one point to the next; cut up where the height changes."""
        cuts: list[tuple[float, int, int]] = []
        plans = self.where.table.plans
        for number in self.near:
            spans = plans.spans(number, a.x, a.y, b.x, b.y)
            if number in self.under and (not spans or spans[0][0] > 0.0) and (a.x, a.y) != (b.x, b.y):
                cuts.append((0.0, 1, number))
            for enter, leave in spans:
                if enter > 0.0 or number not in self.under:
                    cuts.append((enter, 0, number))
                if leave < 1.0:
                    cuts.append((leave, 1, number))
        at = a
        for share, out, number in sorted(cuts):
            here, before = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share), self.z
            refused = self._cross(number, here, bool(out))
            if refused is not None:
                return refused
            if self.z != before:
                self.legs.append((at.x, at.y, here.x, here.y, before))
                at = here
        self.legs.append((at.x, at.y, b.x, b.y, self.z))
        return None

    def _cross(self, number: int, at: Point, out: bool) -> Refusal | None:
        """The middle crosses the outline of a piece."""
        if out:
            self.under.discard(number)
        else:
            self.under.add(number)
        deck = self.where.decks.get(number)
        if deck is None:
            return self._ladder(self.where.ladders[number])
        if deck.hollow and self.z < deck.top - SAME and deck.piece.floor < self.z + self.body:
            return self._wall(deck, at, out)
        return self._leave(deck, at) if out else self._enter(deck, at)

    def _enter(self, deck: Deck, at: Point) -> Refusal | None:
        if deck.top <= self.z + SAME:
            if deck.surface and abs(deck.top - self.z) <= SAME:
                self.z = deck.top
            return None
        if deck.piece.floor >= self.z + self.body and not self._leads_up(deck.face_at(at.x, at.y)):
            return None  # it passes underneath
        if not deck.surface:
            return self.march.refuse(causes.IMPASSABLE, deck.piece.label)
        return self._over_face(deck, at, deck.top)

    def _leads_up(self, face: str) -> bool:
        """Would this move take a face, where it could pass it by as well?"""
        return face == SLOPE or (face == CLIMB and self.climbing and not self.levels)

    def _leave(self, deck: Deck, at: Point) -> Refusal | None:
        if not deck.surface or abs(deck.top - self.z) > SAME:
            return None
        return self._step_down(deck, at)

    def _wall(self, deck: Deck, at: Point, out: bool) -> Refusal | None:
        """The wall of a building, below its roof: over a face to the roof or to a door of another floor, through a
        door on the level, or not at all."""
        face = deck.face_at(at.x, at.y)
        if not out and self._leads_up(face):
            doors = [floor for floor in deck.floors if deck.door_at(floor, at.x, at.y)]
            heights = [*(floor for floor in doors if floor > self.z + SAME), *((deck.top,) if deck.surface else ())]
            if heights:
                return self._over_face(deck, at, heights[0])
        floor = deck.floor_at(self.where.heights.footing(self.z))
        if floor is None or not deck.door_at(floor, at.x, at.y):
            return self.march.refuse(causes.BLOCKED, deck.piece.label)
        return self._step_down(deck, at) if out and floor in deck.floors else None

    def _step_down(self, deck: Deck, at: Point) -> Refusal | None:
        """Off a surface, or out of an upper door: on to one of the same height, or down a face."""
        heights = [height for n in self.under if n in self.where.decks for height in self.where.decks[n].heights]
        below = max((height for height in heights if height <= self.z + SAME), default=0.0)
        if abs(below - self.z) <= SAME:
            self.z = below
            return None
        return self._over_face(deck, at, below)

    def _over_face(self, deck: Deck, at: Point, height: float) -> Refusal | None:
        """To another height over a face of a piece."""
        edge, name = deck.edge_at(at.x, at.y), deck.piece.label
        face = deck.faces[edge]
        if face == SHEER:
            return self.march.refuse(causes.SHEER, name)
        if face == CLIMB and not self.climbing:
            return self.march.refuse(causes.NEEDS_CLIMB, name)
        self.faces.append((len(self.legs), deck, edge))
        return self._change(height)

    def _ladder(self, ladder: Terrain) -> Refusal | None:
        """A Climb goes up or down the first ladder it comes to; other moves pass it by."""
        if not self.climbing or self.levels:
            return None
        if abs(self.where.heights.footing(self.z) - ladder.floor) <= SAME:
            return self._change(ladder.top)
        return self._change(ladder.floor) if abs(self.z - ladder.top) <= SAME else None

    def _change(self, height: float) -> Refusal | None:
        level_of = self.where.heights.level_of
        self.levels += abs(level_of(height) - level_of(self.z))
        if self.levels > self.march.levels:
            return self.march.refuse(causes.ONE_LEVEL)
        self.z = height
        return None

    def beside_faces(self, radius: float) -> list[list[Face]]:
        """For each leg the faces that lead the base on there: those it goes over at its end or at its start, or on a
        leg before or after while it is still next to them."""
        found: list[list[Face]] = [[] for _ in self.legs]
        for leg, deck, edge in self.faces:
            line = (*deck.ring[edge], *deck.ring[edge + 1])
            for number in range(leg, -1, -1):
                found[number].append((deck, line))
                if not point_closer(*self.legs[number][:2], *line, radius):
                    break
            for number in range(leg + 1, len(self.legs)):
                found[number].append((deck, line))
                if not point_closer(*self.legs[number][2:4], *line, radius):
                    break
        return found


def walk(march: March, start: Point, points: Sequence[Point]) -> Walk | Refusal:
    """Follows a path over the terrain: heights first, then the whole base along every leg."""
    where = march.where
    near: set[int] = set()
    length = 0.0
    radius = march.body.radius
    for a, b in pairwise((start, *points)):
        near.update(where.along(a.x, a.y, b.x, b.y, radius))
        length += sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    solid = near & where.solid
    if not solid and not where.raised:
        z = start.z
        flat = tuple((a.x, a.y, b.x, b.y, z) for a, b in pairwise((start, *points)))
        return Walk((start, *(Point(p.x, p.y, z) for p in points)), flat, length, 0)
    course = _Course(march, start, [n for n in sorted(near) if n in where.decks or n in where.ladders])
    walked = [start]
    for a, b in pairwise((start, *points)):
        refused = course.leg(a, b)
        if refused is not None:
            return refused
        walked.append(Point(b.x, b.y, course.z))
    if where.raised and points and course.z <= where.heights.body:
        low = where.surfaces(points[-1].x, points[-1].y)
        if low and low[0] <= where.heights.body:
            walked[-1] = Point(points[-1].x, points[-1].y, low[0])
    for leg, beside in zip(course.legs, course.beside_faces(radius), strict=True):
        refused = _swept(march, leg, beside)
        if refused is not None:
            return refused
    return Walk(tuple(walked), tuple(course.legs), length, course.levels)


def _swept(march: March, leg: Leg, beside: list[Face]) -> Refusal | None:
    """Does the whole base fit along a leg? A piece whose face it goes over is not in its way as long as its middle is
    in front of that face; on an upper floor the walls beside the door are."""
    x0, y0, x1, y1, z = leg
    where = march.where
    level, radius = where.heights.footing(z), march.body.radius
    ground = where.ground(level, radius)
    faces = [(deck, line) for deck, line in beside if z not in deck.floors]
    skip = where.chains(level, radius, [deck.number for deck, _ in faces]) if faces else 0
    hit = clear(ground.scene, x0, y0, x1, y1, radius, radius, skip, 0)
    for deck, line in faces:
        others = ~where.chains(level, radius, [deck.number])
        for ax, ay, bx, by in _not_in_front(leg, line):
            if hit == NOTHING:
                hit = clear(ground.scene, ax, ay, bx, by, radius - HAIR, radius, others, 0)
    if hit == NOTHING:
        return None
    return _blocked(march, ground.pieces[ground.scene.shape_of[hit]], leg)


def _not_in_front(leg: Leg, face: Line) -> Iterator[Line]:
    """The parts of a leg that lie beyond one of the ends of a face."""
    x0, y0, x1, y1, _ = leg
    ax, ay, bx, by = face
    ux, uy = bx - ax, by - ay
    size = ux * ux + uy * uy
    first, last = ((x0 - ax) * ux + (y0 - ay) * uy) / size, ((x1 - ax) * ux + (y1 - ay) * uy) / size
    for start, end in ((first, last), (1.0 - first, 1.0 - last)):
        if start >= 0.0 and end >= 0.0:
            continue
        cut = start / (start - end) if start * end < 0.0 else 1.0 if start < 0.0 else 0.0
        share, until = (0.0, cut) if start < 0.0 else (cut, 1.0)
        dx, dy = x1 - x0, y1 - y0
        yield x0 + dx * share, y0 + dy * share, x0 + dx * until, y0 + dy * until


def _blocked(march: March, piece: Terrain | None, leg: Leg) -> Refusal:
    where = march.where
    number = next(n for n, one in enumerate(where.table.terrain) if one is piece)
    # Whoever runs into a wall has been stopped before: here a building is only brushed.
    through = number not in where.hollow and where.table.plans.spans(number, *leg[:4])
    return march.refuse(causes.BLOCKED if through else causes.GAP, where.table.terrain[number].label)


# ---- everybody else, and the end ------------------------------------------------------------------


def _others_in_the_way(march: March, walked: Walk) -> Refusal | None:
    """Enemies may not be passed through or touched, friends may be passed but not stopped on."""
    if not march.others:
        return None
    body, contact_gap = march.body, march.where.contact
    beside = march.where.heights.body
    touches = march.target is not None
    start = walked.path[0]
    xs, ys = [p.x for p in walked.path], [p.y for p in walked.path]
    own = body.radius + 2 * contact_gap
    west, east, south, north = min(xs) - own, max(xs) + own, min(ys) - own, max(ys) + own
    passes = march.through_friends
    for other in march.others:
        r = other.radius
        if not (west < other.x + r and other.x - r < east and south < other.y + r and other.y - r < north):
            continue
        enemy = other.side != body.side
        if passes and not enemy:
            continue
        across = body.radius + r
        contact = (across + contact_gap) ** 2
        # Whoever breaks away, or stands by a friend, starts in contact: it may leave, not push through.
        close = enemy and not touches and (start.x - other.x) ** 2 + (start.y - other.y) ** 2 > contact
        for x0, y0, x1, y1, z in walked.legs:
            near = point_segment(other.x, other.y, x0, y0, x1, y1)
            if near > contact or abs(z - other.z) >= beside:
                continue
            if point_closer(other.x, other.y, x0, y0, x1, y1, across):
                return march.refuse(causes.IN_THE_WAY, other.name)
            if close and joined(march.where, (x1, y1, z), (other.x, other.y, other.z)):
                return march.refuse(causes.CONTACT, other.name)
    return None


def _end_refused(march: March, walked: Walk) -> Refusal | None:
    end, body, where = walked.end, march.body, march.where
    refused = standing_refused(where, body, end, march.others, march.verdicts)
    if refused is not None:
        return refused
    there, target = (end.x, end.y, end.z), march.target
    if target is not None:
        return None if would_touch(where, body, there, target) else march.refuse(causes.NO_CONTACT, target.name)
    for foe in march.others:
        near = abs(end.x - foe.x) <= body.radius + foe.radius + where.contact  # most are far away
        if near and foe.side != body.side and would_touch(where, body, there, foe):
            return march.refuse(causes.ENDS_IN_CONTACT, foe.name)
    return None


# ---- is there anything to climb? --------------------------------------------------------------------


def in_reach(where: Battlefield, body: Body, inches: float) -> bool:
    """Is there a surface above somebody's head near enough to climb to, or under it to climb down from?"""
    key = body.x, body.y, body.z, body.radius, inches
    known = where.climbs.get(key)
    return where.climbs.keep(key, _in_reach(where, body, inches)) if known is None else known


def _in_reach(where: Battlefield, body: Body, inches: float) -> bool:
    x, y, reach = body.x, body.y, inches + body.radius
    for number in where.near(x, y, reach):
        if number in where.ladders and where.within(number, x, y, inches):
            return True
        deck = where.decks.get(number)
        climbed = (
            deck is not None and max(deck.heights, default=0.0) > where.heights.body and not _shut_in(where, deck, body)
        )
        if climbed and where.within(number, x, y, reach):
            return True
    return False


def _shut_in(where: Battlefield, deck: Deck, body: Body) -> bool:
    """On a floor of a building without doors to climb from: only its ladders lead on."""
    if not deck.hollow or body.z >= deck.top or not where.table.plans.shape_holds(deck.number, body.x, body.y):
        return False
    return not (body.z in deck.floors and deck.piece.doors_at(body.z))
