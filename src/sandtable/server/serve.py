"""`sandtable serve`: runs the server until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import webbrowser

import uvicorn

from sandtable.engine.errors import SandtableError
from sandtable.server.app import make_app
from sandtable.server.hub import Hub
from sandtable.server.limits import Limits
from sandtable.server.loading import load_everything
from sandtable.server.store import open_store

CHANGE_OVER = 0.001
"""Seconds after which a thread lets another one go on: the event loop waits no longer for the one that folds games."""


def serve(host: str, port: int, db: str, limits: Limits, open_browser: bool = False, behind_proxy: bool = False) -> int:
    """Port 0 is any free port. Prints the address once the server answers. Only behind a proxy of our own do we believe
    who a visitor is said to be: anybody can write that into a request."""
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with _bound(host, port) as door:
        hub = Hub(open_store(db), limits)
        load_everything()
        sys.setswitchinterval(CHANGE_OVER)
        config = _config(hub, behind_proxy)
        server = _Server(config, _address(host, door), open_browser)
        try:
            with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
                runner.run(_run(hub, server, door))
        except KeyboardInterrupt:
            pass
    return 0


async def _run(hub: Hub, server: uvicorn.Server, door: socket.socket) -> None:
    """Nobody is let in before everything is there."""
    await hub.open()
    try:
        await hub.warm()
        await server.serve([door])
    finally:
        await hub.close()


def _config(hub: Hub, behind_proxy: bool) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(hub),
        lifespan="off",
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=hub.limits.message_size,
        ws_per_message_deflate=False,  # a compressor takes more memory than a game
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=behind_proxy,
    )


class _Server(uvicorn.Server):
    """Says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address, self._open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except OSError as error:  # somebody who was bound to it as we were has begun to listen before us
            raise SandtableError(f"cannot listen at {self._address}: {error.strerror or error}") from error
        print(f"Sandtable is at {self._address}  (Ctrl+C stops it)", flush=True)
        if self._open_browser:
            webbrowser.open(self._address)


def _address(host: str, door: socket.socket) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{door.getsockname()[1]}"


def _bound(host: str, port: int) -> socket.socket:
    """The port is ours from now on, but nobody can come in yet: who knocks early is told to come again."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except (OSError, OverflowError) as error:
        door.close()
        reason = getattr(error, "strerror", None) or error
        raise SandtableError(f"cannot listen at {host}:{port}: {reason} (choose another with --port)") from error
    return door
