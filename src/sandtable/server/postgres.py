"""Games in PostgreSQL. Several servers may share it: they hear of each other's records by NOTIFY."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import psycopg

from sandtable.engine.errors import one_line
from sandtable.server.store import REVISION, Execute, News, Row, Store, StoreError

CHANNEL = "sandtable"
PATIENCE = 10
"""Seconds to wait for a connection."""


class PostgresStore(Store):
    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.process = secrets.token_hex(8)
        self._connection: psycopg.Connection[Row] | None = None
        self._stop = threading.Event()
        self._listener: threading.Thread | None = None

    def _prepare(self) -> None:
        try:
            with psycopg.connect(self.url, connect_timeout=PATIENCE) as connection:
                known = connection.execute("SELECT to_regclass('alembic_version')").fetchone()
                found = connection.execute("SELECT version_num FROM alembic_version") if known and known[0] else None
                revision = found.fetchone() if found else None
        except psycopg.Error as error:
            raise StoreError(f"cannot reach the database: {one_line(error)[:200]}") from error
        if revision is None or revision[0] != REVISION:
            from sandtable.server.migrate import upgrade

            upgrade(self.url.replace("postgresql://", "postgresql+psycopg://", 1))

    def _connect(self) -> None:
        try:
            self._connection = psycopg.connect(self.url, connect_timeout=PATIENCE)
        except psycopg.Error as error:
            raise StoreError(f"cannot reach the database: {one_line(error)[:200]}") from error

    def _disconnect(self) -> None:
        self._stop.set()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _transaction(self, works: Sequence[Callable[[Execute], Any]], reads: bool) -> list[Any]:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connect()
        connection = self._connection
        assert connection is not None

        def execute(sql: str, *values: Any) -> list[Row]:
            cursor = connection.execute(sql.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []

        with connection.transaction():
            return [work(execute) for work in works]

    # ---- telling and hearing ---------------------------------------------------------------------------

    def _tell(self, execute: Execute, game: str, number: int) -> None:
        told = msgspec.json.encode(News(self.process, game, number)).decode()
        execute("SELECT pg_notify(?, ?)", CHANNEL, told)

    async def shout(self, message: bytes) -> None:
        told = msgspec.json.encode(News(self.process, body=message.decode())).decode()
        await self._do(lambda execute: execute("SELECT pg_notify(?, ?)", CHANNEL, told))

    def listen(self, hear: Callable[[bytes | None], None]) -> None:
        self._listener = threading.Thread(target=self._hear, args=(hear,), name="listener", daemon=True)
        self._listener.start()

    def _hear(self, hear: Callable[[bytes | None], None]) -> None:
        while not self._stop.is_set():
            try:
                self._hear_while_connected(hear)
            except (psycopg.Error, OSError):
                self._stop.wait(1)
            except RuntimeError:
                return  # the loop has stopped

    def _hear_while_connected(self, hear: Callable[[bytes | None], None]) -> None:
        assert self._loop is not None
        with psycopg.connect(self.url, autocommit=True, connect_timeout=PATIENCE) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._loop.call_soon_threadsafe(hear, None)
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=1):
                    if msgspec.json.decode(notice.payload, type=News).process != self.process:
                        self._loop.call_soon_threadsafe(hear, notice.payload.encode())
