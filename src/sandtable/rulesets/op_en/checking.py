"""Does a Setting fit together? Every mistake names the Setting, the file and the entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.engine.errors import RulebookError
from sandtable.engine.lists import check_known
from sandtable.rulesets.op_en.effects import Brings, Effect, Summon

if TYPE_CHECKING:
    from sandtable.rulesets.op_en.content import Entry, Setting

LEVELS = (4, 6, 8, 10, 12)
"""The Levels at which a Stat may start (OE-1.21)."""


def check(found: Setting) -> None:
    """Raises RulebookError for the first mistake."""
    _ranks(found)
    _forms(found)
    _names(found)
    _deeds(found)
    _companions(found)
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


def _companions(found: Setting) -> None:
    for file, entry, effect in every_effect(found):
        if isinstance(effect, Brings | Summon):
            check_known(file, entry, "companion", [effect.companion], found.companions)


def every_effect(found: Setting) -> Iterable[tuple[str, str, Effect]]:
    """Each effect of Talents and Equipment with its file and entry."""
    lists: tuple[tuple[str, dict[str, Entry]], ...] = (
        ("forms.toml", {**found.forms}), ("traits.toml", {**found.traits}), ("skills.toml", {**found.skills}),
        ("abilities.toml", {**found.abilities}), ("weapons.toml", {**found.weapons}),
        ("armour.toml", {**found.protections}), ("items.toml", {**found.items}),
    )  # fmt: skip
    for file, entries in lists:
        for name, entry in entries.items():
            deed = getattr(entry, "deed", None)
            yield from ((file, name, effect) for effect in entry.effects)
            if deed is not None:
                yield from ((file, name, effect) for effect in (*deed.success, *deed.degree, *deed.rule_of_1))


def _scenarios(found: Setting) -> None:
    for scenario in found.scenarios.values():
        file = f"scenarios: {scenario.name}"
        check_known(file, scenario.name, "map", [scenario.map], found.maps)
        names = [objective.name for objective in scenario.objectives]
        for extra in scenario.characters:
            check_known(file, extra.profile.name, "objective", [extra.objective] if extra.objective else [], names)
