"""Ways of measured play: straight ones in many directions and towards enemies, proposed here and judged next door."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from random import Random
from typing import Any

from sandtable.engine.errors import shown
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.opentactics import measured
from sandtable.rulesets.opentactics.movement.deployment import entries
from sandtable.rulesets.opentactics.movement.judge import exits
from sandtable.rulesets.opentactics.movement.measured_judge import point_of, survey
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.state import LATTICE, Doing, State, Unit
from sandtable.table.grid import Cell

DIRECTIONS = 16
TRIES = 12
OUT = Point(0, 0, 0, "out")
"""The step over the edge; where it leads is nowhere."""


def can_go(state: State, unit: Unit, doing: Doing) -> bool:
    """Short steps are tried first: most often one of them says so."""
    guide = MeasuredGuide(state, unit, doing)
    if unit.at is not None and any(guide.short_steps(unit.at)):
        return True
    return next(guide.ways(), None) is not None


class MeasuredGuide:
    """The ways of a unit over open ground."""

    hint = "Write the points after the start, in increments from the south-west corner (such as 2.5,4 3,6)."

    def __init__(self, state: State, unit: Unit, doing: Doing) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        self._last: tuple[tuple[Point, ...], Plan | Refusal] | None = None
        self._region: Any = None

    def plan(self, points: tuple[Point, ...]) -> Plan | Refusal:
        if self._last is None or self._last[0] != points:
            self._last = points, survey(self.state, self.unit, self.doing, points)
        return self._last[1]

    def _legal(self, points: tuple[Point, ...]) -> bool:
        return isinstance(self.plan(points), Plan)

    def ways(self) -> Iterator[tuple[Point, ...]]:
        """Towards enemies first, then in all directions, far and near; over the edge where that is allowed."""
        for start in self._starts():
            for to in self._ends(start):
                if (way := self._way(start, to)) is not None:
                    yield way
        yield from self._ways_out()

    def _ways_out(self) -> Iterator[tuple[Point, ...]]:
        """Over the enemy's edge from where it stands, or straight to the nearest place of its row and out (OT-6.23)."""
        if self.unit.at is not None and self._legal((OUT,)):
            yield (OUT,)
        for column, row in exits(self.state, self.unit):
            left, low = column * LATTICE, row * LATTICE
            for start in self._starts():
                to = (
                    min(max(start[0], left), left + LATTICE - 1),
                    min(max(start[1], low), low + LATTICE - 1),
                )
                if to != start and (way := self._way(start, to, OUT)) is not None:
                    yield way

    def _way(self, start: Cell, to: Cell, *then: Point) -> tuple[Point, ...] | None:
        """Straight there, by foot or if that cannot be by a jump, and then on."""
        lead = () if self.unit.at is not None or start == to else (point_of(start),)
        for by in ("", "jump"):
            way = (*lead, point_of(to, by), *then)
            if self._legal(way):
                return way
        return None

    def short_steps(self, start: Cell) -> Iterator[bool]:
        return (self._legal((point_of(self._at(start, 2 * pi * k / 8, 0.25)),)) for k in range(8))

    def _starts(self) -> list[Cell]:
        if self.unit.at is not None:
            return [self.unit.at]
        state, unit = self.state, self.unit
        player, field = state.players[unit.seat], state.field
        spots = []
        for cell in entries(state, unit):
            x, y = measured.middle(cell)
            rim = {
                "south": (x, 0),
                "north": (x, field.rows * LATTICE),
                "west": (0, y),
                "east": (field.columns * LATTICE, y),
            }
            spots.append((x, y) if player.inland else rim[player.edge])
        return spots

    def _ends(self, start: Cell) -> Iterator[Cell]:
        if self.unit.at is None:
            yield start
        for enemy in self.state.enemies(self.unit):
            yield self._towards(start, enemy)
        for reach in (self.doing.points, self.doing.points / 2, 1, 0.25):
            for k in range(DIRECTIONS):
                angle = 2 * pi * k / DIRECTIONS
                yield self._at(start, angle, reach)

    def _at(self, start: Cell, angle: float, reach: float) -> Cell:
        far = (reach if self.unit.at is not None else reach - self.unit.card.base_width / 2) * LATTICE - 1
        return start[0] + int(far * cos(angle)), start[1] + int(far * sin(angle))

    def _towards(self, start: Cell, enemy: Unit) -> Cell:
        """Next to an enemy, or as far in its direction as the points go."""
        assert enemy.at is not None
        dx, dy = enemy.at[0] - start[0], enemy.at[1] - start[1]
        length = sqrt(dx * dx + dy * dy) or 1.0
        reach = measured.radius(self.unit) + measured.radius(enemy) + 2
        far = min(length - reach, self.doing.points * LATTICE - measured.radius(self.unit) - 1)
        return start[0] + int(dx * far / length), start[1] + int(dy * far / length)

    def pick(self, rng: Random) -> tuple[Point, ...]:
        """A random way: some tries at random, then one of those that `ways` finds."""
        starts = self._starts()
        for _ in range(TRIES):
            start = starts[int(rng.random() * len(starts))]
            reach = rng.random() * self.doing.points
            way = self._way(start, self._at(start, 2 * pi * rng.random(), reach))
            if way is not None:
                return way
        for way in self.ways():
            if rng.random() < 0.3:
                return way
        return next(self.ways())

    def route(self, name: str, wish: Point) -> tuple[Point, ...] | Refusal:
        """Straight there; a deployed unit enters straight opposite."""
        way = (wish,)
        found = self.plan(way)
        return found if isinstance(found, Refusal) else way

    def read(self, text: str) -> tuple[Point, ...] | Refusal:
        """'2.5,4 >2.5,6 out' as points."""
        points = []
        for word in text.split():
            if word.casefold() == "out":
                points.append(OUT)
                continue
            x, _, y = word.removeprefix(">").partition(",")
            try:
                points.append(Point(float(x), float(y), 0.0, "jump" if word.startswith(">") else ""))
            except ValueError:
                return Refusal(f"{shown(word)} is not a point: write 2.5,4", "OT-27.3", unread=True)
        return tuple(points)

    def region(self) -> Any:
        """Where a straight way may end: what a wish is granted. Round a corner one goes by waypoints."""
        if self._region is None:
            from sandtable.rulesets.opentactics.movement.measured_region import straight_reach

            self._region = {"rings": straight_reach(self.state, self.unit, self.doing)}
        return self._region
