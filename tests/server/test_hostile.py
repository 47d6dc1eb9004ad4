"""Clients that mean no good: they change nothing, crash nothing and learn nothing."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from sandtable.engine import save as saves
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.server.client import Chair, Host, ServerRefused
from sandtable.server.sockets import PATIENCE
from tests.server.conftest import PATIENCE as SECONDS
from tests.server.conftest import Server
from tests.server.test_games import PERSONS, play_out

KINDS = [
    "hello", "answer", "chain", "try", "look", "undo", "takeback", "absent", "open", "concede", "draw", "rematch",
    "chat", "name", "sync", "ping", "seed",
]  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=70) | JSON, "at": st.integers(-2, 9) | JSON, "answer": JSON,
        "seat": st.integers(-1, 3) | JSON, "token": st.text() | JSON,
        "what": st.sampled_from(["card", "sight", "measure", "places", "__class__", "odds", "ways"]) | JSON,
        "from": JSON, "to": JSON, "name": st.text(max_size=40) | JSON, "text": st.text(max_size=600) | JSON,
        "offer": JSON, "yes": JSON, "as": st.sampled_from(["win", "draw"]) | JSON, "open": JSON,
        "nonce": JSON, "since": JSON, "epoch": JSON, "option": JSON,
        "answers": JSON, "chain": JSON, "gesture": JSON, "flow": JSON,
    },
)  # fmt: skip
WISHES = st.builds(lambda kind, fields: {"t": kind, **fields}, st.sampled_from(KINDS) | JSON, FIELDS)


@contextmanager
def raw(server: Server, game: str) -> Iterator[ClientConnection]:
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/socket"
    with connect(address, max_size=None, max_queue=None, open_timeout=SECONDS, close_timeout=2) as socket:
        yield socket


def hear(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(SECONDS))


def hear_until(socket: ClientConnection, kind: str) -> list[Any]:
    """The messages before the first of this kind."""
    heard = []
    while (message := hear(socket))["t"] != kind:
        heard.append(message)
    return heard


def pour(socket: ClientConnection, messages: Iterable[str]) -> None:
    """Sends them all, or until the server has had enough: it may close while we are still talking."""
    try:
        for message in messages:
            socket.send(message)
    except ConnectionClosed:
        pass


def heard_to_the_end(socket: ClientConnection) -> tuple[list[Any], int]:
    """Everything that came, and the code with which the server closed."""
    heard = []
    try:
        while True:
            heard.append(hear(socket))
    except ConnectionClosed as error:
        return heard, error.rcvd.code if error.rcvd else 1006


def closed_with(socket: ClientConnection) -> int:
    return heard_to_the_end(socket)[1]


@pytest.fixture
def game(host: Host) -> dict[str, Any]:
    """A game in progress, with a record of what it looks like."""
    made = host.new_game("roe", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as both:
        play_out([both], Random(1), 6)
    return {"game": made["game"], "tokens": tokens, "watch": made["watch"]}


def looks(host: Host, game: dict[str, Any]) -> Any:
    """Everything that must not have changed."""
    replay = host.get(f"/api/games/{game['game']}/replay", game["watch"])
    return host.get(f"/api/games/{game['game']}", game["watch"]), replay


def test_without_a_token_nothing(server: Server, game: dict[str, Any], host: Host) -> None:
    other = host.new_game("roe", seats=PERSONS)
    before = looks(host, game)
    for first, code in (
        ({"t": "hello", "token": "x" * 24}, 4401),
        ({"t": "hello", "token": other["seats"][0]["token"]}, 4401),
        ({"t": "hello", "token": other["watch"]}, 4401),
        ({"t": "answer", "id": "1", "at": 6, "answer": "x"}, 4400),
        ({"t": "ping"}, 4400),
    ):
        with raw(server, game["game"]) as socket:
            socket.send(json.dumps(first))
            assert closed_with(socket) == code, first
    with raw(server, "no-such-game") as socket:
        socket.send(json.dumps({"t": "hello", "token": game["tokens"][0]}))
        assert closed_with(socket) == 4404
    assert looks(host, game) == before


def test_over_http_without_a_token_nothing(host: Host, game: dict[str, Any]) -> None:
    other = host.new_game("roe", seats=PERSONS)
    for token in ("", "x", "x" * 24, other["seats"][0]["token"], other["watch"]):
        for path in ("", "/replay", "/replay/scenes", "/save"):
            with pytest.raises(ServerRefused) as refused:
                host.get(f"/api/games/{game['game']}{path}", token)
            assert refused.value.status == 401
        for path, body in (("/fork", {"at": 1}), ("/claim", {})):
            with pytest.raises(ServerRefused) as refused:
                host.post(f"/api/games/{game['game']}{path}", body, token)
            assert refused.value.status == 401


def test_no_fork_and_no_save_of_a_game_that_others_play(host: Host, game: dict[str, Any]) -> None:
    for token in (game["tokens"][0], game["watch"]):
        with pytest.raises(ServerRefused) as refused:
            host.post(f"/api/games/{game['game']}/fork", {"at": 1}, token)
        assert refused.value.status == 409
        with pytest.raises(ServerRefused) as refused:
            host.get(f"/api/games/{game['game']}/save", token)
        assert refused.value.status == 409


def test_nobody_plays_anothers_seat(host: Host, game: dict[str, Any]) -> None:
    before = looks(host, game)
    asked = before[0]["asked"]
    with host.sit(game["game"], game["tokens"][1 - asked]) as other:
        view = other.wait_for("view")
        for wish, code in (
            ({"seat": asked, "at": view["at"], "answer": "x"}, "turn"),
            ({"at": view["at"], "answer": "x"}, "turn"),
            ({"at": view["at"] - 1, "answer": "x"}, "stale"),
        ):
            with pytest.raises(ServerRefused) as refused:
                other.ask("answer", **wish)
            assert refused.value.code == code
        for kind, more in (("undo", {}), ("concede", {}), ("takeback", {}), ("absent", {"as": "win"}), ("open", {})):
            with pytest.raises(ServerRefused):
                other.ask(kind, seat=asked, **more)
        with pytest.raises(ServerRefused):
            other.ask("try", at=view["at"], answer="x")
        with pytest.raises(ServerRefused):
            other.ask("look", what="places")
    assert looks(host, game) == before


def test_a_message_heard_from_another_does_nothing_again(host: Host, game: dict[str, Any]) -> None:
    """The id of somebody else's message, the message itself, an old one of one's own: nothing is done twice."""
    with host.sit(game["game"], *game["tokens"]) as both:
        question = both.wait()
        assert question is not None
        assert both.view is not None
        message = {"at": both.view["at"], "answer": both.any_answer(question, Random(1)), "seat": question["seat"]}
        both.ask("answer", id="once", **message)
        after = host.get(f"/api/games/{game['game']}", game["watch"])["at"]
        both.ask("answer", id="once", **message)
        for seat in (0, 1):
            with pytest.raises(ServerRefused) as refused:
                both.ask("answer", id="twice", **{**message, "seat": seat})
            assert refused.value.code in ("stale", "turn")
    with host.sit(game["game"], game["tokens"][question["seat"]]) as again:
        again.wait_for("view")
        again.ask("answer", id="once", **message)
    assert host.get(f"/api/games/{game['game']}", game["watch"])["at"] == after


def posted(address: str, body: str) -> int:
    """The status of the answer."""
    request = Request(address, body.encode(), {"content-type": "application/json"})
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


@pytest.mark.parametrize("name", ["a\x00b", 'a"\r\nset-cookie: b=c', "../../a", "\u2603", "a" * 5000])
def test_whatever_the_ruleset_of_a_save_is_called(host: Host, name: str) -> None:
    """The save is given back under a plain name."""
    ready = host.get("/api/rulesets/opportunity")["ready"][0]["setup"]
    game: Game[Any] = Game(ruleset("opportunity"), ready)
    made = host.post("/api/replays", json.loads(saves.to_json(saves.save(game))) | {"ruleset": name})
    request = Request(
        f"{host.address}/api/games/{made['game']}/save", headers={"authorization": f"Bearer {made['watch']}"}
    )
    with urlopen(request, timeout=SECONDS) as answer:
        assert json.load(answer)["ruleset"] == name
        assert re.fullmatch(
            r'attachment; filename="[a-z-]{0,41}[\w-]{16}\.json"', answer.headers["content-disposition"]
        )


@pytest.mark.parametrize("seed", ["zz", "00", "0" * 63])
def test_a_save_with_no_seed_at_all(host: Host, seed: str) -> None:
    game: Game[Any] = Game(ruleset("opportunity"), host.get("/api/rulesets/opportunity")["ready"][0]["setup"])
    saved = json.loads(saves.to_json(saves.save(game)))
    saved["dice"][0]["seed"] = seed
    with pytest.raises(ServerRefused, match="64 hexadecimal digits") as refused:
        host.post("/api/replays", saved)
    assert refused.value.status == 422


@pytest.mark.parametrize("deep", [13, 400, 700, 900, 5000])
def test_tables_inside_tables_are_refused(host: Host, deep: int) -> None:
    """As text: what is deeper than Python can go cannot be written by its json either."""
    nested = '{"a":' * deep + "1" + "}" * deep
    for path, body in (
        ("/api/games", f'{{"ruleset": "roe", "setup": {nested}}}'),
        ("/api/rulesets/roe/forces/check", f'{{"force": {nested}}}'),
        ("/api/replays", nested),
    ):
        assert posted(host.address + path, body) in (200, 400, 422)


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/nothing", "/api/games", "/assets/x.js"])
def test_a_socket_where_there_is_none(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(server.address.replace("http", "ws", 1) + path):
        pass
    assert refused.value.response.status_code == 403


def test_too_large_a_message_ends_the_socket(server: Server, host: Host, game: dict[str, Any]) -> None:
    before = looks(host, game)
    with raw(server, game["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "token": game["tokens"][0]}))
        pour(socket, [json.dumps({"t": "chat", "id": "1", "text": "x" * 70_000})])
        assert closed_with(socket) == 1009
    assert looks(host, game) == before


BYE = Frame(Opcode.CLOSE, b"\x03\xe8")
NO_TEXT = {
    "in one frame": [Frame(Opcode.TEXT, b"\xff\xfe")],
    "in two": [Frame(Opcode.TEXT, b"{\xe2", fin=False), Frame(Opcode.CONT, b"\x28}")],
    "with a good-bye in the same breath": [Frame(Opcode.TEXT, b"\xff"), BYE],
}


def test_text_that_is_no_text_ends_the_socket_with_one_line_in_the_log(tmp_path: Path) -> None:
    said = tmp_path / "stderr"
    with said.open("w") as stderr:
        server = Server(str(tmp_path / "games.db"), stderr=stderr)
        try:
            game = server.host.new_game("opportunity")["game"]
            for frames in NO_TEXT.values():
                with raw(server, game) as socket:
                    socket.socket.sendall(b"".join(frame.serialize(mask=True) for frame in frames))
                    assert closed_with(socket) == (1000 if BYE in frames else 1007)
        finally:
            assert server.stop() == 0
    lines = said.read_text().splitlines()
    assert len(lines) == len(NO_TEXT), lines
    assert all("text that is not UTF-8" in line for line in lines)


def test_bytes_and_nonsense_are_refused_and_in_the_end_sent_away(server: Server, game: dict[str, Any]) -> None:
    with raw(server, game["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "token": game["tokens"][0]}))
        for junk in (
            b"\x00\xff",
            "",
            "{",
            "[]",
            "null",
            '{"t": []}',
            '{"t": "answer"}',
            "[" * 5000,
            '{"t":"ping","x":1}',
        ):
            socket.send(junk)
        socket.send(json.dumps({"t": "ping"}))
        assert [message["t"] for message in hear_until(socket, "pong")].count("refused") == 9
        pour(socket, ["x"] * (2 * PATIENCE))
        assert closed_with(socket) == 4400


@settings(max_examples=60)
@given(st.lists(WISHES, min_size=1, max_size=8), st.booleans())
def test_whatever_a_client_says(server: Server, hostile: dict[str, Any], wishes: list[Any], watching: bool) -> None:
    """Random messages from a player who is not asked, and from the watcher: the game stays as it is, and the socket
    answers."""
    host = server.host
    token = hostile["watch" if watching else "other"]
    with raw(server, hostile["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "token": token}))
        for wish in wishes:
            if wish.get("t") not in ("concede", "draw", "hello"):  # a player may do these
                socket.send(json.dumps(wish))
        socket.send(json.dumps({"t": "ping"}))
        heard = hear_until(socket, "pong")
    for message in heard:
        assert message["t"] in ("welcome", "table", "view", "refused", "ok", "chat", "looked", "tried"), message
        assert message.get("question") is None
        assert message.get("code") != "broken", message
    assert host.get(f"/api/games/{hostile['game']}", hostile["watch"])["at"] == hostile["at"]


@settings(max_examples=60)
@given(st.lists(JSON, min_size=1, max_size=5))
def test_whatever_a_player_answers(server: Server, hostile: dict[str, Any], answers: list[Any]) -> None:
    """Random answers of the one who is asked are refused with a reason, and leave no trace."""
    with raw(server, hostile["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "token": hostile["asked"]}))
        for number, answer in enumerate(answers):
            for kind in ("answer", "try"):
                message = {"t": kind, "id": f"{kind}{number}", "at": hostile["at"], "answer": answer}
                socket.send(json.dumps(message))
        left = 2 * len(answers)
        while left:
            message = hear(socket)
            if message["t"] == "tried":
                assert not message["ok"]
                left -= 1
            elif message["t"] == "refused":
                assert message["code"] in ("illegal", "invalid"), message
                left -= 1
            else:
                assert message["t"] in ("welcome", "table", "view"), message
    assert server.host.get(f"/api/games/{hostile['game']}", hostile["watch"])["at"] == hostile["at"]


@pytest.fixture(scope="module")
def hostile(server: Server) -> dict[str, Any]:
    made = server.host.new_game("opentactics", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    rng = Random(3)
    with server.host.sit(made["game"], *tokens) as both:
        while (question := both.wait()) is not None and question["kind"] != "move":
            both.answer(both.any_answer(question, rng))
        assert question is not None
        assert both.view is not None
        asked, at = question["seat"], both.view["at"]
    return {"game": made["game"], "asked": tokens[asked], "other": tokens[1 - asked], "watch": made["watch"], "at": at}


def test_the_seed_is_never_told_before_the_end(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "seed.db"))
    made = server.host.new_game("roe", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    heard: list[str] = []
    with raw(server, made["game"]) as watcher, server.host.sit(made["game"], *tokens) as both:
        watcher.send(json.dumps({"t": "hello", "token": made["watch"]}))
        heard += map(json.dumps, hear_until(watcher, "welcome"))
        play_out([both], Random(2), 10)
        both.send({"t": "sync"})
        heard.append(json.dumps(both.wait_for("view")) + json.dumps(both.log) + json.dumps(both.welcome))
        watcher.send(json.dumps({"t": "ping"}))
        told_to_the_watcher = hear_until(watcher, "pong")
        assert sum(message["t"] == "view" for message in told_to_the_watcher) >= 10
        heard += map(json.dumps, told_to_the_watcher)
    for path in ("", "/replay", "/replay/scenes"):
        heard.append(json.dumps(server.host.get(f"/api/games/{made['game']}{path}", tokens[0])))
    heard.append(json.dumps(made))
    with sqlite3.connect(tmp_path / "seed.db") as database:
        head = json.loads(database.execute("SELECT head FROM games").fetchone()[0])
    assert len(head["seed"]) == 64
    told = "".join(heard)
    assert [text[:300] for text in heard if head["seed"] in text] == []
    for seat in head["seats"]:
        assert seat["token"] not in told
    assert not any(token in "".join(heard[:-1]) for token in tokens)


def test_a_flood_is_stopped_and_others_play_on(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "flood.db"), "messages_per_second=1", "messages_burst=10")
    made = server.host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with server.host.sit(made["game"], tokens[0]) as ann, raw(server, made["game"]) as flood:
        flood.send(json.dumps({"t": "hello", "token": tokens[1]}))
        pour(flood, (json.dumps({"t": "chat", "id": str(number), "text": "spam"}) for number in range(20 * PATIENCE)))
        heard, code = heard_to_the_end(flood)
        assert code == 4429
        assert sum(message["t"] == "refused" and message["code"] == "rate" for message in heard) == PATIENCE
        ann.ask("chat", text="still here")


def test_an_address_makes_only_so_many_games(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "many.db"), "games_per_minute=4")
    for _ in range(4):
        server.host.new_game("opportunity")

    def too_many() -> None:
        for _ in range(100):  # a slow minute may bring another one or two
            server.host.new_game("opportunity")

    with pytest.raises(ServerRefused) as refused:
        too_many()
    assert refused.value.status == 429


def test_an_address_has_only_so_many_sockets(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "sockets.db"), "sockets_per_address=3")
    made = server.host.new_game("opportunity", seats=PERSONS)

    def watch() -> Chair:
        chair = watching.enter_context(server.host.sit(made["game"], made["watch"]))
        chair.wait_for("welcome")
        return chair

    with ExitStack() as watching:
        first, _, _ = watch(), watch(), watch()
        with pytest.raises(ServerRefused, match="4429"):
            watch()
        first.close()
        again = None
        while again is None:  # its place is free as soon as the server has seen it go
            with suppress(ServerRefused):
                again = watch()


def test_a_socket_that_says_nothing_is_closed(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "silent.db"), "hello_seconds=1")
    made = server.host.new_game("opportunity")
    with raw(server, made["game"]) as socket:
        assert closed_with(socket) == 4408


def test_a_client_that_does_not_read_is_sent_away(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(str(tmp_path / "deaf.db"), "unread_messages=4", "messages_burst=100000")
    made = server.host.new_game("roe", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with raw(server, made["game"]) as deaf:
        deaf.send(json.dumps({"t": "hello", "token": tokens[0]}))
        for _ in range(2000):
            try:
                deaf.send(json.dumps({"t": "sync"}))
            except ConnectionClosed:
                break
        assert server.host.get("/api/health")["ok"]


def test_who_has_given_up_a_seat_does_not_play_it_any_more(host: Host) -> None:
    """In a game of more than two a bot plays on; whoever had the seat watches, on the open socket and on a new one."""
    made = host.new_game("opportunity", ready=2, seats=[{"kind": "person"}] * 4)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens[1:]) as others, host.sit(made["game"], tokens[0]) as quitter:
        others.wait_for("view")
        quitter.wait_for("view")
        quitter.ask("concede")
        assert quitter.view is not None
        assert (quitter.view["seat"], quitter.view["question"]) == (None, None)
        for kind, wish in (
            ("answer", {"at": quitter.view["at"], "answer": "x"}), ("concede", {}), ("concede", {"seat": 0}),
            ("name", {"name": "me again"}), ("undo", {}), ("draw", {}),
        ):  # fmt: skip
            with pytest.raises(ServerRefused) as refused:
                quitter.ask(kind, **wish)
            assert refused.value.code == "turn", kind
        quitter.ask("chat", text="still here")
        others.ask("chat", text="among us")
        assert [line["text"] for line in others.chat] == ["among us"]
    assert host.get(f"/api/games/{made['game']}", tokens[0])["seat"] is None
    with pytest.raises(ServerRefused):
        host.post(f"/api/games/{made['game']}/claim", {}, tokens[0])


def test_one_player_of_a_shared_screen_gives_up_and_the_others_come_back(host: Host) -> None:
    made = host.new_game("opportunity", ready=2, seats=[{"kind": "person"}] * 4)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as screen:
        screen.wait()
        screen.ask("concede", seat=2)
    with host.sit(made["game"], *tokens) as again:
        for _ in tokens:
            welcome = again.wait_for("welcome")
        assert welcome["seats"] == [0, 1, 3]
