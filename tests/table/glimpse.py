"""Any open line between two bodies, looked for next to every pair of corners: slow, and what `any_view` is held to.

An open line can be shifted and turned until it grazes two corners, so lines next to every pair of corners, tangents and
the middle lines are tried; each is judged by the exact `line`. What is missed is thinner than 1/50,000 inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot, sqrt

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.body_sight import _Air, _also, _order, _rim, _spread
from sandtable.table.hot.plane import point_segment
from sandtable.table.hot.scene import members
from sandtable.table.pieces import Figure, Spot
from sandtable.table.sight import NOBODY, Excused, Screen, Veil, line

NUDGE = 1e-5
"""A line that only grazes two corners is tried a little to either side of both."""


def glimpse(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> tuple[Point, Point] | None:
    """The ends of an open sight line between any points of two upright bodies, or None if there is none."""
    one, two = sorted((one, two), key=_order)
    excused = _also(excused, one, two)
    for a, b in _tries(_Air(table, veil, screen, excused), one, two):
        for z_a, z_b in _heights(one, two, veil):
            start, end = Point(*a, z_a), Point(*b, z_b)
            if not line(table, start, end, veil, screen, excused=excused):
                return start, end
    return None


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
