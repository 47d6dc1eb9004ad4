"""Where to stand, and whether to shout, before the other side answers. The bridge looks better than the hill, above all
to somebody who shouts; but who stands there is struck down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.engine import ChooseOne, Option, Options, Outcome, Play, Procedure, Reading, Setup
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from tests.bots.heap import Heap

STANDS = {("bridge", "yes"): 0.8, ("bridge", "no"): 0.6, ("hill", "yes"): 0.55, ("hill", "no"): 0.7}
"""How it stands for the first side, as far as one sees before the other answers."""


class Ground(Struct):
    place: str = ""
    shouts: str = ""
    reply: str = ""

    def clone(self) -> Ground:
        return Ground(self.place, self.shouts, self.reply)


class Gambit(Heap):
    redraw = None  # type: ignore[assignment]

    def __init__(self, strikes: bool) -> None:
        """Does the other side strike at whoever stands on the bridge?"""
        self.strikes, self.advice = strikes, Bold()

    def begin(self, setup: Setup, options: Options) -> Any:
        return Ground()

    def step(self, g: Play[Any]) -> Procedure[None]:
        if not g.state.place:
            g.state.place = yield _which(0, "Where?", "bridge", "hill")
        elif not g.state.shouts:
            g.state.shouts = yield _which(0, "Shout?", "yes", "no")
        else:
            replies = ("wait", "strike") if self.strikes and g.state.place == "bridge" else ("wait", "go home")
            g.state.reply = yield _which(1, "What now?", *replies)

    def outcome(self, state: Any) -> Outcome | None:
        if not state.reply:
            return None
        if state.reply == "strike":
            return Outcome((self.seats(state)[1],), (1,), "Struck down.")
        if STANDS[state.place, state.shouts] >= 0.7:
            return Outcome((self.seats(state)[0],), (0,), "Well placed.")
        return Outcome((), (), "Nothing comes of it.")


def _which(seat: int, prompt: str, *ids: str) -> ChooseOne:
    return ChooseOne(seat=seat, prompt=prompt, clause="", options=tuple(Option(one, one, value=one) for one in ids))


class Bold:
    horizon = 1
    care = 1
    plays_on = True
    plans = True

    def value(self, reading: Reading[Ground]) -> float:
        ours = STANDS.get((reading.state.place, reading.state.shouts), 0.5)
        return ours if reading.seat == 0 else 1.0 - ours

    def suggest(self, reading: Reading[Ground], question: Question) -> list[Suggestion]:
        weights = {"bridge": 5.0, "yes": 3.0, "wait": 2.0}
        return [Suggestion(one, weights.get(str(one), 1.0)) for one in question.legal()]

    def activation(self, reading: Reading[Ground], question: Question) -> int:
        return question.seat
