"""From a list to the models that take the field: upgrades handed out, Heroes joined, passengers on board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names
from sandtable.rulesets.riverside.content import Army, Content, Entry, ListedUnit, OwnUnit, Upgrade
from sandtable.rulesets.riverside.profiles import Profile, Weapon, read_profile, read_weapon

MOST_MODELS = 40
"""In a unit of somebody's own."""


class Mustered(Struct, frozen=True):
    """A unit that takes the field: its models in the order of the list, a joined Hero last (RV-12.6). `parts` are the
    numbers of the listed units it is made of; `rides` is the name of the Transport it starts in."""

    name: str
    models: tuple[Profile, ...]
    points: int
    parts: tuple[int, ...]
    rides: str = ""

    @property
    def hero(self) -> bool:
        return any(model.hero for model in self.models)


class _Draft(Struct):
    """A model while upgrades are handed out."""

    weapons: list[str]
    rules: list[str]
    upgrades: int = 0


# ---- one listed unit ------------------------------------------------------------------------------


def enlisted(found: Content, army: Army | None, listed: ListedUnit, name: str) -> tuple[tuple[Profile, ...], int]:
    """The models of a listed unit, and what it costs."""
    if listed.own is not None:
        if army is not None:
            raise SetupError(f"{name} is of no list; the others are of the {army.name}", "RV-21.37")
        models = own_models(found, listed.own, name)
        return models, found.formula.unit(models)
    if army is None:
        raise SetupError(f"{name}: a unit of no army list says itself what it is", "RV-21.37")
    entry = entry_of(found, army, listed)
    return entry_models(found, entry, listed.upgrades), entry_cost(entry, listed.upgrades)


def entry_of(found: Content, army: Army, listed: ListedUnit) -> Entry:
    """The entry that a list names; one of another army is refused by name (RV-21.37)."""
    for other in found.armies.values():
        if other is not army and listed.unit in other.units and listed.unit not in army.units:
            raise SetupError(f"{listed.unit} is of the {other.name}, not of the {army.name}", "RV-21.37")
    return lookup("unit", listed.unit, army.units, "RV-21.37")


def entry_models(found: Content, entry: Entry, names: Sequence[str]) -> tuple[Profile, ...]:
    """An entry with its upgrades."""
    bought = bought_upgrades(entry, names)
    size = max([entry.size, *(upgrade.size for upgrade in bought)])
    drafts = [_Draft(list(entry.weapons), list(entry.rules)) for _ in range(size)]
    for upgrade in bought:
        for draft in drafts if upgrade.all else [_receiver(entry, upgrade, drafts)]:
            _hand_out(upgrade, draft)
    return tuple(
        read_profile(
            entry.name, entry.quality, entry.defense, draft.rules, [found.weapons[name] for name in draft.weapons],
            found.rules, mounted=entry.mounted,
        )
        for draft in drafts
    )  # fmt: skip


def bought_upgrades(entry: Entry, names: Sequence[str]) -> list[Upgrade]:
    """The upgrades a list buys; each as often as its entry allows, and one size at most."""
    table = {upgrade.name: upgrade for upgrade in entry.upgrades}
    bought = [lookup(f"upgrade of {entry.name}", name, table, "RV-21.36") for name in names]
    for upgrade, count in Counter(bought).items():
        if count > upgrade.most:
            raise SetupError(f"{entry.name}: {upgrade.name} {count} times; {upgrade.most} is the most", "RV-21.36")
    if sum(bool(upgrade.size) for upgrade in bought) > 1:
        raise SetupError(f"{entry.name}: a unit has one size", "RV-21.36")
    return bought


def _receiver(entry: Entry, upgrade: Upgrade, drafts: Sequence[_Draft]) -> _Draft:
    """The model with the fewest upgrades gets the next one, from the back, so that the plain models come first."""
    able = [draft for draft in drafts if not upgrade.replaces or upgrade.replaces in draft.weapons]
    if not able:
        raise SetupError(f"{entry.name}: nobody has a {upgrade.replaces} left for {upgrade.name}", "RV-21.36")
    return min(reversed(able), key=lambda draft: draft.upgrades)


def _hand_out(upgrade: Upgrade, draft: _Draft) -> None:
    draft.upgrades += not upgrade.size
    draft.rules += upgrade.rules
    if upgrade.replaces:
        draft.weapons[draft.weapons.index(upgrade.replaces)] = upgrade.adds
    elif upgrade.adds:
        draft.weapons.append(upgrade.adds)


def entry_cost(entry: Entry, names: Sequence[str]) -> int:
    return entry.points + sum(upgrade.points for upgrade in bought_upgrades(entry, names))


