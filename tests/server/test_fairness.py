"""Who asks for much waits for himself, and work that takes long is never done on the event loop."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.engine.errors import RuleError, SandtableError
from sandtable.engine.game import Game
from sandtable.server import fairness, library
from sandtable.server.clerks import ClerkFailed, Clerks
from sandtable.server.fairness import Gate, Turns, visitor
from sandtable.server.hub import Hub
from sandtable.server.limits import ServerLimits
from sandtable.server.records import HeadSeat
from sandtable.server.refused import Refused
from sandtable.server.store import open_store
from tests.server.orchards import ANN, TOM, head
from tests.server.test_match import find_orchard


class Clock:
    """Time that passes only when somebody works or sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        told = SimpleNamespace(monotonic=lambda: self.now, perf_counter=lambda: self.now)
        monkeypatch.setattr(fairness, "time", told)
        monkeypatch.setattr("sandtable.server.fairness.asyncio.sleep", self.sleep)
        self.slept = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds

    async def work(self, seconds: float) -> None:
        self.now += seconds


def test_who_is_alone_may_have_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def run() -> None:
        gate = Gate(0.25, 0.5)
        for _ in range(50):
            await gate.passed("a", clock.work(0.1))

    asyncio.run(run())
    assert clock.slept == 0


def test_beside_others_an_address_gets_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def run() -> float:
        gate = Gate(0.25, 0.5)
        began = clock.now
        for _ in range(500):
            await gate.passed("b", clock.work(0.0))
            await gate.passed("a", clock.work(0.1))
        return clock.now - began

    passed = asyncio.run(run())
    assert clock.slept == pytest.approx(passed - 50.0)
    assert 50.0 / passed == pytest.approx(0.25, abs=0.01)


def test_waiting_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the time in which the loop is kept busy counts."""
    clock = Clock(monkeypatch)

    async def patient() -> None:
        done = asyncio.get_running_loop().create_future()

        def later() -> None:
            clock.now += 100
            done.set_result(None)

        asyncio.get_running_loop().call_soon(later)
        await done

    async def run() -> None:
        gate = Gate(0.25, 0.5)
        await gate.passed("b", clock.work(0.0))
        await gate.passed("a", patient())
        await gate.passed("b", clock.work(0.0))
        await gate.passed("a", clock.work(0.0))

    asyncio.run(run())
    assert clock.slept == 0


def test_what_goes_wrong_inside_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async def run() -> None:
        with pytest.raises(ZeroDivisionError):
            await Gate(0.25, 0.5).passed("a", fails())

    asyncio.run(run())


def in_turn(turns: Turns, address: str, done: list[str], free: asyncio.Event) -> Coroutine[Any, Any, None]:
    async def work() -> None:
        visitor.set(address)
        async with turns.turn():
            await free.wait()
            done.append(address)

    return work()


def test_addresses_take_turns() -> None:
    async def run() -> list[str]:
        turns, free = Turns(1), asyncio.Event()
        done: list[str] = []
        tasks = [asyncio.create_task(in_turn(turns, one, done, free)) for one in "aaaabbc"]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)
        return done

    assert asyncio.run(run()) == list("aabcaba")


def test_one_address_has_one_place_at_a_time() -> None:
    async def run() -> None:
        turns, free = Turns(2), asyncio.Event()
        done: list[str] = []
        tasks = [asyncio.create_task(in_turn(turns, one, done, free)) for one in "aab"]
        for _ in range(5):
            await asyncio.sleep(0)
        assert turns._busy == {"a", "b"}
        free.set()
        await asyncio.gather(*tasks)
        assert sorted(done) == ["a", "a", "b"]

    asyncio.run(run())


def test_too_many_of_one_address_are_refused_and_who_leaves_makes_room() -> None:
    async def run() -> None:
        turns, free = Turns(1, 2), asyncio.Event()
        done: list[str] = []
        tasks = [asyncio.create_task(in_turn(turns, "a", done, free)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await in_turn(turns, "a", done, free)
        assert refused.value.code == "rate"
        tasks[1].cancel()
        await asyncio.gather(tasks[1], return_exceptions=True)
        free.set()
        await asyncio.gather(tasks[0], tasks[2])
        assert done == ["a", "a"]
        await in_turn(turns, "a", done, free)  # nothing is left behind

    asyncio.run(run())


# ---- clerks ----------------------------------------------------------------------------------------------


def with_clerks(work: Callable[[Clerks], Awaitable[None]], seconds: float = 60) -> None:
    async def run() -> None:
        clerks = Clerks(1, seconds, 0, 10)
        try:
            await work(clerks)
        finally:
            await clerks.close()

    asyncio.run(run())


def test_a_clerk_does_its_job_and_says_what_is_wrong() -> None:
    async def work(clerks: Clerks) -> None:
        quick = next(iter(library.ready_setups("roe").values()))
        checked = await clerks.do("set_up", "roe", quick, (), {})
        assert checked.seats == ("Meridian", "Kestrel")
        with pytest.raises(RuleError, match="1300 of model"):
            await clerks.do("set_up", "roe", {"situation": {"model": [{}] * 1300}}, (), {})
        with pytest.raises(SandtableError, match="no ruleset"):
            await clerks.do("set_up", "chess", {}, (), {})
        with pytest.raises(ClerkFailed):  # a mistake of ours
            await clerks.do("set_up", "roe", quick, 5, {})
        assert (await clerks.do("set_up", "roe", quick, (), {})).seats == checked.seats

    with_clerks(work)


def test_what_takes_too_long_is_stopped_and_the_next_job_is_done() -> None:
    async def work(clerks: Clerks) -> None:
        await clerks.do("case_lines", "roe")
        process = clerks._all[0]._process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        clerks._seconds = 0.1
        with pytest.raises(Refused, match=r"longer than 0\.1 s"):
            await clerks.do("case_lines", "roe")
        clerks._seconds = 60
        await clerks.do("case_lines", "roe")
        assert clerks._all[0]._process is not process

    with_clerks(work)


def test_a_clerk_that_dies_is_replaced() -> None:
    async def work(clerks: Clerks) -> None:
        await clerks.do("case_lines", "roe")
        process = clerks._all[0]._process
        assert process is not None
        process.kill()
        await process.wait()
        await clerks.do("case_lines", "roe")

    with_clerks(work)


# ---- the event loop ----------------------------------------------------------------------------------------


def test_no_game_is_begun_or_played_again_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    where: list[str] = []
    begin = Game._start

    def noted(self: Game[Any]) -> None:
        where.append(threading.current_thread().name)
        begin(self)

    async def run() -> None:
        hub = Hub(open_store(str(tmp_path / "games.db")), ServerLimits())
        await hub.open()
        try:
            monkeypatch.setattr(Game, "_start", noted)
            await hub.create(head("one", seats=[HeadSeat("bot", "B", "random")] * 2))  # begins at once
            game = await hub.create(head("one", "order", "one"))
            for seat in (ANN, TOM):
                await hub.act(game, lambda match, seat=seat: match.ready(seat, str(seat), 1), slow=True)  # type: ignore[misc]
            await hub.act(game, lambda match: [match.answer(ANN, 0, "apple", 1)])
            room = hub.room(game)
            room.forget()
            async with room.lock:
                await hub.match(room)  # folded from its log
        finally:
            await hub.close()

    asyncio.run(run())
    assert len(where) >= 3
    assert {name.partition("_")[0] for name in where} == {"lane"}
