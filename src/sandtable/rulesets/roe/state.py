"""The state of a battle: plain data, cheap to copy. The battlefield itself is looked up by name and never changes."""

from __future__ import annotations

from copy import copy
from typing import Literal

from msgspec import Struct

from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.rerolls import Volley
from sandtable.skirmish.bodies import Segment
from sandtable.skirmish.features import Feature

Status = Literal["on the table", "off the table", "out of action", "missing in action"]
STANDING: Status = "on the table"
OFF: Status = "off the table"
FALLEN: Status = "out of action"
MISSING: Status = "missing in action"

ROUNDS = 5
PINNED_DOWN_FROM = 3


class Model(Struct):
    """One model: what it is (never changes), then how it stands."""

    number: int
    name: str
    side: int
    exp: int
    res: int
    w: int
    c: int
    abilities: tuple[str, ...] = ()
    command: int = 0
    resilient: int = 0
    weapons: tuple[Weapon, ...] = ()
    profile: str = ""
    cost: int = 0
    radius: float = 0.5
    """Half the width of its base (RE-0.5)."""

    status: Status = OFF
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    wounds: int = 0
    pins: int = 0
    activated: bool = False
    orders: int = 0
    """Counters beside it this round."""
    rallied: bool = False
    """A Rally order was given for it this round."""

    @property
    def standing(self) -> bool:
        return self.status == "on the table"

    @property
    def suppressed(self) -> bool:
        """One token is enough (RE-5.18); Stubborn takes two (RE-6.19)."""
        return self.pins >= (2 if "Stubborn" in self.abilities else 1)

    @property
    def pinned_down(self) -> bool:
        """Three tokens (RE-5.21); Tenacious as many as its Exp, if that is more (RE-6.21)."""
        pins = self.pins
        if pins < PINNED_DOWN_FROM:
            return False
        return "Tenacious" not in self.abilities or pins >= self.exp

    @property
    def bulky(self) -> bool:
        return any("Bulky" in weapon.rules for weapon in self.weapons)


class Player(Struct):
    """`seat` is its place in the list of players; `zone` are the segments where its models enter."""

    name: str
    pool: int = 0
    tokens: int = 0
    rating: int = 0
    zone: tuple[Segment, ...] = ()


class Objective(Struct, frozen=True):
    name: str
    x: float
    y: float


Focus = Literal["", "move", "to-hit", "resolve", "any", "spent"]
Kind = Literal["standard", "encumbered", "climb", "encumbered climb", "assault", "consolidate"]


class Activation(Struct):
    """What the active model was ordered to do, and what of it is done."""

    model: int
    order: str
    focus: Focus = ""
    rallies: tuple[int, ...] = ()
    moves: int = 0
    """Movement actions it may still make."""
    acted: bool = False
    assaulted: bool = False
    fleet_used: bool = False
    overwatched: bool = False
    strikers: tuple[int, ...] = ()
    """Break Away: enemies that have still to strike."""
    left: tuple[int, ...] = ()
    """Break Away: those it moved away from, who may Consolidate."""
    kind: Kind | Literal[""] = ""
    """The move whose path is asked for now."""
    fleet: bool = False
    target: int = -1


Then = Literal["engage", "tactical", "fight", "overwatch", "strikes"]
"""What an attack was part of, and so what comes after it."""


class Declared(Struct, frozen=True):
    """An attack that is declared and waits for its dice."""

    attacker: int
    weapon: Weapon
    order: str
    targets: tuple[int, ...]
    volley: Volley
    then: Then


Phase = Literal[
    "player one", "objectives", "ingress", "victory", "command", "recon", "initiative", "tie", "turn", "test", "rally",
    "act", "path", "attack", "overwatch", "strikes", "consolidate", "done", "end", "over",
]  # fmt: skip


ROLL_OFF: tuple[Phase, ...] = ("initiative", "tie")
"""The roll for initiative, and once more after equal totals (RE-1.17)."""


class State(Struct):
    players: list[Player]
    models: list[Model]
    battlefield: str = ""
    """Name of a battlefield; empty for the bare table."""
    terrain: tuple[Feature, ...] = ()
    objectives: tuple[Objective, ...] = ()
    controlled: tuple[int, ...] = ()
    """The side that controls each objective; -1 for nobody."""
    objective_set: int = 0
    ingress: int = 0
    victory: int = 0
    side_choice: str = ""
    colour_choice: str = ""
    player_one: int = -1
    chooser: int = -1
    phase: Phase = "player one"
    round: int = 1
    turn: int = 0
    """The Active Player."""
    recon: tuple[int, ...] = ()
    """Recon models still to be placed or kept off."""
    pinned_contest: bool = False
    """The house rule pinned_down_contests, for those who only look (RE-5.22)."""
    act: Activation | None = None
    attack: Declared | None = None
    mover: int = -1
    """Who has just finished a movement action, for Overwatch."""
    waiting: tuple[int, ...] = ()
    """Models that may Consolidate now, in order."""
    after: Phase = "act"
    """Where play goes when the Consolidations are done."""
    contacts: tuple[tuple[int, int], ...] = ()
    """Enemies in base contact, the lower number first."""
    result: Outcome | None = None

    def clone(self) -> State:
        state = copy(self)
        state.players = [copy(player) for player in self.players]
        state.models = [copy(model) for model in self.models]
        if self.act is not None:
            state.act = copy(self.act)
        return state

    @property
    def activation(self) -> Activation:
        assert self.act is not None, "nobody is active"
        return self.act

    def of_side(self, side: int) -> list[Model]:
        return [model for model in self.models if model.side == side]

    def standing(self, side: int) -> list[Model]:
        return [model for model in self.models if model.side == side and model.status == "on the table"]

    def enemies(self, model: Model) -> list[Model]:
        """Standing models of the other side."""
        side = model.side
        return [one for one in self.models if one.side != side and one.status == "on the table"]

    def friends(self, model: Model) -> list[Model]:
        """The other standing models of its side."""
        side = model.side
        return [one for one in self.models if one.side == side and one.status == "on the table" and one is not model]

    def engaged(self, model: Model) -> bool:
        """It touches a standing enemy (RE-4.53)."""
        number = model.number
        return any(number in pair for pair in self.contacts)

    def engaged_with(self, model: Model) -> list[Model]:
        number = model.number
        return [self.models[a if b == number else b] for a, b in self.contacts if number in (a, b)]

    def available(self, side: int) -> list[Model]:
        """Who counts for counters and initiative: in round one the whole force, later those on the table (RE-1.8)."""
        if self.round == 1:
            return [model for model in self.models if model.side == side and model.status in ("on the table", OFF)]
        return self.standing(side)
