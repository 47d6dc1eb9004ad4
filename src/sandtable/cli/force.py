"""`sandtable force check | price | print | text`: force files and written lists, what they cost, and their cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli import cards
from sandtable.cli.files import read_data, read_text
from sandtable.cli.output import AsJson, print_json, write_text
from sandtable.engine.errors import SandtableError
from sandtable.engine.forces import ForceCard
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset, ruleset_ids

forces = App(name="force", help="Check, price and print force files.")

ListGame = Annotated[str, Parameter(name="--ruleset", help="The game that a written list (.txt) is for.")]


@forces.command
def check(file: Path, /, *, game: ListGame = "", json: AsJson = False) -> int:
    """Say whether a force is legal."""
    sheet = _priced(file, game)
    if json:
        print_json({"legal": True, "name": sheet.name, "points": sheet.points})
    else:
        print(f"{sheet.name}: legal, {sheet.points} points")
    return 0


@forces.command
def price(file: Path, /, *, game: ListGame = "", json: AsJson = False) -> int:
    """Add up a force's points, line by line."""
    sheet = _priced(file, game)
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
def print_cards(file: Path, /, *, game: ListGame = "", html: Path | None = None, json: AsJson = False) -> int:
    """Print the card of everybody in a force.

    :param html: a page to print instead of text
    """
    rules, force = _force(file, game)
    found: Sequence[ForceCard] = _hook(rules, "force_cards", "has no cards to print")(force)
    if json:
        print_json(found)
    elif html is not None:
        write_text(html, cards.page(str(force["name"]), found))
        print(f"{len(found)} cards in {html}")
    else:
        print("\n".join(map(cards.text, found)))
    return 0


@forces.command
def text(file: Path, /, *, game: ListGame = "") -> int:
    """Write a force down as its players do; what comes out can be read again."""
    rules, force = _force(file, game)
    print(_hook(rules, "force_text", "has no notation for lists")(force), end="")
    return 0


def _priced(file: Path, game: str) -> Any:
    rules, force = _force(file, game)
    return rules.price_force(force)


def _force(file: Path, game: str) -> tuple[Any, dict[str, Any]]:
    """The game a force is for, and the force: a TOML or JSON file, or a written list."""
    if file.suffix == ".txt":
        rules = ruleset(game or _reader())
        return rules, _hook(rules, "force_from_text", "reads no written lists")(read_text(file))
    data = read_data(file)
    name = data.get("ruleset")
    if not isinstance(name, str):
        raise SandtableError(f"{file}: a force file names its ruleset")
    rules = ruleset(name)
    if offered(rules, "price_force") is None:
        raise SandtableError(f"{name} has no points")
    return rules, data


def _reader() -> str:
    """The only game that reads written lists, if it is the only one."""
    able = [name for name in ruleset_ids() if offered(ruleset(name), "force_from_text") is not None]
    if len(able) != 1:
        raise SandtableError("say with --ruleset which game this list is for")
    return able[0]


def _hook(rules: Any, name: str, otherwise: str) -> Any:
    hook = offered(rules, name)
    if hook is None:
        raise SandtableError(f"{rules.title} {otherwise}")
    return hook
