"""Line of sight and obscurement by six sample points (RE-4.13).

What terrain does to a look between two places never changes, so it is found once and kept; models never hide a target
completely (RE-4.14) and are looked at only when somebody shoots.
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.state import Model, State
from sandtable.skirmish.battlefield import BLOCKS, WOOD, Battlefield
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.sightlines import (
    Samples,
    Sightline,
    between,
    bodies_between,
    cutting,
    is_cut,
    runs_through,
    sightline,
)

SAMPLES = Samples(eye=1.1, heights=(1.15, 0.1))
"""High before low, three of each (RE-4.13)."""
BLOCKING = frozenset({BLOCKS, WOOD})
"""An area is seen into and out of, not through (RE-2.33, RE-2.34); any part of a base over it is inside (RE-2.37). An
Obstacle that the viewer touches is leant over (RE-2.24)."""


def sees(state: State, viewer: Model, target: Model) -> bool:
    """One seen point is enough for line of sight (RE-4.13): into an area and out of it, not through (RE-2.33,
    RE-2.34)."""
    where = field_of(state)
    look = sightline(viewer, target)
    known = where.glances.get(look)
    return where.glances.keep(look, _any_seen(where, look)) if known is None else known


def obscured(state: State, options: Options, viewer: Model, target: Model) -> bool:
    """Is one of the points unseen or hidden (RE-4.13), by an Obstacle (RE-2.24) or another model (RE-4.14), or the
    target in growth that the viewer is not in (RE-2.36)?"""
    where = field_of(state)
    look = sightline(viewer, target)
    known = where.sights.get(look)
    if known is None:
        known = where.sights.keep(look, _hidden(where, look))
    if known or not options["models_obscure"]:
        return known
    return _behind_models(state, viewer, target)


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
    look = sightline(viewer, target)
    eye, points = SAMPLES.lines(look)
    pieces, floors = between(where, look)
    bodies = _in_the_line(state, viewer, target) if options["models_obscure"] else []
    clear: list[bool] = []
    blockers: dict[int, None] = {}
    models: dict[str, None] = {}
    for point in points:
        cut = cutting(where, pieces, floors, eye, point)
        hiding = [one.name for one in bodies if runs_through(where, eye, point, one)]
        blockers.update(dict.fromkeys(cut))
        models.update(dict.fromkeys(hiding))
        clear.append(not cut and not hiding)
    return Examined(
        tuple(points), tuple(clear), sees(state, viewer, target), obscured(state, options, viewer, target),
        tuple(blockers), tuple(models),
    )  # fmt: skip


def _any_seen(where: Battlefield, look: Sightline) -> bool:
    pieces, floors = between(where, look)
    blockers = [n for n in pieces if where.table.terrain[n].traits & BLOCKING]
    if not blockers and not floors:
        return True
    eye, points = SAMPLES.lines(look)
    return any(not is_cut(where, blockers, floors, eye, point) for point in points)


def _hidden(where: Battlefield, look: Sightline) -> bool:
    """Is the target obscured by terrain? A building is seen into and out of past its walls (RE-2.33), but its floors
    are no walls (RE-2.39)."""
    if _in_growth(where, look):
        return True
    pieces, floors = between(where, look)
    if not pieces and not floors:
        return False
    eye, points = SAMPLES.lines(look)
    return any(is_cut(where, pieces, floors, eye, point) for point in points)


def _in_growth(where: Battlefield, look: Sightline) -> bool:
    inside = where.at(*look[4:]).inside
    if not inside:
        return False
    also = where.at(*look[:4]).inside
    return any("obscures-inside" in where.table.terrain[n].traits for n in inside if n not in also)


def _behind_models(state: State, viewer: Model, target: Model) -> bool:
    """Does a standing model hide one of the points? A line is cut where it runs through the body (RE-4.14)."""
    others = _in_the_line(state, viewer, target)
    if not others:
        return False
    where = field_of(state)
    eye, points = SAMPLES.lines(sightline(viewer, target))
    return any(runs_through(where, eye, point, one) for one in others for point in points)


def _in_the_line(state: State, viewer: Model, target: Model) -> list[Body]:
    """Standing models near enough to the line of centres to hide something."""
    return bodies_between((one for one in state.models if one.status == "on the table"), viewer, target)
