"""The state of a game: plain data, cheap to copy. What never changes about a character is its sheet, which all copies
share."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Literal, TypeVar

from msgspec import Struct

from sandtable.engine.questions import Option
from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.op_en.content import Item, Protection, Skill, Weapon
from sandtable.rulesets.op_en.effects import Armour, Awareness, EffectWord, Flag, Modifier, OwnRange, Stat
from sandtable.rulesets.op_en.pieces import Piece
from sandtable.rulesets.op_en.scenarios import Guideline, Objective, Overrides, Scenario, Stats

Status = Literal["in play", "in reserve", "out of action", "left", "not set up"]
IN_PLAY: Status = "in play"
RESERVE: Status = "in reserve"
OUT: Status = "out of action"
LEFT: Status = "left"
UNSET: Status = "not set up"

NOBODY = -1
E = TypeVar("E", bound=EffectWord)


class Held(Struct, frozen=True):
    """A standing effect, and what it comes from."""

    source: str
    effect: EffectWord


class Sheet(Struct, frozen=True, dict=True):
    """What a character is: its Character Card (OE-19.7). Form, Trait, Abilities and Skills are its Talents, which have
    no Level of their own (OE-2.3, OE-21.5); weapons, protections and items are Equipment."""

    rank: int
    stats: Stats
    move: int
    body: int
    base: float = 1.0
    height: float = 1.25
    width: float = 0.7
    form: str = ""
    trait: str = ""
    abilities: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    protections: tuple[Protection, ...] = ()
    items: tuple[Item, ...] = ()
    held: tuple[Held, ...] = ()
    flags: frozenset[Flag] = frozenset()
    cost: int = 0
    leads: bool = False
    """It is the Leader of its OF (OE-19.9)."""

    @cached_property
    def by_kind(self) -> dict[type[EffectWord], tuple[Held, ...]]:
        found: dict[type[EffectWord], list[Held]] = {}
        for one in self.held:
            found.setdefault(type(one.effect), []).append(one)
        return {kind: tuple(ones) for kind, ones in found.items()}

    @cached_property
    def melee(self) -> tuple[Weapon, ...]:
        return tuple(weapon for weapon in self.weapons if weapon.melee)

    @cached_property
    def ranged(self) -> tuple[Weapon, ...]:
        return tuple(weapon for weapon in self.weapons if weapon.bands)

    @cached_property
    def awareness(self) -> float:
        """AR: the Intellect Stat in inches, as its Talents change it (OE-2.10)."""
        inches = float(self.stats.intellect)
        for one in self.held:
            if isinstance(one.effect, Awareness):
                inches += one.effect.inches
        return inches

    @cached_property
    def own_range(self) -> float:
        """The CR of its Talents, for weapons without Reach (OE-2.23); else bases must touch (OE-2.19)."""
        return max((one.effect.inches for one in self.held if isinstance(one.effect, OwnRange)), default=0.0)

    @cached_property
    def combat_range(self) -> float:
        """The longest of its Talents' CR and the Reach of the melee weapons it carries (OE-2.24)."""
        return max((self.own_range, *(float(weapon.reach) for weapon in self.melee)))

    @cached_property
    def armour(self) -> int:
        points = 0
        for one in self.held:
            if isinstance(one.effect, Armour):
                points += one.effect.points
        return points

    @cached_property
    def shield(self) -> bool:
        return any(one.shield for one in self.protections)

    @cached_property
    def noted(self) -> dict[bool, tuple[Option, ...]]:
        """What it could spend an action on, once that has been listed: with and without Climb as a move."""
        return {}

    @cached_property
    def aura(self) -> tuple[Held, ...]:
        """Modifiers it gives to friends in its AR."""
        return tuple(one for one in self.held if isinstance(one.effect, Modifier) and one.effect.friends)


class Character(Struct):
    """A model of an OF or of the scenario (OE-21.1): who it is (never changes), then how it stands."""

    number: int
    name: str
    side: int
    """The OF, from 0; scenario characters have a negative number, those of one group the same."""
    sheet: Sheet
    radius: float = 0.5
    neutral: bool = False
    guidelines: tuple[Guideline, ...] = ()
    objective: str = ""
    """The objective that it counts as."""
    reserve_rule: str = ""
    """What put it in reserve: '' (a Talent) or 'scenario'."""

    status: Status = UNSET
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    damage: int = 0
    """None at the start of a game (OE-4.2)."""
    activated: bool = False
    hidden: bool = False
    faded: bool = False
    """Clear LoS does not end its Hidden this turn."""
    boosts: int = 0
    """Tokens spent on its next Test (OE-8.3)."""
    stunned: int = 0
    """The last turn in which its next activation has one action only."""
    poisoned: bool = False
    taken: tuple[str, ...] = ()
    """Actions and Skills of this turn, with the limit words they count as (OE-9.2)."""
    fought_with: tuple[str, ...] = ()
    """The weapons of its Fight Actions this turn."""
    dropped: bool = False
    """Its Controlled Fall of this turn is used (OE-12.27)."""
    lasting: tuple[Held, ...] = ()
    """Effects until end of turn."""
    used: tuple[str, ...] = ()
    """Consumables that are gone, and what works once per game."""
    carries: int = NOBODY
    """The marker on its card."""
    follows: int = NOBODY
    """The character that it follows."""
    felled: int = 0
    """Enemies of Rank 1 or more that it put Out of Action."""
    achieved: int = 0
    """Its successes at objectives."""
    drowned: bool = False

    @property
    def in_play(self) -> bool:
        return self.status == "in play"

    @property
    def leader(self) -> bool:
        return self.sheet.leads

    @property
    def of_force(self) -> bool:
        """Does it belong to an OF, and so not to the scenario?"""
        return self.side >= 0

    def has(self, flag: Flag) -> bool:
        """A carrier counts as having no other way of moving."""
        if flag not in self.sheet.flags:
            return False
        return self.carries == NOBODY or flag not in ("flying", "swimming")

    def held(self, kind: type[E]) -> list[tuple[str, E]]:
        """Its standing effects of one kind, lasting ones too, with their sources."""
        found = [(one.source, one.effect) for one in self.sheet.by_kind.get(kind, ())]
        if self.lasting:
            found += [(one.source, one.effect) for one in self.lasting if isinstance(one.effect, kind)]
        return found  # type: ignore[return-value]

    def stat(self, stat: Stat) -> int:
        return self.sheet.stats.of(stat)


