"""The store, on SQLite and on PostgreSQL: the same promises."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic import command
from alembic.config import Config

from sandtable.server import migrate
from sandtable.server import store as stores
from sandtable.server.migrate import upgrade
from sandtable.server.records import Chat, Head, HeadSeat, Name, Stored, encode
from sandtable.server.store import Conflict, Store, StoreError, Summary, open_store

HEAD = Head("opportunity", "1.0.0", {}, {"a": "ü"}, [HeadSeat("person", "Ann", token="x")], "w", "server", "00" * 32)
PLAYING = Summary("playing", None)


def said(text: str) -> Chat:
    return Chat(room="players", text=text, name="Ann", seat=0)


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "games.db") if request.param == "sqlite" else request.getfixturevalue("postgres_db")


def with_store(db: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = open_store(db)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_what_was_stored_is_there_after_a_restart(db: str) -> None:
    async def write(store: Store) -> None:
        await store.create("g", HEAD, [said("one")], 100, PLAYING)
        await store.append("g", 1, [said("two \x00 \u2028"), Name(seat=0, name="Bob")], 200, PLAYING)

    async def read(store: Store) -> None:
        kept = await store.load("g")
        assert kept is not None
        assert kept.head == HEAD
        assert kept.created == 100
        assert kept.log == [
            Stored(1, 100, said("one")),
            Stored(2, 200, said("two \x00 \u2028")),
            Stored(3, 200, Name(seat=0, name="Bob")),
        ]
        assert await store.since("g", 2) == kept.log[2:]
        rows = await store.rows("g")
        assert rows is not None
        assert pickle.loads(pickle.dumps(rows)).read() == kept  # as a clerk gets it
        for unknown in ("h", "\x00", "ü"):
            assert await store.load(unknown) is None
            assert await store.rows(unknown) is None
        assert await store.count() == 1

    with_store(db, write)
    with_store(db, read)


def test_of_two_that_write_at_once_one_succeeds(db: str) -> None:
    async def work(store: Store) -> None:
        await store.create("g", HEAD, [], 1, PLAYING)
        done = await asyncio.gather(
            *(store.append("g", 0, [said(str(n))], 2, PLAYING) for n in range(20)), return_exceptions=True
        )
        assert sum(one is None for one in done) == 1
        assert sum(isinstance(one, Conflict) for one in done) == 19
        assert len(await store.since("g", 0)) == 1

    with_store(db, work)


def test_nobody_suffers_for_anothers_mistake(db: str) -> None:
    """Jobs that share a commit fail one by one."""

    async def work(store: Store) -> None:
        await store.create("g", HEAD, [], 1, PLAYING)
        again = store.create("g", HEAD, [], 1, PLAYING)  # the id is taken
        good = [store.create(f"h{n}", HEAD, [said("x")], 1, PLAYING) for n in range(10)]
        done = await asyncio.gather(*good[:5], again, *good[5:], return_exceptions=True)
        assert [isinstance(one, StoreError) for one in done] == [False] * 5 + [True] + [False] * 5
        assert await store.count() == 11

    with_store(db, work)


def test_many_jobs_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    finish = Store._finish

    def counted(self: Store, jobs: list[Any]) -> None:
        groups.append(len(jobs))
        finish(self, jobs)

    monkeypatch.setattr(Store, "_finish", counted)

    async def work(store: Store) -> None:
        await asyncio.gather(*(store.create(f"g{n}", HEAD, [], 1, PLAYING) for n in range(300)))

    with_store(str(tmp_path / "games.db"), work)
    assert sum(groups) == 300
    assert max(groups) > 1
    assert max(groups) <= stores.LARGEST_GROUP


def test_whoever_comes_after_the_end_does_not_wait_for_ever(db: str) -> None:
    async def work(store: Store) -> None:
        early = [asyncio.ensure_future(store.create(f"g{n}", HEAD, [], 1, PLAYING)) for n in range(20)]
        await asyncio.sleep(0)  # they have asked
        await store.close()
        await asyncio.gather(*early)
        with pytest.raises(StoreError, match="stops"):
            await store.create("late", HEAD, [], 1, PLAYING)

    with_store(db, work)


def test_clocks_that_have_run_out(db: str) -> None:
    async def work(store: Store) -> None:
        await store.create("early", HEAD, [], 1, Summary("playing", 50))
        await store.create("late", HEAD, [], 1, Summary("playing", 500))
        await store.create("never", HEAD, [], 1, PLAYING)
        assert await store.overdue(49) == []
        assert await store.overdue(50) == ["early"]
        await store.forgive(100)
        assert await store.overdue(99) == []
        assert await store.overdue(1000) == ["early", "late"]
        await store.append("early", 0, [said("x")], 2, PLAYING)
        assert await store.overdue(1000) == ["late"]

    with_store(db, work)


def test_games_that_anybody_may_watch(db: str) -> None:
    async def work(store: Store) -> None:
        await store.create("secret", HEAD, [], 1, PLAYING)
        await store.create("old", HEAD, [], 1, PLAYING, True)
        await store.create("new", HEAD, [], 2, PLAYING, True)
        await store.create("done", HEAD, [], 3, Summary("over", None), True)
        assert await store.listed(10) == [("new", 2), ("old", 1)]
        assert await store.listed(1) == [("new", 2)]

    with_store(db, work)


def test_one_server_for_a_file(tmp_path: Path) -> None:
    async def second(store: Store) -> None:
        with pytest.raises(StoreError, match="another server uses"):
            await open_store(str(tmp_path / "games.db")).open()

    with_store(str(tmp_path / "games.db"), second)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://x/y", "no database of the kind 'mysql'"),
        ("sqlite:///", "name a file"),
        ("/proc/none/games.db", "cannot use"),
        ("postgresql://localhost:1/none?connect_timeout=1", "cannot reach the database"),
    ],
)
def test_a_bad_address_is_one_clear_line(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        with_store(url, lambda store: store.count())


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("this is a letter, not a database, and it is long enough to be looked at")
    with pytest.raises(StoreError, match="not a database"):
        with_store(str(tmp_path / "games.db"), lambda store: store.count())


def test_the_newest_migration_is_the_one_we_need() -> None:
    folder = Path(stores.__file__).parent / "migrations" / "versions"
    newest = sorted(path.name for path in folder.glob("[0-9]*.py"))[-1]
    assert newest.startswith(stores.REVISION)


def rows(db: str) -> list[tuple[Any, ...]]:
    """Every row of games and records, without what only newer tables have."""

    async def work(store: Store) -> list[tuple[Any, ...]]:
        columns = "id, created, touched, number, status, deadline, listed, head"
        games = f"SELECT {columns} FROM games ORDER BY id"
        records = "SELECT game, number, time, body FROM records ORDER BY game, number"
        found = await store._do(lambda execute: [*execute(games), *execute(records)])
        return [tuple(row) for row in found]

    found: list[tuple[Any, ...]] = with_store(db, work)
    return found


def downgrade(url: str, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.attributes["url"] = url
    command.downgrade(config, revision)


def revisions() -> list[str]:
    folder = Path(stores.__file__).parent / "migrations" / "versions"
    return sorted(path.name[:4] for path in folder.glob("0*.py"))


def test_migrations_keep_the_games_both_ways(db: str) -> None:
    """Down to the first tables, step by step, and up again: every game and every record is as before, and opens."""

    async def write(store: Store) -> None:
        await store.create("waits", HEAD, [], 100, Summary("waiting", None, open=True), True)
        await store.create("played", HEAD, [said("one")], 200, Summary("playing", 500))
        await store.append("played", 1, [said("two \u2028 ü"), Name(seat=0, name="Bob")], 300, Summary("over", None))
        await store.create("broken", HEAD, [said("three")], 400, PLAYING)
        await store.set_aside("broken")

    async def open_all(store: Store) -> list[int]:
        kept = [await store.load(game) for game in ("waits", "played", "broken")]
        return [len(one.log) for one in kept if one is not None and one.head == HEAD]

    with_store(db, write)
    before = rows(db)
    assert len(before) == 3 + 4
    url = f"sqlite:///{db}" if "://" not in db else db.replace("postgresql://", "postgresql+psycopg://", 1)
    for target in reversed(revisions()[:-1]):
        downgrade(url, target)
    upgrade(url)
    assert rows(db) == before
    assert with_store(db, open_all) == [0, 3, 1]


def test_tables_of_the_first_release_are_brought_up_to_date_with_their_games(db: str) -> None:
    """A database that has only ever seen the first migration."""
    url = f"sqlite:///{db}" if "://" not in db else db.replace("postgresql://", "postgresql+psycopg://", 1)
    upgrade(url, revisions()[0])
    values = ("old", 1, 2, 1, "playing", None, 0, encode(HEAD))
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        games, records = (sqlalchemy.table(name, *map(sqlalchemy.column, columns)) for name, columns in OLD.items())
        connection.execute(games.insert().values(dict(zip(OLD["games"], values, strict=True))))
        record = ("old", 1, 2, encode(said("hello")))
        connection.execute(records.insert().values(dict(zip(OLD["records"], record, strict=True))))
    engine.dispose()

    async def read(store: Store) -> None:
        kept = await store.load("old")
        assert kept is not None
        assert (kept.head, kept.log) == (HEAD, [Stored(1, 2, said("hello"))])
        await store.append("old", 1, [said("again")], 3, PLAYING)

    with_store(db, read)


OLD = {
    "games": ("id", "created", "touched", "number", "status", "deadline", "listed", "head"),
    "records": ("game", "number", "time", "body"),
}
"""The tables of the first release."""


def test_migrations_go_up_and_down(db: str) -> None:
    url = f"sqlite:///{db}" if "://" not in db else db.replace("postgresql://", "postgresql+psycopg://")
    upgrade(url)
    upgrade(url, "base")
    upgrade(url)

    async def work(store: Store) -> int:
        await store.create("g", HEAD, [], 1, PLAYING)
        return await store.count()

    assert with_store(db, work) == 1


def test_two_processes_hear_of_each_other(postgres_db: str) -> None:
    async def run() -> None:
        one, two = open_store(postgres_db), open_store(postgres_db)
        await one.open()
        await two.open()
        heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        own: asyncio.Queue[bytes | None] = asyncio.Queue()
        try:
            two.listen(heard.put_nowait)
            one.listen(own.put_nowait)
            assert await heard.get() is None
            assert await own.get() is None
            await one.create("g", HEAD, [], 1, PLAYING)
            await one.append("g", 0, [said("x")], 1, PLAYING)
            assert b'"game":"g","number":1' in (await heard.get() or b"")
            await one.shout(b"hello")
            assert b'"body":"hello"' in (await heard.get() or b"")
            assert own.empty()
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())