def own_models(found: Content, own: OwnUnit, name: str) -> tuple[Profile, ...]:
    """The models of somebody's own unit. What not every model has is dealt out one after the other, going on where the
    last weapon or kit ended: 8 rifles and 2 rocket tubes are for ten models."""
    if not 1 <= own.size <= MOST_MODELS:
        raise SetupError(f"{name}: a unit has 1 to {MOST_MODELS} models, not {own.size}", "RV-21.1")
    weapons: list[list[Weapon]] = [[] for _ in range(own.size)]
    rules = [list(own.rules) for _ in range(own.size)]
    turn = 0
    for one in own.weapons:
        weapon = read_weapon(Weapon(one.name, one.range, one.attacks, one.rules), found.rules)
        for _ in range(_count(name, one.name, one.count, own.size)):
            weapons[turn % own.size].append(weapon)
            turn += 1
    for kit in own.kits:
        for number in range(_count(name, kit.name, kit.count, own.size)):
            rules[-1 - number % own.size] += kit.rules
    return tuple(
        read_profile(name, own.quality, own.defense, has, carried, found.rules, mounted=own.mounted)
        for has, carried in zip(rules, weapons, strict=True)
    )


def _count(name: str, what: str, count: int, size: int) -> int:
    if not 0 <= count <= 10 * MOST_MODELS:
        raise SetupError(f"{name}: {count} of {what} cannot be dealt out", "RV-21.1")
    return count or size


# ---- a whole list ---------------------------------------------------------------------------------


def muster(
    found: Content, army: Army | None, units: Sequence[ListedUnit], reserved: frozenset[str] = frozenset()
) -> list[Mustered]:
    """All units of a list (RV-21.37; its limits are in roster.py), Heroes with the units they join; every mistake that
    can be found in one go."""
    names = unique_names((unit.name or unit.unit for unit in units), "units", reserved)
    mistakes = Mistakes()
    sole: dict[str, Mustered] = {}
    for number, (listed, name) in enumerate(zip(units, names, strict=True)):
        with mistakes:
            models, points = enlisted(found, army, listed, name)
            sole[name] = Mustered(name, models, points, (number,), listed.rides)
    mistakes.tell()
    joined = _joined(sole, dict(zip(names, units, strict=True)), mistakes)
    mistakes.tell()
    check_passengers(joined)
    return joined


def _joined(sole: dict[str, Mustered], listed: dict[str, ListedUnit], mistakes: Mistakes) -> list[Mustered]:
    """Heroes stand behind the units they join, and are no units of their own any more (RV-21.5)."""
    whole = dict(sole)
    for name, unit in listed.items():
        if not unit.joins:
            continue
        with mistakes:
            host = lookup("unit to join", unit.joins, whole, "RV-21.5")
            check_joining(sole[name], sole[host.name], host)
            if unit.rides and unit.rides != host.rides:
                raise SetupError(f"{name} rides where {host.name} does; leave it out", "RV-21.5")
            whole[host.name] = Mustered(
                host.name, host.models + sole[name].models, host.points + sole[name].points,
                host.parts + sole[name].parts, host.rides,
            )  # fmt: skip
            del whole[name]
    return list(whole.values())


def check_joining(hero: Mustered, host: Mustered, already: Mustered) -> None:
    """A Small Hero joins a unit of two or more that has no Hero yet (RV-21.5). `already`: the host with whoever has
    joined it before."""
    if not hero.hero or len(hero.models) != 1:
        raise SetupError(f"{hero.name} is no Hero and joins nobody", "RV-21.5")
    if hero.models[0].large:
        raise SetupError(f"{hero.name} is Large: only a Small Hero joins a unit", "RV-21.5")
    if len(host.models) < 2:
        raise SetupError(f"{host.name} is a single model: a Hero joins a unit of two or more", "RV-21.5")
    if already.hero:
        raise SetupError(f"{host.name} has a Hero already", "RV-21.5")


def check_passengers(units: Sequence[Mustered]) -> None:
    """Who starts in a Transport fits into it (RV-21.19, RV-21.20)."""
    mistakes = Mistakes()
    table = {unit.name: unit for unit in units}
    spaces: Counter[str] = Counter()
    for unit in units:
        if not unit.rides:
            continue
        with mistakes:
            carrier = lookup("Transport", unit.rides, table, "RV-21.20")
            space = sum(model.transport for model in carrier.models)
            if not space:
                raise SetupError(f"{carrier.name} is no Transport", "RV-21.19")
            if not all(model.rides for model in unit.models):
                raise SetupError(f"{unit.name} cannot ride: it is Large, mounted or a Transport itself", "RV-21.19")
            spaces[carrier.name] += sum(model.spaces for model in unit.models)
            if spaces[carrier.name] > space:
                used = spaces[carrier.name]
                raise SetupError(f"{carrier.name} has {space} spaces; its passengers take {used}", "RV-21.19")
    mistakes.tell()
