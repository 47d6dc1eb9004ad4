"""The question for a path: notation, legality, candidates, routes. Every answer is judged by one function (`plan`)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

from sandtable.engine.questions import Answer, Move, Paths, Point, Refusal
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.movement import finder, judge
from sandtable.rulesets.opentactics.movement.judge import OUT, Hop
from sandtable.rulesets.opentactics.movement.others_in_the_way import Traffic, no_end, traffic
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell, label

Points = tuple[Point, ...]


class Guide(Protocol):
    """Knows the ways of one unit in one position: on the grid or in measured play."""

    hint: str
    state: State

    def plan(self, points: Points) -> Plan | Refusal: ...

    def ways(self) -> Iterator[Points]: ...

    def pick(self, rng: Random) -> Points: ...

    def route(self, name: str, wish: Point) -> Points | Refusal: ...

    def read(self, text: str) -> Points | Refusal: ...

    def region(self) -> Any: ...


class GridGuide:
    """The ways of a unit over the increments of the grid. Points are (column, row) from 0."""

    hint = "Write the increments one after the other (such as b2 b3, or >b5 where a jump lands), or: to b5."

    def __init__(self, state: State, unit: Unit, doing: Doing) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        self._last: tuple[Points, Plan | Refusal] | None = None
        self._found: finder.WaysInReach | None = None
        self._traffic: Traffic | None = None

    @property
    def found(self) -> finder.WaysInReach:
        if self._found is None:
            self._found = finder.ways(self.state, self.unit, self.doing)
        return self._found

    @property
    def traffic(self) -> Traffic:
        if self._traffic is None:
            self._traffic = traffic(self.state, self.unit)
        return self._traffic

    def plan(self, points: Points) -> Plan | Refusal:
        if self._last is None or self._last[0] != points:
            hops: list[Hop] = []
            for point in points:
                if point.x != int(point.x) or point.y != int(point.y):
                    return Refusal("on the grid a path goes from increment to increment", "OT-1.4")
                hops.append(Hop((int(point.x), int(point.y)), point.by == "jump", point.by == "out"))
            self._last = points, judge.survey(self.state, self.unit, self.doing, hops, self.traffic)
        return self._last[1]

    def ways(self) -> Iterator[Points]:
        for end in self.found.ends.values():
            yield _points(self.found.hops(end))
        for last in self.found.out.values():
            yield _points([*self.found.hops(last), OUT])

    def pick(self, rng: Random) -> Points:
        """Mostly a random walk; now and then, and when that led nowhere, one of all ways there are."""
        if rng.random() > ALL_WAYS:
            for _ in range(3):
                hops = finder.ramble(self.state, self.unit, self.doing, self.traffic, rng)
                if hops:
                    return _points(hops)
        ends, out = list(self.found.ends.values()), list(self.found.out.values())
        number = int(rng.random() * (len(ends) + len(out)))
        if number < len(ends):
            return _points(self.found.hops(ends[number]))
        return _points([*self.found.hops(out[number - len(ends)]), OUT])

    def route(self, name: str, wish: Point) -> Points | Refusal:
        cell = int(wish.x), int(wish.y)
        if wish.by == "out" and cell in self.found.out:
            return _points([*self.found.hops(self.found.out[cell]), OUT])
        key = self._key(self.found, cell)
        return self._why_not(cell) if key is None else _points(self.found.hops(key))

    def _key(self, found: finder.WaysInReach, cell: Cell) -> finder.Key | None:
        """The way to an increment, the own one included."""
        return found.back if cell == self.unit.at else found.ends.get(cell)

    def _why_not(self, cell: Cell) -> Refusal:
        """Why there is no way to an increment that one would want to go."""
        if not self.state.field.holds(cell):
            return Refusal(f"{label(cell) if min(cell) >= 0 else 'that'} lies outside the map", "OT-6.23")
        refusal = no_end(self.state, self.unit, cell, self.traffic)
        if refusal is not None:
            return refusal
        every = finder.every_way(self.state, self.unit, self.doing)
        if (key := self._key(every, cell)) is not None:
            way = _written(every.hops(key))
            return Refusal(f"every way there has a jump that no die can pass; if you mean it, write it out: {way}",
                           "OT-9.6")  # fmt: skip
        points = counted(self.doing.points, "point")
        return Refusal(f"{self.unit.name} cannot end in {label(cell)} with {points}", "OT-6.18")

    def read(self, text: str) -> Points | Refusal:
        """A path, or 'to c4' as a wish."""
        if text.strip().lower().startswith("to "):
            hops = judge.notation(text.strip()[3:])
            return hops if isinstance(hops, Refusal) else self._safe_way(hops)
        hops = judge.notation(text)
        return hops if isinstance(hops, Refusal) else _points(hops)

    def _safe_way(self, wish: list[Hop]) -> Points | Refusal:
        """The way to one increment, if it needs no test: nobody jumps to its death by a wish."""
        if len(wish) != 1:
            return Refusal("name one increment after 'to'", "OT-6.4", unread=True)
        key = self._key(self.found, wish[0].to)
        if finder.tests(key):
            way = _written(self.found.hops(key))
            return Refusal(f"every way there needs a test; if you mean it, write it out: {way}", "OT-6.4")
        return self.route(self.unit.name, _points(wish)[0])

    def region(self) -> Any:
        """Every increment in which it can end, and how many tests the way there needs."""
        ends = {label(cell): finder.tests(key) for cell, key in self.found.ends.items()}
        return {"cells": ends, "out": [label(cell) for cell in self.found.out]}


ALL_WAYS = 0.02
"""How often a random path is drawn from everything in reach, jumps included, which takes longer to work out."""


def _points(hops: list[Hop]) -> Points:
    return tuple([Point(hop.to[0], hop.to[1], 0.0, "jump" if hop.jump else "out" if hop.out else "") for hop in hops])


def _written(hops: list[Hop]) -> str:
    return " ".join(f"{'>' if hop.jump else ''}{label(hop.to)}" for hop in hops)


class WalkMove(Move, frozen=True, kw_only=True):
    """A `Move` that draws a random way without writing all of them down, and works out its region when asked."""

    guide: Guide

    def pick(self, rng: Random) -> Answer:
        return {self.movers[0]: [point.wire() for point in self.guide.pick(rng)]}

    def drawn(self) -> Any:
        return self.guide.region()

    def words(self, answer: Answer) -> str:
        """The way as it can be typed; in measured play, where it ends."""
        if self.guide.state.measured:
            return Move.words(self, answer)
        return ", ".join(f"{name}: {' '.join(map(_word, way))}" for name, way in answer.items())


def _word(point: list[Any]) -> str:
    """One word of a way, from a point as answers write it."""
    how = point[3] if len(point) > 3 else ""
    return "out" if how == "out" else f"{'>' if how else ''}{label((int(point[0]), int(point[1])))}"


def guide_for(state: State, unit: Unit, doing: Doing) -> Guide:
    if state.measured:
        from sandtable.rulesets.opentactics.movement.measured_guide import MeasuredGuide

        return MeasuredGuide(state, unit, doing)
    return GridGuide(state, unit, doing)


def ask_path(state: State, unit: Unit, doing: Doing) -> WalkMove:
    """The question itself."""
    guide = guide_for(state, unit, doing)
    name = unit.name

    def check(paths: Paths) -> Refusal | None:
        found = guide.plan(paths[name])
        return found if isinstance(found, Refusal) else None

    def notation(text: str) -> Paths | Refusal:
        points = guide.read(text)
        return points if isinstance(points, Refusal) else {name: points}

    entering = doing.how == "Deploy"
    return WalkMove(
        topic="path",
        seat=unit.seat,
        who=state.seats[unit.seat],
        prompt=f"{name} enters the map: along which path?" if entering else f"{name} moves along which path?",
        clause="OT-11.1" if entering else "OT-6.4",
        hint=guide.hint,
        movers=(name,),
        budget=doing.points,
        check=check,
        candidates=lambda: ({name: way} for way in guide.ways()),
        route=guide.route,
        notation=notation,
        guide=guide,
    )
