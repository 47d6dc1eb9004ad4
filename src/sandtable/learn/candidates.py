"""A finite list of answers to any question, for programs that choose by number.

Where the rules offer a list, it is that list. A move or a placement has the candidates that the rules themselves
propose. Several of a list, an order or shares are all written out if there are few enough; if not, the list holds
typical ones (each thing alone, first, or with as much as it can take) and then as many of the others as there is room
for, in the order of the rules. What was left out is counted, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine.advice import advice_of
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, ChooseOne, ChooseSome, Order, Question, Split


class Candidates(Struct):
    """The answers that can be chosen by number; `weights` are the ruleset's advice on them, where it was asked.
    `complete`: no answer that the rules list is missing."""

    answers: list[Answer]
    weights: list[float] | None = None
    complete: bool = True


def candidates(game: Game[Any], most: int, advised: bool = False) -> Candidates:
    """Answers to the open question, `most` at the most. With `advised` the suggestions of the ruleset come first, each
    with its weight (1 is the best), and after them the rest with weight 0."""
    question = game.question
    assert isinstance(question, Question), "dice are not chosen"
    if isinstance(question, ChooseOne):
        listed = [option.id for option in question.options]
        complete = len(listed) <= most
    else:
        listed = list(islice(question.legal(), most + 1))
        complete = len(listed) <= most
        if not complete:
            listed = _distinct([*_typical(question), *listed])
    if advised:
        return _advised(game, listed, most, complete)
    return Candidates(listed if complete else listed[:most], None, complete)


def _advised(game: Game[Any], listed: list[Answer], most: int, complete: bool) -> Candidates:
    """Advice reads the game as the seat may believe it to be: what others hide does not show in the list."""
    question = game.question
    assert question is not None
    imagined = game.imagine(question.seat, Random(0))
    asked = imagined.question
    assert isinstance(asked, Question)
    found = advice_of(game.ruleset).suggest(imagined.reading(question.seat), asked)
    best = max((one.weight for one in found), default=0.0)
    weights = {_key(one.answer): one.weight / best if best > 0 else 0.0 for one in found}
    answers = _distinct([*(one.answer for one in found), *listed])
    complete = complete and len(answers) <= most
    answers = answers[:most]
    return Candidates(answers, [weights.get(_key(answer), 0.0) for answer in answers], complete)


def _typical(question: Question) -> Iterator[Answer]:
    """A few answers of every sort, of a question with too many."""
    if isinstance(question, ChooseSome):
        ids = [option.id for option in question.options]
        most = min(question.most, len(ids))
        for size in {question.least, most}:
            yield from (_turned(ids, first)[:size] for first in range(len(ids) if size else 1))
        if question.least <= 1 <= most:
            yield from ([name] for name in ids)
    elif isinstance(question, Order):
        ids = [option.id for option in question.options]
        yield ids
        yield ids[::-1]
        yield from ([name, *(other for other in ids if other != name)] for name in ids)
    elif isinstance(question, Split):
        yield from (question.mostly(option) for option in question.options)


def _turned(ids: list[str], first: int) -> list[str]:
    return ids[first:] + ids[:first]


def _distinct(answers: list[Answer]) -> list[Answer]:
    return list({_key(answer): answer for answer in reversed(answers)}.values())[::-1]


def _key(answer: Answer) -> str:
    return repr(answer)
