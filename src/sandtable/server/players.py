"""Bots. They think in processes of their own, so that no game waits for another one's bot and none can stop the server.

A process gets the inputs of a game and the seat that is asked; it plays them on its own copy (which it keeps for the
next time) and asks the bot. It never gets the seed of the dice. docs/decisions/0007-server.md.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import msgspec
from msgspec import Raw, Struct

from sandtable.engine.game import Game

HEADER = 4
"""Bytes that say how long a message is."""
NICE = 5
"""How far a worker steps back behind the server; those nobody waits for step back further."""


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


class Reply(Struct, frozen=True):
    problem: str = ""
    result: Raw = Raw(b"null")
    why: list[str] = []
    """Lines in which a bot explains its answer, if it can."""


def recorded_inputs(game: Game[Any]) -> list[Any]:
    return [{"roll": list(given)} if type(given) is tuple else given for given in game.inputs]


class WorkerFailed(Exception):
    """No answer: too slow, or broken."""


class _Worker:
    """One process; one thought at a time."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, thought: bytes) -> Reply:
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(len(thought).to_bytes(HEADER, "big") + thought)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(HEADER), "big")
        return msgspec.json.decode(await process.stdout.readexactly(length), type=Reply)

    async def start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "sandtable.server.worker", str(self.nice),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=_environment(),
            )  # fmt: skip
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _environment() -> dict[str, str]:
    """A worker imports what this process imports."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Players:
    """A handful of workers. A game goes to the same one every time: it remembers the game."""

    def __init__(self, processes: int, seconds: float, nice: int = NICE) -> None:
        self._workers = [_Worker(nice) for _ in range(processes)]
        self._seconds = seconds

    async def ask(self, thought: Thought) -> Any:
        """What the worker has found. Raises WorkerFailed."""
        return msgspec.json.decode((await self.reply(thought)).result)

    async def reply(self, thought: Thought) -> Reply:
        """The same with the reasons. Raises WorkerFailed after `seconds`, or if the process dies."""
        worker = self._workers[hash(thought.game) % len(self._workers)]
        async with worker.turn:
            try:
                async with asyncio.timeout(self._seconds):
                    reply = await worker.ask(msgspec.json.encode(thought))
            except BaseException as error:
                await worker.stop()  # it may be anywhere in its work: a new one begins afresh
                if isinstance(error, TimeoutError):
                    raise WorkerFailed(f"no answer in {self._seconds:g} s") from None
                if isinstance(error, asyncio.IncompleteReadError | OSError | msgspec.MsgspecError):
                    raise WorkerFailed("the process has ended") from error
                raise
        if reply.problem:
            raise WorkerFailed(reply.problem)
        return reply

    async def warm(self) -> None:
        """Starts the processes before anybody waits for them."""
        for worker in self._workers:
            async with worker.turn:
                await worker.start()

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
