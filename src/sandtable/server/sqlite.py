"""Games in an SQLite file. One server at a time uses it; a second one is refused at the door."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from sandtable.server.store import REVISION, Execute, Row, Store, StoreError


class SqliteStore(Store):
    def __init__(self, path: str) -> None:
        super().__init__()
        if not path or path == ":memory:":
            raise StoreError("name a file for the games")
        self.path = Path(path)
        self._connection: sqlite3.Connection | None = None
        self._lock: IO[str] | None = None

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self.path.with_name(self.path.name + ".lock").open("w")
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
            raise StoreError(f"{self.path} is not a database of ours: {error}") from error

    def _revision(self) -> str:
        connection = sqlite3.connect(self.path)
        try:
            return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        except (sqlite3.OperationalError, TypeError):
            return ""
        finally:
            connection.close()

    def _connect(self) -> None:
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._connection = connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _transaction(self, works: Sequence[Callable[[Execute], Any]]) -> list[Any]:
        if self._connection is None:
            self._connect()
        connection = self._connection
        assert connection is not None

        def execute(sql: str, *values: Any) -> list[Row]:
            return connection.execute(sql, values).fetchall()

        connection.execute("BEGIN IMMEDIATE")
        try:
            results = [work(execute) for work in works]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results
