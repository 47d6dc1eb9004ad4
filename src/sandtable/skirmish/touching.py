"""Contact between bodies: near enough, and on one level or joined by a slope, with no wall between."""

from __future__ import annotations

from sandtable.skirmish.battlefield import SHEER, SLOPE, Battlefield
from sandtable.skirmish.bodies import Body, Footing


def touching(where: Battlefield, one: Body, two: Body) -> bool:
    return would_touch(where, one, (one.x, one.y, one.z), two)


def would_touch(where: Battlefield, body: Body, there: Footing, other: Body) -> bool:
    """Would somebody be in contact with another if it stood there?"""
    dx, dy = there[0] - other.x, there[1] - other.y
    reach = body.radius + other.radius + where.contact
    return dx * dx + dy * dy <= reach * reach and joined(where, there, (other.x, other.y, other.z))


def joined(where: Battlefield, one: Footing, two: Footing) -> bool:
    """On one level, or with nothing but slopes between."""
    plans = where.table.plans
    level_of = where.heights.level_of
    level = level_of(one[2])
    same = level == level_of(two[2])
    if same and not where.hollow:
        return True
    for number in where.along(one[0], one[1], two[0], two[1], 0.0):
        deck = where.decks.get(number)
        if deck is None:
            continue
        spans = plans.spans(number, one[0], one[1], two[0], two[1])
        if not spans or (same and not deck.hollow) or min(one[2], two[2]) >= deck.top:
            continue
        for share in (share for span in spans for share in span if 0.0 < share < 1.0):
            x, y = one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share
            if same and not deck.door_at(deck.piece.floor if level == 0 else one[2], x, y):
                return False
            if not same and deck.face_at(x, y) == SHEER:
                return False
    return same or _slope_between(where, one, two)


def _slope_between(where: Battlefield, one: Footing, two: Footing) -> bool:
    level_of = where.heights.level_of
    if abs(level_of(one[2]) - level_of(two[2])) > 1:
        return False
    high = max(one[2], two[2])
    plans = where.table.plans
    for number, deck in where.decks.items():
        if deck.surface and deck.top == high:
            for span in plans.spans(number, one[0], one[1], two[0], two[1]):
                for share in span:
                    x, y = one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share
                    if 0.0 < share < 1.0 and deck.face_at(x, y) == SLOPE:
                        return True
    return False
