"""The lists of this ruleset, from content/*.toml: weapons, profiles, forces, limits, set-ups and battlefields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import RulebookError, SetupError
from sandtable.engine.lists import by_name, entries, in_file
from sandtable.engine.notes import load_notes
from sandtable.engine.rulebook import read_toml
from sandtable.rulesets.roe.levels import HEIGHTS
from sandtable.rulesets.roe.refusals import VERDICTS
from sandtable.rulesets.roe.traits import ABILITIES, WEAPON_RULES, written
from sandtable.skirmish.bodies import Segment
from sandtable.skirmish.levels import check_floors
from sandtable.table import Map, snap
from sandtable.table.maps import load_folder

HERE = Path(__file__).parent / "content"
SHORT, MEDIUM = 12.0, 18.0
"""The range brackets (RE-4.7)."""
LEAST_BASE, MOST_BASE = 0.5, 4.0
"""Infantry stands on nothing smaller and nothing larger (RE-0.5)."""


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """Range, Rate and Strength, and perhaps rules (RE-3.10). `range` 0: it cannot shoot. `close`: its Range has a C. A
    weapon with both is a Pistol (RE-3.14)."""

    name: str
    range: float = 0.0
    close: bool = False
    rate: int = 1
    strength: int = 0
    rules: tuple[str, ...] = ()
    heavy: bool = False
    cost: int = 0
    blurb: str = ""
    resilient: int = 0
    """X of its Resilient; filled in when the rules are read."""

    def has(self, rule: str) -> bool:
        return rule in self.rules


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """Four stats and perhaps abilities (RE-3.1)."""

    faction: str
    name: str
    exp: int
    res: int
    w: int
    c: int
    abilities: tuple[str, ...] = ()
    cost: int = 0
    blurb: str = ""
    base: float = 1.0
    """How wide its base is (RE-0.5)."""


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    blurb: str = ""


class ForceModel(Struct, frozen=True, forbid_unknown_fields=True):
    profile: str
    weapons: tuple[str, ...] = ()
    cost: int = 0
    backup: tuple[str, ...] = ()
    name: str = ""


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    faction: str
    points: int
    models: tuple[ForceModel, ...]
    counters: int = 0
    blurb: str = ""


class ObjectiveSet(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    markers: tuple[tuple[float, float], ...]
    markers_cross: tuple[tuple[float, float], ...] = ()


class IngressChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Segments by player, or by colour where Player Two chooses colours too."""

    id: str
    player_one: tuple[Segment, ...] = ()
    player_two: tuple[Segment, ...] = ()
    blue: tuple[Segment, ...] = ()
    green: tuple[Segment, ...] = ()
    green_near: tuple[Segment, ...] = ()


