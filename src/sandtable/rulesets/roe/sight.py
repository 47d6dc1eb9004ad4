"""Line of sight and obscurement by six sample points (RE-4.13).

What terrain does to a look between two places never changes, so it is found once and kept; models never hide a target
completely (RE-4.14) and are looked at only when somebody shoots.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.policy import BODY
from sandtable.rulesets.roe.state import Model, State
from sandtable.skirmish.battlefield import Battlefield
from sandtable.table.hot.plane import point_segment
from sandtable.table.sight import runs_through_body, runs_through_piece

EYE = 1.1
LOW, HIGH = 0.1, 1.15
BLOCKING = frozenset({"blocks-sight", "into-out-of"})
FORGET = 100_000
SAMPLES = 6
"""How many points of a target are looked at."""


Look = tuple[float, float, float, float, float, float, float, float]
"""Where the viewer stands (x, y, height) and the radius of its base, then the same of the target."""


def sees(state: State, viewer: Model, target: Model) -> bool:
    """One seen point is enough for line of sight."""
    where = field_of(state)
    look = _look(viewer, target)
    known = where.glances.get(look)
    if known is None:
        if len(where.glances) > FORGET:
            where.glances.clear()
        known = where.glances[look] = _any_seen(where, look)
    return known


def obscured(state: State, options: Options, viewer: Model, target: Model) -> bool:
    """Is one of the points unseen or hidden, or the target in growth that the viewer is not in (RE-2.36)?"""
    where = field_of(state)
    look = _look(viewer, target)
    known = where.sights.get(look)
    if known is None:
        if len(where.sights) > FORGET:
            where.sights.clear()
        known = where.sights[look] = _hidden(where, look)
    if known or not options["models_obscure"]:
        return known
    return _behind_models(state, viewer, target)


def _look(viewer: Model, target: Model) -> Look:
    return viewer.x, viewer.y, viewer.z, viewer.radius, target.x, target.y, target.z, target.radius


def sight_lines(look: Look) -> tuple[Point, list[Point]]:
    """The eye, and the points it looks for: the target's axis and both ends of the diameter square to the line of
    centres, high before low."""
    ax, ay, az, _, x, y, z, radius = look
    dx, dy = x - ax, y - ay
    far = sqrt(dx * dx + dy * dy)
    sx, sy = (-dy / far * radius, dx / far * radius) if far else (radius, 0.0)
    plan = ((x, y), (x + sx, y + sy), (x - sx, y - sy))
    return Point(ax, ay, az + EYE), [Point(px, py, z + up) for up in (HIGH, LOW) for px, py in plan]


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
    look = _look(viewer, target)
    eye, points = sight_lines(look)
    between, floors = _between(where, look)
    bodies = _bodies_between(state, viewer, target) if options["models_obscure"] else []
    clear: list[bool] = []
    blockers: dict[int, None] = {}
    models: dict[str, None] = {}
    for point in points:
        cut = [n for n in between if runs_through_piece(where.table, n, eye, point)]
        cut += [n for n in floors if _through_a_floor(where, n, eye, point)]
        hiding = [one.name for one in bodies if _runs_through(eye, point, one)]
        blockers.update(dict.fromkeys(cut))
        models.update(dict.fromkeys(hiding))
        clear.append(not cut and not hiding)
    return Examined(
        tuple(points), tuple(clear), sees(state, viewer, target), obscured(state, options, viewer, target),
        tuple(blockers), tuple(models),
    )  # fmt: skip


def _between(where: Battlefield, look: Look) -> tuple[list[int], list[int]]:
    """The pieces that can cut a line between two places, and the buildings whose floors can."""
    ax, ay, az, ar, bx, by, bz, br = look
    found = [n for n in where.along(ax, ay, bx, by, br) if n in where.veils]
    if not found:
        return found, found
    viewer, target = where.at(ax, ay, az, ar), where.at(bx, by, bz, br)
    # An area never blocks those inside it (RE-2.33); an Obstacle that the viewer touches is leant over (RE-2.24).
    excused = {*viewer.inside, *target.inside, *viewer.obstacles}
    if not excused:
        return found, []
    floors = [n for n in found if n in excused and n in where.ceilings] if az != bz else []
    return [n for n in found if n not in excused], floors


def _any_seen(where: Battlefield, look: Look) -> bool:
    between, floors = _between(where, look)
    blockers = [n for n in between if where.table.terrain[n].traits & BLOCKING]
    if not blockers and not floors:
        return True
    eye, points = sight_lines(look)
    return any(
        not any(runs_through_piece(where.table, n, eye, point) for n in blockers)
        and not any(_through_a_floor(where, n, eye, point) for n in floors)
        for point in points
    )


def _hidden(where: Battlefield, look: Look) -> bool:
    """Is the target obscured by terrain?"""
    if _in_growth(where, look):
        return True
    between, floors = _between(where, look)
    if not between and not floors:
        return False
    eye, points = sight_lines(look)
    return any(runs_through_piece(where.table, n, eye, point) for n in between for point in points) or any(
        _through_a_floor(where, n, eye, point) for n in floors for point in points
    )


def _through_a_floor(where: Battlefield, number: int, eye: Point, point: Point) -> bool:
    """Does a line pass from below one of a building's floors to above it, or from above to below, inside the walls?

    A building is seen into and out of past its walls (RE-2.33), but its floors are no walls (RE-2.39).
    """
    rise = point.z - eye.z
    for height in where.ceilings[number]:
        if not min(eye.z, point.z) < height < max(eye.z, point.z):
            continue
        share = (height - eye.z) / rise
        inside = where.table.plans.spans(number, eye.x, eye.y, point.x, point.y)
        if any(enter < share < leave for enter, leave in inside):
            return True
    return False


def _in_growth(where: Battlefield, look: Look) -> bool:
    inside = where.at(*look[4:]).inside
    if not inside:
        return False
    also = where.at(*look[:4]).inside
    return any("obscures-inside" in where.table.terrain[n].traits for n in inside if n not in also)


def _behind_models(state: State, viewer: Model, target: Model) -> bool:
    """Does a standing model hide one of the points? A line is cut where it runs through the body (RE-4.14)."""
    others = _bodies_between(state, viewer, target)
    if not others:
        return False
    eye, points = sight_lines(_look(viewer, target))
    return any(_runs_through(eye, point, one) for one in others for point in points)


def _bodies_between(state: State, viewer: Model, target: Model) -> list[Model]:
    """Standing models near enough to the line of centres to hide something."""
    ax, ay, bx, by = viewer.x, viewer.y, target.x, target.y
    wide = target.radius
    return [
        one
        for one in state.models
        if one.status == "on the table"
        and one is not viewer
        and one is not target
        and point_segment(one.x, one.y, ax, ay, bx, by) < (wide + one.radius) ** 2
    ]


def _runs_through(eye: Point, point: Point, one: Model) -> bool:
    return runs_through_body(eye, point, (one.x, one.y), one.radius, one.z, one.z + BODY)
