"""The lists of this ruleset, from content/*.toml: special rules, weapons, armies with spells, terrain, maps, zones and
ready armies."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from sandtable.engine.errors import RulebookError
from sandtable.engine.lists import by_name, check_known, entries, in_file
from sandtable.engine.rulebook import read_toml
from sandtable.rulesets.riverside.pieces import Corner
from sandtable.rulesets.riverside.points import Formula
from sandtable.rulesets.riverside.profiles import SpecialRule, Weapon, read_rule, read_weapon
from sandtable.table import Map, Terrain
from sandtable.table.maps import load_content

HERE = Path(__file__).parent / "content"

TYPES = frozenset({
    "cover", "cover-behind", "cover-barricade", "dangerous", "difficult", "difficult-large", "elevated", "impassable",
    "blocks-sight", "unstable", "joins-levels",
})  # fmt: skip
"""The terrain types of chapter 16, some with the conditions that the groups of chapter 17 put on them."""


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a unit entry may buy. `most`: how often; each time it goes to another model, or with `all` to
    every model at once. `adds` comes in place of the weapon `replaces`, or on top. `size`: the unit has that many
    models instead."""

    name: str
    points: int
    most: int = 1
    all: bool = False
    replaces: str = ""
    adds: str = ""
    rules: tuple[str, ...] = ()
    size: int = 0


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of an army list: `size` models alike. Tough stands among its rules."""

    name: str
    size: int
    quality: int
    defense: int
    weapons: tuple[str, ...]
    points: int
    rules: tuple[str, ...] = ()
    mounted: bool = False
    upgrades: tuple[Upgrade, ...] = ()
    blurb: str = ""


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """`hits` with their `rules` happen at once (RV-21.17), as do `clears` (the target stops being Shaken or Fatigued),
    `inflicts` (it becomes so) and `morale` (it takes a Morale Test). `grants` (special rules for all its models) and
    `ranged_bonus` (to its ranged attack rolls) last until the end of the round (RV-21.18)."""

    name: str
    cost: int
    range: float
    target: Literal["friend", "enemy"]
    hits: int = 0
    rules: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    ranged_bonus: int = 0
    clears: tuple[Literal["Shaken", "Fatigued"], ...] = ()
    inflicts: tuple[Literal["Shaken", "Fatigued"], ...] = ()
    morale: bool = False
    summary: str = ""
    weapon: Weapon | None = None
    """The Hits as a weapon that needs no attack roll; filled in when the rules are read."""

    @property
    def lasting(self) -> bool:
        return bool(self.grants or self.ranged_bonus)


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    """An army list: its units and its spells by name."""

    name: str
    blurb: str
    units: dict[str, Entry]
    spells: dict[str, Spell]


class TerrainKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain group (chapter 17). A piece of a map names it by its `trait`; `kind` is how the map draws it."""

    name: str
    trait: str
    kind: str
    types: tuple[str, ...]
    height: float = 0.0


