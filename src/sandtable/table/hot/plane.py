"""Points, segments, circles and rings in the plane.

Signs of cross products are exact for lattice points, so inside, outside and on the edge are decided, never guessed.
Comparisons of a distance with a limit are done in floats first and in whole lattice steps when it is close.
"""

from __future__ import annotations

from math import atan2, sqrt
from typing import Final

CLOSE: Final = 1e-9
"""Distances that differ by less are compared exactly."""


def point_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance from a point to a segment."""
    ex, ey = bx - ax, by - ay
    dx, dy = px - ax, py - ay
    along = dx * ex + dy * ey
    length = ex * ex + ey * ey
    if along <= 0.0:
        return dx * dx + dy * dy
    if along >= length:
        dx, dy = px - bx, py - by
        return dx * dx + dy * dy
    cross = dx * ey - dy * ex
    return cross * cross / length


def nearest_on_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    ex, ey = bx - ax, by - ay
    along = (px - ax) * ex + (py - ay) * ey
    length = ex * ex + ey * ey
    if along <= 0.0 or length == 0.0:
        return ax, ay
    if along >= length:
        return bx, by
    share = along / length
    return ax + ex * share, ay + ey * share


def covered_at(px: float, py: float, dx: float, dy: float, r: float, dr: float) -> float:
    """The share of its way (dx, dy) that a disc of radius r, growing by dr, has gone from (0, 0) when it first covers a
    point; all of it if it never does."""
    a, b, c = dx * dx + dy * dy - dr * dr, -(px * dx + py * dy) - r * dr, px * px + py * py - r * r
    if c <= 0.0:
        return 0.0
    under = b * b - a * c
    if under < 0.0 or a <= 0.0:
        return 1.0
    share = (-b - sqrt(under)) / a
    return share if 0.0 <= share <= 1.0 else 1.0


def cross_at(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """Positive when c lies to the left of a -> b; exact on the lattice."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def segments_meet(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Do two closed segments share a point? Exact on the lattice."""
    c_side = cross_at(ax, ay, bx, by, cx, cy)
    d_side = cross_at(ax, ay, bx, by, dx, dy)
    a_side = cross_at(cx, cy, dx, dy, ax, ay)
    b_side = cross_at(cx, cy, dx, dy, bx, by)
    if ((c_side > 0.0 and d_side < 0.0) or (c_side < 0.0 and d_side > 0.0)) and (
        (a_side > 0.0 and b_side < 0.0) or (a_side < 0.0 and b_side > 0.0)
    ):
        return True
    return (
        (c_side == 0.0 and _in_box(cx, cy, ax, ay, bx, by))
        or (d_side == 0.0 and _in_box(dx, dy, ax, ay, bx, by))
        or (a_side == 0.0 and _in_box(ax, ay, cx, cy, dx, dy))
        or (b_side == 0.0 and _in_box(bx, by, cx, cy, dx, dy))
    )


