"""From what answers promise to how often they are worth a thought."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Answer, ChooseOne

WARMTH = 0.3
"""A promise that is smaller by so much (in common soldiers) weighs a third."""
LEAST = 0.05
"""The lightest weight beside the heaviest, which is 1."""

Promise = tuple[Answer, float, str]
"""An answer, what it promises in common soldiers, and why."""


def weighed(promises: Iterable[Promise], warmth: float = WARMTH) -> list[Suggestion]:
    """Suggestions with weights from LEAST to 1."""
    found = list(promises)
    best = max(promise for _, promise, _ in found)
    return [Suggestion(answer, max(LEAST, exp((promise - best) / warmth)), why) for answer, promise, why in found]


def best(promises: Iterable[Promise]) -> list[Suggestion]:
    """The best answer alone: where the dice lie open and chances are exact, nothing else is worth a thought. Of equal
    ones the first by name."""
    answer, _, why = min(promises, key=lambda one: (-round(one[1], 9), one[0]))
    return [Suggestion(answer, 1.0, why)]


def yes_and_no(question: ChooseOne, yes: str) -> tuple[str, str]:
    """The ids of the two options of a question, that of `yes` first."""
    one, two = question.options
    return (one.id, two.id) if one.meaning == yes else (two.id, one.id)
