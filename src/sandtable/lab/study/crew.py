"""Who plays the games of a study: processes of this machine, or a Dask cluster. Both get batches and give rows back;
a batch that is lost with its worker is played again, and since a game's number decides everything about it, nobody can
tell who played it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol

from msgspec import Struct

from sandtable.engine.errors import SandtableError, one_line
from sandtable.lab.pool import pool
from sandtable.lab.study.plan import Fixture, Study
from sandtable.lab.study.record import GameRow, play_games

AHEAD = 3
"""Batches for each process that wait in its queue."""
FAILURES = 5
"""Times in a row that all processes may die before we believe that they always will."""


class Batch(Struct, frozen=True):
    """Games of one fixture, from `start` up to but not including `end`."""

    study: Study
    fixture: Fixture
    start: int
    end: int

    def play(self) -> list[GameRow]:
        return play_games(self.study, self.fixture, range(self.start, self.end))


class Crew(Protocol):
    """Takes batches as long as there are any, and gives what has been played, in any order."""

    def play(self, batches: Iterable[Batch]) -> Iterator[list[GameRow]]: ...


class Alone:
    """This process itself: nothing is started, and the first error is seen where it happens."""

    def play(self, batches: Iterable[Batch]) -> Iterator[list[GameRow]]:
        for batch in batches:
            yield batch.play()


class Processes:
    """So many processes of this machine. If one of them is killed, its batches go to others."""

    def __init__(self, number: int) -> None:
        self._number = number

    def play(self, batches: Iterable[Batch]) -> Iterator[list[GameRow]]:
        coming = iter(batches)
        lost: deque[Batch] = deque()
        failures = 0
        while True:
            waiting: dict[Future[list[GameRow]], Batch] = {}
            with pool(self._number) as working:
                try:
                    while self._fill(working, waiting, lost, coming):
                        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                            rows = future.result()
                            del waiting[future]
                            failures = 0
                            yield rows
                    return
                except BrokenProcessPool:
                    lost.extend(waiting.values())
                    failures += 1
                except BaseException:
                    working.shutdown(wait=False, cancel_futures=True)
                    raise
            if failures == FAILURES:
                raise SandtableError(f"the processes that play games have died {FAILURES} times in a row")

    def _fill(
        self,
        working: ProcessPoolExecutor,
        waiting: dict[Future[list[GameRow]], Batch],
        lost: deque[Batch],
        coming: Iterator[Batch],
    ) -> bool:
        """Keeps the queue long enough that nobody is idle; is anything left?"""
        while len(waiting) < AHEAD * self._number:
            batch = lost.popleft() if lost else next(coming, None)
            if batch is None:
                break
            waiting[working.submit(batch.play)] = batch
        return bool(waiting)


class Cluster:
    """The workers of a Dask scheduler at this address; they must have this version of Sandtable installed."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise SandtableError("a cluster needs Dask: pip install 'sandtable-wargames[cluster]'") from None
        try:
            self._client = Client(address, timeout=10)
        except (OSError, ValueError) as error:
            raise SandtableError(f"no Dask scheduler answers at {address}: {one_line(error)}") from error

    def play(self, batches: Iterable[Batch]) -> Iterator[list[GameRow]]:
        """Dask itself gives the work of a lost worker to another one."""
        from distributed import as_completed

        coming = iter(batches)
        with self._client:
            found = as_completed(self._submit(coming, AHEAD * max(1, len(self._client.scheduler_info()["workers"]))))
            for future in found:
                rows = future.result()
                found.update(self._submit(coming, 1))
                yield rows

    def _submit(self, coming: Iterator[Batch], most: int) -> list[object]:
        return [self._client.submit(Batch.play, one, pure=False, retries=FAILURES) for one in islice(coming, most)]
