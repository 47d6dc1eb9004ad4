"""Questions to the rules that change nothing: would this be legal, how far is it, who is seen from there. Whether one
may ask is said here and now (`may_…`); the answer may take longer, and a clerk works it out."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from sandtable.engine import gestures, looks
from sandtable.engine.errors import IllegalAnswer, RuleError, SandtableError, one_line, shown
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, Move, Place, Question
from sandtable.engine.ruleset import Reading
from sandtable.engine.there import there as at_the_end
from sandtable.engine.units import MoveUnit
from sandtable.server.match import Match
from sandtable.server.messages import LookAt
from sandtable.server.refused import Refused
from sandtable.server.views import hides_nothing

MOST_PLACES = 60
FARTHEST = 1e6
"""Inches from the corner of a table."""


def may_try(match: Match, seat: int, at: int) -> Game[Any]:
    """The game, if this seat is asked the question at this number. Raises Refused."""
    if match.game is None or match.question is None or match.asked != seat:
        raise Refused("turn", "you are not asked anything now")
    if at != match.at:
        raise Refused("stale", "this question has been answered already")
    return match.game


def tried(game: Game[Any], answer: Answer) -> dict[str, Any]:
    """Would this answer be legal, and what would be recorded?"""
    question = game.question
    assert question is not None
    try:
        value = question.read(answer)
    except IllegalAnswer as error:
        return {"ok": False, "reason": error.reason, "clause": error.clause}
    if not isinstance(question, Question):
        return {"ok": True, "answer": list(value)}
    found = {"ok": True, "answer": question.recorded(answer, value)}
    preview = offered(game.ruleset, "preview")
    if preview is not None:
        found["preview"] = preview(game.reading(question.seat), question, value)
    return found


def may_hint(match: Match, seat: int) -> None:
    """May this seat be told now what a veteran would do? Raises Refused."""
    if match.head.no_hints:
        raise Refused("refused", "this game is played without hints")
    if match.game is None or match.asked != seat or not isinstance(match.question, Question):
        raise Refused("turn", "you are not asked anything now")


def may_gesture(match: Match, seat: int) -> Game[Any]:
    """The game, if this seat may ask for the ways of a gesture. Raises Refused."""
    if match.game is None or match.asked != seat or not isinstance(match.question, Question):
        raise Refused("turn", "you are not asked anything now")
    if not hides_nothing(match.game):
        raise Refused("unknown", "this game hides something: the ways of a gesture would tell of it")
    return match.game


def ways(game: Game[Any], gesture: Any) -> dict[str, Any]:
    """The ways of a gesture, the one to be taken first, and why others have none."""
    try:
        read = msgspec.convert(gesture, gestures.Gesture)
    except msgspec.MsgspecError as error:
        raise Refused("invalid", f"not a gesture: {one_line(error)}") from error
    if isinstance(read, gestures.To) and not all(abs(part) < FARTHEST for part in read.place):
        raise Refused("invalid", "not a gesture: no table is so large")
    return _found(gestures.ways(game, read))


def given(game: Game[Any], chain: list[Answer]) -> dict[str, Any]:
    """A chain that somebody has in mind, told like the way of a gesture."""
    try:
        return _found(gestures.given(game, chain))
    except IllegalAnswer as error:
        raise Refused("illegal", error.reason, error.clause) from error


def _found(found: gestures.FoundWays) -> dict[str, Any]:
    why = [{"who": who, "reason": one.reason, "clause": one.clause} for who, one in found.why.items()]
    return {"ways": [msgspec.to_builtins(way) for way in found.ways], "why": why}


def there(game: Game[Any], chain: list[Answer], who: str) -> dict[str, Any]:
    """What one would meet at the end of a chain."""
    if not chain:
        raise Refused("invalid", "there is no chain to follow")
    try:
        return dict(msgspec.to_builtins(at_the_end(game, chain, who)))
    except IllegalAnswer as error:
        raise Refused("illegal", error.reason, error.clause) from error


def may_look(match: Match, seat: int | None, look: LookAt) -> Game[Any]:
    """The game, if this seat may ask that now. Raises Refused."""
    if match.game is None:
        raise Refused("refused", "the game has not begun")
    if _hook(match.game, look.what) is None:
        raise Refused("unknown", f"{match.ruleset.title} cannot be asked for {look.what!r}")
    if look.what in ("places", "region", "plan"):
        if seat is None or match.asked != seat:
            raise Refused("turn", "you are not asked anything now")
        if not isinstance(match.question, Place | Move):
            raise Refused("refused", "this question is not about places")
        if look.what == "plan" and not isinstance(match.question, MoveUnit):
            raise Refused("refused", "this question is not about a whole unit")
    return match.game


def looked(game: Game[Any], seat: int | None, luck: str, look: LookAt) -> dict[str, Any]:
    """What the ruleset's hook of that name says. What the seat cannot know is made up from `luck`."""
    given = {"what": look.what, "name": look.name, "from": look.from_, "to": look.to, "wish": look.wish}
    try:
        return _answered(game, seat, luck, looks.convert({key: one for key, one in given.items() if one is not None}))
    except RuleError as error:
        raise Refused("illegal", error.reason, error.clause) from error
    except SandtableError as error:
        raise Refused("invalid", one_line(error)) from error


def _hook(game: Game[Any], what: str) -> Any:
    """What answers such a look; None where nothing does."""
    if what in OF_THE_QUESTION:
        return OF_THE_QUESTION[what]
    if what not in ("card", "measure", "sight", "places"):
        return None
    return offered(game.ruleset, what) or (candidates if what == "places" else None)


def _known(game: Game[Any], seat: int | None, luck: str) -> Reading[Any]:
    """The game as the seat may know it: where a ruleset hides something, what is hidden is made up."""
    if hides_nothing(game):
        return game.reading(seat)
    if seat is None:
        raise Refused("refused", "in this game only players may ask that")
    return game.imagine(seat, Random(f"{luck}/{seat}")).reading(seat)


def candidates(reading: Reading[Any], question: Question) -> list[dict[str, Any]]:
    """Places by coordinates, where a ruleset has no better words for them."""
    return [{"label": question.words(one), "answer": one} for one in islice(question.legal(), MOST_PLACES)]


def region(question: Place | Move, name: str) -> Any:
    """Where a move may end; of one mover alone where several are asked for."""
    if not name:
        return question.drawn()
    if not isinstance(question, MoveUnit) or name not in question.movers:
        raise SandtableError(f"there is no region of {shown(name)} alone in this question")
    return question.region_of(name)


def plan(question: MoveUnit, wish: dict[str, Any]) -> dict[str, Any]:
    """What would become of a wish for a whole unit."""
    return question.arrange(question.wish(wish)).wire()


OF_THE_QUESTION = {"region": region, "plan": plan}
"""Looks that the open question answers itself."""


def _answered(game: Game[Any], seat: int | None, luck: str, look: looks.Look) -> dict[str, Any]:
    hook, question = _hook(game, str(look.__struct_config__.tag)), game.question
    match look:
        case looks.CardLook():
            return {"lines": hook(_known(game, seat, luck), look.name)}
        case looks.MeasureLook():
            return dict(hook(_known(game, seat, luck), look.one, look.two))
        case looks.SightLook():
            return dict(hook(_known(game, seat, luck), look.viewer, look.target))
        case looks.PlacesLook():
            return {"places": hook(_known(game, seat, luck), question)}
        case looks.RegionLook():
            return {"region": hook(question, look.name)}
        case looks.PlanLook():
            return {"plan": hook(question, look.wish)}
