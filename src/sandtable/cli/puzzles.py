"""`sandtable puzzles mine | check | list`: positions in which one plan is clearly best, found in games of bots."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli.output import AsJson, print_json, progress
from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError
from sandtable.engine.puzzles import Puzzle, puzzles, read_puzzles, write_puzzles
from sandtable.engine.registry import ruleset, ruleset_ids

quiz = App(name="puzzles", help="Find puzzles in games of bots, solve them again, list them.")


@quiz.command
def mine(
    ruleset_id: str,
    /,
    *,
    games: int = 50,
    seed: str = "1",
    out: Path,
    save: Path | None = None,
    most: int = 30,
    json: AsJson = False,
) -> int:
    """Play games of two regulars and keep the late decisions in which one plan is clearly best and not obvious.

    :param games: how many to play
    :param seed: same seed, same puzzles
    :param out: a file of puzzles; what it holds already is kept
    :param save: look through this game that is over instead of playing any
    :param most: stop when so many have been found
    """
    from sandtable.lab.puzzles.mining import mine as mined
    from sandtable.lab.puzzles.mining import mine_save

    ruleset(ruleset_id)
    kept = list(read_puzzles(out, ruleset_id)) if out.exists() else []
    known = {one.id for one in kept}
    found: list[Puzzle] = []
    with progress() as bar:
        task = bar.add_task("games", total=1 if save else games)

        def say(done: int, line: str) -> None:
            bar.update(task, completed=done, description=line)

        coming = mine_save(saves.read_file(save), ruleset_id, seed) if save else mined(ruleset_id, games, seed, say=say)
        for one in coming:
            if one.id not in known:
                found.append(one)
                write_puzzles(out, kept + found)
            if len(found) >= most:
                break
    if json:
        print_json({"found": len(found), "kept": len(kept), "puzzles": [_line(one) for one in found]})
    else:
        _show(found)
        print(f"{len(found)} new puzzles; {out} has {len(kept) + len(found)}")
    return 0


@quiz.command
def check(ruleset_id: str = "", /, *, tries: int = 40, file: Path | None = None, json: AsJson = False) -> int:
    """Solve the puzzles of a ruleset (or of all) again; exit code 1 when one no longer holds.

    :param tries: games played after each plan; 0 only follows the inputs and the plans by today's rules
    :param file: a file of puzzles instead of those that are installed
    """
    from sandtable.lab.puzzles.checking import check as checked

    if tries < 0:
        raise SandtableError("--tries is 0 or more")
    asked = list(read_puzzles(file, ruleset_id)) if file else _all(ruleset_id)
    found = []
    with progress() as bar:
        for one in bar.track(asked, description="puzzles"):
            found.append(checked(one, tries))
    bad = [verdict for verdict in found if verdict.problem]
    if json:
        print_json({"checked": len(found), "bad": len(bad), "verdicts": found})
    else:
        for verdict in bad:
            print(f"{verdict.ruleset} {verdict.id}: {verdict.problem}")
        print(f"{len(found) - len(bad)} of {len(found)} puzzles hold")
    return 1 if bad else 0


@quiz.command(name="list")
def show(ruleset_id: str = "", /, *, json: AsJson = False) -> int:
    """List the puzzles of a ruleset, or of all."""
    found = _all(ruleset_id)
    if json:
        print_json([_line(one) for one in found])
    else:
        _show(found)
    return 0


def _all(name: str) -> list[Puzzle]:
    return [one for each in ([name] if name else ruleset_ids()) for one in puzzles(each)]


def _line(one: Puzzle) -> dict[str, object]:
    return {
        "id": one.id, "ruleset": one.ruleset, "place": one.place, "headline": one.headline, "theme": one.theme,
        "difficulty": one.difficulty, "plans": len(one.plans), "gap": one.gap, "gap_error": one.gap_error,
        "exact": one.exact, "playouts": one.playouts, "inputs": len(one.inputs), "version": one.version,
    }  # fmt: skip


def _show(found: list[Puzzle]) -> None:
    table = Table("puzzle", "ruleset", "place", "theme", "difficulty", "gap", "values", box=None)
    for one in found:
        values = "exact" if one.exact else f"{one.playouts} playouts"
        gap = f"{100 * one.gap:.0f} ± {100 * one.gap_error:.0f}"
        table.add_row(one.id, one.ruleset, Text(one.place), Text(one.theme), "•" * one.difficulty, gap, values)
    Console(highlight=False).print(table)
