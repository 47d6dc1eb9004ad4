"""Which clauses are proved: by case files that pass, and by Python tests marked with `@proves("…")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from sandtable.engine.cases import read_cases, run
from sandtable.engine.errors import CaseError, SandtableError, one_line
from sandtable.engine.registry import ruleset as find_ruleset


class Coverage(Struct, frozen=True):
    """`clauses` are those that need proof (all but advice). `proofs` maps a clause to the files that prove it."""

    clauses: int
    proved: int
    missing: list[str]
    advice: list[str]
    unknown: list[str]
    """Clause ids that tests name and the rulebook does not have."""
    proofs: dict[str, list[str]]


def coverage(ruleset_id: str, tests: Path) -> Coverage:
    """Looks through a folder of tests. A case counts only if all its variants pass; Python tests are run elsewhere."""
    book = find_ruleset(ruleset_id).rulebook
    proofs: dict[str, list[str]] = {}
    for file, clauses in [*_case_claims(ruleset_id, tests), *_python_claims(tests)]:
        for clause in clauses:
            proofs.setdefault(clause, []).append(file)
    needed = [clause.id for clause in book.clause if clause.needs_proof]
    proved = [clause for clause in needed if clause in proofs]
    prefixes = {clause.id.split("-")[0] for clause in book.clause}
    return Coverage(
        clauses=len(needed),
        proved=len(proved),
        missing=[clause for clause in needed if clause not in proofs],
        advice=[clause.id for clause in book.clause if not clause.needs_proof],
        unknown=sorted(c for c in proofs if c not in book.clauses and c.split("-")[0] in prefixes),
        proofs={clause: proofs[clause] for clause in proved},
    )


def case_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.toml")) if folder.is_dir() else [folder]


def _case_claims(ruleset_id: str, tests: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in case_files(tests):
        try:
            cases = read_cases(path)
        except CaseError:
            continue
        if cases and cases[0].ruleset == ruleset_id and all(run(case).ok for case in cases):
            yield str(path), tuple(dict.fromkeys(clause for case in cases for clause in case.clauses))


def _python_claims(tests: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in sorted(tests.rglob("test_*.py")) if tests.is_dir() else ():
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                claimed = tuple(clause for decorator in node.decorator_list for clause in _claimed(decorator))
                if claimed:
                    yield f"{path}::{node.name}", claimed


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text("utf-8"))
    except (OSError, ValueError, SyntaxError) as error:
        raise SandtableError(f"{path} cannot be read as Python: {one_line(error)}") from error


def _claimed(decorator: ast.expr) -> Iterator[str]:
    if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "proves":
        for argument in decorator.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
