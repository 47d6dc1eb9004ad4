"""Starting in the middle: the situations of case files (docs/rulesets/riverside-cases.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import Options, at_least, typed
from sandtable.rulesets.riverside.cohesion import reading
from sandtable.rulesets.riverside.content import Entry, Spell, content
from sandtable.rulesets.riverside.field import Outline, field_of
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.measuring import ROUNDING
from sandtable.rulesets.riverside.muster import entry_cost, entry_models
from sandtable.rulesets.riverside.new_battle import RESERVED, Raised, model_names
from sandtable.rulesets.riverside.pieces import Piece
from sandtable.rulesets.riverside.profiles import Profile, Weapon, read_profile, read_weapon
from sandtable.rulesets.riverside.setting_up import LETTERS
from sandtable.rulesets.riverside.state import (
    DESTROYED,
    HERE,
    INSIDE,
    MOST_TOKENS,
    OFF,
    ROUNDS,
    ROUTED,
    Deployment,
    Marker,
    Model,
    Phase,
    Player,
    State,
    Unit,
    Where,
)  # fmt: skip
from sandtable.skirmish.situations import WrittenMark
from sandtable.table import Figure, snap
from sandtable.table.measuring import depth, overlap

NOBODY = (4, 4)
"""Quality and Defense of a model without an entry."""
SIZES = {"large": (72.0, 48.0), "small": (48.0, 48.0)}
ZONE_DEPTH = 12.0
"""RV-2.4."""
MOST_IN_A_UNIT = 40
MOST_MODELS = 240
"""On both sides together: more than twice what 1,000 points bring. A referee who must look at a thousand models makes
everybody wait."""
PHASES: dict[str, tuple[Phase, Deployment]] = {
    "markers": ("markers", ""), "zones": ("zones", ""), "beginning": ("beginning", ""),
    "deployment": ("deploy", "normal"), "scout deployment": ("deploy", "scout"),
    "ambush deployment": ("deploy", "ambush"), "activation": ("turn", ""), "end": ("end", ""),
}  # fmt: skip


class InlineWeapon(Struct, forbid_unknown_fields=True):
    name: str
    range: float = 0.0
    attacks: int = 1
    rules: list[str] = []


class OwnModel(Struct, forbid_unknown_fields=True):
    """What differs in one model of a unit."""

    name: str = ""
    at: list[float] | None = None
    quality: int | None = None
    defense: int | None = None
    rules: list[str] | None = None
    weapons: list[str | InlineWeapon] | None = None
    base: float | None = None
    mounted: bool | None = None
    wounds: int = 0
    tokens: int = 0
    fallen: bool = False


class Standing(Struct, forbid_unknown_fields=True):
    """A unit as a case describes it."""

    name: str
    player: str
    entry: str = ""
    upgrades: list[str] = []
    count: int | None = None
    quality: int | None = None
    defense: int | None = None
    rules: list[str] | None = None
    weapons: list[str | InlineWeapon] | None = None
    base: float | None = None
    mounted: bool | None = None
    models: list[OwnModel] = []
    hero: OwnModel | None = None
    hero_entry: str = ""
    at: list[float | list[float]] | None = None
    columns: int = 5
    started: int | None = None
    cost: int | None = None
    """Without it what the entries cost; of what has none, 0."""
    inside: str = ""
    status: Where | Literal[""] = ""
    deployed: int | None = None
    activated: bool = False
    fatigued: bool = False
    shaken: bool = False
    spells: list[str] = []


class Seat(Struct, forbid_unknown_fields=True):
    name: str
    army: str = ""
    zone: int | None = None
    done: bool = False


class Situation(Struct, forbid_unknown_fields=True):
    player: list[Seat]
    unit: list[Standing] = []
    marker: list[WrittenMark] = []
    map: str = "open"
    table: str | tuple[float, float] = "large"
    terrain: list[Piece] = []
    zones: list[Outline] = []
    zone_type: str = ""
    markers_left: int = 0
    round: int = 1
    phase: str = "activation"
    turn: str = ""
    first: str = ""
    finished: str = ""


def situation(data: Mapping[str, Any], options: Options) -> State:
    case = typed("situation", data, Situation)
    if len(case.player) != 2:
        raise SetupError(f"a battle has two commanders, not {len(case.player)}", "RV-1.1")
    if not 1 <= case.round <= ROUNDS:
        raise SetupError(f"a game has rounds 1 to {ROUNDS}, not {case.round}", "RV-3.1")
    if case.phase not in PHASES:
        raise SetupError(f"there is no phase {shown(case.phase)}: {', '.join(PHASES)}", "RV-3.2")
    if case.markers_left and len(case.marker) + case.markers_left > len(LETTERS):
        raise SetupError(f"a battle has {len(LETTERS)} markers at most, those that are left among them", "RV-1.3")
    size = _size(case)
    raised = Raised([], [])
    for one in case.unit:
        _raise(raised, case, one)
    _check_names(case, raised)
    phase, deployment = PHASES[case.phase]
    state = State(
        [Player(one.name, _army(one.army), seat if one.zone is None else _zone(one), one.done)
         for seat, one in enumerate(case.player)],
        raised.units, raised.models,
        map=_map(case.map), size=size, terrain=tuple(case.terrain), zones=_zones(case, size),
        cohesion=reading(options),
        to_place=at_least(0, "markers_left", case.markers_left),
        phase=phase, deployment=deployment, round=case.round,
        turn=_seat(case, case.turn), first=_seat(case, case.first or case.turn),
        finished=_seat(case, case.finished) if case.finished else -1,
    )  # fmt: skip
    _markers(state, case)
    for unit, one in zip(state.units, case.unit, strict=True):
        _stand(state, unit, one)
    for unit, one in zip(state.units, case.unit, strict=True):
        if one.inside:
            _board(state, unit, one)
        unit.deployed = one.deployed if one.deployed is not None else int(unit.where in (HERE, INSIDE))
    _check_overlap(state)
    return state


def _size(case: Situation) -> tuple[float, float]:
    if case.map.casefold() not in ("", "open"):
        table = lookup("map", case.map, content().maps, "RV-1.2").map.table
        return table.width, table.height
    if isinstance(case.table, str):
        return lookup("table", case.table, SIZES, "RV-1.2")
    width, depth = case.table
    if not (12 <= width <= 120 and 12 <= depth <= 120):
        raise SetupError("a table is 12″ to 120″ wide and deep", "RV-1.2")
    return snap(width), snap(depth)


def _map(name: str) -> str:
    return "" if name.casefold() in ("", "open") else lookup("map", name, content().maps, "RV-1.2").name


def _army(name: str) -> str:
    return lookup("army", name, content().armies, "RV-21.14").name if name else ""


def _zone(one: Seat) -> int:
    if one.zone not in (0, 1):
        raise SetupError(f"{one.name}: zone is 0 or 1", "RV-2.4")
    return int(one.zone)


def _zones(case: Situation, size: tuple[float, float]) -> tuple[Outline, ...]:
    """The map's own, or two strips along the long edges (RV-2.4)."""
    if case.zones:
        if len(case.zones) != 2:
            raise SetupError("there are two deployment zones", "RV-2.4")
        return tuple(tuple((snap(x), snap(y)) for x, y in outline) for outline in case.zones)
    if case.map.casefold() not in ("", "open"):
        board = lookup("map", case.map, content().maps)
        return content().zones[board.table, case.zone_type or board.zones].outlines
    width, depth = size
    deep = min(ZONE_DEPTH, depth / 4)
    return (
        ((0.0, 0.0), (width, 0.0), (width, deep), (0.0, deep)),
        ((0.0, depth - deep), (width, depth - deep), (width, depth), (0.0, depth)),
    )


