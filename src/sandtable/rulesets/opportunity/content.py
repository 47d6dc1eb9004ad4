"""The lists of this ruleset: weapons, armours, skills, archetypes, ready sides and encounters, from content/*.toml."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import RulebookError, SetupError, near, shown
from sandtable.engine.lists import by_name, check_known, entries, in_file
from sandtable.engine.rulebook import Options, read_toml

HERE = Path(__file__).parent / "content"

SCALES = {
    "physique": (1, 10, "OP-1.3"),
    "agility": (1, 10, "OP-1.4"),
    "weapon_skill": (1, 10, "OP-1.5"),
    "intelligence": (1, 10, "OP-1.7"),
    "damage": (1, 10, "OP-1.8"),
    "range": (0, 3, "OP-1.9"),
    "ap": (0, 3, "OP-1.11"),
    "value": (0, 3, "OP-1.12"),
    "coverage": (0, 5, "OP-1.13"),
}
MELEE_PROFILES = ("Pistol Whip", "Rifle Stock")
NOTES = ("Blunt", "Automatic", "Multi Barrel", "Explosive", "Sniper")
"""What a weapon may be besides its numbers (OP-15.1, OP-15.2, OP-15.3, OP-15.4, OP-11.15)."""


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """The printed ones stand in weapons.toml (OP-15.6 to OP-15.26). Nothing counts ammunition (OP-15.5)."""

    name: str
    damage: int
    """The Trauma of a normal hit (OP-1.8)."""
    range: int
    """0 to 3 (OP-1.9)."""
    ap: int
    """Armour Penetration (OP-1.11)."""
    notes: tuple[str, ...] = ()
    """Of `NOTES`."""
    melee_profile: str = ""
    """Of a firearm used as a club (OP-12.2)."""
    cost: int = 0
    clause: str = ""
    blurb: str = ""

    @property
    def ranged(self) -> bool:
        """Range 0 is a melee weapon (OP-1.10)."""
        return self.range > 0


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    value: int
    """What it adds to DEF (OP-1.12)."""
    coverage: int
    """What the highest red die is compared with (OP-1.13)."""
    cost: int = 0
    blurb: str = ""


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cost: int
    target: str
    summary: str
    clause: str


class Archetype(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    physique: int
    agility: int
    weapon_skill: int
    intelligence: int
    weapons: tuple[str, ...]
    armour: str
    skills: tuple[str, ...]
    cost: int
    style: Literal["attacker", "guard", "sniper", "brawler", "helper", "runner"]
    blurb: str
    skill_with: dict[str, int] = {}


class ReadySide(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    combatants: tuple[str, ...]
    cost: int
    blurb: str


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of side has and may do in an encounter."""

    id: str
    name: str
    budget: int
    least: int
    most: int
    sides_least: int
    sides_most: int
    position_bonus: int = 0
    needs_skills: tuple[str, ...] = ()
    no_flee: bool = False


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    role: str
    budget: int


class Captive(Struct, frozen=True, forbid_unknown_fields=True):
    archetype: str
    role: str
    bound: bool = False
    status: Literal["in the fight", "fallen"] = "in the fight"
    fatally_injured: bool = False
    trauma: int = 0


class PickSkill(Struct, frozen=True, forbid_unknown_fields=True):
    role: str
    skill: int


class Encounter(Struct, frozen=True, forbid_unknown_fields=True):
    """`decides` is "tie-break", or the role that wins at the limit if its `condition` is met."""

    id: str
    name: str
    limit: int
    most_combatants: int
    decides: str
    summary: str
    aim: str
    """How to win, in one line."""
    draw: str
    win: dict[str, str]
    role: tuple[Role, ...]
    ready: tuple[tuple[str, ...], ...]
    """The sides of its ready battle: a ready side by its name, or archetypes."""
    condition: Literal["", "half-survive", "one-stands", "captives-free", "half-escaped"] = ""
    side_sizes: dict[str, tuple[int, int]] = {}
    first_pick_skill: PickSkill | None = None
    arrivals: tuple[Arrival, ...] = ()
    captives: tuple[Captive, ...] = ()
    device: int = 0

    def find_role(self, name: str) -> Role:
        for role in self.role:
            if role.id == name:
                return role
        raise SetupError(f"{self.name} has no role {shown(name)}{near(name, [role.id for role in self.role])}")


