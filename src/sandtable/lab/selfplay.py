"""Whole games between bots, repeatable from a seed."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct

from sandtable.bots import Bot, ask, make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import IllegalAnswer, SandtableError, one_line, typed_line
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Ruleset, Setup
from sandtable.lab.pool import pool

LONGEST = 50_000
"""Decisions after which a game counts as endless."""
REDRAWS = 2000
SELDOM = (10_000, 50, 10_000)
"""How many things are made before the collector of garbage looks: a game leaves hardly any that it alone can find."""


class BotFailed(SandtableError):
    """The bot of this seat has broken down, or answered something that is not legal."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class Tally(Struct):
    """What came of a run of games. `winners` counts wins by seat name and draws."""

    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    winners: dict[str, int]
    errors: list[str]
    final_hash: str


class GameEnd(Struct, frozen=True):
    """How one game of a run ended."""

    decisions: int
    winner: str
    hash: str
    error: str = ""


def selfplay(
    ruleset_id: str,
    games: int,
    seats: Sequence[str],
    seed: str,
    setup: Setup | None = None,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
) -> Tally:
    """Plays `games` games. Without a set-up each game draws one that has as many seats as there are bots. However many
    processes play, the same games come out."""
    if not seats:
        raise SandtableError("name at least one bot")
    find_ruleset(ruleset_id)
    for name in seats:
        make_bot(name, "")
    start = perf_counter()
    ends = []
    for end in _ends(ruleset_id, games, tuple(seats), seed, setup, processes):
        ends.append(end)
        progress(len(ends))
    seconds = perf_counter() - start
    decisions = sum(end.decisions for end in ends)
    winners = Counter(end.winner for end in ends if not end.error)
    return Tally(
        games, decisions, round(seconds, 3), round(decisions / seconds, 1) if seconds else 0.0,
        dict(sorted(winners.items())), [f"game {n}: {end.error}" for n, end in enumerate(ends) if end.error],
        sha256("".join(end.hash for end in ends).encode()).hexdigest(),
    )  # fmt: skip


def _ends(
    ruleset_id: str, games: int, seats: tuple[str, ...], seed: str, setup: Setup | None, processes: int
) -> Iterator[GameEnd]:
    """The games one after the other, whoever plays them."""
    if processes == 1:
        for number in range(games):
            yield one_game(ruleset_id, seats, f"{seed}/{number}", setup)
        return
    with pool(processes) as working:
        jobs = [working.submit(one_game, ruleset_id, seats, f"{seed}/{number}", setup) for number in range(games)]
        try:
            for job in jobs:
                yield job.result()
        except BaseException:
            working.shutdown(wait=False, cancel_futures=True)
            raise


def one_game(ruleset_id: str, seats: Sequence[str], seed: str, setup: Setup | None) -> GameEnd:
    """A game from its seed alone. Whatever breaks, it is told and not raised: the other games go on."""
    rules = find_ruleset(ruleset_id)
    chosen = _draw(rules, Random(seed), len(seats)) if setup is None else setup
    game = Game(rules, chosen, {}, Seeded.from_text(seed), events=False)
    names = [seats[i % len(seats)] for i in range(len(game.seats))]
    bots = [make_bot(name, f"{seed}/{i}") for i, name in enumerate(names)]
    try:
        with collecting_seldom():
            return GameEnd(play_out(game, bots), _winner(game), game.hash())
    except BotFailed as failed:
        return GameEnd(0, "", "", f"{names[failed.seat]} at seat {failed.seat}: {failed}")
    except Exception as error:
        return GameEnd(0, "", "", fault(error) or typed_line(error))


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """While games are played the collector of garbage looks seldom: it finds next to nothing."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play_out(game: Game[Any], bots: Sequence[Bot]) -> int:
    """Plays a game to its end; returns the number of decisions. Raises BotFailed."""
    decisions = 0
    while (question := game.question) is not None:
        assert isinstance(question, Question), "bots do not type in dice"
        seat = question.seat
        try:
            answer = ask(bots[seat], game)
        except Exception as error:
            raise BotFailed(seat, fault(error) or typed_line(error)) from error
        try:
            game.answer(answer)
        except IllegalAnswer as refused:
            raise BotFailed(seat, f"illegal answer: {one_line(refused)}") from refused
        decisions += 1
        if decisions > LONGEST:
            raise SandtableError(f"the game has not ended after {LONGEST} decisions")
    return decisions


def _draw(rules: Ruleset[Any], rng: Random, seats: int) -> Setup:
    """A random set-up with this many seats, for the house rules as they stand."""
    for _ in range(REDRAWS):
        setup, _options = rules.random_setup(rng)
        if len(rules.seats(rules.begin(setup, rules.rulebook.options({})))) == seats:
            return setup
    raise SandtableError(f"{rules.id} has no set-up for {seats} players")


def _winner(game: Game[Any]) -> str:
    outcome = game.outcome
    assert outcome is not None
    return f"seat {outcome.seats[0]}" if len(outcome.seats) == 1 else "several" if outcome.seats else "draw"
