"""Moves on the table (chapter 2): where a path leads, and whether it is legal. One exact function decides, for people,
bots and candidates alike, and names the clause of a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.policy import BODY, TOUCH, footing, level_of
from sandtable.rulesets.roe.space import field_of, joined, same_storey, would_touch
from sandtable.rulesets.roe.state import Kind, Model, State
from sandtable.skirmish.battlefield import CLIMB, SHEER, SLOPE, Battlefield, Deck
from sandtable.skirmish.bodies import Segment, base
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.memory import FORGET
from sandtable.table import Figure, Terrain, snap
from sandtable.table.hot.plane import point_closer, point_segment
from sandtable.table.hot.sweep import NOTHING, clear, spot
from sandtable.table.measuring import path_at_most, path_length
from sandtable.table.placing import stable

Line = tuple[float, float, float, float]
Face = tuple[Deck, Line]
"""A face gone over: of what, and where it runs."""
HAIR = 1e-6
"""Ends of parts of legs do not lie on the lattice: touching must not become overlapping."""
Leg = tuple[float, float, float, float, float]
"""From, to, and the height at which it is walked."""

CLIMBS: tuple[Kind, ...] = ("climb", "encumbered climb")


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
    radius = trip.model.radius
    where = field_of(trip.state)
    if trip.entering:
        refused = _crosses_zone(trip, points)
        if refused is not None:
            return refused
        start = outside(where, trip.state.players[trip.model.side].zone, points[0], radius)
    else:
        start = Point(trip.model.x, trip.model.y, trip.model.z)
    for p in points[:-1] if trip.entering else points:
        off = 0.0 if trip.entering else radius
        if not (off <= p.x <= where.table.width - off and off <= p.y <= where.table.height - off):
            return Refusal(f"{trip.model.name} would leave the table", "RE-0.10")
    limit = trip.limit
    if not path_at_most((start, *points), limit.inches):
        length = path_length((start, *points))
        return Refusal(f"that is {length:.2f}″, the most is {limit.inches:g}″", limit.clause)
    return followed(where, trip, start, points)


def followed(where: Battlefield, trip: Trip, start: Point, points: Sequence[Point]) -> Walk | Refusal:
    """Everything about a way but its length."""
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


def outside(where: Battlefield, zone: Sequence[Segment], crossing: Point, radius: float) -> Point:
    """The place touching the edge from outside, straight behind the crossing (RE-1.21)."""
    for x1, y1, x2, y2 in zone:
        if point_segment(crossing.x, crossing.y, x1, y1, x2, y2) == 0.0:
            if x1 == x2:
                return Point(-radius if x1 == 0.0 else where.table.width + radius, crossing.y)
            return Point(crossing.x, -radius if y1 == 0.0 else where.table.height + radius)
    return crossing


# ---- the way --------------------------------------------------------------------------------------


class _Steps:
    """The heights along a path: which pieces the middle is over, and what each edge it crosses does."""

    def __init__(self, where: Battlefield, trip: Trip, start: Point, near: list[int]) -> None:
        self.where, self.trip = where, trip
        self.z = start.z
        self.levels = 0
        self.climbing = trip.kind in CLIMBS
        self.legs: list[Leg] = []
        self.faces: list[tuple[int, Deck, int]] = []
        """The faces gone over: after which leg, of what, and the number of the edge."""
        plans = where.table.plans
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
        if deck.hollow and self.z < deck.top - SAME and deck.piece.floor < self.z + BODY:
            return self._wall(deck, at, out)
        return self._leave(deck, at) if out else self._enter(deck, at)

    def _enter(self, deck: Deck, at: Point) -> Refusal | None:
        if deck.top <= self.z + SAME:
            if deck.surface and abs(deck.top - self.z) <= SAME:
                self.z = deck.top
            return None
        if deck.piece.floor >= self.z + BODY and not self._leads_up(deck.face_at(at.x, at.y)):
            return None  # it passes underneath
        if not deck.surface:
            return Refusal(f"{deck.piece.label} is impassable", "RE-2.26")
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
        door on the level, or not at all (RE-2.39)."""
        face = deck.face_at(at.x, at.y)
        if not out and self._leads_up(face):
            doors = [floor for floor in deck.floors if deck.door_at(floor, at.x, at.y)]
            heights = [*(floor for floor in doors if floor > self.z + SAME), *((deck.top,) if deck.surface else ())]
            if heights:
                return self._over_face(deck, at, heights[0])
        floor = deck.floor_at(footing(self.z))
        if floor is None or not deck.door_at(floor, at.x, at.y):
            return _in_the_way(self.trip, deck.piece.label)
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
        """To another height over a face of a piece (RE-2.30 to RE-2.32)."""
        edge, name = deck.edge_at(at.x, at.y), deck.piece.label
        face = deck.faces[edge]
        if face == SHEER:
            return Refusal(f"that face of {name} is sheer", "RE-2.32")
        if face == CLIMB and not self.climbing:
            clause = "RE-2.14" if self.trip.kind == "assault" else "RE-2.11"
            return Refusal(f"that face of {name} needs a Climb", clause)
        self.faces.append((len(self.legs), deck, edge))
        return self._change(height)

    def _ladder(self, ladder: Terrain) -> Refusal | None:
        """A Climb goes up or down the first ladder it comes to; other moves pass it by (RE-2.8, RE-2.11)."""
        if not self.climbing or self.levels:
            return None
        if abs(footing(self.z) - ladder.floor) <= SAME:
            return self._change(ladder.top)
        return self._change(ladder.floor) if abs(self.z - ladder.top) <= SAME else None

    def _change(self, height: float) -> Refusal | None:
        self.levels += abs(level_of(height) - level_of(self.z))
        if self.levels > 1:
            return Refusal("only one level up or down in a movement action", "RE-2.9")
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