def _seat(case: Situation, name: str) -> int:
    return lookup("player", name, {one.name: seat for seat, one in enumerate(case.player)}, "RV-1.1") if name else 0


def _check_names(case: Situation, raised: Raised) -> None:
    """Players, units and models have different names; a unit of one model is called as its model."""
    alone = {unit.name for unit in raised.units if len(unit.models) == 1}
    names = [one.name for one in case.player] + [one.name for one in case.unit] + [one.name for one in case.marker]
    names += [model.name for model in raised.models if model.name not in alone]
    if unique_names(names, "units, models or players", RESERVED) != names:
        twice = next(name for name in names if names.count(name) > 1)
        raise SetupError(f"two units, models, markers or players are called {shown(twice)}")


def _markers(state: State, case: Situation) -> None:
    where = field_of(state)
    found = []
    for one in case.marker:
        x, y = _on_table(state, one.name, one.at)
        found.append(Marker(one.name, x, y, where.height_at(x, y)))
    state.markers = tuple(found)
    state.controlled = tuple(_seat(case, one.controlled) if one.controlled else -1 for one in case.marker)


def _on_table(state: State, what: str, at: Sequence[float]) -> tuple[float, float]:
    width, depth = state.size
    if len(at) != 2 or not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        raise SetupError(f"{what}: at is [x, y] on a table of {width:g}″ by {depth:g}″", "RV-8.6")
    return snap(at[0]), snap(at[1])


# ---- units ----------------------------------------------------------------------------------------


def _raise(raised: Raised, case: Situation, one: Standing) -> None:
    profiles = _profiles(one)
    names = model_names(one.name, profiles)
    for number, own in enumerate(_own(one, len(profiles))):
        if own is not None and own.name:
            names[number] = own.name
    if len(raised.models) + len(profiles) > MOST_MODELS:
        raise SetupError(f"a battle has at most {MOST_MODELS} models")
    raised.add(one.name, _seat(case, one.player), profiles, names, _cost(one))


