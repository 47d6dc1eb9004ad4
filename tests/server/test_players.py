"""Bots in processes of their own: whatever they do, the game goes on."""

from __future__ import annotations

import asyncio
import signal
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
from sandtable.server.players import ATTEMPTS, Players, Reply, Thought, WorkerFailed, _Worker, recorded_inputs
from sandtable.server.refused import Refused
from sandtable.server.worker import BotClock, Desk, reply_to
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


CALLED_ROLL: dict[str, Any] = {
    "situation": {
        "round": 2,
        "player": [{"name": "Red", "pool": 3}, {"name": "Blue", "pool": 3}],
        "model": [
            {"name": "roll", "player": "Red", "at": [10, 10], "weapons": ["Carbine"]},
            {"name": "Ann", "player": "Red", "at": [14, 10], "weapons": ["Carbine"]},
            {"name": "Tom", "player": "Blue", "at": [30, 20], "weapons": ["Carbine"]},
        ],
    }
}
ITS_WAY: tuple[Any, ...] = ("roll", "advance", "no focus", "move", {"roll": [[12, 10]]})


def test_a_model_may_be_called_roll() -> None:
    """Its ways look like dice on their way to a bot, and are none."""
    game: Game[Any] = Game(ruleset("roe"), CALLED_ROLL, dice=Seeded.from_text("roll"))
    desk = Desk()
    for answer in ITS_WAY:
        desk.think(thought(game))
        game.answer(answer)
    assert game.question is not None
    assert game.question.seat == 1
    assert desk.think(thought(game)) is not None
    assert desk._games["g"].inputs == game.inputs


