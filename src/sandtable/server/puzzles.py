"""Puzzles as pages: the position as the table shows it, and what could be done; what it is worth only afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from sandtable.engine.dice import Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.gestures import FIGURES, models_of, scene_of, units_of
from sandtable.engine.puzzles import Puzzle, position, puzzle, puzzles
from sandtable.engine.questions import Answer, Move, Place, Question, options_of
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.scenes import DraftScene
from sandtable.server.views import draw
from sandtable.server.wire import (
    PuzzleChoice,
    PuzzleLine,
    PuzzleList,
    PuzzleMark,
    PuzzlePage,
    PuzzleSolution,
    PuzzleValue,
)  # fmt: skip


@cache
def lines() -> tuple[PuzzleLine, ...]:
    return tuple(_line(one) for name in ruleset_ids() for one in puzzles(name))


def listed(today: date) -> PuzzleList:
    return PuzzleList(today.isoformat(), daily(today), list(lines()))


def daily(today: date) -> PuzzleLine | None:
    """The same for everybody who has the same puzzles: the day draws a ruleset, then one of its puzzles."""
    names = sorted({line.ruleset for line in lines()})
    if not names:
        return None
    drawn = int(sha256(today.isoformat().encode()).hexdigest(), 16)
    mine = [line for line in lines() if line.ruleset == names[drawn % len(names)]]
    return mine[drawn // len(names) % len(mine)]


def _line(one: Puzzle) -> PuzzleLine:
    return PuzzleLine(
        one.id, one.ruleset, ruleset(one.ruleset).title, one.place, one.headline, one.theme, one.difficulty
    )


def found(name: str, which: str) -> Puzzle:
    one = puzzle(name, which)
    if one is None:
        raise SandtableError(f"{name} has no puzzle {which!r:.40}")
    return one


def position_of(name: str, which: str) -> Game[Any]:
    """The game at the decision, with all that was told on the way."""
    return position(found(name, which), events=True)


def page(name: str, which: str) -> PuzzlePage:
    one = found(name, which)
    game = position(one)
    question = game.question
    assert isinstance(question, Question)
    marks = [_joined(_marks(game, one.seat, plan.answers)) for plan in one.plans]
    if all(mine == marks[0] for mine in marks):
        marks = [[] for _ in one.plans]  # letters that all stand in one place tell nothing
    return PuzzlePage(
        _line(one), one.seat, list(game.seats), question.prompt, question.clause,
        msgspec.to_builtins(draw(game, one.seat)),
        [PuzzleChoice(plan.words, plan.detail, mine) for plan, mine in zip(one.plans, marks, strict=True)],
    )  # fmt: skip


def solution(one: Puzzle, chosen: int) -> PuzzleSolution:
    values = [
        PuzzleValue(plan.win, plan.draw, plan.error, plan.exact, plan.why, list(plan.clauses)) for plan in one.plans
    ]
    return PuzzleSolution(chosen, one.best, values, one.playouts, one.lesson)


# ---- where a plan leads ---------------------------------------------------------------------------


def _marks(game: Game[Any], seat: int, answers: Sequence[Answer]) -> Iterator[PuzzleMark]:
    """Ways that are gone, and those who are pointed at, seen from whoever acts."""
    copy = game.clone(dice=Typed())
    scene = scene_of(game, seat)
    sides = {one.id: one.side for one in models_of(scene)} | {one.id: one.side for one in units_of(scene)}
    own = {name for name, side in sides.items() if scene and scene.sides[side].seat == seat}
    drafting = isinstance(scene, DraftScene)
    who = ""
    for answer in answers:
        question = copy.question
        assert isinstance(question, Question)
        who = question.who or who
        if isinstance(question, Move | Place) and isinstance(answer, dict):
            yield from _ways(answer, who)
        chosen = answer if isinstance(answer, list) else [answer]
        for ref in (ref for option in options_of(question) if option.id in chosen for ref in option.points_at):
            if ref.kind in FIGURES and ref.id in own and not drafting:
                who = ref.id
            elif ref.kind in FIGURES or ref.kind in ("mark", "objective"):
                yield PuzzleMark(who if who != ref.id else "", ref.id, [])
        copy.answer(answer)


def _joined(marks: Iterable[PuzzleMark]) -> list[PuzzleMark]:
    """Who goes on after a first way goes on from its end."""
    found: list[PuzzleMark] = []
    for mark in marks:
        if found and found[-1].who == mark.who and found[-1].path and mark.who:
            found[-1] = PuzzleMark(mark.who, mark.to, [*found[-1].path, *mark.path])
        else:
            found.append(mark)
    return found


def _ways(answer: dict[str, Any], who: str) -> Iterator[PuzzleMark]:
    """The way of one model, or the middle of the ways of many."""
    ways = [
        (name, way if isinstance(way[0], list) else [way])
        for name, way in answer.items()
        if isinstance(way, list) and way
    ]
    places = [
        [[float(x) for x in spot[:2]] for spot in way if isinstance(spot, list) and len(spot) >= 2] for _, way in ways
    ]
    if len(places) == 1 and places[0]:
        yield PuzzleMark(ways[0][0], "", places[0])
    elif ends := [way[-1] for way in places if way]:
        middle = [sum(end[axis] for end in ends) / len(ends) for axis in (0, 1)]
        yield PuzzleMark(who, "", [middle])
