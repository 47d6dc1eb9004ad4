"""A stored game that today's rules do not follow is set aside: it harms nobody, and its players are told."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request
from starlette.websockets import WebSocketState

from sandtable.engine import save as saves
from sandtable.server import api
from sandtable.server.clerks import Clerks
from sandtable.server.client import ServerRefused
from sandtable.server.hub import Hub
from sandtable.server.jobs import JOBS
from sandtable.server.limits import ServerLimits
from sandtable.server.match import Match
from sandtable.server.records import AnyRecord, ClockRule, HeadSeat, decode_record, encode, hashed, now
from sandtable.server.refused import Refused
from sandtable.server.shelf import SetAside, Shelf
from sandtable.server.sockets import Socket
from sandtable.server.store import open_store
from sandtable.server.wire import Replay, SceneAt
from tests.server.conftest import Server
from tests.server.orchards import ANN, CLOCK, TOKENS, TOM, Log, head
from tests.server.test_hub import Ear
from tests.server.test_match import find_orchard

Work = Callable[[Hub], Awaitable[Any]]


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "games.db") if request.param == "sqlite" else request.getfixturevalue("postgres_db")


@pytest.fixture
def orchards(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    monkeypatch.setattr("sandtable.server.library.ready_setups", lambda name: {})


def with_hub(db: str, work: Work) -> Any:
    async def inside() -> Any:
        hub = Hub(open_store(db), ServerLimits())
        await hub.open()
        try:
            return await work(hub)
        finally:
            await hub.close()

    return asyncio.run(inside())


async def begun(hub: Hub, *chores: str, answers: Sequence[Any] = (), **changes: Any) -> str:
    """A game with both players here and some answers given."""
    game = await hub.create(head(*chores, **changes))
    for seat in (ANN, TOM):
        await hub.act(game, lambda match, seat=seat: match.ready(seat, str(seat), now()))  # type: ignore[misc]
    for answer in answers:

        def want(match: Match, answer: Any = answer) -> Sequence[AnyRecord]:
            assert match.asked is not None
            return [match.answer(match.asked, match.at, answer, now())]

        await hub.act(game, want)
    return game


async def spoil(hub: Hub, game: str, old: str, new: str) -> None:
    """Changes what is stored of an answer behind everybody's back: as if the rules had changed over it."""

    def work(execute: Any) -> None:
        rows = execute("SELECT number, body FROM records WHERE game = ?", game)
        number, body = next((number, body) for number, body in rows if f'"answer":"{old}"' in body)
        execute(
            "UPDATE records SET body = ? WHERE game = ? AND number = ?",
            body.replace(f'"answer":"{old}"', f'"answer":"{new}"'), game, number,
        )  # fmt: skip

    await hub.store._do(work)
    hub.room(game).forget()


async def aside(hub: Hub, game: str) -> SetAside:
    room = hub.room(game)
    with pytest.raises(SetAside) as found:
        async with room.lock:
            await hub.match(room)
    return found.value


def request_for(game: str, token: str = "", path: str = "", query: str = "") -> Request:
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    return Request(
        {"type": "http", "method": "GET", "path": path, "headers": headers, "path_params": {"game": game},
         "query_string": query.encode(), "client": ("here", 1)}
    )  # fmt: skip


# ---- nobody else is harmed --------------------------------------------------------------------------


