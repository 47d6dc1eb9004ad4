"""What a player types at the terminal, as an answer."""

from __future__ import annotations

import json
from typing import Any

from sandtable.cli.files import whole_number
from sandtable.engine.dice import Roll
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.questions import ChooseOne, ChooseSome, Move, Order, Place, Question, Split, options_of
from sandtable.engine.units import MoveUnit


def read_answer(question: Question | Roll, text: str) -> Any:
    """What was typed, as an answer."""
    words = text.replace(",", " ").split()
    if isinstance(question, Roll):
        return [_as_number(word) for word in words]
    if isinstance(question, Split):
        shares = [_as_number(word) for word in words]
        return {option.id: share for option, share in zip(options_of(question), shares, strict=False)}
    if isinstance(question, ChooseOne):
        return _one(question, text)
    if isinstance(question, ChooseSome | Order):
        return [] if text == "0" else [_one(question, word) for word in words]
    if (points := _points(words)) and isinstance(question, Move) and len(question.movers) == 1:
        return {question.movers[0]: points[0] if len(points) == 1 else points}
    if points and isinstance(question, Place) and len(question.models) == len(points):
        return dict(zip(question.models, points, strict=True))
    try:
        return json.loads(text)
    except ValueError as error:
        if isinstance(question, MoveUnit) or getattr(question, "notation", None) is not None:
            return text
        raise IllegalAnswer('answer as JSON, for instance {"Rob": [12, 8]}') from error


def hint_for(question: Question) -> str:
    """How to write places and paths where the ruleset has no notation of its own."""
    if isinstance(question, Move) and len(question.movers) == 1:
        return "Write where it goes (12 10: the way is found), or every point of the way (12 10, 14 12.5)."
    if isinstance(question, MoveUnit):
        formations = ", ".join(question.formations)
        return f"Write where the unit goes (line to 12 10 turn 30, wrap around NAME; {formations})."
    if isinstance(question, Place):
        return f"Write a point for each of {', '.join(question.models)} (12 10, 14 12.5)."
    return ""


def _points(words: list[str]) -> list[list[float]]:
    """'12 10 14 12.5' as points; nothing if that is not what was typed."""
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        return []
    return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)] if len(numbers) % 2 == 0 else []


def _as_number(word: str) -> int | str:
    number = whole_number(word)
    return word if number is None else number


def _one(question: Question, text: str) -> str:
    """An option by number, id, label, or an unmistakable beginning of its label."""
    options = options_of(question)
    number = whole_number(text)
    if number is not None and 1 <= number <= len(options):
        return options[number - 1].id
    folded = text.casefold()
    exact = [option.id for option in options if folded in (option.id.casefold(), option.label.casefold())]
    begins = [option.id for option in options if option.label.casefold().startswith(folded)]
    absent = [absent.id for absent in question.absent if folded in (absent.id.casefold(), absent.label.casefold())]
    inside = [option.id for option in options if folded in option.label.casefold()]
    found = exact or (begins if len(begins) == 1 else []) or (inside if len(inside) == 1 else []) or absent
    return found[0] if found else text
