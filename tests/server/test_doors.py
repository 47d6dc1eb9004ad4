"""Who comes in by the door, and what happens to the others when it is crowded or when somebody behind it dies."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest

from sandtable.server.client import ServerRefused
from sandtable.server.doors import TURN, Doorstep
from sandtable.server.limits import ServerLimits
from sandtable.server.porter import WorkerLine
from tests.server.conftest import PATIENCE, Server
from tests.server.postgres import Postgres
from tests.server.test_games import PERSONS

STRANGER = "127.0.0.2"


@contextmanager
def running(db: str, *limits: str, workers: int = 2) -> Iterator[Server]:
    server = Server(db, *limits, workers=workers)
    try:
        yield server
    finally:
        assert server.stop() == 0


def until(so: Callable[[], object]) -> None:
    """Waits for it."""
    late = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < late, "it never came"
        time.sleep(0.02)


def is_well(server: Server) -> bool:
    with suppress(ServerRefused, URLError, OSError):
        return bool(server.host.get("/api/health")["ok"])
    return False


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_dead(process: int) -> bool:
    """Dead, but nobody has taken note of it yet."""
    return "State:\tZ" in Path(f"/proc/{process}/status").read_text()


def knock(server: Server, words: bytes = b"") -> socket.socket:
    """A stranger's connection."""
    address = urlsplit(server.address)
    stranger = socket.create_connection((address.hostname, address.port), PATIENCE, (STRANGER, 0))
    stranger.sendall(words)
    return stranger


def is_sent_away(stranger: socket.socket) -> bool:
    try:
        return stranger.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("words", [b"", b"G", b"GET / HTTP/1.1\r\nx: "], ids=["nothing", "a-letter", "half-a-head"])
