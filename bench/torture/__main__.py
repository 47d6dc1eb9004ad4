"""The command: see the package."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic
from typing import Any

from tests.server.postgres import fresh_database, postgres

from bench import torture
from bench.load import load
from bench.torture.crash import Crashes, crash
from bench.torture.hostile import Attacked, hostile
from bench.torture.victim import Fallen
from sandtable.engine.registry import ruleset_ids
from sandtable.lab.fuzz import fuzz

PARTS = ("crash", "hostile", "fuzz", "load")
DATABASES = ("sqlite", "postgresql")
CHUNK = 200
"""Games of a ruleset between two looks at the clock."""
OFTEN = 5.0
"""Seconds between two lines of progress."""

Rows = list[tuple[str, str, str, list[str]]]
"""Part, what, figures, falls."""


class Share:
    """A number to reach, or a share of the time; and a line now and then for those who wait."""

    def __init__(self, what: str, number: int | None, seconds: float) -> None:
        self.what, self.number, self.until = what, number, monotonic() + seconds
        self._told = monotonic()

    def go_on(self, done: int) -> bool:
        return done < self.number if self.number is not None else monotonic() < self.until

    def progress(self, done: int) -> None:
        if monotonic() - self._told > OFTEN:
            self._told = monotonic()
            wanted = (
                f"of {self.number:,}" if self.number is not None else f"{max(0, self.until - monotonic()):.0f} s left"
            )
            print(f"{self.what}: {done:,} {wanted}", file=sys.stderr, flush=True)


def crashes(asked: argparse.Namespace, seconds: float) -> dict[str, Crashes]:
    found = {}
    with ExitStack() as stack:
        for name in asked.databases:
            db = "" if name == "sqlite" else fresh_database(stack.enter_context(postgres()), "torture")
            share = Share(f"kills on {name}", asked.kills, seconds / len(asked.databases))
            found[name] = crash(name, db, f"{asked.seed}/{name}", share.go_on, share.progress)
    return found


def attacks(asked: argparse.Namespace, seconds: float) -> Attacked:
    share = Share("hostile messages", asked.messages, seconds)
    return hostile(asked.seed, share.go_on, share.progress)


def fuzzed(asked: argparse.Namespace, seconds: float) -> dict[str, dict[str, Any]]:
    """Chunk after chunk, each with a seed of its own that repeats it: `sandtable fuzz ID --seed SEED`."""
    found = {}
    for name in ruleset_ids():
        share = Share(f"fuzz of {name}", asked.fuzz, seconds / len(ruleset_ids()))
        games = decisions = odds = 0
        errors: list[str] = []
        while share.go_on(games):
            size = CHUNK if asked.fuzz is None else min(CHUNK, asked.fuzz - games)
            seed = f"{asked.seed}/{games}"
            one = fuzz(name, size, seed)
            games, decisions, odds = games + size, decisions + one.decisions, odds + one.odds
            errors += [f"--seed {seed}: {error}" for error in one.errors]
            share.progress(games)
        found[name] = {"games": games, "decisions": decisions, "odds": odds, "falls": errors}
    return found


def loads(asked: argparse.Namespace, seconds: float) -> list[dict[str, Any]]:
    found = []
    for games in asked.load:
        print(f"load: {games:,} games", file=sys.stderr, flush=True)
        length = asked.load_seconds or max(10.0, seconds / len(asked.load))
        found.append(load(ruleset_ids(), 2 * games, asked.think, length))
    return found


# ---- the report -----------------------------------------------------------------------------------


def rows_of(found: dict[str, Any]) -> Rows:
    rows: Rows = []
    for name, one in found.get("crash", {}).items():
        figures = (
            f"{one['kills']:,} kills survived, {one['acknowledged']:,} answers acknowledged in {one['games']:,} games"
        )
        rows.append(("crash", name, figures, one["falls"]))
    if one := found.get("hostile"):
        effect = "" if one["falls"] else " without effect"
        figures = f"{one['messages']:,} messages{effect} ({one['of_these_requests']:,} of them requests)"
        rows.append(("hostile", f"{one['games_unchanged']} games", figures, one["falls"]))
    for name, one in found.get("fuzz", {}).items():
        fault = "" if one["falls"] else " without fault"
        figures = f"{one['games']:,} games{fault}, {one['decisions']:,} decisions, {one['odds']:,} odds"
        rows.append(("fuzz", name, figures, one["falls"]))
    for one in found.get("load", []):
        ms = one["ms"]
        figures = f"p50 {ms.get('p50', '-')} ms, p99 {ms.get('p99', '-')} ms, {one['answers_per_second']} answers/s"
        rows.append(("load", f"{one['games_at_once']:,} games", figures, _falls_of_load(one)))
    return rows


def _falls_of_load(one: dict[str, Any]) -> list[str]:
    """Its errors, and answers that came too late."""
    if one["holds"]:
        return []
    p99, limit = one["ms"].get("p99"), one["limit_p99_ms"]
    late = [f"p99 {p99} ms is over the limit of {limit} ms"] if p99 is not None and p99 > limit else []
    return [*map(str, one["errors"]), *late] or ["nothing was answered"]


def show(rows: Rows, seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("part", "what", "figures", "falls", box=None)
    for part, what, figures, falls in rows:
        table.add_row(part, what, figures, str(len(falls)) if falls else "none")
    console = Console(width=140)
    console.print(table)
    for part, what, _, falls in rows:
        for fall in falls[:20]:
            print(f"{part}, {what}: {fall}")
    print(f"{'something fell' if any(row[3] for row in rows) else 'nothing fell'} in {seconds / 60:.1f} minutes")


# ---- the command ----------------------------------------------------------------------------------


def names(known: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        chosen = tuple(text.split(","))
        if unknown := [name for name in chosen if name not in known]:
            raise argparse.ArgumentTypeError(f"there is no {unknown[0]!r}, only {', '.join(known)}")
        return chosen

    return read


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.torture", description=torture.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10, help="shared out among the parts that have no number")
    parser.add_argument("--only", type=names(PARTS), default=PARTS, help=f"parts: {','.join(PARTS)}")
    parser.add_argument("--databases", type=names(DATABASES), default=DATABASES, help=",".join(DATABASES))
    parser.add_argument("--kills", type=int, help="on each database")
    parser.add_argument("--messages", type=int)
    parser.add_argument("--fuzz", type=int, help="games of each ruleset")
    parser.add_argument("--load", type=numbers, default=(300, 600, 1000), help="games at once, one run for each")
    parser.add_argument("--load-seconds", type=float, help="of each run; without it a share of the minutes")
    parser.add_argument("--think", type=float, default=5.0, help="seconds of thinking under load")
    parser.add_argument("--seed", default="torture", help="same seed, same clients and games")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    asked = arguments(argv)
    started = monotonic()
    timed = {"crash": asked.kills, "hostile": asked.messages, "fuzz": asked.fuzz, "load": asked.load_seconds}
    waiting = [part for part in asked.only if timed[part] is None]
    seconds = 60 * asked.minutes / max(1, len(waiting))
    found: dict[str, Any] = {}
    if "crash" in asked.only:
        found["crash"] = {name: one.wire() for name, one in crashes(asked, seconds).items()}
    if "hostile" in asked.only:
        found["hostile"] = attacks(asked, seconds).wire()
    if "fuzz" in asked.only:
        found["fuzz"] = fuzzed(asked, seconds)
    if "load" in asked.only:
        found["load"] = loads(asked, seconds)
    rows, took = rows_of(found), monotonic() - started
    fell = any(falls for *_, falls in rows)
    if asked.json:
        print(json.dumps({**found, "fell": fell, "seconds": round(took, 1)}))
    else:
        show(rows, took)
    return 1 if fell else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except Fallen as fallen:  # not even once
        sys.exit(f"torture: {fallen}")
