"""Looks by sample points: lines from an eye to points of a body, what can cut them, and what does.

What terrain does to a look between two places never changes; whoever looks often keeps the verdict with the
battlefield. Visible shares are the table's own business (`table.look_from`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.bodies import Body
from sandtable.table.hot.plane import point_segment
from sandtable.table.sight import runs_through_body, runs_through_piece

Sightline = tuple[float, float, float, float, float, float, float, float]
"""Where the viewer stands (x, y, height) and the radius of its base, then the same of the target."""


def sightline(viewer: Body, target: Body) -> Sightline:
    return viewer.x, viewer.y, viewer.z, viewer.radius, target.x, target.y, target.z, target.radius


class Samples(Struct, frozen=True):
    """Which points are looked for, and from how high an eye: at each height the target's axis and both ends of the
    diameter square to the line of centres."""

    eye: float
    heights: tuple[float, ...]

    def __len__(self) -> int:
        return 3 * len(self.heights)

    def lines(self, look: Sightline) -> tuple[Point, list[Point]]:
        """The eye and the points, height by height."""
        ax, ay, az, _, x, y, z, radius = look
        dx, dy = x - ax, y - ay
        far = sqrt(dx * dx + dy * dy)
        sx, sy = (-dy / far * radius, dx / far * radius) if far else (radius, 0.0)
        plan = ((x, y), (x + sx, y + sy), (x - sx, y - sy))
        return Point(ax, ay, az + self.eye), [Point(px, py, z + up) for up in self.heights for px, py in plan]

    def in_plan(self, points: tuple[Point, ...], clear: tuple[bool, ...]) -> list[tuple[Point, bool]]:
        """The points from above: they lie over each other, and a line is clear if all of them are."""
        return [(points[i], all(clear[i::3])) for i in range(3)]


def between(where: Battlefield, look: Sightline) -> tuple[list[int], list[int]]:
    """The pieces that can cut a line between two places, and the buildings whose floors can. An area never blocks those
    inside it; an Obstacle that the viewer touches is leant over."""
    ax, ay, az, ar, bx, by, bz, br = look
    found = [n for n in where.along(ax, ay, bx, by, br) if n in where.veils]
    if not found:
        return found, found
    viewer, target = where.at(ax, ay, az, ar), where.at(bx, by, bz, br)
    excused = {*viewer.inside, *target.inside, *viewer.obstacles}
    if not excused:
        return found, []
    floors = [n for n in found if n in excused and n in where.ceilings] if az != bz else []
    return [n for n in found if n not in excused], floors


def is_cut(where: Battlefield, pieces: Iterable[int], floors: Iterable[int], eye: Point, point: Point) -> bool:
    """Does any of the pieces or floors cut a line?"""
    return any(runs_through_piece(where.table, n, eye, point) for n in pieces) or any(
        through_a_floor(where, n, eye, point) for n in floors
    )


def cutting(where: Battlefield, pieces: Iterable[int], floors: Iterable[int], eye: Point, point: Point) -> list[int]:
    """All pieces that cut a line, by number."""
    cut = [n for n in pieces if runs_through_piece(where.table, n, eye, point)]
    return cut + [n for n in floors if through_a_floor(where, n, eye, point)]


def through_a_floor(where: Battlefield, number: int, eye: Point, point: Point) -> bool:
    """Does a line pass from below one of a building's floors to above it, or from above to below, inside the walls?"""
    rise = point.z - eye.z
    for height in where.ceilings[number]:
        if not min(eye.z, point.z) < height < max(eye.z, point.z):
            continue
        share = (height - eye.z) / rise
        inside = where.table.plans.spans(number, eye.x, eye.y, point.x, point.y)
        if any(enter < share < leave for enter, leave in inside):
            return True
    return False


def bodies_between(others: Iterable[Body], viewer: Body, target: Body) -> list[Body]:
    """Of the others, those near enough to the line of centres to hide something."""
    ax, ay, bx, by = viewer.x, viewer.y, target.x, target.y
    wide = target.radius
    return [
        one
        for one in others
        if one is not viewer
        and one is not target
        and point_segment(one.x, one.y, ax, ay, bx, by) < (wide + one.radius) ** 2
    ]


def runs_through(where: Battlefield, eye: Point, point: Point, one: Body) -> bool:
    """Does a line run through somebody's body?"""
    return runs_through_body(eye, point, (one.x, one.y), one.radius, one.z, one.z + where.heights.body)
