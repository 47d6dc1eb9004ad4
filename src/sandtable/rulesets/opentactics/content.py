"""The lists of this ruleset from content/*.toml: cards, abilities, terrain, maps, scenarios, forces, campaign.

Loading checks everything; a mistake names the file and the entry.
"""

from __future__ import annotations

from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from sandtable.engine.lists import by_name, entries
from sandtable.engine.rulebook import read_toml
from sandtable.rulesets.opentactics.abilities import SKILLS, SkillName, Traits, traits_of

HERE = Path(__file__).parent / "content"

CLASSES = ("Infantry", "Cavalry", "Monster", "Vehicle", "Behemoth")
TECHNICAL_TYPES = ("Construct", "Fortification", "Tech", "Vehicle")
SIDES = ("south", "north", "west", "east")
"""The sides of a map, in the order in which players get them where nothing else decides."""
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}
TILE = 3
POOL = 3
MOST_ABILITIES = 3
MARKS = ("rough", "water", "impassable", "hindering")


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four assault skills of a card: two pools with their bumps, and a range."""

    off: int = 0
    """0 to 3 dice in a pool (OT-2.11)."""
    off_bumps: tuple[int, ...] = ()
    """Signed numbers under their pool (OT-2.12)."""
    dice_def: int = field(name="def", default=0)
    def_bumps: tuple[int, ...] = ()
    range: int = 0
    """0 is no use of the skill (OT-2.14)."""


NO_SKILL = Skill()


class Tread(Struct, frozen=True, cache_hash=True):
    """How a unit goes over ground: all that the cost of a step depends on."""

    flying: bool = False
    base_width: float = 1.0
    free_water: bool = False
    free_rough: bool = False
    through_rock: bool = False
    leaps: bool = False


class Card(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """A unit card (OT-2.7 to OT-2.15). `dict=True` makes room for what is worked out once."""

    name: str
    types: tuple[str, ...] = ()
    """They do nothing by themselves (OT-2.7)."""
    points: int = 0
    """What it takes off the limit (OT-2.3)."""
    athletics: int = 0
    """Movement points, and the base of its tests (OT-2.10)."""
    flying: bool = False
    """The wing on the card (OT-2.13)."""
    base_width: float = 1.0
    """In increments; heights are compared with it (OT-1.6)."""
    melee: Skill = NO_SKILL
    ballistic: Skill = NO_SKILL
    arcane: Skill = NO_SKILL
    technical: Skill = NO_SKILL
    abilities: tuple[str, ...] = ()
    """Three at most (OT-2.15)."""
    theme: str = ""
    blurb: str = ""

    @cached_property
    def traits(self) -> Traits:
        return traits_of(self.abilities)

    @cached_property
    def size_class(self) -> int:
        """Its place in the save table, or -1 (OT-2.8)."""
        return next((CLASSES.index(kind) for kind in self.types if kind in CLASSES), -1)

    @cached_property
    def skills(self) -> dict[str, Skill]:
        """Every unit has the four (OT-2.9)."""
        return {"melee": self.melee, "ballistic": self.ballistic, "arcane": self.arcane, "technical": self.technical}

    @cached_property
    def armed(self) -> tuple[SkillName, ...]:
        """The skills with a range: those it could attack with (OT-2.14)."""
        return tuple(skill for skill in SKILLS if self.skills[skill].range > 0)

    @cached_property
    def gait(self) -> Tread:
        """How it moves: who has no wing on its card does not fly (OT-2.13)."""
        traits = self.traits
        return Tread(
            self.flying, self.base_width, traits.free_water, traits.free_rough, traits.through_rock, traits.leaps
        )

    @property
    def unique(self) -> bool:
        return "Unique" in self.types


class AbilityText(Struct, frozen=True, forbid_unknown_fields=True):
    """An ability in words, and its price: a number, or a rule by the card."""

    name: str
    hooks: tuple[str, ...]
    summary: str
    clause: str
    price: int | None = None
    price_rule: str = ""
    spare: bool = False


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    rows: tuple[str, str, str]
    copies: int


class Component(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    columns: int
    rows: int
    height: float
    marks: tuple[str, ...]
    copies: int
    hazard: int = 0
    special: Literal["", "plank", "ladder"] = ""
    blurb: str = ""

    @property
    def long(self) -> bool:
        """It has a direction: it covers two increments or stands on the border of two."""
        return self.special == "ladder" or self.columns * self.rows > 1


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """A component on a map: `at` its western cell or, if turned, its southern one; a ladder is between two cells."""

    name: str
    at: str = ""
    turned: bool = False
    between: tuple[str, str] | None = None


class PrebuiltMap(Struct, frozen=True, forbid_unknown_fields=True):
    """A pre-built map; `edges` are given to the players in seat order, or dealt by lot if it is not symmetric."""

    name: str
    tiles: tuple[tuple[int, ...], ...]
    symmetric: bool
    players: tuple[int, ...]
    edges: tuple[str, ...]
    components: tuple[Placed, ...]
    objectives: tuple[str, ...]

    @property
    def columns(self) -> int:
        return TILE * len(self.tiles[0])

    @property
    def rows(self) -> int:
        return TILE * len(self.tiles)


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """An objective of a scenario; with `map` it exists on that map only."""

    name: str
    at: str
    walkable: bool
    kind: str
    map: str = ""


class ZoneText(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a role deploys: from an edge, or in all increments between two corners."""

    role: str
    edge: str = ""
    from_cell: str = field(name="from", default="")
    to_cell: str = field(name="to", default="")


