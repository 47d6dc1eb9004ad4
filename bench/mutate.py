"""Does anybody notice when a rule is broken? `python -m bench.mutate RULESET --count 10 --seed 1`

Draws places in the code of a ruleset, or in the files that are named, breaks one at a time in a copy of the project,
and runs the tests that are to notice, which have to pass while nothing is broken. What survives is a rule that nothing
proves, or a change without effect: read it. `finders` instead of a ruleset breaks what all games in inches find their
ways, contacts and regions with.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic

from msgspec import Struct

ROOT = Path(__file__).parents[1]
TIMES, MORE = 3, 20
"""How much longer than unbroken tests those with something broken may take, and seconds on top: what takes more loops
without end."""
RULESETS = Path("src/sandtable/rulesets")
NO_RULES = {"log.py", "scene.py", "board.py", "picture.py", "changes.py", "names.py"}
"""Words and pictures; a bot's advice is no rule either."""
FINDERS = [
    *(Path("src/sandtable/skirmish", f"{name}.py") for name in (
        "candidates", "charges", "closing", "contact", "passages", "regions", "rim", "routes", "touching",
    )),
    *(Path("src/sandtable/table", f"{name}.py") for name in ("inroads", "paths", "hot/corridor", "hot/ways")),
]  # fmt: skip
"""Ways, contact, regions, entries and routes of every game in inches."""
CAMPAIGNS = "tests/cli/test_campaign.py"
"""Campaigns are played by commands."""
IN_INCHES = ("roe", "riverside", "op-en")
COMPARES: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+"}


class Mutation(Struct, frozen=True):
    """Text that takes the place of other text."""

    file: str
    line: int
    start: int
    end: int
    """Where in the file, in characters."""
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was!r} becomes {self.becomes!r}"

    def applied(self, text: str) -> str:
        return text[: self.start] + self.becomes + text[self.end :]


# ---- what can be broken ---------------------------------------------------------------------------


def mutations(file: str, text: str) -> list[Mutation]:
    """Every mutation of a file that this program knows."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(line: int, column: int) -> int:
        """`ast` counts bytes."""
        row = text[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(row.encode()[:column].decode())

    def at(node: ast.expr, becomes: str) -> Mutation:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
        return Mutation(file, node.lineno, start, end, text[start:end], becomes)

    tree = ast.parse(text)
    return [at(node, becomes) for node in _executed(tree) for becomes in _broken(node)]


def _executed(tree: ast.Module) -> Iterator[ast.expr]:
    """Expressions inside functions: annotations, defaults and data are nobody's rule, and `strict=` of a zip guards
    against programmers."""
    guards = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "strict"}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if isinstance(node, ast.expr) and id(node) not in guards:
                        yield node


def _broken(node: ast.expr) -> Iterator[str]:
    """Source code that says something else."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARES:
            yield f"({ast.unparse(left)} {COMPARES[type(operator)]} {ast.unparse(right)})"
        case ast.BoolOp(op=ast.And(), values=values):
            yield "(" + " or ".join(f"({ast.unparse(one)})" for one in values) + ")"
        case ast.BoolOp(op=ast.Or(), values=values):
            yield "(" + " and ".join(f"({ast.unparse(one)})" for one in values) + ")"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"bool({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=operator, right=right) if _adds(node) and type(operator) in ARITHMETIC:
            yield f"({ast.unparse(left)} {ARITHMETIC[type(operator)]} {ast.unparse(right)})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield str(value + 1)
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=args, keywords=[]) if len(args) == 2:
            yield f"{'max' if name == 'min' else 'min'}({', '.join(map(ast.unparse, args))})"


def _adds(node: ast.BinOp) -> bool:
    """Numbers rather than texts, as far as one can see."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Constant | ast.JoinedStr | ast.List | ast.Tuple)]
    return all(isinstance(part, ast.Constant) and isinstance(part.value, int | float) for part in parts)


def drawn(files: Sequence[Path], count: int, rng: Random) -> list[Mutation]:
    """Different places, every place as likely as any other."""
    known = [one for file in files for one in mutations(str(file), (ROOT / file).read_text("utf-8"))]
    rng.shuffle(known)
    places = {(one.file, one.line): one for one in reversed(known)}
    return list(places.values())[-count:]


# ---- who notices ----------------------------------------------------------------------------------


def rule_files(ruleset: str) -> list[Path]:
    """Its rooms too, the advice to bots apart."""
    if ruleset == "finders":
        return FINDERS
    folder = ROOT / RULESETS / ruleset.replace("-", "_")
    found = [
        file.relative_to(ROOT)
        for file in sorted(folder.rglob("*.py"))
        if file.name not in NO_RULES and file.parent.name != "advice"
    ]
    if not found:
        sys.exit(f"there is no ruleset {ruleset!r} in {RULESETS}")
    return found


def tests_of(ruleset: str) -> list[list[str]]:
    """The quick ones first."""
    if ruleset == "finders":
        return [["tests/skirmish"], ["tests/table"], *(run for book in IN_INCHES for run in tests_of(book)[:2])]
    package = ruleset.replace("-", "_")
    return [
        ["tests/test_cases.py", "-k", f"{ruleset}/"],
        ["tests/test_told.py", "-k", f"{ruleset}/"],
        [f"tests/rulesets/{package}"],
        [*sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests/rulesets").glob("test_*.py")), CAMPAIGNS],
        ["tests/odds"],
    ]


class Limit(Struct, frozen=True):
    """What a run of tests may take: seconds of a core and bytes for each of its processes, which the kernel counts, and
    seconds of anybody's patience."""

    cpu: int = 300
    patience: int = 1200
    memory: int = 4 << 30


