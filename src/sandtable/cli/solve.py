"""`sandtable solve`: small positions counted out, and how far the play of bots is from the best there is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from sandtable.bots import make_bot
from sandtable.cli.output import print_json, progress
from sandtable.lab.solved import SmallPosition, read_position, solve


def solve_files(files: Sequence[Path], bots: str, json: bool) -> int:
    """Prints the value of each position, and what bots let slip of it."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    for name in names:
        make_bot(name, "")
    asked = [(file, read_position(file)) for file in files]
    with progress() as bar:
        found = [_solved(file, one, names) for file, one in bar.track(asked, description="positions")]
    if json:
        print_json(found)
    else:
        _show(found, names)
    return 0


def _solved(file: Path, one: SmallPosition, names: Sequence[str]) -> dict[str, Any]:
    best = solve(one)
    played = {name: solve(one, name).value for name in names}
    return {
        "file": str(file), "title": one.title, "ruleset": one.ruleset, "seat": one.seat,
        "value": str(best.value), "number": float(best.value), "positions": best.positions,
        "by_places": best.by_places,
        "bots": {
            name: {"value": str(value), "number": float(value), "lost": float(best.value - value)}
            for name, value in played.items()
        },
    }  # fmt: skip


def _show(found: Sequence[dict[str, Any]], names: Sequence[str]) -> None:
    table = Table(
        "position", "", Column("value", no_wrap=True), "counted", *(f"{name} loses" for name in names), box=None
    )
    for one in found:
        number = f"{'~' if one['by_places'] else '='} {100 * one['number']:.2f} %"
        lost = [f"{100 * one['bots'][name]['lost']:.2f}" for name in names]
        table.add_row(Text(one["title"]), number, one["value"], f"{one['positions']:,}", *lost)
    console = Console(highlight=False)
    console.print(table)
    if any(one["by_places"] for one in found):
        console.print("~ somebody may go where he likes: the ways and places that rules and advice name were tried")
