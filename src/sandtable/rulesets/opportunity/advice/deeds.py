"""Skill/Change Weapon: what each of the things one can do with that blue die is good for."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opportunity.advice.goals import wants_away
from sandtable.rulesets.opportunity.advice.reckoning import stands
from sandtable.rulesets.opportunity.advice.striking import Scored, weighed, worth_of
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.skills import MOST_DIRECTION, Deed
from sandtable.rulesets.opportunity.state import Combatant, State


def deeds(state: State, question: ChooseOne) -> list[Suggestion]:
    who = state.combatants[state.queue[0]]
    blue = question.about.dice[0].value
    return weighed((option.id, deed_score(state, who, option.value, blue)) for option in question.options)


def deed_score(state: State, who: Combatant, deed: Deed, blue: int) -> Scored:
    """A skill or another weapon, less the Position it costs (OP-14.21)."""
    price = 0.015 * (10 - blue)
    if not deed.skill:
        return change(state, who, deed.weapon) - price, "a better weapon for this"
    whom = next((one for one in state.combatants if one.name == deed.ref.id), who)
    return SKILLS[deed.skill](state, who, whom, deed) - price, deed.skill.lower()


def change(state: State, who: Combatant, name: str) -> float:
    weapon = next((own for own in who.weapons if own.name == name), None) or content().weapons[name]
    now = who.equipped
    if weapon.ranged == now.ranged:
        return 0.06 * (weapon.damage - now.damage)
    return 0.05 * (weapon.damage - now.damage) - (0.25 if now.ranged else -0.1)


def first_aid(state: State, who: Combatant, patient: Combatant, deed: Deed) -> float:
    if not patient.fighting:
        return 0.9 if patient.captive else 0.1
    return 0.1 + 0.8 * (1.0 - stands(patient.physique, patient.trauma))


def drag_clear(state: State, who: Combatant, comrade: Combatant, deed: Deed) -> float:
    return 2.0 if comrade.captive else 0.5 if wants_away(state, comrade) > 0 else 0.0


def direct(state: State, who: Combatant, ally: Combatant, deed: Deed) -> float:
    gain = min(who.intelligence, MOST_DIRECTION)
    return 0.02 * gain * (2.0 if wants_away(state, ally) > 0 else 1.0)


def distract(state: State, who: Combatant, enemy: Combatant, deed: Deed) -> float:
    return min(worth_of(die) for die in enemy.pool) + 0.02


def smoke(state: State, who: Combatant, nobody: Combatant, deed: Deed) -> float:
    """Good for the side that has aimed less."""
    if state.smoke:
        return -0.3
    theirs = sum(enemy.aimed for enemy in state.enemies(who))
    ours = who.aimed + sum(one.aimed and one.fighting for one in state.comrades(who))
    return 0.15 * (theirs - ours)


def work_device(state: State, who: Combatant, nobody: Combatant, deed: Deed) -> float:
    return 1.2


def scavenge(state: State, who: Combatant, nobody: Combatant, deed: Deed) -> float:
    weapon = next(weapon for one in state.combatants for weapon in one.weapons if weapon.name == deed.weapon)
    return 0.06 * (weapon.damage - who.equipped.damage) + 0.05 * (weapon.range - who.equipped.range)


def steady_nerves(state: State, who: Combatant, patient: Combatant, deed: Deed) -> float:
    if patient.steady:
        return -0.3
    return 0.8 * (stands(patient.physique, patient.trauma - 2) - stands(patient.physique, patient.trauma))


SKILLS: dict[str, Callable[[State, Combatant, Combatant, Deed], float]] = {
    "First Aid": first_aid,
    "Drag Clear": drag_clear,
    "Direct": direct,
    "Distract": distract,
    "Smoke": smoke,
    "Work Device": work_device,
    "Scavenge": scavenge,
    "Steady Nerves": steady_nerves,
}
