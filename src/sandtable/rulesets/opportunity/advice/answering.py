"""Responses: what an attack would do, what each answer saves, and what its dice would be worth later."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opportunity.advice.reckoning import block_loss, club, loss, to_beat
from sandtable.rulesets.opportunity.advice.striking import danger, importance, promise, values, weighed
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.attacks import Attack, resolve
from sandtable.rulesets.opportunity.state import BLUE, COLOURS, GREEN, RED, Combatant, State


def responses(state: State, question: ChooseOne) -> list[Suggestion]:
    attack: Attack = question.about.attack
    return weighed((o.id, (saved_by(state, attack, o.id), WHY.get(o.id, ""))) for o in question.options)


WHY = {
    "take-cover": "behind cover",
    "block": "parries it",
    "dodge": "steps aside",
    "counter-attack": "strikes back",
    "overwatch-response": "fires first",
    "no-response": "keeps its dice",
}


def suffered(state: State, attack: Attack, defence: int) -> float:
    """What the attack costs its target against so much DEF."""
    result = resolve(to_beat(state, attack), defence)
    return importance(state, attack.target) * loss(attack.target, attack.weapon, result)


class ResponseWorth(NamedTuple):
    """What a response gives: its DEF, what it gains besides, how many of the dice it costs will be missed later, and
    how sure it is to work."""

    defence: int
    gain: float = 0.0
    missed: int = 1
    sure: float = 1.0


def saved_by(state: State, attack: Attack, name: str) -> float:
    """What a response saves its target, less what its dice would be worth later."""
    if name == "no-response":
        return 0.0
    later = keeping(state, attack.target)
    if attack.charging:
        return (shot_first(state, attack) if name == "overwatch-response" else 0.0) - 3 * later
    reply = REPLIES[name](state, attack)
    saved = suffered(state, attack, 0) - suffered(state, attack, reply.defence)
    return reply.sure * saved + reply.gain - reply.missed * later


def take_cover(state: State, attack: Attack) -> ResponseWorth:
    return ResponseWorth(values(attack.target, GREEN)[0] + (1 if state.smoke else 0))


def block(state: State, attack: Attack) -> ResponseWorth:
    return ResponseWorth(values(attack.target, GREEN)[0] - block_loss(attack))


def dodge(state: State, attack: Attack) -> ResponseWorth:
    who, attacker = attack.target, attack.attacker
    green, blue = values(who, GREEN)[0], values(who, BLUE)[0]
    above = who.position + blue > attacker.position
    return ResponseWorth(green + (blue if above else 0) + (who.agility > attacker.agility), 0.01 * blue - 0.05)


def counter_attack(state: State, attack: Attack) -> ResponseWorth:
    """The blow comes only from a higher Position (OP-13.17), and after the attack."""
    who, attacker = attack.target, attack.attacker
    low = min(values(who, RED)[0], values(who, GREEN)[0])
    if who.position <= attacker.position:
        return ResponseWorth(low, -0.08)
    back = Attack(who, attacker, club(state, who), False, low, low)
    return ResponseWorth(low, 0.8 * promise(state, back) - 0.08)


def overwatch(state: State, attack: Attack) -> ResponseWorth:
    return ResponseWorth(lowest_of_all(attack.target), shot_first(state, attack) - 0.1, missed=2)


def adapt(state: State, attack: Attack) -> ResponseWorth:
    return ResponseWorth(values(attack.target, BLUE)[1], sure=0.5)


REPLIES: dict[str, Callable[[State, Attack], ResponseWorth]] = {
    "take-cover": take_cover,
    "block": block,
    "dodge": dodge,
    "counter-attack": counter_attack,
    "overwatch-response": overwatch,
    "adapt": adapt,
}


def keeping(state: State, who: Combatant) -> float:
    """What a green die is worth for the attacks that may still come."""
    return 0.03 * min(danger(state, who), 3) / max(1, len(values(who, GREEN)))


def lowest_of_all(who: Combatant) -> int:
    """What Overwatch Response sets its dice to, with the best of each colour (OP-13.20)."""
    return min(max(values(who, colour), default=6) for colour in COLOURS)


def shot_first(state: State, attack: Attack) -> float:
    """The shot of an Overwatch Response, if Position allows it (OP-13.21)."""
    who, attacker = attack.target, attack.attacker
    if who.position <= attacker.position or not who.equipped.ranged:
        return 0.0
    lowest = lowest_of_all(who)
    return promise(state, Attack(who, attacker, who.equipped, True, lowest, lowest))


def response_dice(state: State, question: ChooseOne) -> list[Suggestion]:
    """The die that pays for a response: the least that saves as much."""
    about: Declared = question.about
    attack: Attack = about.attack
    worse = block_loss(attack) if about.name == "block" else 0
    found = []
    for option in question.options:
        die = option.meaning
        if die.colour == GREEN:
            score = -suffered(state, attack, die.value - worse) - 0.02 * die.value
        else:
            score = 0.02 * die.value
        found.append((option.id, (score, "enough" if score > -0.1 else "")))
    return weighed(found)
