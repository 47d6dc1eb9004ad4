"""`sandtable force check | price`: force files, and what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli.files import read_data
from sandtable.cli.output import Json, print_json
from sandtable.engine.errors import SandtableError
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset

forces = App(name="force", help="Check and price force files.")


@forces.command
def check(file: Path, /, *, json: Json = False) -> int:
    """Say whether a force is legal."""
    sheet = _priced(file)
    if json:
        print_json({"legal": True, "name": sheet.name, "points": sheet.points})
    else:
        print(f"{sheet.name}: legal, {sheet.points} points")
    return 0


@forces.command
def price(file: Path, /, *, json: Json = False) -> int:
    """Add up a force's points, line by line."""
    sheet = _priced(file)
    if json:
        print_json(sheet)
        return 0
    table = Table("name", "kind", "points", box=None)
    for line in sheet.lines:
        table.add_row(Text(line.name), Text(line.archetype), str(line.points))
    table.add_row("", "", str(sheet.points))
    Console().print(table)
    return 0


def _priced(file: Path) -> Any:
    data = read_data(file)
    name = data.get("ruleset")
    if not isinstance(name, str):
        raise SandtableError(f"{file}: a force file names its ruleset")
    rules = ruleset(name)
    price = offered(rules, "price_force")
    if price is None:
        raise SandtableError(f"{name} has no points")
    return price(data)
