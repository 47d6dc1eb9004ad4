"""A disc that moves straight: does it stay clear, and if not, what does it touch first?

`r` is the radius of the disc against chains, `q` what is added to the radius of each circle (the disc's own radius
plus any spacing). Touching is not overlapping: a disc may slide along what it touches.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from sandtable.table.hot.plane import CLOSE, point_closer, segments_closer
from sandtable.table.hot.scene import Shapes, members

NOTHING: Final = -1
"""No chain and no circle. Chains are named by their number, circle i by -2 - i."""


def clear(
    scene: Shapes, x0: float, y0: float, x1: float, y1: float, r: float, q: float, skip: int, skip_circles: int
) -> int:
    """`NOTHING`, or something that the disc would overlap on its way. Exact on the lattice.

    Only the outlines of shapes are looked at: ask `spot` whether the disc starts inside one.
    """
    dx, dy = x1 - x0, y1 - y0
    length = sqrt(dx * dx + dy * dy)
    if length > 0.0:
        dx, dy = dx / length, dy / length
    else:
        dx = 1.0
    wide = r + CLOSE
    far = length + wide
    xs, ys = scene.xs, scene.ys
    for chain in members(scene.near(x0, y0, x1, y1, wide) & ~skip):
        mx, my = scene.mx[chain] - x0, scene.my[chain] - y0
        reach = scene.mr[chain] + wide
        along = mx * dx + my * dy
        side = my * dx - mx * dy
        if along < -reach or along > length + reach or side > reach or side < -reach:
            continue
        first = scene.start[chain]
        ax, ay = xs[first] - x0, ys[first] - y0
        a0, s0 = ax * dx + ay * dy, ay * dx - ax * dy
        for i in range(first + 1, scene.stop[chain]):
            ax, ay = xs[i] - x0, ys[i] - y0
            a1, s1 = ax * dx + ay * dy, ay * dx - ax * dy
            if (
                (s0 < wide or s1 < wide)
                and (s0 > -wide or s1 > -wide)
                and (a0 > -wide or a1 > -wide)
                and (a0 < far or a1 < far)
                and segments_closer(x0, y0, x1, y1, xs[i - 1], ys[i - 1], xs[i], ys[i], r)
            ):
                return chain
            a0, s0 = a1, s1
    cx, cy, cr = scene.cx, scene.cy, scene.cr
    wide = scene.widest + q + CLOSE
    left, right = (x0 - wide, x1 + wide) if x0 < x1 else (x1 - wide, x0 + wide)
    low, high = (y0 - wide, y1 + wide) if y0 < y1 else (y1 - wide, y0 + wide)
    for circle in range(len(cx)):
        x, y = cx[circle], cy[circle]
        if x < left or x > right or y < low or y > high:
            continue
        reach = cr[circle] + q
        mx, my = x - x0, y - y0
        along = mx * dx + my * dy
        side = my * dx - mx * dy
        if side >= reach + CLOSE or side <= -reach - CLOSE or along <= -reach or along >= length + reach:
            continue
        if skip_circles >> circle & 1:
            continue
        beyond = -along if along < 0.0 else along - length if along > length else 0.0
        gap = sqrt(beyond * beyond + side * side) - reach
        if gap > CLOSE:
            continue
        if gap < -CLOSE or point_closer(x, y, x0, y0, x1, y1, reach):
            return -2 - circle
    return NOTHING


def spot(scene: Shapes, x: float, y: float, r: float, q: float, skip: int, skip_circles: int) -> int:
    """`NOTHING`, or something that a disc standing here overlaps (inside of shapes included)."""
    found = clear(scene, x, y, x, y, r, q, skip, skip_circles)
    if found != NOTHING:
        return found
    for chain in members(scene.near(x, y, x, y, r) & ~skip):
        shape = scene.shape_of[chain]
        if scene.closed[chain] and chain == scene.first_chain[shape] and scene.shape_holds(shape, x, y):
            return chain
    return NOTHING


def overlaps_circle(scene: Shapes, x: float, y: float, q: float, circles: list[int]) -> bool:
    """Does a disc standing here overlap one of these circles? As `spot` tells it."""
    for circle in circles:
        reach = scene.cr[circle] + q
        cx, cy = scene.cx[circle], scene.cy[circle]
        dx, dy = cx - x, cy - y
        gap = sqrt(dx * dx + dy * dy) - reach
        if gap < -CLOSE or (gap <= CLOSE and point_closer(cx, cy, x, y, x, y, reach)):
            return True
    return False


def contact(
    scene: Shapes, x0: float, y0: float, x1: float, y1: float, r: float, q: float, skip: int, skip_circles: int
) -> tuple[float, int]:
    """The first contact of the moving disc: the share of the way done, and what is touched; (2.0, NOTHING) for none.

    What the disc touches at the start stops it only if the way leads into it, not along it or away from it.
    """
    dx, dy = x1 - x0, y1 - y0
    length = sqrt(dx * dx + dy * dy)
    best, what = 2.0, NOTHING
    if length == 0.0:
        return best, what
    dx, dy = dx / length, dy / length
    limit = length
    xs, ys = scene.xs, scene.ys
    for chain in members(scene.near(x0, y0, x1, y1, r) & ~skip):
        mx, my = scene.mx[chain] - x0, scene.my[chain] - y0
        reach = scene.mr[chain] + r
        along = mx * dx + my * dy
        side = my * dx - mx * dy
        if along < -reach or along > limit + reach or side > reach or side < -reach:
            continue
        first = scene.start[chain]
        ax, ay = xs[first] - x0, ys[first] - y0
        a0, s0 = ax * dx + ay * dy, ay * dx - ax * dy
        when = _meet_point(a0, s0, r)
        if when < limit:
            limit, what = when, chain
        for i in range(first + 1, scene.stop[chain]):
            ax, ay = xs[i] - x0, ys[i] - y0
            a1, s1 = ax * dx + ay * dy, ay * dx - ax * dy
            when = _meet_point(a1, s1, r)
            if when < limit:
                limit, what = when, chain
            if (s0 < r or s1 < r) and (s0 > -r or s1 > -r) and (a0 > -r or a1 > -r):
                when = _meet_edge(a0, s0, a1, s1, r)
                if when < limit:
                    limit, what = when, chain
            a0, s0 = a1, s1
    for circle in range(len(scene.cx)):
        mx, my = scene.cx[circle] - x0, scene.cy[circle] - y0
        reach = scene.cr[circle] + q
        side = my * dx - mx * dy
        if side >= reach or side <= -reach:
            continue
        when = _meet_point(mx * dx + my * dy, side, reach)
        if when < limit and not skip_circles >> circle & 1:
            limit, what = when, -2 - circle
    return (limit / length, what) if what != NOTHING else (best, what)


FAR: Final = 1e300


def _meet_point(along: float, side: float, r: float) -> float:
    """When a disc of radius r that moves along the first axis meets a point; FAR if it moves away or past."""
    if along <= 0.0 or side >= r or side <= -r:
        return FAR
    return max(0.0, along - sqrt(r * r - side * side))


def _meet_edge(a0: float, s0: float, a1: float, s1: float, r: float) -> float:
    """When a disc of radius r that moves along the first axis meets the inner part of an edge from the side."""
    ea, es = a1 - a0, s1 - s0
    length = sqrt(ea * ea + es * es)
    if es == 0.0 or length == 0.0:
        return FAR
    ea, es = ea / length, es / length
    # The edge's normal that points against the motion; the disc closes in at speed |es|.
    away = a0 * es - s0 * ea
    speed = es
    if away < 0.0:
        away, speed = -away, -es
    if speed <= 0.0:
        return FAR
    when = max(0.0, (away - r) / speed)
    foot = (when - a0) * ea - s0 * es
    return when if 0.0 <= foot <= length else FAR
