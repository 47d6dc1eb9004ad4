"""Candidates: a few legal ways for those who have none in mind, towards a goal, spread round the mover, over faces, or
in over the edge."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin, sqrt

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.bodies import Body
from sandtable.skirmish.charges import charges
from sandtable.skirmish.march import March
from sandtable.skirmish.passages import CLEAR, Seeker, passages
from sandtable.skirmish.regions import inroad
from sandtable.skirmish.routes import flat
from sandtable.skirmish.walking import Walk, judge, outside
from sandtable.table import snap

FEW = 3
"""How many candidates a question offers."""
TRIES = 24
GOLDEN = 2.399963229728653
GOLDEN_SHARE = 0.6180339887498949


class Leaning(Struct, frozen=True):
    """What makes the candidates of one mover differ from those of another: a goal to make for first, whom it leaves,
    the angle at which its spread begins, and the share of its zone where its entries begin."""

    goal: tuple[float, float] | None = None
    leaves: tuple[Body, ...] = ()
    turn: float = 0.0
    share: float = 0.0


def candidates(march: March, leaning: Leaning) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """A few legal ways: towards a goal, then spread round the mover; standing still only where nothing else is."""
    if march.target is not None:
        yield from charges(march)
        return
    found = 0
    for path in _proposals(march, leaning):
        walked = judge(march, path)
        if not isinstance(walked, Refusal):
            found += 1
            yield path, walked
            if found == FEW:
                return
    if not found and not march.entering:
        stays = judge(march, ())
        if not isinstance(stays, Refusal):
            yield (), stays


def _proposals(march: March, leaning: Leaning) -> Iterator[tuple[Point, ...]]:
    """Ways worth judging."""
    if march.climbs:
        return _entry_climbs(march) if march.entering else _climbs(march)
    return _entries(march, leaning) if march.entering else _spread(march, leaning)


def _spread(march: March, leaning: Leaning) -> Iterator[tuple[Point, ...]]:
    """Straight ways by the golden angle."""
    body = march.body
    inches = march.inches
    if leaning.goal is not None:
        dx, dy = leaning.goal[0] - body.x, leaning.goal[1] - body.y
        far = sqrt(dx * dx + dy * dy)
        if far > 0.25:
            step = min(inches - 0.01, far)
            yield (Point(snap(body.x + dx / far * step), snap(body.y + dy / far * step)),)
    for other in leaning.leaves:
        # Out of contact: straight away, and past its sides.
        ux, uy = body.x - other.x, body.y - other.y
        for dx, dy in ((ux, uy), (-uy, ux), (uy, -ux)):
            step = (inches - 0.01) / (body.radius + other.radius)
            yield (Point(snap(body.x + dx * step), snap(body.y + dy * step)),)
    for number in range(TRIES):
        angle = leaning.turn + number * GOLDEN
        step = inches * (1.0 if number % 3 else 0.6) - 0.01
        yield (Point(snap(body.x + cos(angle) * step), snap(body.y + sin(angle) * step)),)


def _climbs(march: March) -> Iterator[tuple[Point, ...]]:
    """Straight over each face near enough, through each upper door and up or down each ladder."""
    start = march.start
    for one in passages(march.where, Seeker(start, march.body.radius, True, march.inches, (start,))):
        yield flat((one.behind,))


def _entries(march: March, leaning: Leaning) -> Iterator[tuple[Point, ...]]:
    """Straight in from places spread along the zone, then by whichever way there is."""
    yield from _straight_in(march, leaning.share)
    yield from (flat(way) for way in inroad(march).landings())


def _straight_in(march: March, first: float) -> Iterator[tuple[Point, ...]]:
    where = march.where
    zone = march.zone
    inches, radius = march.inches, march.body.radius
    for number in range(3 * TRIES):
        x1, y1, x2, y2 = zone[number % len(zone)]
        share = (first + number * GOLDEN_SHARE) % 1.0
        crossing = Point(snap(x1 + (x2 - x1) * share), snap(y1 + (y2 - y1) * share))
        start = outside(where, zone, crossing, radius)
        ix, iy = (crossing.x - start.x) / radius, (crossing.y - start.y) / radius
        deep = inches - radius - 0.01 if number % 4 else 2 * radius
        x, y = crossing.x + ix * deep, crossing.y + iy * deep
        x = min(max(x, radius), where.table.width - radius)
        y = min(max(y, radius), where.table.height - radius)
        if abs(x - crossing.x) + abs(y - crossing.y) > deep:
            continue
        yield crossing, Point(snap(x), snap(y))


def _entry_climbs(march: March) -> Iterator[tuple[Point, ...]]:
    """From the zone straight onto a surface that lies near enough to it."""
    where = march.where
    zone = march.zone
    radius, inches = march.body.radius, march.inches
    inside = radius + CLEAR
    for number, deck in where.decks.items():
        if not deck.surface:
            continue
        left, low, right, high = where.boxes[number]
        for x1, y1, x2, y2 in zone:
            if x1 == x2:
                y = min(max((low + high) / 2, min(y1, y2)), max(y1, y2))
                x = left + inside if x1 == 0.0 else right - inside
                if abs(x - x1) + radius <= inches:
                    yield Point(x1, snap(y)), Point(snap(x), snap(y))
            else:
                x = min(max((left + right) / 2, min(x1, x2)), max(x1, x2))
                y = low + inside if y1 == 0.0 else high - inside
                if abs(y - y1) + radius <= inches:
                    yield Point(snap(x), y1), Point(snap(x), snap(y))