class Ingress(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    choice: tuple[IngressChoice, ...]

    @property
    def coloured(self) -> bool:
        return bool(self.choice[0].blue)


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    aim: str
    """How to win, in one line."""
    summary: str = ""


class WeaponFormula(Struct, frozen=True, forbid_unknown_fields=True):
    near: int
    middle: int
    far: int
    close: int
    near_at: float
    near_least_range: float
    middle_at: float
    far_at: float
    strength_base: int
    scale: str
    factors: dict[str, str]
    additions: dict[str, int]
    backup_discount: int


class ProfileFormula(Struct, frozen=True, forbid_unknown_fields=True):
    base: int
    durability: int
    exp: int
    combat: int
    w_standard: int
    exp_standard: int
    hit_from: int
    res_standard: int
    res_from: int
    abilities: dict[str, int]
    abilities_base: dict[str, int]
    abilities_each: dict[str, int]


class Improvised(Struct, frozen=True, forbid_unknown_fields=True):
    rate: int
    strength: int


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    sizes: tuple[int, ...]
    most_command: int
    most_medics: int
    heavy_per_100: int
    most_weapons: int
    most_weapons_light: int


class Tutorial(Struct, frozen=True, forbid_unknown_fields=True):
    """A small situation to try one thing in, written as in a case."""

    name: str
    summary: str
    situation: dict[str, Any]
    options: dict[str, Any] = {}


class _Weapons(Struct, forbid_unknown_fields=True):
    formula: WeaponFormula
    improvised: Improvised
    weapon: list[Weapon]


class _Profiles(Struct, forbid_unknown_fields=True):
    formula: ProfileFormula
    faction: list[Faction]
    profile: list[Profile]


class _Setups(Struct, forbid_unknown_fields=True):
    objective_set: list[ObjectiveSet]
    ingress: list[Ingress]
    victory: list[Victory]


class Content(Struct, frozen=True):
    weapons: dict[str, Weapon]
    improvised: Weapon
    factions: dict[str, Faction]
    profiles: dict[str, Profile]
    forces: dict[str, Force]
    limits: Limits
    sets: dict[int, ObjectiveSet]
    ingress: dict[int, Ingress]
    victories: dict[int, Victory]
    battlefields: dict[str, Map]
    tutorials: dict[str, Tutorial]
    weapon_formula: WeaponFormula
    formula: ProfileFormula

    def weapon_cost(self, weapon: Weapon) -> int:
        """V x (5 + Strength) x 2/13 x factors, rounded, then the additions; the formula stands in weapons.toml."""
        weights = self.weapon_formula

        def dice(distance: float, least: float) -> int:
            if weapon.range < least:
                return 0
            return max(1, weapon.rate - 1) if weapon.has("Spread") and distance > SHORT else weapon.rate

        value = weights.near * dice(weights.near_at, weights.near_least_range)
        value += weights.middle * dice(weights.middle_at, weights.middle_at)
        value += weights.far * dice(weights.far_at, weights.far_at)
        value += weights.close * weapon.rate if weapon.close else 0
        price = value * (weights.strength_base + weapon.strength) * Fraction(weights.scale)
        for rule in weapon.rules:
            price *= Fraction(weights.factors.get(rule, "1"))
        cost = rounded(price)
        for rule in weapon.rules:
            cost += weights.additions.get(rule, 0) * (weapon.resilient if rule == "Resilient" else 1)
        return cost

    def profile_cost(self, exp: int, res: int, w: int, c: int, abilities: Iterable[tuple[str, int]]) -> int:
        """8 + 12 D + 2 (Exp - 5) + 3 C, rounded, then the abilities; the formula stands in profiles.toml."""
        f = self.formula
        durability = (
            Fraction(w, f.w_standard)
            * Fraction(f.hit_from - f.exp_standard, f.hit_from - exp)
            * Fraction(f.res_standard - f.res_from, res - f.res_from)
        )
        cost = rounded(f.base + f.durability * durability + f.exp * (exp - f.exp_standard) + f.combat * c)
        for name, x in abilities:
            cost += f.abilities.get(name, 0) + f.abilities_base.get(name, 0) + f.abilities_each.get(name, 0) * x
        return cost


def rounded(value: Fraction) -> int:
    """Halves go up."""
    return floor(value + Fraction(1, 2))


MENUS = {
    "order": ("advance", "engage", "tactical", "fight", "break away"),
    "focus": ("no focus", "focus: extra move", "focus: to-hit re-rolls", "focus: resolve re-roll", "focus"),
    "what now": ("move", "climb", "shoot", "assault", "hack", "treat", "done"),
    "bid": ("bid", "decline"),
    "recon": ("place", "keep off"),
    "activate": ("pass",),
    "player one": ("own", "others"),
    "first": ("own", "others"),
    "objectives": ("1", "2", "3", "4"),
    "ingress": ("1", "2", "3", "4"),
    "edge": ("edge", "corner", "coloured"),
    "colour": ("blue", "green"),
    "initiative": ("re-roll", "keep"),
    "fleet": ("fleet", "no fleet"),
    "consolidate": ("consolidate", "stay"),
    "overwatch": ("no overwatch",),
    "re-roll": ("done",),
    "parry": ("no parry",),
    "resolve": ("re-roll", "keep"),
}
"""The options that have a line of their own."""


@cache
def notes() -> dict[str, dict[str, str]]:
    """What an option does and costs, by the topic of the question and the option's id."""
    return load_notes(HERE / "notes.toml", MENUS)


@cache
def content() -> Content:
    return load(HERE)


def load(folder: Path) -> Content:
    """Reads and checks a content folder; a mistake names the file and the entry."""
    weapons = read_toml(folder / "weapons.toml", _Weapons)
    profiles = read_toml(folder / "profiles.toml", _Profiles)
    setups = read_toml(folder / "setups.toml", _Setups)
    spare = Weapon("Improvised", close=True, rate=weapons.improvised.rate, strength=weapons.improvised.strength)
    found = Content(
        weapons={w.name: w for w in (in_file("weapons.toml", read_weapon, weapon) for weapon in weapons.weapon)},
        improvised=spare,
        factions={faction.name: faction for faction in profiles.faction},
        profiles=by_name("profiles.toml", profiles.profile),
        forces=entries(folder / "forces.toml", "force", Force),
        limits=read_toml(folder / "limits.toml", Limits),
        sets={entry.number: entry for entry in setups.objective_set},
        ingress={entry.number: entry for entry in setups.ingress},
        victories={entry.number: entry for entry in setups.victory},
        battlefields=_battlefields(folder / "battlefields"),
        tutorials=entries(folder / "tutorials.toml", "tutorial", Tutorial),
        weapon_formula=weapons.formula,
        formula=profiles.formula,
    )
    if len(found.weapons) != len(weapons.weapon):
        raise RulebookError("weapons.toml: a weapon appears twice")
    _check_costs(found)
    _check_forces(found)
    _check_setups(found)
    return found


def _battlefields(folder: Path) -> dict[str, Map]:
    return load_folder(folder, lambda table: check_floors(table, HEIGHTS, VERDICTS))


def read_weapon(weapon: Weapon) -> Weapon:
    """The weapon with its rules read: names by themselves, X of Resilient as a number."""
    if not 1 <= weapon.rate <= 20 or abs(weapon.strength) > 10 or not 0 <= weapon.range <= 120:
        raise SetupError(f"{weapon.name}: Rate is 1 to 20, Strength -10 to 10, Range 0 to 120", "RE-3.10")
    if not weapon.range and not weapon.close and not weapon.rules:
        raise SetupError(f"{weapon.name}: a weapon has a Range: a number, C, or both", "RE-3.10")
    rules = [written(weapon.name, rule, WEAPON_RULES, "weapon rule") for rule in weapon.rules]
    resilient = max((x for name, x in rules if name == "Resilient"), default=0)
    names = tuple(name for name, _ in rules)
    return Weapon(
        weapon.name, float(weapon.range), weapon.close, weapon.rate, weapon.strength, names, weapon.heavy, weapon.cost,
        weapon.blurb, resilient,
    )  # fmt: skip


def read_abilities(who: str, abilities: Sequence[str]) -> list[tuple[str, int]]:
    return [written(who, ability, ABILITIES, "ability") for ability in abilities]


def read_base(who: str, width: float) -> float:
    """The radius of a base that a profile states (RE-0.5)."""
    if not LEAST_BASE <= width <= MOST_BASE:
        raise SetupError(f"{who}: a base is {LEAST_BASE:g}″ to {MOST_BASE:g}″ across, not {width:g}″", "RE-0.5")
    return snap(width / 2)


# ---- checking -------------------------------------------------------------------------------------


def _check_costs(found: Content) -> None:
    for weapon in found.weapons.values():
        if (right := found.weapon_cost(weapon)) != weapon.cost:
            raise RulebookError(f"weapons.toml: {weapon.name} costs {weapon.cost}; the formula gives {right}")
    for one in found.profiles.values():
        if one.faction not in found.factions:
            raise RulebookError(f"profiles.toml: {one.name} is of the faction {one.faction!r}, which does not exist")
        abilities = in_file("profiles.toml", read_abilities, one.name, one.abilities)
        in_file("profiles.toml", read_base, one.name, one.base)
        if (right := found.profile_cost(one.exp, one.res, one.w, one.c, abilities)) != one.cost:
            raise RulebookError(f"profiles.toml: {one.name} costs {one.cost}; the formula gives {right}")


def _check_forces(found: Content) -> None:
    from sandtable.rulesets.roe.roster import check_force

    for force in found.forces.values():
        sheet = in_file("forces.toml", check_force, found, force.faction, force.models, smallest_size(found, force))
        for line, model in zip(sheet.lines, force.models, strict=True):
            if line.points != model.cost:
                raise RulebookError(f"forces.toml: {force.name}: {line.name} costs {line.points}, not {model.cost}")
        if sheet.points != force.points:
            raise RulebookError(f"forces.toml: {force.name} adds up to {sheet.points}, not {force.points}")


def _check_setups(found: Content) -> None:
    if (sorted(found.sets), sorted(found.ingress), sorted(found.victories)) != ([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]):
        raise RulebookError("setups.toml: there are objective sets 1 to 4, ingress maps 1 to 4 and victories 1 to 3")
    for ingress in found.ingress.values():
        for choice in ingress.choice:
            both = (choice.blue and choice.green) if ingress.coloured else (choice.player_one and choice.player_two)
            if not both:
                raise RulebookError(f"setups.toml: {ingress.name}: {choice.id} leaves a player without segments")


def smallest_size(found: Content, force: Force) -> int:
    """The smallest size of game that a force fits."""
    return min((size for size in found.limits.sizes if size >= force.points), default=max(found.limits.sizes))