class TableSize(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the points that are played on it (RV-21.36)."""

    name: str
    width: float
    depth: float
    points: int


class Zones(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of deployment zones on a table: the outlines of both (RV-2.4). `names` says where each lies."""

    name: str
    table: str
    names: tuple[str, str]
    outlines: tuple[tuple[Corner, ...], tuple[Corner, ...]]


class Board(Struct, frozen=True):
    """A map that is ready for play: its table, and the type of zones it was made for."""

    name: str
    table: str
    zones: str
    map: Map
    blurb: str = ""


class OwnWeapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon of somebody's own unit, and how many of it the unit has; 0 is one for each model."""

    name: str
    range: float = 0.0
    attacks: int = 1
    rules: tuple[str, ...] = ()
    count: int = 0


class Kit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Special rules under a name of their own that `count` models of somebody's own unit have; 0 is every model."""

    name: str
    rules: tuple[str, ...]
    count: int = 0


class OwnUnit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of somebody's own making, in place of an entry of a list. Bases follow RV-21.35, points the formula."""

    size: int
    quality: int
    defense: int
    weapons: tuple[OwnWeapon, ...] = ()
    rules: tuple[str, ...] = ()
    kits: tuple[Kit, ...] = ()
    mounted: bool = False


class ListedUnit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as a list buys it: an entry, what it takes of its upgrades (a name twice is bought twice), the unit a Hero
    `joins` and the Transport it `rides` in at the start, both by their names in the list. `own`: it is of no list."""

    unit: str
    upgrades: tuple[str, ...] = ()
    name: str = ""
    joins: str = ""
    rides: str = ""
    own: OwnUnit | None = None


class ReadyArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """`limit`: the points it was built to. `cost`: what it costs."""

    name: str
    army: str
    limit: int
    cost: int
    units: tuple[ListedUnit, ...]
    blurb: str = ""


class ReadyBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A map and two ready armies, for those who want a game tonight."""

    map: str
    armies: tuple[str, str]

    @property
    def name(self) -> str:
        return f"{self.map}: {self.armies[0]} against {self.armies[1]}"


class FirstBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """The tutorial battle: two small armies on a map with the markers already down, nothing to roll before it. The
    first army has the first zone, the other activates first."""

    name: str
    map: str
    markers: tuple[Corner, ...]
    armies: tuple[ReadyArmy, ReadyArmy]
    summary: str = ""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of an army (RV-21.37). `same_entry`: by points limit."""

    points_per_hero: int
    same_entry: dict[str, int]
    dearest_percent: int
    least_units: int


class Content(Struct, frozen=True):
    rules: dict[str, SpecialRule]
    weapons: dict[str, Weapon]
    armies: dict[str, Army]
    terrain: dict[str, TerrainKind]
    sizes: dict[str, TableSize]
    zones: dict[tuple[str, str], Zones]
    """By table and name."""
    maps: dict[str, Board]
    ready: dict[str, ReadyArmy]
    battles: tuple[ReadyBattle, ...]
    first_battle: FirstBattle
    limits: Limits
    formula: Formula
    aim: str
    """How to win, in one line (RV-5.8)."""

    def types_of(self, piece: Terrain) -> frozenset[str]:
        """The terrain types of a piece, any number of them (RV-16.1): those of the group that a trait names, as
        terrain.toml has them (RV-17.3, RV-17.5, RV-17.8, RV-17.9, RV-17.11, RV-17.12), and those it names itself. A
        piece that names nothing is what its kind usually is, or Open Terrain (RV-16.3)."""
        groups = [kind for kind in self.terrain.values() if kind.trait in piece.traits and kind.trait != piece.kind]
        own = TYPES.intersection(piece.traits)
        if not groups and not own:
            groups = [kind for kind in self.terrain.values() if kind.kind == piece.kind][:1]
        return own.union(*(kind.types for kind in groups))


class _Army(Struct, forbid_unknown_fields=True):
    name: str
    blurb: str
    unit: list[Entry]
    spell: list[Spell]


class _Tables(Struct, forbid_unknown_fields=True):
    aim: str
    table: list[TableSize]
    zones: list[Zones]
    map: list[_Board]


class _Board(Struct, forbid_unknown_fields=True):
    file: str
    zones: str
    blurb: str = ""


class _Ready(Struct, forbid_unknown_fields=True):
    army: list[ReadyArmy]
    battle: tuple[ReadyBattle, ...]
    first_battle: FirstBattle


# ---- loading --------------------------------------------------------------------------------------


@cache
def content() -> Content:
    return load(HERE)


def load(folder: Path) -> Content:
    """Reads and checks a content folder; a mistake names the file and the entry."""
    rules = entries(folder / "rules.toml", "rule", SpecialRule)
    weapons = entries(folder / "weapons.toml", "weapon", Weapon)
    ready = read_toml(folder / "ready.toml", _Ready)
    tables = read_toml(folder / "tables.toml", _Tables)
    found = Content(
        rules=rules,
        weapons={name: in_file("weapons.toml", read_weapon, one, rules) for name, one in weapons.items()},
        armies=_armies(folder / "armies", rules),
        terrain=entries(folder / "terrain.toml", "terrain", TerrainKind),
        sizes=by_name("tables.toml", tables.table),
        zones={(one.table, one.name): one for one in tables.zones},
        maps=_maps(folder / "maps", tables),
        ready=by_name("ready.toml", ready.army),
        battles=ready.battle,
        first_battle=ready.first_battle,
        limits=read_toml(folder / "limits.toml", Limits),
        formula=read_toml(folder / "points.toml", Formula),
        aim=tables.aim,
    )
    _check_terrain(found)
    _check_armies(found)
    _check_costs(found)
    _check_ready(found)
    return found


def _armies(folder: Path, rules: dict[str, SpecialRule]) -> dict[str, Army]:
    found: list[Army] = []
    for path in sorted(folder.glob("*.toml")):
        file = f"armies/{path.name}"
        one = read_toml(path, _Army)
        spells = [in_file(file, _read_spell, spell, rules) for spell in one.spell]
        found.append(Army(one.name, one.blurb, by_name(file, one.unit), by_name(file, spells)))
    return by_name("armies", found)


def _read_spell(spell: Spell, rules: dict[str, SpecialRule]) -> Spell:
    from msgspec.structs import replace

    for rule in spell.grants:
        read_rule(spell.name, rule, rules, "model")
    if not spell.hits:
        return spell
    return replace(spell, weapon=read_weapon(Weapon(spell.name, spell.range, 1, spell.rules), rules))


def _maps(folder: Path, tables: _Tables) -> dict[str, Board]:
    found: list[Board] = []
    for entry in tables.map:
        board = load_content(folder / entry.file)
        table = board.table
        size = next((s.name for s in tables.table if (s.width, s.depth) == (table.width, table.height)), "")
        if (size, entry.zones) not in {(one.table, one.name) for one in tables.zones}:
            raise RulebookError(f"tables.toml: {entry.file}: a table of its size has no zones {entry.zones!r}")
        found.append(Board(table.name, size, entry.zones, board, entry.blurb))
    return by_name("tables.toml", found)


# ---- checking -------------------------------------------------------------------------------------


def _check_terrain(found: Content) -> None:
    for kind in found.terrain.values():
        check_known("terrain.toml", kind.name, "type", kind.types, TYPES)
    known = TYPES | {kind.trait for kind in found.terrain.values()}
    for board in found.maps.values():
        for piece in board.map.table.terrain:
            check_known(f"maps: {board.name}", piece.id, "trait", set(piece.traits) - {piece.kind}, known)


def _check_armies(found: Content) -> None:
    for rule in found.rules.values():
        check_known("rules.toml", rule.name, "rule", [rule.gives] if rule.gives else [], found.rules)
    for army in found.armies.values():
        for entry in army.units.values():
            named = [*entry.weapons, *(name for one in entry.upgrades for name in (one.replaces, one.adds) if name)]
            check_known(f"army {army.name}", entry.name, "weapon", named, found.weapons)


def _check_costs(found: Content) -> None:
    """Every printed price is the formula's."""
    from sandtable.rulesets.riverside.muster import entry_models

    for army in found.armies.values():
        file = f"army {army.name}"
        for entry in army.units.values():
            plain = in_file(file, entry_models, found, entry, ())
            if (right := found.formula.unit(plain)) != entry.points:
                raise RulebookError(f"{file}: {entry.name} costs {entry.points}; the formula gives {right}")
            for upgrade in entry.upgrades:
                better = in_file(file, entry_models, found, entry, (upgrade.name,))
                if (right := found.formula.upgrade(plain, better)) != upgrade.points:
                    what = f"{entry.name}: {upgrade.name} costs {upgrade.points}"
                    raise RulebookError(f"{file}: {what}; the formula gives {right}")


def _check_ready(found: Content) -> None:
    """Every ready army is legal and costs what it says; the limits do not bind the first battle."""
    from sandtable.rulesets.riverside.roster import ForceFile, check_force

    for ready in (*found.ready.values(), *found.first_battle.armies):
        file = ForceFile("riverside", ready.name, ready.army, ready.limit, list(ready.units))
        points = in_file("ready.toml", check_force, found, file, not ready.limit).points
        if points != ready.cost:
            raise RulebookError(f"ready.toml: {ready.name} adds up to {points}, not {ready.cost}")
    check_known("ready.toml", found.first_battle.name, "map", [found.first_battle.map], found.maps)
    for battle in found.battles:
        check_known("ready.toml", battle.name, "map", [battle.map], found.maps)
        check_known("ready.toml", battle.name, "army", battle.armies, found.ready)
