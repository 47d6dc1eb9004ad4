"""Advice for bots: how the battle stands, what is worth a thought, which decisions belong together. No rules: what is
legal the questions say, what is likely the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne, Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.advice import deeds, places, standing
from sandtable.rulesets.riverside.advice.notes import Notes
from sandtable.rulesets.riverside.state import State

Thought = Callable[[Notes, Any], list[Suggestion]]
"""Suggestions for a question of one kind."""


class Advice:
    horizon = 1
    care = 1
    """What makes an activation good is that who, what, where and at whom belong together. How it stands in between
    says less than what is likely: tries go on with the likeliest answer."""
    plays_on = True

    def value(self, reading: Reading[State]) -> float:
        return standing.value(reading)

    def activation(self, reading: Reading[State], question: Question) -> Hashable:
        """The units that have been activated tell one activation from the next."""
        state = reading.state
        if state.phase in ("deploy", *standing.BEFORE):
            return state.round, state.phase, len(state.markers), sum(unit.here for unit in state.units)
        return state.round, sum(unit.activated for unit in state.units)

    def suggest(self, reading: Reading[State], question: Question) -> Sequence[Suggestion]:
        return TOPICS[question.topic](Notes(reading), question)


# ---- before the battle ----------------------------------------------------------------------------------


def _by_player(us: float, them: float) -> Thought:
    def thought(notes: Notes, question: ChooseOne) -> list[Suggestion]:
        best = max(question.options, key=lambda option: us if option.meaning == notes.side else them)
        return [Suggestion(best.id, 1.0, "")]

    return thought


def _decision(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return [Suggestion("choose the zone", 1.0, "the markers lie nearer to one of them")]


def _zone(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The one with the shorter ways to the markers."""
    state = notes.state
    ways = {
        option.id: sum(places.way_to(state.zones[option.meaning], one.x, one.y) for one in state.markers)
        for option in question.options
    }
    return [Suggestion(min(sorted(ways), key=lambda name: ways[name]), 1.0, "nearer to the markers")]


TOPICS: dict[str, Thought] = {
    "placer": _by_player(1.0, 0.0), "marker": places.placed, "decision": _decision, "zone": _zone,
    "first": _by_player(0.0, 1.0), "deploy": deeds.to_deploy, "deployment": places.deployed,
    "activate": deeds.who_acts, "action": deeds.which_action, "charge": deeds.charged, "ability": deeds.ability,
    "spell": deeds.spell_at, "aid": deeds.aid,
    "path": places.moves, "charge path": places.only_way, "counter-move": places.only_way, "teleport": places.moves,
    "embark": deeds.embark, "boarding": places.only_way, "getting out": places.get_out, "thrown out": places.only_way,
    "shoot": deeds.shot_at, "elevated": deeds.elevated, "take down": deeds.named_model,
    "which first": deeds.which_first, "casualty": deeds.casualty, "strike back": deeds.strike_back,
}  # fmt: skip
"""What is thought about each question, by its topic."""

ADVICE = Advice()
