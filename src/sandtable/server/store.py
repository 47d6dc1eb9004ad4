"""Where games are kept: SQLite in a file, or PostgreSQL. One thread does all the writing, many games in one commit."""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.engine.errors import SandtableError, one_line, shown
from sandtable.server.records import AnyRecord, Head, Millis, Status, Stored, decode_head, decode_record, encode

T = TypeVar("T")
Row = Sequence[Any]
Execute = Callable[..., list[Row]]
"""SQL with ? for values; gives the rows."""

LARGEST_GROUP = 256
"""Jobs that share a commit at the most."""
REVISION = "0002"
"""The newest migration. A test holds it against the folder."""


class StoreError(SandtableError):
    """The database cannot be reached, or does not do what it should."""


class Conflict(Exception):
    """Somebody else has written to this game in the meantime."""


class Summary(Struct, frozen=True):
    """What the list of games shows without folding a game."""

    status: Status
    deadline: Millis | None
    open: bool = False
    """May anybody sit down?"""


class Kept(Struct, frozen=True):
    """A game as it is kept."""

    head: Head
    created: Millis
    log: list[Stored]
    status: Status = "playing"


class Rows(Struct, frozen=True):
    """A game as the database has it: nothing of it has been read yet, so it travels quickly however long it is."""

    head: str
    created: Millis
    status: Status
    log: list[tuple[int, Millis, str]]

    def read(self) -> Kept:
        """Raises msgspec.MsgspecError, UnicodeError or RecursionError."""
        return Kept(decode_head(self.head), self.created, [_stored(row) for row in self.log], self.status)


class Torn(Exception):
    """What is stored of this game cannot be read."""


class News(Struct, frozen=True, omit_defaults=True):
    """What servers tell each other: game `game` has `number` records; or, in `body`, anything short."""

    process: str
    game: str = ""
    number: int = 0
    body: str = ""


class _Job(Struct):
    work: Callable[[Execute], Any]
    done: asyncio.Future[Any]
    reads: bool
    """It changes nothing."""