def walk(where: Battlefield, trip: Trip, start: Point, points: Sequence[Point]) -> Walk | Refusal:
    """Follows a path over the terrain: heights first, then the whole base along every leg."""
    near: set[int] = set()
    length = 0.0
    radius = trip.model.radius
    for a, b in pairwise((start, *points)):
        near.update(where.along(a.x, a.y, b.x, b.y, radius))
        length += sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    solid = near & where.solid
    if not solid and not where.raised:
        z = start.z
        flat = tuple((a.x, a.y, b.x, b.y, z) for a, b in pairwise((start, *points)))
        return Walk((start, *(Point(p.x, p.y, z) for p in points)), flat, length, 0)
    steps = _Steps(where, trip, start, [n for n in sorted(near) if n in where.decks or n in where.ladders])
    walked = [start]
    for a, b in pairwise((start, *points)):
        refused = steps.leg(a, b)
        if refused is not None:
            return refused
        walked.append(Point(b.x, b.y, steps.z))
    if where.raised and points and steps.z <= BODY:
        low = where.surfaces(points[-1].x, points[-1].y)
        if low and low[0] <= BODY:
            walked[-1] = Point(points[-1].x, points[-1].y, low[0])
    for leg, beside in zip(steps.legs, steps.beside_faces(radius), strict=True):
        refused = _swept(where, trip, leg, beside)
        if refused is not None:
            return refused
    return Walk(tuple(walked), tuple(steps.legs), length, steps.levels)


def _swept(where: Battlefield, trip: Trip, leg: Leg, beside: list[Face]) -> Refusal | None:
    """Does the whole base fit along a leg? A piece whose face it goes over is not in its way as long as its middle is
    in front of that face; on an upper floor the walls beside the door are (RE-2.2)."""
    x0, y0, x1, y1, z = leg
    level, radius = footing(z), trip.model.radius
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
    return _blocked(where, trip, ground.pieces[ground.scene.shape_of[hit]], leg)


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


def _in_the_way(trip: Trip, label: str) -> Refusal:
    if trip.kind == "assault":
        return Refusal(f"{label} is in the way of the assault", "RE-2.14")
    return Refusal(f"{label} is impassable", "RE-2.26")


def _blocked(where: Battlefield, trip: Trip, piece: Terrain | None, leg: Leg) -> Refusal:
    number = next(n for n, one in enumerate(where.table.terrain) if one is piece)
    label = where.table.terrain[number].label
    # Whoever runs into a wall has been stopped before: here a building is only brushed.
    if trip.kind == "assault" or (number not in where.hollow and where.table.plans.spans(number, *leg[:4])):
        return _in_the_way(trip, label)
    return Refusal(f"the base does not fit past {label}", "RE-2.2")


# ---- everybody else -------------------------------------------------------------------------------


def _others_in_the_way(trip: Trip, walked: Walk) -> Refusal | None:
    """Enemies may not be passed through or touched, friends may be passed but not stopped on (RE-2.13, RE-2.18)."""
    model, state = trip.model, trip.state
    left = trip.kind == "assault"
    start = walked.path[0]
    xs, ys = [p.x for p in walked.path], [p.y for p in walked.path]
    own = model.radius + 2 * TOUCH
    west, east, south, north = min(xs) - own, max(xs) + own, min(ys) - own, max(ys) + own
    passes = trip.options["move_through_friends"]
    for other in state.models:
        r = other.radius
        if not (west < other.x + r and other.x - r < east and south < other.y + r and other.y - r < north):
            continue
        enemy = other.side != model.side
        if other.status != "on the table" or other is model or (passes and not enemy):
            continue
        across = model.radius + r
        contact = (across + TOUCH) ** 2
        # A model that breaks away, or stands by a friend, starts in contact: it may leave, not push through.
        close = enemy and not left and (start.x - other.x) ** 2 + (start.y - other.y) ** 2 > contact
        for x0, y0, x1, y1, z in walked.legs:
            near = point_segment(other.x, other.y, x0, y0, x1, y1)
            if near > contact or not same_storey(z, other.z):
                continue
            if point_closer(other.x, other.y, x0, y0, x1, y1, across):
                return Refusal(f"{other.name} is in the way", "RE-2.18")
            if close and joined(field_of(state), (x1, y1, z), (other.x, other.y, other.z)):
                return Refusal(f"it would touch {other.name}: only an Assault makes contact", _contact_clause(trip))
    return None


