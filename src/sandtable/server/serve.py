"""`sandtable serve`: runs the server until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from msgspec import structs

from sandtable.engine.errors import SandtableError
from sandtable.server.app import make_app
from sandtable.server.doors import Doorstep, FrontDoor
from sandtable.server.hub import Hub
from sandtable.server.limits import Crowd, ServerLimits
from sandtable.server.loading import load_everything
from sandtable.server.porter import Porter, WorkerLine
from sandtable.server.sqlite import SqliteStore
from sandtable.server.store import open_store
from sandtable.server.visitors import Speech, Visitor, open_many_files

CHANGE_OVER = 0.001
"""Seconds after which a thread lets another one go on: the event loop waits no longer for the one that folds games."""
SELDOM = (10_000, 50, 10_000)
"""How often Python looks for what nobody needs among new objects, older ones, all: the last is the hub's business."""
MOST_WORKERS = 64


def serve(
    host: str,
    port: int,
    db: str,
    limits: ServerLimits,
    open_browser: bool = False,
    behind_proxy: bool = False,
    workers: int = 1,
) -> int:
    """Port 0 is any free port. Prints the address once the server answers. Only behind a proxy of our own do we believe
    who a visitor is said to be: anybody can write that into a request."""
    if not 1 <= workers <= MOST_WORKERS:
        raise SandtableError(f"--workers is 1 to {MOST_WORKERS}, not {workers}")
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    open_many_files()
    with _bound(host, port) as door:
        address = _address(host, door)

        def opened() -> None:
            print(f"Sandtable is at {address}  (Ctrl+C stops it)", flush=True)
            if open_browser:
                webbrowser.open(address)

        store = open_store(db)
        if workers == 1:
            _load()
            return _run(_Server(Hub(store, limits), behind_proxy, opened), [door])
        store.prepare()  # once for all of them, and what is wrong is said once
        _load()

        def work(line: WorkerLine) -> int:
            return _work(line, db, limits, behind_proxy)

        return Porter(door, workers, work, opened, behind_proxy, limits).run()


def _load() -> None:
    """What is there now stays: nobody need look through it again, and workers share it."""
    load_everything()
    gc.collect()
    gc.freeze()


def _work(line: WorkerLine, db: str, limits: ServerLimits, behind_proxy: bool) -> int:
    """What a worker does: the same as a server that is alone, but visitors come from the porter."""
    store = open_store(db)
    if isinstance(store, SqliteStore):
        store.share(line)
    hub = Hub(store, _share_of(limits, line.workers))
    hub.mine = line.mine
    return _run(_Worker(hub, behind_proxy, line), [])


def _share_of(limits: ServerLimits, workers: int) -> ServerLimits:
    """Processes are for all workers together, as far as they go."""
    counts = {name: max(1, getattr(limits, name) // workers) for name in ("bot_processes", "look_processes")}
    return structs.replace(limits, **counts)


def _run(server: _Server, doors: list[socket.socket]) -> int:
    sys.setswitchinterval(CHANGE_OVER)
    gc.set_threshold(*SELDOM)
    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(server.serve(doors))
    except KeyboardInterrupt:
        pass
    return 0


class _Server(uvicorn.Server):
    """Lets nobody in before everything is there, and says so then."""

    def __init__(self, hub: Hub, behind_proxy: bool, opened: Callable[[], None]) -> None:
        limits = hub.limits
        crowd = Crowd(sys.maxsize if behind_proxy else limits.connections_per_address)  # a proxy brings everybody
        gate = None if behind_proxy else hub.gate
        super().__init__(
            uvicorn.Config(
                make_app(hub),
                http=partial(Visitor, crowd, limits, gate),  # type: ignore[arg-type]
                lifespan="off",
                log_level="warning",
                access_log=False,
                ws=partial(Speech, gate),  # type: ignore[arg-type]
                ws_max_size=limits.message_size,
                ws_per_message_deflate=False,  # a compressor takes more memory than a game
                ws_ping_interval=20,
                ws_ping_timeout=20,
                timeout_graceful_shutdown=3,
                server_header=False,
                proxy_headers=behind_proxy,
            )
        )
        self.hub, self._opened = hub, opened
        self._behind_proxy = behind_proxy
        self._doors: list[FrontDoor] = []
        self._coming: set[asyncio.Future[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """The doors are ours, and not uvicorn's: it would make everything ready for whoever knocks."""
        try:
            await self.hub.open()
            await self.hub.warm()
            self._doors = [
                FrontDoor(Doorstep(door, self.hub.limits, self._behind_proxy), self._welcome) for door in sockets or []
            ]
            for door in self._doors:
                door.open()
            await super().startup([])
        except OSError as error:  # somebody who was bound to the same address has begun to listen before us
            raise SandtableError(f"cannot listen: {error.strerror or error} (choose another --port)") from error
        finally:
            if not self.started:
                await self.hub.close()
        self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for door in self._doors:
            door.close()
        await super().shutdown(sockets)
        await self.hub.close()

    def _welcome(self, connection: socket.socket) -> None:
        """A visitor who was let in."""
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        coming = asyncio.ensure_future(loop.connect_accepted_socket(self._protocol, connection))
        self._coming.add(coming)
        coming.add_done_callback(self._came)

    def _came(self, coming: asyncio.Future[Any]) -> None:
        self._coming.discard(coming)
        if not coming.cancelled():
            coming.exception()  # who has gone already is no news

    def _protocol(self) -> asyncio.Protocol:
        protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol


class _Worker(_Server):
    def __init__(self, hub: Hub, behind_proxy: bool, line: WorkerLine) -> None:
        super().__init__(hub, behind_proxy, lambda: line.open(self._welcome, self._stop))
        self._line = line

    def _stop(self) -> None:
        """The porter has gone."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._line.close()
        await super().shutdown(sockets)


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
