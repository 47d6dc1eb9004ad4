"""What all commands share: one JSON document on stdout, files that are written, a bar for those who wait."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from sandtable.engine.errors import SandtableError
from sandtable.engine.files import write_whole

AsJson = Annotated[bool, Parameter(name="--json", negative="", help="One JSON document on stdout.")]


def print_json(data: object) -> None:
    sys.stdout.write(msgspec.json.encode(data).decode() + "\n")


def write_text(path: Path, text: str) -> None:
    """A file is replaced as a whole, for it may be a campaign of many evenings; what is none (a pipe) is written to."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, "utf-8")
        else:
            write_whole(path, text.encode())
    except OSError as error:
        raise SandtableError(f"cannot write {path}: {error.strerror}") from error


def told_once(errors: Iterable[str]) -> list[str]:
    """What went wrong in 'game 3: …' and again in other games, each mistake once."""
    games: dict[str, list[str]] = {}
    for error in errors:
        game, _, mistake = error.partition(": ")
        games.setdefault(mistake, []).append(game)
    again = {mistake: f" (and {len(where) - 1} more)" if len(where) > 1 else "" for mistake, where in games.items()}
    return [f"{where[0]}{again[mistake]}: {mistake}" for mistake, where in games.items()]


def progress() -> Progress:
    """On stderr, and only where somebody watches."""
    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def program() -> str:
    """How this command is called from here."""
    return "sandtable" if shutil.which("sandtable") else sys.argv[0]
