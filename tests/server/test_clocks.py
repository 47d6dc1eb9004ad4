"""Clocks wait until what happened has been watched; nobody gains more by that than the watching takes."""

from __future__ import annotations

import pytest

from sandtable.server.clocks import MOST_SHOWN, SEEN_IN, Clocks
from sandtable.server.match import Match
from sandtable.server.records import ClockRule
from tests.server.conftest import Server
from tests.server.orchards import ANN, TOM, Log
from tests.server.test_games import PERSONS
from tests.server.test_match import find_orchard

RULE = ClockRule(60, 0)
BANK = 60_000


def asked(lasts: int) -> Clocks:
    """Seat 0 has answered at 1000, with so much to see; seat 1 is asked."""
    clocks = Clocks(RULE, 2, 0)
    clocks.played(0, lasts, 1000)
    clocks.ask(1000, 1)
    return clocks


def test_a_clock_runs_when_everything_has_been_seen() -> None:
    clocks = asked(3000)
    assert clocks.spent(1, 2500) == 0
    assert clocks.spent(1, 5000) == 1000
    assert clocks.deadline(1, None) == 4000 + BANK


def test_who_has_seen_it_sooner_says_so() -> None:
    clocks = asked(3000)
    clocks.shown(1, 2000)
    clocks.look(2000)
    assert clocks.spent(1, 5000) == 3000
    clocks.look(9000)
    assert clocks.spent(1, 9000) == 7000, "a clock that runs does not stop for it"


def test_a_hostile_client_gains_nothing_beyond_the_watching() -> None:
    silent = asked(3000)
    assert silent.spent(1, 60_000) == 60_000 - 4000, "who never says that it is shown has what an honest one may take"
    much = asked(10**9)
    assert much.deadline(1, None) == 1000 + MOST_SHOWN + BANK
    early = asked(3000)
    early.shown(1, -(10**9))
    early.look(-(10**9))
    assert early.asked == 1000, "nobody's clock runs before he is asked"
    idle = Clocks(RULE, 2, 0)
    idle.played(0, 0, 1000)
    idle.ask(1000, 1)
    assert idle.spent(1, 2000) == 1000, "where there is nothing to see nothing is waited for"


def test_what_piles_up_is_watched_once_and_not_for_ever() -> None:
    """A bot answers ten times in a row: its acts are watched one after the other, but not longer than the most."""
    clocks = Clocks(RULE, 2, 0)
    for number in range(10):
        clocks.played(1, 4000, 1000 + number)
    clocks.ask(1009, 0)
    assert clocks.asked == 1009 + MOST_SHOWN
    clocks.shown(0, 2000)
    clocks.look(2000)
    clocks.charge(0, clocks.spent(0, 3000), by_clock=False)
    assert clocks.left[0] == BANK - 1000
    clocks.played(0, 0, 3000)
    clocks.ask(3000, 0)
    assert clocks.asked == 3000, "who answers has seen everything"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """Ann has answered, apples fell (dice that are watched for a second), and she is asked again."""
    find_orchard(monkeypatch)
    log = Log("one", "roll", "one", clock=RULE)
    log.wait(10)
    log.answer("apple")
    assert log.match.asked == ANN
    return log


def test_a_match_waits_for_its_dice(log: Log) -> None:
    match = log.match
    assert match.clocks.asked == log.now + SEEN_IN
    assert Match.fold(log.head, 1000, log.records).clocks.asked == match.clocks.asked
    assert not match.shown(TOM, match.at, log.now), "he is not asked"
    assert not match.shown(ANN, match.at + 1, log.now), "that is not the question"
    assert match.clocks.asked == log.now + SEEN_IN
    assert match.shown(ANN, match.at, log.now)
    assert match.clocks.asked == log.now
    assert not match.shown(ANN, match.at, log.now + 5000)
    assert match.clocks.spent(ANN, log.now + 5000) == 5000


def test_nobody_speaks_for_anothers_eyes(server: Server) -> None:
    made = server.host.new_game("roe", seats=PERSONS, clock={"bank": 600, "increment": 0, "flag": "wait"})
    with server.host.sit(made["game"], made["seats"][0]["token"]) as ann:
        for seat in (1, 99):
            ann.send({"t": "shown", "at": 0, "seat": seat})
        ann.send({"t": "shown", "at": 0})
        ann.send({"t": "ping"})
        assert ann.wait_for("pong")