def _entry(name: str) -> Entry:
    entries = {name: entry for army in content().armies.values() for name, entry in army.units.items()}
    return lookup("entry", name, entries, "RV-21.1")


def _cost(one: Standing) -> int:
    if one.cost is not None:
        return at_least(0, "cost", one.cost)
    listed = [(one.entry, one.upgrades), (one.hero_entry, [])]
    return sum(entry_cost(_entry(name), upgrades) for name, upgrades in listed if name)


def _profiles(one: Standing) -> list[Profile]:
    found = content()
    base: list[Profile] = []
    if one.entry:
        base = list(entry_models(found, _entry(one.entry), one.upgrades))
    given = len(_points(one)) - (_has_hero(one) and (one.hero is None or one.hero.at is None))
    size = one.count if one.count is not None else max(len(one.models), len(base), given, 1)
    if not 1 <= size <= MOST_IN_A_UNIT:
        raise SetupError(f"{one.name}: a unit has 1 to {MOST_IN_A_UNIT} models, not {size}", "RV-19.9")
    shared = OwnModel("", None, one.quality, one.defense, one.rules, one.weapons, one.base, one.mounted)
    plain = [_profile(one.name, base[min(n, len(base) - 1)] if base else None, shared) for n in range(size)]
    ranks = [
        _profile(own.name or one.name, profile, own) if own else profile
        for profile, own in zip(plain, _ranks_own(one, size), strict=True)
    ]
    return ranks + _joined(one)


def _joined(one: Standing) -> list[Profile]:
    """The Hero who has joined the unit; he is listed last."""
    if not _has_hero(one):
        return []
    base = entry_models(content(), _entry(one.hero_entry), [])[0] if one.hero_entry else None
    own = one.hero or OwnModel()
    if base is None:
        own.rules = list(dict.fromkeys(["Hero", *(own.rules or [])]))
    return [_profile(own.name or (base.name if base else f"Hero of {one.name}"), base, own)]


def _has_hero(one: Standing) -> bool:
    return one.hero is not None or bool(one.hero_entry)


def _ranks_own(one: Standing, size: int) -> list[OwnModel | None]:
    """What each model has of its own, a joined Hero left out."""
    if len(one.models) > size:
        raise SetupError(f"{one.name} has {size} models; the case describes {len(one.models)}", "RV-19.9")
    return [*one.models, *[None] * (size - len(one.models))]


def _own(one: Standing, size: int) -> list[OwnModel | None]:
    """The same, the Hero last."""
    if not _has_hero(one):
        return _ranks_own(one, size)
    return [*_ranks_own(one, size - 1), one.hero or OwnModel()]


def _profile(name: str, base: Profile | None, own: OwnModel) -> Profile:
    """A model: as its entry says, or as the case says."""
    written = _rules_of(base) if own.rules is None else own.rules
    weapons = base.weapons if base and own.weapons is None else tuple(_weapon(one) for one in own.weapons or [])
    return read_profile(
        base.name if base else name,
        own.quality if own.quality is not None else base.quality if base else NOBODY[0],
        own.defense if own.defense is not None else base.defense if base else NOBODY[1],
        written, weapons, content().rules,
        base=own.base if own.base is not None else base.base if base and own.rules is None else 0.0,
        mounted=own.mounted if own.mounted is not None else bool(base and base.mounted),
    )  # fmt: skip


def _rules_of(base: Profile | None) -> list[str]:
    """The rules of a profile as lists write them."""
    if base is None:
        return []
    numbers = {"Impact": base.impact, "Caster": base.caster, "Transport": base.transport}
    rules = [f"{rule}({numbers[rule]})" if rule in numbers else rule for rule in sorted(base.rules)]
    return rules + ([f"Tough({base.tough})"] if base.tough else [])


def _weapon(weapon: str | InlineWeapon) -> Weapon:
    found = content()
    if isinstance(weapon, str):
        return lookup("weapon", weapon, found.weapons, "RV-21.1")
    return read_weapon(Weapon(weapon.name, weapon.range, weapon.attacks, tuple(weapon.rules)), found.rules)


def _points(one: Standing) -> list[list[float]]:
    """The places that a case gives to the models one by one."""
    at = one.at or []
    return [place for place in at if isinstance(place, list)]


# ---- how they stand -------------------------------------------------------------------------------


