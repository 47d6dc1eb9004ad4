"""How a battle begins: the state that comes of two lists and a table (RV-1.1, RV-1.2)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.names import unique_names
from sandtable.rulesets.riverside.muster import Mustered
from sandtable.rulesets.riverside.profiles import Profile
from sandtable.rulesets.riverside.state import Model, Unit
from sandtable.table import snap

RESERVED = frozenset(
    {"round", "phase", "turn", "first", "controlled", "markers", "over", "winners", "asked", "ended_by", "unit"}
)
"""Names that cases need for facts, and questions for wishes."""


class Raised(Struct):
    """Units and models while two armies are put together."""

    units: list[Unit]
    models: list[Model]

    def add(self, name: str, side: int, profiles: Sequence[Profile], names: Sequence[str], cost: int = 0) -> Unit:
        number = len(self.units)
        first = len(self.models)
        for offset, (profile, called) in enumerate(zip(profiles, names, strict=True)):
            self.models.append(Model(first + offset, called, number, side, profile, snap(profile.base / 2)))
        numbers = tuple(range(first, len(self.models)))
        unit = Unit(number, name, side, numbers, len(numbers), profiles[0].name if profiles else "", cost)
        self.units.append(unit)
        return unit


def raise_armies(armies: Sequence[Sequence[Mustered]]) -> Raised:
    """Both armies; units of the same name are numbered, models have the name of their unit and a number, and Heroes
    the name of their entry."""
    found = Raised([], [])
    names = unique_names((one.name for army in armies for one in army), "units", RESERVED)
    called = iter(names)
    for side, army in enumerate(armies):
        known: dict[str, Unit] = {}
        for one in army:
            name = next(called)
            known[one.name] = found.add(name, side, one.models, model_names(name, one.models), one.points)
        for one in army:
            if one.rides:
                known[one.name].rides = known[one.rides].number
    _name_apart(found)
    return found


def model_names(unit: str, profiles: Sequence[Profile]) -> list[str]:
    """'Levy Rifles 3'; a joined Hero is called by his own name, a single model as its unit."""
    if len(profiles) == 1:
        return [unit]
    ranks = sum(not profile.hero for profile in profiles)
    if not ranks:
        return [f"{unit} {number + 1}" for number in range(len(profiles))]
    count = iter(range(1, ranks + 1))
    return [profile.name if profile.hero else f"{unit} {next(count)}" for profile in profiles]


def _name_apart(found: Raised) -> None:
    """Two Heroes of one name, or a model called like another unit, get numbers."""
    units = {unit.name for unit in found.units}
    seen: dict[str, int] = {}
    for model in found.models:
        unit = found.units[model.unit]
        taken = model.name in seen or (model.name in units and model.name != unit.name)
        seen[model.name] = seen.get(model.name, 0) + 1
        if taken:
            model.name = f"{model.name} of {unit.name}"
