"""Moves proposed to those who have none in mind, and for random play; no rules of their own: the whole unit the same
way, as it stands. Where nothing is near, such a move is legal for certain and need not be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin, sqrt
from random import Random

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.skirmish.candidates import GOLDEN
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.unit_asking import Judge, Offer, UnitLeaning, proposed
from sandtable.table import Figure, Travel, snap
from sandtable.table.hot.plane import point_segment
from sandtable.table.hot.scene import members
from sandtable.table.measuring import path_length
from sandtable.table.moving import sweeps

FEW = 3
TRIES = 6
SHARES = (1.0, 0.6, 0.35)
ROOM = 0.01
"""Whatever is no nearer than the spacing and this is out of the way."""


def offers(leaning: UnitLeaning) -> Offer:
    """Towards a goal and in a few directions; what the storey proposes only where nothing of that is legal."""

    def offer(drill: Drill, judge: Judge) -> Iterator[Paths]:
        found = 0
        for dx, dy in _shifts(drill, leaning):
            paths = _open(drill, judge, dx, dy)
            if paths is None and found < 1:
                tried = _shifted(drill, dx, dy)
                paths = None if isinstance(judge(tried), Refusal) else tried
            if paths is not None:
                found += 1
                yield paths
                if found == FEW:
                    return
        if found:
            return
        stays: Paths = {mover.name: () for mover in drill.march.movers}
        if drill.together and not isinstance(judge(stays), Refusal):
            yield stays
        else:
            yield from proposed(drill, leaning, judge)

    return offer


def anywhere(drill: Drill, judge: Judge, rng: Random) -> Paths | None:
    """A move in any direction for those who play at random, if one of a few leads over open ground."""
    most = max(0.0, min(mover.inches for mover in drill.march.movers) - ROOM)
    for _ in range(TRIES):
        angle, far = 2 * pi * rng.random(), most * sqrt(rng.random())
        dx, dy = cos(angle) * far, sin(angle) * far
        paths = _open(drill, judge, dx, dy)
        if paths is not None:
            return paths
    return None


def _shifts(drill: Drill, leaning: UnitLeaning) -> Iterator[tuple[float, float]]:
    most = max(0.0, min(mover.inches for mover in drill.march.movers) - ROOM)  # a Teleport may leave nothing
    first = drill.march.movers[0].figure
    for x, y in leaning.goals:
        far = hypot(x - first.x, y - first.y)
        step = min(1.0, most / far) if far else 0.0
        yield (x - first.x) * step, (y - first.y) * step
    for number in range(TRIES):
        angle, far = leaning.turn + number * GOLDEN, most * SHARES[number % len(SHARES)]
        yield cos(angle) * far, sin(angle) * far


def _shifted(drill: Drill, dx: float, dy: float) -> Paths:
    dx, dy = snap(dx), snap(dy)
    return {
        mover.name: (Point(mover.figure.x + dx, mover.figure.y + dy),) if dx or dy else ()
        for mover in drill.march.movers
    }


def _open(drill: Drill, judge: Judge, dx: float, dy: float) -> Paths | None:
    """The move, if the way of every model is over open ground with nobody near; it is kept as legal."""
    movers, gone_x, gone_y = drill.march.movers, snap(dx), snap(dy)
    if not (gone_x or gone_y) or not drill.together:
        return None
    near, bare = _beside_way(drill, dx, dy), not _terrain_near(drill, dx, dy)
    for mover in movers:
        if not _clear(drill, mover.figure, mover.figure.x + gone_x, mover.figure.y + gone_y, near, bare=bare):
            return None
    paths = _shifted(drill, dx, dy)
    judge.keep(paths, UnitWalk({m.name: _travelled(m.figure, paths[m.name]) for m in movers}, False))
    return paths


def _travelled(figure: Figure, path: tuple[Point, ...]) -> Travel:
    whole = (figure.at, *path)
    length = path_length(whole)
    return Travel(whole, length, length, (), (), ())


def _beside_way(drill: Drill, dx: float, dy: float) -> list[Figure]:
    """Those of the others who could be near the way of anybody: by the circle that holds the unit."""
    x, y, reach = drill.circle
    wide = reach + drill.march.spacing + 2 * ROOM
    found: list[Figure] = []
    for one in drill.about:
        far = one.base.radius + wide
        if point_segment(one.x, one.y, x, y, x + dx, y + dy) <= far * far:
            found.append(one)
    return found


def _clear(drill: Drill, figure: Figure, x1: float, y1: float, others: Sequence[Figure], *, bare: bool) -> bool:
    """Is the straight way of one model to a place open? `bare`: there is no terrain near the unit's way."""
    march, radius = drill.march, figure.base.radius
    table = march.table
    if figure.z or not (radius <= x1 <= table.width - radius and radius <= y1 <= table.height - radius):
        return False
    keep = radius + march.spacing + ROOM
    x0, y0 = figure.x, figure.y
    for one in others:
        far = one.base.radius + keep
        if point_segment(one.x, one.y, x0, y0, x1, y1) < far * far:
            return False
    return bare or not sweeps(table.plans, radius + ROOM, x0, y0, x1, y1)


def _terrain_near(drill: Drill, dx: float, dy: float) -> bool:
    """Could a base of the unit come over terrain on this straight way? By the circles round unit and pieces."""
    plans, (x, y, reach) = drill.march.table.plans, drill.circle
    wide = reach + 2 * ROOM
    for chain in members(plans.near(x, y, x + dx, y + dy, wide)):
        far = plans.mr[chain] + wide
        if point_segment(plans.mx[chain], plans.my[chain], x, y, x + dx, y + dy) <= far * far:
            return True
    return False
