"""A Setting: a folder of lists that the Core needs before anybody can play (OE-1.1).

    setting.toml                     its name, money, limits, overrides of the Core's parameters
    ranks.toml forms.toml            what a character is built from (OE-19.14, OE-19.17)
    traits.toml skills.toml abilities.toml
    weapons.toml armour.toml items.toml
    companions.toml                  characters of Rank 0
    forces.toml                      Quick Opposing Forces (OE-19.1)
    campaign.toml                    tables between games (chapter 20)
    scenarios/*.toml maps/*.toml

docs/write-a-setting.md says how to write one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import RulebookError
from sandtable.engine.lists import by_name, entries, lookup
from sandtable.engine.rulebook import read_toml
from sandtable.rulesets.op_en.campaign_tables import CampaignTables
from sandtable.rulesets.op_en.content_checks import check
from sandtable.rulesets.op_en.effects import Deed, Flag, Outcome, StandingEffect, Stat
from sandtable.rulesets.op_en.scenarios import Override, Profile, Scenario, Stats
from sandtable.table import Map
from sandtable.table.maps import load_folder

HERE = Path(__file__).parent / "settings"
DOOR = "sandtable.op_en.settings"
"""Entry points of this group are folders of further Settings."""
HOOKS = "sandtable.op_en.hooks"
"""Entry points of this group are outcomes in code, for Settings that need one: procedures of the game in progress."""
DEFAULT = "silt-and-lanterns"

Cost = int | Stat
"""A number, or the final value of a Stat (OE-19.25, OE-19.31)."""

T = TypeVar("T")


class Requires(Struct, frozen=True, forbid_unknown_fields=True):
    """What its owner must be or have (OE-19.30)."""

    rank: int = 0
    stats: dict[Stat, int] = {}
    skill: str = ""
    ability: str = ""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every entry of a list has. `limit`: how many of an OF may have it; 0 is any number."""

    name: str
    text: str = ""
    cost: Cost = 0
    requires: Requires = Requires()
    limit: int = 0
    effects: tuple[StandingEffect, ...] = ()
    flags: tuple[Flag, ...] = ()


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Rank table (OE-19.14)."""

    rank: int
    title: str
    core: int
    others: tuple[int, int, int, int, int]
    cost: int
    talents: int
    """Skills and Abilities together (OE-19.24)."""
    campaign_talents: int = 0
    """The same in a campaign."""


class Form(Entry, frozen=True, kw_only=True):
    move: int
    body: int
    base: float = 1.0
    height: float = 1.25
    width: float = 0.7
    steps: dict[Stat, int] = {}
    """Steps of 2 on Stats (OE-19.17)."""


class Trait(Entry, frozen=True, kw_only=True):
    steps: dict[Stat, int] = {}


class Ability(Entry, frozen=True, kw_only=True):
    limit: int = 1
    """Once per OF (OE-19.28)."""


class Skill(Entry, frozen=True, kw_only=True):
    limit: int = 1
    counts_as: Literal["", "move", "shoot", "fight", "use"] = ""
    """Its limit word (OE-9.4)."""
    deed: Deed


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """A range band: up to so many inches, or up to the shooter's AR (OE-13.8)."""

    to: float | Literal["awareness"]
    plus: int = 0


class Weapon(Entry, frozen=True, kw_only=True):
    """With `bands` it shoots, with `melee` it fights; both is one weapon in one slot."""

    damage: int
    melee: bool = False
    reach: int = 0
    plus: int = 0
    """On the Fight Test of an attack with it."""
    bands: tuple[Band, ...] = ()
    unmoved: bool = False
    """Not after moving this activation."""
    on_hit: tuple[Outcome, ...] = ()
    degrees: int = 0
    """From so many Degrees on `on_hit` happens."""
    rule_of_1: tuple[Outcome, ...] = ()
    specials: int = 0
    """How many the price formula counts."""


class Protection(Entry, frozen=True, kw_only=True):
    """Armour, or a shield."""

    shield: bool = False
    specials: int = 0


class Item(Entry, frozen=True, kw_only=True):
    """`deed`: marked (Use) (OE-17.3). `consumable`: gone when used (OE-17.9)."""

    consumable: bool = False
    once_per_game: bool = False
    deed: Deed | None = None


class EquipmentLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Equipment per character (OE-19.29)."""

    weapons: int = 3
    armour: int = 1
    shields: int = 1
    items: int = 3
    consumables: int = 3


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """The formula of a Setting's prices; entries whose cost is a Stat, and what has no formula, are priced by hand."""

    melee: int = 2
    damage: int = 2
    reach: int = 3
    plus: int = 3
    minus: int = 2
    special: int = 2
    range_per_mark: int = 4
    """Inches of the last range for each mark."""
    armour: int = 4
    flying: int = 8
    swimming: int = 3
    """On top of Move and Body, which a Form costs."""


