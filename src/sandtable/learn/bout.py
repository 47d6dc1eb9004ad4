"""One game at a time for programs that learn: what they observe, what they may answer, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from sandtable.engine import save as saves
from sandtable.engine.advice import score
from sandtable.engine.dice import Seeded, Typed
from sandtable.engine.errors import SandtableError, near, shown
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Setup
from sandtable.learn.arrays import (
    CANDIDATE,
    KINDS,
    QUESTION,
    TOPICS,
    ChoiceArrays,
    Flags,
    Floats,
    StandingArrays,
    binned,
    numbers_of,
)
from sandtable.learn.candidates import Candidates, candidates

Observation = dict[str, Any]

LONGEST = 20_000
"""Decisions after which a game is broken off."""
CANDIDATES = 64
"""Answers that can be chosen by number, where nothing else is said."""
NOTHING = Candidates([])


class Bout:
    """A set-up that is played over and over. The same seed gives the same dice; whoever answers alike then plays the
    same game. What every game of it begins with is worked out once."""

    def __init__(
        self,
        ruleset: str,
        setup: Setup | str | None = None,
        options: Mapping[str, object] | None = None,
        most: int = CANDIDATES,
        rows: int | None = None,
        advised: bool = False,
        longest: int = LONGEST,
    ) -> None:
        self.ruleset = find_ruleset(ruleset)
        self._start: Game[Any] = Game(self.ruleset, self._setup(setup), options, Typed(), events=False)
        self._start.checkpoint()
        self.seats = len(self._start.seats)
        self.most, self.advised, self.longest = most, advised, longest
        self.rows = numbers_of(self.ruleset).most if rows is None else rows
        self._standings = [StandingArrays(self.ruleset, seat, self.rows) for seat in range(self.seats)]
        self._choices = [ChoiceArrays(standing) for standing in self._standings]
        self._masks = [_mask(number, most) for number in range(most + 1)]
        self._questions: dict[tuple[str, str], Floats] = {}
        self._silent = np.zeros(len(QUESTION), np.float32)
        self.begin("")

    def _setup(self, setup: Setup | str | None) -> Setup | None:
        if not isinstance(setup, str):
            return setup
        ready: dict[str, Setup] = {}
        for hook in ("ready_setups", "mirrored_setups"):
            if (found := offered(self.ruleset, hook)) is not None:
                ready |= found()
        if setup not in ready:
            raise SandtableError(f"no set-up is called {shown(setup)}{near(setup, list(ready))}: {', '.join(ready)}")
        return ready[setup]

    # ---- playing ----------------------------------------------------------------------------------

    def beginning(self) -> Game[Any]:
        """What every game of it begins with; dice are typed in."""
        return self._start.clone(Typed())

    def begin(self, seed: str) -> None:
        """A new game, with the dice of this seed."""
        self._take(self._start.clone(Seeded.from_text(seed)))

    def _take(self, game: Game[Any], decisions: int = 0) -> None:
        self.game, self.decisions = game, decisions
        self._ask()

    def _ask(self) -> None:
        game = self.game
        over = game.question is None or self.decisions >= self.longest
        self.offered = NOTHING if over else candidates(game, self.most, self.advised)

    @property
    def asked(self) -> int:
        """The seat that is asked; -1 when the game is over."""
        return -1 if self.game.question is None else self.game.question.seat

    @property
    def broken_off(self) -> bool:
        return self.game.question is not None and self.decisions >= self.longest

    def choose(self, number: int) -> None:
        """Gives the answer with this number."""
        answers = self.offered.answers
        if not 0 <= number < len(answers):
            raise SandtableError(f"there are {len(answers)} answers to choose from; {number} is not one of them")
        self.answer(answers[number])

    def answer(self, answer: Any) -> None:
        """Gives any answer, in the list or not."""
        self.game.answer(answer)
        self.decisions += 1
        self._ask()

    def rewards(self) -> list[float]:
        """Of a game that is over: 1 for a win, -1 for a defeat, 0 for a draw; winners together share."""
        outcome = self.game.outcome
        return [0.0 if outcome is None else 2 * score(outcome, seat) - 1 for seat in range(self.seats)]

    # ---- observing --------------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """What a seat may know, and what it may answer if it is asked."""
        game = self.game
        question = game.question
        whole, things = self._standings[seat].read(game.reading(seat))
        listed = np.zeros((self.most, len(CANDIDATE)), np.float32)
        if question is None or question.seat != seat or not self.offered.answers:
            return _observation(whole, things, self._silent.copy(), listed, self._masks[0].copy())
        assert isinstance(question, Question)
        answers = self.offered.answers
        self._choices[seat].fill(listed, question, answers, self.offered.weights)
        return _observation(whole, things, self._asking(question).copy(), listed, self._masks[len(answers)].copy())

    def _asking(self, question: Question) -> Floats:
        key = question.kind, question.topic
        if (known := self._questions.get(key)) is None:
            known = self._questions[key] = np.zeros(len(QUESTION), np.float32)
            known[KINDS.index(question.kind)] = 1
            known[len(KINDS) + binned(question.topic, TOPICS)] = 1
        return known

    def info(self) -> dict[str, Any]:
        """How many answers there are to choose from, and whether the list has all that the rules name."""
        return {"candidates": len(self.offered.answers), "complete": self.offered.complete}

    # ---- keeping ----------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The game as a save file, as `sandtable replay` reads it."""
        return saves.to_json(saves.save(self.game))

    def load(self, data: bytes) -> None:
        """Goes on with a saved game of this ruleset and of so many seats; the dice go on as they would have."""
        game = saves.load(saves.read(data), events=False)
        if game.ruleset.id != self.ruleset.id or len(game.seats) != self.seats:
            raise SandtableError(
                f"the save is a game of {game.ruleset.id} for {len(game.seats)} players, "
                f"not of {self.ruleset.id} for {self.seats}"
            )
        self._take(game, sum(type(given) is not tuple for given in game.inputs))

    def snapshot(self) -> tuple[Game[Any], int]:
        """This place, to come back to in this process: `restore` takes it as often as one likes."""
        return self._copy(self.game), self.decisions

    def restore(self, snapshot: tuple[Game[Any], int]) -> None:
        self._take(self._copy(snapshot[0]), snapshot[1])

    def _copy(self, game: Game[Any]) -> Game[Any]:
        return game.clone(game.dice[-1].source)

    def picture(self, seat: int | None = None) -> str:
        """The game as an SVG drawing."""
        draw = offered(self.ruleset, "picture")
        if draw is None:
            raise SandtableError(f"{self.ruleset.id} draws no pictures")
        return str(draw(self.game.reading(seat)))


def _mask(number: int, most: int) -> Flags:
    mask = np.zeros(most, np.int8)
    mask[:number] = 1
    return mask


def _observation(whole: Floats, things: Floats, question: Floats, listed: Floats, mask: Flags) -> Observation:
    return {"whole": whole, "things": things, "question": question, "candidates": listed, "action_mask": mask}


def luck(rng: Random) -> str:
    """A seed for a game, drawn from a generator."""
    return f"{rng.getrandbits(64):x}"
