"""Brings the tables of a database up to date."""

from __future__ import annotations

from pathlib import Path

from sandtable.server.store import StoreError


def upgrade(url: str, revision: str = "head") -> None:
    """Runs the migrations; `url` as SQLAlchemy writes it."""
    try:
        from alembic import command
        from alembic.config import Config
        from alembic.util.exc import CommandError
        from sqlalchemy.exc import SQLAlchemyError
    except ImportError:
        raise StoreError("the server needs more packages: pip install 'sandtable-wargames[server]'") from None
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    try:
        if revision == "base":
            command.downgrade(config, revision)
        else:
            command.upgrade(config, revision)
    except CommandError as error:  # it knows no such revision
        raise StoreError(
            f"the database was made by a newer Sandtable: update this one, or use another database (--db)"
            f" ({' '.join(str(error).split())[:100]})"
        ) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be brought up to date: {' '.join(str(error).split())[:200]}") from error
