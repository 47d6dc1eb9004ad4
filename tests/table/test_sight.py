"""Sight: shares against sampled rays, symmetry, monotony, heights, areas, screens of figures, single lines."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import asin, atan, cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.body_sight import any_view, obstructions
from sandtable.table.lattice import snap
from sandtable.table.measuring import gap_to_terrain, overlaps_terrain, share_inside
from sandtable.table.pieces import AREA, HATCH, SHELL, Base, Figure, Opening, Terrain
from sandtable.table.sight import Excused, Screen, Veil, line, look, look_from
from tests.table.glimpse import glimpse
from tests.table.scenes import SCENES, SOLID, random_figures, random_spot, random_table, scenes

np: Any = pytest.importorskip("numpy")

FLAT = Veil(traits=SOLID, flat=True)
TALL = Veil(traits=SOLID)
RAYS = 4001
LINES = 400


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, height: float = 3.0, **more: Any) -> Terrain:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=name, outline=outline, height=height, **{"traits": SOLID, **more})


def man(name: str, x: float, y: float, z: float = 0.0, **more: Any) -> Figure:
    return Figure(name, Base(1.0, height=1.25), x, y, z, **more)


# ---- against rays ---------------------------------------------------------------------------------------------


def ray_directions(eye: Point, target: Figure, rays: int) -> tuple[Any, Any, Any, Any]:
    """Unit vectors across the target's apparent width, how far each runs to its near side, and the chord's depth."""
    dx, dy = target.x - eye.x, target.y - eye.y
    d, r = hypot(dx, dy), target.base.radius
    half = asin(r / d)
    angles = -half + 2 * half * (np.arange(rays) + 0.5) / rays
    near = d * np.cos(angles) - np.sqrt(np.maximum(0.0, r * r - (d * np.sin(angles)) ** 2))
    ahead = np.arctan2(dy, dx)
    return np.cos(ahead + angles), np.sin(ahead + angles), near, (d - r * r / d) / np.cos(angles)


def walls_hit(table: Table, eye: Point, ux: Any, uy: Any, near: Any) -> list[tuple[Any, Any, float]]:
    """For each edge: which rays meet it before the target, where, and how high the piece is."""
    hits = []
    for piece in table.terrain:
        for ring in piece.rings:
            for (x0, y0), (x1, y1) in pairwise(ring):
                ex, ey = x1 - x0, y1 - y0
                across = ux * ey - uy * ex
                with np.errstate(divide="ignore", invalid="ignore"):
                    t = ((x0 - eye.x) * ey - (y0 - eye.y) * ex) / across
                    u = ((x0 - eye.x) * uy - (y0 - eye.y) * ux) / across
                hits.append(((t > 0) & (t < near) & (u >= 0) & (u <= 1), t, piece.top))
    return hits


def test_flat_share_against_rays() -> None:
    seen_partly = 0
    for rng in scenes("flat"):
        table = random_table(rng, 6)
        figures = random_figures(rng, table, 6)
        target, others = figures[0], figures[1:]
        eye = random_spot(rng, table)
        if hypot(eye.x - target.x, eye.y - target.y) < target.base.radius + 0.1:
            continue
        if any(hypot(eye.x - other.x, eye.y - other.y) <= other.base.radius for other in others):
            continue
        ux, uy, near, _ = ray_directions(eye, target, RAYS)
        blocked = np.zeros(RAYS, bool)
        for hit, _, _ in walls_hit(table, eye, ux, uy, near):
            blocked |= hit
        for other in others:
            cx, cy = other.x - eye.x, other.y - eye.y
            along = ux * cx + uy * cy
            under = along**2 - (cx * cx + cy * cy - other.base.radius**2)
            blocked |= (along > 0) & (under > 0) & (along - np.sqrt(np.maximum(under, 0)) < near)
        share = look(table, eye, target, FLAT, Screen(figures)).share
        assert share == pytest.approx(1 - blocked.mean(), abs=0.001)
        seen_partly += 0 < share < 1
    assert seen_partly > SCENES // 20


def test_tall_share_against_rays() -> None:
    """With heights: in each of 4,001 directions, how much of the target's upright outline the shadows cover."""
    seen_partly = 0
    for rng in scenes("tall", max(40, SCENES // 4)):
        table = random_table(rng, 6)
        target = random_figures(rng, table, 1)[0]
        target = target.moved(Point(target.x, target.y, rng.choice((0.0, 0.0, 2.0))))
        spot = random_spot(rng, table)
        eye = Point(spot.x, spot.y, rng.choice((0.5, 1.25, 3.0, 6.0)))
        if hypot(eye.x - target.x, eye.y - target.y) < target.base.radius + 0.1:
            continue
        ux, uy, near, chord = ray_directions(eye, target, RAYS)
        hidden = np.full(RAYS, target.z)
        for hit, t, top in walls_hit(table, eye, ux, uy, near):
            shadow = eye.z + (top - eye.z) * chord / np.where(hit, t, 1.0)
            hidden = np.where(hit, np.maximum(hidden, shadow), hidden)
        expected = 1 - ((np.minimum(hidden, target.top) - target.z) / target.base.height).mean()
        share = look(table, eye, target, TALL).share
        assert share == pytest.approx(expected, abs=0.001)
        seen_partly += 0 < share < 1
    assert seen_partly > 5


def test_flat_share_equals_tall_share_behind_towers() -> None:
    """When everything is taller than both, heights change nothing."""
    for rng in scenes("towers", SCENES // 2):
        table = random_table(rng, 6)
        towers = Table(width=24, height=24, terrain=tuple(_towering(piece) for piece in table.terrain))
        target = random_figures(rng, table, 1)[0]
        spot = random_spot(rng, table)
        flat = look(towers, spot, target, FLAT)
        tall = look(towers, Point(spot.x, spot.y, 1.0), target, TALL)
        assert tall.share == pytest.approx(flat.share, abs=1e-8)
        assert tall.blockers == flat.blockers


def _towering(piece: Terrain) -> Terrain:
    return Terrain(id=piece.id, outline=piece.outline, height=100.0, traits=SOLID)


def random_house(rng: Random) -> Terrain:
    """Walls with a door and two windows, an upper floor and a roof."""
    x, y = rng.randrange(5, 9), rng.randrange(5, 9)
    openings = (
        Opening(edge=0, start=2, end=6),
        Opening(edge=1, start=1, end=6, sill=0.75, head=2.0, kind="window"),
        Opening(edge=3, start=1, end=6, sill=3.5, head=5.0, kind="window"),
    )
    return box("house", x, y, x + 8, y + 7, height=6.0, form=SHELL, levels=(0.0, 3.0), openings=openings)


def test_houses_against_sight_lines() -> None:
    """Walls, openings, floors and a bridge: the share agrees with a fan of single lines, which are judged otherwise."""
    seen_partly = 0
    for rng in scenes("houses", max(120, min(SCENES // 2, 2000))):
        bridge = box("bridge", 2, rng.randrange(14, 18), 22, 21, floor=2.0, height=0.5)
        table = Table(width=24, height=24, terrain=(random_house(rng), bridge))
        level = rng.choice((0.0, 3.0, 6.0))
        foot = Point(snap(rng.uniform(6, 17)), snap(rng.uniform(6, 16)), level)
        eye = Point(snap(rng.uniform(1, 23)), snap(rng.uniform(1, 23)), rng.choice((level, level, 0.0, 6.0)) + 1.125)
        target = man("target", foot.x, foot.y, foot.z)
        if hypot(eye.x - foot.x, eye.y - foot.y) < 1.5 or _in_wall(table, target) or overlaps_terrain(target, bridge):
            continue  # a base half under the bridge is a known weakness, see docs/table.md
        ux, uy, _, chord = ray_directions(eye, target, 41)
        open_rays = 0
        for k in range(41):
            x, y = float(eye.x + ux[k] * chord[k]), float(eye.y + uy[k] * chord[k])
            for step in range(31):
                end = Point(x, y, target.z + target.base.height * (step + 0.5) / 31)
                open_rays += line(table, eye, end, TALL) == ()
        share = look(table, eye, target, TALL).share
        assert share == pytest.approx(open_rays / (41 * 31), abs=0.045)
        seen_partly += 0.02 < share < 0.98
    assert seen_partly >= 5


def _in_wall(table: Table, figure: Figure) -> bool:
    house = table.terrain[0]
    return gap_to_terrain(figure, house) == 0.0 and share_inside(figure, house) < 1.0


def test_oval_target_against_rays() -> None:
    """An oval's width is what lies between its outer tangents; rays that miss its core's neighbourhood do not count."""
    for rng in scenes("oval", SCENES // 3):
        table = random_table(rng, 5)
        base = Base(1.25, snap(rng.uniform(1.5, 3.5)))
        target = Figure("ship", base, snap(rng.uniform(4, 20)), snap(rng.uniform(4, 20)), turn=rng.uniform(0, 180))
        eye = random_spot(rng, table)
        if hypot(eye.x - target.x, eye.y - target.y) < 3.0:
            continue
        assert look(table, eye, target, FLAT).share == pytest.approx(_oval_rays(table, eye, target), abs=0.002)


def _oval_rays(table: Table, eye: Point, target: Figure) -> float:
    hx, hy = target.half_core
    ahead = np.arctan2(target.y - eye.y, target.x - eye.x)
    low, high = [], []
    for sign in (1, -1):
        cx, cy = target.x + sign * hx - eye.x, target.y + sign * hy - eye.y
        d = hypot(cx, cy)
        turn = (np.arctan2(cy, cx) - ahead + np.pi) % (2 * np.pi) - np.pi
        low.append(turn - asin(target.base.radius / d))
        high.append(turn + asin(target.base.radius / d))
    angles = ahead + min(low) + (max(high) - min(low)) * (np.arange(RAYS) + 0.5) / RAYS
    ux, uy = np.cos(angles), np.sin(angles)
    near = np.full(RAYS, np.inf)
    for share in np.linspace(-1, 1, 801):
        cx, cy = target.x + share * hx - eye.x, target.y + share * hy - eye.y
        along = ux * cx + uy * cy
        under = along**2 - (cx * cx + cy * cy - target.base.radius**2)
        near = np.where(under > 0, np.minimum(near, along - np.sqrt(np.maximum(under, 0))), near)
    blocked = np.zeros(RAYS, bool)
    for hit, _, _ in walls_hit(table, eye, ux, uy, near):
        blocked |= hit
    return float(1 - blocked.mean())


# ---- laws -----------------------------------------------------------------------------------------------------


def test_another_blocker_never_shows_more() -> None:
    for rng in scenes("monotone"):
        table = random_table(rng, 6)
        figures = random_figures(rng, table, 5)
        target, others = figures[0], figures[1:]
        spot = random_spot(rng, table)
        eye = Point(spot.x, spot.y, 1.5)
        for veil in (FLAT, TALL):
            shares = [
                look(Table(width=24, height=24, terrain=table.terrain[:n]), eye, target, veil, Screen(others[:n])).share
                for n in range(len(others) + 1)
            ]
            assert shares == sorted(shares, reverse=True)


def test_glimpses_and_obstructions_are_symmetric() -> None:
    verdicts = set()
    for rng in scenes("symmetry", max(30, SCENES // 6)):
        table = random_table(rng, 7)
        figures = random_figures(rng, table, 4)
        one, two = figures[0], figures[1]
        screen = Screen(figures)
        for veil in (FLAT, TALL):
            there = glimpse(table, one, two, veil, screen)
            assert there == glimpse(table, two, one, veil, screen)
            blocked = obstructions(table, one, two, veil, screen)
            assert blocked == obstructions(table, two, one, veil, screen)
            if there is None:
                assert blocked
            verdicts.add((there is None, bool(blocked)))
    assert verdicts == {(True, True), (False, True), (False, False)}


def any_point(rng: Random, body: Figure) -> Point:
    """A point of a body, its rim and its top more often than the rest."""
    angle, far = rng.uniform(0, 2 * pi), body.base.radius * rng.choice((0.9999, rng.random() ** 0.5))
    z = body.z + body.base.height * rng.choice((0.9999, rng.random()))
    return Point(body.x + far * cos(angle), body.y + far * sin(angle), z)


def open_line(rng: Random, table: Table, one: Figure, two: Figure, screen: Screen) -> bool:
    """Brute force: many lines between points of two bodies, each judged by itself."""
    both = Excused(frozenset({one.id, two.id}))
    lines = ((any_point(rng, one), any_point(rng, two)) for _ in range(LINES))
    return any(not line(table, a, b, TALL, screen, excused=both) for a, b in lines)


def test_a_view_is_had_wherever_any_line_is_open_and_nowhere_else() -> None:
    """Against lines at random, on one level and between heights; and against lines past corners. What neither of them
    finds is a sliver."""
    slivers = 0
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for rng in scenes("any view", max(60, SCENES // 4)):
        table = random_table(rng, 12)
        one, two, *others = random_figures(rng, table, 6)
        if rng.random() < 0.5:
            one, two = sorted((one, two), key=lambda body: body.base.height)
            one = Figure(one.id, one.base, one.x, one.y, two.top - one.base.height)
        screen = Screen(others)
        view = any_view(table, one, two, TALL, screen)
        assert view == any_view(table, two, one, TALL, screen)
        found = open_line(rng, table, one, two, screen)
        assert view or not found, "an open line is not seen"
        slivers += view and not found and glimpse(table, one, two, TALL, screen) is None
        verdicts[view, one.top == two.top] += 1
    assert len(verdicts) == 4
    assert slivers <= verdicts.total() // 50


def test_a_slit_of_one_step_of_the_lattice_is_seen_through_and_none_is_not() -> None:
    one, two = man("one", 6, 12), man("two", 18, 12)
    for slit in (1 / 1024, 0.0):
        for corners in ((12.0, 12.0), (11.0, 12.25)):  # beside each other, and one behind the other
            left, right = corners
            walls = (box("low", left, 4, left + 1, right), box("high", 11.5, right + slit, 12.5, 20))
            table = Table(width=24, height=24, terrain=walls)
            assert any_view(table, one, two, TALL) == any_view(table, two, one, TALL) == (slit > 0.0)
            lower = man("two", 18, 12, -0.5)
            assert any_view(table, one, lower, TALL) == (slit > 0.0)


def test_a_wall_hides_what_no_line_over_it_reaches() -> None:
    """From a height of 4 over a wall that is 3 high: the line from the near rim to the far rim falls 2.75 in 14 inches,
    and so is 3 high after 5.09 of them."""
    watcher = man("watcher", 4, 12, 2.75)
    for x, hidden in ((16.0, True), (9.5, True), (9.25, False), (8.0, False)):
        table = Table(width=24, height=24, terrain=(box("wall", x, 4, x + 0.25, 20),))
        assert any_view(table, watcher, man("mark", 18, 12), TALL) == (not hidden)


def test_a_single_wall_across_all_lines_hides_everything() -> None:
    wall = Terrain("wall", outline=((11, 8), (12, 8), (12, 16), (11, 16)), height=2.0, traits=SOLID)
    table = Table(width=24, height=24, terrain=(wall,))
    one, two = Figure("one", Base(1.0), 6, 12), Figure("two", Base(1.0), 18, 12)
    assert not any_view(table, one, two, Veil(traits=SOLID))
    assert any_view(table, Figure("one", Base(1.0), 6, 15.75), Figure("two", Base(1.0), 18, 15.75), Veil(traits=SOLID))


def test_a_glimpse_is_found_wherever_a_share_is_seen() -> None:
    for rng in scenes("glimpse", max(30, SCENES // 6)):
        table = random_table(rng, 8)
        figures = random_figures(rng, table, 2)
        one, two = figures[0], figures[1]
        seen = look_from(table, one, two, FLAT)
        opening = glimpse(table, one, two, FLAT)
        if seen.share > 1e-4:
            assert opening is not None
        if opening is not None:
            assert line(table, *opening, FLAT) == ()


# ---- small situations -------------------------------------------------------------------------------------------


def test_half_a_base_hidden_is_exactly_one_half() -> None:
    table = Table(width=24, height=24, terrain=(box("wall", 11, 12, 12, 20),))
    seen = look(table, Point(4, 12), man("target", 18, 12), FLAT)
    assert seen.share == 0.5
    assert seen.blockers == ("wall",)
    assert len(seen.fans) == 1


def test_touching_the_line_of_sight_hides_nothing() -> None:
    """A wall whose face lies exactly on the tangent to the target only grazes it."""
    table = Table(width=24, height=24, terrain=(box("wall", 10, 12.5, 14, 14),))
    viewer, target = man("viewer", 4, 12), man("target", 20, 12)
    assert obstructions(table, viewer, target, FLAT) == ()
    closer = Table(width=24, height=24, terrain=(box("wall", 10, 12.5 - 1 / 1024, 14, 14),))
    assert obstructions(closer, viewer, target, FLAT) == ("wall",)


def test_what_stands_behind_the_target_hides_nothing() -> None:
    table = Table(width=24, height=24, terrain=(box("behind", 18.5, 8, 20, 16), box("beside", 8, 14, 20, 15)))
    assert look(table, Point(4, 12), man("target", 18, 12), FLAT).clear


def test_a_low_wall_hides_the_lower_half() -> None:
    """Eye and target level with each other, the wall half as high and touching the target."""
    table = Table(width=40, height=24, terrain=(box("wall", 29, 4, 29.5, 20, height=0.625),))
    seen = look(table, Point(4, 12, 0.625), man("target", 30, 12), TALL)
    assert seen.share == pytest.approx(0.5, abs=1e-6)
    assert look(table, Point(4, 12, 40), man("target", 34, 12), TALL).clear


def test_higher_viewers_see_over() -> None:
    table = Table(width=24, height=24, terrain=(box("wall", 11, 4, 12, 20, height=2.0),))
    target = man("target", 20, 12)
    shares = [look(table, Point(4, 12, z), target, TALL).share for z in (1.0, 2.0, 3.0, 4.0, 8.0, 20.0)]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0


def test_figures_block_by_choice_of_the_rules() -> None:
    table = Table(width=24, height=24)
    viewer, target = man("viewer", 4, 12, unit="red"), man("target", 20, 12, unit="blue")
    friend = man("friend", 10, 12, unit="red")
    screen = Screen([viewer, target, friend])
    assert not look_from(table, viewer, target, FLAT, screen)
    assert look_from(table, viewer, target, FLAT, screen, excused=Excused(units=frozenset({"red"}))).clear
    assert look_from(table, viewer, target, FLAT, screen, excused=Excused(figures=frozenset({"friend"}))).clear
    assert look_from(table, viewer, target, FLAT, screen, excused=Excused(small=True)).clear
    giant = Screen([viewer, target, Figure("giant", Base(2.0), 10, 12, large=True)])
    assert not look_from(table, viewer, target, FLAT, giant, excused=Excused(small=True))


def test_gaps_inside_a_unit_are_closed() -> None:
    table = Table(width=24, height=24)
    viewer, target = man("viewer", 4, 12), man("target", 20, 12)
    pair = [man("p", 12, 13, unit="blue"), man("q", 12, 11, unit="blue")]
    assert look_from(table, viewer, target, FLAT, Screen(pair)).share > 0.4
    assert not look_from(table, viewer, target, FLAT, Screen(pair, close=1.0))
    apart = [man("p", 12, 13.5, unit="blue"), man("q", 12, 11, unit="blue")]
    assert look_from(table, viewer, target, FLAT, Screen(apart, close=1.0)).share > 0.4


def test_ovals_hide_with_their_whole_length() -> None:
    table = Table(width=24, height=24)
    viewer, target = man("viewer", 4, 12), man("target", 20, 12)
    crowd = [man("one", 4, 4), Figure("ship", Base(1.0, 5.0), 12, 12, turn=90.0)]
    seen = look_from(table, viewer, target, FLAT, Screen(crowd))
    assert (seen.share, seen.blockers) == (0.0, ("ship",))
    assert line(table, Point(4, 13), Point(20, 13), FLAT, Screen(crowd)) == ("ship",)
    assert line(table, Point(4, 15), Point(20, 15), FLAT, Screen(crowd)) == ()
    assert look_from(table, viewer, target, FLAT, Screen(crowd), excused=Excused(figures=frozenset({"ship"}))).clear
    pair = Screen([man("p", 12, 13, unit="blue"), man("q", 12, 11, unit="blue")], close=1.0)
    assert line(table, Point(4, 12), Point(20, 12), FLAT, pair) == ("p",)


def test_windows_are_seen_through() -> None:
    hut = Terrain(
        id="hut",
        outline=((8, 8), (16, 8), (16, 16), (8, 16)),
        form=SHELL,
        height=4.0,
        traits=SOLID,
        openings=(Opening(edge=3, start=3, end=5, sill=1.0, head=2.0, kind="window"), Opening(edge=1, start=3, end=5)),
    )
    table = Table(width=24, height=24, terrain=(hut,))
    inside, outside = man("in", 12, 12), man("out", 4, 12)
    assert look_from(table, outside, inside, FLAT).clear
    tall = look_from(table, outside, inside, TALL)
    assert 0.0 < tall.share < 1.0
    assert not look_from(table, man("low", 4, 12), inside, Veil(traits=SOLID, eye=0.1))
    assert not look_from(table, man("north", 12, 20), inside, FLAT)


def test_floors_hide() -> None:
    """Upstairs and downstairs in one house are hidden from each other by the floor between them."""
    house = Terrain(
        id="house",
        outline=((4, 4), (20, 4), (20, 20), (4, 20)),
        form=SHELL,
        height=6.0,
        levels=(0.0, 3.0),
        traits=SOLID,
    )
    table = Table(width=24, height=24, terrain=(house,))
    down, up = man("down", 8, 12), man("up", 16, 12, 3.0)
    assert not look_from(table, down, up, TALL)
    assert not look_from(table, up, down, TALL)
    assert line(table, Point(8, 12, 1), Point(16, 12, 4), TALL) == ("house",)
    assert look_from(table, down, man("too", 16, 12), TALL).clear


def test_lines_name_what_cuts_them() -> None:
    table = Table(width=24, height=24, terrain=(box("crate", 8, 11, 9, 13, height=1.0), box("rock", 14, 11, 16, 13)))
    veil = Veil(traits=SOLID)
    screen = Screen([man("third", 12, 12)])
    assert line(table, Point(4, 12, 0.5), Point(20, 12, 0.5), veil, screen) == ("crate", "rock", "third")
    assert line(table, Point(4, 12, 3.0), Point(20, 12, 3.0), veil, screen) == ()
    assert line(table, Point(4, 12, 1.1), Point(12, 12, 1.1), veil) == ()
    assert line(table, Point(4, 11, 0.5), Point(20, 11, 0.5), veil) == ()
    excused = Excused(figures=frozenset({"third"}), terrain=frozenset({"rock"}))
    assert line(table, Point(4, 12, 0.5), Point(20, 12, 0.5), veil, screen, excused=excused) == ("crate",)


def test_random_lines_agree_with_shares() -> None:
    """A target of almost no width is seen exactly when the line to it is open."""
    for rng in scenes("lines", SCENES // 2):
        table = random_table(rng, 7)
        eye, spot = random_spot(rng, table), random_spot(rng, table)
        target = Figure("dot", Base(2 / 1024), spot.x, spot.y)
        if hypot(eye.x - spot.x, eye.y - spot.y) > 0.1:
            share = look(table, eye, target, FLAT).share
            if share in (0.0, 1.0):
                assert (line(table, eye, spot, FLAT) == ()) == (share == 1.0)


def test_an_eye_inside_the_target_sees_it() -> None:
    table = Table(width=24, height=24, terrain=(box("rock", 10, 10, 14, 14),))
    assert look(table, Point(5, 5), man("self", 5, 5), FLAT).clear
    assert look(table, Point(5.25, 5), man("self", 5, 5), TALL).clear


def test_shares_do_not_depend_on_where_the_table_is() -> None:
    """Turning the whole scene by a quarter leaves every share as it is."""
    rng = Random("turned")
    for _ in range(20):
        table = random_table(rng, 6)
        target = random_figures(rng, table, 1)[0]
        eye = random_spot(rng, table)
        turned = Table(
            width=24,
            height=24,
            terrain=tuple(
                Terrain(id=p.id, outline=tuple((24 - y, x) for x, y in p.outline), height=p.height, traits=SOLID)
                for p in table.terrain
            ),
        )
        there = target.moved(Point(24 - target.y, target.x))
        assert look(turned, Point(24 - eye.y, eye.x), there, FLAT).share == pytest.approx(
            look(table, eye, target, FLAT).share, abs=1e-8
        )


def test_apparent_width_is_an_angle() -> None:
    """Close by, a wall's shadow takes the share of the angle, not of the base's width."""
    target, eye = man("target", 12, 12), Point(11, 12)
    wall = box("wall", 11.125, 12.0625, 11.25, 14)
    half = asin(0.5)
    expected = (half + atan(0.0625 / 0.25)) / (2 * half)
    seen = look(Table(width=24, height=24, terrain=(wall,)), eye, target, FLAT)
    assert seen.share == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("height", "cut"), [(1.4, ()), (1.6, ("body",)), (3.0, ("body",))])
def test_a_slanting_line_is_cut_anywhere_in_a_body(height: float, cut: tuple[str, ...]) -> None:
    """The line sinks from 2.5 to 1.5 inches over the body; at its middle it is at 2."""
    screen = Screen([Figure("body", Base(2.0, height=height), 10, 10)])
    assert line(Table(width=24, height=24), Point(6, 10, 4.0), Point(14, 10, 0.0), Veil(), screen) == cut


# ---- hatches --------------------------------------------------------------------------------------------------


def lines_through(low: Figure, high: Figure, level: float, hole: tuple[float, float, float, float]) -> bool:
    """Does any of many lines between two bodies pass a floor inside a rectangle?"""
    turn = 2 * pi * np.arange(32) / 32
    part, share = np.array([0.0, 0.5, 1.0]), np.linspace(0.0, 1.0, 4)

    def points(body: Figure) -> tuple[Any, Any, Any]:
        x = body.x + body.base.radius * np.outer(np.cos(turn), part).ravel()
        y = body.y + body.base.radius * np.outer(np.sin(turn), part).ravel()
        z = body.z + body.base.height * share
        return np.repeat(x, len(z)), np.repeat(y, len(z)), np.tile(z, len(x))

    (ax, ay, az), (bx, by, bz) = points(low), points(high)
    t = (level - az[:, None]) / (bz[None, :] - az[:, None])
    x, y = ax[:, None] + (bx[None, :] - ax[:, None]) * t, ay[:, None] + (by[None, :] - ay[:, None]) * t
    x0, y0, x1, y1 = hole
    return bool(((x > x0) & (x < x1) & (y > y0) & (y < y1) & (t > 0.0) & (t < 1.0)).any())


def test_a_floor_is_seen_through_at_its_hatch_and_nowhere_else() -> None:
    dice, verdicts = Random("hatches"), Counter[bool]()
    for _ in range(60):
        low = man("low", snap(dice.uniform(5, 11)), snap(dice.uniform(5, 11)))
        high = man("high", snap(dice.uniform(5, 11)), snap(dice.uniform(5, 11)), 3.0)
        x, y = (
            snap(min(max(4.0, dice.gauss((a + b) / 2 - 0.5, 0.9)), 11.0)) for a, b in ((low.x, high.x), (low.y, high.y))
        )
        house = box("house", 4, 4, 12, 12, height=6.0, form=SHELL, levels=(0.0, 3.0))
        hatch = box("hatch", x, y, x + 1, y + 1, height=0.0, form=AREA, floor=3.0, traits=frozenset({HATCH}))
        table = Table(width=16, height=16, terrain=(house, hatch))
        seen = any_view(table, low, high, TALL)
        near, far = ((x + 0.1, y + 0.1, x + 0.9, y + 0.9), (x - 0.1, y - 0.1, x + 1.1, y + 1.1))
        assert seen or not lines_through(low, high, 3.0, near), (low, high, x, y)
        assert lines_through(low, high, 3.0, far) or not seen, (low, high, x, y)
        verdicts[seen] += 1
        assert not any_view(Table(width=16, height=16, terrain=(house,)), low, high, TALL)
    assert min(verdicts[True], verdicts[False]) > 12
