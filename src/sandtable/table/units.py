"""Units of many figures: closest pairs, cohesion, and the circle that holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import hypot

from msgspec import Struct

from sandtable.table.groups import linked_groups
from sandtable.table.hot.plane import cross_at
from sandtable.table.measuring import gap, gap_in_space, within
from sandtable.table.pieces import Figure


def closest_pair(
    one: Iterable[Figure], two: Iterable[Figure], *, in_space: bool = False
) -> tuple[Figure, Figure, float]:
    """The two figures of two units that are closest, and their gap; the first named wins a tie."""
    measure = gap_in_space if in_space else gap
    theirs = tuple(two)
    pairs = ((a, b, measure(a, b)) for a in one for b in theirs)
    return min(pairs, key=lambda pair: pair[2])


def units_within(one: Iterable[Figure], two: Iterable[Figure], limit: float, *, in_space: bool = False) -> bool:
    """Is any figure of one unit within `limit` of any of the other? Exact."""
    theirs = tuple(two)
    return any(within(a, b, limit, in_space=in_space) for a in one for b in theirs)


# ---- cohesion -----------------------------------------------------------------------------------------------


class Cohesion(Struct, frozen=True):
    """How a unit hangs together: its groups by links, figures without any link, the gap that parts it, its size."""

    groups: tuple[tuple[str, ...], ...]
    alone: tuple[str, ...]
    missing: float
    """The smallest link that would join all groups into one (a chain of such links); 0 for one group."""
    across: float
    """The diameter of the smallest circle that holds every base."""

    @property
    def connected(self) -> bool:
        return len(self.groups) <= 1


Linked = Callable[[Figure, Figure], bool]


def cohesion(figures: Sequence[Figure], link: float, linked: Linked | None = None) -> Cohesion:
    """Examine a unit. Two figures are linked when within `link` inches, or by the ruleset's own test."""
    test = linked or (lambda a, b: within(a, b, link))
    groups = linked_groups(figures, test)
    alone = tuple(group[0].id for group in groups if len(group) == 1 and len(figures) > 1)
    return Cohesion(
        tuple(tuple(figure.id for figure in group) for group in groups),
        alone,
        _missing_link(groups),
        2.0 * holding_circle(figures)[2],
    )


def _missing_link(groups: list[list[Figure]]) -> float:
    """The largest link of the cheapest chain between groups."""
    joined, rest = groups[:1], groups[1:]
    longest = 0.0
    while rest:
        nearest = min(rest, key=lambda group: min(closest_pair(group, done)[2] for done in joined))
        longest = max(longest, min(closest_pair(nearest, done)[2] for done in joined))
        joined.append(nearest)
        rest = [group for group in rest if group is not nearest]
    return longest


def holding_circle(figures: Sequence[Figure]) -> tuple[float, float, float]:
    """The smallest circle that holds every base: middle and radius.

    Bases of one size need the smallest circle round their middles; mixed sizes are found by walking downhill, which is
    safe because the radius needed is a convex function of the middle.
    """
    discs = [disc for figure in figures for disc in _discs(figure)]
    if not discs:
        return 0.0, 0.0, 0.0
    radii = {r for _, _, r in discs}
    if len(radii) == 1:
        x, y, around = _circle_round([(x, y) for x, y, _ in discs])
        return x, y, around + radii.pop()
    return _downhill(discs)


def _discs(figure: Figure) -> list[tuple[float, float, float]]:
    hx, hy = figure.half_core
    r = figure.base.radius
    return [(figure.x - hx, figure.y - hy, r), (figure.x + hx, figure.y + hy, r)]


def _circle_round(points: list[tuple[float, float]]) -> tuple[float, float, float]:
    """The smallest circle round points: two or three of them carry it."""
    points = _hull(sorted(set(points)))
    if len(points) == 1:
        return *points[0], 0.0
    best = (0.0, 0.0, float("inf"))
    for a, b in combinations(points, 2):
        best = _better(best, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), points)
    for a, b, c in combinations(points, 3):
        middle = _round_three(a, b, c)
        if middle is not None:
            best = _better(best, middle, points)
    return best


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex outline of sorted points: nothing inside it carries a circle."""
    if len(points) < 4:
        return points
    return [*_outer(points)[:-1], *_outer(points[::-1])[:-1]]


def _outer(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """One side of the outline, without those on a straight line between others."""
    found: list[tuple[float, float]] = []
    for x, y in points:
        while len(found) > 1 and cross_at(*found[-2], *found[-1], x, y) <= 0.0:
            found.pop()
        found.append((x, y))
    return found


def _better(
    best: tuple[float, float, float], middle: tuple[float, float], points: list[tuple[float, float]]
) -> tuple[float, float, float]:
    radius = 0.0
    for x, y in points:
        radius = max(radius, hypot(x - middle[0], y - middle[1]))
        if radius >= best[2]:
            return best
    return (*middle, radius)


def _round_three(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> tuple[float, float] | None:
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    twice = 2.0 * (bx * cy - by * cx)
    if twice == 0.0:
        return None
    b2, c2 = bx * bx + by * by, cx * cx + cy * cy
    return a[0] + (cy * b2 - by * c2) / twice, a[1] + (bx * c2 - cx * b2) / twice


def _downhill(discs: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    def need(x: float, y: float) -> float:
        return max(hypot(px - x, py - y) + r for px, py, r in discs)

    x, y, _ = _circle_round([(px, py) for px, py, _ in discs])
    step, best = 1.0, need(x, y)
    while step > 1e-11:
        tries = [(x + dx * step, y + dy * step) for dx, dy in _COMPASS]
        there = min(tries, key=lambda p: need(*p))
        if need(*there) < best:
            (x, y), best = there, need(*there)
        else:
            step /= 2
    return x, y, best


_COMPASS = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7))
