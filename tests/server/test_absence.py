"""A player who stays away: presence is the server's, and the game may be claimed after the time that was agreed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import time as clock
from typing import Any

import pytest

from sandtable.engine.registry import ruleset
from sandtable.server import hub as hubs
from sandtable.server import library
from sandtable.server import room as rooms
from sandtable.server.api import usual_absence
from sandtable.server.client import Host
from sandtable.server.hub import Hub
from sandtable.server.match import Match
from sandtable.server.records import AnyRecord, HeadSeat, hashed
from sandtable.server.refused import Refused
from sandtable.server.wire import NewClock
from tests.server.orchards import ANN, TOM, Log, head
from tests.server.test_games import PERSONS, until
from tests.server.test_hub import Ear, run  # noqa: F401
from tests.server.test_match import told

LIVE = {"bank": 600, "increment": 5}


class Time:
    """The hub's clock, turned by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000
        for module in (hubs, rooms):
            monkeypatch.setattr(module, "now", lambda: self.now)

    def pass_by(self, seconds: float) -> None:
        self.now += int(1000 * seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


async def sat_down(hub: Hub, time: Time, absence: int = 120) -> tuple[Any, Ear, Ear]:
    """A game of the orchard whose first question is Ann's, both of them at the table."""
    game = await hub.create(head("one", "order", "one", absence=absence))
    for seat in (ANN, TOM):
        await hub.act(game, lambda match, seat=seat: match.ready(seat, str(seat), time.now))  # type: ignore[misc]
    room, ann, tom = hub.room(game), Ear(ANN), Ear(TOM)
    await hub.enter(room, ann)
    await hub.enter(room, tom)
    return room, ann, tom


def test_the_game_of_an_absent_player_may_be_claimed(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time)
        assert tom.heard[-1]["claim"] is None
        with pytest.raises(Refused, match="nobody whom"):
            await hub.claim_absent(room, TOM, False, "")
        await hub.leave(room, ann)
        assert tom.heard[-1]["seats"][ANN]["gone"] == time.now
        assert tom.heard[-1]["claim"] == {"seat": ANN, "from": time.now + 120_000}
        time.pass_by(119)
        with pytest.raises(Refused, match="another 1 s"):
            await hub.claim_absent(room, TOM, False, "")
        time.pass_by(1)
        await hub.claim_absent(room, TOM, False, "m")
        await hub.claim_absent(room, TOM, False, "m")  # the same message: done once
        assert room.match is not None
        outcome = room.match.outcome
        assert outcome is not None
        assert (outcome.by, outcome.winners, outcome.summary) == ("absence", ["Tom"], "Ann stayed away: Tom wins.")

    run(work)


def test_who_comes_back_in_time_plays_on(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time)
        await hub.leave(room, ann)
        time.pass_by(119)
        await hub.enter(room, ann)
        assert tom.heard[-1]["claim"] is None
        time.pass_by(60)
        with pytest.raises(Refused):
            await hub.claim_absent(room, TOM, False, "")
        await hub.leave(room, ann)
        assert tom.heard[-1]["claim"] == {"seat": ANN, "from": time.now + 120_000}

    run(work)


def test_the_time_runs_only_while_the_game_waits_for_him(run: Any, time: Time) -> None:  # noqa: F811
    """Tom leaves while Ann thinks: when she has answered he has his whole time to come back."""

    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time)
        await hub.leave(room, tom)
        time.pass_by(1000)
        with pytest.raises(Refused, match="nobody whom"):
            await hub.claim_absent(room, ANN, False, "")

        def apple(match: Match) -> Sequence[AnyRecord]:
            return [match.answer(ANN, match.at, "apple", time.now)]

        await hub.act(room.game, apple)
        assert ann.heard[-1]["claim"] == {"seat": TOM, "from": time.now + 120_000}
        time.pass_by(120)
        await hub.claim_absent(room, ANN, True, "")
        assert room.match is not None
        assert room.match.outcome is not None
        assert room.match.outcome.winners == []
        assert room.match.outcome.summary == "Tom stayed away: Ann calls it a draw."

    run(work)


