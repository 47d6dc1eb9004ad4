"""Base contact: with markers (RE-0.7), and between models, which are Engaged then (RE-0.8, RE-4.53)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.measures import TOUCH
from sandtable.skirmish.touching import touching

if TYPE_CHECKING:
    from sandtable.rulesets.roe.state import Model, Objective, State

ACROSS = 1.0
"""The width of a standard base (RE-0.5), and how far apart the middles of two in contact are."""
MARKER = 0.5
"""Radius of an objective marker (RE-7.9)."""


def on_marker(model: Model, objective: Objective) -> bool:
    """In contact with a marker: touching or overlapping the disc (RE-0.7, RE-7.9), on the ground it lies on."""
    dx, dy = model.x - objective.x, model.y - objective.y
    reach = model.radius + MARKER + TOUCH
    return dx * dx + dy * dy <= reach * reach and level_of(model.z) == 0


def renew_contacts(state: State, model: Model) -> None:
    """Who touches whom (RE-0.8), after this model has moved, fallen or stood up (RE-4.53)."""
    number = model.number
    kept = [pair for pair in state.contacts if number not in pair]
    if model.status == "on the table":
        where = field_of(state)
        for enemy in state.enemies(model):
            if touching(where, model, enemy):
                kept.append((min(number, enemy.number), max(number, enemy.number)))
    state.contacts = tuple(sorted(kept))
