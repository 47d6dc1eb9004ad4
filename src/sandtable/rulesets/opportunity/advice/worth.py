"""How the fight stands: what is left of each side after the blows that this turn's dice still promise, and what the
encounter asks for."""

from __future__ import annotations

from math import exp, log
from operator import itemgetter
from typing import NamedTuple

from sandtable.rulesets.opportunity.advice.drafting import expected_pool
from sandtable.rulesets.opportunity.advice.goals import lean
from sandtable.rulesets.opportunity.advice.reckoning import block_loss, blow, club, hits_left, offence, stands, to_beat
from sandtable.rulesets.opportunity.attacks import CRITICAL_EXTRA, Attack, resolve
from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.melee_lock import chain_of, in_melee_lock
from sandtable.rulesets.opportunity.state import GREEN, RED, ROUNDS, Combatant, State

STEEP = 1.3
"""How surely the stronger side wins."""
POOL = 0.8
"""What the dice of a pool weigh while they are being drafted."""
HEIGHT = 0.03
"""What a point of Position is worth: it counts against the enemies' Position, so as a power."""
LOWEST, HIGHEST = -10, 20
"""Positions beyond these make no more difference."""
ARMOUR = 0.02
"""What a point of armour for each point of coverage adds to holding out."""
ENDURANCE = 1.7
"""How much holding out weighs beside striking hard."""
WEARING = 0.04
"""What it is worth that the target must spend a die."""
LEAST = 0.05
"""Strength of a side that has nobody left but is not out yet."""


class Remaining:
    """A combatant as the turn will probably leave it: the chance that it is still in the fight, and its Trauma."""

    __slots__ = ("bleeding", "blue", "greens", "here", "laid_out", "locked", "offence", "one", "reds", "trauma")

    def __init__(self, state: State, one: Combatant, locked: bool) -> None:
        self.one, self.locked = one, locked
        self.here, self.trauma = 1.0, float(one.trauma)
        self.bleeding = 1.0 if one.fatally_injured else 0.0
        self.offence = offence(state, one, locked)
        self.reds: list[int] = []
        self.greens: list[int] = []
        self.blue = 0
        self.laid_out = one.full_defence
        for die in one.pool:
            if die.colour == RED:
                self.reds.append(die.value)
            elif die.colour == GREEN:
                self.greens.append(die.value)
            elif die.value > self.blue:
                self.blue = die.value
        self.reds.sort()
        self.greens.sort()


def strengths(state: State) -> list[float]:
    """The strength of each side: how hard it strikes times how long it holds out."""
    fighters = [Remaining(state, one, in_melee_lock(state, one)) for one in state.in_fight()]
    if state.phase == "act":
        exchange(state, fighters)
    blows = [0.0] * len(state.sides)
    holds = [0.0] * len(state.sides)
    pools = [0.0] * len(state.sides)
    for fighter in fighters:
        one = fighter.one
        trauma = round(fighter.trauma)
        here = fighter.here * (1.0 - fighter.bleeding * (1.0 - stands(one.physique, trauma)))
        strikes = here * fighter.offence * exp(HEIGHT * max(LOWEST, min(HIGHEST, one.position)))
        blows[one.side] += strikes
        holds[one.side] += here * hits_left(one.physique, trauma) * (1.0 + ARMOUR * plates(one))
        if state.phase == "pick":
            pools[one.side] += strikes * expected_pool(state, one, fighter.locked)
    return [
        max(LEAST, struck) * max(LEAST, held) ** ENDURANCE * exp(POOL * pool / max(LEAST, struck))
        for struck, held, pool in zip(blows, holds, pools, strict=True)
    ]


def plates(one: Combatant) -> int:
    """Armour, by how much of the body it covers."""
    return one.armour.value * one.armour.coverage