def test_without_an_agreed_time_nobody_claims(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time, absence=0)
        await hub.leave(room, ann)
        time.pass_by(10**6)
        assert tom.heard[-1]["claim"] is None
        with pytest.raises(Refused, match="cannot be claimed"):
            await hub.claim_absent(room, TOM, False, "")

    run(work)


def test_presence_on_another_process_counts(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time)
        hub._heard_presence(rooms.Presence("elsewhere", room.game, [ANN], 0))
        await hub.leave(room, ann)
        assert room.table(room.match)["seats"][ANN]["here"]
        time.pass_by(200)
        with pytest.raises(Refused, match="nobody whom"):
            await hub.claim_absent(room, TOM, False, "")
        assert tom.heard

    run(work)


def test_players_of_a_process_that_died_are_away(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        room, ann, tom = await sat_down(hub, time)
        room.away["elsewhere"] = rooms.Away([ANN], 0, 0.0)  # not heard of for long
        await hub.leave(room, ann)
        assert tom.heard[-1]["seats"][ANN]["here"]
        await hub._beat()
        await asyncio.gather(*hub._tasks)
        assert tom.heard[-1]["seats"][ANN]["gone"] == time.now
        assert tom.heard[-1]["claim"] == {"seat": ANN, "from": time.now + 120_000}

    run(work)


def test_in_a_game_of_more_than_two_a_bot_plays_on() -> None:
    setup = next(setup for setup in library.ready_setups("opportunity").values() if _seats(setup) > 2)
    seats = [HeadSeat("person", str(number), token=hashed(str(number))) for number in range(_seats(setup))]
    log = Log(ruleset="opportunity", version="1.0.0", setup=setup, seats=seats, begun=False)
    for seat in range(len(seats)):
        log.keep(log.match.ready(seat, str(seat), log.now))
    with pytest.raises(Refused, match="only a game of two"):
        log.match.claim_absent(TOM, ANN, True)
    log.keep(log.match.claim_absent(TOM, ANN, False, "m"))
    assert not log.match.over
    assert not log.match.seats[ANN].person
    assert log.match.was_done(TOM, "m")
    assert told(log.folded()) == told(log.match)


def _seats(setup: Any) -> int:
    rules = ruleset("opportunity")
    return len(rules.seats(rules.begin(setup, rules.rulebook.options({}))))


@pytest.mark.parametrize(
    ("clock", "seconds"), [(None, 0), (NewClock(600, 5), 120), (NewClock(3 * 86_400), 0), (NewClock(questions=True), 0)]
)
def test_the_usual_time(clock: NewClock | None, seconds: int) -> None:
    assert usual_absence(clock) == seconds


def test_claiming_over_the_socket(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS, absence=1)
    tokens = [seat["token"] for seat in made["seats"]]
    assert host.get(f"/api/games/{made['game']}", tokens[0])["absence"] == 1
    with host.sit(made["game"], tokens[0]) as ann:
        with host.sit(made["game"], tokens[1]) as bob:
            until(ann, lambda: ann.view is not None and ann.table["seats"][1]["here"])
            until(bob, lambda: bob.view is not None)
            assert ann.welcome["absence"] == 1
            first = ann if ann.view["question"] is not None else bob  # type: ignore[index]
            if first is ann:  # the game must wait for Bob
                while ann.view["question"] is not None:  # type: ignore[index]
                    ann.answer(ann.any_answer(ann.wait() or {}))
        until(ann, lambda: ann.table["claim"] is not None)
        while (left := ann.table["claim"]["from"] / 1000 - clock()) > 0:
            with suppress(TimeoutError):
                ann.receive(left)
        ann.claim("draw")
        while ann.over is None:
            ann.receive()
        assert ann.over["outcome"]["by"] == "absence"
        assert ann.over["outcome"]["winners"] == []


def test_a_live_game_with_a_clock_says_its_time(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS, clock=LIVE)
    assert host.get(f"/api/games/{made['game']}", made["watch"])["absence"] == 120
    made = host.new_game("opportunity", seats=PERSONS)
    assert host.get(f"/api/games/{made['game']}", made["watch"])["absence"] == 0
