"""What advice reckons with: the odds of trauma checks, what a blow would do, how well somebody fights and holds out.
The numbers come from the functions that resolve them; house rules are taken to be the usual ones."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.dice import Roll, outcomes
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.attacks import CRITICAL_EXTRA, Attack, armour_bonus, modifier, resolve
from sandtable.rulesets.opportunity.content import Weapon, content
from sandtable.rulesets.opportunity.injury import check
from sandtable.rulesets.opportunity.state import BLUE, GREEN, Combatant, State
from sandtable.rulesets.opportunity.weapon_in_hand import melee_weapon

USUAL = {"improvised_melee": "profile"}
"""The house rules that advice asks for."""
TYPICAL_DAMAGE = 6


# ---- trauma ---------------------------------------------------------------------------------------


@lru_cache(None)
def totals(physique: int) -> tuple[tuple[int, float], ...]:
    """The results of a trauma check with their chances."""
    procedure = check("trauma check", "OP-8.2", 0, "", physique)
    roll = next(procedure)
    assert isinstance(roll, Roll)
    chances: dict[int, float] = {}
    for faces, weight in outcomes(roll):
        procedure = check("trauma check", "OP-8.2", 0, "", physique)
        next(procedure)
        try:
            procedure.send(faces)
        except StopIteration as done:
            chances[done.value] = chances.get(done.value, 0.0) + weight / roll.sides**roll.n
    return tuple(sorted(chances.items()))


@lru_cache(None)
def stands(physique: int, trauma: int) -> float:
    """The chance to pass a check against so much Trauma (OP-8.3)."""
    return sum(chance for total, chance in totals(physique) if total > trauma)


@lru_cache(None)
def hits_left(physique: int, trauma: int, damage: int = TYPICAL_DAMAGE) -> float:
    """How many hits it will take to fell somebody, on the average."""
    after = trauma + damage
    chance = stands(physique, after)
    return 1.0 + (chance * hits_left(physique, after, damage) if chance else 0.0)


@lru_cache(None)
def blow(physique: int, trauma: int, bleeding: bool, damage: int, critical: bool, blunt: bool) -> tuple[float, float]:
    """What a hit does: the chance that the target goes down, and the share of its holding out that is lost."""
    after = trauma + damage + (CRITICAL_EXTRA if critical else 0)
    left = stays = stands(physique, after)
    left *= hits_left(physique, after) / hits_left(physique, trauma)
    if not bleeding and critical and not blunt:
        left *= stays  # it must pass a fatal injury check before it can do anything more
    return 1.0 - stays, 1.0 - left


def loss(target: Combatant, weapon: Weapon, result: str) -> float:
    """What a target loses by a result, as a share of itself: its part in the fight and its holding out."""
    if result == "miss":
        return 0.0
    down, worn = blow(
        target.physique, target.trauma, target.fatally_injured, weapon.damage, result == "critical",
        "Blunt" in weapon.notes,
    )  # fmt: skip
    return (down + worn) / 2


# ---- attacks --------------------------------------------------------------------------------------


def playing(state: State) -> Play:
    return Play(state, USUAL, [], None)


def club(state: State, who: Combatant) -> Weapon:
    """What it would strike with in melee."""
    return melee_weapon(playing(state), who) or content().weapons["Unarmed"]


def to_beat(state: State, attack: Attack) -> int:
    """How much DEF from a response the attack leaves wanting: with so much it misses."""
    att = attack.att + (modifier(playing(state), attack) if attack.modifier is None else attack.modifier)
    return att - armour_bonus(attack)


def block_loss(attack: Attack) -> int:
    """What a Block loses against the stronger (OP-13.3)."""
    return 1 if attack.attacker.physique > attack.target.physique else 0


def likely_defence(state: State, attack: Attack, needed: int) -> int:
    """The DEF with which the target will most likely answer: enough if it can, else what turns a critical hit into a
    plain one, else nothing."""
    target = attack.target
    if target.full_defence is not None:
        return min(target.full_defence, needed)
    worse = block_loss(attack) if not attack.ranged else -1 if state.smoke else 0
    best = 0
    blue = 0
    for die in target.pool:
        if die.colour == GREEN:
            best = max(best, die.value - worse)
        elif die.colour == BLUE:
            blue = max(blue, die.value)
    if best and blue and best < needed:
        above = target.position + blue > attack.attacker.position
        best = max(best, best + worse + (blue if above else 0) + (target.agility > attack.attacker.agility))
    return best if best > needed - CRITICAL_EXTRA else 0


def likely_result(state: State, attack: Attack) -> str:
    needed = to_beat(state, attack)
    return resolve(needed, likely_defence(state, attack, needed))


# ---- fighters -------------------------------------------------------------------------------------


APART = 0.8
"""What a blade is worth while its bearer is not in melee."""
CROWDED = 0.4
"""What a gun loses in melee for each point of its range."""
IMPROVISED = 0.9
"""What a gun is worth as a club."""
TRICKS = 1.05
"""What the notes of a weapon add."""
STEADY, REACH = 0.16, 0.12
"""What a point of range is worth to whoever has aimed, and to whoever has not."""
SKILL = 0.4
"""What a point of Weapon Skill adds: the skilled choose the dice."""


def offence(state: State, who: Combatant, locked: bool) -> float:
    """How dangerous somebody is over the turns to come, as the weapon in hand and its place allow it."""
    weapon = who.equipped
    power = float(weapon.damage)
    if not weapon.ranged:
        power *= 1.0 if locked else APART
    elif locked:
        power = max(power * (1.0 - CROWDED * weapon.range), club(state, who).damage * IMPROVISED)
    else:
        power *= (TRICKS if weapon.notes else 1.0) * (1.0 + (STEADY if who.aimed else REACH) * weapon.range)
    return power * (1.0 + SKILL * who.weapon_skill)
