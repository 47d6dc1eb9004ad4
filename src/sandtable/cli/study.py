"""Studies at the command line: played with a bar, answered in a table, one figure as data, or the whole report."""

from __future__ import annotations

from collections.abc import Sequence
from os import cpu_count
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from sandtable.cli.output import print_json, progress, write_text
from sandtable.engine.errors import SandtableError, near, shown
from sandtable.lab.study.balance import balance_page
from sandtable.lab.study.crew import Alone, Cluster, Crew, Processes
from sandtable.lab.study.measures import Share, grouped
from sandtable.lab.study.plan import check, read_study
from sandtable.lab.study.report import figures, page
from sandtable.lab.study.running import run
from sandtable.lab.study.store import Results

MARKS = {"fair": "fair", "unfair": "uneven", "unknown": ""}


def play_study(
    file: Path, results: Path | None, processes: int, cluster: str, report: Path | None, figure: str, json: bool
) -> int:
    """Plays what is missing, then says what was found; exit code 1 where games broke off."""
    study = read_study(file)
    store = results or file.with_suffix(".sqlite")
    kept = Results.of(study, store)
    try:
        with progress() as bar:
            played = _play(kept, crew(processes, cluster), bar, "games")
        found = figures(kept)
        errors = kept.rows("select 'game ' || number, error from game where error != '' order by fixture, number")
        if figure and figure not in found:
            raise SandtableError(f"no figure is called {shown(figure)}{near(figure, list(found))}: {', '.join(found)}")
        if report is not None:
            report.mkdir(parents=True, exist_ok=True)
            write_text(report / "index.html", page(kept, f"sandtable study {file}"))
        if figure:
            print_json(found[figure])
        elif json:
            digest, games = kept.digest(), kept.rows("select count(*) from game")[0][0]
            print_json({"games": games, "played": played, "digest": digest, "errors": errors, "figures": found})
        else:
            show(found, errors, store)
            if report is not None:
                print(f"the report is {report / 'index.html'}")
        return 1 if errors else 0
    except KeyboardInterrupt:
        raise SandtableError(f"stopped; what has been played is kept in {store}: the same command goes on") from None
    finally:
        kept.close()


def play_balance(
    files: Sequence[Path], to: Path, results: Path | None, processes: int, games: int, command: str
) -> int:
    """Plays what is missing of every study and writes the page of balance; exit code 1 where games broke off."""
    kept: list[Results] = []
    try:
        for file in files:
            study = read_study(file)
            if games:
                study = replace(study, games=games)
                check(study)
            store = (results / file.name if results else file).with_suffix(".sqlite")
            kept.append(Results.of(study, store))
            with progress() as bar:
                _play(kept[-1], crew(processes, ""), bar, file.stem)
        write_text(to, balance_page(kept, command))
        print(f"the tables are in {to}")
        return 1 if any(one.rows("select 1 from game where error != ''") for one in kept) else 0
    except KeyboardInterrupt:
        raise SandtableError("stopped; what has been played is kept: the same command goes on") from None
    finally:
        for one in kept:
            one.close()


def _play(kept: Results, who: Crew, bar: Progress, name: str) -> int:
    """Plays what is missing with a bar of this name; returns how many games that were."""
    task = bar.add_task(name)
    return run(kept, who, lambda done, of: bar.update(task, completed=done, total=of))


def crew(processes: int, cluster: str) -> Crew:
    if cluster:
        return Cluster(cluster)
    if processes < 0:
        raise SandtableError("--processes is 1 or more, or 0 for as many as there are cores")
    number = processes or cpu_count() or 1
    return Alone() if number == 1 else Processes(number)


def show(found: dict[str, Any], errors: list[tuple[Any, ...]], store: Path) -> None:
    console = Console(highlight=False)
    console.print(found["answer"], style="bold")
    for group in grouped(found["battles"]):
        console.print(_rates(group[0].group, group))
    if len(found["forces"]) > 2:
        console.print(_rates("over all battles", found["forces"]))
    if found["first"]:
        console.print(_rates("whoever acts first", [Share("", one.group, one.games, one.share, one.low, one.high)
                                                    for one in found["first"]]))  # fmt: skip
    for one in found["variants"]:
        console.print(
            f"{one.variant}: {one.name} in {one.battle} {100 * one.change:+.1f} points "
            f"({100 * one.low:+.1f} to {100 * one.high:+.1f}) against {100 * one.base:.0f} %"
        )
    for one in found["lengths"]:
        console.print(f"{one.name}: {one.median:.4g} (nine in ten games: {one.low:.3g} to {one.high:.3g})")
    for game, error in errors[:5]:
        console.print(f"{game} broke off: {error}")
    if len(errors) > 5:
        console.print(f"and {len(errors) - 5} more games broke off")
    console.print(f"all games are in {store}")


def _rates(title: str, found: list[Share]) -> Table:
    table = Table("", "games", "wins", "95 %", "", title=title, title_justify="left", box=None)
    for one in found:
        between = f"{100 * one.low:.1f} to {100 * one.high:.1f}"
        table.add_row(one.name, f"{one.games:,}", f"{100 * one.share:.1f} %", between, MARKS[one.verdict])
    return table