class Run(Struct, frozen=True):
    """Tests that are to notice, and how long they may take."""

    tests: list[str]
    limit: Limit = Limit()

    def passes(self, copy: Path) -> bool:
        argv = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *self.tests]
        # Kept bytecode is told from new by seconds and size: what is broken within one would go unnoticed.
        unkept = {"PYTHONDONTWRITEBYTECODE": "1"}
        environment = os.environ | unkept | {"PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy)])}
        return passes(argv, copy, environment, self.limit)


def timed(copy: Path, tests: list[str]) -> Run:
    """A run that passes as long as nothing is broken, with limits by what it takes then. The core may be shared, so
    there is more patience than time."""
    before, start = getrusage(RUSAGE_CHILDREN), monotonic()
    if not Run(tests).passes(copy):
        sys.exit(f"mutate: with nothing broken these fail already: {' '.join(tests)}")
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(tests, Limit(round(TIMES * cpu) + MORE, round(2 * TIMES * (monotonic() - start)) + MORE))


def nearest_first(runs: Iterable[Run], mutation: Mutation) -> list[Run]:
    """What is broken in odds is noticed soonest by the tests of odds; a campaign by those of its commands."""
    words = {*Path(mutation.file).parent.parts, Path(mutation.file).stem.partition("_")[0]}
    return sorted(runs, key=lambda run: not any(Path(test).stem.removeprefix("test_") in words for test in run.tests))


def survives(copy: Path, mutation: Mutation, runs: Sequence[Run]) -> bool:
    """Do all tests pass with it?"""
    file = copy / mutation.file
    text = file.read_text("utf-8")
    file.write_text(mutation.applied(text), "utf-8")
    try:
        return all(run.passes(copy) for run in runs)
    finally:
        file.write_text(text, "utf-8")


def passes(argv: list[str], folder: Path, environment: dict[str, str], limit: Limit) -> bool:
    """Does it end well? An endless game is noticed; whatever it leaves behind goes with it."""
    limited = "import os, sys; from resource import RLIMIT_CPU, RLIMIT_DATA, setrlimit; "
    limited += f"setrlimit(RLIMIT_CPU, ({limit.cpu}, {limit.cpu} + 5)); setrlimit(RLIMIT_DATA, ({limit.memory},) * 2); "
    limited += "os.execv(sys.argv[1], sys.argv[1:])"
    run = subprocess.Popen(
        [sys.executable, "-c", limited, *argv], cwd=folder, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        return run.wait(limit.patience) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()


def copied(folder: Path) -> Path:
    """The project without what is built."""
    ignore = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis")
    return Path(shutil.copytree(ROOT, folder / "project", ignore=ignore))


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutate", description="Breaks rules one at a time; tests are to notice.")
    parser.add_argument("ruleset")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--file", action="append", type=Path, help="a file to break instead of the ruleset's own")
    parser.add_argument("--tests", action="append", help="tests that are to notice as well")
    parser.add_argument("--list", action="store_true", help="only say what would be broken")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    asked = arguments(argv)
    chosen = drawn(asked.file or rule_files(asked.ruleset), asked.count, Random(asked.seed))
    if asked.list:
        print("\n".join(map(str, chosen)))
        return 0
    alive = []
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        runs = [timed(copy, tests) for tests in (*tests_of(asked.ruleset), *([one] for one in asked.tests or ()))]
        for number, mutation in enumerate(chosen, 1):
            lives = survives(copy, mutation, nearest_first(runs, mutation))
            alive += [mutation] if lives else []
            print(
                f"{number}/{len(chosen)} {'SURVIVES' if lives else 'noticed'}: {mutation}", file=sys.stderr, flush=True
            )
    if asked.json:
        print(json.dumps({"ruleset": asked.ruleset, "broken": len(chosen), "survive": [str(one) for one in alive]}))
    else:
        print(f"{asked.ruleset}: {len(chosen)} broken, {len(alive)} survive")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
