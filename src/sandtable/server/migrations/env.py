"""Runs migrations, one process at a time."""

from alembic import context
from sqlalchemy import create_engine, text

LOCK = 7206144371
"""Any number that no other program on that PostgreSQL uses for its own lock."""

engine = create_engine(context.config.attributes["url"])
with engine.connect() as connection:
    if engine.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
        connection.commit()
    try:
        context.configure(connection=connection, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
    finally:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))
            connection.commit()
engine.dispose()
