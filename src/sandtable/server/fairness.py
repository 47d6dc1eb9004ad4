"""Nobody takes the server from the others: whoever asks for much waits for himself.

Three things are shared: the event loop (by time: `Gate`), and the threads and processes for work that takes longer (by
turns: `Turns`). All of them go by the address of whoever asks. An address that is alone may have everything.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from math import inf
from types import coroutine
from typing import Any, TypeVar

from sandtable.server.refused import Refused

T = TypeVar("T")

visitor: ContextVar[str] = ContextVar("visitor", default="")
"""The address for which the present task works; empty: for ourselves."""

LATELY = 2.0
"""Seconds for which an address counts as being there."""
LONGEST_NAP = 0.05


# ---- time on the event loop ----------------------------------------------------------------------------


class _Account:
    """Seconds of the event loop that an address may still use; they come back at its share."""

    __slots__ = ("left", "then", "turn")

    def __init__(self, left: float, now: float) -> None:
        self.left, self.then = left, now
        self.turn = asyncio.Lock()


class Gate:
    """While others are there, an address gets `share` of the loop's time, and `burst` seconds at once. What it has had
    too much of it waits for, one message behind the other."""

    def __init__(self, share: float, burst: float, most: int = 10_000) -> None:
        self._share, self._burst, self._most = share, burst, most
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        """Whoever came last stands last."""

    async def passed(self, address: str, work: Coroutine[Any, Any, T], overhead: float = 0.0) -> T:
        """Does the work once it is this address's turn, and writes down how long the loop was busy with it; `overhead`
        is what it costs beside that."""
        account = self._account(address)
        try:
            if account.turn.locked() or self._must_wait(account):
                async with account.turn:
                    while self._must_wait(account) and self._crowded(address):
                        await asyncio.sleep(min(-account.left / self._share + 0.001, LONGEST_NAP))
        except BaseException:
            work.close()
            raise
        account.left -= overhead
        return await _timed(work, account)

    def owes(self, address: str) -> float:
        """Seconds after which it may be this address's turn again; 0: now."""
        account = self._account(address)
        if not self._must_wait(account) or not self._crowded(address):
            return 0.0
        return min(-account.left / self._share + 0.001, LONGEST_NAP)

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """For what is done at once."""
        account = self._account(address)
        began = time.perf_counter()
        try:
            yield
        finally:
            account.left -= time.perf_counter() - began

    def _account(self, address: str) -> _Account:
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = _Account(self._burst, time.monotonic())
            if len(self._accounts) > self._most:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(address)
        return account

    def _must_wait(self, account: _Account) -> bool:
        now = time.monotonic()
        account.left = min(self._burst, account.left + (now - account.then) * self._share)
        account.then = now
        return account.left < 0

    def _crowded(self, address: str) -> bool:
        """Has anybody else come lately?"""
        other = next((account for name, account in reversed(self._accounts.items()) if name != address), None)
        return other is not None and time.monotonic() - other.then < LATELY


@coroutine
def _timed(work: Coroutine[Any, Any, T], account: _Account) -> Generator[Any, Any, T]:
    """Runs a coroutine and charges the account for the time it keeps the loop, not for the time it waits."""
    send: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        began = time.perf_counter()
        try:
            waits = send(value)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            account.left -= time.perf_counter() - began
        try:
            send, value = work.send, (yield waits)
        except BaseException as error:
            send, value = work.throw, error


# ---- turns ----------------------------------------------------------------------------------------------


class Turns:
    """So many places, one for each address at a time, and the addresses take turns. `most` may wait of one address."""

    def __init__(self, places: int, most: float = inf) -> None:
        self._free, self._most = places, most
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._busy: set[str] = set()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Raises Refused if too many of the same address wait already. Work of our own is not counted."""
        address = visitor.get()
        await self._take(address)
        try:
            yield
        finally:
            self._give(address)

    async def _take(self, address: str) -> None:
        if self._free and address not in self._busy:
            self._free -= 1
            self._busy.add(address)
            return
        queue = self._waiting.setdefault(address, deque())
        if address and len(queue) >= self._most:
            raise Refused("rate", "you ask for too much at once: wait for the answers")
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await place
        except BaseException:
            if place.done() and not place.cancelled():
                self._give(address)
            raise

    def _give(self, address: str) -> None:
        self._busy.discard(address)
        self._free += 1
        for other in list(self._waiting):
            if self._free and other not in self._busy:
                self._call(other)

    def _call(self, address: str) -> None:
        """The next who waits there."""
        queue = self._waiting.pop(address)
        while queue:
            place = queue.popleft()
            if not place.done():
                self._free -= 1
                self._busy.add(address)
                place.set_result(None)
                break
        if queue:
            self._waiting[address] = queue  # behind all others


class Lane:
    """One thread for what needs our own memory and may take longer than the event loop can wait. The loop has its turn
    every thousandth of a second (`serve`), whatever is worked on here."""

    def __init__(self, name: str) -> None:
        self._turns = Turns(1)
        self._thread = ThreadPoolExecutor(1, name)

    async def do(self, work: Callable[[], T]) -> T:
        async with self._turns.turn():
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
