"""The games of a study in an SQLite file that anybody can read: one row for each game, each side of it, each clause
that was at work and each model that fell. What is in it need not be played again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import astuple

import sandtable
from sandtable.engine.errors import SandtableError, one_line
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.study.plan import Fixture, Study, fixtures, variant_name
from sandtable.lab.study.record import Death, GameRow, SideRow

SCHEMA = """
create table if not exists about (name text primary key, value text) without rowid;
create table if not exists fixture (fixture integer primary key, battle text, forces text, lineup text, variant text);
create table if not exists game (
    fixture integer, number integer, decisions integer, choices integer, options integer, chapters integer,
    first integer, hash text, withheld integer, error text, primary key (fixture, number)) without rowid;
create table if not exists side (
    fixture integer, number integer, seat integer, name text, bot text, worth real, models integer, lost integer,
    tries integer, won integer, expected real, primary key (fixture, number, seat)) without rowid;
create table if not exists clause (
    fixture integer, number integer, clause text, times integer, primary key (fixture, number, clause)) without rowid;
create table if not exists death (
    fixture integer, number integer, place integer, seat integer, name text, chapter integer, x real, y real,
    primary key (fixture, number, place)) without rowid;
"""
TABLES = {"game": "fixture, number", "side": "fixture, number, seat", "clause": "fixture, number, clause",
          "death": "fixture, number, place"}  # fmt: skip
"""What is played, with the order in which it is read."""
PLAIN_COLUMNS = ("decisions", "choices", "options", "chapters", "first", "hash", "withheld", "error")


class Results:
    """An open file of results. `Results.of(study, path)` begins one or goes on with it; `Results.read(path)` reads."""

    def __init__(self, connection: sqlite3.Connection, study: Study) -> None:
        self.connection, self.study = connection, study
        self.fixtures: list[Fixture] = fixtures(study)

    @classmethod
    def of(cls, study: Study, path: Path) -> Results:
        connection = _opened(path)
        connection.executescript(SCHEMA)
        kept = dict(connection.execute("select name, value from about"))
        if kept.get("fingerprint", study.fingerprint) != study.fingerprint:
            connection.close()
            raise SandtableError(
                f"{path} holds the games of another study, of other rules or of another version of them: "
                "name another file with --results, or remove it"
            )
        results = cls(connection, study)
        about = {
            "fingerprint": study.fingerprint,
            "study": msgspec.json.encode(study).decode(),
            "sandtable": sandtable.__version__,
            "rules": find_ruleset(study.ruleset).version,
        }
        with connection:
            connection.executemany("insert or replace into about values (?, ?)", about.items())
            connection.executemany(
                "insert or replace into fixture values (?, ?, ?, ?, ?)",
                [(one.index, one.battle, " : ".join(one.forces), one.lineup, variant_name(study, one.variant))
                 for one in results.fixtures],
            )  # fmt: skip
        return results

    @classmethod
    def read(cls, path: Path) -> Results:
        if not path.is_file():
            raise SandtableError(f"there are no results at {path}")
        connection = _opened(path)
        try:
            kept = dict(connection.execute("select name, value from about"))
            study = msgspec.json.decode(kept["study"], type=Study)
        except (sqlite3.Error, KeyError, msgspec.MsgspecError) as error:
            connection.close()
            raise SandtableError(f"{path} holds no results of a study: {one_line(error)}") from error
        return cls(connection, study)

    def close(self) -> None:
        self.connection.close()

    # ---- writing -----------------------------------------------------------------------------------

    def add(self, rows: Iterable[GameRow]) -> None:
        """Keeps these games, all or none. A game that is there already stays as it is: it is the same one."""
        with self.connection as db:
            for row in rows:
                key = row.fixture, row.number
                plain = [getattr(row, name) for name in PLAIN_COLUMNS]
                if not db.execute(_insert("game", 10), (*key, *plain)).rowcount:
                    continue
                db.executemany(_insert("side", 11), [(*key, *astuple(side)) for side in row.sides])
                db.executemany(_insert("clause", 4), [(*key, *item) for item in row.clauses.items()])
                fell = [(*key, place, *astuple(death)) for place, death in enumerate(row.deaths)]
                db.executemany(_insert("death", 8), fell)

    # ---- reading -----------------------------------------------------------------------------------

    def played(self, fixture: int) -> set[int]:
        """The numbers of the games that are there."""
        return {number for (number,) in self.rows("select number from game where fixture = ?", (fixture,))}

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self.connection.execute(sql, values).fetchall()

    def sides(self) -> Iterator[tuple[int, int, SideRow]]:
        """Every side of every game that was played to its end: fixture, number, side."""
        asked = "select side.* from side join game using (fixture, number) where error = '' order by 1, 2, 3"
        for fixture, number, *line in self.connection.execute(asked):
            yield fixture, number, SideRow(*line)

    def deaths(self) -> Iterator[tuple[int, Death]]:
        asked = "select fixture, seat, name, chapter, x, y from death order by fixture, number, place"
        for fixture, *line in self.connection.execute(asked):
            yield fixture, Death(*line)

    def digest(self) -> str:
        """The same for the same games, whoever played them, in whatever order."""
        found = sha256()
        for table, order in TABLES.items():
            for row in self.connection.execute(f"select * from {table} order by {order}"):
                found.update(repr(row).encode())
        return found.hexdigest()


def frames(path: Path) -> dict[str, Any]:
    """The tables of a results file as polars data frames by name, for notebooks. Polars, because it reads SQLite rows
    with their types, has no index to explain, and is one package."""
    try:
        import polars
    except ImportError:
        raise SandtableError("data frames need polars: pip install 'sandtable-wargames[lab]'") from None
    results = Results.read(path)
    try:
        return {
            table: polars.read_database(f"select * from {table}", results.connection, infer_schema_length=None)
            for table in ("fixture", *TABLES)
        }
    finally:
        results.close()


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path)
        connection.execute("pragma journal_mode = wal")
        return connection
    except sqlite3.Error as error:
        raise SandtableError(f"cannot keep results in {path}: {one_line(error)}") from error


def _insert(table: str, columns: int) -> str:
    return f"insert or ignore into {table} values ({', '.join('?' * columns)})"
