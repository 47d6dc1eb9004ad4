"""Does the content of a Setting fit together? Every mistake names the Setting, the file and the entry."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.errors import RulebookError
from sandtable.engine.lists import check_known, in_file
from sandtable.rulesets.op_en import parameters
from sandtable.rulesets.op_en.effects import Armour, Brings, Deed, EffectWord, Hook, Summon

if TYPE_CHECKING:
    from sandtable.rulesets.op_en.content import Entry, Prices, Setting, Weapon

LEVELS = (4, 6, 8, 10, 12)
"""The Levels at which a Stat may start (OE-1.21)."""


def check(found: Setting, hooks: Iterable[str]) -> None:
    """Raises RulebookError for the first mistake."""
    in_file("setting.toml", parameters.check, found.override, "Setting")
    _ranks(found)
    _forms(found)
    _names(found)
    _prices(found)
    _deeds(found)
    _named_in_effects(found, hooks)
    _scenarios(found)


def _ranks(found: Setting) -> None:
    if sorted(found.ranks) != [1, 2, 3, 4]:
        raise RulebookError("ranks.toml: there are Ranks 1, 2, 3 and 4 (OE-19.8)")
    for rank in found.ranks.values():
        values = (rank.core, *rank.others)
        if any(value not in LEVELS for value in values):
            raise RulebookError(f"ranks.toml: {rank.title}: Stats are 4, 6, 8, 10 or 12 (OE-1.21)")
        if sum(values) != rank.cost:
            raise RulebookError(
                f"ranks.toml: {rank.title} costs {rank.cost}; its values add up to {sum(values)} (OE-19.23)"
            )
    if found.ranks[1].talents or found.ranks[2].talents:
        raise RulebookError("ranks.toml: Skills and Abilities are for Ranks 3 and 4 at creation (OE-19.16)")


def _forms(found: Setting) -> None:
    for form in found.forms.values():
        if not (4 <= form.move <= 12 and 4 <= form.body <= 12):
            raise RulebookError(f"forms.toml: {form.name}: Move and Body are 4 to 12 (OE-19.22)")


def _names(found: Setting) -> None:
    """One name, one thing: a force file lists names alone."""
    lists: tuple[tuple[str, Iterable[str]], ...] = (
        ("weapons.toml", found.weapons), ("armour.toml", found.protections), ("items.toml", found.items),
    )  # fmt: skip
    seen: dict[str, str] = {}
    for file, names in lists:
        for name in names:
            if name.casefold() in seen:
                raise RulebookError(f"{file}: {name} stands in {seen[name.casefold()]} too")
            seen[name.casefold()] = file


def _prices(found: Setting) -> None:
    """A Setting that states a formula keeps to it, wherever a price is a number."""
    prices = found.prices
    if prices is None:
        return
    for form in found.forms.values():
        extras = prices.flying * ("flying" in form.flags) + prices.swimming * ("swimming" in form.flags)
        _check_price("forms.toml", form, form.move + form.body + extras)
    for weapon in found.weapons.values():
        _check_price("weapons.toml", weapon, _weapon_price(prices, weapon))
    for one in found.protections.values():
        if not one.shield:
            points = sum(effect.points for effect in one.effects if isinstance(effect, Armour))
            _check_price("armour.toml", one, prices.armour * points + prices.special * one.specials)


def _weapon_price(prices: Prices, weapon: Weapon) -> int:
    """The melee formula, or that of the last range for what shoots."""
    price = prices.damage * weapon.damage + prices.special * weapon.specials
    if weapon.bands:
        last = max(band.to for band in weapon.bands if not isinstance(band.to, str))
        return price + ceil(last / prices.range_per_mark)
    modifier = prices.plus if weapon.plus > 0 else prices.minus
    return price + prices.melee + prices.reach * weapon.reach + modifier * weapon.plus


def _check_price(file: str, entry: Entry, right: int) -> None:
    if isinstance(entry.cost, int) and entry.cost != right:
        raise RulebookError(f"{file}: {entry.name} costs {entry.cost}; the formula gives {right}")


def _deeds(found: Setting) -> None:
    entries: list[tuple[str, Entry]] = [
        *(("skills.toml", skill) for skill in found.skills.values()),
        *(("items.toml", item) for item in found.items.values()),
    ]
    for file, entry in entries:
        deed = getattr(entry, "deed", None)
        test = deed.test if deed else None
        if test is None:
            continue
        if (test.kind == "fixed") != (test.target > 0):
            raise RulebookError(f"{file}: {entry.name}: a Fixed Test, and no other, has a Target Number (OE-3.12)")
        if (test.kind == "opposed") != (test.against is not None):
            raise RulebookError(f"{file}: {entry.name}: an Opposed Test, and no other, names two Stats (OE-3.15)")


def _named_in_effects(found: Setting, hooks: Iterable[str]) -> None:
    """Companions and hooks that effects name must exist."""
    known = list(hooks)
    for file, entry, effect in every_effect(found):
        if isinstance(effect, Brings | Summon):
            check_known(file, entry, "companion", [effect.companion], found.companions)
        elif isinstance(effect, Hook):
            check_known(file, entry, "hook", [effect.name], known)


def every_effect(found: Setting) -> Iterable[tuple[str, str, EffectWord]]:
    """Each effect of Talents, Equipment and objectives with its file and entry, those inside others too."""
    lists: tuple[tuple[str, dict[str, Entry]], ...] = (
        ("forms.toml", {**found.forms}), ("traits.toml", {**found.traits}), ("skills.toml", {**found.skills}),
        ("abilities.toml", {**found.abilities}), ("weapons.toml", {**found.weapons}),
        ("armour.toml", {**found.protections}), ("items.toml", {**found.items}),
    )  # fmt: skip
    for file, entries in lists:
        for name, entry in entries.items():
            yield from ((file, name, effect) for effect in _inside(entry))
    for scenario in found.scenarios.values():
        for objective in scenario.objectives:
            yield from (("scenarios", scenario.name, effect) for effect in _inside(objective))


def _inside(thing: Struct) -> Iterable[EffectWord]:
    """The effects in the fields of an entry, of its deed, and of effects themselves."""
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, EffectWord):
                yield one
            if isinstance(one, EffectWord | Deed):
                yield from _inside(one)


def _scenarios(found: Setting) -> None:
    for scenario in found.scenarios.values():
        file = f"scenarios: {scenario.name}"
        check_known(file, scenario.name, "map", [scenario.map], found.maps)
        in_file(file, parameters.check, scenario.override, "Scenario")
        names = [objective.name for objective in scenario.objectives]
        for extra in scenario.characters:
            check_known(file, extra.profile.name, "objective", [extra.objective] if extra.objective else [], names)
