"""What attacks promise: against whom, with which dice. A score is a share of a fighter."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.rulesets.opportunity.advice.goals import wants_away
from sandtable.rulesets.opportunity.advice.reckoning import club, likely_result, loss, offence
from sandtable.rulesets.opportunity.attacks import Attack
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock, locked_enemies
from sandtable.rulesets.opportunity.state import BLUE, GREEN, RED, Colour, Combatant, Dice, Die, State

SHARP = 0.1
"""How clearly the better plan is preferred."""
LIGHTEST, HEAVIEST = 1.0, 20.0

Scored = tuple[float, str]
"""What a plan promises, and why."""


def weighed(scores: Iterable[tuple[object, Scored]]) -> list[Suggestion]:
    """Answers with weights that fall with what they promise less than the best."""
    listed = list(scores)
    best = max(score for _, (score, _) in listed)
    return [
        Suggestion(answer, max(LIGHTEST, HEAVIEST * exp((score - best) / SHARP)), why)
        for answer, (score, why) in listed
    ]


def values(who: Combatant, colour: Colour) -> list[int]:
    """The values of its dice of a colour, the highest first."""
    return sorted((die.value for die in who.pool if die.colour == colour), reverse=True)


# ---- attacks --------------------------------------------------------------------------------------


def importance(state: State, target: Combatant) -> float:
    """Who is worth hitting: the dangerous, those who have dice to lose, and those who are to be stopped."""
    found = offence(state, target, in_melee_lock(state, target)) / 6.0 + 0.05 * len(target.pool)
    if wants_away(state, target) > 0:
        found *= 1.3
    return found


def promise(state: State, attack: Attack) -> float:
    """What an attack will probably do; wearing down a defence is worth a little too."""
    result = likely_result(state, attack)
    if result == "miss":
        return 0.03 if any(die.colour == GREEN for die in attack.target.pool) else 0.0
    return importance(state, attack.target) * loss(attack.target, attack.weapon, result)


def shot(state: State, who: Combatant, target: Combatant, att: int, highest: int) -> float:
    return promise(state, Attack(who, target, who.equipped, True, att, highest))


def stroke(state: State, who: Combatant, target: Combatant, att: int, highest: int) -> float:
    return promise(state, Attack(who, target, club(state, who), False, att, highest))


def against(state: State, who: Combatant, name: str, dice: Dice, target: Combatant) -> float:
    """What an attack action with these dice promises against one target."""
    red = [die.value for die in dice if die.colour == RED]
    blue = max((die.value for die in dice if die.colour == BLUE), default=0)
    match name:
        case "ranged-attack":
            return shot(state, who, target, red[0], red[0])
        case "unload":
            return shot(state, who, target, sum(red), max(red)) - 0.02
        case "suppressing-fire":
            att = min(red[0], blue)
            return shot(state, who, target, att, att) + suppressed(target, blue)
        case "spread-fire":
            return shot(state, who, target, min(red) - 1, max(red))
        case "melee-attack":
            return stroke(state, who, target, red[0], red[0])
        case "heavy-attack":
            return stroke(state, who, target, sum(red), max(red)) - 0.02
        case "disarm":
            robbed = max((worth_of(die) for die in target.pool if die.value <= blue), default=0.0)
            return stroke(state, who, target, red[0], red[0]) + 0.5 * robbed
        case "charge":
            return charged(state, who, target, red[0], blue)
    return 0.0


def suppressed(target: Combatant, limit: int) -> float:
    """What the die that Suppressing Fire takes is worth: the lesser of its highest red and blue within the limit."""
    taken = [
        max(within)
        for colour in (RED, BLUE)
        if (within := [die.value for die in target.pool if die.colour == colour and die.value <= limit])
    ]
    return 0.04 * min(taken) if taken else 0.0


def charged(state: State, who: Combatant, target: Combatant, red: int, blue: int) -> float:
    """A Charge is worth the blow and the lock: good for blades, bad for guns."""
    if who.position + blue <= target.position:
        return -0.05
    ties = 0.12 if target.equipped.ranged else 0.0
    ties -= 0.18 if who.equipped.ranged else -0.1
    return stroke(state, who, target, red, red) + ties


def worth_of(die: Die) -> float:
    """What a die in a pool is worth to its owner for the rest of the turn."""
    return (0.05 if die.colour != BLUE else 0.025) * die.value


def targets_of(state: State, who: Combatant, name: str) -> list[Combatant]:
    return locked_enemies(state, who) if name in ("melee-attack", "heavy-attack", "disarm") else state.enemies(who)


def payments(who: Combatant, name: str) -> list[Dice]:
    """The dice an attack could be paid with: each red die in turn, the highest blue."""
    red = sorted({die for die in who.pool if die.colour == RED}, key=lambda die: -die.value)
    blue = sorted((die for die in who.pool if die.colour == BLUE), key=lambda die: -die.value)[:1]
    if name in ("unload", "heavy-attack"):
        return [tuple(die for die in who.pool if die.colour == RED)]
    if name == "spread-fire":
        return [(*(die for die in who.pool if die.colour == RED), *blue)]
    with_blue = blue if name in ("suppressing-fire", "charge", "disarm") else []
    return [(die, *with_blue) for die in red]


def danger(state: State, who: Combatant) -> int:
    """How many attacks may still come this turn: red dice of enemies, shared among those they can choose from."""
    return sum(die.colour == RED for enemy in state.enemies(who) for die in enemy.pool)
