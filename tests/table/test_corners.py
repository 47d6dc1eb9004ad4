"""Corners between the places of the lattice: a base that enters pieces by its middle finds its way round them."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from sandtable.engine.questions import Point, Refusal
from sandtable.table import Base, Figure, Gait, Ground, Table, Terrain, travel
from sandtable.table.lattice import snap
from sandtable.table.paths import route

Spots = list[tuple[float, float]]
HUGGING = Gait(stops=frozenset({"no entry"}), hugs=True)
NEARLY = 0.03
"""The lattice places beside sharp corners lie a few steps outside."""


def shortest_round(start: tuple[float, float], end: tuple[float, float], corners: Spots) -> float:
    """By brute force: of the outline of start, end and a convex piece the shorter side between the two."""
    outline = hull([start, end, *corners])
    if start not in outline or end not in outline:
        return 0.0
    at = outline.index(start)
    ring = [*outline[at:], *outline[:at], start]
    legs = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(ring)]
    to = ring.index(end)
    return min(sum(legs[:to]), sum(legs[to:]))


def hull(points: Spots) -> Spots:
    ordered = sorted(points)
    sides = []
    for run in (ordered, ordered[::-1]):
        found: Spots = []
        for x, y in run:
            while len(found) > 1 and turn(found[-2], found[-1], (x, y)) <= 0:
                found.pop()
            found.append((x, y))
        sides.append(found[:-1])
    return sides[0] + sides[1]


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_ways_round_corners_that_no_place_of_the_lattice_has() -> None:
    rng = Random("corners")
    bent = 0
    for _ in range(40):
        count, tilt = rng.randrange(3, 7), rng.uniform(0, 2 * pi)
        corners = [
            (15 + 4 * cos(tilt + 2 * pi * k / count), 12 + 4 * sin(tilt + 2 * pi * k / count)) for k in range(count)
        ]
        piece = Terrain("rock", tuple(corners), height=5, traits=frozenset({"no entry"}))
        ground = Ground(Table(width=30, height=24, terrain=(piece,)), Base(1.0), HUGGING)
        angle = rng.uniform(0, 2 * pi)
        start = snap(15 + 7 * cos(angle)), snap(12 + 7 * sin(angle))
        end = snap(15 - 7 * cos(angle + 0.3)), snap(12 - 7 * sin(angle + 0.3))
        walker = Figure("walker", Base(1.0), *start)
        shortest = shortest_round(start, end, corners)
        way = route(ground, walker, Point(*end))
        assert not isinstance(way, Refusal), way
        done = travel(ground, walker, way)
        assert not isinstance(done, Refusal), done
        assert shortest <= done.length <= shortest + NEARLY
        bent += len(way) > 1
    assert bent == 40, "every way has to bend round the piece"