class Store(ABC):
    """All methods may be called from the event loop; the work is done in the store's own thread."""

    shared = False
    """May other processes write to it?"""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._prepare)
        self._thread.start()

    def prepare(self) -> None:
        """Brings the tables up to date, for others who will open it. Raises StoreError."""
        self._prepare()

    async def close(self) -> None:
        """What was asked before is still done; who asks afterwards is told so."""
        self._stopped = True
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    # ---- games ---------------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        head: Head,
        records: Sequence[AnyRecord],
        now: Millis,
        summary: Summary,
        listed: bool = False,
    ) -> None:
        def work(execute: Execute) -> None:
            execute(
                "INSERT INTO games (id, created, touched, number, status, deadline, listed, open, head)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                game, now, now, len(records), summary.status, summary.deadline, int(listed),
                now if summary.open else None, encode(head),
            )  # fmt: skip
            _insert(execute, game, 0, records, now)

        await self._do(work)

    async def append(self, game: str, after: int, records: Sequence[AnyRecord], now: Millis, summary: Summary) -> None:
        """Adds records behind number `after`. Raises Conflict if the log has gone on without us."""

        def work(execute: Execute) -> bool:
            hit = execute(
                "UPDATE games SET number = ?, touched = ?, status = ?, deadline = ?, open = ?"
                " WHERE id = ? AND number = ? RETURNING number",
                after + len(records), now, summary.status, summary.deadline, now if summary.open else None, game, after,
            )  # fmt: skip
            if hit:
                _insert(execute, game, after, records, now)
                self._tell(execute, game, after + len(records))
            return bool(hit)

        if not await self._do(work):
            raise Conflict

    async def rows(self, game: str) -> Rows | None:
        """All of a game, unread; None if there is none."""
        if not game.isascii() or not game.isprintable():
            return None  # no game is called so, and no database would take it
        return await self._do(lambda execute: _rows(execute, game), reads=True)

    async def load(self, game: str) -> Kept | None:
        """All of a game; None if there is none. Raises Torn."""
        if not game.isascii() or not game.isprintable():
            return None

        def work(execute: Execute) -> Kept | Torn | None:
            rows = _rows(execute, game)
            try:
                return None if rows is None else rows.read()
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                return Torn(one_line(error))

        found = await self._do(work, reads=True)
        if isinstance(found, Torn):
            raise found
        return found

    async def set_aside(self, game: str) -> None:
        """Nobody plays on in it: its clock stands, it is in no list, and nobody can sit down to it."""
        status = "CASE WHEN status = 'over' THEN 'over' ELSE 'aside' END"
        sql = f"UPDATE games SET status = {status}, deadline = NULL, open = NULL WHERE id = ?"
        await self._do(lambda execute: execute(sql, game))

    async def take_up(self, game: str, number: int, summary: Summary) -> None:
        """A game that was set aside can go on, unless somebody has written to it since record `number`."""
        sql = "UPDATE games SET status = ?, deadline = ? WHERE id = ? AND number = ? AND status = 'aside'"
        await self._do(lambda execute: execute(sql, summary.status, summary.deadline, game, number))

    async def since(self, game: str, number: int) -> list[Stored]:
        return await self._do(lambda execute: _log(execute, game, number), reads=True)

    async def listed(self, most: int) -> list[tuple[str, Millis]]:
        """Games that anybody may watch and that are being played, newest first, and when they were made."""
        sql = "SELECT id, created FROM games WHERE listed = 1 AND status = 'playing' ORDER BY touched DESC LIMIT ?"
        return [(row[0], row[1]) for row in await self._do(lambda execute: execute(sql, most), reads=True)]

    async def open_games(self, since: Millis, most: int) -> list[str]:
        """Games that anybody may sit down to and that somebody waits in since then, the longest waiting first."""
        sql = "SELECT id FROM games WHERE open >= ? ORDER BY created LIMIT ?"
        return [row[0] for row in await self._do(lambda execute: execute(sql, since, most), reads=True)]

    async def still_open(self, games: Sequence[str], now: Millis) -> None:
        """Somebody waits in these games."""

        def work(execute: Execute) -> None:
            for game in games:
                execute("UPDATE games SET open = ? WHERE id = ? AND open IS NOT NULL", now, game)

        await self._do(work)

    async def count(self) -> int:
        found = await self._do(lambda execute: execute("SELECT count(*) FROM games"), reads=True)
        return int(found[0][0])

    # ---- clocks --------------------------------------------------------------------------------------

    async def overdue(self, now: Millis) -> list[str]:
        """Games whose clock has run out."""
        sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT 100"
        return [row[0] for row in await self._do(lambda execute: execute(sql, now), reads=True)]

    async def forgive(self, until: Millis) -> None:
        """No clock runs out before `until`: the server was down."""
        await self._do(lambda execute: execute("UPDATE games SET deadline = ? WHERE deadline < ?", until, until))

    # ---- telling other processes -------------------------------------------------------------------------

    def _tell(self, execute: Execute, game: str, number: int) -> None:
        """Inside a transaction: others will hear of it once it is committed. A store of one process tells nobody."""
        return

    async def shout(self, message: bytes) -> None:
        """A short message to the other server processes, not kept."""
        return

    def listen(self, hear: Callable[[bytes | None], None]) -> None:
        """Calls `hear`, on the event loop, with what other processes tell; with None when something may have been
        missed."""
        return

    # ---- the thread --------------------------------------------------------------------------------------

    @abstractmethod
    def _prepare(self) -> None:
        """Brings the tables up to date. Raises StoreError."""

    @abstractmethod
    def _connect(self) -> None: ...

    @abstractmethod
    def _disconnect(self) -> None: ...

    @abstractmethod
    def _transaction(self, works: Sequence[Callable[[Execute], Any]], reads: bool) -> list[Any]:
        """Does all of them in one transaction, or raises and has done none. `reads`: nothing will be written. Raises
        StoreError where it is no use to try again at once."""

    async def _do(self, work: Callable[[Execute], T], reads: bool = False) -> T:
        assert self._loop is not None, "the store is not open"
        if self._stopped:
            raise StoreError("the server stops")  # nobody would ever do it, and whoever waits would wait for ever
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, done, reads))
        return await done

    def _run(self) -> None:
        stopping = False
        while not stopping:
            jobs = [self._jobs.get()]
            while len(jobs) < LARGEST_GROUP:
                try:
                    jobs.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            stopping = None in jobs
            asked = [job for job in jobs if job is not None]
            for reads in (False, True):
                if group := [job for job in asked if job.reads is reads]:
                    self._finish(group)
        self._disconnect()

    def _finish(self, jobs: list[_Job]) -> None:
        """One commit for all. If that fails, one for each, so that nobody suffers for another's job."""
        results: list[tuple[_Job, Any]] = []
        try:
            results = list(zip(jobs, self._transaction([job.work for job in jobs], jobs[0].reads), strict=True))
        except Exception as error:
            lost = error if isinstance(error, StoreError) else None
            for job in jobs:
                try:
                    results.append((job, lost or self._transaction([job.work], job.reads)[0]))
                except StoreError as error:
                    lost = error
                    results.append((job, lost))
                except Exception as error:
                    results.append((job, StoreError(f"the database refuses: {one_line(error)[:200]}")))
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(_deliver, results)
        except RuntimeError:
            return  # the loop has stopped: nobody waits any more


def _deliver(results: list[tuple[_Job, Any]]) -> None:
    for job, result in results:
        if job.done.done():
            continue
        if isinstance(result, StoreError):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)


def _insert(execute: Execute, game: str, after: int, records: Sequence[AnyRecord], now: Millis) -> None:
    for number, record in enumerate(records, after + 1):
        execute("INSERT INTO records (game, number, time, body) VALUES (?, ?, ?, ?)", game, number, now, encode(record))


def _log(execute: Execute, game: str, number: int) -> list[Stored]:
    return [_stored(row) for row in _records(execute, game, number)]


def _records(execute: Execute, game: str, number: int) -> list[Row]:
    return execute("SELECT number, time, body FROM records WHERE game = ? AND number > ? ORDER BY number", game, number)


def _stored(row: Row) -> Stored:
    return Stored(row[0], row[1], decode_record(row[2]))


def _rows(execute: Execute, game: str) -> Rows | None:
    found = execute("SELECT head, created, status FROM games WHERE id = ?", game)
    if not found:
        return None
    head, created, status = found[0]
    return Rows(head, created, status, [(row[0], row[1], row[2]) for row in _records(execute, game, 0)])


def open_store(url: str) -> Store:
    """A store by its address: a path, sqlite:///path or postgresql://user:password@host/name."""
    scheme, sign, rest = url.partition("://")
    if not sign:
        scheme, rest = "sqlite", "/" + url
    if scheme == "sqlite":
        from sandtable.server.sqlite import SqliteStore

        return SqliteStore(rest[1:])
    if scheme in ("postgresql", "postgres"):
        try:
            from sandtable.server.postgres import PostgresStore
        except ImportError:
            raise StoreError("PostgreSQL needs one more package: pip install 'sandtable-wargames[server]'") from None
        return PostgresStore(f"postgresql://{rest}")
    raise StoreError(f"no database of the kind {shown(scheme)}: use a path, sqlite:///path or postgresql://…")