class Growth(Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign has made of a character since its creation (OE-20.6, OE-20.8)."""

    born: int = 0
    """The Rank it was created with, where that has risen since."""
    steps: dict[Stat, int] = {}
    """Steps bought on Stats."""
    lost: dict[Stat, int] = {}
    """Steps lost by injuries."""
    move: int = 0
    body: int = 0
    bought_body: int = 0
    paid: dict[str, int] = {}
    """Skills, Abilities and Equipment whose price was fixed when they were bought (OE-19.27)."""
    value: int = 0
    """What steps and Body add to the character's value."""


class CharacterList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character as a force file has it (OE-19.7). Stats are those before Form and Trait."""

    name: str = ""
    rank: int
    form: str = ""
    """Left out, it is refused by the rules and not by the reader of files (OE-19.17)."""
    stats: Stats
    trait: str = ""
    skills: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    growth: Growth = Growth()
    lent: Literal["", "recruit", "nemesis"] = ""
    """Lent to the OF for one game (OE-20.9, OE-20.11): outside its limits, never its Leader."""


class Force(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Opposing Force (OE-19.2)."""

    name: str
    core: Stat
    text: str = ""
    treasury: int = 0
    """What it may spend, where that is not the Setting's Treasury."""
    demo: bool = False
    characters: tuple[CharacterList, ...]


class Setting(Struct, frozen=True, dict=True, eq=False):
    """A whole folder, read and checked; one is equal to itself alone."""

    id: str
    name: str
    text: str
    genre: str
    money: str
    treasury: int
    limits: EquipmentLimits
    unarmed: int
    prices: Prices | None
    override: tuple[Override, ...]
    ranks: dict[int, Rank]
    forms: dict[str, Form]
    traits: dict[str, Trait]
    skills: dict[str, Skill]
    abilities: dict[str, Ability]
    weapons: dict[str, Weapon]
    protections: dict[str, Protection]
    items: dict[str, Item]
    companions: dict[str, Profile]
    scenarios: dict[str, Scenario]
    maps: dict[str, Map]
    forces: dict[str, Force]
    campaign: CampaignTables | None

    @cached_property
    def equipment(self) -> dict[str, Weapon | Protection | Item]:
        return {**self.weapons, **self.protections, **self.items}


class _Setting(Struct, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    text: str = ""
    genre: str = ""
    money: str
    treasury: int
    limits: EquipmentLimits = EquipmentLimits()
    unarmed: int = 0
    prices: Prices | None = None
    override: tuple[Override, ...] = ()


class _Ranks(Struct, forbid_unknown_fields=True):
    rank: list[Rank]


class _Armour(Struct, forbid_unknown_fields=True):
    armour: list[Protection] = []
    shield: list[Protection] = []


class _Items(Struct, forbid_unknown_fields=True):
    item: list[Item] = []
    consumable: list[Item] = []


# ---- finding --------------------------------------------------------------------------------------


@cache
def settings() -> dict[str, Path]:
    """The folder of every Setting there is, ours and those of installed packages."""
    folders = [path.parent for path in sorted(HERE.glob("*/setting.toml"))]
    folders += [Path(entry.load()) for entry in entry_points(group=DOOR)]
    return {folder.name: folder for folder in folders}


@cache
def hooks() -> dict[str, Callable[..., Any]]:
    """The outcomes that packages bring in code, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=HOOKS)}


@cache
def setting(name: str = DEFAULT) -> Setting:
    """A Setting by the name of its folder."""
    folder = lookup("Setting", name, settings(), "OE-1.1")
    found = load(folder)
    if found.id != folder.name:
        raise RulebookError(f"setting.toml: the folder of {found.id!r} is called {folder.name!r}; they must agree")
    return found


def load(folder: Path) -> Setting:
    """Reads and checks the folder of a Setting; a mistake names the file and the entry."""
    head = _read(folder, "setting.toml", _Setting)
    armour = _read(folder, "armour.toml", _Armour)
    items = _read(folder, "items.toml", _Items)
    found = Setting(
        head.id, head.name, head.text, head.genre, head.money, head.treasury, head.limits, head.unarmed, head.prices,
        head.override,
        ranks={rank.rank: rank for rank in _read(folder, "ranks.toml", _Ranks).rank},
        forms=_listed(folder, "forms.toml", "form", Form),
        traits=_listed(folder, "traits.toml", "trait", Trait),
        skills=_listed(folder, "skills.toml", "skill", Skill),
        abilities=_listed(folder, "abilities.toml", "ability", Ability),
        weapons=_listed(folder, "weapons.toml", "weapon", Weapon),
        protections=by_name("armour.toml", [*armour.armour, *(replace(one, shield=True) for one in armour.shield)]),
        items=by_name("items.toml", [*items.item, *(replace(one, consumable=True) for one in items.consumable)]),
        companions=_listed(folder, "companions.toml", "companion", Profile, empty=True),
        scenarios=_scenarios(folder / "scenarios"),
        maps=load_folder(folder / "maps"),
        forces=_listed(folder, "forces.toml", "force", Force, empty=True),
        campaign=_campaign(folder),
    )  # fmt: skip
    check(found, hooks())
    return found


def _read(folder: Path, file: str, shape: type[T]) -> T:
    try:
        return read_toml(folder / file, shape)
    except RulebookError as error:
        raise RulebookError(f"{folder.name}/{error}") from error


def _listed(folder: Path, file: str, key: str, shape: type[T], *, empty: bool = False) -> dict[str, T]:
    try:
        return entries(folder / file, key, shape, empty=empty)
    except RulebookError as error:
        raise RulebookError(f"{folder.name}/{error}") from error


def _campaign(folder: Path) -> CampaignTables | None:
    """A Setting without campaign tables is for single games."""
    return _read(folder, "campaign.toml", CampaignTables) if (folder / "campaign.toml").exists() else None


def _scenarios(folder: Path) -> dict[str, Scenario]:
    return by_name("scenarios", [_read(folder, path.name, Scenario) for path in sorted(folder.glob("*.toml"))])
