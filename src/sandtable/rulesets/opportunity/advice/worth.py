"""How the fight stands: what is left of each side after the blows that this turn's dice still promise, and what the
encounter asks for."""

from __future__ import annotations

from math import exp, log

from sandtable.rulesets.opportunity.advice.drafting import expected_pool
from sandtable.rulesets.opportunity.advice.goals import lean
from sandtable.rulesets.opportunity.advice.reckoning import block_loss, blow, club, hits_left, lives, offence, playing
from sandtable.rulesets.opportunity.attacks import Attack, armour_bonus, modifier, resolve
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
LEAST = 0.05
"""Strength of a side that has nobody left but is not out yet."""


class Prospect:
    """A combatant as the turn will probably leave it: the chance that it is still in the fight, and its Trauma."""

    __slots__ = ("bleeding", "blue", "defence", "greens", "here", "locked", "offence", "one", "reds", "trauma")

    def __init__(self, state: State, one: Combatant, locked: bool) -> None:
        self.one, self.locked = one, locked
        self.here, self.trauma = 1.0, float(one.trauma)
        self.bleeding = 1.0 if one.fatally_injured else 0.0
        self.offence = offence(state, one, locked)
        self.reds: list[int] = []
        self.greens: list[int] = []
        self.blue = 0
        self.defence = one.full_defence
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
    fighters = [Prospect(state, one, state.locked(one)) for one in state.in_fight()]
    if state.phase == "act":
        exchange(state, fighters)
    blows = [0.0] * len(state.sides)
    holds = [0.0] * len(state.sides)
    pools = [0.0] * len(state.sides)
    for fighter in fighters:
        one = fighter.one
        trauma = round(fighter.trauma)
        here = fighter.here * (1.0 - fighter.bleeding * (1.0 - lives(one.physique, trauma)))
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
    return one.armour.value * one.armour.coverage


def exchange(state: State, fighters: list[Prospect]) -> None:
    """The attacks still to come this turn, each by the best red die at the target that suffers most."""
    by_number = {fighter.one.number: fighter for fighter in fighters}
    order = [by_number[number] for number in state.queue if number in by_number]
    later = sorted(fighters, key=lambda fighter: -fighter.one.initiative)
    for turn_order in (order, *([later] * (ROUNDS - state.round))):
        for fighter in turn_order:
            if fighter.reds and fighter.here > 0.1:
                attack_of(state, fighter, fighters)


def attack_of(state: State, fighter: Prospect, fighters: list[Prospect]) -> None:
    one = fighter.one
    red = fighter.reds[-1]
    weapon, ranged = one.equipped, one.equipped.ranged
    if not ranged or (fighter.locked and weapon.range > 1):
        weapon, ranged = club(one), False
        if not fighter.locked and not fighter.blue:
            return
    chain = state.chain(one) if fighter.locked else ()
    best: tuple[float, Prospect, int, str] | None = None
    for other in fighters:
        target = other.one
        if target.side == one.side or other.here < 0.05:
            continue
        if not ranged:
            if fighter.locked:
                if target.number not in chain:
                    continue
            elif one.position + fighter.blue <= target.position:
                continue
        attack = Attack(one, target, weapon, ranged, red, red)
        needed = red - armour_bonus(attack)
        if ranged and (one.aimed or fighter.locked):
            needed += modifier(playing(state), attack)
        spent, defence = answer(other, needed, 0 if ranged else block_loss(attack))
        result = resolve(needed, defence)
        gain = 0.04 if spent else 0.0
        if result != "miss":
            down, worn = blow(
                target.physique, round(other.trauma), target.fatally_injured, weapon.damage, result == "critical",
                "Blunt" in weapon.notes,
            )  # fmt: skip
            gain = other.offence * other.here * (down + worn)
        if best is None or gain > best[0]:
            best = gain, other, spent, result
    if best is None:
        return
    fighter.reds.pop()
    if not ranged and not fighter.locked:
        fighter.blue, fighter.locked = 0, True
    _, other, spent, result = best
    if spent:
        other.greens.remove(spent)
    if result != "miss":
        critical = result == "critical"
        down, _ = blow(
            other.one.physique, round(other.trauma), other.one.fatally_injured, weapon.damage, critical,
            "Blunt" in weapon.notes,
        )  # fmt: skip
        other.trauma += fighter.here * (weapon.damage + (3 if critical else 0))
        other.here *= 1.0 - fighter.here * down
        if critical and "Blunt" not in weapon.notes:
            other.bleeding = max(other.bleeding, fighter.here)


def answer(other: Prospect, needed: int, worse: int) -> tuple[int, int]:
    """The green die that answers (0: none), and the DEF it gives."""
    if other.defence is not None:
        used = min(other.defence, max(0, needed))
        return 0, used
    if needed <= 0:
        return 0, 0
    for green in other.greens:
        if green - worse >= needed:
            return green, green - worse
    if other.greens and other.greens[-1] - worse > needed - 3 >= 0:
        return other.greens[-1], other.greens[-1] - worse
    return 0, 0


def chance(state: State, seat: int) -> float:
    """The chance that the seat's side wins."""
    side = next(one.side for one in state.combatants if one.seat == seat)
    found = strengths(state)
    leans = [lean(state, number) for number in range(len(found))]
    shares = [exp(STEEP * log(strength) + extra) for strength, extra in zip(found, leans, strict=True)]
    return shares[side] / sum(shares)
