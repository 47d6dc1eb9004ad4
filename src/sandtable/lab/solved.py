"""Small positions solved exactly: a yardstick that no bot can bend.

A file names a ruleset and a situation in which little is left to happen:

    title = "The last shot"
    ruleset = "roe"
    seat = 0                 # whose chances are told
    situation = { ... }      # as in a case

With no bot in it, a position has the value of best play on both sides. A bot's play is worth what is left of that
against somebody who makes the most of every mistake.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.bots import ask, make_bot
from sandtable.engine.dice import Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.rulebook import read_toml
from sandtable.lab.counting import Counting, Strategy, worth

MOST = 100_000
"""Positions that a solution looks at."""
CHOICES = 400
"""Answers to one question."""


class SmallPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a position to be solved."""

    title: str
    ruleset: str
    situation: dict[str, Any]
    seat: int = 0
    options: dict[str, Any] = {}
    about: str = ""

    def game(self) -> Game[Any]:
        return Game(find_ruleset(self.ruleset), {"situation": self.situation}, self.options, dice=Typed(), events=False)


class Solved(Struct, frozen=True):
    """What a position is worth to the seat it is told for: 1 a win, one half a draw."""

    value: Fraction
    positions: int
    by_places: bool
    """Somebody may go or put something down where he likes, and only named ways and places were tried."""


def read_position(path: Path) -> SmallPosition:
    """Raises SandtableError that names the file where it cannot be played, or not be solved."""
    found = read_toml(path, SmallPosition)
    try:
        game = found.game()
    except SandtableError as error:
        raise SandtableError(f"{path}: {error}") from error
    if len(game.seats) != 2 or not 0 <= found.seat < 2:
        raise SandtableError(f"{path}: games of two are solved, for seat 0 or 1; {len(game.seats)} play here")
    if offered(game.ruleset, "redraw") is not None:
        raise SandtableError(f"{path}: in {game.ruleset.id} something may be hidden, and what is hidden is not solved")
    return found


def solve(position: SmallPosition, bot: str = "", most: int = MOST) -> Solved:
    """The value of a position; with a bot, of that bot's play in the seat it is told for."""
    counting = Counting(most, CHOICES, {position.seat: _asked(bot)} if bot else None, roam=True)
    value = worth(counting.ends(position.game()), position.seat)
    return Solved(value, len(counting.known), counting.by_places)


def _asked(name: str) -> Strategy:
    """A bot that does the same whenever it comes to the same position."""
    return lambda game: ask(make_bot(name, game.hash()), game)