Special = Literal[
    "hold-three-rounds", "escort", "siege", "breakthrough", "quiet-opening-on-9x9", "counters-3"
]  # fmt: skip


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    players: tuple[int, ...]
    points: int | dict[str, int]
    maps: tuple[str, ...]
    limit: int
    objectives: tuple[Goal, ...]
    special: tuple[Special, ...]
    summary: str
    aim: str
    """How to win, in one line."""
    win: str
    zones: tuple[ZoneText, ...] = ()

    def points_of(self, seat: int) -> int:
        """The limit of a player; roles go by seat, in the order in which they are written."""
        return self.points if isinstance(self.points, int) else list(self.points.values())[seat]

    def goals_on(self, where: str) -> tuple[Goal, ...]:
        return tuple(goal for goal in self.objectives if goal.map in ("", where))


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    theme: str
    limit: int
    units: tuple[tuple[int, str], ...]
    points: int
    blurb: str = ""

    def cards(self) -> list[str]:
        return [card for count, card in self.units for _ in range(count)]


class Campaign(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    maps: tuple[str, ...]
    lead: int
    return_on: int
    income: int
    per_objective: int
    text: str


class Formula(Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the points formula (cards.toml says how they are used)."""

    athletics: float
    flying: float
    melee_off_near: float
    melee_off_far: float
    ballistic_off_per_range: float
    arcane_off_per_range: float
    arcane_off_base: float
    technical_off_per_range: float
    off_bump: float
    def_dice: dict[str, float]
    def_bump: float
    technical_types: tuple[str, ...]
    least: int
    class_factor: dict[str, float]


class _Cards(Struct, forbid_unknown_fields=True):
    formula: Formula
    unit: list[Card]


class _Terrain(Struct, forbid_unknown_fields=True):
    tile: list[Tile]
    component: list[Component]


class _Campaign(Struct, forbid_unknown_fields=True):
    campaign: Campaign


class Content(Struct, frozen=True):
    formula: Formula
    cards: dict[str, Card]
    abilities: dict[str, AbilityText]
    tiles: dict[int, Tile]
    components: dict[str, Component]
    maps: dict[str, PrebuiltMap]
    scenarios: dict[str, Scenario]
    forces: dict[str, Force]
    campaign: Campaign


@cache
def content() -> Content:
    return load(HERE)


def load(folder: Path) -> Content:
    """Reads and checks a content folder; a mistake names the file and the entry."""
    from sandtable.rulesets.opentactics import content_checks

    cards = read_toml(folder / "cards.toml", _Cards)
    terrain = read_toml(folder / "terrain.toml", _Terrain)
    tiles = by_name("terrain.toml", terrain.tile)
    found = Content(
        formula=cards.formula,
        cards=by_name("cards.toml", cards.unit),
        abilities=entries(folder / "abilities.toml", "ability", AbilityText),
        tiles={tile.number: tile for tile in tiles.values()},
        components=by_name("terrain.toml", terrain.component),
        maps=entries(folder / "maps.toml", "map", PrebuiltMap),
        scenarios=entries(folder / "scenarios.toml", "scenario", Scenario, attrgetter("id")),
        forces=entries(folder / "forces.toml", "force", Force),
        campaign=read_toml(folder / "campaign.toml", _Campaign).campaign,
    )
    content_checks.check(found)
    return found
