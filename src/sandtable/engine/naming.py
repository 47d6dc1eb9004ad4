"""Answers as people name them: by label, by id, by the thing an option points at; and whether a name means anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.engine.dice import Roll
from sandtable.engine.errors import CaseError, shown
from sandtable.engine.questions import (
    Absent,
    Answer,
    ChooseOne,
    Move,
    Option,
    Place,
    Question,
    Refusal,
    Split,
    options_of,
)
from sandtable.engine.units import MoveUnit

Exists = Callable[[str], bool]
"""Is there something of this name in the game, although the open question does not offer it?"""


def named_answer(question: Question, answer: Any) -> Answer:
    """Labels and names turned into the ids of options."""
    if isinstance(answer, str):
        return _option_id(question, answer)
    if isinstance(answer, list) and all(isinstance(name, str) for name in answer):
        return _distinct_ids(question, answer)
    if isinstance(answer, dict) and options_of(question):
        return {_option_id(question, name): share for name, share in answer.items()}
    return answer


def _distinct_ids(question: Question, names: list[str]) -> list[str]:
    """Two equal dice are two options with one label: the second mention means the second."""
    ids: list[str] = []
    for name in names:
        same = [option.id for option in options_of(question) if option.label.casefold() == name.casefold()]
        free = [one for one in same if one not in ids]
        ids.append(free[0] if len(same) > 1 and free else _option_id(question, name))
    return ids


def _option_id(question: Question, name: str) -> str:
    folded = name.casefold()
    for fits in (_is_called, _points_at):
        found = [option for option in options_of(question) if fits(option, folded)]
        if len(found) == 1:
            return found[0].id
        if found:
            raise CaseError(f"{name!r} may mean {' or '.join(option.label for option in found)}")
    for absent in question.absent:
        if _is_called(absent, folded):
            return absent.id
    return name


def _is_called(option: Option | Absent, folded: str) -> bool:
    return folded in (option.id.casefold(), option.label.casefold())


def _points_at(option: Option, folded: str) -> bool:
    return any(ref.id.casefold() == folded for ref in option.points_at)


# ---- names that mean nothing ----------------------------------------------------------------------


def means_nothing(question: Question | Roll, answer: Any, exists: Exists) -> str:
    """Why the refusal of this answer would prove nothing: it has not the form of an answer, or a name in it is the name
    of nothing at all. Empty for an answer that somebody could mean."""
    if isinstance(question, Roll):
        return "" if _all_of(answer, int) else f"a roll is open ({question.prompt}): dice are a list of faces"
    if isinstance(question, Place | Move):
        return _no_places(question, answer, exists)
    if form := _wrong_form(question, answer):
        return form
    for name in [answer] if isinstance(answer, str) else answer:
        if not (is_offered(question, name) or exists(name)):
            return f"{shown(name)} is the name of nothing: no option, nothing that is missing, nothing in the game"
    return ""


def _wrong_form(question: Question, answer: Any) -> str:
    """A list where one name is wanted would be refused whatever it holds."""
    if isinstance(question, ChooseOne):
        return "" if isinstance(answer, str) else "this question is answered with one name"
    if isinstance(question, Split):
        return "" if isinstance(answer, dict) else "this question is answered with a share for each name"
    return "" if _all_of(answer, str) else "this question is answered with a list of names"


def is_offered(question: Question | Roll, name: str) -> bool:
    """By a question: as an option, as what an option points at, or as something that is missing."""
    folded = name.casefold()
    if any(_is_called(option, folded) or _points_at(option, folded) for option in options_of(question)):
        return True
    return isinstance(question, Question) and any(_is_called(absent, folded) for absent in question.absent)


def _no_places(question: Place | Move, answer: Any, exists: Exists) -> str:
    if isinstance(question, MoveUnit) and (isinstance(answer, str) or question.is_wish(answer)):
        return question.misread(answer)
    if isinstance(answer, str):
        if question.notation is None:
            return "this question is answered with places by name"
        found = question.notation(answer)
        return found.reason if isinstance(found, Refusal) and found.unread else ""
    if not isinstance(answer, dict):
        return "this question is answered with places by name"
    models = question.models if isinstance(question, Place) else question.movers
    for name, where in answer.items():
        if name not in models and not exists(name):
            return f"{shown(name)} is the name of nothing: this question is about {', '.join(models)}"
        for spot in _spots(where):
            if not _is_spot(spot):
                return f"{shown(spot)} is not a point"
    return ""


def _spots(where: Any) -> Iterator[Any]:
    """The points of a path, or the one point of a place."""
    yield from where if isinstance(where, list) and all(isinstance(spot, list) for spot in where) else [where]


def _is_spot(spot: Any) -> bool:
    match spot:
        case [x, y, *rest] if len(rest) <= 2:
            return all(type(part) in (int, float) for part in (x, y, *rest[:1])) and _all_of(rest[1:], str)
    return False


def _all_of(answer: Any, kind: type) -> bool:
    return isinstance(answer, list) and all(type(part) is kind for part in answer)
