"""Ways by brute force: a dense mesh of points round everything in the way, joined wherever a base fits between two of
them. It shares no code with the finders it is held against; `walking.judge` has the last word on what it finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

from sandtable.engine.questions import Point
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.march import March
from sandtable.table import snap

shapely: Any = pytest.importorskip("shapely")

Spot = tuple[float, float]
APART = 1 / 512
"""How far the points of the mesh keep away from what they go round."""
AROUND = 40
"""Points round a whole circle."""


def blockers(march: March) -> list[Body]:
    """Everybody whom the mover's base may not pass over, the target of a charge among them."""
    return [other for other in march.others if other.side != march.body.side or not march.through_friends]


def solids(march: March) -> list[Any]:
    """The pieces that stop a base on the ground, as polygons."""
    where = march.where
    return [shapely.Polygon(where.table.terrain[n].rings[0]) for n in sorted(where.solid)]


def circle(x: float, y: float, reach: float, points: int = AROUND) -> list[Spot]:
    return [
        (snap(x + reach * cos(2 * pi * k / points)), snap(y + reach * sin(2 * pi * k / points))) for k in range(points)
    ]


def mesh(march: March, spacing: float = 0.0) -> list[Spot]:
    """Points round every model and every corner in the way; `spacing` is how far the base keeps from the models."""
    radius, points = march.body.radius, []
    for other in blockers(march):
        points += circle(other.x, other.y, radius + other.radius + spacing + APART)
    for solid in solids(march):
        for x, y in solid.exterior.coords[:-1]:
            points += circle(x, y, radius + APART)
    return points


def lengths(march: March, points: Sequence[Spot], spacing: float = 0.0) -> Any:
    """The length of the straight leg between every two points; infinite where the base would meet something."""
    at = np.array(points)
    ax, ay = at[:, 0][:, None], at[:, 1][:, None]
    dx, dy = at[:, 0][None, :] - ax, at[:, 1][None, :] - ay
    size = dx * dx + dy * dy
    found = np.sqrt(size)
    found[found > march.inches] = np.inf
    for other in blockers(march):
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.clip(((other.x - ax) * dx + (other.y - ay) * dy) / size, 0.0, 1.0)
        share = np.nan_to_num(share)
        near = (ax + share * dx - other.x) ** 2 + (ay + share * dy - other.y) ** 2
        found[near < (march.body.radius + other.radius + spacing) ** 2] = np.inf
    for solid in solids(march):
        i, j = np.nonzero(np.isfinite(found))
        legs = shapely.linestrings(np.stack([at[i], at[j]], axis=1))
        hit = shapely.distance(legs, solid) < march.body.radius
        found[i[hit], j[hit]] = np.inf
    return found


def shortest(
    march: March, starts: Iterable[tuple[Spot, float]], goals: Sequence[Spot], spacing: float = 0.0
) -> tuple[list[float], list[tuple[Point, ...]]]:
    """For each goal the length of the shortest way over the mesh from any of the starts (which have cost so much
    already), and its points, the start first."""
    begun = list(starts)
    points = [spot for spot, _ in begun] + mesh(march, spacing) + list(goals)
    legs = lengths(march, points, spacing)
    cost = np.full(len(points), np.inf)
    before = np.full(len(points), -1)
    for n, (_, price) in enumerate(begun):
        cost[n] = price
    open_nodes = np.ones(len(points), dtype=bool)
    while True:
        n = int(np.argmin(np.where(open_nodes, cost, np.inf)))
        if not open_nodes[n] or not np.isfinite(cost[n]):
            break
        open_nodes[n] = False
        through = cost[n] + legs[n]
        better = through < cost
        cost[better], before[better] = through[better], n
    ways = []
    for goal in range(len(points) - len(goals), len(points)):
        way, n = [], goal
        while n >= 0:
            way.append(Point(*points[n]))
            n = int(before[n])
        ways.append(tuple(reversed(way)))
    return [float(c) for c in cost[len(points) - len(goals) :]], ways
