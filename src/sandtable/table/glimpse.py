"""Sight between whole bodies: is any line between two figures open, are all of them, and what is the best view?

Books that let figures see "from anywhere on the base", or that ask whether "anything at all" lies between two figures,
read their verdict here. All answers are the same in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.hot.plane import point_segment, segments_meet
from sandtable.table.hot.scene import Scene, members
from sandtable.table.pieces import Figure, Spot
from sandtable.table.sight import NOBODY, Excused, Screen, Seen, Veil, eye_of, inside, line, look, spanned, stopping

NUDGE = 1e-5
"""A line that only grazes two corners is tried a little to either side of both."""


class _Air(NamedTuple):
    """What a pair of bodies look through."""

    table: Table
    veil: Veil
    screen: Screen | None
    excused: Excused

    def chains(self) -> int:
        """The chains of terrain that stop lines, as bits."""
        return stopping(self.table, self.veil, (), self.excused)

    def figures(self) -> list[Figure]:
        """The figures that stop lines."""
        excused = self.excused
        return [
            figure
            for figure in (self.screen.figures if self.screen is not None else ())
            if figure.id not in excused.figures
            and figure.unit not in excused.units
            and (figure.large or not excused.small)
        ]


def glimpse(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> tuple[Point, Point] | None:
    """The ends of an open sight line between any points of two upright bodies, or None if there is none.

    An open line can be shifted and turned until it grazes two corners, so lines next to every pair of corners, tangents
    and the middle lines are tried; each is judged by the exact `line`. What is missed is thinner than 1/50,000 inch.
    """
    one, two = sorted((one, two), key=_order)
    excused = _also(table, veil, excused, one, two)
    for a, b in _tries(_Air(table, veil, screen, excused), one, two):
        for z_a, z_b in _heights(one, two, veil):
            start, end = Point(*a, z_a), Point(*b, z_b)
            if not line(table, start, end, veil, screen, excused=excused):
                return start, end
    return None


EYES = 16
"""Points on each rim from which `any_view` looks."""


def any_view(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> bool:
    """Does either of two bodies see any part of the other, from its middle or its rim, high or low? Cheaper by far than
    `glimpse`, which tries every pair of corners: what only a line between two other points would see is missed."""
    one, two = sorted((one, two), key=_order)
    excused = _also(table, veil, excused, one, two)
    for viewer, target in ((one, two), (two, one)):
        if look(table, eye_of(viewer, veil), target, veil, screen, viewer=viewer, excused=excused).share > 0.0:
            return True
    if _stood_across(_Air(table, veil, screen, excused), one, two):
        return False
    for viewer, target in ((one, two), (two, one)):
        for part in (0.999, 0.4):
            for x, y in _rim(viewer, EYES):
                eye = Point(x, y, viewer.z + part * viewer.base.height)
                if look(table, eye, target, veil, screen, viewer=viewer, excused=excused).share > 0.0:
                    return True
    return False


def _stood_across(air: _Air, one: Figure, two: Figure) -> bool:
    """Does a single wall or convex piece as tall as both cut both outer tangents? Then it cuts every line."""
    if one.base.core or two.base.core:
        return False
    a, b, c, d, _ = spanned((one.x, one.y), one.base.radius, (two.x, two.y), two.base.radius)
    foot, top = min(one.z, two.z), max(one.top, two.top)
    table, scene = air.table, air.table.blinds.scene
    pieces: dict[int, None] = {}
    for chain in members(scene.near(one.x, one.y, two.x, two.y, _spread(one, two)) & air.chains()):
        if scene.low[chain] > foot or scene.high[chain] < top:
            continue
        pieces[table.blinds.piece_of_shape[scene.shape_of[chain]]] = None
        for i in range(scene.start[chain], scene.stop[chain] - 1):
            edge = scene.xs[i], scene.ys[i], scene.xs[i + 1], scene.ys[i + 1]
            if segments_meet(*edge, *a, *b) and segments_meet(*edge, *d, *c):
                return True
    for number in pieces:
        piece = table.terrain[number]
        solid = not piece.openings and piece.slope is None and not piece.holes and _convex(piece.outline)
        if solid and table.plans.spans(number, *a, *b) and table.plans.spans(number, *d, *c):
            return True
    return False


def _convex(outline: tuple[Spot, ...]) -> bool:
    turns = set()
    for i, (bx, by) in enumerate(outline):
        (ax, ay), (cx, cy) = outline[i - 1], outline[(i + 1) % len(outline)]
        turns.add((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0.0)
    return len(turns) == 1


def obstructions(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> tuple[str, ...]:
    """What stops at least one line between any points of two bodies; empty when every line is open.

    A floating piece (its floor above the ground) counts when it reaches into the height between the two anywhere.
    """
    one, two = sorted((one, two), key=_order)
    excused = _also(table, veil, excused, one, two)
    air = _Air(table, veil, screen, excused)
    found: dict[str, None] = {}
    scene = table.blinds.scene
    between = _Between(one, two)
    for chain in members(scene.near(one.x, one.y, two.x, two.y, _spread(one, two)) & air.chains()):
        if between.chain(scene, chain, flat=veil.flat):
            found[table.blinds.owner(chain).id] = None
    for figure in air.figures():
        if between.figure(figure, flat=veil.flat):
            found[figure.id] = None
    return tuple(found)


def best_look(
    table: Table,
    viewer: Figure,
    target: Figure,
    veil: Veil,
    screen: Screen | None = None,
    *,
    excused: Excused = NOBODY,
    rim: int = 24,
) -> Seen:
    """The best view that a figure has from anywhere on its base: its middle, its rim, and where a glimpse opens."""
    eye = eye_of(viewer, veil)
    spots = [(viewer.x, viewer.y), *_rim(viewer, rim)]
    opening = glimpse(table, viewer, target, veil, screen, excused=excused)
    if opening is None:
        return look(table, eye, target, veil, screen, viewer=viewer, excused=excused)
    near = min(opening, key=lambda p: hypot(p.x - viewer.x, p.y - viewer.y))
    spots.append((near.x, near.y))
    best = Seen(-1.0)
    for x, y in spots:
        seen = look(table, Point(x, y, eye.z), target, veil, screen, viewer=viewer, excused=excused)
        if seen.share > best.share:
            best = seen
        if best.clear:
            break
    return best


# ---- what to try --------------------------------------------------------------------------------------------


def _order(figure: Figure) -> tuple[float, float, float, str]:
    return figure.x, figure.y, figure.z, figure.id


def _also(table: Table, veil: Veil, excused: Excused, one: Figure, two: Figure) -> Excused:
    """Excuse the two themselves, and the areas that one of them is in."""
    terrain = set(excused.terrain)
    for number in table.blinds.pieces_with(veil.through):
        piece = table.terrain[number]
        if not piece.traits & veil.traits and any(inside(piece, figure, veil.inside) for figure in (one, two)):
            terrain.add(piece.id)
    return Excused(excused.figures | {one.id, two.id}, excused.units, frozenset(terrain), excused.small)


def _heights(one: Figure, two: Figure, veil: Veil) -> Iterable[tuple[float, float]]:
    if veil.flat:
        return [(one.z, two.z)]
    tops = (one.z + 0.999 * one.base.height, two.z + 0.999 * two.base.height)
    feet = (one.z + 0.001 * one.base.height, two.z + 0.001 * two.base.height)
    middles = (one.z + 0.5 * one.base.height, two.z + 0.5 * two.base.height)
    return [tops, middles, (tops[0], feet[1]), (feet[0], tops[1]), feet]


def _tries(air: _Air, one: Figure, two: Figure) -> Iterator[tuple[Spot, Spot]]:
    yield (one.x, one.y), (two.x, two.y)
    near_one, near_two = _rim(one, 8), _rim(two, 8)
    for a in near_one:
        for b in near_two:
            yield a, b
    corners = _corners(air, one, two) + near_one + near_two
    for i, p in enumerate(corners):
        for q in corners[i + 1 :]:
            yield from _grazing(p, q, one, two)


def _corners(air: _Air, one: Figure, two: Figure) -> list[Spot]:
    """The corners of what may stand between two figures; circles count with points just outside their rim."""
    scene, spread = air.table.blinds.scene, _spread(one, two)
    found: list[Spot] = []
    for chain in members(scene.near(one.x, one.y, two.x, two.y, spread) & air.chains()):
        for i in range(scene.start[chain], scene.stop[chain]):
            p = scene.xs[i], scene.ys[i]
            if p not in found and _in_corridor(p, one, two, spread):
                found.append(p)
    for figure in air.figures():
        if _in_corridor((figure.x, figure.y), one, two, spread + figure.base.radius):
            found.extend(_rim(figure, 16, 1.001))
    return found


def _spread(one: Figure, two: Figure) -> float:
    return max(one.base.radius + one.base.core, two.base.radius + two.base.core)


def _in_corridor(p: Spot, one: Figure, two: Figure, spread: float) -> bool:
    return point_segment(*p, one.x, one.y, two.x, two.y) <= spread * spread


def _grazing(p: Spot, q: Spot, one: Figure, two: Figure) -> Iterator[tuple[Spot, Spot]]:
    """Lines that pass two points on either side of each, from body to body."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = hypot(dx, dy)
    if length < 1e-9:
        return
    nx, ny = -dy / length * NUDGE, dx / length * NUDGE
    for side_p in (1, -1):
        for side_q in (1, -1):
            a = (p[0] + nx * side_p, p[1] + ny * side_p)
            b = (q[0] + nx * side_q, q[1] + ny * side_q)
            start, end = _on_body(a, b, one, two), _on_body(a, b, two, one)
            if start is not None and end is not None:
                yield start, end


