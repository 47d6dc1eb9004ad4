"""Whatever the table and the storey on it offer is used by somebody, and by more than tests."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import sandtable

HERE = Path(sandtable.__file__).parent
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


def test_nothing_is_there_for_nobody() -> None:
    known = {(module, name) for module, names in DEFINED.items() if ours(module) for name in names}
    assert sorted(known - used(from_outside())) == []


def attributes(tree: ast.AST) -> Counter[str]:
    return Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def test_every_method_is_called_by_somebody() -> None:
    """By its name, wherever that stands; a method that calls itself is not enough."""
    everywhere = sum((attributes(tree) for tree in TREES.values()), Counter[str]())
    unused = [
        f"{module}.{one.name}.{method.name}"
        for module, tree in TREES.items()
        if ours(module)
        for one in tree.body
        if isinstance(one, ast.ClassDef)
        for method in one.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("__")
        if everywhere[method.name] == attributes(method)[method.name]
    ]
    assert unused == []


def constants(tree: ast.Module) -> set[str]:
    names = (
        node
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    return {node.id for node in names} - {"__all__"}


def test_every_constant_is_read_by_somebody() -> None:
    """In its own module, by an import, or as an attribute of its module."""
    imported = {name for names in IMPORTED.values() for name in names.values()}
    as_attribute = {name for tree in TREES.values() for name in attributes(tree)}
    unused = []
    for module, tree in TREES.items():
        loads = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        read = {node.id for node in loads} | as_attribute
        unused += [(module, name) for name in constants(tree) - read if ours(module)]
    assert sorted(set(unused) - imported) == []
