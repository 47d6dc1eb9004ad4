"""The plans that a decision offers: what looks promising, a few choices deep, each idea once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from random import Random
from typing import Any

from msgspec import Struct, structs

from sandtable.bots.review import AnswerPlan
from sandtable.bots.thinking import activation, best_at_once, suggestions
from sandtable.engine.advice import Suggestion, care_of
from sandtable.engine.dice import Typed
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.questions import DECLINE, Answer, ChooseOne, Question, options_of

WIDTH = (5, 2)
"""Answers that are followed at the first choice of a plan and at the second; then one."""
MOST_IDEAS = 8
"""Plans that are tried at all."""
SAME_PLACE = 3.0
"""Moves that end nearer together than this are one idea, if all else is equal."""
SENSE = 0.02
"""What weighs less than this share of the best is no idea at all."""


class PlanIdea(Struct, frozen=True):
    """A plan and how promising it looks, from 0 to 1."""

    plan: AnswerPlan
    weight: float


def ideas(game: Game[Any], seat: int, rng: Random) -> list[PlanIdea]:
    """What could be done here, the most promising first."""
    found: list[PlanIdea] = []
    for idea in sorted(_branches(game, seat, rng), key=lambda one: -one.weight):
        if not any(same_idea(idea.plan.answers, other.plan.answers) for other in found):
            found.append(idea)
    return found[:MOST_IDEAS]


def _branches(game: Game[Any], seat: int, rng: Random) -> Iterator[PlanIdea]:
    yield from _grown(game.clone(dice=Typed()), seat, rng, activation(game), AnswerPlan((), ()), 1.0, 0)


def _grown(
    game: Game[Any], seat: int, rng: Random, now: object, plan: AnswerPlan, weight: float, depth: int
) -> Iterator[PlanIdea]:
    """All plans that begin so."""
    question = game.question
    mine = isinstance(question, Question) and question.seat == seat and activation(game) == now
    if not mine or len(plan.answers) >= LONGEST_CHAIN:
        if plan.words:
            yield PlanIdea(plan, weight)
        return
    assert isinstance(question, Question)
    if isinstance(question, ChooseOne) and question.only is not None:
        yield from _taken(game, seat, rng, now, plan, weight, depth, Suggestion(question.only.id), "")
        return
    width = WIDTH[depth] if depth < len(WIDTH) else 1
    for one in _promising(game, rng, width):
        words = question.words(one.answer)
        yield from _taken(game, seat, rng, now, plan, weight * one.weight, depth + 1, one, words)


def _taken(
    game: Game[Any], seat: int, rng: Random, now: object, plan: AnswerPlan, weight: float, depth: int,
    one: Suggestion, words: str,
) -> Iterator[PlanIdea]:  # fmt: skip
    said = (*plan.words, words) if words else plan.words
    copy = game.clone(dice=Typed())
    copy.answer(one.answer)
    grown = AnswerPlan((*plan.answers, one.answer), said, one.why or plan.why)
    yield from _grown(copy, seat, rng, now, grown, weight, depth)


def _promising(game: Game[Any], rng: Random, width: int) -> list[Suggestion]:
    """The best suggestions with weights from 0 to 1; where only one is wanted, that which stands best at once."""
    if width == 1:
        return [structs.replace(best_at_once(game, rng, max(1, care_of(game.ruleset))), weight=1.0)]
    found = sorted(suggestions(game, rng), key=lambda one: -one.weight)
    most = max(found[0].weight, 1e-9)
    return [Suggestion(one.answer, one.weight / most, one.why) for one in found[:width] if one.weight >= SENSE * most]


# ---- what is the same -----------------------------------------------------------------------------


def same_idea(one: Sequence[Answer], other: Sequence[Answer]) -> bool:
    return len(one) == len(other) and all(_alike(a, b) for a, b in zip(one, other, strict=True))


def _alike(one: Answer, other: Answer) -> bool:
    if one == other:
        return True
    if not (isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys()):
        return False
    ends = [(end_of(one[name]), end_of(other[name])) for name in one]
    return all(a is not None and b is not None and dist(a, b) < SAME_PLACE for a, b in ends)


def end_of(way: Any) -> tuple[float, float] | None:
    """Where a path or a placement ends; None for whatever is neither."""
    spot = way[-1] if isinstance(way, list) and way and isinstance(way[-1], list) else way
    if not (isinstance(spot, list) and len(spot) >= 2 and all(isinstance(one, int | float) for one in spot)):
        return None
    return float(spot[0]), float(spot[1])


def declined(question: Question, answer: Answer) -> bool:
    """Does it say no to an offer (no Focus, no bump)? That need not be told."""
    return any(option.id == answer and option.role == DECLINE for option in options_of(question))
