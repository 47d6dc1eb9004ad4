"""The draft: what a pool is good for, what it will probably become, and which die to pick."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Draft
from sandtable.rulesets.opportunity.advice.reckoning import offence
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock
from sandtable.rulesets.opportunity.state import COLOURS, POOL_SIZE, Combatant, Dice, Die, State

ATTACK = (0.0, 0.05, 0.2, 0.42, 0.68, 0.95, 1.2)
"""What a red die is worth by its value."""
DEFENCE = (0.0, 0.1, 0.25, 0.45, 0.65, 0.82, 0.95)
"""The same for a green die."""
SECOND_RED, BOTH_RED, SECOND_GREEN = 0.6, 0.75, 0.6
"""What a second die of the colour is worth, beside the first; two reds can be used together by some."""
NO_CHARGE, SHORT_CHARGE = 0.15, 0.4
"""What red dice are worth to a blade that has no blue die to charge with, or one that will not do."""
HASTE = 0.015
"""What a point of Initiative is worth."""
BLUE_AT_ALL, BLUE_VALUE, AIMING = 0.05, 0.03, 0.2
SHARP = 0.12
"""How clearly the better pick is preferred."""
WIDEST = 12
"""Picks worth a thought."""

Needs = int
"""What somebody needs of its dice, packed into one number: see `needs`."""
Code = int
"""Dice packed into one number, so that they can be looked up quickly: two bits for each of the eighteen kinds."""

CODES = {colour: tuple(1 << 2 * (6 * place + value) for value in range(6)) for place, colour in enumerate(COLOURS)}
"""CODES[RED][4] is the number of the red die showing 5."""


def code(dice: Dice) -> Code:
    return sum([CODES[die.colour][die.value - 1] for die in dice])


def values_of(packed: Code, place: int) -> list[int]:
    """The values of one colour, the highest first."""
    return [value for value in range(6, 0, -1) for _ in range(packed >> 2 * (6 * place + value - 1) & 3)]


def needs(charges: bool, doubles: bool, aims: int, reach: int) -> Needs:
    """Blue to get into melee; two reds for Unload or Heavy Attack; the blue value that aims (7: none does); the blue
    value with which a Charge arrives."""
    return charges | doubles << 1 | aims << 2 | reach << 5


@lru_cache(100_000)
def pool_worth(pool: Code, wanted: Needs) -> float:
    """What three dice are worth to their owner in this turn."""
    charges, doubles, aims, reach = wanted & 1, wanted & 2, wanted >> 2 & 7, wanted >> 5
    red, green, blue = (values_of(pool, place) for place in range(3))
    strikes = ATTACK[red[0]] if red else 0.0
    if len(red) > 1:
        strikes += (BOTH_RED if doubles else SECOND_RED) * ATTACK[red[1]]
    if charges:
        strikes *= NO_CHARGE if not blue else 1.0 if blue[0] >= reach else SHORT_CHARGE
    worth = strikes + HASTE * sum([*red, *green, *blue])
    if green:
        worth += DEFENCE[green[0]]
    if len(green) > 1:
        worth += SECOND_GREEN * DEFENCE[green[1]]
    if blue:
        worth += BLUE_AT_ALL + BLUE_VALUE * blue[0] + (AIMING if blue[0] >= aims else 0.0)
    return worth


@lru_cache(100_000)
def fillings(pool: Code, left: Code, room: int, wanted: Needs) -> tuple[float, float]:
    """What the full pool would be worth if friends filled it, and if enemies did."""
    dice = [CODES[colour][value - 1] for place, colour in enumerate(COLOURS) for value in values_of(left, place)]
    found = [pool_worth(pool + sum(more), wanted) for more in combinations(dice, room)]
    return max(found), min(found)


def needs_of(state: State, one: Combatant, locked: bool) -> Needs:
    weapon = one.equipped
    if not weapon.ranged and not locked:
        lowest = min((enemy.position for enemy in state.enemies(one)), default=one.position)
        return needs(True, False, 7, max(1, min(7, lowest - one.position + 1)))
    if not weapon.ranged or locked:
        return needs(False, True, 7, 0)
    doubles = "Automatic" in weapon.notes or "Multi Barrel" in weapon.notes
    return needs(False, doubles, 7 if one.aimed else 6 - weapon.range, 0)


def friendly_share(state: State, side: int) -> float:
    """The share of the picks to come that this side has."""
    ours = sum(state.combatants[number].side == side for number in state.queue)
    return ours / len(state.queue) if state.queue else 0.5


def reckoned(pool: Code, left: Code, room: int, wanted: Needs, share: float) -> float:
    if not room:
        return pool_worth(pool, wanted)
    best, worst = fillings(pool, left, room, wanted)
    return share * best + (1.0 - share) * worst


def expected_pool(state: State, one: Combatant, locked: bool) -> float:
    """What its pool will probably be worth when the draft is over."""
    wanted, share = needs_of(state, one, locked), friendly_share(state, one.side)
    return reckoned(code(one.pool), code(one.set), POOL_SIZE - len(one.pool), wanted, share)


def picks(state: State, question: Draft) -> list[Suggestion]:
    """Dice by how much they help the picker's side or hurt another."""
    picker = state.combatants[state.queue[0]]
    strength: dict[int, float] = {}
    for one in state.in_fight():
        strength[one.side] = strength.get(one.side, 0.0) + offence(state, one, in_melee_lock(state, one))
    change: dict[int, Callable[[Die], float]] = {}
    found: list[tuple[float, str, str]] = []
    for option in question.options:
        number, die = option.meaning
        owner = state.combatants[number]
        if number not in change:
            change[number] = helped(state, owner, strength[owner.side])
        if owner.side == picker.side:
            found.append((change[number](die), option.id, owner.name))
        else:
            found.append((-change[number](die), option.id, ""))
    found.sort(reverse=True)
    best = found[0][0]
    return [
        Suggestion(name, max(1.0, 20.0 * exp((gain - best) / SHARP)), _why(whose, gain, best))
        for gain, name, whose in found[:WIDEST]
    ]


def _why(whose: str, gain: float, best: float) -> str:
    """A few words about a die that goes to a friend, or to an enemy if `whose` is empty."""
    if whose:
        use = "of best use" if gain == best else "of some use" if gain > 0 else "of no use"
        return f"{use} to {whose}"
    return "hurts the enemy most" if gain == best else "hurts the enemy" if gain > 0 else "helps the enemy"


def helped(state: State, owner: Combatant, strength: float) -> Callable[[Die], float]:
    """How much each die in its pool would help somebody, by its part in the strength of its side."""
    locked = in_melee_lock(state, owner)
    wanted, share = needs_of(state, owner, locked), friendly_share(state, owner.side)
    part = offence(state, owner, locked) / strength
    pool, left, room = code(owner.pool), code(owner.set), POOL_SIZE - len(owner.pool)
    now = reckoned(pool, left, room, wanted, share)

    def change(die: Die) -> float:
        picked = CODES[die.colour][die.value - 1]
        return part * (reckoned(pool + picked, left - picked, room - 1, wanted, share) - now)

    return change