def _stand(state: State, unit: Unit, one: Standing) -> None:
    unit.activated, unit.fatigued, unit.shaken = one.activated, one.fatigued, one.shaken
    unit.spells = tuple(_spell(name) for name in one.spells)
    models = [state.models[number] for number in unit.models]
    for model, own in zip(models, _own(one, len(models)), strict=True):
        if own is not None:
            _suffered(model, own)
    unit.started = len(models) if one.started is None else at_least(len(models), f"{unit.name}: started", one.started)
    _place(state, unit, one, models)
    if one.status:
        unit.where = one.status
    if unit.where in (DESTROYED, ROUTED):
        for model in models:
            model.fallen = True
    elif all(model.fallen for model in models):
        raise SetupError(f'{unit.name} has no model left: say status = "{DESTROYED}"', "RV-12.16")


def _spell(name: str) -> Spell:
    return lookup("spell", name, {n: s for army in content().armies.values() for n, s in army.spells.items()})


def _suffered(model: Model, own: OwnModel) -> None:
    if not 0 <= own.wounds < model.profile.wounds and not own.fallen:
        most = model.profile.wounds - 1
        raise SetupError(f"{model.name}: wounds is 0 to {most} for a model in play, not {own.wounds}", "RV-12.12")
    if not 0 <= own.tokens <= MOST_TOKENS:
        raise SetupError(f"{model.name}: tokens is 0 to {MOST_TOKENS}, not {own.tokens}", "RV-21.13")
    model.wounds, model.tokens, model.fallen = own.wounds, own.tokens, own.fallen


def _place(state: State, unit: Unit, one: Standing, models: Sequence[Model]) -> None:
    """A place for each model: its own, the list's, or in ranks from where the first stands."""
    given = [own.at if own else None for own in _own(one, len(models))]
    listed = _points(one)
    corner = [place for place in one.at or [] if isinstance(place, int | float)]
    ranks = _ranks(corner, [model.radius for model in models], one.columns) if corner else []
    places = [
        own if own is not None else listed[n] if n < len(listed) else ranks[n] if ranks else None
        for n, own in enumerate(given)
    ]
    if all(place is None for place in places):
        return
    for model, place in zip(models, places, strict=True):
        if place is None and not model.fallen:
            raise SetupError(f"{unit.name}: there is no place for {model.name}", "RV-19.9")
        if place is not None:
            model.x, model.y = _on_table(state, model.name, place)
            model.z = field_of(state).height_at(model.x, model.y)
    unit.where = HERE


def in_ranks(written: Mapping[str, Any]) -> list[tuple[float, float, float]]:
    """Where the models of a written unit stand in ranks from its `at`, or from [0, 0], and the radii of their bases."""
    one = typed("unit", written, Standing)
    radii = [profile.base / 2 for profile in _profiles(one)]
    corner = [place for place in one.at or [0.0, 0.0] if isinstance(place, int | float)]
    return [(x, y, radius) for (x, y), radius in zip(_ranks(corner, radii, one.columns), radii, strict=True)]


def _ranks(corner: Sequence[float], radii: Sequence[float], columns: int) -> list[list[float]]:
    """Ranks from a corner, half an inch from base to base."""
    if len(corner) != 2 or columns < 1:
        raise SetupError("at is [x, y], and columns is 1 or more", "RV-19.9")
    pitch = 2 * max(radii) + 0.5
    return [[corner[0] + pitch * (n % columns), corner[1] + pitch * (n // columns)] for n in range(len(radii))]


def _board(state: State, unit: Unit, one: Standing) -> None:
    transport = next((other for other in state.units if other.name.casefold() == one.inside.casefold()), None)
    if transport is None or transport.side != unit.side:
        raise SetupError(f"{unit.name}: there is no Transport {shown(one.inside)} of its side", "RV-21.20")
    members = state.members(unit)
    space = sum(model.profile.transport for model in state.members(transport))
    aboard = [other for other in state.passengers(transport) if other is not unit]
    riders = [*members, *(model for other in aboard for model in state.members(other))]
    if not all(model.profile.rides for model in members):
        raise SetupError(f"{unit.name} cannot ride: it is Large, mounted or a Transport itself", "RV-21.19")
    if sum(model.profile.spaces for model in riders) > space:
        raise SetupError(f"{transport.name} has {space} spaces; its passengers take more", "RV-21.19")
    unit.rides = transport.number
    unit.where = INSIDE if transport.here else OFF


def _check_overlap(state: State) -> None:
    """Bases never overlap, and none sticks out over the edge of the table (RV-8.1, RV-8.6)."""
    table = field_of(state).table
    figures: list[Figure] = []
    for model in state.standing():
        here = figure(state, model)
        if not table.fits(here):
            raise SetupError(f"{model.name} would stand partly off the table", "RV-8.6")
        for other in figures:
            if overlap(here, other) and depth(here, other) >= -ROUNDING.shortest(0.0):
                raise SetupError(f"{model.name} would stand on {other.id}", "RV-8.1")
        figures.append(here)
