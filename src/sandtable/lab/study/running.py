"""Plays a study to its end, as far as it has not been played yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.lab.study.crew import Batch, Crew
from sandtable.lab.study.measures import shares
from sandtable.lab.study.plan import Fixture, Study
from sandtable.lab.study.store import Results

BATCH = 4
"""Games that one worker plays in one go; an even number, so that both games of a battle are in the same batch."""
BLOCK = 100
"""With a precision, a fixture is judged each time it has so many games more, and never in between: when it ends must
not depend on who plays how fast."""


def run(results: Results, crew: Crew, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Plays what is missing and returns how many games that were; `progress` hears of games played and to be played."""
    played = 0
    while batches := due(results):
        wanted = sum(batch.end - batch.start for batch in batches)
        done = 0
        for rows in crew.play(batches):
            results.add(rows)
            done += len(rows)
            progress(done, wanted)
        played += done
    return played


def due(results: Results) -> list[Batch]:
    """The games that are to be played next: of every fixture that has not had enough of them."""
    return [batch for fixture in results.fixtures for batch in _due(results, fixture)]


def _due(results: Results, fixture: Fixture) -> Iterator[Batch]:
    study, played = results.study, results.played(fixture.index)
    end = _enough(results, fixture, played)
    for start in range(0, end, BATCH):
        stop = min(start + BATCH, end)
        if not played.issuperset(range(start, stop)):
            yield Batch(study, fixture, start, stop)


def _enough(results: Results, fixture: Fixture, played: set[int]) -> int:
    """How many games the fixture should have by now."""
    study = results.study
    if not study.precision:
        return study.games
    whole = next(n for n in range(0, study.games + BLOCK, BLOCK) if not played.issuperset(range(n, n + BLOCK)))
    for games in range(BLOCK, min(whole, study.games) + 1, BLOCK):
        if _precise(results, fixture, games, study):
            return games
    return min(whole + BLOCK, study.games)


def _precise(results: Results, fixture: Fixture, games: int, study: Study) -> bool:
    found = shares(results, "seat", fixtures=[fixture.index], games=games)
    return bool(found) and all(one.high - one.low <= 2 * study.precision / 100 for one in found)
