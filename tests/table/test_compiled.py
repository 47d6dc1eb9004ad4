"""The compiled hot modules: built once into a copy of the package, then the same suite and bits as interpreted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sandtable.table import compile as compiling

ROOT = Path(__file__).parents[2]

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
    built = compiling.build(tmp_path)
    assert len(built) == len(compiling.MODULES) + 1
    plain = run("-m", "tests.table.digest", package=None)
    fast = run("-m", "tests.table.digest", package=tmp_path)
    assert plain.stdout.startswith("interpreted "), plain.stderr
    assert fast.stdout.startswith("compiled "), fast.stderr
    assert fast.stdout.split()[1:] == plain.stdout.split()[1:]
    suite = run(
        "-m", "pytest", "tests/table", "-q", "-p", "no:cacheprovider", "--ignore", __file__, "-n", "0", package=tmp_path
    )
    assert suite.returncode == 0, suite.stdout[-3000:]


def test_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, meaning in (("1", True), ("0", False), ("", False)):
        monkeypatch.setenv("SANDTABLE_COMPILE", value)
        assert compiling.wanted() == meaning
    monkeypatch.delenv("SANDTABLE_COMPILE")
    assert not compiling.wanted()


def test_bad_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiling.main(["--what"]) == 2
    assert "usage" in capsys.readouterr().err
