"""Advice for bots: how the game stands, what is worth a thought, which decisions belong together. No rules: what is
legal the questions say, what is likely the rules' own functions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne, ChooseSome, Move, Place, Question, Split
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.advice import fights, orders, places, standing
from sandtable.rulesets.roe.advice.land import look_at
from sandtable.rulesets.roe.advice.notes import Notes, weighed
from sandtable.rulesets.roe.state import ROLL_OFF, Model, State


class Advice:
    horizon = 1
    care = 6
    """A reply seldom changes much; what makes an activation good is that its decisions belong together."""

    def __init__(self, rules: Options) -> None:
        """`rules` are the usual house rules; chances are reckoned by them."""
        self._rules = rules

    def value(self, state: State, seat: int) -> float:
        return standing.value(state, seat)

    def activation(self, state: State, question: Question) -> Hashable:
        """The counters on the table before the activation began tell one from the next."""
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

    def suggest(self, state: State, question: Question) -> Sequence[Suggestion]:
        notes = Notes(state, question.seat, self._rules)
        match question:
            case Move():
                return places.moves(notes, question)
            case Place():
                return places.recon(notes, question)
            case Split():
                return fights.shares(notes, question)
            case ChooseSome():
                return orders.rally(notes, question) if state.phase == "turn" else fights.further(notes, question)
            case ChooseOne():
                return _one(notes, question)
        return []


def _one(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """By what the question is about."""
    state = notes.state
    ids = {option.id for option in question.options}
    points_at = {ref.kind for option in question.options for ref in option.points_at}
    model = _asked(state, question.who)
    if question.clause == "RE-0.17":
        return fights.reroll(question)
    if question.clause == "RE-6.38":
        return [Suggestion(min(ids - {"no parry"}), 1.0, "ward it off")]
    if question.clause == "RE-1.56":
        return [Suggestion("re-roll", 1.0, "another try")]
    if "weapon" in points_at and model is not None:
        return fights.weapon(notes, question, model)
    if state.phase == "turn":
        if model is None:
            return orders.who_acts(notes, question)
        if question.clause == "RE-1.52":
            return orders.focus(notes, question, model)
        return orders.which_order(notes, question, model)
    if state.phase == "overwatch":
        return fights.overwatch(notes, question)
    if state.phase in ("act", "strikes"):
        return _in_activation(notes, question, model, ids)
    return _beside(notes, question, ids)


def _in_activation(notes: Notes, question: ChooseOne, model: Model | None, ids: set[str]) -> list[Suggestion]:
    state = notes.state
    if "done" in ids:
        return orders.what_now(notes, question)
    if state.phase == "strikes":
        return fights.strikers(notes, question)
    if "fleet" in ids:
        return weighed([(name, 4.0 if name == "fleet" else 0.0, "") for name in sorted(ids)])
    assert model is not None
    if question.clause == "RE-5.8":
        return orders.treated(notes, question)
    if question.clause == "RE-5.4":
        return weighed([(o.id, notes.hack_worth(model, o.meaning), "") for o in question.options])
    if question.clause == "RE-4.27":
        return fights.assaulted(notes, question, model)
    return fights.whom(notes, question, model, ranged=question.clause == "RE-4.9")


def _asked(state: State, who: str) -> Model | None:
    return next((model for model in state.models if model.name == who), None) if who else None


WISHES = {
    "place": 12.0, "keep off": 0.0,
    "consolidate": 3.0, "stay": 0.0,
    "bid": -5.0, "decline": 5.0,
}  # fmt: skip
"""What is usually right, where a question is simple."""


def _beside(notes: Notes, question: ChooseOne, ids: set[str]) -> list[Suggestion]:
    """Setting up, initiative, Recon, Consolidations."""
    if ids == {"re-roll", "keep"}:
        ours, theirs = question.about[notes.side], question.about[1 - notes.side]
        return [Suggestion("re-roll" if ours <= theirs else "keep", 1.0, "")]
    if ids == {"bid", "decline"}:
        ours, theirs = question.about[notes.side], question.about[1 - notes.side]
        if ours > theirs or notes.counters_to_spare() <= 0:
            return [Suggestion("decline", 1.0, "a counter is an order")]
    me = notes.state.players[notes.side].name
    if notes.state.phase in ROLL_OFF and "bid" not in ids:
        return weighed([(name, 4.0 if name == me else 0.0, "") for name in sorted(ids)])
    if notes.state.phase == "player one":
        return weighed([(name, 0.0 if name == me else 4.0, "Player Two chooses the edges") for name in sorted(ids)])
    return weighed([(name, WISHES.get(name, 0.0), "") for name in sorted(ids)])
