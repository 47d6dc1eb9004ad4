"""The state of a game: plain data, cheap to copy. What never changes about a character is its sheet, which all copies
share. Where the module is compiled its classes are native ones, whose fields the rules read as C reads those of a
struct: they are dataclasses, which both builds and msgspec know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from sandtable.engine.questions import Option, Point
from sandtable.engine.records import Record, from_fields
from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.op_en.content import Item, Protection, Skill, Weapon
from sandtable.rulesets.op_en.effects import Armour, Awareness, EffectWord, Flag, Modifier, OwnRange, Stat
from sandtable.rulesets.op_en.ground import Field, base_of
from sandtable.rulesets.op_en.parameters import Found
from sandtable.rulesets.op_en.pieces import Piece
from sandtable.rulesets.op_en.scenarios import Guideline, Objective, Override, Scenario, Stats

Status = Literal["in play", "in reserve", "out of action", "left", "not set up"]
IN_PLAY: Status = "in play"
RESERVE: Status = "in reserve"
OUT: Status = "out of action"
LEFT: Status = "left"
UNSET: Status = "not set up"

NOBODY: Final = -1
E = TypeVar("E", bound=EffectWord)


class Held(Record, frozen=True):
    """A standing effect, and what it comes from."""

    source: str
    effect: EffectWord


@dataclass
class Overrides:
    """What a game's Setting and scenario replace. All states of a game share it, and what has been looked up in it."""

    setting: tuple[Override, ...] = ()
    scenario: tuple[Override, ...] = ()

    def __post_init__(self) -> None:
        self.known: dict[int, dict[str, Found]] = {}
        """Values by the turn whose events have come, and by name."""
        self.fields: dict[int, Field] = {}
        """The Combat Area under those values: by twice that turn, and one more where ruins are difficult."""

    def since(self, turn: int) -> dict[str, Found]:
        """What is known of a turn in which nothing has been looked up: as much as of the turn in which the last of what
        is in force then has begun."""
        begun = max([one.from_turn for one in (*self.setting, *self.scenario) if one.from_turn <= turn], default=0)
        known = self.known[turn] = self.known.setdefault(begun, {})
        return known

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return from_fields(self)


@dataclass
class Sheet:
    """What a character is: its Character Card (OE-19.7). Form, Trait, Abilities and Skills are its Talents, which have
    no Level of their own (OE-2.3, OE-21.5); weapons, protections and items are Equipment."""

    rank: int
    stats: Stats
    move: int
    body: int
    """Move and Body are plain numbers and no dice (OE-2.2)."""
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

    def __post_init__(self) -> None:
        """What follows from the card, worked out once."""
        effects = [one.effect for one in self.held]
        self.by_kind: dict[type[EffectWord], tuple[Held, ...]] = _by_kind(self.held)
        self.melee = tuple([weapon for weapon in self.weapons if weapon.melee])
        self.ranged = tuple([weapon for weapon in self.weapons if weapon.bands])
        self.awareness = float(self.stats.intellect)
        """AR: the Intellect Stat in inches, as its Talents change it (OE-2.10)."""
        self.armour = 0
        for effect in effects:
            if isinstance(effect, Awareness):
                self.awareness += effect.inches
            elif isinstance(effect, Armour):
                self.armour += effect.points
        self.own_range = max([float(effect.inches) for effect in effects if isinstance(effect, OwnRange)], default=0.0)
        """The CR of its Talents, for weapons without Reach (OE-2.23); else bases must touch (OE-2.19)."""
        self.combat_range = max([self.own_range, *[float(weapon.reach) for weapon in self.melee]])
        """The longest of its Talents' CR and the Reach of the melee weapons it carries (OE-2.24)."""
        self.shield = any(one.shield for one in self.protections)
        self.aura = tuple([one for one in self.held if isinstance(one.effect, Modifier) and one.effect.friends])
        """Modifiers it gives to friends in its AR."""
        self.noted: dict[bool, tuple[Option, ...]] = {}
        """What it could spend an action on, once that has been listed: with and without Climb as a move."""
        self.footprint = base_of(self.base, self.height, self.width)
        """Its base as the table knows it."""

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return from_fields(self)


def _by_kind(held: tuple[Held, ...]) -> dict[type[EffectWord], tuple[Held, ...]]:
    found: dict[type[EffectWord], list[Held]] = {}
    for one in held:
        found.setdefault(type(one.effect), []).append(one)
    return {kind: tuple(ones) for kind, ones in found.items()}


