"""The order of things: the match does it, the store has it, then everybody hears of it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request
from starlette.websockets import WebSocket

from sandtable.server import api, messages
from sandtable.server.hub import Hub, Unknown
from sandtable.server.limits import ServerLimits, cores
from sandtable.server.match import Match
from sandtable.server.players import Begun, Reply, Thought
from sandtable.server.records import AnyRecord, HeadSeat, hashed
from sandtable.server.refused import Refused
from sandtable.server.sockets import HangUp, Socket
from sandtable.server.store import StoreError, open_store
from sandtable.server.turns import Round
from sandtable.server.views import Delivered, Viewer, Views
from tests.server.orchards import ANN, TOKENS, TOM, head
from tests.server.test_match import find_orchard
from tests.server.test_players import Puppet


class Ear:
    """A socket that keeps what it hears."""

    def __init__(self, seat: int | None) -> None:
        self.seats = {} if seat is None else {seat: TOKENS[seat]}
        self.watching = seat is None
        self.seen: dict[Viewer, Delivered] = {}
        self.shown: set[Viewer] = set()
        self.state = False
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def close(self, code: int, reason: str) -> None:
        self.heard.append({"t": "closed", "code": code})

    @property
    def table(self) -> dict[str, Any]:
        """The last one it was told."""
        return [message for message in self.heard if message["t"] == "table"][-1]

    @property
    def kinds(self) -> list[str]:
        return [message["t"] for message in self.heard]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Hub, str], Awaitable[Any]]], Any]:
    """Runs something with a hub that has a game of the orchard in it, begun by both."""
    find_orchard(monkeypatch)

    def go(work: Callable[[Hub, str], Awaitable[Any]]) -> Any:
        async def inside() -> Any:
            hub = Hub(open_store(str(tmp_path / "games.db")), ServerLimits())
            await hub.open()
            try:
                game = await hub.create(head("one", "roll", "order", "one"))
                for seat in (ANN, TOM):
                    await hub.act(game, lambda match, seat=seat: match.ready(seat, str(seat), 1))  # type: ignore[misc]
                return await work(hub, game)
            finally:
                await hub.close()

        return asyncio.run(inside())

    return go


def apple(match: Match) -> Sequence[AnyRecord]:
    return [match.answer(ANN, match.at, "apple", 1)]


def test_nobody_hears_of_it_before_it_is_stored(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, game: str) -> None:
        ear = Ear(TOM)
        room = hub.room(game)
        await hub.enter(room, ear)
        ear.heard.clear()
        append, allowed, asked = hub.store.append, asyncio.Event(), asyncio.Event()

        async def slow(*args: Any) -> None:
            asked.set()
            await allowed.wait()
            await append(*args)

        monkeypatch.setattr(hub.store, "append", slow)
        answering = asyncio.create_task(hub.act(game, apple))
        await asked.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        assert ear.heard == []
        assert len((await hub.store.load(game)).log) == 3  # type: ignore[union-attr]
        allowed.set()
        await answering
        assert "view" in ear.kinds
        assert len((await hub.store.load(game)).log) == 4  # type: ignore[union-attr]

    run(work)


def test_what_cannot_be_stored_has_not_happened(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, game: str) -> None:
        ear = Ear(TOM)
        await hub.enter(hub.room(game), ear)
        ear.heard.clear()
        append = hub.store.append

        async def broken(*args: Any) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(hub.store, "append", broken)
        with pytest.raises(Refused) as refused:
            await hub.act(game, apple)
        assert refused.value.code == "store"
        assert ear.heard == []
        monkeypatch.setattr(hub.store, "append", append)
        await hub.act(game, apple)
        match = hub.rooms[game].match
        assert match is not None
        assert match.at == 2

    run(work)


def test_rules_that_break_leave_the_game_as_it_was(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        def broken(match: Match) -> Sequence[AnyRecord]:
            apple(match)
            raise ZeroDivisionError

        with pytest.raises(Refused) as refused:
            await hub.act(game, broken)
        assert refused.value.code == "broken"
        room = hub.room(game)
        async with room.lock:
            assert (await hub.match(room)).at == 0
        await hub.act(game, apple)

    run(work)


def test_a_hook_that_breaks_is_refused_and_the_socket_lives(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, game: str) -> None:
        def broken(*args: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("sandtable.server.looking.may_look", broken)
        socket = Socket(hub, WebSocket({"type": "websocket"}, broken, broken), game)  # type: ignore[arg-type]
        socket.seats = {ANN: TOKENS[ANN]}
        await socket._handle(hub.room(game), messages.LookAt(id="x", what="card", name="tree"))
        reply = json.loads(socket._outgoing.get_nowait())  # type: ignore[arg-type]
        assert (reply["t"], reply["id"], reply["code"]) == ("refused", "x", "broken")

    run(work)


def test_who_does_not_read_is_sent_away_before_he_fills_the_memory(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        def nothing(*args: Any) -> None: ...

        socket = Socket(hub, WebSocket({"type": "websocket"}, nothing, nothing), game)  # type: ignore[arg-type]
        large = b"x" * (hub.limits.unread_bytes // 3)
        for _ in range(3):
            socket.send(large)
        assert socket._outgoing.qsize() == 3
        socket.send(large)
        closing = socket._outgoing.get_nowait()
        assert isinstance(closing, HangUp)
        assert closing.code == 4429
        assert socket._outgoing.empty()

    run(work)


def bots_and(person: bool) -> Any:
    """The head of a game in which a bot is asked first."""
    bot = HeadSeat("bot", "B", "veteran")
    other = HeadSeat("person", "A", token=hashed(TOKENS[TOM])) if person else bot
    return head("two", "one", "one", seats=[bot, other])


async def watched(hub: Hub, made: Any) -> tuple[str, Ear]:
    """A game that somebody watches, so that its bots play."""
    game, ear = await hub.create(made), Ear(None)
    if any(seat.kind == "person" for seat in made.seats):
        await hub.act(game, lambda match: match.ready(TOM, "t", 1))
    await hub.enter(hub.room(game), ear)
    hub.nudge(hub.room(game))
    return game, ear


def test_whoever_plays_never_waits_for_those_who_watch(run: Any) -> None:
    """However many games without persons are watched, they think elsewhere, one at a time."""

    async def work(hub: Hub, game: str) -> None:
        players, exhibitors = Puppet(), Puppet()
        hub.players._workers, hub.exhibitors._workers = [players], [exhibitors]
        for puppet in (players, exhibitors):
            puppet.ready.put_nowait(None)
        for _ in range(3):
            await watched(hub, bots_and(person=False))
        mine, _ = await watched(hub, bots_and(person=True))
        while not (players.asked and exhibitors.asked):
            await asyncio.sleep(0)
        assert [one.game for one in players.asked] == [mine]
        assert len(exhibitors.asked) == 1

    run(work)


def test_who_waits_for_a_bot_hears_that_many_think(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        players = Puppet()
        hub.players._workers = [players]
        hub.players._round = Round(1)
        ears = [(await watched(hub, bots_and(person=True)))[1] for _ in range(3)]
        players.ready.put_nowait(None)

        async def told(crowd: int) -> None:
            """Until everybody has heard that so many think at once."""
            while any(ear.table["crowd"] != crowd for ear in ears):
                await asyncio.sleep(0)

        assert all(ear.table["crowd"] == 0 for ear in ears)
        for _ in ears:
            players.replies.put_nowait(Reply(result=msgspec.Raw(b'"apple"')))
        await told(3)

    run(work)


def test_as_many_bots_think_at_once_as_there_are_cores(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        assert len(hub.players._workers) == cores() >= 1
        assert len(Hub(hub.store, ServerLimits(bot_processes=5)).players._workers) == 5

    run(work)


def test_an_idle_game_leaves_the_memory_and_comes_back(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        ear = Ear(TOM)
        await hub.act(game, apple)
        room = hub.room(game)
        await hub.enter(room, ear)
        before = room.match
        assert before is not None
        hub.drop_idle(float("inf"))
        assert room.match is None
        assert hub.rooms[game] is room  # somebody still sits there
        await hub.act(game, lambda match: [match.answer(TOM, match.at, ["apple", "plum", "pear"], 1)])
        assert room.match is not None
        assert room.match is not before
        assert room.match.at == before.at + 1
        assert ear.kinds[-1:] == ["view"]
        await hub.leave(room, ear)
        hub.drop_idle(float("inf"))
        assert game not in hub.rooms

    run(work)


def test_a_game_that_is_not_there_leaves_nothing_behind(run: Any) -> None:
    async def work(hub: Hub, game: str) -> None:
        with pytest.raises(Unknown):
            await hub.act("none", apple)
        assert "none" not in hub.rooms

    run(work)


def test_a_log_that_went_on_elsewhere_is_read_again(run: Any) -> None:
    """Another process has written: our answer is to an old question, and everybody here sees the new one."""

    async def work(hub: Hub, game: str) -> None:
        ear = Ear(TOM)
        room = hub.room(game)
        await hub.enter(room, ear)
        other = Hub(hub.store, hub.limits)
        await other.act(game, apple)
        with pytest.raises(Refused) as refused:
            await hub.act(game, lambda match: [match.answer(ANN, 0, "pear", 1)])
        assert refused.value.code == "stale"
        assert room.match is not None
        assert room.match.last is not None
        assert room.match.last.answer == "apple"
        assert "view" in ear.kinds
        await other.act(game, lambda match: [match.say(ANN, "hello", 1)])
        await hub.act(game, lambda match: [match.say(TOM, "hi", 1)])
        assert [line.text for line in room.match.chat] == ["hello", "hi"]

    run(work)


def test_nothing_is_judged_or_drawn_on_the_event_loop(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows how long an answer takes, or a question with all its options: a thread waits for that."""
    where: list[tuple[str, str]] = []
    message = Views._message

    def drawn(self: Views, *args: Any) -> dict[str, Any]:
        where.append(("view", threading.current_thread().name.partition("_")[0]))
        return message(self, *args)

    def answer(match: Match) -> Sequence[AnyRecord]:
        where.append(("answer", threading.current_thread().name.partition("_")[0]))
        return apple(match)

    monkeypatch.setattr(Views, "_message", drawn)

    async def work(hub: Hub, game: str) -> None:
        room, ann, watcher = hub.room(game), Ear(ANN), Ear(None)
        for ear in (ann, watcher):
            await hub.enter(room, ear)
        await hub.act(game, answer)
        async with room.lock:
            await hub.tell_clock(room)
            watcher.seen.clear()
            await hub.show(room, watcher)
        assert [ear.kinds.count("view") for ear in (ann, watcher)] == [2, 3]

    run(work)
    assert where == [("answer", "table")] + [("view", "table")] * 5


