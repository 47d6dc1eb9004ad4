"""Units of many figures: closest pairs, cohesion, and the circle that holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import hypot, sqrt

from sandtable.engine.records import Record
from sandtable.table.groups import linked_groups
from sandtable.table.hot.plane import cross_at
from sandtable.table.measuring import gap, gap_in_space, within
from sandtable.table.pieces import Figure, Spot

Circle = tuple[float, float, float]
"""A middle and a radius."""


def closest_pair(
    one: Iterable[Figure], two: Iterable[Figure], *, in_space: bool = False
) -> tuple[Figure, Figure, float]:
    """The two figures of two units that are closest, and their gap; the first named wins a tie."""
    measure = gap_in_space if in_space else gap
    theirs = tuple(two)
    pairs = ((a, b, measure(a, b)) for a in one for b in theirs)
    return min(pairs, key=lambda pair: pair[2])


# ---- cohesion -----------------------------------------------------------------------------------------------


class Cohesion(Record, frozen=True):
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

    Bases of one size need the smallest circle round their middles, which is found faster.
    """
    discs = [disc for figure in figures for disc in _discs(figure)]
    if not discs:
        return 0.0, 0.0, 0.0
    radii = {r for _, _, r in discs}
    if len(radii) == 1:
        x, y, around = _circle_round([(x, y) for x, y, _ in discs])
        return x, y, around + radii.pop()
    return _circle_round_discs(discs)


def fits_in_circle(figures: Sequence[Figure], diameter: float) -> bool:
    """Does a circle of this diameter hold every base? Mostly one about the middle of the box round them shows it."""
    xs, ys = [one.x for one in figures], [one.y for one in figures]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = max([hypot(one.x - x, one.y - y) + one.base.radius + one.base.core for one in figures])
    return 2.0 * reach < diameter or 2.0 * holding_circle(figures)[2] <= diameter


def _discs(figure: Figure) -> list[Circle]:
    r = figure.base.radius
    if not figure.base.core:
        return [(figure.x, figure.y, r)]
    hx, hy = figure.half_core
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


def _circle_round_discs(discs: list[Circle]) -> Circle:
    """The smallest circle round discs of several sizes: one, two or three of them carry it, touching it from inside."""
    best = (*discs[0][:2], float("inf"))
    for x, y, _ in discs:
        best = _closer_round(best, (x, y), discs)
    for a, b in combinations(discs, 2):
        best = _closer_round(best, _between_two(a, b), discs)
    for a, b, c in combinations(discs, 3):
        for middle in _touched_by_three(a, b, c):
            best = _closer_round(best, middle, discs)
    return best


def _closer_round(best: Circle, middle: Spot, discs: list[Circle]) -> Circle:
    radius = 0.0
    for x, y, r in discs:
        radius = max(radius, hypot(x - middle[0], y - middle[1]) + r)
        if radius >= best[2]:
            return best
    return (*middle, radius)


def _between_two(a: Circle, b: Circle) -> Spot:
    """The middle of the smallest circle round two discs, neither of which holds the other."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    share = (far + b[2] - a[2]) / 2 / far if far else 0.0
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _touched_by_three(a: Circle, b: Circle, c: Circle) -> list[Spot]:
    """The middles of circles that three discs touch from inside: by how far each is, the middle is linear in the
    radius, and the first of them gives a quadratic equation for that."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    twice = 2.0 * (bx * cy - by * cx)
    if twice == 0.0:
        return []
    # With R = r + a's own radius: |m - b| = r + (ra - rb), |m - c| = r + (ra - rc), |m| = r.
    db, dc = a[2] - b[2], a[2] - c[2]
    b2, c2 = bx * bx + by * by - db * db, cx * cx + cy * cy - dc * dc
    px, py = (cy * b2 - by * c2) / twice, (bx * c2 - cx * b2) / twice
    qx, qy = -2.0 * (cy * db - by * dc) / twice, -2.0 * (bx * dc - cx * db) / twice
    square, half, rest = qx * qx + qy * qy - 1.0, px * qx + py * qy, px * px + py * py
    if square == 0.0:
        roots = [-rest / (2.0 * half)] if half else []
    else:
        under = half * half - square * rest
        root = sqrt(under) if under >= 0.0 else -1.0
        roots = [(-half + root) / square, (-half - root) / square] if root >= 0.0 else []
    return [(a[0] + px + qx * r, a[1] + py + qy * r) for r in roots if r >= 0.0]
