"""What a model is (RV-21.1): its weapons, its special rules and its size, as a list or a situation writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct

from sandtable.engine.errors import SetupError, near, shown

LARGE = 6
"""Tough(6) makes a model Large; a Hero needs more (RV-19.5)."""
HERO_INFANTRY = 3
"""A Hero up to this Tough is Infantry (RV-19.4)."""
WRITTEN = re.compile(r"(?P<name>[^()\[\]]+?)\s*(?:[(\[](?P<x>\d{1,2})[)\]])?")
"""A special rule as people write it: Stealth, AP(1), Blast[3]."""


class SpecialRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that a model or a weapon has. `whole_unit`: it works only while every model of the unit has it (RV-21.4).
    `gives`: having it is having that other rule, as Gun Freak gives Shooty (RV-21.34)."""

    name: str
    clause: str
    of: Literal["model", "weapon"]
    takes_x: bool = False
    whole_unit: bool = False
    gives: str = ""
    summary: str = ""


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon (RV-21.1). `range` 0 is a melee weapon. `rules` are as the list writes them; the rest is filled in when
    they are read."""

    name: str
    range: float = 0.0
    attacks: int = 1
    rules: tuple[str, ...] = ()
    ap: int = 0
    blast: int = 0
    rending: bool = False
    reliable: bool = False
    shock: bool = False
    take_down: bool = False

    @property
    def melee(self) -> bool:
        return not self.range


class Profile(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, dict=True):
    """One model (RV-21.1). `tough` 0: it has no Tough rule. `base` is the diameter of its base. `rules` holds the names
    of its special rules; those with a number have it beside them."""

    name: str
    quality: int
    defense: int
    tough: int = 0
    base: float = 1.0
    mounted: bool = False
    weapons: tuple[Weapon, ...] = ()
    rules: frozenset[str] = frozenset()
    impact: int = 0
    caster: int = 0
    transport: int = 0

    @cached_property
    def hero(self) -> bool:
        return "Hero" in self.rules

    @cached_property
    def wounds(self) -> int:
        """What it can take before it is removed (RV-12.12)."""
        return self.tough or 1

    @cached_property
    def large(self) -> bool:
        """Every model is either Large or Small (RV-19.5, RV-19.6)."""
        return self.tough > LARGE if self.hero else self.tough >= LARGE

    @cached_property
    def infantry(self) -> bool:
        """Is it Infantry (RV-19.4)?"""
        return self.tough <= HERO_INFANTRY if self.hero else not self.tough

    @cached_property
    def rides(self) -> bool:
        """May it be inside a Transport at all (RV-21.19)?"""
        return not (self.large or self.mounted or self.transport)

    @cached_property
    def spaces(self) -> int:
        """What it takes up in a Transport (RV-21.19)."""
        return 1 if self.infantry else 3


def base_of(tough: int, hero: bool, mounted: bool, transport: bool) -> float:
    """How wide the base is, where nothing is stated (RV-21.35)."""
    if transport or tough >= 9:
        return 4.0
    if tough >= (7 if hero else 6):
        return 2.5
    if mounted or tough >= (4 if hero else 2):
        return 1.5
    return 1.0


# ---- reading --------------------------------------------------------------------------------------


def read_rule(who: str, text: str, known: Mapping[str, SpecialRule], of: str) -> tuple[str, int]:
    """'AP(1)' as ('AP', 1); a rule without a number has 0."""
    found = WRITTEN.fullmatch(text.strip())
    name = found["name"] if found else text.strip()
    rule = next((one for one in known.values() if one.name.casefold() == name.casefold() and one.of == of), None)
    if found is None or rule is None:
        names = [one.name for one in known.values() if one.of == of]
        raise SetupError(f"{who}: there is no {of} rule {shown(name)}{near(name, names)}", "RV-21.1")
    if rule.takes_x != bool(found["x"]):
        wanted = f"{rule.name} needs a number, as in {rule.name}(1)" if rule.takes_x else f"{rule.name} has no number"
        raise SetupError(f"{who}: {wanted}", rule.clause)
    return rule.name, int(found["x"] or 0)


def read_weapon(weapon: Weapon, known: Mapping[str, SpecialRule]) -> Weapon:
    """The weapon with its rules read: AP and Blast as numbers, the others as yes or no."""
    if not 1 <= weapon.attacks <= 30 or not 0 <= weapon.range <= 120:
        raise SetupError(f"{weapon.name}: a weapon has A1 to A30 and a range of at most 120″", "RV-21.1")
    rules = [read_rule(weapon.name, rule, known, "weapon") for rule in weapon.rules]
    numbers = dict(rules)
    return Weapon(
        weapon.name, float(weapon.range), weapon.attacks, tuple(written(name, x) for name, x in rules),
        ap=numbers.get("AP", 0), blast=numbers.get("Blast", 0),
        rending="Rending" in numbers, reliable="Reliable" in numbers,
        shock="Shock" in numbers, take_down="Take Down" in numbers,
    )  # fmt: skip


def read_profile(
    name: str,
    quality: int,
    defense: int,
    rules: Sequence[str],
    weapons: Sequence[Weapon],
    known: Mapping[str, SpecialRule],
    *,
    base: float = 0.0,
    mounted: bool = False,
) -> Profile:
    """A model with its rules read; `base` 0 is what RV-21.35 says. Tough is one of the rules."""
    if not (2 <= quality <= 6 and 2 <= defense <= 6):
        raise SetupError(f"{name}: Quality and Defense are 2 to 6, not {quality} and {defense}", "RV-21.1")
    if base and not 0.5 <= base <= 6:
        raise SetupError(f"{name}: a base is 0.5″ to 6″ across, not {base:g}″", "RV-21.35")
    numbers = dict(read_rule(name, rule, known, "model") for rule in rules)
    tough, transport = numbers.pop("Tough", 0), numbers.get("Transport", 0)
    given = {known[rule].gives for rule in numbers if known[rule].gives}
    return Profile(
        name, quality, defense, tough,
        base or base_of(tough, "Hero" in numbers, mounted, bool(transport)),
        mounted, tuple(weapons), frozenset(numbers) | given,
        impact=numbers.get("Impact", 0), caster=numbers.get("Caster", 0), transport=transport,
    )  # fmt: skip


def written(name: str, x: int = 0) -> str:
    """A rule as the lists write it."""
    return f"{name}({x})" if x else name
