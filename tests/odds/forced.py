"""Odds the slow way: a game is forced through every face of every die, one by one. It knows nothing of bands, stages
or shortcuts; decisions are taken by trying every answer, or by a rule of thumb."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.game import Game
from sandtable.engine.outlook import Result
from sandtable.engine.questions import Answer, ChooseOne, Move, Option, Place, Question
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Play, Procedure, Stage, Tell
from sandtable.odds import Odds, Unsettled, answer_odds

Shares = dict[Any, Fraction]


def prelude(name: str, kind: str, *models: str, options: Any = None, **words: Any) -> Game[Any]:
    """A named prelude with the last answer still to give, and that answer."""
    rules = ruleset(name)
    named = {key.replace("__", "."): value for key, value in words.items()}
    set_up = rules.outlook.prelude(kind, models, named)  # type: ignore[attr-defined]
    game: Game[Any] = Game(rules, {"situation": set_up.situation}, options, Typed())
    answers = list(set_up.answers)
    while isinstance(game.question, Question):
        answer = next(one for one in answers if takes(game.question, one))
        answers = answers[answers.index(answer) + 1 :]
        try:
            if answer_odds(game, answer) is not None or not answers:
                game.last = answer  # type: ignore[attr-defined]
                return game
        except Unsettled:
            pass
        game.answer(answer)
    game.last = None  # type: ignore[attr-defined]
    return game


def takes(question: Question, answer: Answer) -> bool:
    try:
        question.read(answer)
    except Exception:
        return False
    return True


def shares(odds: Odds | None) -> Shares:
    assert odds is not None
    assert not odds.sampled
    assert sum(odds.weights.values()) == odds.total
    return {result: Fraction(weight, odds.total) for result, weight in odds.weights.items()}


class Stopping:
    """A ruleset that stops, with a question, where what was answered is over."""

    def __init__(self, game: Game[Any]) -> None:
        self.rules: Any = game.ruleset
        self.before, self.inputs = game.state.clone(), len(game.inputs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def step(self, g: Play[Any]) -> Procedure[None]:
        if len(g.inputs) > self.inputs and not self.rules.outlook.goes_on(self.before, g.state):
            return _stop()
        step: Procedure[None] = self.rules.step(g)
        return step


def _stop() -> Procedure[None]:
    yield STOP


STOP = ChooseOne(seat=0, prompt="over", clause="", options=(Option("over", "over"),))


def stopping(game: Game[Any]) -> Game[Any]:
    """A copy that goes no further than the answer carries."""
    copy = game.clone(Typed())
    copy.ruleset = Stopping(game)
    return copy


def result_of(game: Game[Any], before: Any, now: Any) -> Result:
    """What came of the last answer of a prelude."""
    outlook: Any = game.ruleset.outlook  # type: ignore[attr-defined]
    meant = outlook.meant(game.question, game.last) if hasattr(outlook, "meant") else None  # type: ignore[attr-defined]
    found: Result = outlook.result(before, now) if meant is None else outlook.result(before, now, meant)
    return found


def forced(game: Game[Any], how: str = "best") -> Shares:
    """The same as `answer_odds`, by brute force."""
    return _Forced(game, how).run()


class _Forced:
    def __init__(self, game: Game[Any], how: str) -> None:
        self.game, self.how = game, how
        self.outlook = game.ruleset.outlook  # type: ignore[attr-defined]
        self.before = game.state.clone()

    def run(self) -> Shares:
        copy = stopping(self.game)
        if not isinstance(copy.question, Roll):
            copy.answer(self.game.last)  # type: ignore[attr-defined]
        return self._follow(copy)

    def _follow(self, game: Game[Any]) -> Shares:
        question = game.question
        if isinstance(question, Roll):
            return self._every_face(game, question)
        if question is None or question is STOP or isinstance(question, Move | Place):
            return {result_of(self.game, self.before, game.state): Fraction(1)}
        if self.how == "usual":
            copy = game.clone(Typed())
            copy.answer(self.outlook.usual(question))
            return self._follow(copy)
        best: tuple[Fraction, Shares] | None = None
        for answer in question.legal():
            copy = game.clone(Typed())
            copy.answer(answer)
            found = self._follow(copy)
            worth = sum((share * self._worth(result, question.seat) for result, share in found.items()), Fraction(0))
            if best is None or worth >= best[0]:
                best = worth, found
        assert best is not None
        return best[1]

    def _every_face(self, game: Game[Any], roll: Roll) -> Shares:
        found: Shares = {}
        share = Fraction(1, roll.sides**roll.n)
        for faces in product(range(1, roll.sides + 1), repeat=roll.n):
            copy = game.clone(Typed())
            copy.answer(list(faces))
            for result, part in self._follow(copy).items():
                found[result] = found.get(result, Fraction(0)) + share * part
        return found

    def _worth(self, result: Result, seat: int) -> int:
        return sum(-effect.harm if effect.seat == seat else effect.harm for effect in result)


def driven(make: Callable[[], Procedure[Any]], choose: Callable[[Question], Answer]) -> Shares:
    """The distribution of what a procedure returns, every face of every die by itself."""
    found: Shares = {}
    _drive(make, choose, (), Fraction(1), found)
    return found


def _drive(
    make: Callable[[], Procedure[Any]],
    choose: Callable[[Question], Answer],
    faces: tuple[tuple[int, ...], ...],
    share: Fraction,
    found: Shares,
) -> None:
    stack, rolled, value = [make()], list(faces), None
    while True:
        try:
            request = stack[-1].send(value)
        except StopIteration as done:
            stack.pop()
            value = done.value
            if isinstance(value, Stage):
                stack.append(value.rule(*value.args))
                value = None
            elif not stack:
                found[value] = found.get(value, Fraction(0)) + share
                return
            continue
        if isinstance(request, Stage):
            stack.append(request.rule(*request.args))
            value = None
        elif isinstance(request, Tell):
            value = None
        elif isinstance(request, Roll):
            if not rolled:
                for one in product(range(1, request.sides + 1), repeat=request.n):
                    _drive(make, choose, (*faces, one), share / request.sides**request.n, found)
                return
            value = rolled.pop(0)
        else:
            value = request.read(choose(request))
