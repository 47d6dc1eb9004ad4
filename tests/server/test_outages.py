"""When the database is away, everybody is told so in one sentence, and the games go on when it is back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.server.client import Host, ServerRefused
from tests.server.conftest import ROOT, Server
from tests.server.postgres import Postgres
from tests.server.test_games import PERSONS, play_out


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL of our own, which we may stop."""
    with Postgres() as one:
        yield one


@pytest.fixture(scope="module")
def server(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    said = tmp_path_factory.mktemp("said") / "stderr"
    with said.open("w") as stderr:
        server = Server(database.uri, stderr=stderr)
        yield server
        assert server.stop() == 0
    assert "Traceback" not in said.read_text()


@pytest.fixture
def host(server: Server) -> Host:
    return server.host


def ending(socket: ClientConnection) -> tuple[int, str]:
    """Hears to the end: the code and the reason with which the server closed."""
    try:
        while True:
            socket.recv(30)
    except ConnectionClosed as error:
        return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (1006, "")


@pytest.mark.parametrize("name", ["a%00b", "%00", "%ff%fe", "%0a", "x" * 500, "%F0%9F%8E%B2"])
def test_a_game_that_cannot_be_is_unknown(host: Host, server: Server, name: str) -> None:
    for path in ("", "/replay"):
        with pytest.raises(ServerRefused) as refused:
            host.get(f"/api/games/{name}{path}", "t" * 24)
        assert refused.value.status == 404
    with pytest.raises(ServerRefused) as refused:
        host.post(f"/api/open/{name}", {})
    assert refused.value.status == 404
    with connect(f"{server.address.replace('http', 'ws')}/api/games/{name}/socket") as socket:
        socket.send(json.dumps({"t": "hello", "token": "t" * 24}))
        assert ending(socket) == (4404, "there is no such game")


def test_the_database_goes_and_comes_back(database: Postgres, server: Server, host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    idle = host.new_game("opportunity", seats=PERSONS)
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    rng = Random(4)
    with host.sit(game, *tokens) as both:
        play_out([both], rng, 4)
        database.stop()
        try:
            question = both.wait()
            assert question is not None
            answer = both.any_answer(question, rng)
            with pytest.raises(ServerRefused, match="try again in a moment") as refused:
                both.ask("answer", at=both.view["at"], answer=answer, seat=question["seat"])  # type: ignore[index]
            assert refused.value.code == "store"
            for ask in (lambda: host.get("/api/health"), lambda: host.new_game("roe")):
                with pytest.raises(ServerRefused, match="try again in a moment") as refused:
                    ask()
                assert refused.value.status == 503
            address = f"{server.address.replace('http', 'ws')}/api/games/{idle['game']}/socket"
            with connect(address) as socket:  # an outage at hello
                socket.send(json.dumps({"t": "hello", "token": idle["seats"][0]["token"]}))
                assert ending(socket) == (1013, "the database does not answer; come back in a moment")
        finally:
            database.start()
        play_out([both], rng)
        assert both.over is not None
        assert both.over["proved"]


# ---- start-up errors: one line, exit code 2 ----------------------------------------------------------------


def said_at_start(db: str, *more: str) -> str:
    """What a server that cannot start says: one line."""
    code = "import sys; from sandtable.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, "serve", "--db", db, *(more or ("--port", "0"))], check=False,
        capture_output=True, text=True, timeout=120, env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_of_a_newer_sandtable(tmp_path: Path, workers: str) -> None:
    import sqlite3

    from sandtable.server.migrate import upgrade

    upgrade(f"sqlite:///{tmp_path / 'games.db'}")
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer Sandtable" in said_at_start(str(tmp_path / "games.db"), "--port", "0", "--workers", workers)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_file_that_is_torn(tmp_path: Path, workers: str) -> None:
    from sandtable.server.migrate import upgrade

    path = tmp_path / "games.db"
    upgrade(f"sqlite:///{path}")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 + 100])
    assert "damaged" in said_at_start(str(path), "--port", "0", "--workers", workers)
    path.write_bytes(b"not a database, but long enough to look like one " * 200)
    assert "not a database" in said_at_start(str(path), "--port", "0", "--workers", workers)


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in said_at_start(str(tmp_path))


def test_a_place_where_nothing_can_be_written() -> None:
    assert "cannot use /proc/nowhere/games.db" in said_at_start("/proc/nowhere/games.db")


def test_a_database_that_is_not_there() -> None:
    with tempfile.TemporaryDirectory() as empty:
        for db in (f"postgresql:///games?host={empty}", "postgresql://127.0.0.1:1/games"):
            assert "cannot reach the database" in said_at_start(db)
    assert "no database of the kind" in said_at_start("mysql://x/y")


def test_a_port_that_is_taken(host: Host, tmp_path: Path) -> None:
    port = host.address.rpartition(":")[2]
    assert "choose another with --port" in said_at_start(str(tmp_path / "games.db"), "--port", port)


def test_a_file_that_another_server_uses(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    one = Server(db)
    try:
        assert "another server uses" in said_at_start(db)
        assert "another server uses" in said_at_start(db, "--port", "0", "--workers", "2")
    finally:
        one.process.send_signal(signal.SIGINT)
        one.process.wait(20)
