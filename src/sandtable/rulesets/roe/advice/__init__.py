"""Advice for bots: how the game stands, what is worth a thought, which decisions belong together. No rules: what is
legal the questions say, what is likely the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import DECLINE, ChooseOne, Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.advice import fights, orders, places, standing
from sandtable.rulesets.roe.advice.land import look_at
from sandtable.rulesets.roe.advice.notes import Notes, weighed
from sandtable.rulesets.roe.state import ROLL_OFF, State

Thought = Callable[[Notes, Any], list[Suggestion]]
"""Suggestions for a question of one kind."""


class Advice:
    horizon = 1
    care = 6
    """A reply seldom changes much; what makes an activation good is that its decisions belong together."""

    def value(self, reading: Reading[State]) -> float:
        return standing.value(reading.state, reading.player)

    def activation(self, reading: Reading[State], question: Question) -> Hashable:
        """The counters on the table before the activation began tell one from the next."""
        state = reading.state
        look_at(state)
        counters = sum(player.pool for player in state.players)
        if state.act is not None:
            counters += state.models[state.act.model].orders + state.act.overwatched
            return state.round, state.turn, counters
        if state.phase == "turn":
            return state.round, state.turn, counters
        if state.phase in ROLL_OFF:
            return state.round, "initiative"
        return state.round, state.phase, len(state.recon)

    def suggest(self, reading: Reading[State], question: Question) -> Sequence[Suggestion]:
        return TOPICS[question.topic](Notes(reading), question)


# ---- simple questions -------------------------------------------------------------------------------


def _alike(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return weighed([(name, 0.0, "") for name in sorted(option.id for option in question.options)])


def _accepted(gain: float) -> Thought:
    """What is offered is worth so much more than to decline it."""

    def thought(notes: Notes, question: ChooseOne) -> list[Suggestion]:
        known = sorted((option.id, option.role) for option in question.options)
        return weighed([(name, 0.0 if role else gain, "") for name, role in known])

    return thought


def _resolve(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return [Suggestion(_offered(question), 1.0, "another try")]


def _parry(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return [Suggestion(_offered(question), 1.0, "ward it off")]


def _offered(question: ChooseOne) -> str:
    """What one may do instead of declining."""
    return min(option.id for option in question.options if not option.role)


def _declined(question: ChooseOne) -> str:
    return next(option.id for option in question.options if option.role == DECLINE)


def _player_one(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return _by_player(notes, question, 0.0, 4.0, "Player Two chooses the edges")


def _first(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return _by_player(notes, question, 4.0, 0.0)


def _by_player(notes: Notes, question: ChooseOne, us: float, them: float, why: str = "") -> list[Suggestion]:
    known = sorted((option.id, option.meaning) for option in question.options)
    return weighed([(name, us if seat == notes.side else them, why) for name, seat in known])


def _initiative(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Another try for whoever is behind, and at a tie."""
    ours, theirs = question.about[notes.side], question.about[1 - notes.side]
    return [Suggestion(_offered(question) if ours <= theirs else _declined(question), 1.0, "")]


def _bid(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    ours, theirs = question.about[notes.side], question.about[1 - notes.side]
    if ours > theirs or notes.counters_to_spare() <= 0:
        return [Suggestion(_declined(question), 1.0, "a counter is an order")]
    return _accepted(-10.0)(notes, question)


TOPICS: dict[str, Thought] = {
    "player one": _player_one, "objectives": _alike, "ingress": _alike, "edge": _alike, "colour": _alike,
    "victory": _alike,
    "recon": _accepted(12.0), "recon place": places.recon, "initiative": _initiative, "bid": _bid, "first": _first,
    "activate": orders.who_acts, "order": orders.which_order, "focus": orders.focus, "rally": orders.rally,
    "what now": orders.what_now, "fleet": _accepted(4.0), "path": places.moves,
    "shoot": fights.shot_at, "fight": fights.struck, "assault": fights.assaulted, "strikes": fights.strikers,
    "gun": fights.weapon, "close weapon": fights.weapon, "further targets": fights.further, "shares": fights.shares,
    "hack": orders.hacked, "treat": orders.treated,
    "overwatch": fights.overwatch, "consolidate": _accepted(3.0),
    "re-roll": fights.reroll, "parry": _parry, "resolve": _resolve,
}  # fmt: skip
"""What is thought about each question, by its topic."""

ADVICE = Advice()
