"""What comes on a connection is read in bites: nobody is kept waiting while somebody else's forty thousand pings are
looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode

from sandtable.server import fairness, visitors
from sandtable.server.fairness import Gate
from sandtable.server.visitors import BITE, PIECES, TURN, Bites
from tests.server.conftest import Server
from tests.server.test_doors import is_sent_away, is_well, knock
from tests.server.test_games import PERSONS
from tests.server.test_hostile import hear_until, heard_to_the_end, raw


class Line:
    """A connection as far as it can be held."""

    def __init__(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Reader:
    """Reads bites, and takes `seconds` for each, on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now, self.seconds = 1000.0, seconds
        self.read: list[bytes] = []
        self.full = False
        told = SimpleNamespace(monotonic=lambda: self.now, perf_counter=lambda: self.now)
        monkeypatch.setattr(fairness, "time", told)
        monkeypatch.setattr(visitors, "time", told)
        self.line = Line()

    def bites(self, gate: Gate | None = None) -> Bites:
        return Bites(gate, cast(Any, self.line), "a", self._take, lambda: self.full)

    def _take(self, bite: bytes) -> None:
        self.read.append(bite)
        self.now += self.seconds


async def until(so: Callable[[], object]) -> None:
    while not so():
        await asyncio.sleep(0)


MUCH = bytes(range(256)) * 64


def test_what_is_read_at_once_is_read_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(monkeypatch, 0.0)

    async def run() -> None:
        reader.bites().come(MUCH)

    asyncio.run(run())
    assert b"".join(reader.read) == MUCH
    assert max(map(len, reader.read)) == BITE
    assert reader.line.reading


def test_others_have_their_turn_between_two_bites(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(monkeypatch, 2 * TURN)

    async def run() -> None:
        reader.bites().come(MUCH)
        assert len(reader.read) == 1
        assert not reader.line.reading
        await until(lambda: len(reader.read) == 2)
        await until(lambda: reader.line.reading)

    asyncio.run(run())
    assert b"".join(reader.read) == MUCH


def test_whoever_has_used_up_his_share_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(monkeypatch, 1.0)
    gate = Gate(0.25, 0.5)

    async def run() -> None:
        bites = reader.bites(gate)
        gate.owes("b")  # somebody else is there
        bites.come(b"x")
        assert reader.read == [b"x"]  # a second of the half that it may have at once
        gate.owes("b")
        bites.come(b"y")
        assert reader.read == [b"x"]
        assert not reader.line.reading
        reader.now += 2.0  # what it owes, at its share
        await until(lambda: reader.line.reading)
        assert reader.read == [b"x", b"y"]

    asyncio.run(run())


def test_nothing_is_read_for_who_has_not_taken_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(monkeypatch, 0.0)

    async def run() -> None:
        bites = reader.bites()
        reader.full = True
        bites.come(MUCH)
        assert reader.read == []
        assert not reader.line.reading
        reader.full = False
        bites.go_on()
        assert b"".join(reader.read) == MUCH
        assert reader.line.reading

    asyncio.run(run())


def frames(opcode: Opcode, count: int, data: bytes = b"") -> bytes:
    """Each from a client, and not the last of its message."""
    one = Frame(opcode, data, fin=opcode is Opcode.PING).serialize(mask=True)
    return one * count


def test_a_message_in_endless_pieces_ends_its_socket(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "pieces.db"))
    made = server.host.new_game("opportunity", seats=PERSONS)
    with raw(server, made["game"]) as socket:
        socket.send(f'{{"t": "hello", "token": "{made["watch"]}"}}')
        hear_until(socket, "table")
        socket.socket.sendall(frames(Opcode.TEXT, 1, b" ") + frames(Opcode.CONT, 2 * PIECES))
        assert heard_to_the_end(socket)[1] == 1009
    assert is_well(server)


def test_pings_whose_answers_nobody_reads_end_their_socket(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "pings.db"))
    made = server.host.new_game("opportunity", seats=PERSONS)
    path = f"/api/games/{made['game']}/socket"
    upgrade = (
        f"GET {path} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    with knock(server, upgrade.encode()) as stranger:
        assert stranger.recv(12) == b"HTTP/1.1 101"
        pings = frames(Opcode.PING, 1000, b"p" * 125)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            stranger.sendall(pings * 1000)
    assert is_well(server)


def test_many_requests_on_one_connection_are_all_answered(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "pipe.db"))
    count = 200
    with knock(server, b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n" * count) as stranger:
        heard = b""
        while heard.count(b"HTTP/1.1 200") < count:
            more = stranger.recv(65536)
            assert more
            heard += more
        stranger.sendall(b"GET /api/health HTTP/1.0\r\n\r\n")
        while stranger.recv(65536):
            pass
        assert is_sent_away(stranger)
