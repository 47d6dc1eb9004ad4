"""One line for an option: what it does and what it costs. Lines are content (`notes.toml`), by the topic of the
question and the option's id; in braces stand numbers that the rules fill in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter

from sandtable.engine.errors import RulebookError
from sandtable.engine.rulebook import read_toml

Lines = dict[str, str]
"""By the option's id."""


def load_notes(path: Path, menus: Mapping[str, Iterable[str]], slots: Iterable[str] = ()) -> dict[str, Lines]:
    """Reads a notes.toml and holds it to the menus of the ruleset: every option has its line, nothing else has one, and
    what stands in braces is a number that the rules know."""
    found = read_toml(path, dict[str, Lines])
    for topic, lines in found.items():
        if topic not in menus:
            raise RulebookError(f"{path.name}: no question has the topic {topic!r}")
        for option, line in lines.items():
            if option not in menus[topic]:
                raise RulebookError(f"{path.name}: {topic}: there is no option {option!r}")
            _check(f"{path.name}: {topic}: {option}", line, set(slots))
    for topic, options in menus.items():
        for option in options:
            if option not in found.get(topic, {}):
                raise RulebookError(f"{path.name}: {topic}: the option {option!r} has no line")
    return found


def _check(where: str, line: str, slots: set[str]) -> None:
    if not line.strip() or "\n" in line:
        raise RulebookError(f"{where}: that is not one line")
    try:
        named = {name for _, name, _, _ in Formatter().parse(line) if name is not None}
    except ValueError as error:
        raise RulebookError(f"{where}: {error}") from error
    if unknown := named - slots:
        raise RulebookError(f"{where}: the rules know no {', '.join(sorted(unknown))}")
