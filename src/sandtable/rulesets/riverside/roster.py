"""Armies: building, pricing, checking (RV-21.36, RV-21.37), and their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError
from sandtable.engine.forces import ForceCard, PricedForce, PricedModel, replaced
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import typed, written_for
from sandtable.rulesets.riverside.content import Army, Content, ListedUnit, ReadyArmy, Spell, content
from sandtable.rulesets.riverside.muster import Mustered, enlisted, muster
from sandtable.rulesets.riverside.notation import check_writable, read_list, write_list
from sandtable.rulesets.riverside.profiles import Profile, Weapon, written

MOST_UNITS = 40


class ForceFile(Struct, forbid_unknown_fields=True):
    """An army as a file holds it. `army`: the list it is built from; without one every unit is of somebody's own, and
    `spells` names the army whose spells its Casters know."""

    ruleset: str
    name: str = ""
    army: str = ""
    points: int = 0
    units: list[ListedUnit] = []
    spells: str = ""


class Roster(Struct, frozen=True):
    """An army that has been checked: the units that take the field, and the lines of its sheet."""

    name: str
    spells: str
    """The army whose spells its Casters know."""
    units: tuple[Mustered, ...]
    lines: tuple[PricedModel, ...]
    points: int


# ---- the hooks ------------------------------------------------------------------------------------


def price_force(data: Mapping[str, Any]) -> PricedForce:
    """Checks an army and adds up its points; each listed unit is a line."""
    roster = check_force(content(), read_force(data))
    return PricedForce(roster.name, roster.lines, roster.points)


def ready_forces() -> list[dict[str, Any]]:
    """The ready armies as force files."""
    return [ready_force(ready) for ready in content().ready.values()]


def ready_force(ready: ReadyArmy) -> dict[str, Any]:
    return {
        "ruleset": "riverside", "name": ready.name, "army": ready.army, "points": ready.limit,
        "units": plain(ready.units),
    }  # fmt: skip


def with_force(setup: Mapping[str, Any], seat: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with this army for a player, who keeps his name."""
    file = read_force(force)
    check_force(content(), file)
    kept = {"army": file.army, "units": plain(file.units), "spells": file.spells}
    return replaced(setup, "player", seat, ("name",), {key: value for key, value in kept.items() if value})


def force_text(data: Mapping[str, Any]) -> str:
    """An army as people write it; reading that gives the same army again."""
    file = read_force(data)
    check_force(content(), file)
    return write_list(content(), file.name or file.army, file.army, file.spells, file.points, file.units)


def force_from_text(text: str) -> dict[str, Any]:
    """The force file that a written list stands for; a mistake names its line."""
    one = read_list(content(), text)
    file = {"ruleset": "riverside", "name": one.name, "points": one.points, "units": plain(one.units)}
    return file | {key: value for key, value in (("army", one.army), ("spells", one.spells)) if value}


def plain(units: Sequence[ListedUnit]) -> list[dict[str, Any]]:
    """Units as a file holds them: what is usual is left out."""
    written_out: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(units))
    return written_out


def read_force(data: Mapping[str, Any]) -> ForceFile:
    file = typed("force", data, ForceFile)
    written_for("riverside", file.ruleset)
    return file


# ---- checking -------------------------------------------------------------------------------------


def check_force(found: Content, file: ForceFile, free: bool = False) -> Roster:
    """The army with all its limits; `free` is the first battle, to which they do not apply."""
    if not 1 <= len(file.units) <= MOST_UNITS:
        raise SetupError(f"an army has 1 to {MOST_UNITS} units, not {len(file.units)}", "RV-21.37")
    army = lookup("army", file.army, found.armies, "RV-21.37") if file.army else None
    for listed in file.units:
        check_writable(listed)
    units = muster(found, army, file.units)
    names = unique_names((unit.name or unit.unit for unit in file.units), "units")
    lines = tuple(
        PricedModel(name, listed.unit, enlisted(found, army, listed, name)[1])
        for name, listed in zip(names, file.units, strict=True)
    )
    spells = _spells(found, army, file, units)
    points = sum(unit.points for unit in units)
    if not free:
        _check_limits(found, file, units, points)
    return Roster(file.name or file.army, spells, tuple(units), lines, points)


def _spells(found: Content, army: Army | None, file: ForceFile, units: Sequence[Mustered]) -> str:
    """Whose spells its Casters know (RV-21.14)."""
    if army is not None:
        if file.spells and file.spells.casefold() != army.name.casefold():
            raise SetupError(f"Casters of the {army.name} know its own spells", "RV-21.14")
        return army.name
    if file.spells:
        return lookup("army", file.spells, found.armies, "RV-21.14").name
    caster = next((unit.name for unit in units if any(model.caster for model in unit.models)), None)
    if caster is not None:
        raise SetupError(f"{caster} has a Caster: say with `spells` whose spells it knows", "RV-21.14")
    return ""


