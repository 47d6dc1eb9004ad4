"""Two decisions in a row: which hand, and which of its two purses. The left hand's purses hold what is fair, of the
right hand's one is full and one is empty; the empty one looks better."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.engine import ChooseOne, Option, Options, Outcome, Play, Procedure, Reading, Setup
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from tests.bots.heap import Heap


class Hands(Struct):
    hand: str = ""
    purse: str = ""

    def clone(self) -> Hands:
        return Hands(self.hand, self.purse)


class Purses(Heap):
    """Whether tries go on with what looks best, or weigh it, is the advice's `care`."""

    def __init__(self, care: int) -> None:
        self.advice = LooksFull(care)

    def begin(self, setup: Setup, options: Options) -> Any:
        return Hands()

    def seats(self, state: Any) -> tuple[str, ...]:
        return "Ann", "Tom"

    def step(self, g: Play[Any]) -> Procedure[None]:
        if not g.state.hand:
            g.state.hand = yield _which("Which hand?", "left", "right")
        else:
            g.state.purse = yield _which("Which purse?", "shiny", "shabby")

    def outcome(self, state: Any) -> Outcome | None:
        if not state.purse:
            return None
        if state.hand == "left":
            return Outcome((), (), "What is fair.")
        winner = 0 if state.purse == "shabby" else 1
        return Outcome((self.seats(state)[winner],), (winner,), "All or nothing.")

    def redraw(self, state: Any, seat: int, rng: Any) -> Any:
        return state


def _which(prompt: str, *ids: str) -> ChooseOne:
    return ChooseOne(seat=0, prompt=prompt, clause="", options=tuple(Option(one, one, value=one) for one in ids))


class LooksFull:
    horizon = 1

    def __init__(self, care: int) -> None:
        self.care, self.plays_on, self.plans = care, False, False

    def value(self, reading: Reading[Hands]) -> float:
        ours = 0.6 if reading.state.hand == "right" else 0.5
        return ours if reading.seat == 0 else 1 - ours

    def suggest(self, reading: Reading[Hands], question: Question) -> list[Suggestion]:
        return [Suggestion(one, 5.0 if one in ("left", "shiny") else 1.0) for one in question.legal()]

    def activation(self, reading: Reading[Hands], question: Question) -> int:
        return 1
