"""Questions to the rules that change nothing: would this be legal, how far is it, who is seen from there."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from sandtable.engine import looks
from sandtable.engine.errors import IllegalAnswer, RuleError, SandtableError, one_line
from sandtable.engine.questions import Answer, Move, Place, Question
from sandtable.server.match import Match, Refused
from sandtable.server.messages import Look
from sandtable.server.views import hides_nothing

MOST_PLACES = 60


def tried(match: Match, seat: int, at: int, answer: Answer) -> dict[str, Any]:
    """Would this answer be legal, and what would be recorded?"""
    question = match.question
    if match.game is None or question is None or match.asked != seat:
        raise Refused("turn", "you are not asked anything now")
    if at != match.at:
        raise Refused("stale", "this question has been answered already")
    try:
        value = question.read(answer)
    except IllegalAnswer as error:
        return {"ok": False, "reason": error.reason, "clause": error.clause}
    if not isinstance(question, Question):
        return {"ok": True, "answer": list(value)}
    found = {"ok": True, "answer": question.recorded(answer, value)}
    preview = getattr(match.ruleset, "preview", None)
    if preview is not None:
        found["preview"] = preview(match.game.state, match.options, question, value)
    return found


def looked(match: Match, seat: int | None, look: Look) -> dict[str, Any]:
    """What the ruleset's hook of that name says."""
    if match.game is None:
        raise Refused("refused", "the game has not begun")
    hook = getattr(match.ruleset, look.what, None) if look.what in ("card", "measure", "sight", "places") else None
    if hook is None and look.what == "places":
        hook = candidates
    if hook is None:
        raise Refused("unknown", f"{match.ruleset.title} cannot be asked for {look.what!r}")
    given = {"what": look.what, "name": look.name, "from": look.from_, "to": look.to}
    try:
        return _answered(match, seat, hook, looks.convert({key: one for key, one in given.items() if one is not None}))
    except RuleError as error:
        raise Refused("illegal", error.reason, error.clause) from error
    except SandtableError as error:
        raise Refused("invalid", one_line(error)) from error


def _known_state(match: Match, seat: int | None) -> Any:
    """The state as the seat may know it: where a ruleset hides something, what is hidden is made up."""
    assert match.game is not None
    if hides_nothing(match.game):
        return match.game.state
    if seat is None:
        raise Refused("refused", "in this game only players may ask that")
    return match.game.imagine(seat, Random(f"{match.head.watch}/{match.at}/{seat}")).state


def candidates(state: Any, options: Any, question: Question) -> list[dict[str, Any]]:
    """Places by coordinates, where a ruleset has no better words for them."""
    return [{"label": question.words(one), "answer": one} for one in islice(question.legal(), MOST_PLACES)]


def _answered(match: Match, seat: int | None, hook: Any, look: looks.Look) -> dict[str, Any]:
    state = _known_state(match, seat)
    match look:
        case looks.Card():
            return {"lines": hook(state, look.name)}
        case looks.Measure():
            return dict(hook(state, match.options, look.one, look.two))
        case looks.Sight():
            return dict(hook(state, match.options, look.viewer, look.target))
        case looks.Places():
            if seat is None or match.asked != seat:
                raise Refused("turn", "you are not asked anything now")
            if not isinstance(match.question, Place | Move):
                raise Refused("refused", "this question is not about places")
            return {"places": hook(state, match.options, match.question)}
