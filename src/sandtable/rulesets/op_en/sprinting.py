"""Sprint (OE-16.13 to OE-16.15): the one straight way of a character, used up to its end unless something stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, pi, sin
from typing import Final

from sandtable.engine.asking import Why
from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.drawing import Lots, Once
from sandtable.rulesets.op_en.effects import StatTest
from sandtable.rulesets.op_en.menu import Path
from sandtable.rulesets.op_en.regions import region
from sandtable.rulesets.op_en.space import gap
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.walking import bodies_refused, flies, judge, leaving_refused, walked_way
from sandtable.rulesets.op_en.ways import ask_path, judged_on, walk, will_do
from sandtable.table import STEP, snap
from sandtable.table.board import GROUND
from sandtable.table.hot.sweep import NOTHING, clear

ROUNDED: Final = 0.05
"""Ends of straight ways lie on the lattice: directions through them differ by a hair."""
TRIES: Final = 6
ROUND: Final = 8
"""Directions that are tried."""


def sprint_barred(g: Play, who: Character) -> Why | None:
    return ("what it carries does not let it Sprint", "OE-16.1") if who.has("no_sprint") else None


def sprint(g: Play, who: Character) -> Procedure[None]:
    """A Basic Test of Agility, then so many inches in one straight line (OE-16.13, OE-16.14)."""
    attempt = Attempt("Sprint", StatTest("basic", "agility"), "OE-16.13", "sprint")
    outcome = yield from make(g, who, attempt)
    yield from run(g, who, outcome.total, "Sprint")


def run(g: Play, who: Character, inches: int, source: str, *, leaves: bool = False) -> Procedure[None]:
    """The straight run of a Sprint (OE-16.14); its direction is chosen after the roll. Terrain and Enemies count as in
    a Move (OE-16.15)."""
    if inches <= 0:
        return
    trip = Trip(g.state, g.options, who, float(inches), "OE-16.14", straight=True, leaves=leaves,
                flies=flies(g.state, g.options, who))  # fmt: skip
    if g.options["sprint_distance"] == "up_to":
        walked = yield from ask_path(trip, f"{who.name}: {source}, up to {inches}″ straight")
    else:
        walked = yield from _ask_direction(trip, source)
    yield from walk(g, trip, walked, "sprint")


def _ask_direction(trip: Trip, source: str) -> Procedure[Trek]:
    """The whole distance is used up unless something stops it first (OE-16.14)."""
    name, directions = trip.who.name, Directions(trip)
    paths = yield Path(
        topic="straight path", seat=trip.state.seat_of(trip.who), who=name,
        prompt=f"{name}: {source}, {trip.inches:g}″ straight: which way?",
        clause="OE-16.14", movers=(name,), budget=trip.inches, check=directions.check,
        candidates=directions.proposed, likely=directions.lots, will_do=directions.used_up,
        route=lambda _, wish: directions.straight_on(wish), outline=lambda: region(trip), about=trip,
    )  # fmt: skip
    found = directions.judged(paths[name])
    assert isinstance(found, Trek)
    return found


class Directions:
    """The straight ways of a Sprint. What is found out about them while the question is open is kept here and not in
    functions within functions: compiled, those hold each other for good, and only the collector of garbage parts
    them."""

    def __init__(self, trip: Trip) -> None:
        self.trip = trip
        self.name = trip.who.name
        self.judged = judged_on(trip)
        self.gone: Once[Point, Trek] = Once(lambda wish: farthest(trip, wish))
        self.stands: bool | None = None

    def stuck(self) -> bool:
        if self.stands is None:
            self.stands = _stuck(self.trip)
        return self.stands

    def lots(self) -> Lots[tuple[Point, ...]]:
        return Lots(ROUND, self.way)

    def way(self, number: int) -> tuple[Point, ...]:
        """The whole distance in one of eight directions."""
        trip = self.trip
        return (_place(trip, 2 * pi * number / ROUND + (trip.who.x + trip.state.turn), trip.inches - 2 * STEP),)

    def used_up(self, path: tuple[Point, ...]) -> bool:
        return _used_up(self.trip, self.judged(path))

    def straight_on(self, wish: Point) -> tuple[Point, ...]:
        return straight_on(self.trip, self.gone, wish)

    def check(self, paths: Paths) -> Refusal | None:
        return self.refused(paths[self.name])

    def refused(self, path: tuple[Point, ...]) -> Refusal | None:
        """Why a way is no Sprint: it cannot be gone, or it ends before it must."""
        if not path:
            return Refusal(f"{self.name} uses up the whole distance: name a direction", "OE-16.14")
        found = self.judged(path)
        if isinstance(found, Refusal):
            return found
        if found.fall or found.cost > self.trip.inches - ROUNDED:
            return None
        if not found.length:
            return None if self.stuck() else Refusal(f"{self.name} uses up the whole distance", "OE-16.14")
        best = self.gone(path[-1])
        if best.length > found.length + ROUNDED:
            return Refusal(f"{self.name} goes on to {best.end.x:.2f}, {best.end.y:.2f}", "OE-16.14")
        return None

    def proposed(self) -> Iterator[Paths]:
        whole_ways = [path for path in map(self.way, range(ROUND)) if self.used_up(path)]
        for path in whole_ways:
            yield {self.name: path}
        if whole_ways:
            return
        if self.stuck():
            yield {self.name: (self.trip.start,)}
            return
        stopped = self.stopped_way()
        if stopped is not None:
            yield {self.name: stopped}

    def stopped_way(self) -> tuple[Point, ...] | None:
        """The first of eight ways that something stops."""
        who = self.trip.who
        for k in range(ROUND):
            angle = 2 * pi * k / ROUND + who.x
            path = self.straight_on(Point(who.x + cos(angle), who.y + sin(angle)))
            if self.refused(path) is None:
                return path
        return None


def _used_up(trip: Trip, found: Trek | Refusal) -> bool:
    return will_do(found) and isinstance(found, Trek) and found.cost > trip.inches - ROUNDED


def straight_on(trip: Trip, gone: Callable[[Point], Trek], wish: Point) -> tuple[Point, ...]:
    """The whole straight way towards a point (OE-16.14), as far as one has `gone` towards it. Its end lies on the
    lattice, a hair beside the line: what lies beyond that in the new direction is gone on to, until nothing does."""
    for _ in range(TRIES):
        found = gone(wish)
        if not found.length:
            break
        wish = found.end
        if gone(wish).length <= found.length + ROUNDED:
            break
    return found.path[1:] or (trip.start,)


def _stuck(trip: Trip) -> bool:
    """Is there a direction in which something stops it at once?"""
    if _alone(trip):
        return False
    return any(isinstance(judge(trip, (_place(trip, pi * k / 16, 16 * STEP),)), Refusal) for k in range(32))


def _alone(trip: Trip) -> bool:
    """Is it so far from everything that a first step in any direction is open?"""
    where, who, room = trip.field, trip.who, 32 * STEP
    if trip.flies or where.in_deep(who.x, who.y, who.z):
        return False
    table, wide = where.table, who.radius + room
    if not (wide <= who.x <= table.width - wide and wide <= who.y <= table.height - wide):
        return False
    if clear(table.plans, who.x, who.y, who.x, who.y, wide, wide, 0, 0) != NOTHING:
        return False
    if any(gap(who, mark) <= room for mark in trip.state.marks if mark.on_table):
        return False
    return not any(gap(who, other) <= other.sheet.combat_range + room for other in trip.state.others(who))


def farthest(trip: Trip, wish: Point) -> Trek:
    """As far towards a point as the distance lasts (OE-16.14) and nothing stops it (OE-16.15); the last legal place
    before that."""
    who = trip.who
    angle = atan2(wish.y - who.y, wish.x - who.x)
    full = _on_the_way(trip, angle, trip.inches)
    if full is not None and not isinstance(judge(trip, full.path[1:]), Refusal):
        return full
    reach = trip.inches if full is not None else open_for(trip, angle)
    for back in range(int(reach * 32) + 2):
        far = reach - back / 32
        found = _ended(trip, angle, far)
        if found is not None:
            return _last_of(trip, angle, found, far, far + 1 / 32) if back else found
    return Trek((trip.start,), 0.0, 0.0)


def _last_of(trip: Trip, angle: float, found: Trek, low: float, high: float) -> Trek:
    """The last legal end between one that is legal and one that is not, found by halving down to the lattice."""
    while high - low > STEP:
        middle = (low + high) / 2
        farther = _ended(trip, angle, middle)
        if farther is None:
            high = middle
        else:
            low, found = middle, farther
    return found


def _ended(trip: Trip, angle: float, far: float) -> Trek | None:
    """The way so far, if one may end there."""
    at = _place(trip, angle, far)
    if _no_room(trip, at):
        return None  # it need not be walked
    found = judge(trip, (at,))
    return None if isinstance(found, Refusal) or found.fall else found


def _no_room(trip: Trip, at: Point) -> bool:
    """May nobody stand there, where the ground is the only floor?"""
    if at == trip.start or trip.field.floors(at.x, at.y) != GROUND:
        return False
    return standing_refused(trip.state, trip.options, trip.who, at) is not None


def _place(trip: Trip, angle: float, far: float) -> Point:
    far = max(0.0, far)
    return Point(snap(trip.who.x + cos(angle) * far), snap(trip.who.y + sin(angle) * far), 0.0)


def _on_the_way(trip: Trip, angle: float, far: float) -> Trek | None:
    """The way so far, whatever its end; None where something on it stops it."""
    at = _place(trip, angle, far)
    if (at.x, at.y) == (trip.who.x, trip.who.y):
        return Trek((trip.start,), 0.0, 0.0)
    found = judge(trip, (at,)) if trip.flies else walked_way(trip, [at])
    if isinstance(found, Refusal) or found.fall:
        return None
    return None if bodies_refused(trip, found) or leaving_refused(trip, found) else found


def open_for(trip: Trip, angle: float, about: float = STEP) -> float:
    """How far a straight way is open before something stops it, found by halving: to the lattice, or only about."""
    low, high = 0.0, trip.inches
    while high - low > about:
        middle = (low + high) / 2
        if _on_the_way(trip, angle, middle) is None:
            high = middle
        else:
            low = middle
    return low