def _contact_clause(trip: Trip) -> str:
    return "RE-4.50" if trip.kind == "consolidate" else "RE-2.13"


def _end_refused(where: Battlefield, trip: Trip, walked: Walk) -> Refusal | None:
    end, model = walked.end, trip.model
    there = (end.x, end.y, end.z)
    refused = standing_refused(where, trip.state, model, end)
    if refused is not None:
        return refused
    if trip.kind == "assault":
        target = trip.target
        assert target is not None
        if not would_touch(where, model, there, target):
            return Refusal(f"an Assault Move ends in contact with {target.name}", "RE-2.12")
        return None
    for enemy in trip.state.models:
        near = abs(end.x - enemy.x) <= model.radius + enemy.radius + TOUCH  # most are far away
        if near and enemy.side != model.side and enemy.standing and would_touch(where, model, there, enemy):
            return Refusal(f"it would end in contact with {enemy.name}", _contact_clause(trip))
    return None


def standing_refused(where: Battlefield, state: State, model: Model, end: Point) -> Refusal | None:
    """Why nobody may stand there: off the table, on somebody, over an edge, in a wall, on top of an Obstacle."""
    x, y, radius = end.x, end.y, model.radius
    if not (radius <= x <= where.table.width - radius and radius <= y <= where.table.height - radius):
        return Refusal(f"{model.name} would stand partly off the table", "RE-0.10")
    for other in state.models:
        dx, dy, across = x - other.x, y - other.y, radius + other.radius
        if dx * dx + dy * dy >= across * across or other is model or other.status != "on the table":
            continue
        if same_storey(end.z, other.z):
            return Refusal(f"{model.name} would stand on {other.name}", "RE-0.9")
    return _ground_refused(where, model, end)


def _ground_refused(where: Battlefield, model: Model, there: Point) -> Refusal | None:
    x, y, z, radius = there.x, there.y, there.z, model.radius
    near = where.near(x, y, radius)
    if not near:
        return None
    if where.solid.isdisjoint(near):
        return _on_an_obstacle(where, model, there, near)
    ground = where.ground(footing(z), radius)
    hit = spot(ground.scene, x, y, radius, radius, 0, 0)
    if hit != NOTHING:
        piece = ground.pieces[ground.scene.shape_of[hit]]
        label = piece.label if piece is not None else "something"
        solid = piece is not None and "surface" in piece.traits
        return Refusal(f"{model.name} would stand partly in {label}", "RE-2.8" if solid else "RE-2.26")
    if z > BODY:
        return _over_the_edge(where, model, there)
    return _on_an_obstacle(where, model, there, near)


def _on_an_obstacle(where: Battlefield, model: Model, there: Point, near: list[int]) -> Refusal | None:
    x, y, radius = there.x, there.y, model.radius
    for number in near:
        if number in where.low and number not in where.raised and where.overlaps(number, x, y, radius):
            return Refusal(f"{model.name} would stand on {where.table.terrain[number].label}", "RE-2.23")
    return None


def _over_the_edge(where: Battlefield, model: Model, there: Point) -> Refusal | None:
    """The whole base on the new level (RE-2.8), be it of one piece or of several of one height."""
    x, y, radius = there.x, there.y, model.radius
    level = [n for n in where.near(x, y, radius) if n in where.decks and there.z in where.decks[n].heights]
    if any(where.holds_wholly(n, x, y, radius) for n in level):
        return None
    if len(level) > 1 and stable(where.table, Figure(model.name, base(radius, BODY), x, y, there.z)) is None:
        return None
    return Refusal(f"{model.name} would stick out over the edge", "RE-2.8")


def in_reach(where: Battlefield, model: Model, inches: float) -> bool:
    """Is there a surface above a model's head near enough to climb to, or under it to climb down from? (RE-2.8)"""
    key = model.x, model.y, model.z, model.radius, inches
    known = where.climbs.get(key)
    if known is None:
        if len(where.climbs) > FORGET:
            where.climbs.clear()
        known = where.climbs[key] = _in_reach(where, model, inches)
    return known


def _in_reach(where: Battlefield, model: Model, inches: float) -> bool:
    x, y, reach = model.x, model.y, inches + model.radius
    for number in where.near(x, y, reach):
        if number in where.ladders and where.within(number, x, y, inches):
            return True
        deck = where.decks.get(number)
        climbed = deck is not None and max(deck.heights, default=0.0) > BODY and not _shut_in(where, deck, model)
        if climbed and where.within(number, x, y, reach):
            return True
    return False


def _shut_in(where: Battlefield, deck: Deck, model: Model) -> bool:
    """On a floor of a building without doors to climb from: only its ladders lead on."""
    if not deck.hollow or model.z >= deck.top or not where.table.plans.shape_holds(deck.number, model.x, model.y):
        return False
    return not (model.z in deck.floors and deck.piece.doors_at(model.z))