def test_who_comes_while_others_are_shown_something_is_shown_it_too(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, game: str) -> None:
        room, ann, late = hub.room(game), Ear(ANN), Ear(None)
        await hub.enter(room, ann)
        draw = Views.draw
        loop = asyncio.get_running_loop()

        def somebody_comes(self: Views, *args: Any) -> None:
            asyncio.run_coroutine_threadsafe(come(), loop).result()
            draw(self, *args)

        async def come() -> None:
            room.enter(late)

        monkeypatch.setattr(Views, "draw", somebody_comes)
        await hub.act(game, apple)
        assert [ear.kinds.count("view") for ear in (ann, late)] == [1, 1]

    run(work)


def test_a_match_is_read_anew_where_nobody_waited_for_what_was_done_to_it(run: Any) -> None:
    """A task is cancelled while its answer is judged: that answer is in no log."""

    async def work(hub: Hub, game: str) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def answer(match: Match) -> Sequence[AnyRecord]:
            begun.set()
            go_on.wait()
            return apple(match)

        task = asyncio.create_task(hub.act(game, answer))
        await asyncio.to_thread(begun.wait)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        go_on.set()
        room = hub.room(game)
        async with room.lock:
            assert (await hub.match(room)).at == 0
        await hub.act(game, apple)

    run(work)


