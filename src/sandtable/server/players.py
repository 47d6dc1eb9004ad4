"""Bots. They think in processes of their own, so that no game waits for another one's bot and none can stop the server.

A process gets the inputs of a game and the seat that is asked; it plays them on its own copy (which it keeps for the
next time) and asks the bot. It never gets the seed of the dice. docs/decisions/0007-server.md. Who thinks next, and for
how long, is in turns.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import lru_cache
from math import inf
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from sandtable.bots import seconds_of
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.server import processes
from sandtable.server.match import Match
from sandtable.server.pasts import recorded
from sandtable.server.turns import Round, Turn

log = logging.getLogger("sandtable.server")

HEADER = 4
"""Bytes that say how long a message is."""
NICE = 5
"""How far a worker steps back behind the server; those nobody waits for step back further."""
ATTEMPTS = 3
"""How often a thought is asked whose process dies over it; how often in a row a process may fail to start."""
START_SECONDS = 120
"""After which a process that has not said that it is ready never will."""
REMEMBERED = 256
"""Games that a process keeps for the next question about them."""


class Thought(Struct, frozen=True):
    """A question to a worker: what does `bot` answer? Without a bot: what are the odds of each option?"""

    game: str
    ruleset: str
    options: dict[str, Any]
    setup: dict[str, Any]
    inputs: list[Any]
    """Answers, and dice as {"roll": faces}."""
    seat: int
    bot: str = ""
    answer: Any = None
    """Without a bot: the odds of this answer alone."""
    before: list[Any] = []
    """Answers that come before that one in a chain."""
    plan: list[Any] | None = None
    """Without a bot: what these answers were worth, beside a veteran's."""
    hint: bool = False
    """Without a bot: what a veteran would do, and why."""
    seconds: float = 0.0
    """For a plan or a hint."""
    share: float = 1.0
    """How much of its budget the bot may use: less where many think at once."""


class Reply(Struct, frozen=True):
    """An answer; the first one of a process says only that it is ready."""

    problem: str = ""
    result: Raw = Raw(b"null")
    why: list[str] = []
    """Lines in which a bot explains its answer, if it can."""


def recorded_inputs(game: Game[Any]) -> list[Any]:
    return recorded(game.inputs)


def thought_of(game_id: str, match: Match) -> Thought:
    """The open question, as a worker gets it."""
    game, asked = match.game, match.asked
    assert game is not None
    assert asked is not None
    head = match.head
    return Thought(
        game_id, head.ruleset, head.options, head.setup, recorded_inputs(game), asked, match.seats[asked].bot
    )


class WorkerFailed(Exception):
    """No answer: the bot is too slow, or broken; or no process lives long enough to ask it."""


BROKEN = (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError)
"""What becomes of talking to a process that has died, or lost its senses."""
Begun = Callable[[int], None]
"""Is told when a thought begins: how many games think at once, where that makes them think shorter; else 0."""


