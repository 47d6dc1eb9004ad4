"""Bots in processes of their own: whatever they do, the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.bots import make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.server.client import Host, ServerRefused
from sandtable.server.hub import bot_answers
from sandtable.server.match import Refused
from sandtable.server.players import Players, Thought, WorkerFailed, recorded_inputs
from sandtable.server.worker import Desk, reply_to
from tests.server.orchards import ANN, Log
from tests.server.test_match import find_orchard


def thought(game: Game[Any], bot: str = "random", seat: int | None = None) -> Thought:
    asked = game.question.seat if game.question is not None else 0
    return Thought(
        "g", game.ruleset.id, dict(game.options), dict(game.setup), recorded_inputs(game),
        asked if seat is None else seat, bot,
    )  # fmt: skip


@pytest.fixture
def game() -> Game[Any]:
    return Game(ruleset("roe"), dice=Seeded.from_text("bots"))


def test_a_desk_plays_only_what_is_new(game: Game[Any]) -> None:
    desk = Desk()
    for _ in range(40):
        asked = thought(game)
        answer = desk.think(asked)
        kept = desk._games["g"]
        assert kept.inputs == game.inputs
        assert desk.think(asked) is not None
        assert desk._games["g"] is kept
        game.answer(answer)
        if game.question is None:
            break


def test_a_desk_starts_anew_after_an_undo(game: Game[Any]) -> None:
    desk = Desk()
    desk.think(thought(game))
    game.answer(game.legal()[0])
    desk.think(thought(game))
    other: Game[Any] = Game(ruleset("roe"), dice=Seeded.from_text("bots"))
    other.answer(other.legal()[-1])
    desk.think(thought(other))
    assert desk._games["g"].inputs == other.inputs


def test_a_worker_never_hears_of_the_seed(game: Game[Any]) -> None:
    source = game.dice[0].source
    assert isinstance(source, Seeded)
    assert source.seed.hex() not in msgspec.json.encode(thought(game)).decode()


def test_nobody_can_think_along_with_a_bot(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody knows of a game does not say what its bots draw."""
    seeds: list[str] = []

    def noted(name: str, seed: str) -> Any:
        seeds.append(seed)
        return make_bot(name, 1)

    monkeypatch.setattr("sandtable.server.worker.make_bot", noted)
    for _ in range(2):
        Desk().think(thought(game))
    assert len(set(seeds)) == 2
    assert not any("g" in seed for seed in seeds)


@pytest.mark.parametrize(
    ("change", "problem"),
    [({"bot": "nobody"}, "no bot"), ({"seat": 7}, "not asked"), ({"ruleset": "chess"}, "no ruleset")],
)
def test_what_goes_wrong_is_said_and_the_desk_lives(game: Game[Any], change: dict[str, Any], problem: str) -> None:
    desk = Desk()
    asked = msgspec.structs.replace(thought(game), **change)
    assert problem in reply_to(desk, msgspec.json.encode(asked)).problem
    assert reply_to(desk, b"nonsense").problem
    assert not reply_to(desk, msgspec.json.encode(thought(game))).problem


def with_players(work: Callable[[Players], Awaitable[Any]], seconds: float = 30) -> Any:
    async def run() -> Any:
        players = Players(1, seconds)
        try:
            return await work(players)
        finally:
            await players.close()

    return asyncio.run(run())


def test_a_worker_that_dies_is_replaced(game: Game[Any]) -> None:
    async def work(players: Players) -> None:
        assert await players.ask(thought(game)) in game.legal()
        process = players._workers[0]._process
        assert process is not None
        process.kill()
        await process.wait()
        assert await players.ask(thought(game)) in game.legal()
        assert players._workers[0]._process is not process

    with_players(work)


def test_a_bot_that_takes_too_long_is_stopped(game: Game[Any]) -> None:
    async def work(players: Players) -> None:
        with pytest.raises(WorkerFailed, match="no answer in"):
            await players.ask(thought(game, "veteran@600s"))
        assert players._workers[0]._process is None

    with_players(work, 0.5)


def test_without_an_answer_any_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    answers: list[Any] = [None, "quince", {"nonsense": []}]
    for answer in answers:
        log = Log("one")
        log.keep(bot_answers(log.match, ANN, 0, 0, answer))
        assert log.match.at == 1
        assert log.match.last is not None
        assert log.match.last.by == "bot"
        with pytest.raises(Refused):
            bot_answers(log.match, ANN, 0, 0, answer)


def test_an_answer_to_what_was_taken_back_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    log = Log("one", "one")
    log.answer("apple")
    log.keep(log.match.undo(ANN, log.now))
    with pytest.raises(Refused) as refused:
        bot_answers(log.match, ANN, 0, 0, "pear")
    assert refused.value.code == "stale"


@pytest.mark.parametrize("bot", ["recruit", "regular", "veteran@20"])
def test_every_level_plays_over_the_socket(host: Host, bot: str) -> None:
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "bot", "bot": bot}])
    rng = Random(4)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question, rng))
        assert chair.over is not None
        assert chair.over["proved"]
        assert chair.view is not None
        assert not chair.view["waiting"]


def test_a_bot_says_why_once_it_has_answered(host: Host) -> None:
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "bot", "bot": "regular"}])
    rng = Random(4)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        assert chair.wait() is not None
        while not (reasons := chair.ask("look", what="why")["why"]):
            question = chair.wait()
            assert question is not None
            chair.answer(chair.any_answer(question, rng))
        (why,) = reasons
        assert why["seat"] == 1
        assert chair.view is not None
        assert why["at"] < chair.view["at"]
        assert len(why["lines"]) > 1
        with host.sit(made["game"], made["watch"]) as watcher:
            assert watcher.ask("look", what="why")["why"]


def test_odds_come_for_whoever_is_asked(host: Host) -> None:
    """The same as the odds room gives, for one option at least on the way through a game."""
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "person"}])
    rng = Random(5)
    found: dict[str, Any] = {}
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        while (question := both.wait()) is not None and not found:
            found = both.ask("look", what="odds", seat=question["seat"])["odds"]
            with pytest.raises(ServerRefused, match="not asked"):
                both.ask("look", what="odds", seat=1 - question["seat"])
            if not found:
                both.answer(both.any_answer(question, rng))
    assert found
    assert question is not None
    assert set(found) <= {option["id"] for option in question["options"]}
    for odds in found.values():
        assert sum(Fraction(one["fraction"]) for one in odds["outcomes"]) == 1 or not odds["exact"]