def test_it_is_named_once_in_the_log_and_leaves_the_lists(
    db: str, orchards: None, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(hub: Hub) -> None:
        game = await begun(hub, "one", "one", "roll", answers=["pear"])
        await spoil(hub, game, "pear", "quince")
        with caplog.at_level(logging.WARNING, "sandtable.server"):
            for _ in range(3):
                await aside(hub, game)
                with pytest.raises(SetAside):
                    await hub.act(game, lambda match: [])
        named = [record.getMessage() for record in caplog.records if game in record.getMessage()]
        assert len(named) == 1
        assert "is set aside: input 1: Ann answers Pear to: Which fruit? (TO-1.1)" in named[0]
        assert "quinces are not ripe before October" in named[0]
        kept = await hub.store.load(game)
        assert kept is not None
        assert kept.status == "aside"

    with_hub(db, work)


def test_the_clocks_of_others_run_and_its_own_stands(db: str, orchards: None) -> None:
    """The sweeper asked the same broken game every second, and never came to the others."""

    async def work(hub: Hub) -> None:
        hub.started = 0
        rule = ClockRule(1)
        broken = await begun(hub, "one", "one", answers=["pear"], clock=rule)
        whole = await begun(hub, "one", "one", clock=rule)
        await spoil(hub, broken, "pear", "quince")
        late = now() + 10_000
        assert set(await hub.store.overdue(late)) == {broken, whole}
        async with asyncio.timeout(30):
            while (await hub.store.load(whole)).status != "over":  # type: ignore[union-attr]
                await asyncio.sleep(0.05)  # the sweeper itself comes once a second
        assert await hub.store.overdue(late) == []
        assert (await hub.store.load(broken)).status == "aside"  # type: ignore[union-attr]

    with_hub(db, work)


def test_the_list_of_open_games_shows_the_others(db: str, orchards: None) -> None:
    async def work(hub: Hub) -> None:
        seats = [HeadSeat("person", "A", token=hashed(TOKENS[ANN])), HeadSeat("person", token=hashed("x"), open=True)]
        games = [await hub.create(head("one", seats=seats)) for _ in range(2)]
        bad = encode(head("one", "dance", seats=seats))
        await hub.store._do(lambda execute: execute("UPDATE games SET head = ? WHERE id = ?", bad, games[0]))
        hub.room(games[0]).forget()
        assert [one.game for one in await api.list_open(hub, request_for(""), None)] == [games[1]]
        assert await hub.waiting(10) == [games[1]]

    with_hub(db, work)


def test_what_cannot_even_be_read_is_set_aside_too(db: str, orchards: None) -> None:
    async def torn(hub: Hub, table: str, column: str, key: str, text: str = '{"k": "torn') -> None:
        game = await begun(hub, "one", clock=CLOCK)
        sql = f"UPDATE {table} SET {column} = ? WHERE {key} = ?"
        await hub.store._do(lambda execute: execute(sql, text, game))
        hub.room(game).forget()
        found = await aside(hub, game)
        assert "cannot be read" in found.reason
        assert found.shelf is None
        assert await hub.store.overdue(now() + 10**9) == []
        with pytest.raises(SetAside):
            await api.download(hub, request_for(game, TOKENS[ANN]), None)

    async def work(hub: Hub) -> None:
        await torn(hub, "games", "head", "id")
        await torn(hub, "records", "body", "game")
        await torn(hub, "records", "body", "game", '{"k": "input", "answer": ' + "[" * 100_000)  # too deep to read

    with_hub(db, work)


def test_a_game_that_folds_again_goes_on_and_its_clock_too(db: str, orchards: None) -> None:
    async def work(hub: Hub) -> None:
        game = await begun(hub, "one", "one", answers=["pear"], clock=CLOCK)
        await spoil(hub, game, "pear", "quince")
        await aside(hub, game)
        await spoil(hub, game, "quince", "plum")
        hub.rooms.clear()  # another day, another process
        room = hub.room(game)
        async with room.lock:
            assert (await hub.match(room)).at == 1
        kept = await hub.store.load(game)
        assert kept is not None
        assert kept.status == "playing"
        assert await hub.store.overdue(now() + 10**9) == [game]

    with_hub(db, work)


def test_a_game_that_was_over_stays_over(db: str, orchards: None) -> None:
    async def work(hub: Hub) -> None:
        game = await begun(hub, "one", "roll", answers=["pear"])
        await spoil(hub, game, "pear", "quince")
        found = await aside(hub, game)
        assert found.shelf is not None
        assert found.shelf.over
        (dice,) = found.shelf.saved().dice
        assert dice.seed == "07" * 32
        assert (await hub.store.load(game)).status == "over"  # type: ignore[union-attr]

    with_hub(db, work)


# ---- its players are told -------------------------------------------------------------------------------


class Wire:
    """A websocket whose words are kept."""

    client_state = WebSocketState.CONNECTED

    def __init__(self, *said: dict[str, Any]) -> None:
        self.said, self.closed = list(said), 0
        self.heard: list[dict[str, Any]] = []

    async def accept(self) -> None:
        return

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": json.dumps(self.said.pop(0))}

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code


def test_who_comes_is_told_in_a_sentence(tmp_path: Path, orchards: None) -> None:
    async def work(hub: Hub) -> None:
        game = await begun(hub, "one", "one", answers=["pear"])
        await spoil(hub, game, "pear", "quince")
        for token, code in ((TOKENS[TOM], 4410), ("watch token", 4410), ("nobody's", 4401)):
            wire: Any = Wire({"t": "hello", "token": token})
            await Socket(hub, wire, game).run()
            assert wire.closed == code
            if code == 4410:
                assert wire.heard[0]["t"] == "aside"
                assert wire.heard[0]["reason"].startswith("this game is set aside: it cannot go on under the rules")
                assert "Pear" not in wire.heard[0]["reason"]  # nobody's answer is told to the others

    with_hub(str(tmp_path / "games.db"), work)


def test_who_is_there_is_told_when_another_process_writes_what_we_cannot_follow(tmp_path: Path, orchards: None) -> None:
    async def work(hub: Hub) -> None:
        game = await begun(hub, "one", "one", answers=["pear"])
        ear = Ear(TOM)
        room = hub.room(game)
        await hub.enter(room, ear)
        assert room.match is not None
        number = room.match.number
        record = encode(decode_record('{"k":"input","seat":0,"answer":"quince"}'))
        sql = "INSERT INTO records (game, number, time, body) VALUES (?, ?, 1, ?)"
        await hub.store._do(lambda execute: execute(sql, game, number + 1, record))
        with pytest.raises(SetAside):
            await hub._heard_of(room, number + 1)
        assert ear.kinds[-2:] == ["aside", "closed"]
        assert ear.heard[-1]["code"] == 4410

    with_hub(str(tmp_path / "games.db"), work)


@pytest.mark.parametrize("hides", [True, False])
def test_its_record_can_be_taken_away_and_watched(
    tmp_path: Path, orchards: None, monkeypatch: pytest.MonkeyPatch, hides: bool
) -> None:
    from tests.engine.toy import TOY

    monkeypatch.setattr(TOY, "hides_nothing", not hides, raising=False)

    async def here(_: Clerks, job: str, *args: Any) -> Any:
        """The orchard is known in this process alone."""
        return JOBS[job](*args)

    monkeypatch.setattr(Clerks, "do", here)

    async def work(hub: Hub) -> None:
        game = await begun(hub, "roll", "one", "two", "one", answers=["pear", "plum", "apple"])
        await spoil(hub, game, "plum", "quince")
        asked = request_for(game, TOKENS[TOM])
        if hides:
            with pytest.raises(SetAside):
                await api.download(hub, asked, None)
            return
        file = await api.download(hub, asked, None)
        saved = saves.read(file.body)
        assert [entry.given for entry in saved.inputs][1:] == ["pear", "quince", "apple"]
        assert saved.inputs[0].sides == 6
        assert not saved.dice[0].seed
        verdict = saves.verify(saved)
        assert verdict.divergence is not None
        assert verdict.divergence.at == 3
        replay = msgspec.json.decode(await api.show_replay(hub, asked, None), type=Replay)
        assert [step.recorded for step in replay.steps] == [False, False, False, True, True]
        assert replay.steps[3].label == "Plum"  # as it was said when it was answered
        assert [event["text"] for event in replay.steps[3].events] == ["noted!"]
        assert "set aside" in replay.parted
        drawn = await api.show_scenes(hub, request_for(game, TOKENS[TOM], query="count=50"), None)
        assert [one.at for one in msgspec.json.decode(drawn, type=list[SceneAt])] == [0, 1, 2]
        with pytest.raises(Refused, match="does not belong to this game"):
            await api.download(hub, request_for(game, "nobody's"), None)
        page = await api.show_game(hub, asked, None)
        assert (page.status, page.seat, page.at) == ("aside", TOM, 4)
        assert page.aside.startswith("this game is set aside")

    with_hub(str(tmp_path / "games.db"), work)


# ---- the log alone --------------------------------------------------------------------------------------


def test_the_log_alone_tells_the_same_game_as_the_rules(orchards: None) -> None:
    """With undos, take-backs, names and new links."""
    log = Log("roll", "one", "one", "bet", "one", options={"dice": 2, "weather": "sun"})
    log.answer("apple")
    log.keep(log.match.undo(ANN, log.now))
    log.answer("pear")
    log.answer("plum")
    log.answer("shake")
    log.keep(log.match.take_back(ANN, True, log.now))
    log.keep(log.match.take_back(TOM, True, log.now))
    log.answer("wait")
    log.keep(log.match.claim(TOM, "a new link"))
    game = log.match.game
    assert game is not None
    shelf = Shelf(log.head, 1000, log.records)
    saved, whole = shelf.saved(), saves.save(game, reveal=False)
    assert saved.inputs == whole.inputs
    assert (saved.said, saved.seats, saved.mark) == (whole.said, whole.seats, whole.mark)
    assert [(one.since, one.commitment, one.nonces) for one in saved.dice] == [
        (one.since, one.commitment, one.nonces) for one in whole.dice
    ]
    assert saves.verify(saved).ok
    assert [shelf.seat_of(token) for token in (TOKENS[ANN], "a new link", "watch token")] == [ANN, TOM, None]
    with pytest.raises(Refused):
        shelf.seat_of(TOKENS[TOM])


def test_a_log_of_old_has_the_inputs_alone(orchards: None) -> None:
    """Before we kept what was asked, an input was an answer and its dice."""
    log = Log("roll", "one", "one")
    log.answer("pear")
    old = [
        type(stored)(stored.number, stored.time, _without_words(stored.record)) for stored in log.records
    ]  # fmt: skip
    saved = Shelf(log.head, 1000, old).saved()
    assert saved.format == "sandtable-game/1"
    assert saves.verify(saved).ok
    assert log.match.game is not None
    assert saves.load(saved).inputs == log.match.game.inputs


def _without_words(record: AnyRecord) -> AnyRecord:
    from msgspec import structs

    return structs.replace(record, told=[], said=[]) if hasattr(record, "said") else (
        structs.replace(record, told=[]) if hasattr(record, "told") else record
    )  # fmt: skip


# ---- a real server --------------------------------------------------------------------------------------


def test_a_server_starts_and_serves_with_a_broken_game_in_its_file(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    file = str(tmp_path / "games.db")
    server = serve(file)
    seats = [{"kind": "person"}, {"kind": "person"}]
    made = server.host.new_game("opportunity", seats=seats, clock={"bank": 60, "increment": 0, "flag": "lose"})
    tokens = [seat["token"] for seat in made["seats"]]
    with server.host.sit(made["game"], *tokens) as chair:
        for _ in range(6):
            question = chair.wait()
            assert question is not None
            chair.answer(chair.any_answer(question), question["seat"])
    opened = server.host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "person", "open": True}])
    server.stop()
    with sqlite3.connect(file) as connection:
        number, body = connection.execute(
            'SELECT number, body FROM records WHERE game = ? AND body LIKE \'%"k":"input"%\' ORDER BY number DESC',
            (made["game"],),
        ).fetchone()
        record = json.loads(body) | {"answer": "dance"}
        connection.execute(
            "UPDATE records SET body = ? WHERE game = ? AND number = ?", (json.dumps(record), made["game"], number)
        )
        connection.execute("UPDATE games SET open = ? WHERE id = ?", (now() + 60_000, opened["game"]))
    again = serve(file)
    assert "this game is set aside" in again.host.get(f"/api/games/{made['game']}", tokens[0])["aside"]
    with pytest.raises(ServerRefused) as refused, again.host.sit(made["game"], tokens[0]) as chair:
        chair.wait()
    assert "set aside" in refused.value.reason
    saved = saves.read(json.dumps(again.host.get(f"/api/games/{made['game']}/save", tokens[0])))
    assert saves.verify(saved).divergence is not None
    brought = again.host.post("/api/replays", json.loads(saves.to_json(saved)))
    shown = again.host.get(f"/api/games/{brought['game']}/replay", brought["watch"])
    assert shown["steps"][-1]["recorded"]
    assert [one["game"] for one in again.host.open_games()] == [opened["game"]]
    assert again.host.get("/api/health")["ok"]
