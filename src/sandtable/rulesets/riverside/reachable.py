"""Can an objective marker be reached on foot (RV-1.9)? The ground of a table without anybody on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from sandtable.engine.questions import Refusal
from sandtable.rulesets.riverside.field import CLIMB, Field, Outline, field_of
from sandtable.rulesets.riverside.figures import base
from sandtable.rulesets.riverside.measuring import spot_at, within
from sandtable.rulesets.riverside.policy import NO_STAND, WALKING
from sandtable.rulesets.riverside.scoring import NEAR
from sandtable.rulesets.riverside.spots import Spot
from sandtable.rulesets.riverside.state import State
from sandtable.table import Figure, Ground, Reach, route, snap
from sandtable.table.placing import on_table, standing_refused

FOOT = 0.5
"""Half the base of the model that has to get there."""
FAR = 500.0
RINGS = ((0.0, 1), (1.0, 8), (2.0, 12), (3.25, 16), (NEAR + FOOT, 16))
"""How far about a point places are tried, and how many; from the last one it is just near enough."""


@lru_cache(64)
def walkable(where: Field) -> Ground:
    """The ground of a table for a model on foot."""
    return Ground(where.table, base(FOOT), WALKING)


@lru_cache(256)
def _start(where: Field, zone: Outline) -> Figure | None:
    """Somewhere in a deployment zone where a model can stand."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    for row in range(1, 12):
        for column in range(1, 12):
            x = snap(min(xs) + (max(xs) - min(xs)) * column / 12)
            y = snap(min(ys) + (max(ys) - min(ys)) * row / 12)
            if (found := _stands(where, x, y)) is not None:
                return found
    return None


def _stands(where: Field, x: float, y: float) -> Figure | None:
    """A model on foot here, if it may end a move here."""
    figure = Figure("somebody", base(FOOT), x, y, where.height_at(x, y))
    if on_table(where.table, figure) is not None or walkable(where).at(figure.z).overlapped(x, y) is not None:
        return None
    if standing_refused(where.table, figure, NO_STAND, CLIMB):
        return None
    return figure


def _beside(x: float, y: float) -> Iterator[tuple[float, float]]:
    for far, count in RINGS:
        for number in range(count):
            angle = 2 * pi * number / count
            yield snap(x + far * cos(angle)), snap(y + far * sin(angle))


def can_be_reached(state: State, x: float, y: float) -> bool:
    """Could somebody who walks end a move within 3" of the point, over any number of rounds (RV-1.9)?"""
    return _reached(field_of(state), state.zones, x, y)


@lru_cache(4096)
def _reached(where: Field, zones: tuple[Outline, ...], x: float, y: float) -> bool:
    """The same; people and bots ask it of the same places in game after game."""
    goal = Spot(x, y, 0.0, *(where.height_at(x, y),) * 2)
    starts = [start for zone in zones if (start := _start(where, zone)) is not None]
    for there_x, there_y in _beside(x, y):
        there = _stands(where, there_x, there_y)
        if there is None or not within(spot_at(where, there.x, there.y, there.z, FOOT), goal, NEAR):
            continue
        if not starts or any(_joined(where, start, there) for start in starts):
            return True
    return False


@lru_cache(64)
def _reach(where: Field, start: Figure) -> Reach:
    """Everywhere that can be walked to from a place; found once."""
    return Reach(walkable(where), start, FAR)


def _joined(where: Field, start: Figure, there: Figure) -> bool:
    if _reach(where, start).cost(there.x, there.y) is not None:
        return True
    return there.z != start.z and not isinstance(route(walkable(where), start, there.at, FAR), Refusal)
