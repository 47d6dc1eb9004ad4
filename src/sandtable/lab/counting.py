"""Everything that can still happen in a game, counted: every answer, every die, to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from msgspec import Struct

from sandtable.engine.advice import advice_of, score
from sandtable.engine.dice import Roll, Typed, outcomes, ways
from sandtable.engine.errors import SandtableError, shown
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, ChooseOne, Move, Place, Question
from sandtable.engine.ruleset import Outcome

Strategy = Callable[[Game[Any]], Answer]


class PlayedEnd(Struct, frozen=True):
    """How a game ended: who won, and in whose words."""

    seats: tuple[int, ...] = ()
    summary: str = ""
    clause: str = ""

    def score(self, seat: int) -> float:
        return score(Outcome((), self.seats, ""), seat)


ExactEnds = Mapping[PlayedEnd, Fraction]
"""Each end with its share."""


class TooMuchLeft(SandtableError):
    """More can still happen than can be counted."""


def end_of(game: Game[Any]) -> PlayedEnd:
    found = game.outcome
    return PlayedEnd(tuple(found.seats), found.summary, found.clause) if found is not None else PlayedEnd()


def worth(ends: ExactEnds, seat: int) -> Fraction:
    """What such ends are worth to a seat: 1 a win, one half a draw."""
    return sum((share * Fraction(end.score(seat)) for end, share in ends.items()), Fraction())


class Counting:
    """Seats that `decide` names do what it says; every other seat does what is best for it, given all that comes after.
    `most` limits the positions that are looked at, `choices` the answers to one question. With `roam` named ways and
    places are tried where somebody may go or put something down as he likes; else that is too much."""

    def __init__(
        self, most: int, choices: int, decide: Mapping[int, Strategy] | None = None, roam: bool = False
    ) -> None:
        self.most, self.choices, self.decide, self.roam = most, choices, decide or {}, roam
        self.known: dict[str, ExactEnds | None] = {}
        """None: it is being worked out."""
        self.by_places = False
        """Somebody may go or put something down where he likes, and only the named ways and places were tried."""

    def ends(self, game: Game[Any]) -> ExactEnds:
        """The ends of this game, which is used up by it."""
        while isinstance(question := game.question, ChooseOne) and question.only is not None:
            game.answer(question.only.id)
        if question is None:
            return {end_of(game): Fraction(1)}
        key = game.hash()
        if key not in self.known:
            if len(self.known) >= self.most:
                way_out = "leave less to happen (fewer models, a later round)"
                raise TooMuchLeft(f"more than {self.most:,} positions: {way_out}")
            self.known[key] = None
            self.known[key] = self._split(game, question)
        found = self.known[key]
        if found is None:
            raise TooMuchLeft(f"it goes round in circles: {shown(question.prompt)} comes again as it was")
        return found

    def _split(self, game: Game[Any], question: Question | Roll) -> ExactEnds:
        if isinstance(question, Roll):
            return self._rolled(game, question)
        seat = question.seat
        if seat in self.decide:
            return self._after(game, self.decide[seat](game))
        found = [self._after(game, answer) for answer in self._answers(game, question)]
        return max(found, key=lambda ends: worth(ends, seat))

    def _answers(self, game: Game[Any], question: Question) -> list[Answer]:
        """All there are to a list; of ways and places those that the rules propose and those that the advice does."""
        open_ended = isinstance(question, Move | Place)
        if open_ended and not self.roam:
            raise TooMuchLeft(f"{shown(question.prompt)} cannot be listed")
        answers = list(islice(question.legal(), self.choices + 1))
        if open_ended:
            self.by_places = True
            advised = advice_of(game.ruleset).suggest(game.reading(question.seat), question)
            answers = _different([*answers, *(one.answer for one in advised)])
        if len(answers) > self.choices:
            raise TooMuchLeft(f"{shown(question.prompt)} has more than {self.choices} answers")
        return answers

    def _rolled(self, game: Game[Any], roll: Roll) -> ExactEnds:
        if ways(roll) > self.most - len(self.known):
            raise TooMuchLeft(f"{roll.purpose} has {ways(roll):,} results")
        mixed: dict[PlayedEnd, Fraction] = {}
        for faces, weight in outcomes(roll):
            part = Fraction(weight, roll.sides**roll.n)
            for end, share in self._after(game, list(faces)).items():
                mixed[end] = mixed.get(end, Fraction()) + part * share
        return mixed

    def _after(self, game: Game[Any], answer: Answer) -> ExactEnds:
        copy = game.clone(dice=Typed())
        copy.answer(answer)
        return self.ends(copy)


def _different(answers: Iterable[Answer]) -> list[Answer]:
    """Each of them once."""
    return list({repr(answer): answer for answer in answers}.values())