def _check_limits(found: Content, file: ForceFile, units: Sequence[Mustered], points: int) -> None:
    """The points (RV-21.36), and the limits of an army (RV-21.37)."""
    mistakes = Mistakes()
    limit = file.points
    sizes = {size.points for size in found.sizes.values()}
    if limit not in sizes:
        listed = " or ".join(str(size) for size in sorted(sizes))
        raise SetupError(f"an army is built to {listed} points, not {limit}", "RV-21.36")
    with mistakes:
        if points > limit:
            raise SetupError(f"the army costs {points} points, the limit is {limit}", "RV-21.36")
    heroes = sum(model.hero for unit in units for model in unit.models)
    with mistakes:
        if heroes > (most := limit // found.limits.points_per_hero):
            raise SetupError(f"the army has {heroes} Heroes; {most} are the most at {limit} points", "RV-21.37")
    most = found.limits.same_entry[str(limit)]
    for name, count in Counter(unit.unit for unit in file.units).items():
        with mistakes:
            if count > most:
                raise SetupError(f"{name} {count} times; {most} are the most at {limit} points", "RV-21.37")
    for unit in units:
        with mistakes:
            if 100 * unit.points > found.limits.dearest_percent * limit:
                percent = found.limits.dearest_percent
                raise SetupError(f"{unit.name} costs {unit.points}, more than {percent} % of {limit}", "RV-21.37")
    with mistakes:
        if len(units) < found.limits.least_units:
            least = found.limits.least_units
            here = f"{len(units)}, joined Heroes not counted"
            raise SetupError(f"an army has at least {least} units; this one has {here}", "RV-21.37")
    mistakes.tell()


# ---- cards ----------------------------------------------------------------------------------------


def force_cards(data: Mapping[str, Any]) -> tuple[ForceCard, ...]:
    """The card of each listed unit: what it is, what it carries, what its rules mean."""
    found = content()
    file = read_force(data)
    army = lookup("army", file.army, found.armies, "RV-21.37") if file.army else None
    lines = check_force(found, file).lines
    return tuple(
        unit_card(found, enlisted(found, army, listed, line.name)[0], line, army)
        for line, listed in zip(lines, file.units, strict=True)
    )


def unit_card(found: Content, models: Sequence[Profile], line: PricedModel, army: Army | None = None) -> ForceCard:
    """A unit with its weapons and rules; models that differ have lines of their own."""
    carried = Counter(weapon for model in models for weapon in model.weapons)
    rules = {rule for model in models for rule in model.rules}
    rules |= {rule.partition("(")[0] for weapon in carried for rule in weapon.rules}
    notes = [
        (f"{count} of them", ", ".join(rule_names(profile)))
        for profile, count in Counter(models).items()
        if profile.rules and rule_names(profile) != rule_names(models[0])
    ]
    notes += [(rule, found.rules[rule].summary) for rule in sorted(rules)]
    if army is not None and any(model.caster for model in models):
        notes += [(_spell_title(spell), spell.summary) for spell in army.spells.values()]
    if army is not None and line.archetype in army.units and army.units[line.archetype].blurb:
        notes.append(("In short", army.units[line.archetype].blurb))
    return ForceCard(
        title=line.name,
        kind=line.archetype,
        points=line.points,
        stats=stats(len(models), models[0]),
        entries=tuple(_weapon_entry(weapon, count, len(models)) for weapon, count in carried.items()),
        notes=tuple(notes),
    )


def stats(size: int, model: Profile) -> tuple[tuple[str, str], ...]:
    """Models, Quality, Defense and its rules."""
    numbers = (("Models", str(size)), ("Quality", f"{model.quality}+"), ("Defense", f"{model.defense}+"))
    rules = ", ".join(rule_names(model))
    return (*numbers, ("Rules", rules)) if rules else numbers


def rule_names(model: Profile) -> list[str]:
    """Its rules as the lists write them, Tough first."""
    numbers = {"Impact": model.impact, "Caster": model.caster, "Transport": model.transport}
    given = {"Shooty"} if "Gun Freak" in model.rules else set()
    tough = [written("Tough", model.tough)] if model.tough else []
    return tough + [written(rule, numbers.get(rule, 0)) for rule in sorted(model.rules - given)]


def _weapon_entry(weapon: Weapon, count: int, size: int) -> tuple[str, str, str]:
    return weapon.name, _weapon_numbers(weapon), "" if count == size else f"{count}x"


def _weapon_numbers(weapon: Weapon) -> str:
    """'30″, A1, AP(1)'."""
    reach = [f"{weapon.range:g}″"] if weapon.range else []
    return ", ".join([*reach, f"A{weapon.attacks}", *weapon.rules])


def _spell_title(spell: Spell) -> str:
    """'Mist Shot (1 token, 18″, enemy)'."""
    tokens = "1 token" if spell.cost == 1 else f"{spell.cost} tokens"
    return f"{spell.name} ({tokens}, {spell.range:g}″, {spell.target})"