def _in_box(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> bool:
    return (ax <= px <= bx or bx <= px <= ax) and (ay <= py <= by or by <= py <= ay)


def segment_segment(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
    """The squared distance between two segments."""
    if segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
        return 0.0
    return min(
        point_segment(ax, ay, cx, cy, dx, dy),
        point_segment(bx, by, cx, cy, dx, dy),
        point_segment(cx, cy, ax, ay, bx, by),
        point_segment(dx, dy, ax, ay, bx, by),
    )


# ---- exact comparisons, in whole lattice steps ------------------------------------------------------


def steps(inches: float) -> int:
    return int(inches * 1024.0)


def point_closer(px: float, py: float, ax: float, ay: float, bx: float, by: float, limit: float) -> bool:
    """Is the point closer to the segment than `limit`? Exact for lattice values."""
    x, y = steps(px) - steps(ax), steps(py) - steps(ay)
    ex, ey = steps(bx) - steps(ax), steps(by) - steps(ay)
    reach = steps(limit)
    along = x * ex + y * ey
    length = ex * ex + ey * ey
    if along <= 0:
        return x * x + y * y < reach * reach
    if along >= length:
        x, y = x - ex, y - ey
        return x * x + y * y < reach * reach
    cross = x * ey - y * ex
    return cross * cross < reach * reach * length


def segments_closer(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, limit: float
) -> bool:
    """Do two segments come closer than `limit`? Exact for lattice values."""
    squared = segment_segment(ax, ay, bx, by, cx, cy, dx, dy)
    distance = sqrt(squared)
    if distance < limit - CLOSE:
        return True
    if distance > limit + CLOSE:
        return False
    return (
        point_closer(ax, ay, cx, cy, dx, dy, limit)
        or point_closer(bx, by, cx, cy, dx, dy, limit)
        or point_closer(cx, cy, ax, ay, bx, by, limit)
        or point_closer(dx, dy, ax, ay, bx, by, limit)
    )


# ---- rings ------------------------------------------------------------------------------------------
# A ring is a closed chain of points whose first point is repeated at the end; several rings make a shape with holes.


def winding_inside(px: float, py: float, xs: list[float], ys: list[float], start: int, stop: int) -> bool:
    """Is the point inside the ring xs[start:stop]? Points on the edge may go either way: ask `on_chain` first."""
    inside = False
    for i in range(start, stop - 1):
        y0, y1 = ys[i], ys[i + 1]
        if (y0 > py) != (y1 > py):
            side = (xs[i + 1] - xs[i]) * (py - y0) - (y1 - y0) * (px - xs[i])
            if (side > 0.0) == (y1 > y0):
                inside = not inside
    return inside


def on_chain(px: float, py: float, xs: list[float], ys: list[float], start: int, stop: int) -> bool:
    for i in range(start, stop - 1):
        x0, y0, x1, y1 = xs[i], ys[i], xs[i + 1], ys[i + 1]
        if (x1 - x0) * (py - y0) == (y1 - y0) * (px - x0) and _in_box(px, py, x0, y0, x1, y1):
            return True
    return False


def crossings(
    x0: float, y0: float, x1: float, y1: float, xs: list[float], ys: list[float], start: int, stop: int, closed: bool
) -> list[float]:
    """Where the line through the segment crosses the chain, as shares of the segment.

    A vertex exactly on the line counts as lying to its right, or to its left when `closed`: the two readings are
    those of a line moved by nothing to either side.
    """
    dx, dy = x1 - x0, y1 - y0
    found: list[float] = []
    before = dx * (ys[start] - y0) - dy * (xs[start] - x0)
    for i in range(start + 1, stop):
        after = dx * (ys[i] - y0) - dy * (xs[i] - x0)
        if (before >= 0.0 if closed else before > 0.0) != (after >= 0.0 if closed else after > 0.0):
            ax, ay = xs[i - 1], ys[i - 1]
            ex, ey = xs[i] - ax, ys[i] - ay
            found.append(((ax - x0) * ey - (ay - y0) * ex) / (dx * ey - dy * ex))
        before = after
    return found


def touches_line(
    x0: float, y0: float, x1: float, y1: float, xs: list[float], ys: list[float], start: int, stop: int
) -> bool:
    """Does a vertex of the chain lie exactly on the line through the segment?"""
    dx, dy = x1 - x0, y1 - y0
    return any(dx * (ys[i] - y0) == dy * (xs[i] - x0) for i in range(start, stop))


def circle_area_inside(
    px: float, py: float, r: float, xs: list[float], ys: list[float], start: int, stop: int
) -> float:
    """The signed area of a disc inside one ring (positive when the ring runs anticlockwise)."""
    area = 0.0
    for i in range(start, stop - 1):
        area += _wedge(xs[i] - px, ys[i] - py, xs[i + 1] - px, ys[i + 1] - py, r)
    return area


def _wedge(ax: float, ay: float, bx: float, by: float, r: float) -> float:
    """The area common to the disc of radius r round the origin and the triangle origin, a, b."""
    ex, ey = bx - ax, by - ay
    a = ex * ex + ey * ey
    if a == 0.0:
        return 0.0
    b = ax * ex + ay * ey
    c = ax * ax + ay * ay - r * r
    under = b * b - a * c
    if under <= 0.0:
        return _sector(ax, ay, bx, by, r)
    root = sqrt(under)
    first, last = (-b - root) / a, (-b + root) / a
    if last <= 0.0 or first >= 1.0:
        return _sector(ax, ay, bx, by, r)
    first, last = max(first, 0.0), min(last, 1.0)
    px, py = ax + ex * first, ay + ey * first
    qx, qy = ax + ex * last, ay + ey * last
    area = 0.5 * (px * qy - py * qx)
    if first > 0.0:
        area += _sector(ax, ay, px, py, r)
    if last < 1.0:
        area += _sector(qx, qy, bx, by, r)
    return area


def _sector(ax: float, ay: float, bx: float, by: float, r: float) -> float:
    return 0.5 * r * r * atan2(ax * by - ay * bx, ax * bx + ay * by)
