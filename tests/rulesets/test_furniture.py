"""What books do alike is written once, in the engine or the storey: no two rulesets hold the same function."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import sandtable

HERE = Path(sandtable.__file__).parent / "rulesets"
SHORT = 3
"""Lines of a function that two books may have alike: a hook that passes something on."""


class Anonymous(ast.NodeTransformer):
    """Names in the order in which they come: what somebody calls a thing makes no difference."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.setdefault(node.id, f"n{len(self.names)}"), node.ctx)


def shape(function: ast.FunctionDef) -> str:
    """What a function does, without its words and names; empty where that is little."""
    body = [line for line in function.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if not body or (body[-1].end_lineno or 0) - body[0].lineno < SHORT:
        return ""
    return "\n".join(ast.dump(Anonymous().visit(line)) for line in ast.parse(ast.unparse(ast.Module(body, []))).body)


def twice(folder: Path) -> list[list[str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sorted(folder.rglob("*.py")):
        book = path.relative_to(folder).parts[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and (kind := shape(node)):
                found[kind][book] = f"{path.relative_to(folder)}: {node.name}"
    return [list(places.values()) for places in found.values() if len(places) > 1]


def test_no_two_books_hold_the_same_function() -> None:
    assert twice(HERE) == []


def test_a_second_copy_would_be_seen(tmp_path: Path) -> None:
    one = "def f(a, b):\n    '''Says so.'''\n    c = a + b\n    if c > 3:\n        return c\n    return -c\n"
    for book, text in (("one", one), ("two", one.replace("a", "first").replace("Says", "Or"))):
        (tmp_path / book).mkdir()
        (tmp_path / book / "rules.py").write_text(text)
    assert twice(tmp_path) == [["one/rules.py: f", "two/rules.py: f"]]
