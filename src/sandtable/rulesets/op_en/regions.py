"""Where a move may end, as rings to draw. For eyes only: legality is always asked of `walking.judge`."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any

from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.op_en.rims import in_the_way, rims_of
from sandtable.rulesets.op_en.space import figure, lockers
from sandtable.rulesets.op_en.standing import outward
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.walking import gait_of, judge, mover
from sandtable.table import Ground, Reach
from sandtable.table.hot.outline import Canvas

Ring = list[tuple[float, float]]
PARTS = 96
"""Places tried all round a rim."""
BROAD = 0.12
"""Half the breadth of a drawn rim, in inches."""


def region(trip: Trip) -> dict[str, Any]:
    """All round for a flyer, else what is in reach on its level; for who is Locked what keeps it no farther from the
    Enemy (OE-10.13, OE-10.14)."""
    who = trip.who
    if trip.flies:
        return {"from": [[who.x, who.y]], "reach": trip.inches}
    rings = _reach(trip)
    held = [] if trip.leaves else lockers(trip.state, trip.options, who)
    if not held:
        return {"rings": rings}
    touched = rims_of(trip)
    return {"rings": _along(trip, *touched[0]) if touched else _inside(trip, rings, held)}


def _reach(trip: Trip) -> list[Ring]:
    who = trip.who
    friends = [figure(other) for other in trip.state.friends(who)]
    body = mover(trip)
    ground = Ground(trip.field.table, body.base, gait_of(trip), in_the_way(trip), who.z)
    return Reach(ground, body, trip.inches, friends).outline()


def _inside(trip: Trip, rings: list[Ring], held: list[Character]) -> list[Ring]:
    """What is in reach and no farther from any of the Enemies that hold it."""
    who = trip.who
    far = [(enemy, hypot(who.x - enemy.x, who.y - enemy.y)) for enemy in held]
    first, reach = far[0]
    box = first.x - reach - 0.25, first.y - reach - 0.25, first.x + reach + 0.25, first.y + reach + 0.25
    canvas = Canvas(*box)
    for ring in sorted(rings, key=_area, reverse=True):
        canvas.fill(ring, 1 if _area(ring) > 0.0 else 0)  # holes run clockwise
    for enemy, reach in far:
        disc = Canvas(*box)
        disc.fill([_round(enemy, 2 * pi * k / PARTS, reach) for k in range(PARTS)])
        canvas.keep(disc)
    return canvas.borders()


def _area(ring: Ring) -> float:
    """Twice its area, negative where it runs clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def _along(trip: Trip, enemy: Character, reach: float) -> list[Ring]:
    """Where it can be on the rim of an Enemy that it touches: strips, or all round."""
    start = atan2(trip.who.y - enemy.y, trip.who.x - enemy.x)
    angles = [start + 2 * pi * k / PARTS for k in range(PARTS)]
    places = [Point(*outward((enemy.x, enemy.y), angle, reach), trip.who.z) for angle in angles]
    free = [not isinstance(judge(trip, (place,)), Refusal) for place in places]
    if all(free):
        return [_arc(enemy, angles, reach + BROAD), _arc(enemy, angles[::-1], reach - BROAD)]
    first = free.index(False)
    strips: list[list[float]] = [[]]
    for k in range(first, first + PARTS):
        if free[k % PARTS]:
            strips[-1].append(start + 2 * pi * k / PARTS)
        elif strips[-1]:
            strips.append([])
    return [_strip(enemy, strip, reach) for strip in strips if strip]


def _strip(enemy: Character, angles: list[float], reach: float) -> Ring:
    half = pi / PARTS
    ends = [angles[0] - half, *angles, angles[-1] + half]
    return _arc(enemy, ends, reach + BROAD) + _arc(enemy, ends[::-1], reach - BROAD)


def _arc(enemy: Character, angles: list[float], far: float) -> Ring:
    return [_round(enemy, angle, far) for angle in angles]


def _round(enemy: Character, angle: float, far: float) -> tuple[float, float]:
    return enemy.x + cos(angle) * far, enemy.y + sin(angle) * far
