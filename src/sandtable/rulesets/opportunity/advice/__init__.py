"""How to play 'Opportunity' well. None of it is law."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import END, ChooseOne, Draft, Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.advice import acting, answering, declaring, drafting, worth
from sandtable.rulesets.opportunity.advice.reckoning import hits_left
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import State


class OpportunityAdvice:
    horizon = 8

    def value(self, reading: Reading[State]) -> float:
        return worth.chance(reading.state, reading.player)

    def suggest(self, reading: Reading[State], question: Question) -> Sequence[Suggestion]:
        state = reading.state
        if isinstance(question, Draft):
            return drafting.picks(state, question)
        about: Declared = question.about
        if not isinstance(question, ChooseOne):
            return declaring.declaration(state, question)
        match about.name:
            case "act":
                return acting.actions(state, question)
            case "respond":
                return answering.responses(state, question)
            case "loses":
                return declaring.given_up(state, question)
            case "arrives":
                return arrivals(question)
            case "rises":
                return rises(question)
        if about.attack is not None and about.name != "adapt":
            return answering.response_dice(state, question)
        return declaring.declaration(state, question)

    def activation(self, reading: Reading[State], question: Question) -> Hashable:
        """A pick, or the activation of one combatant with all that others answer to it."""
        state = reading.state
        return state.encounter, len(state.series), state.turn, state.phase, state.round, state.queue


def arrivals(question: ChooseOne) -> list[Suggestion]:
    """As much as the points will buy, by how well it strikes and holds out."""
    found = []
    for option in question.options:
        if option.role == END:
            found.append(Suggestion(option.id, 1.0, "nobody else"))
            continue
        one = content().archetypes[option.id]
        damage = max(content().weapons[name].damage for name in one.weapons)
        strong = damage * hits_left(one.physique, 0) * (1 + 0.1 * one.weapon_skill)
        found.append(Suggestion(option.id, 1.0 + strong, "a good fighter for the points"))
    return found


def rises(question: ChooseOne) -> list[Suggestion]:
    """Skill picks dice, Physique keeps one standing."""
    liked = {"base_skill": 3.0, "physique": 3.0, "agility": 1.0}
    return [Suggestion(option.id, liked[option.id], "") for option in question.options]


ADVICE = OpportunityAdvice()