def test_a_bot_waits_for_the_database(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer cannot be stored: it is given again until it can, and nobody need touch the game for that."""

    async def work(hub: Hub, _: str) -> None:
        class Thinker:
            async def reply(self, thought: Thought, begun: Begun) -> Reply:
                return Reply(result=msgspec.Raw(b'"apple"'))

        fails = 3
        append = hub.store.append

        async def failing(*args: Any) -> None:
            nonlocal fails
            fails -= 1
            if fails >= 0:
                raise StoreError("the database is away")
            await append(*args)

        monkeypatch.setattr("sandtable.server.hub.STORE_AGAIN", 0)
        monkeypatch.setattr(hub, "_thinkers", lambda match: Thinker())
        seats = [HeadSeat("bot", "B", "random"), HeadSeat("person", "T", token=hashed(TOKENS[TOM]))]
        game = await hub.create(head("one", "order", seats=seats))
        await hub.act(game, lambda match: match.ready(TOM, "t", 1))
        monkeypatch.setattr(hub.store, "append", failing)
        room = hub.room(game)
        hub.nudge(room)
        while fails >= 0 or room.match is None or room.match.at == 0:
            await asyncio.sleep(0)
        assert fails < 0
        assert room.match.last is not None
        assert room.match.last.answer == "apple"

    run(work)


def test_a_table_is_drawn_off_the_event_loop_and_while_nobody_plays(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def noted(match: Match, viewer: int | None) -> str:
        drawn.append(threading.current_thread().name)
        return "drawn"

    monkeypatch.setattr(api, "_table_now", noted)

    async def look(hub: Hub, game: str) -> None:
        bearer = [(b"authorization", b"Bearer " + TOKENS[ANN].encode())]
        request = Request({"type": "http", "headers": bearer, "path_params": {"game": game}})
        async with hub.room(game).lock:
            looking = asyncio.create_task(api.show_table(hub, request, None))
            await asyncio.wait([looking], timeout=0.05)
            assert not drawn
        found: Any = await looking
        assert found == "drawn"

    run(look)
    assert drawn
    assert threading.current_thread().name not in drawn
