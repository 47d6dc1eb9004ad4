"""Random games over everything a ruleset has, looking for what must not happen: an exception, a dead end, an endless
game, a save that does not lead to the same future, a game that does not repeat."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from msgspec import Struct, json

from sandtable.engine import save
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import typed_line
from sandtable.engine.game import Game
from sandtable.engine.questions import options_of
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.selfplay import LONGEST

BATCH = 100


class Findings(Struct):
    games: int
    decisions: int
    longest: int
    saves: int
    errors: list[str]
    final_hash: str


class _Batch(Struct):
    hashes: list[str]
    decisions: int = 0
    longest: int = 0
    saves: int = 0
    errors: list[str] = []


def fuzz(
    ruleset_id: str, games: int, seed: str, processes: int = 2, progress: Callable[[int], None] = lambda done: None
) -> Findings:
    """Plays the games in several processes, then the first tenth once more in a new one and compares."""
    find_ruleset(ruleset_id)
    starts = range(0, games, BATCH)
    with _pool(processes) as pool:
        done = []
        jobs = [pool.submit(_batch, ruleset_id, seed, start, min(games, start + BATCH)) for start in starts]
        try:
            for job in jobs:
                done.append(job.result())
                progress(min(games, BATCH * len(done)))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    errors = [error for batch in done for error in batch.errors]
    hashes = [one for batch in done for one in batch.hashes]
    again = max(1, games // 10)
    with _pool(1) as pool:
        repeated = pool.submit(_batch, ruleset_id, seed, 0, again).result()
    for number, (first, second) in enumerate(zip(hashes, repeated.hashes, strict=False)):
        if first != second:
            errors.append(f"game {number}: another process came to another end")
    return Findings(
        games=games,
        decisions=sum(batch.decisions for batch in done),
        longest=max((batch.longest for batch in done), default=0),
        saves=sum(batch.saves for batch in done),
        errors=errors,
        final_hash=sha256("".join(hashes).encode()).hexdigest(),
    )


def _pool(processes: int) -> ProcessPoolExecutor:
    """Workers leave Ctrl-C to the process that started them."""
    return ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN)
    )


def _batch(ruleset_id: str, seed: str, first: int, end: int) -> _Batch:
    batch = _Batch([], errors=[])
    for number in range(first, end):
        try:
            _one_game(ruleset_id, f"{seed}/{number}", batch)
        except Exception as error:  # every failure is a finding, none may stop the run
            batch.errors.append(f"game {number}: {(fault(error) or typed_line(error))[:400]}")
            batch.hashes.append("")
    return batch


def _one_game(ruleset_id: str, seed: str, batch: _Batch) -> None:
    rules = find_ruleset(ruleset_id)
    rng = Random(seed)
    setup, options = rules.random_setup(rng)
    game = Game(rules, setup, options, Seeded.from_text(seed, ["fuzz"]), events=rng.random() < 0.2)
    stop = rng.randint(0, 150)
    decisions = _play(game, rng, stop, strict=rng.random() < 0.05)
    twin, state = _reloaded(game), rng.getstate()
    decisions += _play(game, rng, LONGEST)
    if not game.over:
        raise AssertionError(f"not over after {decisions} decisions")
    rng.setstate(state)
    _play(twin, rng, LONGEST)
    if twin.hash() != game.hash():
        raise AssertionError(f"the save after {stop} decisions led to another end")
    if rng.random() < 0.1 and not (verdict := save.verify(save.save(game))).ok:
        raise AssertionError(f"does not verify: input {verdict.at}: {verdict.problem}")
    game.log()
    batch.saves += 1
    batch.decisions += decisions
    batch.longest = max(batch.longest, decisions)
    batch.hashes.append(game.hash())


def _reloaded(game: Game[Any]) -> Game[Any]:
    return save.load(save.read(save.to_json(save.save(game))), events=False)


def _play(game: Game[Any], rng: Random, most: int, strict: bool = False) -> int:
    for decisions in range(most):
        question = game.question
        if question is None:
            return decisions
        if next(question.legal(), None) is None:
            raise AssertionError(f"a dead end: {question.prompt}")
        if strict:
            conform(game, question)
        game.answer(question.pick(rng))
    return most


def conform(game: Game[Any], question: Any) -> None:
    """What a ruleset owes at every question: distinct options, clauses that exist, JSON, and steps that ask before they
    act (a step that acts first would act twice in a copy)."""
    ids = [option.id for option in options_of(question)]
    if len(set(ids)) < len(ids):
        raise AssertionError(f"two options have the same id: {question.prompt}")
    known = game.ruleset.rulebook.clauses
    cited = [question.clause, *(absent.clause for absent in question.absent)]
    cited += [option.clause for option in options_of(question)]
    cited += [clause for event in game.events or () for clause in event.clauses]
    for clause in cited:
        if clause and clause not in known:
            raise AssertionError(f"the clause {clause} is not in the rulebook: {question.prompt}")
    json.encode([question.wire(), game.view(question.seat), game.view(None)])
    if game.clone().hash() != game.hash():
        raise AssertionError(
            f"a copy differs: a step acted before it asked, or a clone shares something: {question.prompt}"
        )
