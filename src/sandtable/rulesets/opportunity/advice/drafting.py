"""The draft: what a pool is good for, what it will probably become, and which die to pick."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Draft
from sandtable.rulesets.opportunity.advice.reckoning import offence
from sandtable.rulesets.opportunity.state import GREEN, POOL_SIZE, RED, Combatant, Dice, State, without

ATTACK = (0.0, 0.05, 0.2, 0.42, 0.68, 0.95, 1.2)
"""What a red die is worth by its value."""
DEFENCE = (0.0, 0.1, 0.25, 0.45, 0.65, 0.82, 0.95)
"""The same for a green die."""
SHARP = 0.12
"""How clearly the better pick is preferred."""
WIDEST = 12
"""Picks worth a thought."""

Needs = tuple[bool, bool, int, int]
"""What somebody needs of its dice: blue to get into melee, two reds for Unload or Heavy Attack, the blue value that
aims (7: none does), and the blue value that catches somebody (Charge)."""


@lru_cache(100_000)
def pool_worth(dice: Dice, needs: Needs) -> float:
    """What three dice are worth to their owner in this turn."""
    must_charge, doubles, aims, reach = needs
    red = sorted((die.value for die in dice if die.colour == RED), reverse=True)
    green = sorted((die.value for die in dice if die.colour == GREEN), reverse=True)
    blue = sorted((die.value for die in dice if die.colour not in (RED, GREEN)), reverse=True)
    strikes = ATTACK[red[0]] if red else 0.0
    if len(red) > 1:
        strikes += (0.75 if doubles else 0.6) * ATTACK[red[1]]
    if must_charge:
        strikes *= 0.15 if not blue else 1.0 if blue[0] >= reach else 0.4
    worth = strikes + 0.015 * sum(die.value for die in dice)
    if green:
        worth += DEFENCE[green[0]]
    if len(green) > 1:
        worth += 0.6 * DEFENCE[green[1]]
    if blue:
        worth += 0.05 + 0.03 * blue[0] + (0.2 if blue[0] >= aims else 0.0)
    return worth


@lru_cache(100_000)
def fillings(pool: Dice, left: Dice, needs: Needs) -> tuple[float, float]:
    """What the full pool would be worth if friends filled it, and if enemies did."""
    room = POOL_SIZE - len(pool)
    found = [pool_worth((*pool, *more), needs) for more in combinations(left, room)]
    return max(found), min(found)


def needs_of(state: State, one: Combatant, locked: bool) -> Needs:
    weapon = one.equipped
    if not weapon.ranged and not locked:
        lowest = min((enemy.position for enemy in state.enemies(one)), default=one.position)
        return True, False, 7, max(1, min(7, lowest - one.position + 1))
    if not weapon.ranged or locked:
        return False, True, 7, 0
    doubles = "Automatic" in weapon.notes or "Multi Barrel" in weapon.notes
    return False, doubles, 7 if one.aimed else 6 - weapon.range, 0


def friendly_share(state: State, side: int) -> float:
    """The share of the picks to come that this side has."""
    ours = sum(state.combatants[number].side == side for number in state.queue)
    return ours / len(state.queue) if state.queue else 0.5


def reckoned(pool: Dice, left: Dice, needs: Needs, share: float) -> float:
    if len(pool) == POOL_SIZE:
        return pool_worth(pool, needs)
    best, worst = fillings(pool, left, needs)
    return share * best + (1.0 - share) * worst


def expected_pool(state: State, one: Combatant, locked: bool) -> float:
    """What its pool will probably be worth when the draft is over."""
    return reckoned(one.pool, one.set, needs_of(state, one, locked), friendly_share(state, one.side))


def picks(state: State, question: Draft) -> list[Suggestion]:
    """Dice by how much they help the picker's side or hurt another."""
    picker = state.combatants[state.queue[0]]
    strength: dict[int, float] = {}
    for one in state.in_fight():
        strength[one.side] = strength.get(one.side, 0.0) + offence(state, one, state.locked(one))
    owners: dict[int, tuple[Combatant, Needs, float, float, float]] = {}
    found: list[tuple[float, str, str]] = []
    for option in question.options:
        number, die = option.meaning
        if number not in owners:
            one = state.combatants[number]
            locked = state.locked(one)
            needs, share = needs_of(state, one, locked), friendly_share(state, one.side)
            part = offence(state, one, locked) / strength[one.side]
            now = reckoned(one.pool, one.set, needs, share)
            owners[number] = one, needs, share, part if one.side == picker.side else -part, now
        one, needs, share, part, now = owners[number]
        change = reckoned((*one.pool, die), without(one.set, (die,)), needs, share) - now
        why = "the die it can use best" if part > 0 else "the die that helps it least"
        found.append((part * change, option.id, why))
    best = max(gain for gain, _, _ in found)
    found.sort(reverse=True)
    return [Suggestion(name, max(1.0, 20.0 * exp((gain - best) / SHARP)), why) for gain, name, why in found[:WIDEST]]