def test_who_asks_for_nothing_keeps_nobody_out(tmp_path: Path, workers: int, words: bytes) -> None:
    with running(str(tmp_path / "g.db"), "connections_per_address=4", "hello_seconds=2", workers=workers) as server:
        with ExitStack() as strangers:
            crowd = [strangers.enter_context(knock(server, words)) for _ in range(4)]
            assert is_well(server)
            for _ in range(4):
                one_more = strangers.enter_context(knock(server))
                assert is_sent_away(one_more)
            assert all(is_sent_away(one) for one in crowd)  # in time
        with knock(server, b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n") as guest:
            assert guest.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("workers", [1, 2])
def test_who_knocks_too_often_is_sent_away_and_others_come_in(tmp_path: Path, workers: int) -> None:
    with running(str(tmp_path / "games.db"), "connections_per_minute=20", workers=workers) as server:
        for _ in range(20):
            knock(server).close()
        with ExitStack() as strangers:  # in a slow minute one or two more may come
            crowd = [strangers.enter_context(knock(server)) for _ in range(20)]
            assert any(is_sent_away(one) for one in reversed(crowd))
        assert is_well(server)


def test_nobody_knocks_for_longer_than_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is inside has his turn, however many knock."""
    now = 0.0

    class Busy:
        """A door at which somebody always knocks."""

        def accept(self) -> tuple[socket.socket, tuple[str, int]]:
            nonlocal now
            now += TURN / 10
            return socket.socket(), ("stranger" if now > TURN / 2 else "friend", 1)

    told = SimpleNamespace(perf_counter=lambda: now, monotonic=lambda: now)
    monkeypatch.setattr("sandtable.server.doors.time", told)
    doorstep = Doorstep(cast(Any, Busy()), ServerLimits(connections_per_minute=3), everybody=False)
    let_in = []
    for guest, address in doorstep.guests():
        guest.close()
        let_in.append(address)
    assert let_in == ["friend"] * 3 + ["stranger"] * 3
    assert now == pytest.approx(TURN)
    assert doorstep.rest > TURN  # those inside have most of the time while somebody knocks too often


def test_a_door_at_which_nobody_knocks_too_often_stays_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        doorstep = Doorstep(door, ServerLimits(), everybody=False)
        doorstep.listen()
        with socket.create_connection(door.getsockname()):
            guests = list(doorstep.guests())
        assert [address for _, address in guests] == ["127.0.0.1"]
        for guest, _ in guests:
            guest.close()
        assert not doorstep.rest


def test_a_server_without_files_to_open_opens_its_door_again(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.db"), workers=1) as server:
        process = server.process.pid
        until(lambda: thinkers(process))
        before = resource.prlimit(process, resource.RLIMIT_NOFILE)
        highest = max(int(one) for one in os.listdir(f"/proc/{process}/fd"))
        resource.prlimit(process, resource.RLIMIT_NOFILE, (highest + 1, before[1]))
        with ExitStack() as strangers:
            for _ in range(highest + 2):
                strangers.enter_context(knock(server))
            resource.prlimit(process, resource.RLIMIT_NOFILE, before)
            until(lambda: is_well(server))


def test_a_head_without_end_is_not_read(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.db"), workers=1) as server, knock(server, b"GET / HTTP/1.1\r\nx: ") as stranger:
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            stranger.sendall(b"y" * 64 * 1024 * 1024)
        assert is_well(server)


def test_a_body_without_end_is_not_waited_for(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.db"), "body_seconds=1", workers=1) as server:
        head = b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
        with knock(server, head) as stranger:
            assert stranger.recv(12) == b"HTTP/1.1 408"


def test_a_porter_without_files_to_open_lives_on(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.db")) as server:
        porter = server.process.pid
        before = resource.prlimit(porter, resource.RLIMIT_NOFILE)
        highest = max(int(one) for one in os.listdir(f"/proc/{porter}/fd"))
        resource.prlimit(porter, resource.RLIMIT_NOFILE, (highest + 1, before[1]))
        with ExitStack() as strangers:
            for _ in range(highest + 2):
                strangers.enter_context(knock(server))
            resource.prlimit(porter, resource.RLIMIT_NOFILE, before)
            until(lambda: is_well(server))


def test_workers_go_with_the_porter(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.db"), workers=2)
    workers = children(server.process.pid)
    assert len(workers) == 2
    server.kill()
    until(lambda: not any(Path(f"/proc/{worker}/fd").exists() for worker in workers))
    with running(str(tmp_path / "games.db")) as again:  # nobody holds its file any more
        assert is_well(again)


def test_who_thinks_goes_with_the_server_at_once(tmp_path: Path) -> None:
    """Nobody goes on thinking for a server that has been killed: not even who is held up and cannot see it."""
    server = Server(str(tmp_path / "games.db"), workers=1)
    until(lambda: thinkers(server.process.pid))
    busy = thinkers(server.process.pid)
    until(lambda: all(steps_back(one) for one in busy))
    for one in busy:
        os.kill(one, signal.SIGSTOP)
    server.kill()
    try:
        until(lambda: not any(Path(f"/proc/{one}/fd").exists() for one in busy))
    finally:
        for one in busy:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_stops_the_server_without_a_word(tmp_path: Path, workers: int) -> None:
    """A terminal tells everybody in the group, but the processes that think are the server's business."""
    said = tmp_path / "stderr"
    with said.open("w") as stderr:
        server = Server(str(tmp_path / "games.db"), workers=workers, stderr=stderr, apart=True)
        until(lambda: thinkers(server.process.pid))
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
    assert "Traceback" not in said.read_text()


def test_a_server_that_stops_leaves_work_undone_without_a_fuss(tmp_path: Path) -> None:
    """Whoever waits for something that takes long is sent away, and there is no traceback in the log."""
    said = tmp_path / "stderr"
    with said.open("w") as stderr:
        server = Server(str(tmp_path / "games.db"), workers=1, stderr=stderr)
        made = server.host.new_game("opportunity", seats=PERSONS)
        until(lambda: len(thinkers(server.process.pid)) >= 2)
        until(lambda: all(steps_back(one) for one in thinkers(server.process.pid)))
        for one in thinkers(server.process.pid):
            os.kill(one, signal.SIGSTOP)
        tokens = [seat["token"] for seat in made["seats"]]
        with server.host.sit(made["game"], *tokens) as both, knock(server, CASE) as guest:
            question = both.wait()
            assert question is not None
            both.send({"t": "try", "id": "1", "seat": question["seat"], "at": 0, "answer": "x"})
            assert is_well(server)
            assert server.stop() == 0
            assert guest.recv(12) in (b"HTTP/1.1 503", b"")
    assert "Traceback" not in said.read_text()


CASE = b"GET /api/rulesets/roe/cases/none HTTP/1.1\r\nhost: x\r\n\r\n"


def thinkers(process: int) -> list[int]:
    """The processes that a server has started to think, also by its workers."""
    below = [process, *children(process)]
    return [one for parent in below for one in children(parent) if b"-m\0sandtable.server." in command(one)]


def steps_back(process: int) -> bool:
    """It has begun, and lets others come before it."""
    return os.getpriority(os.PRIO_PROCESS, process) > os.getpriority(os.PRIO_PROCESS, 0)


def command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def test_a_porter_who_goes_without_having_read_everything_has_gone() -> None:
    async def scenario() -> None:
        (visitors, to_visitors), (messages, to_messages) = socket.socketpair(), socket.socketpair()
        gone = asyncio.Event()
        line = WorkerLine(0, 2, visitors, messages)
        line.open(lambda connection: None, gone.set)  # this tells him that we are ready
        to_visitors.close()
        to_messages.close()
        await asyncio.wait_for(gone.wait(), PATIENCE)
        line.close()
        visitors.close()
        messages.close()

    asyncio.run(scenario())


def test_the_porter_outlives_workers_whose_end_he_hears_of_twice(tmp_path: Path) -> None:
    """That they are dead and that their line is cut reaches him in the same moment."""
    with running(str(tmp_path / "games.db")) as server:
        for _ in range(5):
            server.process.send_signal(signal.SIGSTOP)
            for worker in children(server.process.pid):
                os.kill(worker, signal.SIGKILL)
            until(lambda: all(is_dead(worker) for worker in children(server.process.pid)))
            server.process.send_signal(signal.SIGCONT)
            until(lambda: is_well(server) or server.process.poll() is not None)
            until(lambda: len(children(server.process.pid)) == 2)


def test_a_worker_that_cannot_begin_now_begins_later(tmp_path: Path) -> None:
    said = tmp_path / "stderr"
    with Postgres() as database, said.open("w") as stderr:
        server = Server(database.uri, workers=2, stderr=stderr)
        made = server.host.new_game("opportunity")
        database.stop()
        for worker in children(server.process.pid):
            os.kill(worker, signal.SIGKILL)
        until(lambda: "cannot reach the database" in said.read_text())
        assert server.process.poll() is None
        database.start()
        until(lambda: is_well(server))
        assert server.host.get(f"/api/games/{made['game']}", made["watch"])["status"] == "waiting"
        assert server.stop() == 0
    assert "Traceback" not in said.read_text()
