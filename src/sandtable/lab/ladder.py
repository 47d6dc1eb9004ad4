"""Which bot is better, and does it keep its time: mirrored forces, every battle twice with the sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from statistics import median
from time import process_time
from typing import Any

from msgspec import Struct

from sandtable.bots import Bot, Knowledge, make_bot, seconds_of
from sandtable.engine.advice import advice_of, score
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError, typed_line
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Setup
from sandtable.lab.pool import pool
from sandtable.lab.selfplay import BotFailed, play_out
from sandtable.odds.intervals import wilson

TOLERANCE = 1.2
"""A budget may be overrun by a fifth."""


class Pair(Struct, frozen=True):
    """Who plays whom, and how often."""

    ours: str
    theirs: str
    games: int


STANDARD = (Pair("regular", "recruit", 200), Pair("veteran@0.3s", "regular", 100))
"""What the levels owe each other."""


class BotPace(Struct):
    """How long a bot took for its activations, in seconds of one core."""

    activations: int
    median: float
    longest: float
    overruns: int


class PairResult(Struct):
    """What came of a pair. `low` to `high` is the 95 % interval of the share of games that ours won outright."""

    ruleset: str
    ours: str
    theirs: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    pace: dict[str, BotPace]
    errors: list[str]


class LadderGame(Struct):
    """One game: what it was worth to ours, and the time of every activation by bot."""

    worth: float
    times: dict[str, list[float]]
    error: str = ""


class Timed:
    """A bot with a stopwatch beside it."""

    def __init__(self, bot: Bot, game: Game[Any]) -> None:
        self._bot, self._game = bot, game
        self._advice = advice_of(game.ruleset)
        self.times: list[float] = []
        self._now: Any = object()

    def answer(self, question: Question, look: Knowledge) -> Answer:
        now = self._advice.activation(self._game.reading(question.seat), question)
        if now != self._now:
            self._now = now
            self.times.append(0.0)
        since = process_time()
        answer = self._bot.answer(question, look)
        self.times[-1] += process_time() - since
        return answer


def ladder(
    rulesets: Sequence[str],
    pairs: Sequence[Pair],
    seed: str,
    processes: int,
    progress: Callable[[], None] = lambda: None,
) -> list[PairResult]:
    """Plays every pair under every ruleset."""
    for pair in pairs:
        for name in (pair.ours, pair.theirs):
            make_bot(name, "")
        if pair.games < 2 or pair.games % 2:
            raise SandtableError(f"{pair.ours} and {pair.theirs} swap sides: play an even number of games")
    with pool(processes) as working:
        found = []
        for name in rulesets:
            mirrors(name)
            for pair in pairs:
                waiting = [working.submit(play, name, pair, number, seed) for number in range(pair.games)]
                for _ in as_completed(waiting):
                    progress()
                found.append(standing(name, pair, [one.result() for one in waiting]))
    return found


def mirrors(ruleset_id: str) -> list[Setup]:
    """Set-ups with equal forces on both sides."""
    mirrored = offered(find_ruleset(ruleset_id), "mirrored_setups")
    if mirrored is None:
        raise SandtableError(f"{ruleset_id} has no mirrored set-ups to compare bots on")
    return list(mirrored().values())


def play(ruleset_id: str, pair: Pair, number: int, seed: str) -> LadderGame:
    """Game `number` of a pair. Two games in a row are one battle, with the sides swapped and the same dice."""
    battle, our_seat = divmod(number, 2)
    setups = mirrors(ruleset_id)
    dice = Seeded.from_text(f"{seed}/{battle}")
    game = Game(find_ruleset(ruleset_id), setups[battle % len(setups)], dice=dice, events=False)
    names = [pair.ours if seat == our_seat else pair.theirs for seat in range(len(game.seats))]
    bots = [
        Timed(make_bot(name, f"{seed}/{number}/{seat}", process_time), game)  # seconds of one core, however busy
        for seat, name in enumerate(names)
    ]
    error, worth = "", 0.5
    try:
        play_out(game, bots)
    except BotFailed as failed:  # who cannot play on has lost
        error, worth = f"game {number}: {names[failed.seat]}: {failed}", float(failed.seat != our_seat)
    except Exception as broken:  # whatever breaks, the other games go on and the report says so
        error = f"game {number}: {fault(broken) or typed_line(broken)}"
    if game.outcome is not None:
        worth = score(game.outcome, our_seat)
    times: dict[str, list[float]] = {}
    for name, bot in zip(names, bots, strict=True):
        times.setdefault(name, []).extend(bot.times)
    return LadderGame(worth, times, error)


def standing(ruleset_id: str, pair: Pair, played: Sequence[LadderGame]) -> PairResult:
    wins = sum(one.worth == 1 for one in played)
    draws = sum(0 < one.worth < 1 for one in played)
    low, high = wilson(wins, len(played))
    return PairResult(
        ruleset_id, pair.ours, pair.theirs, len(played), wins, draws, len(played) - wins - draws,
        wins / len(played), low, high,
        {name: pace(name, [t for one in played for t in one.times.get(name, ())]) for name in (pair.ours, pair.theirs)},
        [one.error for one in played if one.error],
    )  # fmt: skip


def pace(name: str, times: Sequence[float]) -> BotPace:
    budget = seconds_of(name)
    if not times:
        return BotPace(0, 0.0, 0.0, 0)
    return BotPace(len(times), median(times), max(times), sum(time > TOLERANCE * budget for time in times))
