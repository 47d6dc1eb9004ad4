"""The ladder of bots, as people read it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from sandtable.engine.errors import SandtableError, shown
from sandtable.lab.ladder import Pair, PairResult


def read_pairs(text: str) -> list[Pair]:
    """Reads 'regular:recruit:200,veteran@0.3s:regular:100'."""
    pairs = []
    for part in text.split(","):
        match part.strip().split(":"):
            case [ours, theirs, games] if games.isdecimal():
                pairs.append(Pair(ours, theirs, int(games)))
            case _:
                raise SandtableError(f"{shown(part)} is not a pair: write regular:recruit:200")
    return pairs


def show(found: Sequence[PairResult]) -> None:
    table = Table(
        "ruleset", "bot", "against", "games", "won", "drawn", "lost", "share of wins", "95 %", "ms an activation",
        "longest", "overruns", box=None,
    )  # fmt: skip
    for one in found:
        pace = one.pace[one.ours]
        table.add_row(
            one.ruleset, one.ours, one.theirs, str(one.games), str(one.wins), str(one.draws), str(one.losses),
            f"{one.share:.0%}", f"{one.low:.0%} to {one.high:.0%}", f"{1000 * pace.median:.1f}",
            f"{1000 * pace.longest:.0f}", str(pace.overruns),
        )  # fmt: skip
    Console().print(table)
    for one in found:
        for error in one.errors:
            print(f"{one.ruleset}, {one.ours} against {one.theirs}: {error}", file=sys.stderr)
