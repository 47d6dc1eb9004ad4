"""The state of a battle: plain data, cheap to copy. The table itself is looked up by name and never changes.

What changes during a battle is a dataclass: compiled, its fields are read at once, those of a struct only by name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from sandtable.engine.records import Record, from_fields
from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.riverside.content import Spell
from sandtable.rulesets.riverside.pieces import Piece
from sandtable.rulesets.riverside.profiles import Profile
from sandtable.rulesets.riverside.strike_dice import Attack
from sandtable.table import Figure

ROUNDS = 4
"""RV-3.1."""
MOST_TOKENS = 6
"""RV-21.13."""

Where = Literal["on the table", "off the table", "inside", "destroyed", "routed"]
HERE: Where = "on the table"
OFF: Where = "off the table"
INSIDE: Where = "inside"
DESTROYED: Where = "destroyed"
ROUTED: Where = "routed"


@dataclass
class Model:
    """One model: what it is (never changes), then how it stands."""

    number: int
    name: str
    unit: int
    side: int
    profile: Profile
    radius: float

    fallen: bool = False
    """Removed as a casualty, or with its unit."""
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    wounds: int = 0
    tokens: int = 0
    """Spell tokens (RV-21.12)."""

    def __post_init__(self) -> None:
        self.shown: Figure | None = None
        """How the table knew it where it was last asked about; good for as long as it stands there."""

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return from_fields(self)

    def clone(self) -> Model:
        copied = Model(
            self.number, self.name, self.unit, self.side, self.profile, self.radius,
            self.fallen, self.x, self.y, self.z, self.wounds, self.tokens,
        )  # fmt: skip
        copied.shown = self.shown
        return copied


@dataclass
class Unit:
    """Models that are deployed, moved, activated and attacked together (RV-19.9); a joined Hero is listed last."""

    number: int
    name: str
    side: int
    models: tuple[int, ...]
    started: int
    """How many models it started the game with (RV-13.10)."""
    entry: str = ""
    cost: int = 0

    where: Where = OFF
    rides: int = -1
    """The Transport that it is inside of, on the table or off it."""
    deployed: int = 0
    """The round in which it came onto the table."""
    activated: bool = False
    fatigued: bool = False
    shaken: bool = False
    spells: tuple[Spell, ...] = ()
    """Lasting spells on it, until the end of the round (RV-21.18)."""

    def clone(self) -> Unit:
        return Unit(
            self.number, self.name, self.side, self.models, self.started, self.entry, self.cost,
            self.where, self.rides, self.deployed, self.activated, self.fatigued, self.shaken, self.spells,
        )  # fmt: skip

    @property
    def here(self) -> bool:
        """Is it on the table? Who is inside a Transport is not, and nothing is done by it or to it (RV-21.22)."""
        return self.where == "on the table"

    @property
    def gone(self) -> bool:
        return self.where in ("destroyed", "routed")

    @property
    def counts_as_fatigued(self) -> bool:
        """Shaken counts as Fatigued (RV-19.7)."""
        return self.fatigued or self.shaken


@dataclass
class Player:
    name: str
    army: str = ""
    """The army list, for its spells."""
    zone: int = -1
    """Which of the two deployment zones is his; -1 while that is open."""
    done: bool = False
    """He deploys nothing more in this deployment phase (RV-4.4, RV-4.15)."""


class Marker(Record, frozen=True):
    """An objective marker: a point (RV-1.10)."""

    name: str
    x: float
    y: float
    z: float = 0.0
    radius: float = 0.0


Action = Literal["Hold", "Advance", "Rush", "Charge", "Idle"]


@dataclass
class Activation:
    """What the active unit does, and what of it is done."""

    unit: int
    action: Action
    target: int = -1
    """The unit that it charges."""
    moved: bool = False
    spent: tuple[float, ...] = ()
    """Inches that each of its models has moved, in the order of the unit's models (RV-20.7)."""
    forded: tuple[int, ...] = ()
    """Models that moved in or through Dangerous Terrain (RV-16.9)."""
    tested: tuple[int, ...] = ()
    """Models that have taken their test for it (RV-16.10)."""
    teleported: bool = False
    cast: tuple[tuple[int, str], ...] = ()
    """Who has cast which spell (RV-21.15)."""
    got_out: bool = False
    """It has left a Transport (RV-21.21)."""
    slowed: bool = False
    """Difficult Terrain has held its move back (RV-16.14)."""


Kind = Literal["ranged", "charge", "return"]


class Declared(Record, frozen=True):
    """An attack that is declared and waits for its dice."""

    kind: Kind
    attacker: int
    target: int
    attack: Attack
    weapons: bool = True
    """A weapon is used, not Impact alone (RV-11.23)."""


