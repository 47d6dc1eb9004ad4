"""The door: who knocks is let in, and of one address only so often.

A connection that is opened and closed again costs the server a few hundred times what it costs the stranger, so whoever
knocks too often is sent away before anything is made for him. Nobody's knocking takes longer than a turn before those
who are inside have theirs, and while somebody knocks too often the door is looked at only now and then.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from collections.abc import Callable, Iterator

from sandtable.server.limits import Buckets, ServerLimits

log = logging.getLogger("sandtable.server")

BACKLOG = 2048
"""Guests who may wait outside."""
TURN = 0.001
"""Seconds for which guests are let in before the others have their turn."""
RESTS = 8
"""How much longer than such a turn a door stays shut at which somebody knocks too often."""
SOON = 0.0005
"""Seconds that are the least of such a turn."""
AGAIN = 1.0
"""Seconds after which a door is opened again that had to be shut."""
AT_ONCE = struct.pack("ii", 1, 0)
"""How a connection is closed of which nothing shall be left, not even in the system's memory."""


class Doorstep:
    """Those who knock at a door. `everybody`: all come by a proxy, which counts them itself."""

    def __init__(self, door: socket.socket, limits: ServerLimits, everybody: bool) -> None:
        self.door = door
        self.rest = 0.0
        """Seconds for which nobody need be let in after the last turn: somebody had knocked too often."""
        most = limits.connections_per_minute
        self._knocks = None if everybody else Buckets(most / 60, most)

    def listen(self) -> None:
        self.door.setblocking(False)
        self.door.listen(BACKLOG)

    def guests(self) -> Iterator[tuple[socket.socket, str]]:
        """Whoever may come in now, and his address. Raises OSError where this process can open no more files."""
        began, self.rest = time.perf_counter(), 0.0
        while (used := time.perf_counter() - began) < TURN:
            try:
                guest, address = self.door.accept()
            except BlockingIOError:
                return
            except ConnectionAbortedError:
                continue
            if self._knocks is None or self._knocks.take(address[0], time.monotonic()):
                yield guest, address[0]
            else:
                guest.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                guest.close()
                self.rest = RESTS * (used + SOON)


class FrontDoor:
    """A door on the event loop: `welcome` gets every guest."""

    def __init__(self, doorstep: Doorstep, welcome: Callable[[socket.socket], None]) -> None:
        self._doorstep, self._welcome = doorstep, welcome
        self._again: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Raises OSError where somebody else listens at the same address."""
        self._doorstep.listen()
        self._look()

    def close(self) -> None:
        if self._again is not None:
            self._again.cancel()
        asyncio.get_running_loop().remove_reader(self._doorstep.door)

    def _look(self) -> None:
        asyncio.get_running_loop().add_reader(self._doorstep.door, self._knock)

    def _knock(self) -> None:
        try:
            for guest, _ in self._doorstep.guests():
                self._welcome(guest)
        except OSError as error:
            log.error("nobody can come in: %s", error.strerror)
            self._shut(AGAIN)
        else:
            if self._doorstep.rest:
                self._shut(self._doorstep.rest)

    def _shut(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._doorstep.door)
        self._again = loop.call_later(seconds, self._look)
