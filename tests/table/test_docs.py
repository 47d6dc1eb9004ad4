"""The examples in the table's own words are true, and its modules keep to their place."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import pytest

import sandtable.table
from sandtable.table import board

TABLE = Path(sandtable.table.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"


def test_examples_in_the_package() -> None:
    assert doctest.testmod(sandtable.table).failed == 0
    names = {"Figure": sandtable.table.Figure, "Base": sandtable.table.Base}
    assert doctest.testmod(board, extraglobs=names).failed == 0


@pytest.mark.parametrize("page", ["table.md", "maps.md"])
def test_examples_in_the_guide(page: str) -> None:
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_table_knows_nothing_above_the_engine() -> None:
    for path in TABLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                if module.startswith("sandtable"):
                    assert module.startswith(("sandtable.engine", "sandtable.table")), f"{path.name} imports {module}"


def test_nothing_a_replay_depends_on_sums_floats() -> None:
    """`sum` of floats gives other digits from Python 3.12 on; only counts of whole numbers may use it."""
    allowed = {"mapcheck.py", "generate.py", "picture.py"}
    for path in TABLE.rglob("*.py"):
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"
        ]
        assert not calls or path.name in allowed, path.name