def exchange(state: State, fighters: list[Remaining]) -> None:
    """The attacks still to come this turn, each by the best red die at the target that suffers most."""
    by_number = {fighter.one.number: fighter for fighter in fighters}
    now = [by_number[number] for number in state.queue if number in by_number]
    later = sorted(fighters, key=initiative)
    for order in (now, *([later] * (ROUNDS - state.round))):
        for fighter in order:
            if fighter.reds and fighter.here > 0.1:
                attack_of(state, fighter, fighters)


def initiative(fighter: Remaining) -> tuple[int, ...]:
    """The order of a round, but for roll-offs (OP-4.3)."""
    one = fighter.one
    return -one.initiative, -one.position, one.trauma, -one.agility


class Hope(NamedTuple):
    """What an attack would do to a target."""

    gain: float
    other: Remaining
    result: str
    down: float
    spent: int
    """The green die that answers; 0 is none."""
    defence: int


def attack_of(state: State, fighter: Remaining, fighters: list[Remaining]) -> None:
    """The attack that promises most, and what comes of it on the average."""
    weapon = fighter.one.equipped
    if fighter.locked and weapon.range > 1:
        weapon = club(state, fighter.one)
    hopes = [hope(state, fighter, other, weapon) for other in fighters if in_reach(state, fighter, other, weapon)]
    if not hopes:
        return
    _, other, result, down, spent, defence = max(hopes, key=itemgetter(0))
    fighter.reds.pop()
    if not weapon.ranged:
        fighter.locked = True
    if spent:
        other.greens.remove(spent)
    if other.laid_out is not None:
        other.laid_out -= defence
    if result == "miss":
        return
    critical = result == "critical"
    other.trauma += fighter.here * (weapon.damage + (CRITICAL_EXTRA if critical else 0))
    other.here *= 1.0 - fighter.here * down
    if critical and "Blunt" not in weapon.notes:
        other.bleeding = max(other.bleeding, fighter.here)


def in_reach(state: State, fighter: Remaining, other: Remaining, weapon: Weapon) -> bool:
    """Whom it can attack: an enemy likely to be there, and for a blade one it is locked with or can charge."""
    one, target = fighter.one, other.one
    if target.side == one.side or other.here < 0.05:
        return False
    if weapon.ranged:
        return True
    if fighter.locked:
        return target.number in chain_of(state, one)
    return fighter.blue > 0 and one.position + fighter.blue > target.position


def hope(state: State, fighter: Remaining, other: Remaining, weapon: Weapon) -> Hope:
    target, red = other.one, fighter.reds[-1]
    attack = Attack(fighter.one, target, weapon, weapon.ranged, red, red)
    needed = to_beat(state, attack)
    spent, defence = answer(other, needed, 0 if weapon.ranged else block_loss(attack))
    result = resolve(needed, defence)
    if result == "miss":
        return Hope(WEARING if spent else 0.0, other, result, 0.0, spent, defence)
    down, worn = blow(
        target.physique, round(other.trauma), target.fatally_injured, weapon.damage, result == "critical",
        "Blunt" in weapon.notes,
    )  # fmt: skip
    return Hope(other.offence * other.here * (down + worn), other, result, down, spent, defence)


def answer(other: Remaining, needed: int, worse: int) -> tuple[int, int]:
    """The green die that answers (0: none), and the DEF it gives: the least that is enough, else what turns a critical
    hit into a plain one."""
    if other.laid_out is not None:
        return 0, min(other.laid_out, max(0, needed))
    if needed <= 0:
        return 0, 0
    for green in other.greens:
        if green - worse >= needed:
            return green, green - worse
    if other.greens and other.greens[-1] - worse > needed - CRITICAL_EXTRA >= 0:
        return other.greens[-1], other.greens[-1] - worse
    return 0, 0


def chance(state: State, seat: int) -> float:
    """The chance that the seat's side wins."""
    side = next(one.side for one in state.combatants if one.seat == seat)
    found = strengths(state)
    leans = [lean(state, number) for number in range(len(found))]
    shares = [exp(STEEP * log(strength) + extra) for strength, extra in zip(found, leans, strict=True)]
    return shares[side] / sum(shares)
