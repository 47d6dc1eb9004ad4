"""Line of sight and obscurement by six sample points (RE-4.13).

What terrain does to a look between two places never changes, so it is found once and kept; models never hide a target
completely (RE-4.14) and are looked at only when somebody shoots.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.field import BODY, RADIUS, Field
from sandtable.rulesets.roe.space import field_of
from sandtable.rulesets.roe.state import Model, State
from sandtable.table.hot.plane import point_segment
from sandtable.table.sight import runs_through_body, runs_through_piece

EYE = 1.1
LOW, HIGH = 0.1, 1.15
BLOCKING = frozenset({"blocks-sight", "into-out-of"})
FORGET = 100_000
SAMPLES = 6
"""How many points of a target are looked at."""


def sees(state: State, viewer: Model, target: Model) -> bool:
    """One seen point is enough for line of sight."""
    where = field_of(state)
    key = (viewer.x, viewer.y, viewer.z, target.x, target.y, target.z)
    known = where.glances.get(key)
    if known is None:
        if len(where.glances) > FORGET:
            where.glances.clear()
        known = where.glances[key] = _any_seen(where, key)
    return known


def obscured(state: State, options: Options, viewer: Model, target: Model) -> bool:
    """Is one of the points unseen or hidden, or the target in growth that the viewer is not in (RE-2.36)?"""
    where = field_of(state)
    key = (viewer.x, viewer.y, viewer.z, target.x, target.y, target.z)
    known = where.sights.get(key)
    if known is None:
        if len(where.sights) > FORGET:
            where.sights.clear()
        known = where.sights[key] = _hidden(where, key)
    if known or not options["models_obscure"]:
        return known
    return _behind_models(state, viewer, target)


def sample_points(viewer: tuple[float, ...], target: tuple[float, ...]) -> list[Point]:
    """The axis of the target and both ends of the diameter square to the line of centres, high before low."""
    dx, dy = target[0] - viewer[0], target[1] - viewer[1]
    far = sqrt(dx * dx + dy * dy)
    sx, sy = (-dy / far * RADIUS, dx / far * RADIUS) if far else (RADIUS, 0.0)
    x, y, z = target
    plan = ((x, y), (x + sx, y + sy), (x - sx, y - sy))
    return [Point(px, py, z + up) for up in (HIGH, LOW) for px, py in plan]


class Examined(Struct, frozen=True):
    """A look in full, for people: which points are clear, and what is in the way of the others."""

    points: tuple[Point, ...]
    clear: tuple[bool, ...]
    sees: bool
    obscured: bool
    blockers: tuple[int, ...]
    """Pieces by number."""
    models: tuple[str, ...]


def examine(state: State, options: Options, viewer: Model, target: Model) -> Examined:
    """Line of sight and obscurement as above, point by point."""
    where = field_of(state)
    key = (viewer.x, viewer.y, viewer.z, target.x, target.y, target.z)
    eye, points = Point(viewer.x, viewer.y, viewer.z + EYE), sample_points(key[:3], key[3:])
    between = _between(where, key)
    bodies = _bodies_between(state, viewer, target) if options["models_obscure"] else []
    clear: list[bool] = []
    blockers: dict[int, None] = {}
    models: dict[str, None] = {}
    for point in points:
        cut = [n for n in between if runs_through_piece(where.table, n, eye, point)]
        hiding = [one.name for one in bodies if _runs_through(eye, point, one)]
        blockers.update(dict.fromkeys(cut))
        models.update(dict.fromkeys(hiding))
        clear.append(not cut and not hiding)
    return Examined(
        tuple(points), tuple(clear), sees(state, viewer, target), obscured(state, options, viewer, target),
        tuple(blockers), tuple(models),
    )  # fmt: skip


def _between(where: Field, key: tuple[float, ...]) -> list[int]:
    """The pieces that can cut a line between two places."""
    ax, ay, az, bx, by, bz = key
    found = [n for n in where.along(ax, ay, bx, by, RADIUS) if n in where.veils]
    if not found:
        return found
    viewer, target = where.at(ax, ay, az), where.at(bx, by, bz)
    # An area never blocks those inside it (RE-2.33); an Obstacle that the viewer touches is leant over (RE-2.24).
    excused = {*viewer.inside, *target.inside, *viewer.obstacles}
    return [number for number in found if number not in excused]


def _any_seen(where: Field, key: tuple[float, ...]) -> bool:
    blockers = [n for n in _between(where, key) if where.table.terrain[n].traits & BLOCKING]
    if not blockers:
        return True
    eye, points = Point(key[0], key[1], key[2] + EYE), sample_points(key[:3], key[3:])
    return any(not any(runs_through_piece(where.table, n, eye, point) for n in blockers) for point in points)


def _hidden(where: Field, key: tuple[float, ...]) -> bool:
    """Is the target obscured by terrain?"""
    if _in_growth(where, key):
        return True
    between = _between(where, key)
    if not between:
        return False
    eye, points = Point(key[0], key[1], key[2] + EYE), sample_points(key[:3], key[3:])
    return any(runs_through_piece(where.table, n, eye, point) for n in between for point in points)


def _in_growth(where: Field, key: tuple[float, ...]) -> bool:
    inside = where.at(*key[3:]).inside
    if not inside:
        return False
    also = where.at(*key[:3]).inside
    return any("obscures-inside" in where.table.terrain[n].traits for n in inside if n not in also)


def _behind_models(state: State, viewer: Model, target: Model) -> bool:
    """Does a standing model hide one of the points? A line is cut where it runs through the body (RE-4.14)."""
    others = _bodies_between(state, viewer, target)
    if not others:
        return False
    eye = Point(viewer.x, viewer.y, viewer.z + EYE)
    points = sample_points((viewer.x, viewer.y, viewer.z), (target.x, target.y, target.z))
    return any(_runs_through(eye, point, one) for one in others for point in points)


def _bodies_between(state: State, viewer: Model, target: Model) -> list[Model]:
    """Standing models near enough to the line of centres to hide something."""
    ax, ay, bx, by = viewer.x, viewer.y, target.x, target.y
    near = (2 * RADIUS) ** 2
    return [
        one
        for one in state.models
        if one.status == "on the table"
        and one is not viewer
        and one is not target
        and point_segment(one.x, one.y, ax, ay, bx, by) < near
    ]


def _runs_through(eye: Point, point: Point, one: Model) -> bool:
    return runs_through_body(eye, point, (one.x, one.y), RADIUS, one.z, one.z + BODY)
