"""What follows of itself: answers of which only one makes sense are given without asking, where they can be undone."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Roll
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.questions import END, PASS, Answer, ChooseOne, options_of


def go_on(game: Game[Any], since: int) -> int:
    """Gives what follows of itself, in one chain with the answers that were given after the first `since` inputs; says
    how many more answers that were."""
    given = 0
    while len(game.inputs) - since < LONGEST_CHAIN and game.settled <= since:
        answer = only_answer(game)
        if answer is None:
            break
        game.feed(answer, joined=True)
        given += 1
    return given


def only_answer(game: Game[Any]) -> Answer | None:
    """The one answer that makes sense here; None where there are several, or where it could not be taken back."""
    question = game.question
    if not isinstance(question, ChooseOne) or not game.asked or game.asked[-1].seat != question.seat:
        return None
    # Whoever has just chosen to do something does not mean to do nothing; after a move he may have had enough.
    chosen = game.asked[-1].kind == ChooseOne.kind
    sensible = [one for one in options_of(question) if not (chosen and one.role in (PASS, END))]
    if len(sensible) != 1:
        return None
    try:
        after = game.rehearse([sensible[0].id])
    except IllegalAnswer:
        return None
    stays = after.question is not None and not isinstance(after.question, Roll) and after.question.seat == question.seat
    return sensible[0].id if stays and after.settled == game.settled else None
