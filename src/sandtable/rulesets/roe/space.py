"""Distances and contact (RE-0.4, RE-0.7, RE-0.8). Bases are round, so that middles and radii tell everything; squares
of lattice distances are exact, and 'within N' includes exactly N."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from sandtable.rulesets.roe.field import field
from sandtable.rulesets.roe.policy import BODY, TOUCH, level_of
from sandtable.skirmish.battlefield import SHEER, SLOPE, Battlefield
from sandtable.skirmish.bodies import base
from sandtable.table import Figure
from sandtable.table import within as within_in_table

if TYPE_CHECKING:
    from sandtable.engine.rulebook import Options
    from sandtable.rulesets.roe.state import Model, Objective, State

ACROSS = 1.0
"""The width of a standard base (RE-0.5), and how far apart the middles of two in contact are."""
MARKER = 0.5
"""Radius of an objective marker (RE-7.9)."""


Place = tuple[float, float, float]


def field_of(state: State) -> Battlefield:
    return field(state.battlefield, state.terrain)


def figure(model: Model) -> Figure:
    return Figure(model.name, base(model.radius, BODY), model.x, model.y, model.z)


def apart(a: Model, b: Model) -> float:
    """The gap between two bases."""
    dx, dy = a.x - b.x, a.y - b.y
    return max(0.0, sqrt(dx * dx + dy * dy) - a.radius - b.radius)


def distance(options: Options, a: Model, b: Model) -> float:
    """The distance for shooting, treating, splitting and assaults (RE-0.4)."""
    flat = apart(a, b)
    rise = b.z - a.z if options["range_measure"] == "three_d" else 0.0
    return sqrt(flat * flat + rise * rise) if rise else flat


def within(options: Options, a: Model, b: Model, limit: float) -> bool:
    """Is that distance at most `limit`? Exact."""
    if a.z != b.z and options["range_measure"] == "three_d":
        return within_in_table(figure(a), figure(b), limit, in_space=True)
    dx, dy = a.x - b.x, a.y - b.y
    reach = limit + a.radius + b.radius
    return dx * dx + dy * dy <= reach * reach


def touching(state: State, a: Model, b: Model) -> bool:
    """Bases in contact, on one level or joined by a slope, with no wall between (RE-0.8)."""
    return would_touch(field_of(state), a, (a.x, a.y, a.z), b)


def would_touch(where: Battlefield, model: Model, there: Place, other: Model) -> bool:
    """Would a model be in contact with another if it stood there?"""
    dx, dy = there[0] - other.x, there[1] - other.y
    reach = model.radius + other.radius + TOUCH
    return dx * dx + dy * dy <= reach * reach and joined(where, there, (other.x, other.y, other.z))


def joined(where: Battlefield, one: Place, two: Place) -> bool:
    """On one level, or with nothing but slopes between."""
    plans = where.table.plans
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


def _slope_between(where: Battlefield, one: Place, two: Place) -> bool:
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


def same_storey(a: float, b: float) -> bool:
    """Would bodies at these heights be in each other's way? (RE-0.9)"""
    return abs(a - b) < BODY


def on_marker(model: Model, objective: Objective) -> bool:
    """In contact with a marker: touching or overlapping the disc (RE-7.9), on the ground it lies on."""
    dx, dy = model.x - objective.x, model.y - objective.y
    reach = model.radius + MARKER + TOUCH
    return dx * dx + dy * dy <= reach * reach and level_of(model.z) == 0


def renew_contacts(state: State, model: Model) -> None:
    """Who touches whom, after this model has moved, fallen or stood up (RE-4.53)."""
    number = model.number
    kept = [pair for pair in state.contacts if number not in pair]
    if model.status == "on the table":
        for enemy in state.enemies(model):
            if touching(state, model, enemy):
                kept.append((min(number, enemy.number), max(number, enemy.number)))
    state.contacts = tuple(sorted(kept))
