"""Players that are programs. A bot is asked a question and may look: at what its seat can see, at what the ruleset
advises, and into games of its own making. It never sees coming dice or what the other seats keep to themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, signature
from math import inf
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from sandtable.engine.advice import Advice, advice_of
from sandtable.engine.errors import SandtableError, shown, typed_line
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import bot_factory


class Knowledge:
    """What a bot may know of a game."""

    __slots__ = ("_game", "seat")

    def __init__(self, game: Game[Any], seat: int) -> None:
        self._game, self.seat = game, seat

    def view(self) -> dict[str, Any]:
        """All that the seat can see, as JSON values."""
        return self._game.view(self.seat)

    def imagine(self, rng: Random) -> Game[Any]:
        """A game to try answers in: as the seat believes it to be, with dice from `rng`."""
        return self._game.imagine(self.seat, rng)

    @property
    def advice(self) -> Advice[Any]:
        return advice_of(self._game.ruleset)


class Bot(Protocol):
    """Found by entry point `sandtable.bots`; made with a seed, so that its games can be repeated."""

    def answer(self, question: Question, look: Knowledge) -> Answer: ...


def ask(bot: Bot, game: Game[Any]) -> Answer:
    """The bot's answer to the open question. A stranger's is asked the question of a game of its own: whatever it does
    to it, nothing of it reaches this one. Ours keep their hands off, and play ten thousand decisions a second."""
    question = game.question
    assert isinstance(question, Question), "bots do not type in dice"
    look = Knowledge(game, question.seat)
    if not type(bot).__module__.startswith("sandtable.bots."):
        question = look.imagine(Random(0)).question
        assert isinstance(question, Question)
    return bot.answer(question, look)


class Considered(Struct, frozen=True):
    """An answer that a bot has thought about."""

    answer: Answer
    words: str
    chance: float
    """What it thinks of it: the chance to win, from 0 to 1."""
    tries: int
    """How often it was tried out."""
    why: str = ""


class Explanation(Struct, frozen=True):
    """Why a bot answered as it did; the best answer first, and that is the one it gave."""

    prompt: str
    considered: tuple[Considered, ...]

    def lines(self) -> list[str]:
        untried = sum(one.chance for one in self.considered if not one.tries)
        return [self.prompt, *(f"{one.words}: {self._judged(one, untried)}" for one in self.considered)]

    def _judged(self, one: Considered, untried: float) -> str:
        """What was not tried out has no chance to win, only its share of what looked good."""
        if one.tries:
            found = f"{one.chance:.0%} to win, {one.tries} tries"
        elif len(self.considered) == 1:
            found = "nothing else came to mind"
        else:
            found = f"{one.chance / untried if untried else 0:.0%} at first sight"
        return f"{found}{f' ({one.why})' if one.why else ''}"


@runtime_checkable
class Explains(Protocol):
    """A bot that can say why it gave its last answer; None if there was nothing to think about."""

    def explain(self) -> Explanation | None: ...


def make_bot(name: str, seed: int | str, clock: Callable[[], float] | None = None) -> Bot:
    """A bot by its name, perhaps with a budget: 'regular', 'veteran@0.5s' (seconds an activation), 'veteran@300' (tries
    a decision: slower or faster with the machine, but the same game every time). `clock` is what its seconds are
    measured with."""
    kind, at, amount = name.partition("@")
    factory = bot_factory(kind)
    takes = signature(factory).parameters
    settings: dict[str, Any] = {} if clock is None or "clock" not in takes else {"clock": clock}
    if at:
        if not re.fullmatch(r"(\d+(\.\d+)?s|\d+)", amount) or not float(amount.rstrip("s")):
            raise SandtableError(f"{shown(name)}: a budget is seconds (veteran@0.5s) or tries (veteran@300)")
        unit, value = ("seconds", float(amount[:-1])) if amount.endswith("s") else ("tries", int(amount))
        if unit not in takes:
            raise SandtableError(f"{kind} takes no budget in {unit}")
        settings[unit] = value
    try:
        bot: Bot = factory(seed, **settings)
    except Exception as error:
        raise SandtableError(
            f"the bot {kind!r} could not be made: {typed_line(error)}; it is made with a seed, "
            "and with a budget if its factory takes one (docs/bots.md)"
        ) from error
    return bot


def seconds_of(name: str) -> float:
    """The seconds that a bot of this name has for an activation; endless if it keeps no budget of time."""
    kind, _, amount = name.partition("@")
    if amount:
        return float(amount[:-1]) if amount.endswith("s") else inf
    usual = signature(bot_factory(kind)).parameters.get("seconds")
    return inf if usual is None or usual.default is Parameter.empty else float(usual.default)
