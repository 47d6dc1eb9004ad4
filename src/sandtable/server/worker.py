"""The process in which bots think: `python -m sandtable.server.worker`. Reads thoughts, writes replies."""

from __future__ import annotations

import os
import secrets
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any, BinaryIO

import msgspec

from sandtable.bots import Bot, Explains, ask, make_bot
from sandtable.bots.review import ReviewTime, hint, judge
from sandtable.engine.dice import Typed
from sandtable.engine.errors import SandtableError, one_line, typed_line
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.there import supposed
from sandtable.odds import Prospect, prospect, prospects
from sandtable.server.pasts import feed_recorded, recorded
from sandtable.server.players import HEADER, NICE, REMEMBERED, Reply, Thought

MOST_LINES = 9
ODDS_SECONDS = 3.0
"""For the odds of one question; what has not been worked out by then says so."""
LONGEST_LINE = 200
"""Of an explanation: a person reads it."""


class BotClock:
    """The clock of the bots. It runs faster while they may use only a share of their budgets: whatever a bot does with
    its time, it does less of it."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock, self._since, self._shown, self._share = clock, clock(), 0.0, 1.0

    def __call__(self) -> float:
        return self._shown + (self._clock() - self._since) / self._share

    def set(self, share: float) -> None:
        self._shown, self._since, self._share = self(), self._clock(), share


class Desk:
    """Games that this process has thought about."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game[Any]] = OrderedDict()
        self._bots: dict[tuple[str, int, str], Bot] = {}
        self._pace = BotClock()

    def think(self, thought: Thought) -> Any:
        game = self._game(thought)
        question = game.question
        if not isinstance(question, Question) or question.seat != thought.seat:
            raise SandtableError(f"seat {thought.seat} is not asked")
        effort = ReviewTime(thought.seconds * thought.share)
        if thought.plan is not None:
            return judge(game, thought.plan, effort, Random(secrets.token_hex(16)))
        if thought.hint:
            return hint(game, effort, Random(secrets.token_hex(16)))
        if not thought.bot:
            return odds_of(game, thought.seat, thought.answer, thought.before)
        name = (thought.game, thought.seat, thought.bot)
        if name not in self._bots:
            # Nobody can think along with it.
            self._bots[name] = make_bot(thought.bot, secrets.token_hex(16), self._pace)
        self._pace.set(thought.share)
        return ask(self._bots[name], game)

    def explain(self, thought: Thought) -> list[str]:
        """Why the bot gave the answer it has just given; nothing if there was nothing to choose, or it cannot say."""
        bot = self._bots.get((thought.game, thought.seat, thought.bot))
        said = bot.explain() if isinstance(bot, Explains) else None
        return [line[:LONGEST_LINE] for line in said.lines()[:MOST_LINES]] if said is not None else []

    def _game(self, thought: Thought) -> Game[Any]:
        """The game after these inputs; what we have of it already is not played again."""
        game = self._games.pop(thought.game, None)
        if game is None or recorded(game.inputs) != thought.inputs[: len(game.inputs)]:
            game = Game(ruleset(thought.ruleset), thought.setup, thought.options, Typed(), events=True)
        for given in thought.inputs[len(game.inputs) :]:
            feed_recorded(game, given)
        self._games[thought.game] = game
        if len(self._games) > REMEMBERED:
            gone, _ = self._games.popitem(last=False)
            self._bots = {name: bot for name, bot in self._bots.items() if name[0] != gone}
        return game


def odds_of(game: Game[Any], seat: int, answer: Any, before: Sequence[Any] = ()) -> dict[str, Any]:
    """What is known about every option, by its id, or about one answer, which ends a chain if others come `before` it;
    a ruleset without an outlook has no odds."""
    if offered(game.ruleset, "outlook") is None:
        return {}
    if answer is not None:
        try:
            found = prospect(supposed(game, before) if before else game, answer, seconds=ODDS_SECONDS)
        except SandtableError as error:
            found = Prospect(unknown=one_line(error))
        return {"answer": found.wire(seat)}
    return {name: one.wire(seat) for name, one in prospects(game, seconds=ODDS_SECONDS).items()}


def reply_to(desk: Desk, body: bytes) -> Reply:
    try:
        thought = msgspec.json.decode(body, type=Thought)
        found = msgspec.Raw(msgspec.json.encode(desk.think(thought)))
        return Reply(result=found, why=desk.explain(thought))
    except Exception as error:  # whatever a bot does, the next one gets its turn
        return Reply(typed_line(error)[:500])


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    def say(reply: Reply) -> None:
        body = msgspec.json.encode(reply)
        sink.write(len(body).to_bytes(HEADER, "big") + body)
        sink.flush()

    desk = Desk()
    say(Reply())  # ready
    while header := source.read(HEADER):
        say(reply_to(desk, source.read(int.from_bytes(header, "big"))))


def read_rulebooks() -> None:
    """Before anybody waits. A ruleset that cannot be read says so when it is asked for."""
    for name in ruleset_ids():
        with suppress(Exception):
            ruleset(name)


def main() -> None:
    """Replies go out by a descriptor of their own: what a bot prints goes to stderr and does no harm."""
    nice = int(sys.argv[1]) if len(sys.argv) > 1 else NICE
    os.nice(min(nice, NICE))  # the server itself comes first
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    read_rulebooks()
    os.nice(max(0, nice - NICE))  # who steps back far would never be ready where others are busy
    with suppress(BrokenPipeError):  # the server that has started us is gone
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
