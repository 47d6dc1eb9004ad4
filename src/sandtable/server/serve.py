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
from sandtable.server.store import open_store


def serve(host: str, port: int, db: str, limits: Limits, open_browser: bool = False, behind_proxy: bool = False) -> int:
    """Port 0 is any free port. Prints the address once the server answers. Only behind a proxy of our own do we believe
    who a visitor is said to be: anybody can write that into a request."""
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    listening = _listen(host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}"
    app = make_app(open_store(db), limits)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=limits.message_size,
        ws_per_message_deflate=False,  # a compressor takes more memory than a game
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=behind_proxy,
    )
    server = _Server(config, app.state.hub, address, open_browser)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve([listening]))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    if server.problem is not None:
        raise server.problem
    return 0


class _Server(uvicorn.Server):
    """Says where it is once it is there and warm."""

    def __init__(self, config: uvicorn.Config, hub: Hub, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._hub = hub
        self._address, self._open_browser = address, open_browser
        self.problem: Exception | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            self.problem = SandtableError("the server could not start; the reason stands above")
            return
        try:
            await self._hub.warm()
        except Exception as error:  # somebody's ruleset, as a rule: whoever started us hears of it
            self.problem, self.should_exit = error, True
            await self.shutdown(sockets)
            return
        print(f"Sandtable is at {self._address}  (Ctrl+C stops it)", flush=True)
        if self._open_browser:
            webbrowser.open(self._address)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise SandtableError(f"cannot listen at {host}:{port}: {reason} (choose another with --port)") from error
    listening.listen(2048)
    return listening
