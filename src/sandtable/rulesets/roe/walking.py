"""Moves on the table (chapter 2): where a path leads, and whether it is legal. One exact function decides, for people,
bots and candidates alike, and names the clause of a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.content import Segment
from sandtable.rulesets.roe.field import (
    BASE,
    BODY,
    CLIMB,
    RADIUS,
    SHEER,
    SLOPE,
    STEP,
    TOUCH,
    Deck,
    Field,
    level_of,
)  # fmt: skip
from sandtable.rulesets.roe.space import ACROSS, CONTACT, field_of, joined, same_storey
from sandtable.rulesets.roe.state import Kind, Model, State
from sandtable.table import Figure, Terrain, snap
from sandtable.table.hot.plane import point_closer, point_segment
from sandtable.table.hot.sweep import NOTHING, clear, spot
from sandtable.table.measuring import path_at_most, path_length
from sandtable.table.placing import stable

Leg = tuple[float, float, float, float, float]
"""From, to, and the height at which it is walked."""

CLIMBS: tuple[Kind, ...] = ("climb", "encumbered climb")
WIDE = ACROSS + 2 * TOUCH


class Walk(Struct, frozen=True):
    """A path walked to its end: the points with their heights, and how often it changed level."""

    path: tuple[Point, ...]
    legs: tuple[Leg, ...]
    length: float
    levels: int

    @property
    def end(self) -> Point:
        return self.path[-1]


class Allowance(Struct, frozen=True):
    """How far a move may go, and the clause that says so."""

    inches: float
    clause: str


FLEET = {"standard_8": 8.0, "encumbered_6": 6.0, "standard_12": 12.0}
ALLOWANCES: dict[Kind, Allowance] = {
    "standard": Allowance(6.0, "RE-2.3"),
    "encumbered": Allowance(4.0, "RE-2.4"),
    "climb": Allowance(4.0, "RE-2.5"),
    "encumbered climb": Allowance(2.0, "RE-2.6"),
    "assault": Allowance(4.0, "RE-2.12"),
    "consolidate": Allowance(2.0, "RE-2.16"),
}


def allowance(options: Options, kind: Kind, fleet: bool) -> Allowance:
    """RE-2.19, with Fleet (RE-6.8, RE-6.9)."""
    if fleet:
        return Allowance(8.0, "RE-6.9") if kind == "assault" else Allowance(FLEET[str(options["fleet_move"])], "RE-6.8")
    if kind == "climb":
        return Allowance(float(options["standard_climb"]), "RE-2.5")
    return ALLOWANCES[kind]


class Trip(Struct, frozen=True):
    """A move that is to be judged: who, how, how far, and in an assault against whom."""

    state: State
    options: Options
    model: Model
    kind: Kind
    fleet: bool = False
    target: Model | None = None

    @property
    def entering(self) -> bool:
        return self.model.status == "off the table"

    @property
    def limit(self) -> Allowance:
        return allowance(self.options, self.kind, self.fleet)


def judge(trip: Trip, path: Sequence[Point]) -> Walk | Refusal:
    """The one test of a move: the way, its length, its end, and everybody in the way."""
    points = [Point(snap(p.x), snap(p.y)) for p in path]
    if not points and not trip.entering and trip.kind != "assault":
        here = Point(trip.model.x, trip.model.y, trip.model.z)
        return Walk((here,), (), 0.0, 0)  # it stays where it is; a model that breaks away stays Engaged (RE-4.47)
    if trip.entering:
        refused = _crosses_zone(trip, points)
        if refused is not None:
            return refused
        start = outside(field_of(trip.state), trip.state.players[trip.model.side].zone, points[0])
    else:
        start = Point(trip.model.x, trip.model.y, trip.model.z)
    where = field_of(trip.state)
    for p in points[:-1] if trip.entering else points:
        off = 0.0 if trip.entering else RADIUS
        if not (off <= p.x <= where.table.width - off and off <= p.y <= where.table.height - off):
            return Refusal(f"{trip.model.name} would leave the table", "RE-0.10")
    limit = trip.limit
    if not path_at_most((start, *points), limit.inches):
        length = path_length((start, *points))
        return Refusal(f'that is {length:.2f}", the most is {limit.inches:g}"', limit.clause)
    walked = walk(where, trip, start, points)
    if isinstance(walked, Refusal):
        return walked
    if trip.kind in CLIMBS and not walked.levels:
        return Refusal("a Climb goes over a climbable face to another level", "RE-2.8")
    return _others_in_the_way(trip, walked) or _end_refused(where, trip, walked) or walked


# ---- entering -------------------------------------------------------------------------------------


def _crosses_zone(trip: Trip, points: list[Point]) -> Refusal | None:
    zone = trip.state.players[trip.model.side].zone
    if not points:
        return Refusal(f"{trip.model.name} has to come onto the table", "RE-1.21")
    if any(point_segment(points[0].x, points[0].y, *segment) == 0.0 for segment in zone):
        return None
    return Refusal("the first point is where its middle crosses the edge, inside its own zone", "RE-1.21")


def outside(where: Field, zone: Sequence[Segment], crossing: Point) -> Point:
    """The place touching the edge from outside, straight behind the crossing (RE-1.21)."""
    for x1, y1, x2, y2 in zone:
        if point_segment(crossing.x, crossing.y, x1, y1, x2, y2) == 0.0:
            if x1 == x2:
                return Point(-RADIUS if x1 == 0.0 else where.table.width + RADIUS, crossing.y)
            return Point(crossing.x, -RADIUS if y1 == 0.0 else where.table.height + RADIUS)
    return crossing


# ---- the way --------------------------------------------------------------------------------------


class _Steps:
    """The heights along a path: which pieces the middle is over, and what each edge it crosses does."""

    def __init__(self, where: Field, trip: Trip, start: Point, decks: list[int]) -> None:
        self.where, self.trip = where, trip
        self.z = start.z
        self.levels = 0
        self.climbing = trip.kind in CLIMBS
        self.crossed: set[int] = set()
        plans = where.table.plans
        self.under = {n for n in decks if plans.shape_holds(n, start.x, start.y)}
        self.decks = decks

    def leg(self, a: Point, b: Point) -> Refusal | list[Leg]:
        """Goes from one point to the next; cut up where the height changes."""
        cuts: list[tuple[float, int, int]] = []
        plans = self.where.table.plans
        for number in self.decks:
            spans = plans.spans(number, a.x, a.y, b.x, b.y)
            if number in self.under and (not spans or spans[0][0] > 0.0) and (a.x, a.y) != (b.x, b.y):
                cuts.append((0.0, 1, number))
            for enter, leave in spans:
                if enter > 0.0 or number not in self.under:
                    cuts.append((enter, 0, number))
                if leave < 1.0:
                    cuts.append((leave, 1, number))
        legs: list[Leg] = []
        at = a
        for share, out, number in sorted(cuts):
            here = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
            deck, before = self.where.decks[number], self.z
            refused = self._leave(deck, here) if out else self._enter(deck, here)
            if refused is not None:
                return refused
            if self.z != before:
                legs.append((at.x, at.y, here.x, here.y, before))
                at = here
        legs.append((at.x, at.y, b.x, b.y, self.z))
        return legs

    def _enter(self, deck: Deck, at: Point) -> Refusal | None:
        self.under.add(deck.number)
        if deck.piece.floor >= self.z + BODY or deck.top <= self.z + STEP:
            if deck.surface and abs(deck.top - self.z) <= STEP:
                self.z = deck.top
            return None
        face = deck.face_at(at.x, at.y)
        if deck.hollow and not (face == SLOPE or (face == CLIMB and self.climbing)):
            return None  # through a door, or into a wall: the sweep tells
        if not deck.surface:
            return Refusal(f"{deck.piece.label} is impassable", "RE-2.26")
        return self._change(deck, face, deck.top)

    def _leave(self, deck: Deck, at: Point) -> Refusal | None:
        self.under.discard(deck.number)
        if not deck.surface or abs(deck.top - self.z) > STEP:
            return None
        below = [self.where.decks[n].top for n in self.under if self.where.decks[n].surface]
        floor = max([top for top in below if top <= self.z + STEP], default=0.0)
        if abs(floor - self.z) <= STEP:
            self.z = floor
            return None
        return self._change(deck, deck.face_at(at.x, at.y), floor)

    def _change(self, deck: Deck, face: str, height: float) -> Refusal | None:
        """To another height over a face of a piece (RE-2.30 to RE-2.32)."""
        name = deck.piece.label
        if face == SHEER:
            return Refusal(f"that face of {name} is sheer", "RE-2.32")
        if face == CLIMB and not self.climbing:
            clause = "RE-2.14" if self.trip.kind == "assault" else "RE-2.11"
            return Refusal(f"that face of {name} needs a Climb", clause)
        self.levels += abs(level_of(height) - level_of(self.z))
        if self.levels > 1:
            return Refusal("only one level up or down in a movement action", "RE-2.9")
        self.z = height
        self.crossed.add(deck.number)
        return None


def walk(where: Field, trip: Trip, start: Point, points: Sequence[Point]) -> Walk | Refusal:
    """Follows a path over the terrain: heights first, then the whole base along every leg."""
    near: set[int] = set()
    length = 0.0
    for a, b in pairwise((start, *points)):
        near.update(where.along(a.x, a.y, b.x, b.y, RADIUS))
        length += sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    solid = near & where.solid
    if not solid and not where.raised:
        z = start.z
        flat = tuple((a.x, a.y, b.x, b.y, z) for a, b in pairwise((start, *points)))
        return Walk((start, *(Point(p.x, p.y, z) for p in points)), flat, length, 0)
    steps = _Steps(where, trip, start, [n for n in sorted(solid) if n in where.decks])
    walked = [start]
    legs: list[Leg] = []
    for a, b in pairwise((start, *points)):
        found = steps.leg(a, b)
        if isinstance(found, Refusal):
            return found
        legs.extend(found)
        walked.append(Point(b.x, b.y, steps.z))
    if where.raised and points and steps.z <= BODY:
        low = where.surfaces(points[-1].x, points[-1].y)
        if low and low[0] <= BODY:
            walked[-1] = Point(points[-1].x, points[-1].y, low[0])
    for leg in legs:
        refused = _swept(where, trip, leg, steps.crossed)
        if refused is not None:
            return refused
    return Walk(tuple(walked), tuple(legs), length, steps.levels)


def _swept(where: Field, trip: Trip, leg: Leg, crossed: set[int]) -> Refusal | None:
    """Does the whole base fit along a leg? The pieces whose faces it goes over do not count (RE-2.2)."""
    x0, y0, x1, y1, z = leg
    level = z if z > BODY else 0.0
    ground = where.ground(level)
    skip = where.chains(level, crossed) if crossed else 0
    hit = clear(ground.scene, x0, y0, x1, y1, RADIUS, RADIUS, skip, 0)
    if hit == NOTHING:
        return None
    return _blocked(where, trip, ground.pieces[ground.scene.shape_of[hit]], leg)


def _blocked(where: Field, trip: Trip, piece: Terrain | None, leg: Leg) -> Refusal:
    number = next(n for n, one in enumerate(where.table.terrain) if one is piece)
    label = where.table.terrain[number].label
    if trip.kind == "assault":
        return Refusal(f"{label} is in the way of the assault", "RE-2.14")
    if where.table.plans.spans(number, *leg[:4]):
        return Refusal(f"{label} is impassable", "RE-2.26")
    return Refusal(f"the base does not fit past {label}", "RE-2.2")


# ---- everybody else -------------------------------------------------------------------------------


def _others_in_the_way(trip: Trip, walked: Walk) -> Refusal | None:
    """Enemies may not be passed through or touched, friends may be passed but not stopped on (RE-2.13, RE-2.18)."""
    model, state = trip.model, trip.state
    left = trip.kind == "assault"
    start = walked.path[0]
    xs, ys = [p.x for p in walked.path], [p.y for p in walked.path]
    west, east, south, north = min(xs) - WIDE, max(xs) + WIDE, min(ys) - WIDE, max(ys) + WIDE
    passes = trip.options["move_through_friends"]
    for other in state.models:
        if not (west < other.x < east and south < other.y < north) or other.status != "on the table":
            continue
        enemy = other.side != model.side
        if other is model or (passes and not enemy):
            continue
        # A model that breaks away, or stands by a friend, starts in contact: it may leave, not push through.
        close = enemy and not left and (start.x - other.x) ** 2 + (start.y - other.y) ** 2 > CONTACT
        for x0, y0, x1, y1, z in walked.legs:
            near = point_segment(other.x, other.y, x0, y0, x1, y1)
            if near > CONTACT or not same_storey(z, other.z):
                continue
            if point_closer(other.x, other.y, x0, y0, x1, y1, ACROSS):
                return Refusal(f"{other.name} is in the way", "RE-2.18")
            if close and joined(field_of(state), (x1, y1, z), (other.x, other.y, other.z)):
                return Refusal(f"it would touch {other.name}: only an Assault makes contact", _contact_clause(trip))
    return None


def _contact_clause(trip: Trip) -> str:
    return "RE-4.50" if trip.kind == "consolidate" else "RE-2.13"


def _end_refused(where: Field, trip: Trip, walked: Walk) -> Refusal | None:
    end, model = walked.end, trip.model
    refused = standing_refused(where, trip.state, model, end)
    if refused is not None:
        return refused
    if trip.kind == "assault":
        target = trip.target
        assert target is not None
        dx, dy = end.x - target.x, end.y - target.y
        there = joined(where, (end.x, end.y, end.z), (target.x, target.y, target.z))
        if dx * dx + dy * dy > CONTACT or not there:
            return Refusal(f"an Assault Move ends in contact with {target.name}", "RE-2.12")
        return None
    for enemy in trip.state.enemies(model):
        dx, dy = end.x - enemy.x, end.y - enemy.y
        if dx * dx + dy * dy <= CONTACT and joined(where, (end.x, end.y, end.z), (enemy.x, enemy.y, enemy.z)):
            return Refusal(f"it would end in contact with {enemy.name}", _contact_clause(trip))
    return None


def standing_refused(where: Field, state: State, model: Model, end: Point) -> Refusal | None:
    """Why nobody may stand there: off the table, on somebody, over an edge, in a wall, on top of an Obstacle."""
    there = Figure(model.name, BASE, end.x, end.y, end.z)
    if not where.table.fits(there):
        return Refusal(f"{model.name} would stand partly off the table", "RE-0.10")
    for other in state.models:
        if other is model or other.status != "on the table":
            continue
        dx, dy = end.x - other.x, end.y - other.y
        if dx * dx + dy * dy < ACROSS * ACROSS and same_storey(end.z, other.z):
            return Refusal(f"{model.name} would stand on {other.name}", "RE-0.9")
    return _ground_refused(where, model, there)


def _ground_refused(where: Field, model: Model, there: Figure) -> Refusal | None:
    x, y, z = there.x, there.y, there.z
    near = where.near(x, y, RADIUS)
    if not near:
        return None
    if where.solid.isdisjoint(near):
        return _on_an_obstacle(where, model, there, near)
    ground = where.ground(z if z > BODY else 0.0)
    hit = spot(ground.scene, x, y, RADIUS, RADIUS, 0, 0)
    if hit != NOTHING:
        piece = ground.pieces[ground.scene.shape_of[hit]]
        label = piece.label if piece is not None else "something"
        solid = piece is not None and "surface" in piece.traits
        return Refusal(f"{model.name} would stand partly in {label}", "RE-2.8" if solid else "RE-2.26")
    if z > BODY:
        return _over_the_edge(where, model, there)
    return _on_an_obstacle(where, model, there, near)


def _on_an_obstacle(where: Field, model: Model, there: Figure, near: list[int]) -> Refusal | None:
    for number in near:
        if number in where.low and number not in where.raised and where.overlaps(number, there.x, there.y):
            return Refusal(f"{model.name} would stand on {where.table.terrain[number].label}", "RE-2.23")
    return None


def _over_the_edge(where: Field, model: Model, there: Figure) -> Refusal | None:
    """The whole base on the new level (RE-2.8), be it of one piece or of several of one height."""
    level = [n for n in where.near(there.x, there.y, RADIUS) if n in where.decks and where.decks[n].top == there.z]
    if any(where.decks[n].surface and where.holds_wholly(n, there.x, there.y) for n in level):
        return None
    if len(level) > 1 and stable(where.table, there) is None:
        return None
    return Refusal(f"{model.name} would stick out over the edge", "RE-2.8")


def in_reach(where: Field, x: float, y: float, inches: float) -> bool:
    """Is there a surface above a model's head near enough to climb to, or under it to climb down from? (RE-2.8)"""
    for number in where.near(x, y, inches + RADIUS + TOUCH):
        deck = where.decks.get(number)
        if deck is not None and deck.surface and deck.top > BODY:
            ring = deck.ring
            reach = (inches + RADIUS) ** 2
            if where.table.plans.shape_holds(number, x, y):
                return True
            if any(point_segment(x, y, *a, *b) <= reach for a, b in pairwise(ring)):
                return True
    return False
