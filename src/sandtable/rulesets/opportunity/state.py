"""The state of an encounter: plain data, cheap to copy. Dice and other small things are values and never change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Literal

from msgspec import Struct

from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.opportunity.content import Armour, Weapon

Colour = Literal["red", "green", "blue"]
RED: Colour = "red"
GREEN: Colour = "green"
BLUE: Colour = "blue"
COLOURS: tuple[Colour, ...] = (RED, GREEN, BLUE)

Status = Literal["in the fight", "fallen", "dead", "escaped", "bound", "waiting"]
"""'bound' and 'waiting' are ours: a captive not yet freed, an arrival for whom there is no room yet."""
FIGHTING: Status = "in the fight"

SET = (RED, RED, GREEN, GREEN, BLUE, BLUE)
POOL_SIZE = 3
ROUNDS = 3


class Die(Struct, frozen=True, array_like=True, gc=False):
    colour: Colour
    value: int

    def __str__(self) -> str:
        return f"{self.colour} {self.value}"

    @property
    def short(self) -> str:
        return f"{self.colour[0].upper()}{self.value}"


DICE: dict[Colour, tuple[Die, ...]] = {colour: tuple(Die(colour, value) for value in range(7)) for colour in COLOURS}
"""DICE[RED][5] is the red die showing 5."""

_order = {colour: i for i, colour in enumerate(COLOURS)}
Dice = tuple[Die, ...]


def sorted_dice(dice: Iterable[Die]) -> Dice:
    """Red before green before blue, higher first."""
    return tuple(sorted(dice, key=lambda die: (_order[die.colour], -die.value)))


def without(dice: Dice, gone: Iterable[Die]) -> Dice:
    left = list(dice)
    for die in gone:
        left.remove(die)
    return tuple(left)


class Combatant(Struct):
    """One combatant: who it is (never changes but by Scavenge, Change Weapon and a series), and how it stands: the
    eleven numbers (OP-1.1) and the statuses, any of them together (OP-1.2)."""

    number: int
    name: str
    side: int
    seat: int
    physique: int
    """Added to every trauma check (OP-1.3)."""
    agility: int
    """Starting Position, and part of Initiative (OP-1.4)."""
    base_skill: int
    """Weapon Skill, but with weapons in `skill_with` (OP-1.5, OP-1.6)."""
    intelligence: int
    """The last tie-breaker (OP-1.7)."""
    weapons: tuple[Weapon, ...]
    equipped: Weapon
    """One weapon, and one armour (OP-1.14)."""
    armour: Armour
    skills: tuple[str, ...] = ()
    skill_with: dict[str, int] = {}
    points: int = 0
    captive: bool = False
    rises: int = 0

    position: int = 0
    """It has no bounds (OP-1.15)."""
    trauma: int = 0
    """It only rises (OP-1.16)."""
    initiative: int = 0
    """From 4 to 28 (OP-1.17)."""
    status: Status = FIGHTING
    aimed: bool = False
    fatally_injured: bool = False
    steady: bool = False
    left_at: int = 0
    """When it escaped, as a running number: the later escape ranks higher in a free-for-all."""

    set: Dice = ()
    pool: Dice = ()
    picks: int = 0
    full_defence: int | None = None

    @property
    def fighting(self) -> bool:
        """In the fight: neither fallen (OP-9.19), dead (OP-8.12) nor away."""
        return self.status == FIGHTING

    @property
    def alive(self) -> bool:
        return self.status != "dead"

    @property
    def weapon_skill(self) -> int:
        """Skill with the weapon in hand (OP-1.6)."""
        return self.skill_of(self.equipped.name)

    def skill_of(self, weapon: str) -> int:
        """A value listed for the weapon replaces the base (OP-1.6)."""
        return self.skill_with.get(weapon, self.base_skill)

    def dice(self, colour: Colour) -> list[Die]:
        return [die for die in self.pool if die.colour == colour]


class Side(Struct, frozen=True):
    name: str
    role: str


class Picked(Struct, frozen=True, array_like=True):
    """A pick of this turn: who picked, out of whose set, which die."""

    who: int
    whose: int
    die: Die


Pairing = tuple[int, int]
"""Of Melee Lock (OP-9.1), by roster numbers."""
Phase = Literal[
    "turn", "checks", "arrivals", "sets", "bands", "pick", "initiative", "round", "act", "end",
    "aftermath", "rises", "next encounter", "over",
]  # fmt: skip


class State(Struct):
    encounter: str
    """Id of the encounter; empty for an open fight without limit."""
    sides: tuple[Side, ...]
    seats: tuple[str, ...]
    combatants: list[Combatant]
    phase: Phase = "turn"
    turn: int = 1
    round: int = 0
    pairings: tuple[Pairing, ...] = ()
    pick_order: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()
    """Who picks, or who acts in this round, from now on."""
    picked: tuple[Picked, ...] = ()
    """The picks of this turn, for those who look on."""
    acted: tuple[int, ...] = ()
    """Who has used its activation of this round."""
    acting: int = -1
    """In a situation that begins within a round: who acts first now."""
    order: tuple[int, ...] = ()
    """The order of the first round, for the house rule that keeps it."""
    ties: tuple[tuple[int, ...], ...] = ()
    """Roll-offs for Initiative made this turn, each as the order it gave."""
    smoke: bool = False
    device: int = 0
    escapes: int = 0
    arrived: int = 0
    """How many of the encounter's arrivals have been dealt with."""
    series: tuple[str, ...] = ()
    """Encounters still to come in linked play."""
    wins: tuple[int, ...] = ()
    linked: bool = False
    core: int = 0
    """In linked play: how many combatants, from the first on, go on from encounter to encounter."""
    result: Outcome | None = None

    def clone(self) -> State:
        state = copy(self)
        state.combatants = [copy(combatant) for combatant in self.combatants]
        return state

    def in_fight(self) -> list[Combatant]:
        """Only they roll, pick and act (OP-2.6)."""
        return [c for c in self.combatants if c.status == FIGHTING]

    def enemies(self, combatant: Combatant) -> list[Combatant]:
        """Everybody of another side that is in the fight (OP-1.19)."""
        side = combatant.side
        return [c for c in self.combatants if c.side != side and c.status == FIGHTING]

    def comrades(self, combatant: Combatant) -> list[Combatant]:
        """The others of its side, whatever has become of them."""
        return [c for c in self.combatants if c.side == combatant.side and c is not combatant]

    def side_members(self, side: int) -> Iterator[Combatant]:
        return (c for c in self.combatants if c.side == side)
