"""The commands. Each reads its arguments, asks a room below to do the work, and shows the result."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table

import sandtable
from sandtable.cli.campaign import campaigns
from sandtable.cli.files import read_data, read_option
from sandtable.cli.force import forces
from sandtable.cli.map import maps
from sandtable.cli.output import AsJson, print_json, progress, told_once
from sandtable.cli.puzzles import quiz
from sandtable.engine import save as saves
from sandtable.engine.cases import CaseResult, run_file
from sandtable.engine.changes import changelog, changes_of
from sandtable.engine.coverage import case_files
from sandtable.engine.coverage import coverage as measure_coverage
from sandtable.engine.errors import CaseError, SandtableError, one_line
from sandtable.engine.lessons import is_lesson, lesson_result
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.odds.preludes import needed_outlook

app = App(
    name="sandtable",
    help="A referee for tabletop skirmish wargames.",
    version=sandtable.__version__,
    help_format="plaintext",
)
app.command(campaigns)
app.command(forces)
app.command(maps)
app.command(quiz)


@app.command
def rulesets(*, changes: Annotated[bool, Parameter(negative="")] = False, json: AsJson = False) -> int:
    """List the installed rulesets; exit code 2 when one of them cannot be used.

    :param changes: what has changed in each of them, version by version, as a page
    """
    if changes and not json:
        print(changelog(ruleset(name) for name in ruleset_ids()), end="")
        return 0
    found: list[dict[str, Any]] = []
    broken: list[str] = []
    for name in ruleset_ids():
        try:
            rules = ruleset(name)
        except SandtableError as error:
            broken.append(one_line(error))
            continue
        book = rules.rulebook
        found.append(
            {
                "id": rules.id,
                "title": rules.title,
                "version": rules.version,
                "clauses": len(book.clause),
                "options": {rule.name: rule.default for rule in book.option},
                "changes": changes_of(rules),
                "summary": " ".join(book.summary.split()),
            }
        )
    if json:
        print_json(found)
    else:
        table = Table("id", "title", "version", "clauses", "house rules", box=None)
        for one in found:
            table.add_row(one["id"], one["title"], one["version"], str(one["clauses"]), str(len(one["options"])))
        Console().print(table)
    for line in broken:
        print(f"sandtable: {line}", file=sys.stderr)
    return 2 if broken else 0


@app.command
def play(
    ruleset_id: str = "opportunity",
    /,
    *,
    seats: str = "human,regular",
    setup: Path | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    seed: str | None = None,
    nonce: str = "",
    real_dice: bool = False,
    resume: Path | None = None,
    at: int | None = None,
    file: Path | None = None,
) -> int:
    """Play in the terminal.

    :param seats: who plays, in seat order: human, random, recruit, regular or veteran; the last one is repeated
    :param setup: a set-up file (TOML or JSON); without it you choose among ready games
    :param option: a house rule, as name=value; may be given several times
    :param seed: makes the dice and the bots repeatable
    :param nonce: your share in the dice; any text
    :param real_dice: roll your own dice and type them in
    :param resume: go on with a saved game
    :param at: go on after this many inputs of it, as another game in a new file
    :param file: where the game is saved, before every question; default: a new file in the folder saves
    """
    from sandtable.cli.play import Terminal, fresh_name, start

    if file is not None and file.exists() and (resume is None or at is not None):
        raise SandtableError(f"{file} exists already: go on with it (--resume) or name another file")
    if at is not None and resume is None:
        raise SandtableError("--at says from where a saved game goes on: name that game with --resume")
    game = start(ruleset_id, setup, option, seed, nonce, real_dice, resume, at)
    kept = resume if at is None else None  # a game that goes another way leaves the old file alone
    saved = kept or file or fresh_name(Path(f"saves/{game.ruleset.id}.json"))
    return Terminal(game, seats.split(","), saved, seed=seed).run()


@app.command
def selfplay(
    ruleset_id: str,
    /,
    *,
    games: int = 100,
    seats: str = "random,random",
    seed: str = "1",
    setup: Path | None = None,
    processes: int = 1,
    json: AsJson = False,
) -> int:
    """Let bots play whole games.

    :param games: how many
    :param seats: names of bots, one for each seat; without a set-up, games with that many seats are drawn at random
    :param seed: same seed, same games
    :param setup: a set-up file to play instead of random ones
    :param processes: how many processes play; the games are the same
    """
    from sandtable.lab.selfplay import selfplay as run

    if games < 1 or processes < 1:
        raise SandtableError("play at least one game in at least one process")
    with progress() as bar:
        task = bar.add_task("games", total=games)
        tally = run(
            ruleset_id, games, seats.split(","), seed, read_data(setup) if setup else None,
            lambda done: bar.update(task, completed=done), processes,
        )  # fmt: skip
    if json:
        print_json(tally)
    else:
        table = Table(box=None, show_header=False)
        for name in ("games", "decisions", "seconds", "decisions_per_second", "winners", "final_hash"):
            table.add_row(name.replace("_", " "), str(getattr(tally, name)))
        if tally.errors:
            table.add_row("broken off", f"{len(tally.errors)} of {tally.games}, by mistakes of the ruleset or a bot")
        Console().print(table)
        for line in told_once(tally.errors):
            print(line, file=sys.stderr)
    return 1 if tally.errors else 0


@app.command
def ladder(
    *names: str,
    pairs: str = "regular:recruit:200,veteran@0.3s:regular:100",
    seed: str = "1",
    processes: int = 2,
    json: AsJson = False,
) -> int:
    """Measure bots against each other on mirrored forces with the sides swapped; all rulesets if none is named.

    :param pairs: who plays whom and how many games, as first:second:games, separated by commas
    :param seed: same seed, same dice
    """
    from sandtable.cli.ladder import read_pairs, show
    from sandtable.lab.ladder import ladder as run

    chosen, wanted = list(names) or ruleset_ids(), read_pairs(pairs)
    with progress() as bar:
        task = bar.add_task("games", total=len(chosen) * sum(pair.games for pair in wanted))
        found = run(chosen, wanted, seed, processes, lambda: bar.advance(task))
    if json:
        print_json(found)
    else:
        show(found)
    return 1 if any(one.errors for one in found) else 0


@app.command
def fuzz(ruleset_id: str, /, *, games: int = 1000, seed: str = "1", processes: int = 2, json: AsJson = False) -> int:
    """Play random games over everything a ruleset has; save, reload and compare each; ask for odds on the way; report
    what must not happen, and how often every house rule was met at each of its values."""
    from sandtable.lab.fuzz import fuzz as run

    if games < 1 or processes < 1:
        raise SandtableError("play at least one game in at least one process")
    with progress() as bar:
        task = bar.add_task("games", total=games)
        found = run(ruleset_id, games, seed, processes, lambda done: bar.update(task, completed=done))
    if json:
        print_json(found)
    else:
        print(
            f"{found.games} games, {found.decisions} decisions (longest game {found.longest}), {found.saves} reloaded, "
            f"{found.odds} questions with their odds"
        )
        for name, values in found.options.items():
            print(f"  {name}: {', '.join(f'{value} in {games}' for value, games in values.items())}")
        if found.never_met:
            print(f"never met: {', '.join(found.never_met)}")
        print(f"final hash {found.final_hash}")
        for line in told_once(found.errors):
            print(line)
        print("nothing found" if not found.errors else f"{len(found.errors)} findings")
    return 1 if found.errors else 0


@app.command
def study(
    file: Path,
    /,
    *,
    results: Path | None = None,
    processes: int = 0,
    cluster: str = "",
    report: Path | None = None,
    figure: str = "",
    json: AsJson = False,
) -> int:
    """Play the games that a study file asks for and say what they show, with error bars; a study that was stopped goes
    on where it was.

    :param results: where the games are kept; default: beside the study file, with the ending .sqlite
    :param processes: how many processes play; 0: as many as there are cores
    :param cluster: the address of a Dask scheduler whose workers play instead
    :param report: a folder for the report, one page that holds all it needs
    :param figure: one figure of the report, as JSON
    """
    from sandtable.cli.study import play_study

    return play_study(file, results, processes, cluster, report, figure, json)


@app.command
def balance(
    files: Annotated[list[Path], Parameter(negative="")],
    /,
    *,
    to: Path,
    results: Path | None = None,
    processes: int = 0,
    games: int = 0,
) -> int:
    """Play what is missing of studies and write one page with all their tables: battles, places, forces, who begins.

    :param files: studies, such as docs/studies/*.toml
    :param to: the page, in Markdown
    :param results: a folder for the games; default: beside each study, with the ending .sqlite
    :param processes: how many processes play; 0: as many as there are cores
    :param games: so many of each fixture at the most, instead of what the files say; fewer are a first look
    """
    from sandtable.cli.study import play_balance

    named = " ".join(map(str, files))
    return play_balance(files, to, results, processes, games, f"sandtable balance {named} --to {to}")


@app.command
def solve(files: Annotated[list[Path], Parameter(negative="")], /, *, bots: str = "", json: AsJson = False) -> int:
    """Count small positions out, every answer and every die to the end, and say how far bots are from the best play.

    :param files: positions, as docs/solved.md describes them
    :param bots: whose play is measured, such as recruit,regular,veteran@40
    """
    from sandtable.cli.solve import solve_files

    return solve_files(files, bots, json)


@app.command
def check(*files: Path, json: AsJson = False) -> int:
    """Run case files, or all in a folder; exit code 1 when one fails."""
    if not files:
        raise CaseError("name a case file or a folder")
    results: list[tuple[Path, CaseResult]] = []
    for given in files:
        paths = case_files(given)
        if not paths:
            raise CaseError(f"{given} holds no case files")
        for path in paths:
            results += [(path, result) for result in _run_case(path, alone=len(files) == 1 and not given.is_dir())]
    failed = [(path, result) for path, result in results if not result.ok]
    if json:
        print_json(
            {
                "passed": len(results) - len(failed),
                "failed": len(failed),
                "cases": [{"file": str(path), **msgspec.structs.asdict(result)} for path, result in results],
            }
        )
    else:
        for path, result in failed:
            print(f"{path}: {result.title}\n    {result.problem}")
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _run_case(path: Path, alone: bool) -> list[CaseResult]:
    """A file that is no case stops the command if it was named alone; among others it is one failure of them."""
    try:
        return [lesson_result(path)] if is_lesson(path) else run_file(path)
    except CaseError as error:
        if alone:
            raise
        return [CaseResult(path.name, (), one_line(error))]


@app.command
def coverage(ruleset_id: str = "", /, *, tests: Path = Path("tests"), json: AsJson = False) -> int:
    """Which clauses are proved by cases and tests; exit code 1 when one is missing."""
    names = [ruleset_id] if ruleset_id else ruleset_ids()
    if not tests.is_dir():
        raise SandtableError(f"there is no folder {tests}; name it with --tests")
    found = {name: measure_coverage(name, tests) for name in names}
    if json:
        print_json(found)
    else:
        for name, one in found.items():
            print(f"{name}: {one.proved} of {one.clauses} clauses proved ({len(one.advice)} more are advice)")
            for label, ids in (("missing", one.missing), ("no such clause", one.unknown)):
                if ids:
                    print(f"  {label}: {', '.join(ids)}")
    return 1 if any(one.missing or one.unknown for one in found.values()) else 0


@app.command
def replay(
    file: Path,
    /,
    *,
    verify: bool = False,
    record: Annotated[bool, Parameter(negative="")] = False,
    story: Annotated[bool, Parameter(negative="")] = False,
    at: int | None = None,
    svg: Path | None = None,
    json: AsJson = False,
) -> int:
    """Show a saved game as a log, tell its story, prove its dice, or draw a moment of it; exit code 1 where it does not
    hold, or where today's rules do not follow it to its end.

    :param verify: play every input again, derive every die anew, and say where it breaks
    :param record: the game as its own file tells it, under whatever rules are installed
    :param story: what became of a game that is over: three sentences, its turning points, the luck of each side
    :param at: stop after this many inputs
    :param svg: write a picture of the game at that moment
    """
    from sandtable.cli.replay import show, show_record, tell_story, verdict

    saved = saves.read_file(file)
    if story:
        return tell_story(saved, json)
    if record:
        return show_record(saved, at, json)
    return verdict(saved, file, json) if verify else show(saved, file, at, svg, json)


@app.command
def review(file: Path, /, *, seat: int = 0, seconds: float = 0.6, json: AsJson = False) -> int:
    """Look through the decisions of one side of a finished game: what a veteran would have done, and what that would
    have been worth.

    :param seat: whose decisions; 0 is the first side
    :param seconds: to think about each of them
    """
    from sandtable.cli.review import show

    return show(saves.read_file(file), seat, seconds, json)


@app.command
def odds(
    ruleset_id: str,
    kind: str = "",
    /,
    *words: str,
    option: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    aim: str = "",
    how: Literal["best", "usual", "searched"] = "best",
    runs: int = 20_000,
    samples: int = 10_000,
    json: AsJson = False,
) -> int:
    """The chances of an attack or a test; with a ruleset alone: what can be asked, with examples.

    :param kind: what is asked: shoot, melee, pinning…
    :param words: who (a profile, archetype or card; or: plain), then what describes it
    :param option: a house rule, as name=value; may be given several times
    :param aim: what the one who acts wants: a word or a number of the results
    :param how: how decisions on the way are taken
    :param runs: how many runs of the rules exact chances may take
    :param samples: how many games are played where exact chances are out of reach
    """
    from sandtable.cli.odds import read_words, show_kinds, show_odds
    from sandtable.odds import named_odds

    if runs < 1 or samples < 1:
        raise SandtableError("runs and samples are 1 or more")
    if not kind:
        if json:
            print_json(needed_outlook(ruleset_id).kinds)
        else:
            show_kinds(ruleset_id)
        return 0
    models, given = read_words(ruleset_id, kind, words)
    options = dict(read_option(text) for text in option)
    found = named_odds(ruleset_id, kind, models, given, options, aim=aim, how=how, runs=runs, samples=samples)
    if json:
        asked = {
            "ruleset": ruleset_id, "kind": kind, "models": models, "words": given, "options": options,
            "aim": aim, "how": how, "runs": runs, "samples_wanted": samples,
        }  # fmt: skip
        print_json(asked | found.wire())
    else:
        show_odds(found, Console(highlight=False))
    return 0


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str = "sandtable.db",
    open_browser: Annotated[bool, Parameter(name="--open", negative="")] = False,
    behind_proxy: Annotated[bool, Parameter(negative="")] = False,
    workers: int = 1,
    limit: Annotated[tuple[str, ...], Parameter(negative="")] = (),
) -> int:
    """Serve the game to browsers.

    :param host: the address to listen at; 0.0.0.0 is every one this machine has
    :param port: 0 is any free port
    :param db: where games are kept: a file, or postgresql://user:password@host/name
    :param open_browser: open a browser too
    :param behind_proxy: a proxy on this machine says who comes (X-Forwarded-For); without it nobody is believed
    :param workers: server processes behind the one address; as many as there are cores is a good number for many games
    :param limit: how much anybody may ask, as name=number; may be given several times (docs/api.md)
    """
    try:
        from sandtable.server.limits import limits_from
        from sandtable.server.serve import serve as run
    except ImportError as error:
        raise SandtableError(
            f"the server needs more packages ({error.name}): pip install 'sandtable-wargames[server]'"
        ) from None

    return run(host, port, db, limits_from(limit), open_browser, behind_proxy, workers)