class _Worker:
    """One process; one thought at a time."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.starting = self.thinking = False
        self.known: OrderedDict[str, None] = OrderedDict()
        """Games it remembers."""
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def idle(self) -> bool:
        return self.alive and not self.starting and not self.thinking

    async def start(self) -> None:
        """Until it says that it is ready."""
        await self.stop()
        self._process = await processes.start("sandtable.server.worker", self.nice)
        await self._read()

    async def ask(self, thought: bytes) -> Reply:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(len(thought).to_bytes(HEADER, "big") + thought)
        await self._process.stdin.drain()
        return await self._read()

    async def _read(self) -> Reply:
        assert self._process is not None
        assert self._process.stdout is not None
        length = int.from_bytes(await self._process.stdout.readexactly(HEADER), "big")
        return msgspec.json.decode(await self._process.stdout.readexactly(length), type=Reply)

    def remember(self, game: str) -> None:
        self.known[game] = None
        self.known.move_to_end(game)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)

    async def stop(self) -> None:
        process, self._process = self._process, None
        self.known.clear()
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


@lru_cache(maxsize=256)
def _keeps_time(bot: str) -> bool:
    """Does this bot think by the clock?"""
    try:
        return bool(bot) and seconds_of(bot) < inf
    except SandtableError:
        return False


class _Asked(Turn):
    """A thought on its way to an answer."""

    def __init__(self, thought: Thought, begun: Begun | None) -> None:
        super().__init__(thought.game, _keeps_time(thought.bot))
        self.thought, self.begun = thought, begun
        self.attempts = 0
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()


class Players:
    """Processes that think: as many as are needed, and no more than `processes`. Whoever is next in the round goes to
    one that is idle; if one of those remembers the game, to that one."""

    def __init__(self, processes: int, seconds: float, nice: int = NICE) -> None:
        self._workers = [_Worker(nice) for _ in range(processes)]
        self._seconds = seconds
        self._round: Round[_Asked] = Round(processes)
        self._failed_starts = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, thought: Thought) -> Any:
        """What the worker has found. Raises WorkerFailed."""
        return msgspec.json.decode((await self.reply(thought)).result)

    async def reply(self, thought: Thought, begun: Begun | None = None) -> Reply:
        """The same with the reasons. Raises WorkerFailed if the bot itself fails, or thinks for more than `seconds`, or
        if one process after the other dies over it."""
        asked = _Asked(thought, begun)
        self._failed_starts = 0
        self._round.come(asked)
        self._hand_out()
        try:
            reply = await asked.reply
        finally:
            self._round.go(asked)
        if reply.problem:
            raise WorkerFailed(reply.problem)
        return reply

    async def warm(self) -> None:
        """Starts a process before anybody waits for it, unless one is there already."""
        if not any(worker.idle or worker.starting for worker in self._workers):
            self._start(1)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    # ---- handing out ---------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        idle = [worker for worker in self._workers if worker.idle]
        while idle and (asked := self._round.take()) is not None:
            worker = min(idle, key=lambda one: (asked.game not in one.known, len(one.known)))
            idle.remove(worker)
            worker.thinking = True
            self._spawn(self._think(worker, asked))
        self._start(len(self._round) - sum(worker.starting for worker in self._workers))

    async def _think(self, worker: _Worker, asked: _Asked) -> None:
        share = self._round.share(asked)
        if asked.begun is not None:
            asked.begun(asked.crowd if share < 1 else 0)
        worker.remember(asked.game)
        try:
            async with asyncio.timeout(self._seconds):
                reply = await worker.ask(msgspec.json.encode(replace(asked.thought, share=share)))
            self._done(asked, reply)
        except BaseException as error:
            await worker.stop()  # it may be anywhere in its work: a new one begins afresh
            if isinstance(error, TimeoutError):
                self._done(asked, Reply(f"no answer in {self._seconds:g} s"))
            elif isinstance(error, BROKEN):
                self._ask_again(asked)
            else:
                raise
        finally:
            worker.thinking = False
        self._failed_starts = 0
        self._hand_out()

    def _ask_again(self, asked: _Asked) -> None:
        """Its process has died. That is not its fault, unless it happens every time."""
        log.warning("a bot's process has ended over game %s", asked.game)
        asked.attempts += 1
        if asked.attempts >= ATTEMPTS:
            self._done(asked, Reply(f"{ATTEMPTS} processes have ended over it"))
        elif not asked.reply.done():
            self._round.again(asked)

    def _done(self, asked: _Asked, reply: Reply) -> None:
        self._round.go(asked)
        if not asked.reply.done():
            asked.reply.set_result(reply)

    # ---- processes -----------------------------------------------------------------------------------------

    def _start(self, most: int) -> None:
        if self._failed_starts >= ATTEMPTS:
            return
        absent = [worker for worker in self._workers if not worker.alive and not worker.starting]
        for worker in absent[: max(0, most)]:
            worker.starting = True
            self._spawn(self._start_one(worker))

    async def _start_one(self, worker: _Worker) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.start()
            self._failed_starts = 0
        except BROKEN as error:  # among them that it takes too long
            await worker.stop()
            self._failed_starts += 1
            if self._failed_starts >= ATTEMPTS and not any(one.alive for one in self._workers):
                self._give_up(f"no process could be started: {error}")
        finally:
            worker.starting = False
        self._hand_out()

    def _give_up(self, problem: str) -> None:
        """Nobody waits for ever. Who comes later tries again."""
        for asked in list(self._round):
            self._done(asked, Reply(problem))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
