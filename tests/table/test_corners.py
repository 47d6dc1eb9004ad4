"""Corners between the places of the lattice: a base that enters pieces by its middle finds its way round them."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from sandtable.engine.questions import Point, Refusal
from sandtable.table import Base, Figure, Gait, Ground, Table, Terrain, travel
from sandtable.table.lattice import snap
from sandtable.table.paths import route
from tests.table.scenes import SCENES, SOLID, random_figures, random_table

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


# ---- searches that go only as far as they are asked ----------------------------------------------------


def test_a_search_that_goes_on_when_it_is_asked_finds_what_the_whole_one_finds() -> None:
    bent = none = 0
    for seed in range(SCENES // 10):
        rng = Random(f"as far as asked {seed}")
        table = random_table(rng, rng.randint(0, 6))
        figures = random_figures(rng, table, 12, radius=0.5)
        gait = rng.choice([HUGGING, Gait(stops=SOLID), Gait(stops=SOLID, spacing=0.5)])
        ways = Ground(table, Base(1.0), gait, figures[1:]).ways
        start, budget = figures[0], rng.choice([6.0, 12.0])
        whole, lazy = ways.spread(start.x, start.y, budget, []), ways.beginning(start.x, start.y, budget)
        for _ in range(20):
            x, y = snap(rng.uniform(0, 24)), snap(rng.uniform(0, 24))
            price, corners = ways.price(whole, x, y)
            assert ways.price(lazy, x, y) == (price, corners), (seed, x, y)
            bent += len(corners) > 1
            none += not corners
        assert list(lazy.cost.items()) == list(whole.cost.items())[: len(lazy.cost)], "the same search, so far"
    assert min(bent, none) > SCENES // 10


def test_the_points_round_circles_stand_where_there_is_room() -> None:
    """What is known of the neighbours of a circle beforehand agrees with a look at everything."""
    taken = free = 0
    for seed in range(SCENES // 10):
        rng = Random(f"rings {seed}")
        table = random_table(rng, rng.randint(0, 4))
        figures = random_figures(rng, table, 30)
        ways = Ground(table, Base(1.0), Gait(stops=SOLID, spacing=rng.choice([0.0, 0.5])), figures).ways
        for circle in range(len(ways.scene.cx)):
            beside = ways._about(circle)
            for _ in range(10):
                angle, far = rng.uniform(0, 2 * pi), ways.wide[circle] * rng.choice([1.0, 0.99])
                x = snap(ways.scene.cx[circle] + far * cos(angle))
                y = snap(ways.scene.cy[circle] + far * sin(angle))
                ways._beside = beside
                room = ways._room(x, y)
                ways._beside = None
                assert room == ways._room(x, y), (seed, circle)
                taken, free = taken + (not room), free + room
    assert min(taken, free) > 100


def test_who_cannot_leave_a_circle_finds_the_same_ways_without_what_lies_beyond() -> None:
    bent = fewer = 0
    for seed in range(SCENES // 10):
        rng = Random(f"within {seed}")
        table = random_table(rng, rng.randint(2, 8))
        figures = random_figures(rng, table, 12, radius=0.5)
        gait = rng.choice([HUGGING, Gait(stops=SOLID, spacing=0.5), Gait(slows=(("solid", 2.0),))])
        start, budget = figures[0], rng.choice([4.0, 8.0])
        whole = Ground(table, Base(1.0), gait, figures[1:])
        near = Ground(table, Base(1.0), gait, figures[1:], within=(start.x, start.y, budget + 1.0))
        fewer += len(near.ways.xs) < len(whole.ways.xs)
        for _ in range(10):
            x, y = (snap(at + rng.uniform(-budget, budget)) for at in (start.x, start.y))
            goal = Point(min(23.0, max(1.0, x)), min(23.0, max(1.0, y)))
            found = route(whole, start, goal, budget)
            assert route(near, start, goal, budget) == found, (seed, goal)
            bent += not isinstance(found, Refusal) and len(found) > 1
    assert min(bent, fewer) > SCENES // 30
