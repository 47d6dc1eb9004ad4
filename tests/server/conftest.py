"""Real servers in processes of their own, on ports of the loopback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from sandtable.server import client
from sandtable.server.client import Chair, Host
from tests.server.postgres import fresh_database, postgres
from tests.server.typescript import Types

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "web" / "src" / "lib" / "wire.ts"
PATIENCE = 60
"""Seconds for what comes at once where nobody else needs the machine."""
RELAXED = (
    "games_per_minute=100000", "requests_per_minute=1000000", "messages_per_second=100000",
    "connections_per_minute=1000000", "opens_per_minute=100000", "sits_per_minute=100000", "open_games=100000",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a chair hears in these tests has the shape that the browser's client takes it for. It waits for long: a
    bot's first answer comes after its process has begun, on a busy machine half a minute later."""
    monkeypatch.setattr(client, "PATIENCE", 2 * PATIENCE)
    note = Chair._note

    def checked(self: Chair, message: dict[str, Any]) -> None:
        if WIRE.exists():
            assert (why := client_types().misfit(message, "FromServer")) == "", f"{message['t']}: {why}"
        note(self, message)

    monkeypatch.setattr(Chair, "_note", checked)


@cache
def client_types() -> Types:
    return Types(WIRE.read_text("utf-8"))


class Server:
    """A server process."""

    def __init__(
        self, db: str, *limits: str, stderr: IO[str] | None = None, workers: int = 1, apart: bool = False
    ) -> None:
        """`apart`: in a group of its own, as a shell starts it in a terminal."""
        self.db = db
        argv = [sys.executable, "-c", "import sys; from sandtable.cli import main; sys.exit(main())", "serve"]
        argv += ["--port", "0", "--db", db, "--workers", str(workers)]
        for limit in (*RELAXED, *limits):
            argv += ["--limit", limit]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self.process = subprocess.Popen(
            argv, stdout=subprocess.PIPE, stderr=stderr, text=True, process_group=0 if apart else None,
            env=os.environ | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Sandtable is at http://127.0.0.1:"), line
        self.address = line.split()[3]
        self.host = Host(self.address)

    def kill(self) -> None:
        """As if the power had gone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers; those that are left at the end are stopped."""
    servers = ExitStack()

    def start(db: str = "", *limits: str) -> Server:
        server = Server(db or str(tmp_path / "games.db"), *limits)
        servers.callback(server.stop)
        return server

    with servers:
        yield start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need no server of their own."""
    server = Server(str(tmp_path_factory.mktemp("server") / "games.db"))
    yield server
    assert server.stop() == 0


@pytest.fixture
def host(server: Server) -> Host:
    return server.host


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as uri:
        yield uri


@pytest.fixture
def postgres_db(postgres_server: str, request: pytest.FixtureRequest) -> str:
    """An empty database for one test."""
    return fresh_database(postgres_server, request.node.name.partition("[")[0])
