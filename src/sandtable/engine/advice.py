"""What a ruleset knows about playing well. None of it is law: the rules decide what is legal, advice only what is wise.

A ruleset offers its advice as the attribute `advice`; one without it gets `Plain`, and every bot can play it all the
same, only worse.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from math import exp
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.questions import Answer, Question
from sandtable.engine.ruleset import Outcome, Reading, Ruleset, State

S = TypeVar("S", bound=State)

MOST_LEGAL = 64
"""Legal answers that plain advice looks at."""

MOST_TRIED = 10
"""Answers that are tried out, where advice says nothing else."""

BEGINNERS_CARE = 0.5
"""How much the weights count for a recruit: 1 is as they are, 0 not at all."""


class Suggestion(Struct, frozen=True):
    """An answer worth a thought. Only the ratios of weights matter: twice the weight, twice as promising."""

    answer: Answer
    weight: float = 1.0
    why: str = ""
    """A few words for people: 'into cover', 'the shot most likely to hit'."""


Idea = tuple[Answer, float, str]
"""An answer, what it gains, and why."""


def by_gain(ideas: Iterable[Idea], calm: float, least: float) -> list[Suggestion]:
    """Ideas as suggestions, the best with weight 1: `calm` is how much gain makes an answer e times as promising. What
    weighs less than `least` is left out."""
    listed = list(ideas)
    best = max(gain for _, gain, _ in listed)
    found = [Suggestion(answer, exp((gain - best) / calm), why) for answer, gain, why in listed]
    return [one for one in found if one.weight >= least]


class Advice(Protocol[S]):
    """Small, quick and pure: it reads a game and a question, and changes nothing. The seat of the
    reading is the one that is asked."""

    horizon: int
    """How many activations a searching bot looks ahead before it asks for the value; with `care`, just its own."""

    def value(self, reading: Reading[S]) -> float:
        """How the game stands for the seat of the reading, as its chance to win: 0 is lost, 1 is won."""

    def suggest(self, reading: Reading[S], question: Question) -> Sequence[Suggestion]:
        """The answers worth a thought, all of them legal, in any order; empty only if the ruleset has no opinion."""

    def activation(self, reading: Reading[S], question: Question) -> Hashable:
        """What the question belongs to: decisions with equal values share one activation and one budget of thinking."""


class Careful(Protocol):
    """What advice may have besides."""

    @property
    def care(self) -> int:
        """The decisions of an activation belong together so closely that going on with likely answers misleads. A
        regular then judges each answer by itself; a veteran weighs so many answers at each further decision of its
        activation, and does not look beyond it."""

    @property
    def plays_on(self) -> bool:
        """A regular does not judge an answer at once, but after going on with likely answers until dice are rolled or
        the activation is over: at once it makes no difference who acts, and little what he does."""

    @property
    def plans(self) -> bool:
        """The choices of an activation come before its dice, and belong together: a veteran plans all of them at once,
        and holds the best plans against the reply of the other side."""

    @property
    def tried(self) -> int:
        """How many answers are tried out at a decision, the most promising. Where dice decide much, a few that are
        tried often tell more than many that are tried once."""

    @property
    def beginners_care(self) -> float:
        """How much the weights count for a recruit; less where even what looks second best is mostly good."""

    @property
    def sifts(self) -> bool:
        """Dice decide so much that a tree of decisions cannot tell its branches apart: a veteran sifts its answers like
        a regular then, only more of them, more often, and `horizon` activations ahead."""


class Plain:
    """For rulesets that have no advice: every legal answer alike, and the game is even until it is decided."""

    horizon = 4

    def value(self, reading: Reading[Any]) -> float:
        return 0.5

    def suggest(self, reading: Reading[Any], question: Question) -> Sequence[Suggestion]:
        return [Suggestion(answer) for answer in islice(question.legal(), MOST_LEGAL)]

    def activation(self, reading: Reading[Any], question: Question) -> Hashable:
        return question.seat, question.who


PLAIN = Plain()


def advice_of(ruleset: Ruleset[Any]) -> Advice[Any]:
    found: Advice[Any] = getattr(ruleset, "advice", PLAIN)
    return found


def care_of(ruleset: Ruleset[Any]) -> int:
    """How `Careful` the advice is; 0 where it says nothing."""
    found: int = getattr(advice_of(ruleset), "care", 0)
    return found


def plays_on(ruleset: Ruleset[Any]) -> bool:
    """Does a regular go on up to the dice, `Careful` as the advice is? Where it says nothing it does not."""
    found: bool = getattr(advice_of(ruleset), "plays_on", False)
    return found


def plans_of(ruleset: Ruleset[Any]) -> bool:
    """Does a veteran plan whole activations? Where the advice says nothing it does not."""
    found: bool = getattr(advice_of(ruleset), "plans", False)
    return found


def tried_of(ruleset: Ruleset[Any]) -> int:
    """How many answers a bot that tries them out should try; ten where the advice says nothing."""
    found: int = getattr(advice_of(ruleset), "tried", MOST_TRIED)
    return found


def beginners_care_of(ruleset: Ruleset[Any]) -> float:
    """How much the weights count for a recruit; half where the advice says nothing."""
    found: float = getattr(advice_of(ruleset), "beginners_care", BEGINNERS_CARE)
    return found


def sifts_of(ruleset: Ruleset[Any]) -> bool:
    """Does a veteran sift its answers? It searches the tree of decisions where the advice says nothing."""
    found: bool = getattr(advice_of(ruleset), "sifts", False)
    return found


def score(outcome: Outcome, seat: int) -> float:
    """What an ended game was worth to a seat: a win 1, a draw a half, a shared win an equal share of 1."""
    if not outcome.seats:
        return 0.5
    return 1 / len(outcome.seats) if seat in outcome.seats else 0.0
