"""Two server processes on one PostgreSQL are one server to their players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from sandtable.server.client import Host
from tests.server.conftest import Server
from tests.server.postgres import fresh_database
from tests.server.test_games import PERSONS, play_out, until, whose_turn


@pytest.fixture(scope="module")
def servers(postgres_server: str) -> Iterator[tuple[Server, Server]]:
    db = fresh_database(postgres_server, "two_servers")
    one, two = Server(db), Server(db)
    yield one, two
    assert (one.stop(), two.stop()) == (0, 0)


@pytest.fixture
def hosts(servers: tuple[Server, Server]) -> tuple[Host, Host]:
    return servers[0].host, servers[1].host


def test_players_on_two_servers(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    made = one.new_game("opportunity", seats=PERSONS)
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    with one.sit(game, tokens[0], nonce="a") as ann, two.sit(game, tokens[1], nonce="b") as bob:
        until(ann, lambda: ann.table["status"] == "playing" and ann.table["seats"][1]["here"])
        until(bob, lambda: bob.table["status"] == "playing" and bob.table["seats"][0]["here"])
        ann.ask("chat", text="Can you hear me?")
        assert bob.wait_for("chat")["text"] == "Can you hear me?"
        play_out([ann, bob], Random(1))
        assert ann.log[0] == bob.log[1]
        assert ann.over == bob.over
        assert ann.over is not None
        assert ann.over["proved"]
        assert ann.over["nonces"] == ["a", "b"]
        ann.ask("rematch")
        bob.ask("rematch")
        until(ann, lambda: ann.rematch is not None)
        until(bob, lambda: bob.rematch is not None)
        assert ann.rematch is not None
        assert bob.rematch is not None
        assert ann.rematch["game"] == bob.rematch["game"]


def test_a_game_moves_when_its_server_dies(serve: Callable[..., Server], servers: tuple[Server, Server]) -> None:
    two = servers[1]
    one = serve(two.db)
    made = one.host.new_game("opportunity", seats=PERSONS)
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    rng = Random(2)
    with two.host.sit(game, tokens[1]) as bob:
        with one.host.sit(game, tokens[0]) as ann:
            play_out([ann, bob], rng, 5)
            one.kill()
            log = ann.log[0]
        with two.host.sit(game, tokens[0]) as ann:
            ann.wait_for("view")
            assert ann.log[0][: len(log)] == log
            play_out([ann, bob], rng)
            assert ann.log[0] == bob.log[1]


def test_the_same_seat_on_both_servers_answers_once(hosts: tuple[Host, Host]) -> None:
    """Two windows of one player race: one answer stands, the other is told that the question is old."""
    one, two = hosts
    made = one.new_game("opportunity", seats=PERSONS)
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    with one.sit(game, *tokens) as here, two.sit(game, *tokens) as there:
        for number in range(6):
            questions = [here.wait(), there.wait()]
            assert questions[0] == questions[1]
            assert questions[0] is not None
            view = here.view
            assert view is not None
            for chair, answer in ((here, questions[0]["options"][0]["id"]), (there, questions[0]["options"][-1]["id"])):
                message = {"t": "answer", "id": f"{number}", "at": view["at"], "seat": questions[0]["seat"]}
                chair.send({**message, "answer": answer, "id": f"{id(chair)}/{number}"})
            replies = []
            for chair in (here, there):
                while (message := chair.receive())["t"] not in ("ok", "refused"):
                    pass
                replies.append((message["t"], message.get("code")))
            assert sorted(replies, key=str) == [("ok", None), ("refused", "stale")]
            at = max(chair.view["at"] for chair in (here, there) if chair.view)
            for chair in (here, there):
                while chair.view["at"] < at:  # type: ignore[index]
                    chair.receive()
        assert here.log == there.log or set(here.log) == set(there.log)


def test_bots_play_whichever_server_asks(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    made = one.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    game, token = made["game"], made["seats"][0]["token"]
    rng = Random(3)
    for number in range(1000):
        server = (one, two)[number % 2]
        with server.sit(game, token) as chair:
            question = chair.wait()
            if question is None:
                assert chair.over is not None
                assert chair.over["proved"]
                return
            chair.answer(chair.any_answer(question, rng))
    raise AssertionError("the game did not end")


def test_an_open_game_is_offered_on_both(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    made = one.new_game("opportunity", seats=[{"kind": "person", "name": "Ann"}, {"kind": "person", "open": True}])
    game = made["game"]
    with one.sit(game, made["seats"][0]["token"]) as ann:
        until(ann, lambda: ann.table["seats"][0]["ready"])
        assert [line["name"] for line in two.open_games() if line["game"] == game] == ["Ann"]
        sat = two.sit_down(game, "Bob")
        assert game not in [line["game"] for line in one.open_games()]
        with two.sit(game, sat["token"]) as bob:
            until(ann, lambda: ann.table["status"] == "playing" and ann.table["seats"][1]["here"])
            until(bob, lambda: bob.table["status"] == "playing" and bob.table["seats"][0]["here"])
            assert ann.table["seats"][1]["name"] == "Bob"


def test_a_take_back_is_agreed_across_servers(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    made = one.new_game("opportunity", seats=PERSONS)
    game, tokens = made["game"], [seat["token"] for seat in made["seats"]]
    rng = Random(6)
    with one.sit(game, tokens[0]) as ann, two.sit(game, tokens[1]) as bob:
        play_out([ann, bob], rng, 4)
        whose_turn([ann, bob])
        asker, other = (ann, bob) if ann.view["undo"]["ask"] else (bob, ann)  # type: ignore[index]
        asker.take_back()
        until(other, lambda: other.table["back"] is not None)
        to = other.table["back"]["to"]
        other.take_back()
        for chair in (ann, bob):
            until(chair, lambda chair=chair: chair.view["at"] == to and chair.view["epoch"] == 1)  # type: ignore[misc]
        play_out([ann, bob], rng)
        assert ann.log[0] == bob.log[1]
        assert ann.over is not None
        assert ann.over["proved"]
