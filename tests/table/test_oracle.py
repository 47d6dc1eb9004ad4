"""Random scenes against shapely: distances, sweeps, lengths inside areas, and lengths of shortest paths."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import hypot
from random import Random
from typing import Any

import pytest

from sandtable.engine.questions import Point, Refusal
from sandtable.table.board import Table
from sandtable.table.ground import Gait, Ground
from sandtable.table.hot import sweep
from sandtable.table.lattice import snap
from sandtable.table.measuring import core, gap, gap_to_terrain, overlaps_terrain, path_length
from sandtable.table.paths import Reach, route
from sandtable.table.pieces import Base, Figure, Terrain
from tests.table.scenes import SCENES, SOLID, random_figures, random_leg, random_spot, random_table, scenes

shapely: Any = pytest.importorskip("shapely")

WALK = Gait(stops=SOLID)


def shape(piece: Terrain) -> Any:
    return shapely.Polygon(piece.outline, piece.holes)


def body(figure: Figure) -> Any:
    """An oval's core or a disc's middle; its radius is taken off distances, so that no circle is a polygon."""
    x0, y0, x1, y1 = core(figure)
    return shapely.Point(x0, y0) if (x0, y0) == (x1, y1) else shapely.LineString([(x0, y0), (x1, y1)])


def random_oval(rng: Random, name: str) -> Figure:
    base = Base(snap(rng.uniform(1, 2)), snap(rng.uniform(2, 4))) if rng.random() < 0.5 else Base(1.0)
    return Figure(name, base, snap(rng.uniform(3, 21)), snap(rng.uniform(3, 21)), turn=rng.uniform(0, 180))


def test_distances() -> None:
    for rng in scenes("distance"):
        table = random_table(rng, 3)
        one, two = random_oval(rng, "one"), random_oval(rng, "two")
        expected = max(0.0, body(one).distance(body(two)) - one.base.radius - two.base.radius)
        assert gap(one, two) == pytest.approx(expected, abs=1e-9)
        for piece in table.terrain:
            away = body(one).distance(shape(piece)) - one.base.radius
            # A base whose middle is outside but whose oval lies across the piece is at distance 0 in both.
            assert gap_to_terrain(one, piece) == pytest.approx(max(0.0, away), abs=1e-9)
            if abs(away) > 1e-9:
                assert overlaps_terrain(one, piece) == (away < 0)


def test_clear_legs() -> None:
    """The exact test of a leg agrees with the distance between the leg and everything in the way."""
    hits = 0
    for rng in scenes("clear"):
        table = random_table(rng, 5)
        others = random_figures(rng, table, 4)
        ground = Ground(table, Base(1.25), WALK, others)
        a, b = random_leg(rng, table)
        found = sweep.clear(ground.scene, a.x, a.y, b.x, b.y, ground.radius, ground.keep, 0, 0)
        leg = shapely.LineString([(a.x, a.y), (b.x, b.y)])
        nearest = min(
            *(leg.distance(shape(piece)) for piece in table.terrain),
            *(leg.distance(shapely.Point(other.x, other.y)) - other.base.radius for other in others),
        )
        if abs(nearest - 0.625) > 1e-9:
            assert (found == sweep.NOTHING) == (nearest > 0.625), rng
        hits += found != sweep.NOTHING
    assert SCENES // 5 < hits < SCENES


def test_first_contact() -> None:
    """Up to the contact nothing is closer than the radius; at the contact something is exactly that close."""
    for rng in scenes("contact"):
        table = random_table(rng, 5)
        figures = random_figures(rng, table, 5, radius=0.5)
        mover, others = figures[0], figures[1:]
        ground = Ground(table, mover.base, WALK, others)
        end = random_spot(rng, table)
        end = rng.choice((end, end, Point(end.x, mover.y), Point(mover.x, end.y)))
        share, what = sweep.contact(ground.scene, mover.x, mover.y, end.x, end.y, ground.radius, ground.keep, 0, 0)
        share = min(share, 1.0)
        stop = (mover.x + (end.x - mover.x) * share, mover.y + (end.y - mover.y) * share)
        leg = shapely.LineString([(mover.x, mover.y), stop])
        shapes = [shape(piece) for piece in table.terrain]
        gaps = [leg.distance(piece) for piece in shapes]
        gaps += [leg.distance(shapely.Point(other.x, other.y)) - other.base.radius for other in others]
        assert min(gaps) >= 0.5 - 1e-7
        if what != sweep.NOTHING:
            at = shapely.Point(stop)
            ends = [at.distance(piece) for piece in shapes]
            ends += [at.distance(shapely.Point(other.x, other.y)) - other.base.radius for other in others]
            assert min(ends) == pytest.approx(0.5, abs=1e-7)


def test_lengths_inside() -> None:
    for rng in scenes("inside"):
        table = random_table(rng, 2)
        path = tuple(Point(snap(rng.uniform(0, 24)), snap(rng.uniform(0, 24))) for _ in range(4))
        line = shapely.LineString([(p.x, p.y) for p in path])
        for number, piece in enumerate(table.terrain):
            expected = inside = 0.0
            for a, b in pairwise(path):
                expected += shapely.LineString([(a.x, a.y), (b.x, b.y)]).intersection(shape(piece)).length
                spans = table.plans.spans(number, a.x, a.y, b.x, b.y)
                inside += sum(leave - enter for enter, leave in spans) * path_length((a, b))
            assert inside == pytest.approx(expected, abs=1e-7)
        assert path_length(path) == pytest.approx(line.length, abs=1e-9)


# ---- shortest paths -----------------------------------------------------------------------------------------


def oracle_length(table: Table, radius: float, start: Point, goal: Point) -> float | None:
    """The shortest way round obstacles grown by the radius (their arcs as chords, so it is never too long)."""
    grown = shapely.union_all([shape(piece).buffer(radius, quad_segs=12) for piece in table.terrain])
    core_area = shapely.box(radius, radius, table.width - radius, table.height - radius)
    inner = grown.buffer(-1e-7)
    shapely.prepare(inner)
    spots = [(start.x, start.y), (goal.x, goal.y)]
    for part in shapely.get_parts(grown):
        for ring in (part.exterior, *part.interiors):
            spots.extend(p for p in list(ring.coords)[:-1] if core_area.intersects(shapely.Point(p)))
    pairs = list(combinations(range(len(spots)), 2))
    lines = shapely.linestrings([(spots[i], spots[j]) for i, j in pairs])
    open_lines = ~shapely.intersects(inner, lines)
    near: dict[int, list[tuple[int, float]]] = {i: [] for i in range(len(spots))}
    for (i, j), is_open in zip(pairs, open_lines, strict=True):
        if is_open:
            length = hypot(spots[i][0] - spots[j][0], spots[i][1] - spots[j][1])
            near[i].append((j, length))
            near[j].append((i, length))
    heap, done = [(0.0, 0)], set()
    while heap:
        cost, node = heappop(heap)
        if node == 1:
            return cost
        if node not in done:
            done.add(node)
            for other, length in near[node]:
                heappush(heap, (cost + length, other))
    return None


def test_path_lengths() -> None:
    found = 0
    for rng in scenes("path", max(20, SCENES // 3) if SCENES < 20000 else SCENES):
        table = random_table(rng, 2, width=16, height=12)
        figures = random_figures(rng, table, 2, radius=0.5)
        if len(figures) < 2:
            continue
        mover, goal = figures[0], figures[1].at
        ground = Ground(table, mover.base, WALK)
        way = route(ground, mover, goal)
        expected = oracle_length(table, 0.5, mover.at, goal)
        if isinstance(way, Refusal):
            assert expected is None, (way, expected)
            continue
        assert expected is not None
        length = path_length((mover.at, *way))
        assert expected - 1e-6 <= length <= expected * 1.004 + 0.01
        found += 1
        for a, b in zip((mover.at, *way), way, strict=False):
            leg = shapely.LineString([(a.x, a.y), (b.x, b.y)])
            assert min(leg.distance(shape(piece)) for piece in table.terrain) >= 0.5 - 1e-12
    assert found > 10


def test_hugging_paths_are_the_shortest_round_the_corners() -> None:
    """A middle that hugs corners goes from corner to corner, to the last digit, where every gap fits the base."""
    compared = 0
    hug = Gait(stops=SOLID, hugs=True)
    for rng in scenes("hug", max(60, SCENES // 3)):
        table = random_table(rng, 2, width=16, height=12)
        shapes = [shape(piece) for piece in table.terrain]
        rim = shapely.box(0, 0, 16, 12).exterior
        convex = all(part.convex_hull.area < part.area + 1e-9 for part in shapes)
        if not convex or min(shapes[0].distance(shapes[1]), *(rim.distance(part) for part in shapes)) < 1.01:
            continue
        figures = random_figures(rng, table, 2, radius=0.5)
        way = route(Ground(table, figures[0].base, hug), figures[0], figures[1].at)
        assert not isinstance(way, Refusal)
        expected = oracle_length(table, 0.0, figures[0].at, figures[1].at)
        assert path_length((figures[0].at, *way)) == pytest.approx(expected, abs=1e-6)
        compared += len(way) > 1
    assert compared > 0


def test_reach_agrees_with_routes() -> None:
    """A place is in reach exactly when the shortest route to it fits the budget (give or take the rounded corners)."""
    for rng in scenes("reach", max(10, SCENES // 10)):
        table = random_table(rng, 4)
        mover = random_figures(rng, table, 1, radius=0.5)[0]
        ground = Ground(table, mover.base, WALK)
        reach = Reach(ground, mover, 6.0)
        for _ in range(4):
            place = random_spot(rng, table)
            way = route(ground, mover, place)
            cost = reach.cost(place.x, place.y)
            length = None if isinstance(way, Refusal) else path_length((mover.at, *way))
            if cost is not None:
                assert length is not None
                assert length <= cost + 1e-9
            elif length is not None:
                assert length > 6.0 - 0.15


def test_reach_outline_holds_what_is_reached() -> None:
    for rng in scenes("outline", max(8, SCENES // 40)):
        table = random_table(rng, 4)
        mover = random_figures(rng, table, 1, radius=0.5)[0]
        reach = Reach(Ground(table, mover.base, WALK), mover, 6.0)
        rings = reach.outline()
        region = shapely.Polygon()
        for ring in rings:
            region = region.symmetric_difference(shapely.Polygon(ring).buffer(0))
        for _ in range(30):
            x, y = snap(rng.uniform(0, 24)), snap(rng.uniform(0, 24))
            cost = reach.cost(x, y)
            if cost is not None and cost < 5.8:
                assert region.distance(shapely.Point(x, y)) < 0.2
            elif cost is None:
                assert not region.buffer(-0.2).contains(shapely.Point(x, y))