class Player(Struct):
    """An OF at the table."""

    name: str
    tokens: int = 0
    """They lie on the roster, as what lasts lies on a card: nowhere on the table (OE-5.1)."""
    points: int = 0
    """Objectives completed, in the points of the scenario (OE-18.2)."""
    edge: str = ""
    """Its own edge: left, right, bottom or top."""
    role: str = ""
    """'attacker' or 'defender', where the scenario has them."""


class Mark(Struct, frozen=True):
    """An objective marker on the table, or on somebody's card."""

    name: str
    objective: Objective
    x: float
    y: float
    z: float = 0.0
    place: int = 0
    """Which of the objective's places it is."""
    carried: bool = False
    gone: bool = False
    """Off the table for good, or closed."""
    notches: tuple[int, ...] = ()
    successes: int = 0
    harder: int = 0
    locked: int = 0
    """The last turn in which nobody may Interact with it."""
    done: tuple[tuple[int, int], ...] = ()
    """Which OF had a success here in which turn."""
    radius: float = 0.5

    @property
    def on_table(self) -> bool:
        return not self.carried and not self.gone


class Patch(Struct, frozen=True):
    """A round patch of smoke or of difficult ground."""

    x: float
    y: float
    radius: float
    ground: Literal["smoke", "difficult"]
    lasts: Literal["turn", "game"]


class Ending(Struct, frozen=True):
    """Something that happens at end of turn, whatever becomes of who caused it (OE-4.11)."""

    source: str
    side: int
    x: float
    y: float
    z: float
    radius: float
    damage: int
    within: float


class Activation(Struct):
    """What the active character has done, and what it is doing."""

    character: int
    count: int = 0
    """Actions taken."""
    most: int = 2
    forgone: bool = False
    repeat: bool = False
    """A token was spent: the coming action may be one already taken (OE-8.7)."""
    taken: tuple[str, ...] = ()
    """Words of the actions taken in this activation."""
    moved: bool = False
    run_up: float = 0.0
    """Inches walked in the previous action (OE-16.11)."""
    doing: str = ""
    """The action that was chosen and is to be taken."""


Phase = Literal[
    "edge", "roll-off", "role", "exit", "reserve choice", "deploy", "reserves", "tokens", "events", "flood",
    "initiative", "turn", "act", "doing", "scenario", "end", "effects", "over",
]  # fmt: skip


class State(Struct):
    players: list[Player]
    characters: list[Character]
    setting: str = ""
    scenario: Scenario | None = None
    overrides: Overrides = Overrides()
    battlefield: str = ""
    """Name of a map of the Setting; empty for bare ground."""
    terrain: tuple[Piece, ...] = ()
    size: tuple[float, float] = (36.0, 36.0)
    patches: tuple[Patch, ...] = ()
    marks: tuple[Mark, ...] = ()
    endings: tuple[Ending, ...] = ()
    phase: Phase = "roll-off"
    turn: int = 1
    turns: int = 6
    """How many the game lasts."""
    events_turn: int = 0
    """The last turn whose Start of Turn events have come."""
    seat: int = 0
    """Whose activation it is."""
    first: int = NOBODY
    """Who took the first activation this turn (OE-1.24)."""
    first_before: int = NOBODY
    """The same of the turn before."""
    waiting: tuple[int, ...] = ()
    """Characters that are still to be placed, to enter, or to be handled, in order."""
    exit: str = ""
    """The named edge by which somebody may leave."""
    act: Activation | None = None
    result: Outcome | None = None

    def clone(self) -> State:
        state = copy(self)
        state.players = [copy(player) for player in self.players]
        state.characters = [copy(one) for one in self.characters]
        if self.act is not None:
            state.act = copy(self.act)
        return state

    @property
    def activation(self) -> Activation:
        assert self.act is not None, "nobody is active"
        return self.act

    def of_side(self, side: int) -> list[Character]:
        return [one for one in self.characters if one.side == side]

    def in_play(self) -> list[Character]:
        return [one for one in self.characters if one.status == "in play"]

    def enemies(self, who: Character) -> list[Character]:
        """Everyone in play outside its own side (OE-21.3); neutral ones are nobody's Enemies (OE-6.3)."""
        if who.neutral:
            return []
        side = who.side
        return [one for one in self.characters if one.side != side and one.status == "in play" and not one.neutral]

    def opposed(self, who: Character, other: Character) -> bool:
        """Is the other one of its Enemies?"""
        return other.side != who.side and other.status == "in play" and not (who.neutral or other.neutral)

    def friends(self, who: Character) -> list[Character]:
        """The others in play of its side (OE-6.1)."""
        side = who.side
        return [one for one in self.characters if one.side == side and one.status == "in play" and one is not who]

    def others(self, who: Character) -> list[Character]:
        return [one for one in self.characters if one.status == "in play" and one is not who]

    def name_of(self, side: int) -> str:
        return self.players[side].name if 0 <= side < len(self.players) else ""

    def seat_of(self, who: Character) -> int:
        """Who answers for a character: its player; for a scenario character whoever handles it now."""
        return who.side if who.side >= 0 else self.seat
