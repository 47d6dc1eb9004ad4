"""Activations: which action. Each has its plan, with what the best dice and the best target for it promise."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opportunity.advice.deeds import deed_score
from sandtable.rulesets.opportunity.advice.goals import head_start, wants_away
from sandtable.rulesets.opportunity.advice.reckoning import playing
from sandtable.rulesets.opportunity.advice.striking import (
    Scored,
    against,
    danger,
    payments,
    targets_of,
    values,
    weighed,
    worth_of,
)
from sandtable.rulesets.opportunity.melee_lock import locked_enemies
from sandtable.rulesets.opportunity.skills import possibilities
from sandtable.rulesets.opportunity.state import BLUE, GREEN, RED, Combatant, State

ATTACKS = {
    "ranged-attack": "a shot",
    "unload": "a shot with both dice",
    "suppressing-fire": "takes a die as well",
    "melee-attack": "a blow",
    "heavy-attack": "a blow with both dice",
    "disarm": "takes a die as well",
    "charge": "into melee",
}


def attack_plan(state: State, who: Combatant, name: str) -> Scored:
    best, whom = -1.0, ""
    for dice in payments(who, name):
        for target in targets_of(state, who, name):
            found = against(state, who, name, dice, target)
            if found > best:
                best, whom = found, target.name
    return best, f"{ATTACKS[name]} at {whom}"


def spread_plan(state: State, who: Combatant, name: str) -> Scored:
    dice = payments(who, name)[0]
    each = sorted((against(state, who, name, dice, target) for target in state.enemies(who)), reverse=True)
    return sum(each[: dice[-1].value - 1]) - 0.03, "several at once"


def move_plan(state: State, who: Combatant, name: str) -> Scored:
    blue = values(who, BLUE)[0]
    reach = who.position + blue
    lower = [enemy for enemy in state.enemies(who) if enemy.position < reach]
    spoils = max((0.03 for enemy in lower if enemy.pool), default=0.0)
    climbs = 0.015 * blue * (1.5 if who.aimed or not who.equipped.ranged else 1.0)
    if wants_away(state, who) > 0:
        climbs *= 2.5
    return climbs + spoils, "gains Position"


def aim_plan(state: State, who: Combatant, name: str) -> Scored:
    if who.aimed or values(who, BLUE)[0] < 6 - who.equipped.range or state.smoke:
        return -0.3, "no use"
    below = sum(enemy.position < who.position for enemy in state.enemies(who)) / len(state.enemies(who) or [who])
    shots = len(values(who, RED))
    return (0.05 + 0.06 * shots) * who.equipped.range * (0.4 + 0.6 * below), "steadies its aim"


def disengage_plan(state: State, who: Combatant, name: str) -> Scored:
    reach = who.position + values(who, BLUE)[0]
    free = all(reach > enemy.position for enemy in locked_enemies(state, who))
    if not free:
        return -0.1, "does not get away"
    return (0.25 if who.equipped.ranged else -0.1), "out of the melee"


def flee_plan(state: State, who: Combatant, name: str) -> Scored:
    wish = wants_away(state, who)
    if head_start(state, who) + values(who, BLUE)[0] <= 0:
        return (0.02 * values(who, BLUE)[0] if wish > 0 else -0.3), "does not get away yet"
    alone = not any(comrade.fighting for comrade in state.comrades(who))
    return (1.5 * wish if wish > 0 else -0.6 if alone else -0.4), "gets away"


def adapt_plan(state: State, who: Combatant, name: str) -> Scored:
    return 0.03 * values(who, BLUE)[1], "turns blue dice into a useful one"


def full_defence_plan(state: State, who: Combatant, name: str) -> Scored:
    lost = sum(worth_of(die) for die in who.pool if die.colour != GREEN)
    return 0.05 * min(danger(state, who), 2) - lost, "weathers what is to come"


def consolidate_plan(state: State, who: Combatant, name: str) -> Scored:
    return 0.02 - sum(worth_of(die) for die in who.pool), "nothing better to do"


def hold_plan(state: State, who: Combatant, name: str) -> Scored:
    greens = len(values(who, GREEN))
    return 0.02 + 0.02 * min(greens, danger(state, who)), "keeps its dice"


def skill_plan(state: State, who: Combatant, name: str) -> Scored:
    blue = values(who, BLUE)[0]
    return max(deed_score(state, who, deed, blue) for deed in possibilities(playing(state), who))


PLANS: dict[str, Callable[[State, Combatant, str], Scored]] = {
    **dict.fromkeys(ATTACKS, attack_plan),
    "spread-fire": spread_plan,
    "full-defence": full_defence_plan,
    "move": move_plan,
    "disengage": disengage_plan,
    "aim": aim_plan,
    "flee": flee_plan,
    "adapt": adapt_plan,
    "skill-change-weapon": skill_plan,
    "consolidate": consolidate_plan,
    "hold": hold_plan,
}


def actions(state: State, question: ChooseOne) -> list[Suggestion]:
    who = state.combatants[state.queue[0]]
    return weighed((option.id, PLANS[option.id](state, who, option.id)) for option in question.options)
