"""Clerks: processes that work out what a visitor asks and what takes long, so that the event loop never waits for it.

A clerk gets all it needs with the job (a position of a game, a log, a file) and keeps nothing. What takes too long is
stopped together with its process.
"""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import RuleError, SandtableError, SaveError, UnknownRuleset
from sandtable.server import processes
from sandtable.server.fairness import Turns
from sandtable.server.refused import Refused

HEADER = 4
"""Bytes that say how long a message is."""
READY = b"."
"""What a clerk says first."""
START_SECONDS = 60
"""For a clerk to begin: that is no part of a job, and on a busy machine it takes longer than one."""


class Trouble(Struct, frozen=True):
    """Why a clerk could not do it: somebody's mistake, or (`bug`) one of ours."""

    kind: str
    reason: str
    clause: str = ""
    code: str = ""

    def error(self) -> Exception:
        match self.kind:
            case "refused":
                return Refused(self.code, self.reason, self.clause)
            case "rule":
                return RuleError(self.reason, self.clause)
            case "save":
                return SaveError(self.reason)
            case "unknown":
                return UnknownRuleset(self.reason)
            case "bug":
                return ClerkFailed(self.reason)
        return SandtableError(self.reason)


class ClerkFailed(Exception):
    """A mistake of ours, not of whoever asked."""


class _Clerk:
    """One process; one job at a time."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._ready = False

    async def do(self, job: bytes) -> Any:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(len(job).to_bytes(HEADER, "big") + job)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(HEADER), "big")
        return pickle.loads(await process.stdout.readexactly(length))  # from a process of our own

    async def ready(self) -> None:
        """It has begun. Raises OSError where it does not."""
        process = await self.start()
        assert process.stdout is not None
        if not self._ready:
            try:
                async with asyncio.timeout(START_SECONDS):
                    await process.stdout.readexactly(len(READY))
            except TimeoutError:
                raise OSError("it does not begin") from None
            self._ready = True

    async def start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._ready = False
            self._process = await processes.start("sandtable.server.clerk", self.nice)
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class Clerks:
    """A few clerks, shared fairly among the addresses. A job may take `seconds`; `most` jobs of one address wait."""

    def __init__(self, processes: int, seconds: float, nice: int, most: int) -> None:
        self._idle = [_Clerk(nice) for _ in range(processes)]
        self._all = list(self._idle)
        self._seconds = seconds
        self._turns = Turns(processes, most)

    async def do(self, job: str, *args: Any) -> Any:
        """What the function of that name in `sandtable.server.jobs` says. Raises what it raises, and Refused where it
        takes too long or too many jobs wait."""
        try:
            packed = pickle.dumps((job, args))
        except RecursionError:
            raise Refused("invalid", "this has lists or tables inside each other, too deep to read") from None
        async with self._turns.turn():
            clerk = self._idle.pop()
            try:
                await clerk.ready()
                async with asyncio.timeout(self._seconds):
                    found = await clerk.do(packed)
            except BaseException as error:
                await clerk.stop()  # it may be anywhere in its work: a new one begins afresh
                if isinstance(error, TimeoutError):
                    raise Refused("refused", f"this takes longer than {self._seconds:g} s to work out") from None
                if isinstance(error, asyncio.IncompleteReadError | OSError | pickle.UnpicklingError):
                    raise Refused("store", "the process that worked on this ended; try again in a moment") from error
                raise
            finally:
                self._idle.append(clerk)
        if isinstance(found, Trouble):
            raise found.error()
        return found

    async def warm(self) -> None:
        for clerk in self._all:
            await clerk.start()

    async def close(self) -> None:
        for clerk in self._all:
            await clerk.stop()