class Melee(Record, frozen=True):
    """A melee under way: who charges whom, and the wounds that each has caused (RV-11.12)."""

    charger: int
    target: int
    by_charger: int = 0
    by_target: int = 0


class Wreck(Record, frozen=True):
    """Where a lost Transport stood; its passengers have still to get out (RV-21.25)."""

    unit: int
    """The passengers."""
    side: int
    name: str
    x: float
    y: float
    z: float
    radius: float


Phase = Literal[
    "count", "placer", "markers", "zones", "first choice",
    "beginning", "deploy", "turn", "action", "abilities", "move", "tests", "shoot", "volley", "morale",
    "teleport", "counter", "blows", "strike back", "return", "melee morale", "apart", "done", "end", "over",
]  # fmt: skip
Deployment = Literal["", "normal", "scout", "ambush"]


@dataclass
class State:
    players: list[Player]
    """The two commanders (RV-1.1)."""
    units: list[Unit]
    models: list[Model]
    map: str = ""
    """Name of a map; empty for a bare table."""
    size: tuple[float, float] = (72.0, 48.0)
    terrain: tuple[Piece, ...] = ()
    zones: tuple[tuple[tuple[float, float], ...], ...] = ()
    """The outlines of the two deployment zones (RV-1.2)."""
    cohesion: tuple[str, str] = ("connected", "circle")
    """How this game reads the chain and the shape of a unit (RV-8.15, RV-8.16)."""
    markers: tuple[Marker, ...] = ()
    controlled: tuple[int, ...] = ()
    """The side that controls each marker; -1 for nobody."""
    to_place: int = 0
    """Markers that have still to be put down (RV-1.3)."""
    phase: Phase = "count"
    deployment: Deployment = ""
    round: int = 1
    turn: int = 0
    """Whose turn it is to place, deploy or activate."""
    first: int = -1
    """Who activates first in this round."""
    finished: int = -1
    """Who was the first to finish his activations in this round (RV-6.7)."""
    winner: int = -1
    """Who has won the second roll-off, while the choices are made (RV-2.2)."""
    act: Activation | None = None
    volleys: tuple[Declared, ...] = ()
    """Attacks declared, the next one first (RV-10.13)."""
    wounded: tuple[int, ...] = ()
    """Units wounded in this Ranged Attack, in the order in which they were resolved (RV-10.14)."""
    melee: Melee | None = None
    wrecks: tuple[Wreck, ...] = ()
    no_room: tuple[int, ...] = ()
    """Units for which there was no room in this deployment phase."""
    stranded: tuple[int, ...] = ()
    """Units that had to be deployed and found no room (RV-4.20)."""
    result: Outcome | None = None

    def clone(self) -> State:
        return replace(
            self,
            players=[replace(player) for player in self.players],
            units=[unit.clone() for unit in self.units],
            models=[model.clone() for model in self.models],
            act=None if self.act is None else replace(self.act),
        )

    @property
    def activation(self) -> Activation:
        assert self.act is not None, "nobody is active"
        return self.act

    @property
    def active(self) -> Unit:
        return self.units[self.activation.unit]

    def members(self, unit: Unit) -> list[Model]:
        """Its models that are in play."""
        models = self.models
        return [model for number in unit.models if not (model := models[number]).fallen]

    def of_side(self, side: int) -> list[Unit]:
        return [unit for unit in self.units if unit.side == side]

    def here(self, side: int) -> list[Unit]:
        """Its units on the table; those inside a Transport are not (RV-21.22)."""
        return [unit for unit in self.units if unit.side == side and unit.where == "on the table"]

    def standing(self) -> list[Model]:
        """Every model on the table: those inside a Transport stand nowhere (RV-21.22)."""
        found: list[Model] = []
        for unit in self.units:
            if unit.where == "on the table":
                found += self.members(unit)
        return found

    def others(self, unit: Unit) -> list[Model]:
        """Every model on the table that is not of this unit (RV-21.22)."""
        found: list[Model] = []
        for one in self.units:
            if one.number != unit.number and one.where == "on the table":
                found += self.members(one)
        return found

    def passengers(self, unit: Unit) -> list[Unit]:
        return [one for one in self.units if one.rides == unit.number and not one.gone]

    def unactivated(self, side: int) -> list[Unit]:
        """Units that have still to be activated in this round, each once (RV-6.2); those off the table are not
        (RV-6.8)."""
        return [
            unit for unit in self.units
            if unit.side == side and not unit.activated and unit.where in ("on the table", "inside")
        ]  # fmt: skip
