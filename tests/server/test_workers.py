"""Several workers behind one door are one server to their players, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from sandtable.server.client import Chair, Host, ServerRefused
from sandtable.server.porter import cut, place_of
from tests.server.conftest import Server
from tests.server.test_doors import children, until
from tests.server.test_games import PERSONS, play_out, whose_turn
from tests.server.test_games import until as hears

WORKERS = 2


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if request.param == "sqlite":
        db = str(tmp_path_factory.mktemp("workers") / "games.db")
    else:
        from tests.server.postgres import fresh_database

        db = fresh_database(request.getfixturevalue("postgres_server"), "workers")
    server = Server(db, workers=WORKERS)
    yield server
    assert server.stop() == 0


@pytest.fixture
def host(server: Server) -> Host:
    return server.host


def game_at(host: Host, place: int, **wishes: Any) -> dict[str, Any]:
    """A new game that belongs to this worker."""
    while True:
        made = host.new_game("opportunity", **{"seats": PERSONS, **wishes})
        if place_of(made["game"].encode(), WORKERS) == place:
            return made


class Elsewhere:
    """A connection that has come to one worker and stays there, whatever it asks for afterwards."""

    def __init__(self, server: Server) -> None:
        self._http = HTTPConnection(server.address.removeprefix("http://"), timeout=30)
        self.place = place_of(b"127.0.0.1", WORKERS)
        self.ask("GET", "/api/health")

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self._http.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self._http.getresponse()
        said = json.loads(answer.read())
        assert answer.status < 300, said
        return said


def test_games_are_played_at_every_worker(host: Host) -> None:
    for place in range(WORKERS):
        made = game_at(host, place)
        game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
        with host.sit(game, tokens[0], nonce="a") as ann, host.sit(game, tokens[1], nonce="b") as bob:
            play_out([ann, bob], Random(place))
            assert ann.log[0] == bob.log[1]
            assert ann.over is not None
            assert ann.over["proved"]


def test_what_is_done_at_another_worker_is_heard_at_once(server: Server, host: Host) -> None:
    other = Elsewhere(server)
    place = 1 - other.place
    made = game_at(host, place, seats=[{"kind": "person", "name": "Ann"}, {"kind": "person", "open": True}])
    game = made["game"]
    with host.sit(game, made["seats"][0]["token"]) as ann:
        hears(ann, lambda: ann.table["seats"][0]["ready"])
        sat = other.ask("POST", f"/api/open/{game}", {"name": "Bob"})  # written by the other worker
        hears(ann, lambda: ann.table["seats"][1]["name"] == "Bob")
        with host.sit(game, sat["token"]) as bob:
            play_out([ann, bob], Random(3), 5)
            whose_turn([ann, bob])
            page = other.ask("GET", f"/api/games/{game}", token=sat["token"])
            assert page["at"] == bob.view["at"]  # type: ignore[index]
            claimed = other.ask("POST", f"/api/games/{game}/claim", {}, token=sat["token"])
            assert bob.wait_for("claimed")["seat"] == 1  # its link was replaced at the other worker
        with host.sit(game, claimed["token"]) as bob:
            play_out([ann, bob], Random(4))
            assert ann.over is not None
            assert ann.over["proved"]


def test_bots_and_odds_at_every_worker(host: Host) -> None:
    for place in range(WORKERS):
        made = game_at(host, place, seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
        with host.sit(made["game"], made["seats"][0]["token"]) as chair:
            question = chair.wait()
            assert question is not None
            chair.ask("look", what="odds")
            while (question := chair.wait()) is not None:
                chair.answer(chair.any_answer(question, Random(5)))


def test_a_worker_that_dies_is_replaced_and_its_games_go_on(server: Server, host: Host) -> None:
    games = [game_at(host, place) for place in range(WORKERS)]
    rng = Random(6)
    known = []
    for made in games:
        with host.sit(made["game"], *(seat["token"] for seat in made["seats"])) as both:
            play_out([both], rng, 6)
            assert both.view is not None
            known.append(both.view["at"])
    dead = children(server.process.pid)[0]
    os.kill(dead, signal.SIGKILL)
    for made, at in zip(games, known, strict=True):
        with knock(host, made) as both:
            assert both.wait() is not None
            assert both.view is not None
            assert both.view["at"] == at
            play_out([both], rng)
    until(lambda: len(children(server.process.pid)) == WORKERS)
    assert dead not in children(server.process.pid)


def knock(host: Host, made: dict[str, Any]) -> Chair:
    """Sits down at both seats as soon as somebody answers: a worker has died, and another one is on its way."""
    found: list[Chair] = []

    def sat() -> bool:
        with suppress(OSError, ServerRefused, WebSocketException):
            chair = host.sit(made["game"], *(seat["token"] for seat in made["seats"]))
            chair.wait_for("welcome")
            found.append(chair)
        return bool(found)

    until(sat)
    return found[0]


@pytest.mark.parametrize("place", range(WORKERS))
def test_the_clock_of_a_game_runs_out_at_its_own_worker(host: Host, place: int) -> None:
    made = game_at(host, place, clock={"bank": 1, "flag": "lose"})
    with host.sit(made["game"], *(seat["token"] for seat in made["seats"])) as both:
        hears(both, lambda: both.view is not None)
        assert both.view is not None
        first = both.view["at"]
        hears(both, lambda: both.view is not None and both.view["at"] > first)  # the rules' own answer stands


def test_messages_are_cut_where_they_end() -> None:
    received = bytearray(b"\x00\x00\x00\x02ab\x00\x00\x00\x00\x00\x00\x00\x03cd")
    assert cut(received) == [b"ab", b""]
    received += b"e"
    assert cut(received) == [b"cde"]
    assert received == b""
