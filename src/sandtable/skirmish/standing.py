"""Standing: whether a base may stand at a place, and why not."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.levels import SURFACE
from sandtable.table import Figure, causes
from sandtable.table.causes import Verdicts
from sandtable.table.hot.sweep import NOTHING, spot
from sandtable.table.placing import stable


def standing_refused(
    where: Battlefield, body: Body, end: Point, others: Iterable[Body], verdicts: Verdicts
) -> Refusal | None:
    """Why nobody may stand there: off the table, on somebody, over an edge, in a wall, on top of an Obstacle."""
    x, y, radius = end.x, end.y, body.radius
    if not (radius <= x <= where.table.width - radius and radius <= y <= where.table.height - radius):
        return verdicts.refuse(causes.PARTLY_OFF, body.name)
    for other in others:
        dx, dy, across = x - other.x, y - other.y, radius + other.radius
        if dx * dx + dy * dy >= across * across or other is body:
            continue
        if where.heights.beside(end.z, other.z):
            return verdicts.refuse(causes.OVERLAP, body.name, other.name)
    return _ground_refused(where, body, end, verdicts)


def _ground_refused(where: Battlefield, body: Body, there: Point, verdicts: Verdicts) -> Refusal | None:
    x, y, z, radius = there.x, there.y, there.z, body.radius
    near = where.near(x, y, radius)
    if not near:
        return None
    if where.solid.isdisjoint(near):
        return _on_an_obstacle(where, body, there, near, verdicts)
    ground = where.ground(where.heights.footing(z), radius)
    hit = spot(ground.scene, x, y, radius, radius, 0, 0)
    if hit != NOTHING:
        piece = ground.pieces[ground.scene.shape_of[hit]]
        label = piece.label if piece is not None else "something"
        surface = piece is not None and SURFACE in piece.traits
        return verdicts.refuse(causes.PARTLY_IN_SURFACE if surface else causes.PARTLY_IN, body.name, label)
    if z > where.heights.body:
        return _over_the_edge(where, body, there, verdicts)
    return _on_an_obstacle(where, body, there, near, verdicts)


def _on_an_obstacle(
    where: Battlefield, body: Body, there: Point, near: list[int], verdicts: Verdicts
) -> Refusal | None:
    x, y, radius = there.x, there.y, body.radius
    for number in near:
        if number in where.low and number not in where.raised and where.overlaps(number, x, y, radius):
            return verdicts.refuse(causes.ON_OBSTACLE, body.name, where.table.terrain[number].label)
    return None


def _over_the_edge(where: Battlefield, body: Body, there: Point, verdicts: Verdicts) -> Refusal | None:
    """The whole base on the new level, be it of one piece or of several of one height."""
    x, y, radius = there.x, there.y, body.radius
    level = [n for n in where.near(x, y, radius) if n in where.decks and there.z in where.decks[n].heights]
    if any(where.holds_wholly(n, x, y, radius) for n in level):
        return None
    if len(level) > 1:
        refused = stable(where.table, Figure(body.name, where.base(radius), x, y, there.z))
        return None if refused is None else verdicts.cited(refused)
    return verdicts.refuse(causes.EDGE, body.name)
