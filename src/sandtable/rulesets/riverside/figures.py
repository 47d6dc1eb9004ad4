"""Models as the table knows them."""

from __future__ import annotations

from functools import cache

from sandtable.rulesets.riverside.state import Model, State
from sandtable.table import Base, Figure

TALL = 1.0
"""A model closer than this in height is near; what is more than the spacing above another keeps it (RV-7.8)."""


@cache
def base(radius: float) -> Base:
    return Base(2 * radius, height=TALL)


def figure(state: State, model: Model) -> Figure:
    """A model where it stands; the same figure until it has moved."""
    known = model.shown
    if known is not None and model.shown_x == model.x and model.shown_y == model.y and model.shown_z == model.z:
        return known
    unit = state.units[model.unit].name
    found = Figure(model.name, base(model.radius), model.x, model.y, model.z, unit=unit, large=model.profile.large)
    model.shown, model.shown_x, model.shown_y, model.shown_z = found, model.x, model.y, model.z
    return found
