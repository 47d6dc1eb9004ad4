"""A new battle: the state that comes of a set-up, of two lists and a table (RV-1.1, RV-1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import Options, typed
from sandtable.rulesets.riverside.cohesion import reading
from sandtable.rulesets.riverside.content import Content, ListedUnit, content
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.muster import Mustered
from sandtable.rulesets.riverside.profiles import Profile
from sandtable.rulesets.riverside.roster import ForceFile, Roster, check_force
from sandtable.rulesets.riverside.state import Marker, Model, Player, State, Unit
from sandtable.table import snap

RESERVED = frozenset(
    {
        "round", "phase", "turn", "first", "controlled", "markers", "over", "winners", "asked", "ended_by", "unit",
        "hold fire", "finished", "decline",
    }
)  # fmt: skip
"""Words that cases need for facts, and questions for wishes and answers beside the names of units."""


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
        unit = Unit(
            number, name, side, numbers, started=len(numbers),  # RV-13.10
            entry=profiles[0].name if profiles else "", cost=cost,
        )  # fmt: skip
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


# ---- set-ups --------------------------------------------------------------------------------------


class PlayerSetup(Struct, forbid_unknown_fields=True):
    """A ready army by name (`force`), or a list: an army list and its units, or units of one's own."""

    name: str = ""
    force: str = ""
    army: str = ""
    units: list[ListedUnit] = []
    spells: str = ""


class BattleSetup(Struct, forbid_unknown_fields=True):
    """`points`: the limit of both armies, if not that of the table. `markers`: where they lie already, and then `first`
    says who activates first; the first player has the first zone."""

    player: list[PlayerSetup]
    map: str = "Ferry Crossing"
    zones: str = ""
    points: int = 0
    markers: list[tuple[float, float]] = []
    first: str = ""
    limits: bool = True


def begin(data: Mapping[str, Any], options: Options) -> State:
    """A battle from its beginning: armies and table, then the number of markers (RV-1.3)."""
    setup = typed("set-up", data, BattleSetup)
    if len(setup.player) != 2:
        raise SetupError(f"a battle has two commanders, not {len(setup.player)}", "RV-1.1")
    found = content()
    board = lookup("map", setup.map, found.maps, "RV-1.2")
    size = found.sizes[board.table]
    points = setup.points or size.points
    rosters = [_roster(found, one, points, free=not setup.limits) for one in setup.player]
    raised = raise_armies([roster.units for roster in rosters])
    names = unique_names(
        (one.name or roster.name for one, roster in zip(setup.player, rosters, strict=True)), "players", RESERVED
    )
    taken = {unit.name for unit in raised.units} | {model.name for model in raised.models}
    if set(names) & taken:
        raise SetupError(f"{names[0]} or {names[1]} is the name of a unit too")
    players = [Player(name, roster.spells) for name, roster in zip(names, rosters, strict=True)]
    key = board.table, setup.zones or board.zones
    if key not in found.zones:
        raise SetupError(f"a {board.table} table has no zones {shown(setup.zones)}", "RV-2.4")
    state = State(
        players, raised.units, raised.models, map=board.name, size=(size.width, size.depth),
        zones=found.zones[key].outlines, cohesion=reading(options),
    )  # fmt: skip
    if setup.markers:
        _begun(state, setup)
    return state


def _roster(found: Content, one: PlayerSetup, points: int, *, free: bool) -> Roster:
    if one.force:
        if one.units:
            raise SetupError(f"{one.name or one.force}: name a ready army or list units, not both", "RV-21.36")
        return _ready(one.force, points, free)
    file = ForceFile("riverside", one.name or one.army, one.army, points, one.units, one.spells)
    return check_force(found, file, free=free)


@lru_cache(256)
def _ready(name: str, points: int, free: bool) -> Roster:
    """A ready army, checked once: many games begin with it."""
    found = content()
    ready = lookup("ready army", name, found.ready, "RV-21.36")
    file = ForceFile("riverside", ready.name, ready.army, points, list(ready.units))
    return check_force(found, file, free=free)


def _begun(state: State, setup: BattleSetup) -> None:
    """Nothing is rolled before the game: markers, zones and order are given."""
    where = field_of(state)
    markers = [Marker("ABCDE"[n], snap(x), snap(y)) for n, (x, y) in enumerate(setup.markers[:5])]
    state.markers = tuple(replace(one, z=where.height_at(one.x, one.y)) for one in markers)
    state.controlled = (-1,) * len(markers)
    state.players[0].zone, state.players[1].zone = 0, 1
    seats = [player.name.casefold() for player in state.players]
    if setup.first.casefold() not in seats:
        raise SetupError(f"there is no player {shown(setup.first)} to activate first", "RV-6.5")
    state.first, state.phase = seats.index(setup.first.casefold()), "beginning"