@dataclass
class Character:
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
        """One of its six dice (OE-2.1)."""
        return self.sheet.stats.of(stat)

    def at(self, place: Point) -> Character:
        """The same one as it would be elsewhere."""
        there = self.clone()
        there.x, there.y, there.z = place.x, place.y, place.z
        return there

    def clone(self) -> Character:
        twin = Character.__new__(Character)
        twin.number, twin.name, twin.side = self.number, self.name, self.side
        twin.sheet, twin.radius, twin.neutral = self.sheet, self.radius, self.neutral
        twin.guidelines, twin.objective, twin.reserve_rule = self.guidelines, self.objective, self.reserve_rule
        twin.status, twin.x, twin.y, twin.z = self.status, self.x, self.y, self.z
        twin.damage, twin.activated = self.damage, self.activated
        twin.hidden, twin.faded, twin.boosts = self.hidden, self.faded, self.boosts
        twin.stunned, twin.poisoned = self.stunned, self.poisoned
        twin.taken, twin.fought_with, twin.dropped = self.taken, self.fought_with, self.dropped
        twin.lasting, twin.used = self.lasting, self.used
        twin.carries, twin.follows = self.carries, self.follows
        twin.felled, twin.achieved, twin.drowned = self.felled, self.achieved, self.drowned
        return twin


@dataclass
class Player:
    """An OF at the table."""

    name: str
    tokens: int = 0
    """One supply for the whole OF (OE-8.11). They lie on the roster, as what lasts lies on a card: nowhere on the table
    (OE-5.1)."""
    points: int = 0
    """Objectives completed, in the points of the scenario (OE-18.2)."""
    edge: str = ""
    """Its own edge: left, right, bottom or top."""
    role: str = ""
    """'attacker' or 'defender', where the scenario has them."""

    def clone(self) -> Player:
        return Player(self.name, self.tokens, self.points, self.edge, self.role)


@dataclass
class Mark:
    """An objective marker on the table (OE-5.2), or on somebody's card (OE-4.10). It never changes: another takes its
    place."""

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


class Patch(Record, frozen=True):
    """A round patch of smoke or of difficult ground."""

    x: float
    y: float
    radius: float
    ground: Literal["smoke", "difficult"]
    lasts: Literal["turn", "game"]


class Ending(Record, frozen=True):
    """Something that happens at end of turn, whatever becomes of who caused it (OE-4.11)."""

    source: str
    side: int
    x: float
    y: float
    z: float
    radius: float
    damage: int
    within: float


@dataclass
class Activation:
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

    def clone(self) -> Activation:
        return Activation(
            self.character, self.count, self.most, self.forgone, self.repeat, self.taken, self.moved, self.run_up,
            self.doing,
        )  # fmt: skip


Phase = Literal[
    "edge", "roll-off", "role", "exit", "reserve choice", "deploy", "reserves", "entries", "tokens", "events", "flood",
    "initiative", "turn", "act", "doing", "scenario", "end", "effects", "over",
]  # fmt: skip


@dataclass
class State:
    players: list[Player]
    characters: list[Character]
    setting: str = ""
    scenario: Scenario | None = None
    overrides: Overrides = field(default_factory=Overrides)
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
    entering: tuple[int, ...] = ()
    """Characters whose check let them enter, or made them, in order."""
    exit: str = ""
    """The named edge by which somebody may leave."""
    act: Activation | None = None
    verdict: Outcome | None = None
    """Who has won, looked up in the first step of the last End of Turn (OE-7.33)."""
    result: Outcome | None = None

    def clone(self) -> State:
        twin = State.__new__(State)
        twin.players = [player.clone() for player in self.players]
        twin.characters = [one.clone() for one in self.characters]
        twin.setting, twin.scenario, twin.overrides = self.setting, self.scenario, self.overrides
        twin.battlefield, twin.terrain, twin.size = self.battlefield, self.terrain, self.size
        twin.patches, twin.marks, twin.endings = self.patches, self.marks, self.endings
        twin.phase, twin.turn, twin.turns, twin.events_turn = self.phase, self.turn, self.turns, self.events_turn
        twin.seat, twin.first, twin.first_before = self.seat, self.first, self.first_before
        twin.waiting, twin.entering, twin.exit = self.waiting, self.entering, self.exit
        twin.act = None if self.act is None else self.act.clone()
        twin.verdict, twin.result = self.verdict, self.result
        return twin

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
