"""A heap of stones, taken one to three at a time by turns; who takes the last one wins. A page of rules whose best play
is known: leave a multiple of four. With `bid`, both first write down a number in secret, and the lower one begins."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine import ChooseOne, Event, Option, Options, Outcome, Play, Procedure, Rulebook, Setup
from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading


class Stones(Struct):
    left: int
    turn: int = 0
    bid: bool = False
    hidden: int = 0
    """Something that only seat 0 knows."""

    def clone(self) -> Stones:
        return Stones(self.left, self.turn, self.bid, self.hidden)


class Heap:
    id = "heap"
    version = "1.0.0"
    title = "The Heap"
    rulebook = Rulebook("heap", "The Heap", "nobody", "Stones.", (), ())
    backwards = False
    """The options in the other order."""

    def begin(self, setup: Setup, options: Options) -> Stones:
        return Stones(setup.get("stones", 10), 0, setup.get("bid", False), setup.get("hidden", 0))

    def seats(self, state: Stones) -> tuple[str, ...]:
        return "Ann", "Tom"

    def step(self, g: Play[Stones]) -> Procedure[None]:
        if g.state.bid:
            bids = []
            for seat in (0, 1):
                bids.append((yield self._question(seat, "Bid?", 3, True)))
            g.reveal()
            g.state.bid, g.state.turn = False, int(bids[1] < bids[0])
            return
        taken = yield self._question(g.state.turn, "Take how many?", min(3, g.state.left), False)
        g.state.left -= taken
        g.state.turn = 1 - g.state.turn

    def _question(self, seat: int, prompt: str, most: int, secret: bool) -> ChooseOne:
        options = [Option(str(n), str(n), value=n) for n in range(1, most + 1)]
        return ChooseOne(
            seat=seat,
            prompt=prompt,
            clause="",
            secret=secret,
            options=tuple(reversed(options) if self.backwards else options),
        )

    def outcome(self, state: Stones) -> Outcome | None:
        if state.left:
            return None
        winner = 1 - state.turn
        return Outcome((self.seats(state)[winner],), (winner,), "The heap is gone.")

    def redraw(self, state: Stones, seat: int, rng: Random) -> Stones:
        if seat != 0:
            state.hidden = rng.randrange(1000)
        return state

    def facts(self, reading: Reading[Stones]) -> dict[str, Any]:
        state = reading.state
        return {"left": state.left}

    def view(self, reading: Reading[Stones]) -> dict[str, Any]:
        state = reading.state
        return {"left": state.left, "turn": state.turn}

    def say(self, event: Event) -> str:
        return event.kind

    def quick_setup(self) -> Setup:
        return {"stones": 10}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return {"stones": rng.randint(1, 20)}, {}

    def mirrored_setups(self) -> dict[str, Setup]:
        return {"ten": {"stones": 10}, "eleven": {"stones": 11}}


class Sly(Heap):
    """The same game with advice that knows the trick."""

    class Trick:
        def __init__(self, horizon: int) -> None:
            self.horizon, self.beginners_care = horizon, 0.5

        def value(self, reading: Reading[Stones]) -> float:
            state, seat = reading.state, reading.seat
            good = 0.9 if state.left % 4 else 0.1
            return good if state.turn == seat else 1 - good

        def suggest(self, reading: Reading[Stones], question: Question) -> list[Suggestion]:
            return [Suggestion(answer, 2.0 if answer == "1" else 1.0, "as ever") for answer in question.legal()]

        def activation(self, reading: Reading[Stones], question: Question) -> tuple[int, int]:
            return reading.state.left, question.seat

    def __init__(self, horizon: int = 1) -> None:
        self.advice = self.Trick(horizon)
