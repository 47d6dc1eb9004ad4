"""Whatever the table and the storey on it offer is used by somebody, or waits for a clause that docs/table.md names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import sandtable

HERE = Path(sandtable.__file__).parent
GUIDE = Path(__file__).parents[2] / "docs" / "table.md"
Name = tuple[str, str]
"""A module, and something it defines."""


def module_of(path: Path) -> str:
    parts = path.relative_to(HERE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES = {module_of(path): ast.parse(path.read_text("utf-8")) for path in HERE.rglob("*.py")}
DEFINED = {
    module: {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for module, tree in TREES.items()
}
IMPORTED = {
    module: {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for module, tree in TREES.items()
}


def found(module: str, name: str) -> Name | None:
    """Where something is defined that a module knows by this name."""
    if name in DEFINED.get(module, ()):
        return module, name
    there = IMPORTED.get(module, {}).get(name)
    if there is None or there == (module, name):  # a package may import its own modules
        return None
    return found(*there)


def mentioned(module: str, node: ast.AST) -> set[Name]:
    """What a piece of code mentions by name, or as an attribute of a module."""
    names = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            names.add(found(module, one.id))
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            names.add(found(".".join(IMPORTED[module].get(one.value.id, ())), one.attr))
    return {name for name in names if name is not None}


def ours(module: str) -> bool:
    return module.startswith(("sandtable.table", "sandtable.skirmish")) and not module.endswith(".compile")


def used(roots: set[Name]) -> set[Name]:
    """Everything that is reached from some names."""
    inner = {
        (module, node.name): mentioned(module, node)
        for module, tree in TREES.items()
        if ours(module)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    reached: set[Name] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(inner.get(name, ()))
    return reached


def from_outside() -> set[Name]:
    """What other rooms mention, and what is mentioned when a module of ours is loaded."""
    names: set[Name] = set()
    for module, tree in TREES.items():
        for node in tree.body:
            if not ours(module) or not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
                names |= mentioned(module, node)
    return names


def listed() -> set[str]:
    """The functions that the guide says are waiting."""
    section = GUIDE.read_text("utf-8").partition("### Waiting for")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    assert all(re.search(r"(OE|RV)-\d", row[2]) for row in rows), "each with a clause"
    return {name for row in rows for name in re.findall(r"`(\w+)`", row[1])}


def test_nothing_is_there_for_nobody() -> None:
    known = {(module, name) for module, names in DEFINED.items() if ours(module) for name in names}
    waiting = {(module, name) for module, name in known if name in listed()}
    assert sorted(known - used(from_outside() | waiting)) == []


def test_whoever_has_found_a_user_waits_no_longer() -> None:
    live = {name for module, name in used(from_outside()) if ours(module)}
    assert sorted(listed() & live) == []
    assert listed() <= {name for module, names in DEFINED.items() if ours(module) for name in names}
