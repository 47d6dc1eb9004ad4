"""The compiled hot modules: built once into a copy of the package, then the same games, suite and bits as interpreted.

The build is not optimised, which takes a fraction of the time; the optimiser may not touch a result."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from sandtable import compile as compiling

ROOT = Path(__file__).parents[1]

needs_compiler = pytest.mark.skipif(
    find_spec("mypyc") is None or find_spec("setuptools") is None or not (shutil.which("cc") or shutil.which("gcc")),
    reason="a C compiler, mypyc and setuptools build the hot modules",
)


def run(*arguments: str, package: Path | None) -> subprocess.CompletedProcess[str]:
    """Run Python on the tests, with a package of our choice first on the path."""
    paths = [str(package or ROOT / "src"), str(ROOT)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@needs_compiler
def test_compiled_and_interpreted_agree_to_the_last_bit(tmp_path: Path) -> None:
    built = compiling.build(tmp_path, optimise=False)
    assert len(built) == len(compiling.MODULES) + 1
    plain = run("-m", "tests.digest", package=None).stdout.splitlines()
    fast = run("-m", "tests.digest", package=tmp_path)
    assert plain[0] == "interpreted"
    assert fast.stdout.startswith("compiled\n"), fast.stderr
    assert fast.stdout.splitlines()[1:] == plain[1:]
    suite = run("-m", "pytest", "tests/table", "-q", "-p", "no:cacheprovider", "-n", "0", package=tmp_path)
    assert suite.returncode == 0, suite.stdout[-3000:]


@pytest.mark.parametrize("module", compiling.MODULES)
def test_no_keyword_of_a_struct_is_lost(module: str) -> None:
    """mypyc drops the keywords of a class; only what the base says too is safe."""
    for node in ast.walk(ast.parse((compiling.PACKAGE / module).read_text())):
        if isinstance(node, ast.ClassDef) and node.keywords:
            assert [ast.unparse(base) for base in node.bases] in (["Record"], ["Leaf"]), node.name
            assert [ast.unparse(keyword) for keyword in node.keywords] == ["frozen=True"], node.name


def inner_functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.Lambda]:
    """The functions directly within another."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
        else:
            yield from inner_functions(child)


def kept_function(node: ast.AST) -> str:
    """The name of a lambda, or of a thing that is made of one ('Once(lambda ...)')."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return ""
    made = isinstance(node.value, ast.Call) and ast.unparse(node.value.func)[:1].isupper()
    kept = [node.value, *(node.value.args if isinstance(node.value, ast.Call) and made else ())]
    if isinstance(node.value, ast.Yield) or not any(isinstance(part, ast.Lambda) for part in kept):
        return ""
    return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def held_by_each_other(function: ast.FunctionDef) -> set[str]:
    """The functions within a function, by their names, of which another one knows."""
    within = list(inner_functions(function))
    named = {one.name for one in within if isinstance(one, ast.FunctionDef)}
    named |= {kept_function(node) for node in ast.walk(function)}
    return named & {part.id for one in within for part in ast.walk(one) if isinstance(part, ast.Name)}


@pytest.mark.parametrize("module", compiling.MODULES)
def test_functions_within_functions_do_not_hold_each_other(module: str) -> None:
    """Compiled, whatever a function shares with those within it lies in one thing that all of these hold: where one of
    them lies in it too, the collector of garbage alone parts them, and it takes its time."""
    for node in ast.walk(ast.parse((compiling.PACKAGE / module).read_text())):
        if isinstance(node, ast.FunctionDef):
            assert not held_by_each_other(node), node.name


def test_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, meaning in (("1", True), ("0", False), ("", False)):
        monkeypatch.setenv("SANDTABLE_COMPILE", value)
        assert compiling.wanted() == meaning
    monkeypatch.delenv("SANDTABLE_COMPILE")
    assert not compiling.wanted()


def test_bad_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiling.main(["--what"]) == 2
    assert "usage" in capsys.readouterr().err
