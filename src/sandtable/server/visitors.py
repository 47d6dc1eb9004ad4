"""Connections, beneath requests and messages: nobody holds the door with open hands and closed mouth.

Every open connection costs one of the files that a process may have open, so one address has only so many that are not
sockets of a game, each has to ask for something within a time, and the head of a request is no endless story.
Bytes that are no text end a socket without a fuss.
"""

from __future__ import annotations

import asyncio
import logging
import resource
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from sandtable.server.limits import Crowd, Limits

log = logging.getLogger("sandtable.server")

HEAD_SIZE = 64 * 1024
"""Bytes of the first lines of a request."""


def open_many_files() -> None:
    """As many as the system lets us: what a shell starts with is less than the sockets we may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Visitor(HttpToolsProtocol):
    """A connection, until it becomes the socket of a game: those are counted elsewhere."""

    def __init__(self, crowd: Crowd, limits: Limits, **server: Any) -> None:
        super().__init__(**server)
        self._crowd, self._limits = crowd, limits
        self._address: str | None = None
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
        self._expect_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
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
        if self._address is not None:
            self._crowd.leave(self._address)
            self._address = None


class Speech(WebSocketsSansIOProtocol):
    """A connection that has become a socket. Uvicorn writes a traceback for text that is not UTF-8, and loses
    its head where a good-bye came right behind it."""

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