class WeaponFormula(Struct, frozen=True, forbid_unknown_fields=True):
    damage: int
    ap: int
    ranged: int
    range: int
    automatic_or_explosive: int
    multi_barrel_or_sniper: int
    blunt: int
    free: tuple[str, ...]


class ArchetypeFormula(Struct, frozen=True, forbid_unknown_fields=True):
    physique: int
    agility: int
    weapon_skill: int
    skill: int
    further_weapons: Literal["half, rounded up"]


class _Weapons(Struct, forbid_unknown_fields=True):
    formula: WeaponFormula
    weapon: list[Weapon]


class _Archetypes(Struct, forbid_unknown_fields=True):
    formula: ArchetypeFormula
    archetype: list[Archetype]


class Content(Struct, frozen=True):
    weapons: dict[str, Weapon]
    armours: dict[str, Armour]
    skills: dict[str, Skill]
    archetypes: dict[str, Archetype]
    sides: dict[str, ReadySide]
    encounters: dict[str, Encounter]
    weapon_formula: WeaponFormula
    formula: ArchetypeFormula

    def weapon_cost(self, weapon: Weapon) -> int:
        """By the formula of weapons.toml; the Heavy Sniper Rifle pays for its note whatever the house rule says."""
        weights = self.weapon_formula
        if weapon.name in weights.free:
            return 0
        cost = weights.damage * weapon.damage + weights.ap * weapon.ap
        if weapon.ranged:
            cost += weights.ranged + weights.range * weapon.range
        if {"Automatic", "Explosive"} & set(weapon.notes):
            cost += weights.automatic_or_explosive
        if {"Multi Barrel", "Sniper"} & set(weapon.notes):
            cost += weights.multi_barrel_or_sniper
        return cost + (weights.blunt if "Blunt" in weapon.notes else 0)

    def combatant_cost(
        self, physique: int, agility: int, weapon_skill: int, weapons: Iterable[Weapon], armour: Armour, skills: int
    ) -> int:
        weights = self.formula
        dearest, *further = sorted((weapon.cost for weapon in weapons), reverse=True) or [0]
        return (
            weights.physique * physique
            + weights.agility * agility
            + weights.weapon_skill * weapon_skill
            + dearest
            + sum(-(-cost // 2) for cost in further)
            + armour.value * armour.coverage
            + weights.skill * skills
        )


@cache
def content() -> Content:
    return load(HERE)


def load(folder: Path) -> Content:
    """Reads and checks a content folder; a mistake names the file and the entry."""
    weapons = read_toml(folder / "weapons.toml", _Weapons)
    archetypes = read_toml(folder / "archetypes.toml", _Archetypes)
    found = Content(
        weapons=by_name("weapons.toml", weapons.weapon),
        armours=entries(folder / "armours.toml", "armour", Armour),
        skills=entries(folder / "skills.toml", "skill", Skill),
        archetypes=by_name("archetypes.toml", archetypes.archetype),
        sides=entries(folder / "sides.toml", "side", ReadySide),
        encounters=entries(folder / "encounters.toml", "encounter", Encounter, attrgetter("id")),
        weapon_formula=weapons.formula,
        formula=archetypes.formula,
    )
    _check_gear(found)
    _check_archetypes(found)
    _check_sides(found)
    _check_encounters(found)
    return found


def in_scale(who: str, number: str, value: int, clause: str = "OP-1.18") -> None:
    """A value off the scales of `SCALES` is refused (OP-1.18)."""
    low, high, _ = SCALES[number]
    if not low <= value <= high:
        raise SetupError(f"{who}: {number.replace('_', ' ')} is {low} to {high}, not {value}", clause)


def check_weapon(weapon: Weapon) -> Weapon:
    for number in ("damage", "range", "ap"):
        in_scale(weapon.name, number, getattr(weapon, number))
    if weapon.melee_profile and weapon.melee_profile not in MELEE_PROFILES:
        raise SetupError(f"{weapon.name}: there is no melee profile {shown(weapon.melee_profile)}", "OP-12.2")
    for note in weapon.notes:
        if note not in NOTES:
            raise SetupError(f"{weapon.name}: there is no note {shown(note)}{near(note, NOTES)}", "OP-1.18")
    return weapon


def check_armour(armour: Armour) -> Armour:
    in_scale(armour.name, "value", armour.value)
    in_scale(armour.name, "coverage", armour.coverage)
    return armour


def in_hand(weapon: Weapon, options: Options) -> Weapon:
    """The weapon as it plays under the house rules: which rifles are Sniper weapons (OP-11.15)."""
    snipers = {"heavy_sniper_rifle": ("Heavy Sniper Rifle",), "both_rifles": ("Heavy Sniper Rifle", "Hunting Rifle")}
    if weapon.name in snipers.get(str(options["sniper_tag"]), ()) and "Sniper" not in weapon.notes:
        return replace(weapon, notes=(*weapon.notes, "Sniper"))
    return weapon


# ---- checking -------------------------------------------------------------------------------------


def _check_gear(found: Content) -> None:
    for weapon in found.weapons.values():
        in_file("weapons.toml", check_weapon, weapon)
        as_priced = replace(weapon, notes=(*weapon.notes, "Sniper")) if "Sniper" in weapon.name else weapon
        if (right := found.weapon_cost(as_priced)) != weapon.cost:
            raise RulebookError(f"weapons.toml: {weapon.name} costs {weapon.cost}; the formula gives {right}")
    for armour in found.armours.values():
        in_file("armours.toml", check_armour, armour)
        if armour.cost != armour.value * armour.coverage:
            raise RulebookError(f"armours.toml: {armour.name} costs {armour.cost}; value x coverage is another number")


def _check_archetypes(found: Content) -> None:
    file = "archetypes.toml"
    for one in found.archetypes.values():
        check_known(file, one.name, "weapon", (*one.weapons, *one.skill_with), found.weapons)
        check_known(file, one.name, "armour", [one.armour], found.armours)
        check_known(file, one.name, "skill", one.skills, found.skills)
        for number in ("physique", "agility", "weapon_skill", "intelligence"):
            in_file(file, in_scale, one.name, number, getattr(one, number))
        weapons = [found.weapons[name] for name in one.weapons]
        armour = found.armours[one.armour]
        right = found.combatant_cost(one.physique, one.agility, one.weapon_skill, weapons, armour, len(one.skills))
        if right != one.cost:
            raise RulebookError(f"{file}: {one.name} costs {one.cost}; the formula gives {right}")


def _check_sides(found: Content) -> None:
    for side in found.sides.values():
        check_known("sides.toml", side.name, "archetype", side.combatants, found.archetypes)
        if (right := sum(found.archetypes[name].cost for name in side.combatants)) != side.cost:
            raise RulebookError(f"sides.toml: {side.name} costs {side.cost}; its combatants add up to {right}")


def _check_encounters(found: Content) -> None:
    for encounter in found.encounters.values():
        roles = [role.id for role in encounter.role]
        file, name = "encounters.toml", encounter.id
        if encounter.decides != "tie-break":
            check_known(file, name, "role", [encounter.decides], roles)
        check_known(file, name, "role", encounter.win, roles)
        check_known(file, name, "role", [arrival.role for arrival in encounter.arrivals], roles)
        check_known(file, name, "role", [captive.role for captive in encounter.captives], roles)
        check_known(file, name, "archetype", [captive.archetype for captive in encounter.captives], found.archetypes)
        fighters = [one for side in encounter.ready for one in side]
        check_known(file, name, "ready side or archetype", fighters, [*found.sides, *found.archetypes])
        for role in encounter.role:
            check_known(file, name, "skill", role.needs_skills, found.skills)
