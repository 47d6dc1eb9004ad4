"""What one would meet at the end of a way: who is seen from there, who may answer, and whom one could attack next.

All of it comes from playing the way on a copy and asking the rules there, so a stranger's game has it too. The odds of
what is found here are asked for by its chains, as those of any way are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.gestures import FIGURES, At, GestureWay, models_of, scene_of, units_of, ways
from sandtable.engine.hooks import offered
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import DECLINE, Answer, Move, Place, Question, options_of

MOST_TARGETS, MOST_TRIED = 3, 6
"""Enemies that are told of, and that are tried."""
MOST_DECLINED = 3
"""Questions of others that are supposed to be declined."""


class MetThere(Struct, frozen=True):
    """Somebody who may answer there, or whom one may attack from there: the whole chain up to it."""

    who: str
    words: str
    answers: tuple[Answer, ...]
    clause: str = ""


class EndOfWay(Struct, frozen=True):
    text: str
    """What the way's move comes to: `4.6″ of 6″`."""
    sights: Sequence[Any]
    reactions: tuple[MetThere, ...]
    """What others may do about it before one goes on."""
    targets: tuple[MetThere, ...]
    """Whom one could attack then, if they let it pass."""


def supposed(game: Game[Any], answers: Sequence[Answer]) -> Game[Any]:
    """A copy that was given these answers, whoever is asked for them; never past a die. Raises IllegalAnswer."""
    copy = game.clone(dice=Typed())
    for answer in answers:
        if not isinstance(copy.question, Question):
            raise IllegalAnswer("dice come before it")
        copy.answer(answer)
    return copy


def there(game: Game[Any], answers: Sequence[Answer], who: str) -> EndOfWay:
    """Where a way leads whose answers have been found by `ways`. Raises IllegalAnswer."""
    assert isinstance(game.question, Question)
    seat = game.question.seat
    moves = (_text(supposed(game, answers[:i]), one) for i, one in enumerate(answers) if isinstance(one, dict))
    text = ", then ".join(filter(None, moves))
    after = supposed(game, answers)
    sights = _sights(after, seat, who)
    chain, reactions = tuple(answers), []
    for _ in range(MOST_DECLINED):
        asked = after.question
        decline = next((one for one in options_of(asked) if one.role == DECLINE), None)
        if not isinstance(asked, Question) or asked.seat == seat or decline is None:
            break
        for option in options_of(asked):
            named = [ref.id for ref in option.points_at if ref.kind in FIGURES and ref.id != who]
            if option is not decline and (named or asked.who not in ("", who)):
                name = named[0] if named else asked.who
                reactions.append(MetThere(name, option.label, (*chain, option.id), asked.clause))
        chain = (*chain, decline.id)
        after.answer(decline.id)
    targets = tuple(_targets(after, seat, who, chain))
    return EndOfWay(text, sights, tuple(reactions), targets)


def _text(game: Game[Any], answer: Answer) -> str:
    """What a move comes to, in the words of the ruleset."""
    question, preview = game.question, offered(game.ruleset, "preview")
    if preview is None or not isinstance(question, Move | Place):
        return ""
    found = preview(game.reading(question.seat), question, question.read(answer))
    return str(found.get("text", "")) if found else ""


def _sights(game: Game[Any], seat: int, who: str) -> Sequence[Any]:
    look = offered(game.ruleset, "sight")
    if look is None:
        return ()
    try:
        return tuple(look(game.reading(seat), Viewpoint(model=who), None)["sights"])
    except SandtableError:  # a whole unit, or nobody who could look
        return ()


def _targets(game: Game[Any], seat: int, who: str, chain: tuple[Answer, ...]) -> Iterator[MetThere]:
    question = game.question
    if not isinstance(question, Question) or question.seat != seat or question.who not in ("", who):
        return
    found = 0
    for target in _enemies(game, seat, who)[:MOST_TRIED]:
        best = next(iter(ways(game, At(target, who)).ways), None)
        if best is not None and not best.paths:
            yield MetThere(target, _words(best), (*chain, *best.answers))
            found += 1
            if found == MOST_TARGETS:
                return


def _words(way: GestureWay) -> str:
    return ", ".join(one.words for one in way.taken if not one.declined)


def _enemies(game: Game[Any], seat: int, who: str) -> list[str]:
    """Enemies on the table, the nearest first; units where there are any."""
    drawn = scene_of(game, seat)
    models = {one.id: (one.x, one.y) for one in models_of(drawn) if one.x is not None and one.y is not None}
    groups = {one.id: (one.side, tuple(one.members)) for one in units_of(drawn)}
    groups = groups or {one.id: (one.side, (one.id,)) for one in models_of(drawn)}
    places = {name: _middle([models[one] for one in members if one in models]) for name, (_, members) in groups.items()}
    own = next((side for name, (side, members) in groups.items() if who == name or who in members), seat)
    start = places.get(who) or _middle([models[who]] if who in models else [])
    if start is None:
        return []
    others = {name: spot for name, spot in places.items() if spot and groups[name][0] != own}
    return sorted(others, key=lambda name: dist(others[name], start))


def _middle(spots: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    if not spots:
        return None
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