def _on_body(a: Spot, b: Spot, body: Figure, other: Figure) -> Spot | None:
    """The point of a base on the line through a and b that is nearest to the other figure."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    dx, dy = dx / length, dy / length
    best: Spot | None = None
    nearest = float("inf")
    for cx, cy in body.middles:
        along = (cx - a[0]) * dx + (cy - a[1]) * dy
        off = (cx - a[0]) * dy - (cy - a[1]) * dx
        under = body.base.radius**2 - off * off
        if under > 0.0:
            for t in (along - sqrt(under), along + sqrt(under)):
                p = a[0] + dx * t, a[1] + dy * t
                far = hypot(p[0] - other.x, p[1] - other.y)
                if far < nearest:
                    best, nearest = p, far
    return best


def _rim(figure: Figure, points: int, stretch: float = 0.9999) -> list[Spot]:
    r = figure.base.radius * stretch
    return [
        (cx + r * cos(2 * pi * k / points), cy + r * sin(2 * pi * k / points))
        for cx, cy in figure.middles
        for k in range(points)
    ]


# ---- everything between -----------------------------------------------------------------------------------------


def _hull(one: Figure, two: Figure) -> list[list[Spot]]:
    """The plan of all lines between two bodies without the end discs: strips between every pair of middles."""
    return [spanned(a, one.base.radius, b, two.base.radius) for a in one.middles for b in two.middles]


class _Between:
    """The space between two bodies in plan: the discs of both, and the strips that hold all lines."""

    def __init__(self, one: Figure, two: Figure) -> None:
        self.one, self.two = one, two
        self.discs = [(x, y, body.base.radius**2 - 1e-9) for body in (one, two) for x, y in body.middles]
        self.strips = _hull(one, two)

    def chain(self, scene: Scene, chain: int, *, flat: bool) -> bool:
        """Does a wall stand in any line?"""
        low, high = scene.low[chain], scene.high[chain]
        for i in range(scene.start[chain], scene.stop[chain] - 1):
            edge = (scene.xs[i], scene.ys[i], scene.xs[i + 1], scene.ys[i + 1])
            if self._holds(edge) and (flat or _in_height(edge, low, high, self.one, self.two)):
                return True
        return False

    def _holds(self, edge: tuple[float, float, float, float]) -> bool:
        for x, y, reach in self.discs:
            if point_segment(x, y, *edge) < reach:
                return True
        for strip in self.strips:
            if _strictly_in(strip, edge[0], edge[1]) or _strictly_in(strip, edge[2], edge[3]):
                return True
            crossed = 0
            for a, b in pairwise(strip):
                crossed += segments_meet(*edge, *a, *b)
            if crossed >= 2:
                middle = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
                if _strictly_in(strip, *middle) or not _along_side(strip, edge):
                    return True
        return False

    def figure(self, figure: Figure, *, flat: bool) -> bool:
        """Does a third body stand in any line?"""
        one, two = self.one, self.two
        if not flat and (figure.z >= max(one.top, two.top) or figure.top <= min(one.z, two.z)):
            return False
        for cx, cy in figure.middles:
            for strip in self.strips:
                near = min(point_segment(cx, cy, *a, *b) for a, b in pairwise(strip))
                if _strictly_in(strip, cx, cy) or near < figure.base.radius**2 - 1e-9:
                    return True
        return False


def _strictly_in(strip: list[Spot], x: float, y: float) -> bool:
    """Inside a convex ring by more than nothing."""
    signs = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairwise(strip)]
    return min(signs) > 1e-9 or max(signs) < -1e-9


def _along_side(strip: list[Spot], edge: tuple[float, float, float, float]) -> bool:
    """Does the edge lie wholly on the outer side of one side of the strip, or on it?"""
    for (ax, ay), (bx, by) in pairwise(strip):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in ((edge[0], edge[1]), (edge[2], edge[3]))]
        if max(sides) <= 1e-9:
            return True
    return False


def _in_height(edge: tuple[float, float, float, float], low: float, high: float, one: Figure, two: Figure) -> bool:
    """Does a wall over this edge reach into the lines between two bodies? Lines from foot to foot are the lowest."""
    if low >= max(one.top, two.top):
        return False
    lower, upper = sorted((one, two), key=lambda figure: figure.z)
    if high > upper.z:
        return True
    if high <= lower.z:
        return False
    # Somewhere between the two feet: the lowest line over the edge decides.
    share = min(_first_share(x, y, lower, upper) for x, y in _along(edge))
    return lower.z + (upper.z - lower.z) * share < high


def _along(edge: tuple[float, float, float, float]) -> Iterable[Spot]:
    return [(edge[0] + (edge[2] - edge[0]) * k / 64, edge[1] + (edge[3] - edge[1]) * k / 64) for k in range(65)]


def _first_share(x: float, y: float, start: Figure, end: Figure) -> float:
    """How far a disc going from one base to the other, changing its size, has come when it first covers a point."""
    dx, dy, dr = end.x - start.x, end.y - start.y, end.base.radius - start.base.radius
    px, py, r = x - start.x, y - start.y, start.base.radius
    a, b, c = dx * dx + dy * dy - dr * dr, -(px * dx + py * dy) - r * dr, px * px + py * py - r * r
    if c <= 0.0:
        return 0.0
    under = b * b - a * c
    if under < 0.0 or a <= 0.0:
        return 1.0
    share = (-b - sqrt(under)) / a
    return share if 0.0 <= share <= 1.0 else 1.0
