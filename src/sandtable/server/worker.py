"""The process in which bots think: `python -m sandtable.server.worker`. Reads thoughts, writes replies."""

from __future__ import annotations

import os
import secrets
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from sandtable.bots import Bot, Explains, ask, make_bot
from sandtable.engine.dice import Typed
from sandtable.engine.errors import SandtableError, typed_line
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.odds import panel
from sandtable.server.players import HEADER, NICE, Reply, Thought

REMEMBERED = 64
"""Games kept for the next question about them."""
MOST_LINES = 9
LONGEST_LINE = 200
"""Of an explanation: a person reads it."""


class Desk:
    """Games that this process has thought about."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game[Any]] = OrderedDict()
        self._bots: dict[tuple[str, int, str], Bot] = {}

    def think(self, thought: Thought) -> Any:
        game = self._game(thought)
        question = game.question
        if not isinstance(question, Question) or question.seat != thought.seat:
            raise SandtableError(f"seat {thought.seat} is not asked")
        if not thought.bot:
            return odds_of(game)
        name = (thought.game, thought.seat, thought.bot)
        if name not in self._bots:
            self._bots[name] = make_bot(thought.bot, secrets.token_hex(16))  # nobody can think along with it
        return ask(self._bots[name], game)

    def explain(self, thought: Thought) -> list[str]:
        """Why the bot gave the answer it has just given; nothing if there was nothing to choose, or it cannot say."""
        bot = self._bots.get((thought.game, thought.seat, thought.bot))
        said = bot.explain() if isinstance(bot, Explains) else None
        return [line[:LONGEST_LINE] for line in said.lines()[:MOST_LINES]] if said is not None else []

    def _game(self, thought: Thought) -> Game[Any]:
        """The game after these inputs; what we have of it already is not played again."""
        inputs = [
            tuple(one["roll"]) if isinstance(one, dict) and set(one) == {"roll"} else one for one in thought.inputs
        ]
        game = self._games.pop(thought.game, None)
        if game is None or game.inputs != inputs[: len(game.inputs)]:
            game = Game(ruleset(thought.ruleset), thought.setup, thought.options, Typed(), events=True)
        for given in inputs[len(game.inputs) :]:
            game.feed(given)
        self._games[thought.game] = game
        if len(self._games) > REMEMBERED:
            gone, _ = self._games.popitem(last=False)
            self._bots = {name: bot for name, bot in self._bots.items() if name[0] != gone}
        return game


def odds_of(game: Game[Any]) -> dict[str, Any]:
    """The odds of every option that rolls, by the option's id; a ruleset without an outlook has none."""
    if not hasattr(game.ruleset, "outlook"):
        return {}
    return {name: found.wire() for name, found in panel(game).items()}


def reply_to(desk: Desk, body: bytes) -> Reply:
    try:
        thought = msgspec.json.decode(body, type=Thought)
        found = msgspec.Raw(msgspec.json.encode(desk.think(thought)))
        return Reply(result=found, why=desk.explain(thought))
    except Exception as error:  # whatever a bot does, the next one gets its turn
        return Reply(typed_line(error)[:500])


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    desk = Desk()
    while header := source.read(HEADER):
        reply = msgspec.json.encode(reply_to(desk, source.read(int.from_bytes(header, "big"))))
        sink.write(len(reply).to_bytes(HEADER, "big") + reply)
        sink.flush()


def read_rulebooks() -> None:
    """Before anybody waits. A ruleset that cannot be read says so when it is asked for."""
    for name in ruleset_ids():
        with suppress(Exception):
            ruleset(name)


def main() -> None:
    """Replies go out by a descriptor of their own: what a bot prints goes to stderr and does no harm."""
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICE)  # the server itself comes first
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    read_rulebooks()
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
