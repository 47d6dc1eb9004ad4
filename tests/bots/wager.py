"""One wager on one die: on one face, on three or on five. The fewer, the better it looks; then the other side may
double, which turns a wager on five into a loss. Whether a veteran sifts is the advice's to say."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.engine import ChooseOne, Option, Options, Outcome, Play, Procedure, Reading, Roll, Setup
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from tests.bots.heap import Heap

FACES = {"one": 1, "three": 3, "five": 5}


class Bet(Struct):
    faces: int = 0
    face: int = 0
    doubled: str = ""

    def clone(self) -> Bet:
        return Bet(self.faces, self.face, self.doubled)


class Wager(Heap):
    def __init__(self, horizon: int) -> None:
        self.advice = Eager(horizon)

    def begin(self, setup: Setup, options: Options) -> Any:
        return Bet()

    def step(self, g: Play[Any]) -> Procedure[None]:
        if not g.state.faces:
            faces = yield _which(0, "Wager on how many faces?", *FACES)
            (face,) = yield Roll(1, 6, "the wager", "", 0)
            g.state.faces, g.state.face = FACES[faces], face
        else:
            g.state.doubled = yield _which(1, "Double?", "yes", "no")

    def outcome(self, state: Any) -> Outcome | None:
        if not state.doubled:
            return None
        won = state.face <= state.faces and not (state.doubled == "yes" and state.faces == 5)
        return Outcome((self.seats(state)[1 - won],), (1 - won,), "One die.")

    def redraw(self, state: Any, seat: int, rng: Any) -> Any:
        return state


def _which(seat: int, prompt: str, *ids: str) -> ChooseOne:
    return ChooseOne(seat=seat, prompt=prompt, clause="", options=tuple(Option(one, one) for one in ids))


class Eager:
    sifts = True

    def __init__(self, horizon: int) -> None:
        self.horizon, self.care, self.plans, self.plays_on = horizon, 0, False, False

    def value(self, reading: Reading[Bet]) -> float:
        """Whoever has wagered right stands better, as far as one sees before the other side answers."""
        ours = 0.55 if reading.state.face <= reading.state.faces else 0.45
        return ours if reading.seat == 0 else 1 - ours

    def suggest(self, reading: Reading[Bet], question: Question) -> list[Suggestion]:
        weights = {"one": 9.0, "three": 3.0, "yes": 5.0}
        return [Suggestion(one, weights.get(one, 1.0)) for one in question.legal()]

    def activation(self, reading: Reading[Bet], question: Question) -> int:
        return question.seat
