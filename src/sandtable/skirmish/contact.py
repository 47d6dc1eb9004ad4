"""Places in contact with somebody: on the circle round the target, the ends and the middles of its free arcs.
The ends touch a neighbour, a wall or the table's edge, so that a gap just as wide as the base is found."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sandtable.engine.questions import Point
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.bodies import Body, Segment
from sandtable.skirmish.march import March
from sandtable.skirmish.standing import standing_refused
from sandtable.skirmish.touching import would_touch
from sandtable.table import STEP, snap
from sandtable.table.arcs import Circle, marks
from sandtable.table.hot.plane import point_segment
from sandtable.table.hot.scene import members

NEAREST = tuple((i * STEP, j * STEP) for i in (0, 1, -1) for j in (0, 1, -1))
"""A place on the lattice and its neighbours: rounding must not push a base into what it touches."""


def towards(march: March, target: Body, x: float, y: float) -> Point:
    """The place in contact with the target that lies nearest to a point."""
    dx, dy = x - target.x, y - target.y
    far = hypot(dx, dy) or 1.0
    reach = march.body.radius + target.radius + march.where.contact / 2
    return Point(snap(target.x + dx / far * reach), snap(target.y + dy / far * reach))


def contact_places(march: March, target: Body) -> Iterator[Point]:
    """Free places in contact with the target and no farther off than the move goes, the nearest first. Bases are in
    contact with no gap and with a small one: in the middle of that, and then with none and with all of it."""
    body, contact = march.body, march.where.contact
    across = body.radius + target.radius
    discs = list(_neighbours(march, target))
    edges = list(_edges(march.where, target, body.radius, across + contact + body.radius))
    tried: set[tuple[float, float]] = set()
    for ring in dict.fromkeys((across + contact / 2, across, max(across, across + contact - STEP))):
        spots = marks((target.x, target.y), ring, body.radius, discs, edges)
        for far, x, y in sorted((hypot(x - body.x, y - body.y), x, y) for x, y in spots):
            if far <= march.inches + STEP and (snap(x), snap(y)) not in tried:
                tried.add((snap(x), snap(y)))
                place = _free_near(march, target, snap(x), snap(y))
                if place is not None:
                    yield place


def _free_near(march: March, target: Body, x: float, y: float) -> Point | None:
    """The first place of the lattice here where the body may stand in contact."""
    where, body = march.where, march.body
    across = body.radius + target.radius
    for dx, dy in NEAREST:
        far = (x + dx - target.x) ** 2 + (y + dy - target.y) ** 2
        if not across * across <= far <= (across + where.contact) ** 2:
            continue
        for z in where.surfaces(x + dx, y + dy):
            place = Point(x + dx, y + dy, z)
            touches = would_touch(where, body, (place.x, place.y, z), target)
            if touches and standing_refused(where, body, place, march.others, march.verdicts) is None:
                return place
    return None


def _neighbours(march: March, target: Body) -> Iterator[Circle]:
    beside = march.where.heights.beside
    reach = target.radius + 2 * march.body.radius + march.where.contact
    for other in march.others:
        if other is target or not beside(other.z, target.z):
            continue
        if hypot(other.x - target.x, other.y - target.y) <= reach + other.radius:
            yield other.x, other.y, other.radius


def _edges(where: Battlefield, target: Body, radius: float, reach: float) -> Iterator[Segment]:
    """The edges near the target that a base may not stand over: of the table, of what is in the way, of Obstacles, of
    surfaces."""
    x, y = target.x, target.y
    right, top = where.table.width, where.table.height
    for edge in ((0.0, 0.0, right, 0.0), (right, 0.0, right, top), (right, top, 0.0, top), (0.0, top, 0.0, 0.0)):
        if point_segment(x, y, *edge) <= reach * reach:
            yield edge
    scene, plans = where.ground(where.heights.footing(target.z), radius).scene, where.table.plans
    chains = [(scene, chain) for chain in members(scene.near(x, y, x, y, reach))]
    rims = [n for n in where.near(x, y, reach) if n in where.low or n in where.decks]
    chains += [(plans, chain) for n in rims for chain in range(plans.first_chain[n], plans.last_chain[n])]
    for outlines, chain in chains:
        xs, ys = outlines.xs, outlines.ys
        for i in range(outlines.start[chain], outlines.stop[chain] - 1):
            if point_segment(x, y, xs[i], ys[i], xs[i + 1], ys[i + 1]) <= reach * reach:
                yield xs[i], ys[i], xs[i + 1], ys[i + 1]
