"""How to play OpenTactics well: notes of a player, no rules. What is legal comes from the questions; chances and reach
come from the same functions that resolve."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics.advice import choices, fights, standing, ways
from sandtable.rulesets.opentactics.asking import Choice
from sandtable.rulesets.opentactics.building import PlacePiece
from sandtable.rulesets.opentactics.movement.question import WalkMove
from sandtable.rulesets.opentactics.state import State

SPENT = ("charge", "drive on", "overcharge", "retaliate", "bump", "hex", "re-roll", "shove")
"""Topics that come up when the counter of the activation has gone already."""


class Advice:
    horizon = 3

    def value(self, reading: Reading[State]) -> float:
        return standing.chances(reading.state)[reading.player]

    def suggest(self, reading: Reading[State], question: Question) -> Sequence[Suggestion]:
        state = reading.state
        if isinstance(question, WalkMove):
            return ways.suggest(state, question)
        if isinstance(question, PlacePiece):
            return choices.some(question)
        assert isinstance(question, Choice)
        return (fights.TOPICS.get(question.topic) or choices.TOPICS[question.topic])(state, question)

    def activation(self, reading: Reading[State], question: Question) -> Hashable:
        """A counter: the round, the player, and how many were left when it was begun."""
        state = reading.state
        if isinstance(question, PlacePiece) or (isinstance(question, Choice) and question.topic in SETTING_UP):
            stock = state.building
            laid = len(stock.laid) + len(stock.lying) if stock else 0
            return state.phase, laid, len(state.objectives), state.queue
        if isinstance(question, WalkMove):
            doing = state.doing
            spent = doing is not None and doing.how in ("Rally", "Drive on")
        else:
            spent = isinstance(question, Choice) and question.topic in SPENT
        return state.round, state.turn, state.counters + spent


SETTING_UP = ("objective", "edge", "emplace")

ADVICE = Advice()
