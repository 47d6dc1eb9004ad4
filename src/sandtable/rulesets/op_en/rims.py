"""Round the base of an Enemy that is touched: a mover may follow its rim (OE-10.10, OE-10.14)."""

from __future__ import annotations

from itertools import pairwise
from math import asin, atan2, hypot, pi
from typing import Final

from sandtable.engine.questions import Point
from sandtable.rulesets.op_en.ground import base_of
from sandtable.rulesets.op_en.space import TOUCH, farther, figure
from sandtable.rulesets.op_en.standing import outward
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.table import Figure

NEAR: Final = 0.25
"""Inches: a place so near to a rim means the rim."""
SHY: Final = 4 / 1024
"""Inches: so far one keeps from an Enemy not to touch it."""
ROUND: Final = 0.25
"""Radians: a way along a rim has a point at least so often."""


def level_with(who: Character, z: float, other: Character) -> bool:
    low, high = (z, other.z) if z <= other.z else (other.z, z)
    height = who.sheet.height if z <= other.z else other.sheet.height
    return high <= low + height + TOUCH


def slides(a: Point, b: Point, other: Character, reach: float) -> bool:
    """Does a leg lead along the rim of a base it touches at both ends (OE-10.10)?"""
    ends = (hypot(a.x - other.x, a.y - other.y), hypot(b.x - other.x, b.y - other.y))
    return all(reach - 1e-9 <= far <= reach + TOUCH for far in ends)


def points_round(trip: Trip, points: list[Point], half: int) -> list[Point]:
    """The same way with points all along the rims that it follows: what stands beside a rim is met there, and not on
    the straight line under the base. `half`: to which side it turns where both are as long."""
    rims = rims_of(trip)
    if not rims:
        return points
    at, found = trip.start, []
    for p in points:
        enemy = next((one for one, reach in rims if _turn(at, p, one, reach)), None)
        if enemy is not None:
            found += _arc(at, p, enemy, trip.who.radius + enemy.radius, half)
        found.append(p)
        at = p
    return found


def rims_of(trip: Trip) -> list[tuple[Character, float]]:
    """The Enemies it touches as it sets out, whose bases it may follow; found once."""
    if trip.rims is None:
        trip.rims = [] if trip.flies or trip.straight else _touched(trip)
    return trip.rims


def _touched(trip: Trip) -> list[tuple[Character, float]]:
    who = trip.who
    near = [(enemy, who.radius + enemy.radius) for enemy in trip.state.enemies(who) if not farther(who, enemy, NEAR)]
    return [
        (enemy, reach)
        for enemy, reach in near
        if hypot(who.x - enemy.x, who.y - enemy.y) <= reach + TOUCH and level_with(who, who.z, enemy)
    ]


def _turn(a: Point, b: Point, enemy: Character, reach: float) -> float:
    """By which angle a leg turns about a base along whose rim it leads, the shorter way; 0 if it does not."""
    if (a.x, a.y) == (b.x, b.y) or not slides(a, b, enemy, reach):
        return 0.0
    angle = atan2(b.y - enemy.y, b.x - enemy.x) - atan2(a.y - enemy.y, a.x - enemy.x)
    return (angle + pi) % (2 * pi) - pi


def half_round(trip: Trip, points: list[Point]) -> bool:
    """Does a leg lead to the far side of a rim, so that either way is as long?"""
    rims = rims_of(trip)
    if not rims:
        return False
    legs = list(pairwise([trip.start, *points]))
    return any(abs(_turn(a, b, enemy, reach)) > pi - 2 * TOUCH for enemy, reach in rims for a, b in legs)


def _arc(a: Point, b: Point, enemy: Character, reach: float, half: int) -> list[Point]:
    """Places between the ends of a leg along a rim, each touching the base."""
    turn = _turn(a, b, enemy, reach)
    if abs(turn) > pi - 2 * TOUCH:
        turn = half * abs(turn)
    start, parts = atan2(a.y - enemy.y, a.x - enemy.x), int(abs(turn) / ROUND) + 1
    return [
        Point(*outward((enemy.x, enemy.y), start + turn * k / parts, reach), b.z) for k in range(1, parts)
    ]  # fmt: skip


def arcs_more(trip: Trip, walked: Trek) -> float:
    """How much longer the way is where it follows the rims of Enemies touched at the start."""
    more = 0.0
    for enemy, reach in rims_of(trip):
        for a, b in pairwise(walked.path):
            chord = hypot(b.x - a.x, b.y - a.y)
            if 0.0 < chord < 2 * reach and slides(a, b, enemy, reach):
                more += 2 * reach * asin(chord / (2 * reach)) - chord
    return more


def in_the_way(trip: Trip, goal: Point | None = None) -> list[Figure]:
    """Everybody who is not passed through, a hair broader than they are where touching them would end the movement:
    not whom the mover touches already, or at the goal, nor neutral ones."""
    who, found = trip.who, []
    for other in trip.state.others(who):
        if other.side == who.side:
            continue
        broad, reach = figure(other), who.radius + other.radius + TOUCH
        near = [hypot(at.x - other.x, at.y - other.y) <= reach for at in (trip.start, goal) if at is not None]
        if not other.neutral and not any(near):
            sheet = other.sheet
            base = base_of(sheet.base + 2 * SHY, sheet.height, sheet.width)
            broad = Figure(other.name, base, other.x, other.y, other.z)
        found.append(broad)
    return found


def onto_rim(trip: Trip, wish: Point) -> Point | None:
    """The place in contact that somebody means who points beside the rim of an Enemy it touches."""
    for enemy, reach in rims_of(trip):
        if abs(hypot(wish.x - enemy.x, wish.y - enemy.y) - reach) <= NEAR:
            angle = atan2(wish.y - enemy.y, wish.x - enemy.x)
            return Point(*outward((enemy.x, enemy.y), angle, reach), trip.who.z)
    return None
