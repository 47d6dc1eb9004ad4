"""Games that wait for anybody."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sandtable.server import hub as hubs
from sandtable.server.client import Host, ServerRefused
from sandtable.server.hub import Hub
from sandtable.server.records import HeadSeat, hashed
from sandtable.server.refused import Refused
from tests.server.conftest import Server
from tests.server.orchards import ANN, TOKENS, TOM, Log, head
from tests.server.test_absence import Time, time  # noqa: F401
from tests.server.test_games import until
from tests.server.test_hub import Ear, run  # noqa: F401
from tests.server.test_match import find_orchard, told

OPEN = [{"kind": "person", "name": "Ann"}, {"kind": "person", "open": True}]
OPEN_HEAD = [HeadSeat("person", "A", token=hashed(TOKENS[ANN])), HeadSeat("person", "", token="x", open=True)]


def offered(host: Host, game: str) -> dict[str, Any] | None:
    return next((one for one in host.open_games() if one["game"] == game), None)


def test_anybody_sits_down_and_the_game_begins(host: Host) -> None:
    made = host.new_game("roe", seats=OPEN)
    game = made["game"]
    with host.sit(game, made["seats"][0]["token"]) as ann:
        until(ann, lambda: ann.table["seats"][0]["ready"])
        assert ann.table["seats"][1]["open"]
        line = offered(host, game)
        assert line is not None
        assert (line["ruleset"], line["name"], line["side"]) == ("roe", "Ann", made["seats"][1]["side"])
        assert line["setup"] == host.get("/api/rulesets/roe")["ready"][0]["name"]
        sat = host.sit_down(game, "Bob")
        assert sat["seat"] == 1
        assert offered(host, game) is None
        with pytest.raises(ServerRefused, match="quicker"):
            host.sit_down(game, "Eve")
        # Whoever opened the game no longer holds the other seat.
        assert host.get(f"/api/games/{game}", made["seats"][1]["token"])["seat"] is None
        with host.sit(game, sat["token"]) as bob:
            until(bob, lambda: bob.table["status"] == "playing")
            until(ann, lambda: ann.table["status"] == "playing")
            assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Bob"]
            with pytest.raises(ServerRefused, match="has begun"):
                ann.ask("open", open=True)


def test_whoever_opened_may_withdraw_and_open_again(host: Host) -> None:
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "person"}])
    game = made["game"]
    with host.sit(game, made["seats"][0]["token"], name="Ann") as ann:
        until(ann, lambda: ann.table["seats"][0]["ready"])
        assert offered(host, game) is None
        with pytest.raises(ServerRefused, match="quicker"):
            host.sit_down(game)
        ann.ask("open", open=True)
        assert offered(host, game) is not None
        ann.ask("open", open=False)
        assert offered(host, game) is None
        with pytest.raises(ServerRefused, match="quicker"):
            host.sit_down(game)
        with host.sit(game, made["seats"][1]["token"]) as bob:  # the link still works
            until(bob, lambda: bob.table["status"] == "playing")


def test_of_many_who_sit_down_at_once_one_gets_the_seat(host: Host) -> None:
    made = host.new_game("opportunity", seats=OPEN)
    with host.sit(made["game"], made["seats"][0]["token"]) as ann, ThreadPoolExecutor(8) as pool:
        until(ann, lambda: ann.table["seats"][0]["ready"])

        def sit(_: int) -> int:
            try:
                host.sit_down(made["game"])
            except ServerRefused as refused:
                return refused.status
            return 200

        assert sorted(pool.map(sit, range(8))) == [200] + [409] * 7


def test_who_sits_down_again_with_the_same_token_sits_there_already(host: Host) -> None:
    game = host.new_game("opportunity", seats=OPEN)["game"]
    wish = {"token": "written-down-beforehand", "name": "Bob"}
    first, again = [host.post(f"/api/open/{game}", wish) for _ in range(2)]
    assert (first["seat"], first["token"]) == (1, "written-down-beforehand")
    assert again == first
    assert host.get(f"/api/games/{game}", first["token"])["seat"] == 1
    with pytest.raises(ServerRefused, match="somebody was quicker"):
        host.post(f"/api/open/{game}", {"token": "somebody-elses-own-token"})


def test_a_game_that_nobody_waits_in_is_not_offered(run: Any, time: Time) -> None:  # noqa: F811
    async def work(hub: Hub, _: str) -> None:
        game = await hub.create(head("one", seats=OPEN_HEAD))
        room, ann = hub.room(game), Ear(ANN)
        await hub.act(game, lambda match: match.ready(ANN, "a", time.now))
        await hub.enter(room, ann)
        time.pass_by(hubs.STALE)
        await hub._beat()
        assert await hub.waiting(9) == [game]
        await hub.leave(room, ann)
        await hub._beat()
        assert await hub.waiting(9) == [game]  # he may only have reloaded the page
        time.pass_by(hubs.STALE + 1)
        await hub._beat()
        assert await hub.waiting(9) == []
        await hub.enter(room, ann)  # he is back
        assert await hub.waiting(9) == [game]

    run(work)


def test_an_open_seat_is_taken_by_link_too(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    seats = [OPEN_HEAD[0], HeadSeat("person", "", token=hashed(TOKENS[TOM]), open=True)]
    log = Log("one", seats=seats, begun=False)
    assert log.match.open
    log.keep(log.match.ready(TOM, "t", log.now))
    assert not log.match.open
    with pytest.raises(Refused, match="quicker"):
        log.match.sit_down("token")
    assert told(log.folded()) == told(log.match)


def test_opening_and_sitting_are_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    log = Log("one", begun=False)
    log.keep(log.match.ready(ANN, "a", log.now))
    log.wait(5)
    log.keep(log.match.open_seats(ANN, True, log.now))
    assert (log.match.open, log.match.opened) == (True, log.now)
    seat, records = log.match.sit_down("fresh", "Eve")
    log.keep(records)
    assert (seat, log.match.seats[TOM].name, log.match.open) == (TOM, "Eve", False)
    assert log.match.seat_of("fresh") == TOM
    assert told(log.folded()) == told(log.match)
    log.keep(log.match.ready(TOM, "t", log.now))
    with pytest.raises(Refused, match="begun"):
        log.match.open_seats(ANN, True, log.now)


def refused_as_too_often(wish: Callable[[], Any]) -> int:
    """Asks until it is too often; a slow minute may allow one or two more. The status of the refusal."""
    while True:
        with pytest.raises(ServerRefused) as refused:
            wish()
        if "too often" in refused.value.reason:
            return refused.value.status


def test_open_games_are_limited_in_number_and_rate(serve: Callable[..., Server]) -> None:
    host = serve("", "open_games=2", "opens_per_minute=3", "sits_per_minute=2").host
    for _ in range(2):
        host.new_game("opportunity", seats=OPEN)
    with pytest.raises(ServerRefused, match="enough games wait") as refused:
        host.new_game("opportunity", seats=OPEN)
    assert refused.value.status == 409
    assert refused_as_too_often(lambda: host.new_game("opportunity", seats=OPEN)) == 429
    host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "person"}])
    game = host.open_games()[0]["game"]
    host.sit_down(game)
    with pytest.raises(ServerRefused, match="quicker"):
        host.sit_down(game)
    assert refused_as_too_often(lambda: host.sit_down(game)) == 429
