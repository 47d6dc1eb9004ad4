"""Responses: what an attack would do, what each answer saves, and what its dice would be worth later."""

from __future__ import annotations

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opportunity.advice.reckoning import (
    block_loss,
    club,
    likely_result,
    loss,
    to_beat,
)
from sandtable.rulesets.opportunity.advice.striking import danger, importance, values, weighed
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.attacks import Attack, resolve
from sandtable.rulesets.opportunity.state import BLUE, GREEN, RED, Combatant, State


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


def saved_by(state: State, attack: Attack, name: str) -> float:
    who, attacker = attack.target, attack.attacker
    bare = suffered(state, attack, 0)
    later = keeping(state, who)
    if name == "no-response":
        return 0.0
    if attack.charging:
        return (shot_first(state, attack) if name == "overwatch-response" else 0.0) - 3 * later
    green = max(values(who, GREEN), default=0)
    if name == "take-cover":
        return bare - best_cover(state, attack, 0) - later
    if name == "block":
        return bare - best_cover(state, attack, block_loss(attack)) - later
    if name == "dodge":
        blue = values(who, BLUE)[0]
        above = who.position + blue > attacker.position
        dodged = green + (blue if above else 0) + (who.agility > attacker.agility)
        return bare - suffered(state, attack, dodged) - later - 0.05 + 0.01 * blue
    if name == "counter-attack":
        low = min(values(who, RED)[0], green)
        back = Attack(who, attacker, club(state, who), False, low, low)
        strikes = who.position > attacker.position
        blow = importance(state, attacker) * loss(attacker, back.weapon, likely_result(state, back)) if strikes else 0.0
        return bare - suffered(state, attack, low) + 0.8 * blow - later - 0.08
    if name == "overwatch-response":
        lowest = min(max(values(who, colour), default=6) for colour in (RED, GREEN, BLUE))
        return bare - suffered(state, attack, lowest) + shot_first(state, attack) - 2 * later - 0.1
    return 0.5 * (bare - suffered(state, attack, min(values(who, BLUE)[:2]))) - later


def best_cover(state: State, attack: Attack, worse: int) -> float:
    green = max(values(attack.target, GREEN), default=0)
    return suffered(state, attack, green - worse + (1 if state.smoke and attack.ranged else 0))


def keeping(state: State, who: Combatant) -> float:
    """What a green die is worth for the attacks that may still come."""
    return 0.03 * min(danger(state, who), 3) / max(1, len(values(who, GREEN)))


def shot_first(state: State, attack: Attack) -> float:
    """The shot of an Overwatch Response, if Position allows it."""
    who, attacker = attack.target, attack.attacker
    if who.position <= attacker.position or not who.equipped.ranged:
        return 0.0
    lowest = min(max(values(who, colour), default=6) for colour in (RED, GREEN, BLUE))
    shot = Attack(who, attacker, who.equipped, True, lowest, lowest)
    return importance(state, attacker) * loss(attacker, shot.weapon, likely_result(state, shot))


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
