"""Moves for those who have none in mind: the whole unit the same way, as it stands. Where nothing is near, such a move
is legal for certain and need not be judged."""

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
from sandtable.table.moving import swept_over

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
            paths = _shifted(drill, dx, dy)
            if _open(drill, judge, paths, dx, dy) or (found < 1 and not isinstance(judge(paths), Refusal)):
                found += 1
                yield paths
                if found == FEW:
                    return
        if found:
            return
        stays: Paths = {mover.name: () for mover in drill.march.movers}
        if drill.before.together and not isinstance(judge(stays), Refusal):
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
        paths = _shifted(drill, dx, dy)
        if _open(drill, judge, paths, dx, dy):
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


def _open(drill: Drill, judge: Judge, paths: Paths, dx: float, dy: float) -> bool:
    """Is the way of every model over open ground with nobody near? Then the move is kept as legal."""
    march = drill.march
    if not all(paths.values()) or not drill.before.together:
        return False
    near, bare = _beside_way(drill, dx, dy), not _terrain_near(drill, dx, dy)
    for mover in march.movers:
        if not _clear(drill, mover.figure, paths[mover.name], near, bare=bare):
            return False
    ways = {mover.name: _travelled(mover.figure, paths[mover.name]) for mover in march.movers}
    judge.keep(paths, UnitWalk(ways, drill.before, False))
    return True


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


def _clear(drill: Drill, figure: Figure, path: tuple[Point, ...], others: Sequence[Figure], *, bare: bool) -> bool:
    """`bare`: there is no terrain near the unit's way."""
    march, radius = drill.march, figure.base.radius
    table, end = march.table, path[-1]
    if figure.z or not (radius <= end.x <= table.width - radius and radius <= end.y <= table.height - radius):
        return False
    keep = radius + march.spacing + ROOM
    x0, y0, x1, y1 = figure.x, figure.y, end.x, end.y
    for one in others:
        far = one.base.radius + keep
        if point_segment(one.x, one.y, x0, y0, x1, y1) < far * far:
            return False
    return bare or not swept_over(table.plans, radius + ROOM, (figure.at, end))


def _terrain_near(drill: Drill, dx: float, dy: float) -> bool:
    """Could a base of the unit come over terrain on this straight way? By the circles round unit and pieces."""
    plans, (x, y, reach) = drill.march.table.plans, drill.circle
    wide = reach + 2 * ROOM
    for chain in members(plans.near(x, y, x + dx, y + dy, wide)):
        far = plans.mr[chain] + wide
        if point_segment(plans.mx[chain], plans.my[chain], x, y, x + dx, y + dy) <= far * far:
            return True
    return False
