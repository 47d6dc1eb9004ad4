"""Connections, beneath requests and messages: nobody holds the door with open hands and closed mouth.

Every open connection costs one of the files that a process may have open, so one address has only so many that are not
sockets of a game, each has to ask for something within a time, and the head of a request is no endless story.
What comes is read in bites, for a quarter of a megabyte may hold forty thousand pings; and the time that takes is
charged like any other (`Gate`). Bytes that are no text end a socket without a fuss.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from sandtable.server.fairness import Gate
from sandtable.server.limits import Crowd, ServerLimits

log = logging.getLogger("sandtable.server")

HEAD_SIZE = 64 * 1024
"""Bytes of the first lines of a request."""
BITE = 2048
"""Bytes that are read before anything is looked at."""
TURN = 0.002
"""Seconds for which one connection is read before the others have their turn."""
PIPELINED = 16
"""Requests that may wait on one connection for the answer to the first."""
PIECES = 1024
"""Frames of one message."""


def open_many_files() -> None:
    """As many as the system lets us: what a shell starts with is less than the sockets we may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Bites:
    """What has come on a connection and was not read yet. `read` takes a bite; it waits while the address has used up
    its share, while others have their turn, and while whoever it is for has not taken the last one (`full`). Without a
    gate nobody is charged: behind a proxy all have one address."""

    def __init__(
        self, gate: Gate | None, transport: asyncio.Transport, address: str, read: Callable[[bytes], None],
        full: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._gate, self._transport, self._address = gate, transport, address
        self._read, self._full = read, full
        self._left = bytearray()
        self._later: asyncio.TimerHandle | None = None
        self._held = False

    def come(self, data: bytes) -> None:
        self._left += data
        if self._later is None:
            self.go_on()

    def go_on(self) -> None:
        self._wait_no_longer()
        until = time.perf_counter() + TURN
        while self._left and not self._transport.is_closing():
            wait = self._gate.owes(self._address) if self._gate is not None else 0.0
            if wait or self._full() or time.perf_counter() > until:
                self._hold(wait)
                return
            self._take_one()
        if self._held and not self._transport.is_closing():
            self._held = False
            if not self._full():
                self._transport.resume_reading()

    def drop(self) -> None:
        """The rest is for nobody."""
        self._wait_no_longer()
        self._left.clear()

    def _take_one(self) -> None:
        bite = bytes(self._left[:BITE])
        del self._left[:BITE]
        if self._gate is None:
            self._read(bite)
        else:
            with self._gate.charged(self._address):
                self._read(bite)

    def _hold(self, wait: float) -> None:
        self._held = True
        self._transport.pause_reading()
        if wait or not self._full():  # else whoever takes the last one says so
            self._later = asyncio.get_running_loop().call_later(wait, self.go_on)

    def _wait_no_longer(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None


class Visitor(HttpToolsProtocol):
    """A connection, until it becomes the socket of a game: those are counted elsewhere."""

    def __init__(self, crowd: Crowd, limits: ServerLimits, gate: Gate | None, **server: Any) -> None:
        super().__init__(**server)
        self._crowd, self._limits, self._gate = crowd, limits, gate
        self._address: str | None = None
        self._bites: Bites | None = None
        self._deadline: asyncio.TimerHandle | None = None
        """While it has not said what it wants."""
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self._crowd.enter(address):
            transport.abort()
            return
        self._address = address
        self._bites = Bites(self._gate, transport, address, self._bite, lambda: len(self.pipeline) >= PIPELINED)
        self._expect_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        if self._bites is not None:
            self._bites.come(data)

    def _bite(self, data: bytes) -> None:
        super().data_received(data)
        self._head += len(data)
        if self._deadline is not None and self._head > HEAD_SIZE:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self._has_asked()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._expect_a_request()
        if self._bites is not None:
            self._bites.go_on()

    def _expect_a_request(self) -> None:
        self._has_asked()
        self._head = 0
        self._deadline = self.loop.call_later(self._limits.hello_seconds, self.transport.abort)

    def _has_asked(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._has_asked()
        if self._bites is not None:
            self._bites.drop()
        if self._address is not None:
            self._crowd.leave(self._address)
            self._address = None


class Speech(WebSocketsSansIOProtocol):
    """A connection that has become a socket. Uvicorn writes a traceback for text that is not UTF-8, and loses
    its head where a good-bye came right behind it."""

    def __init__(self, gate: Gate | None, **server: Any) -> None:
        super().__init__(**server)
        self._gate = gate
        self._bites: Bites | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._bites = Bites(self._gate, self.transport, address, super().data_received, lambda: self.read_paused)

    def data_received(self, data: bytes) -> None:
        assert self._bites is not None
        self._bites.come(data)

    async def receive(self) -> Any:
        message = await super().receive()
        if self._bites is not None:
            self._bites.go_on()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        if self._bites is not None:
            self._bites.drop()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Whoever does not read our answers is not answered for ever."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > HEAD_SIZE:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > PIECES:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, f"a message has at most {PIECES} pieces")
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            log.warning("%s sends text that is not UTF-8", self.client[0] if self.client else "somebody")
            self.frames = []
            self.conn.fail(CloseCode.INVALID_DATA, "text is UTF-8")
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