def test_a_game_with_a_model_called_roll_can_be_forked_and_brought(host: Host) -> None:
    made = host.new_game("roe", setup=CALLED_ROLL, seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    token = made["seats"][0]["token"]
    with host.sit(made["game"], token, nonce="x") as chair:
        for answer in ITS_WAY:
            assert chair.wait() is not None
            chair.answer(answer)
        assert chair.wait() is not None
        chair.ask("concede")
    forked = host.post(f"/api/games/{made['game']}/fork", {"at": len(ITS_WAY)}, token)
    with host.sit(forked["game"], forked["seats"][0]["token"], nonce="x") as chair:
        assert chair.wait() is not None
    brought = host.post("/api/replays", host.get(f"/api/games/{made['game']}/save", token))
    replay = host.get(f"/api/games/{brought['game']}/replay", brought["watch"])
    assert (replay["parted"], replay["doubt"]) == ("", "")


def test_a_worker_never_hears_of_the_seed(game: Game[Any]) -> None:
    source = game.dice[0].source
    assert isinstance(source, Seeded)
    assert source.seed.hex() not in msgspec.json.encode(thought(game)).decode()


def test_nobody_can_think_along_with_a_bot(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody knows of a game does not say what its bots draw."""
    seeds: list[str] = []

    def noted(name: str, seed: str, clock: Any) -> Any:
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


def test_a_worker_killed_in_the_middle_costs_nobody_an_answer(game: Game[Any]) -> None:
    async def work(players: Players) -> None:
        await players.ask(thought(game))
        worker = players._workers[0]
        process = worker._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)  # it will not get any further
        asking = asyncio.create_task(players.ask(thought(game)))
        while not worker.thinking:
            await asyncio.sleep(0)
        process.kill()
        assert await asking in game.legal()

    with_players(work)


def test_a_bot_that_takes_too_long_is_stopped() -> None:
    duel: Game[Any] = Game(ruleset("opportunity"), dice=Seeded.from_text("bots"))  # there it uses all the time it has

    async def work(players: Players) -> None:
        with pytest.raises(WorkerFailed, match="no answer in"):
            await players.ask(thought(duel, "veteran@600s"))
        assert not players._workers[0].alive

    with_players(work, 0.5)


def test_a_bot_thinks_for_its_share_of_the_budget(game: Game[Any]) -> None:
    """A millionth of a month; else this test would not end."""
    asked = msgspec.structs.replace(thought(game, "veteran@2600000s"), share=1e-6)
    assert Desk().think(asked) in game.legal()


def test_the_clock_of_the_bots_runs_by_their_share() -> None:
    now = 100.0
    pace = BotClock(lambda: now)
    start = pace()
    now += 2
    assert pace() - start == 2
    pace.set(0.25)
    now += 2
    assert pace() - start == 10
    pace.set(1.0)
    now += 2
    assert pace() - start == 12


# ---- who is asked when ----------------------------------------------------------------------------------


class Puppet(_Worker):
    """A worker that starts, dies and answers as the test says."""

    def __init__(self) -> None:
        super().__init__(0)
        self.up = False
        self.ready: asyncio.Queue[Exception | None] = asyncio.Queue()
        self.replies: asyncio.Queue[Exception | Reply] = asyncio.Queue()
        self.asked: list[Thought] = []

    @property
    def alive(self) -> bool:
        return self.up

    @property
    def games(self) -> str:
        return "".join(one.game for one in self.asked)

    async def start(self) -> None:
        self.up = True
        if (problem := await self.ready.get()) is not None:
            raise problem

    async def ask(self, thought: bytes) -> Reply:
        self.asked.append(msgspec.json.decode(thought, type=Thought))
        reply = await self.replies.get()
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def stop(self) -> None:
        self.up = False
        self.known.clear()


GONE = asyncio.IncompleteReadError(b"", 4)
ANSWER = Reply(result=msgspec.Raw(b'"yes"'))


class Stage:
    """Players with puppets for workers, and those who ask them."""

    def __init__(self, processes: int, ready: bool = True) -> None:
        self.players = Players(processes, 10)
        self.puppets = [Puppet() for _ in range(processes)]
        self.players._workers = list(self.puppets)
        self.crowds: list[int] = []
        if ready:
            for puppet in self.puppets:
                puppet.ready.put_nowait(None)

    def ask(self, game: str, bot: str = "random") -> asyncio.Task[Reply]:
        asked = Thought(game, "roe", {}, {}, [], 0, bot)
        return asyncio.create_task(self.players.reply(asked, self.crowds.append))

    async def settle(self) -> None:
        """Until nothing happens any more but what the test does."""
        for _ in range(50):
            await asyncio.sleep(0)


def on_stage(processes: int, work: Callable[[Stage], Awaitable[None]], ready: bool = True) -> None:
    async def run() -> None:
        stage = Stage(processes, ready)
        try:
            await work(stage)
        finally:
            await stage.players.close()

    asyncio.run(run())


def test_games_take_turns() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        asking = [stage.ask(game) for game in "aaabc"]
        for _ in asking:
            await only.replies.put(ANSWER)
        await asyncio.gather(*asking)
        assert only.games == "abcaa"

    on_stage(1, work)


def test_who_remembers_a_game_is_asked_but_nobody_waits_for_him() -> None:
    async def work(stage: Stage) -> None:
        one, two = stage.puppets
        asking = [stage.ask("a"), stage.ask("b")]
        await stage.settle()
        assert {one.games, two.games} == {"a", "b"}
        one, two = (one, two) if one.games == "a" else (two, one)
        for puppet in (two, one):
            await puppet.replies.put(ANSWER)
        await asyncio.gather(*asking)
        for game, puppet in (("b", two), ("a", one), ("a", one)):
            puppet.replies.put_nowait(ANSWER)
            await stage.ask(game)
        assert (one.games, two.games) == ("aaa", "bb")
        busy = stage.ask("a")
        await stage.settle()
        two.replies.put_nowait(ANSWER)
        await stage.ask("a")  # the other one is idle: better than to wait
        assert (one.games, two.games) == ("aaaa", "bba")
        assert not busy.done()

    on_stage(2, work)


def test_no_more_processes_than_are_needed() -> None:
    async def work(stage: Stage) -> None:
        asking = [stage.ask("a"), stage.ask("b")]
        await stage.settle()
        assert [puppet.up for puppet in stage.puppets] == [True, True, False]
        for puppet in stage.puppets:
            puppet.replies.put_nowait(ANSWER)
        await asyncio.gather(*asking)

    on_stage(3, work)


def test_a_thought_whose_process_dies_is_asked_of_another() -> None:
    async def work(stage: Stage) -> None:
        asking = stage.ask("a")
        await stage.settle()
        first = next(puppet for puppet in stage.puppets if puppet.asked)
        for puppet in stage.puppets:
            puppet.ready.put_nowait(None)
            puppet.replies.put_nowait(GONE if puppet is first else ANSWER)
        first.replies.put_nowait(ANSWER)
        assert (await asking).result == ANSWER.result
        assert sum(len(puppet.asked) for puppet in stage.puppets) == 2

    on_stage(2, work)


def test_a_thought_that_kills_every_process_is_given_up() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        for _ in range(ATTEMPTS):
            only.ready.put_nowait(None)
            only.replies.put_nowait(GONE)
        with pytest.raises(WorkerFailed, match="3 processes have ended"):
            await stage.ask("a")
        only.replies.put_nowait(ANSWER)
        await stage.ask("b")
        assert only.games == "aaab"

    on_stage(1, work)


def test_a_bot_that_fails_is_not_asked_again() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        only.replies.put_nowait(Reply("ZeroDivisionError"))
        with pytest.raises(WorkerFailed, match="ZeroDivisionError"):
            await stage.ask("a")
        assert only.games == "a"
        assert only.up

    on_stage(1, work)


def test_a_process_that_does_not_start_keeps_nobody_waiting_for_ever() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        for _ in range(ATTEMPTS):
            only.ready.put_nowait(GONE)
        with pytest.raises(WorkerFailed, match="no process could be started"):
            await stage.ask("a")
        only.ready.put_nowait(None)
        only.replies.put_nowait(ANSWER)
        await stage.ask("a")

    on_stage(1, work, ready=False)


def test_a_start_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for an answer counts from the moment when somebody is there to give it."""

    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        loop = asyncio.get_running_loop()
        since, ahead = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: since() + ahead)
        asking = stage.ask("a")
        await stage.settle()
        assert only.up
        ahead += 60  # six times what a thought may take
        await stage.settle()
        only.ready.put_nowait(None)
        only.replies.put_nowait(ANSWER)
        assert (await asking).result == ANSWER.result
        asking = stage.ask("a")
        await stage.settle()
        ahead += 60
        with pytest.raises(WorkerFailed, match="no answer in 10 s"):
            await asking

    on_stage(1, work, ready=False)


def test_many_games_at_once_think_shorter_and_are_told() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        asking = [stage.ask(game, "veteran@2s") for game in "abcd"] + [stage.ask("quick", "recruit")]
        for _ in asking:
            only.replies.put_nowait(ANSWER)
        await asyncio.gather(*asking)
        shares = [(one.game, one.share) for one in only.asked]
        assert shares == [("a", 0.25), ("b", 0.25), ("c", 0.25), ("d", 0.25), ("quick", 1.0)]
        assert stage.crowds == [4, 4, 4, 4, 0]
        only.replies.put_nowait(ANSWER)
        await stage.ask("a", "veteran@2s")
        assert only.asked[-1].share == 1
        assert stage.crowds[-1] == 0

    on_stage(1, work)


def test_who_goes_away_is_not_waited_for() -> None:
    async def work(stage: Stage) -> None:
        (only,) = stage.puppets
        thinking, waiting, last = stage.ask("a"), stage.ask("b"), stage.ask("c")
        await stage.settle()
        for task in (thinking, waiting):
            task.cancel()
        await stage.settle()
        only.replies.put_nowait(ANSWER)
        only.replies.put_nowait(ANSWER)
        await last
        assert only.games == "ac"

    on_stage(1, work)


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
