"""`sandtable campaign …`: campaigns as files over finished games. What a campaign is, the ruleset says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from cyclopts import App
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from sandtable.bots import make_bot
from sandtable.cli.files import read_data
from sandtable.cli.output import AsJson, print_json, progress, write_text
from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset
from sandtable.engine.words import counted
from sandtable.lab.selfplay import play_out

campaigns = App(name="campaign", help="Run a campaign: a file over finished games.")


@campaigns.command
def new(plan: Path, file: Path, /, *, ruleset_id: str = "op-en") -> int:
    """Begin a campaign from a plan (TOML or JSON): its players, each with a force and perhaps a bot.

    :param plan: the plan
    :param file: where the campaign is kept
    """
    if file.exists():
        raise SandtableError(f"{file} exists already: name another file")
    book = _book(ruleset_id)
    chronicle = book.new(read_data(plan))
    _keep(file, chronicle)
    for line in book.warnings(chronicle):
        print(line)
    print(f"{file}: {len(book.overview(chronicle)['standings'])} players")
    return 0


@campaigns.command
def show(file: Path, player: str = "", /, *, json: AsJson = False) -> int:
    """Show the standings and the games to come, or the roster of one player."""
    book, chronicle = _read(file)
    overview = book.overview(chronicle)
    if player:
        rows = book.roster(chronicle, player)
        _print(rows, rows, json=json)
        return 0
    _print(overview, overview["standings"], json=json)
    if not json:
        organiser = f"; organiser: {overview['organiser']}" if overview["organiser"] else ""
        print(f"{overview['stage']}, {counted(overview['games'], 'game')} played{organiser}")
        for players in overview["due"]:
            print(f"to play: {' against '.join(players)}")
        if overview["winner"]:
            print(f"{overview['winner']} has won the campaign")
    return 0


@campaigns.command
def setup(file: Path, /, *players: str, scenario: str = "", out: Path | None = None) -> int:
    """Write the set-up of the next game of these players, for `sandtable play --setup` or the browser.

    :param scenario: which one; the first of the stage where none is named
    :param out: a file; without it the set-up is printed
    """
    book, chronicle = _read(file)
    text = msgspec.json.format(msgspec.json.encode(book.setup(chronicle, players, scenario))).decode()
    if out is None:
        print(text)
    else:
        write_text(out, text + "\n")
    return 0


@campaigns.command
def record(file: Path, game: Path, /, *, by_hand: bool = False) -> int:
    """Put a finished game into the campaign: experience, income and injuries follow.

    :param game: the save of the game
    :param by_hand: the file is no save but a report that somebody has written, with the dice if they were rolled
    """
    book, chronicle = _read(file)
    if by_hand:
        return _done(file, chronicle, book.do(chronicle, {"do": "record", **read_data(game)}))
    played = saves.load(saves.read_file(game), events=False)
    return _done(file, chronicle, book.record(chronicle, played.state))


@campaigns.command(name="raise")
def raise_(file: Path, player: str, character: str, stat: str = "", /) -> int:
    """Spend experience on a step of a Stat, or on Body where no Stat is named."""
    deed = {"do": "raise", "player": player, "character": character}
    return _deed(file, {**deed, "stat": stat.casefold()} if stat else deed)


@campaigns.command
def learn(file: Path, player: str, character: str, talent: str, /) -> int:
    """Spend experience on a Skill or Ability."""
    return _deed(file, {"do": "learn", "player": player, "character": character, "talent": talent})


@campaigns.command
def buy(file: Path, player: str, what: str, equipment: str = "", /) -> int:
    """Spend money: on Equipment for a character, or on a unit.

    :param what: the character (Op-En), or the unit (OpenTactics)
    :param equipment: what the character is to have
    """
    bought = {"character": what, "equipment": equipment} if equipment else {"unit": what}
    return _deed(file, {"do": "buy", "player": player, **bought})


@campaigns.command
def sell(file: Path, player: str, character: str, equipment: str, /) -> int:
    """Sell Equipment."""
    return _deed(file, {"do": "sell", "player": player, "character": character, "equipment": equipment})


@campaigns.command
def recruit(file: Path, player: str, character: Path, /) -> int:
    """Spend money on a new character, described in a file as in a force file."""
    return _deed(file, {"do": "recruit", "player": player, "character": read_data(character)})


@campaigns.command
def nemesis(file: Path, player: str, character: Path, /) -> int:
    """Build the Nemesis of an OF that has gained one."""
    return _deed(file, {"do": "nemesis", "player": player, "character": read_data(character)})


@campaigns.command
def close(file: Path, /) -> int:
    """End the league: on to the Prelude."""
    return _deed(file, {"do": "close"})


@campaigns.command
def undo(file: Path, /) -> int:
    """Take the last deed back."""
    _, chronicle = _read(file)
    chronicle.undo()
    _keep(file, chronicle)
    print(f"{file}: the last deed is taken back")
    return 0


@campaigns.command
def bots(file: Path, /) -> int:
    """Play the games that are due between bot-led forces; their stewards spend what they have."""
    book, chronicle = _read(file)
    rules = ruleset(read_data(file)["ruleset"])
    for players in book.due(chronicle):
        names = [book.bot_of(chronicle, player) for player in players]
        if not all(names):
            print(f"{' against '.join(players)} waits for a person")
            continue
        seed = f"{file.name}/{len(chronicle.deeds)}"
        game: Game[Any] = Game(rules, book.setup(chronicle, players), {}, Seeded.from_text(seed), events=False)
        play_out(game, [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)])
        told = book.record(chronicle, game.state)
        for player in players:
            told += book.manage(chronicle, player, f"{seed}/{player}")
        _done(file, chronicle, told)
    return 0


@campaigns.command
def fuzz(*, number: int = 100, seed: str = "1", ruleset_id: str = "op-en", json: AsJson = False) -> int:
    """Run whole campaigns of random forces to their end, with stand-in results for the games.

    :param number: how many campaigns
    :param seed: same seed, same campaigns
    """
    book = _book(ruleset_id)
    games = deeds = 0
    with progress() as bar:
        task = bar.add_task("campaigns", total=number)
        for one in range(number):
            chronicle = book.rehearse(f"{seed}/{one}", 4 + one % 5)
            games += book.overview(chronicle)["games"]
            deeds += len(chronicle.deeds)
            bar.update(task, completed=one + 1)
    if json:
        print_json({"campaigns": number, "games": games, "deeds": deeds, "errors": []})
    else:
        print(f"{number} campaigns, {games} games, {deeds} deeds, all to their end")
    return 0


# ---- files ----------------------------------------------------------------------------------------


def _book(ruleset_id: str) -> Any:
    rules = ruleset(ruleset_id)
    book = offered(rules, "campaigns")
    if book is None:
        raise SandtableError(f"{ruleset_id} has no campaigns")
    return book


def _read(file: Path) -> tuple[Any, Any]:
    data = read_data(file)
    book = _book(str(data.get("ruleset", "")))
    return book, book.read(data)


def _keep(file: Path, chronicle: Any) -> None:
    write_text(file, msgspec.json.format(msgspec.json.encode(chronicle.write())).decode() + "\n")


def _deed(file: Path, deed: dict[str, Any]) -> int:
    book, chronicle = _read(file)
    return _done(file, chronicle, book.do(chronicle, deed))


def _done(file: Path, chronicle: Any, told: list[str]) -> int:
    _keep(file, chronicle)
    for line in told:
        print(line)
    return 0


def _print(document: Any, rows: list[dict[str, Any]], *, json: bool) -> None:
    if json:
        print_json(document)
        return
    table = Table(*(Column(name, overflow="fold") for name in rows[0]), box=None)
    for row in rows:
        cells = (", ".join(cell) if isinstance(cell, list) else str(cell) for cell in row.values())
        table.add_row(*map(Text, cells))
    Console().print(table)
