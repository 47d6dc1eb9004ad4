"""`sandtable force check | price | print`: force files, what they cost, and the cards of those in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli.cards import page, text
from sandtable.cli.files import read_data
from sandtable.cli.output import Json, print_json
from sandtable.engine.errors import SandtableError
from sandtable.engine.forces import ForceCard
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


@forces.command(name="print")
def print_(file: Path, /, *, html: Path | None = None, json: Json = False) -> int:
    """Print the card of everybody in a force.

    :param html: a page to print instead of text
    """
    rules, data = _read(file)
    if not hasattr(rules, "force_cards"):
        raise SandtableError(f"{rules.id} has no cards to print")
    cards: tuple[ForceCard, ...] = rules.force_cards(data)
    if json:
        print_json(cards)
    elif html is not None:
        html.write_text(page(str(data["name"]), cards), "utf-8")
        print(f"{len(cards)} cards in {html}")
    else:
        print("\n".join(map(text, cards)))
    return 0


def _read(file: Path) -> tuple[Any, dict[str, Any]]:
    data = read_data(file)
    name = data.get("ruleset")
    if not isinstance(name, str):
        raise SandtableError(f"{file}: a force file names its ruleset")
    return ruleset(name), data


def _priced(file: Path) -> Any:
    rules, data = _read(file)
    if not hasattr(rules, "price_force"):
        raise SandtableError(f"{rules.id} has no points")
    return rules.price_force(data)
