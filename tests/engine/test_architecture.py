"""Dependencies point downwards only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

import sandtable

HERE = Path(sandtable.__file__).parent
MODULES = sorted(HERE.rglob("*.py"))

ROOMS: dict[str, set[str]] = {
    "engine": set(),
    "table": {"engine"},
    "skirmish": {"table", "engine"},
    "rulesets": {"skirmish", "table", "engine"},
    "forces": {"engine", "table"},
    "odds": {"engine", "table"},
    "bots": {"engine", "table"},
    "lab": {"engine", "table", "forces", "bots", "odds"},
    "learn": {"engine", "table", "bots", "lab"},
    "server": {"engine", "table", "forces", "bots", "odds"},
    "cli": {"engine", "table", "forces", "bots", "odds", "lab", "server"},
    "compile": {"table"},
}
"""What each room may use besides itself. Rulesets are used by nobody: they come through the registry."""


def name_of(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(HERE.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(path: Path) -> set[tuple[str, ...]]:
    """The modules of ours that a module imports, anywhere in it."""
    package = path.relative_to(HERE.parent).parts[:-1]
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            found |= {(*module, alias.name) for alias in node.names}
    return {name for name in found if name[0] == "sandtable"}


def broken(path: Path) -> list[str]:
    """The arrows of one module that point the wrong way."""
    own = name_of(path)
    wrong = []
    for name in sorted(imported(path)):
        if len(own) < 2 or len(name) < 2:
            continue
        room, used = own[1], name[1]
        if room == used:
            if room == "rulesets" and own[2:3] != name[2:3]:
                wrong.append(f"{'.'.join(own)} uses another ruleset: {'.'.join(name)}")
        elif used not in ROOMS[room]:
            wrong.append(f"{'.'.join(own)} uses {'.'.join(name)}")
    return wrong


def test_every_room_is_known() -> None:
    rooms = {path.name for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: ".".join(name_of(path)))
def test_arrows_point_downwards(path: Path) -> None:
    assert broken(path) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: ".".join(name_of(path)))
def test_modules_are_not_fetched_by_name_in_secret(path: Path) -> None:
    """No importlib.import_module and no __import__: the arrows above see everything."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name | ast.Attribute):
            assert (node.id if isinstance(node, ast.Name) else node.attr) not in ("__import__", "import_module")


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("from sandtable.rulesets.opportunity import RULESET", 1),
        ("import sandtable.table.sight", 1),
        ("def f():\n    from sandtable.cli import main", 1),
        ("from ..rulesets import opportunity", 1),
        ("from . import dice\nfrom sandtable.engine.game import Game", 0),
    ],
)
def test_a_wrong_arrow_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, wrong: int) -> None:
    module = tmp_path / "sandtable" / "engine" / "new.py"
    module.parent.mkdir(parents=True)
    module.write_text(source)
    monkeypatch.setattr("tests.engine.test_architecture.HERE", tmp_path / "sandtable")
    assert len(broken(module)) == wrong


def loaded_by(statement: str) -> set[str]:
    """The modules that are there after a statement in a fresh interpreter and not before."""
    code = f"import sys; before = set(sys.modules)\n{statement}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


HEAVY = ("rich", "cyclopts", "importlib.metadata", "hypothesis", "asyncio", "sqlite3", "numpy")


@pytest.mark.parametrize("module", ["game", "questions", "dice", "ruleset", "registry"])
def test_the_engine_is_light(module: str) -> None:
    loaded = loaded_by(f"import sandtable.engine.{module}")
    assert f"sandtable.engine.{module}" in loaded
    for name in loaded:
        assert not name.startswith("sandtable.") or name.startswith("sandtable.engine")
        assert not any(name == heavy or name.startswith(f"{heavy}.") for heavy in HEAVY), name


def test_listing_rulesets_loads_none() -> None:
    loaded = loaded_by("from sandtable.engine.registry import ruleset_ids; ruleset_ids()")
    assert not any(name.startswith("sandtable.rulesets") for name in loaded)


def test_the_engine_imports_nothing_from_outside_but_msgspec() -> None:
    for path in (HERE / "engine").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                root = name.partition(".")[0]
                assert root in ("msgspec", "sandtable", "__future__") or root in sys.stdlib_module_names


# ---- one word, one meaning --------------------------------------------------------------------------


class Word(NamedTuple):
    """A public class of a module, or a name for a type: what it says; is it a contract for others (a Protocol)?"""

    says: str
    is_class: bool = False
    contract: bool = False


def words(path: Path) -> dict[str, Word]:
    found = {}
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                contract = any("Protocol" in ast.unparse(base) for base in node.bases)
                found[name] = Word(str(path), True, contract)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp() as value) if is_type(name):
                found[name] = Word(ast.unparse(value))
    return found


def is_type(name: str) -> bool:
    """Names of types are written like names of classes."""
    return name[0].isupper() and not name.isupper()


def named_twice(paths: Iterable[Path]) -> list[str]:
    """Words with two meanings: in shared rooms, within one ruleset, or a ruleset's class and a shared one. Rulesets
    have words of their own, which others may have too; a ruleset calls what fulfils a contract by the name of the
    contract; and names for the same type mean the same."""
    shared: dict[str, tuple[Word, Path]] = {}
    own: dict[tuple[str, str], tuple[Word, Path]] = {}
    wrong = []
    for path in paths:
        book = name_of(path)[2:3] if name_of(path)[1:2] == ("rulesets",) else ()
        for name, word in words(path).items():
            before = own.setdefault((book[0], name), (word, path)) if book else shared.setdefault(name, (word, path))
            if before[0].says != word.says:
                wrong.append(f"{name}: {before[1].name} and {path.name}")
    for (_, name), (word, path) in own.items():
        if name in shared and word.is_class and shared[name][0].is_class and not shared[name][0].contract:
            wrong.append(f"{name}: {shared[name][1].name} and {path.name}")
    return wrong


def test_no_word_has_two_meanings() -> None:
    assert named_twice(MODULES) == []


def test_a_name_that_is_taken_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.test_architecture.HERE", tmp_path / "sandtable")
    sources = {
        "engine/one.py": "class Look: ...\nclass Advice(Protocol[S]): ...\nclass _Own: ...\nSpot = tuple[int, int]",
        "table/two.py": "class Look: ...\nclass _Own: ...\nSpot = tuple[int, int]\nAdvice = str | None",
        "rulesets/a/state.py": "class Look: ...\nclass Advice: ...\nclass Model: ...\nSpot = tuple[float, float]",
        "rulesets/a/rules.py": "class Model: ...\nLIMIT = 2 + 1",
        "rulesets/b/state.py": "class Model: ...",
    }
    for name, source in sources.items():
        path = tmp_path / "sandtable" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    found = named_twice(sorted((tmp_path / "sandtable").rglob("*.py")))
    assert found == [
        "Model: rules.py and state.py", "Look: one.py and two.py", "Advice: one.py and two.py",
        "Look: one.py and state.py",
    ]  # fmt: skip
