"""Games in an SQLite file. One server at a time uses it, with all its workers; a second one is refused at the door."""

from __future__ import annotations

import fcntl
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec

from sandtable.server.store import REVISION, Execute, News, Row, Store, StoreError

BUSY = 10
"""Seconds to wait for somebody else who has the file."""


class Post(Protocol):
    """Carries messages to the other workers of this server, and theirs to us."""

    def send(self, message: bytes) -> None:
        """From any thread."""

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Calls `hear` on the event loop."""


class SqliteStore(Store):
    """Workers of one server share the file: the server itself holds the lock that keeps other servers out, and they
    write in turn (`writers`). What one has written it tells the others by `post`."""

    def __init__(self, path: str) -> None:
        super().__init__()
        if not path or path == ":memory:":
            raise StoreError("name a file for the games")
        self.path = Path(path)
        self.process = secrets.token_hex(8)
        self._connection: sqlite3.Connection | None = None
        self._lock: IO[str] | None = None
        self._post: Post | None = None
        self._writers: IO[str] | None = None
        self._told: list[News] = []

    def share(self, post: Post) -> None:
        """From now on other workers write to the same file."""
        self.shared, self._post = True, post

    def _prepare(self) -> None:
        if self._post is not None:
            self._writers = self._beside(".writers").open("w")
            return  # the server has prepared it for all its workers
        try:
            if self.path.is_dir():
                raise StoreError(f"{self.path} is a folder; name a file in it (--db)")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._beside(".lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"another server uses {self.path}; give this one another file (--db)") from None
        except OSError as error:
            raise StoreError(f"cannot use {self.path}: {error.strerror}") from error
        try:
            if self._revision() != REVISION:
                from sandtable.server.migrate import upgrade

                upgrade(f"sqlite:///{self.path.resolve()}")
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} is not a database of ours, or it is damaged: {error}") from error

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def _revision(self) -> str:
        connection = sqlite3.connect(self.path)
        try:
            return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        except (sqlite3.OperationalError, TypeError):
            return ""
        finally:
            connection.close()

    def _connect(self) -> None:
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=BUSY)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._connection = connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        for held in (self._lock, self._writers):
            if held is not None:
                held.close()
        self._lock = self._writers = None

    def _transaction(self, works: Sequence[Callable[[Execute], Any]], reads: bool) -> list[Any]:
        if self._connection is None:
            self._connect()
        connection = self._connection
        assert connection is not None

        def execute(sql: str, *values: Any) -> list[Row]:
            return connection.execute(sql, values).fetchall()

        self._told.clear()
        with self._turn_to_write(reads):
            connection.execute("BEGIN" if reads else "BEGIN IMMEDIATE")
            try:
                results = [work(execute) for work in works]
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        if self._told and self._post is not None:
            self._post.send(msgspec.json.encode(self._told))
        return results

    @contextmanager
    def _turn_to_write(self, reads: bool) -> Iterator[None]:
        """SQLite itself lets a second writer sleep and look again; who waits for a lock is woken at once."""
        if reads or self._writers is None:
            yield
            return
        fcntl.flock(self._writers, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._writers, fcntl.LOCK_UN)

    # ---- telling the other workers ---------------------------------------------------------------------

    def _tell(self, execute: Execute, game: str, number: int) -> None:
        if self._post is not None:
            self._told.append(News(self.process, game, number))

    async def shout(self, message: bytes) -> None:
        if self._post is not None:
            self._post.send(msgspec.json.encode([News(self.process, body=message.decode())]))

    def listen(self, hear: Callable[[bytes | None], None]) -> None:
        def heard(message: bytes) -> None:
            for told in msgspec.json.decode(message, type=list[msgspec.Raw]):
                hear(bytes(told))

        if self._post is not None:
            self._post.listen(heard)
