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
    unit = state.units[model.unit].name
    return Figure(model.name, base(model.radius), model.x, model.y, model.z, unit=unit, large=model.profile.large)
