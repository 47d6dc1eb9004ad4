"""Asking for a path, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin
from typing import Final

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.drawing import Lots, Once
from sandtable.rulesets.op_en.menu import Path
from sandtable.rulesets.op_en.regions import region
from sandtable.rulesets.op_en.rims import in_the_way, onto_rim
from sandtable.rulesets.op_en.standing import outward
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.tumbling import drown_if_deep, fall_over, put
from sandtable.rulesets.op_en.walking import gait_of, judge, mover
from sandtable.table import Ground, route, snap

FEW: Final = 5
"""As many ways as are offered to whoever picks at random."""
TURNS: Final = 7


Judged = Once[tuple[Point, ...], Trek | Refusal]
"""Ways with the verdict on them."""


def judged_on(trip: Trip) -> Judged:
    return Once(lambda path: judge(trip, path))


def ask_path(trip: Trip, prompt: str) -> Procedure[Trek]:
    """The Move question."""
    judged = judged_on(trip)
    name = trip.who.name

    def check(paths: Paths) -> Refusal | None:
        found = judged(paths[name])
        return found if isinstance(found, Refusal) else None

    paths = yield Path(
        topic="straight path" if trip.straight else "path",
        seat=trip.state.seat_of(trip.who),
        who=name,
        prompt=prompt,
        clause=trip.clause,
        movers=(name,),
        budget=trip.inches,
        check=check,
        candidates=lambda: by_name(name, candidates(trip, judged)),
        likely=lambda: likely(trip),
        will_do=lambda path: will_do(judged(path)),
        route=lambda _, wish: way_to(trip, wish),
        outline=lambda: region(trip),
        about=trip,
    )
    walked = judged(paths[name])
    assert isinstance(walked, Trek)
    return walked


def by_name(name: str, ways: Iterator[tuple[Point, ...]]) -> Iterator[Paths]:
    for way in ways:
        yield {name: way}


def ground_of(trip: Trip, goal: Point) -> Ground:
    """The terrain as the mover meets it, with everybody in the way: round an Enemy it goes without touching it
    (OE-10.10), unless that is where it is or wants to be."""
    return Ground(trip.field.table, mover(trip).base, gait_of(trip), in_the_way(trip, goal), trip.who.z)


def way_to(trip: Trip, wish: Point) -> tuple[Point, ...] | Refusal:
    """A legal path to a place: straight, or round terrain and everybody in the way."""
    goal = Point(snap(wish.x), snap(wish.y), snap(wish.z))
    straight = judge(trip, (goal,))
    if not isinstance(straight, Refusal) or trip.straight or trip.flies:
        return straight if isinstance(straight, Refusal) else (goal,)
    held = onto_rim(trip, goal)
    if held is not None and not isinstance(judge(trip, (held,)), Refusal):
        return (held,)
    found = route(ground_of(trip, goal), mover(trip), goal, trip.inches)
    if isinstance(found, Refusal):
        return straight
    path = tuple(found)
    return straight if isinstance(judge(trip, path), Refusal) else path


# ---- a few legal ways -----------------------------------------------------------------------------


def will_do(found: Trek | Refusal) -> bool:
    """Legal, and no step into the void."""
    return isinstance(found, Trek) and not found.fall


def candidates(trip: Trip, judged: Judged) -> Iterator[tuple[Point, ...]]:
    """Towards an objective, up to the nearest Enemy, and in directions all round. Staying is the last of them."""
    found = 0
    courses = Courses(trip)
    for number in range(courses.count):
        path = courses.way(number)
        if will_do(judged(path)):
            yield path
            found += 1
            if found >= FEW:
                break
    if not trip.straight or not found:
        yield ()


def likely(trip: Trip) -> Lots[tuple[Point, ...]]:
    """The same before they are judged."""
    courses = Courses(trip)
    return Lots(courses.count + (not trip.straight), courses.way)


class Courses:
    """Ways worth a try, each made when it is looked at: up to the nearest Enemy, towards an objective, all round."""

    def __init__(self, trip: Trip) -> None:
        self.trip = trip
        goes = trip.inches > 0.0
        self.enemies = trip.state.enemies(trip.who) if goes else []
        self.marks = [mark for mark in trip.state.marks if mark.on_table] if goes else []
        self.towards = bool(self.enemies) + bool(self.marks)
        self.count = self.towards + (TURNS if goes else 0)

    def way(self, number: int) -> tuple[Point, ...]:
        """Beyond the last of them is staying."""
        if number >= self.count:
            return ()
        if number < self.towards:
            return (self._up_to_an_enemy() if self.enemies and number == 0 else self._towards_an_objective(),)
        trip, turned = self.trip, number - self.towards
        who = trip.who
        turn = (who.x * 7 + who.y * 13 + trip.state.turn) % (2 * pi)
        inches = trip.inches if turned % 2 else trip.inches / 2
        return (_step(who.x, who.y, turn + 2 * pi * turned / TURNS, inches),)

    def _up_to_an_enemy(self) -> Point:
        who, inches = self.trip.who, self.trip.inches
        near = min(self.enemies, key=lambda one: (one.x - who.x) * (one.x - who.x) + (one.y - who.y) * (one.y - who.y))
        away = atan2(who.y - near.y, who.x - near.x)
        x, y = outward((near.x, near.y), away, who.radius + near.radius)
        if hypot(x - who.x, y - who.y) <= inches:
            return Point(x, y)
        return _step(who.x, who.y, away + pi, inches)

    def _towards_an_objective(self) -> Point:
        who, inches = self.trip.who, self.trip.inches
        mark = self.marks[(who.number + self.trip.state.turn) % len(self.marks)]
        far = hypot(mark.x - who.x, mark.y - who.y) - who.radius - mark.radius
        towards = atan2(mark.y - who.y, mark.x - who.x)
        if far <= inches:
            return Point(*outward((mark.x, mark.y), towards + pi, who.radius + mark.radius))
        return _step(who.x, who.y, towards, inches)


def _step(x: float, y: float, angle: float, inches: float) -> Point:
    """A place that far away, never a hair farther."""
    inches = max(0.0, inches - 2 / 1024)
    return Point(snap(x + cos(angle) * inches), snap(y + sin(angle) * inches))


# ---- what comes of it -----------------------------------------------------------------------------


def walk(g: Play, trip: Trip, walked: Trek, kind: str) -> Procedure[None]:
    """Puts the mover where its path ends, over an edge if that is where it leads (OE-12.26)."""
    who, act = trip.who, g.state.act
    start, end = walked.path[0], walked.end
    if walked.drop:
        who.dropped = True
    if act is not None and act.character == who.number:
        act.moved = act.moved or walked.length > 0.0
        act.run_up = walked.length
    if not walked.fall:
        put(g, who, end, walked.path)
    if g.events is not None:
        g.tell("moved", trip.clause, who=who.name, kind=kind, length=round(walked.length, 3),
               cost=round(walked.cost, 3), to=[end.x, end.y], height=end.z,
               path=[[p.x, p.y, p.z] for p in walked.path])  # fmt: skip
    if walked.fall:
        before = walked.path[-2] if len(walked.path) > 1 else start
        who.x, who.y, who.z = end.x, end.y, end.z  # it falls from where it stepped off, not from where it set out
        yield from fall_over(g, who, end, (end.x - before.x, end.y - before.y))
    else:
        yield from drown_if_deep(g, who)
