"""What goes wrong in a browser test stays there: the tests after it find a quiet house."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT

FIXTURES = "from tests.browser.conftest import _client, _playwright, browser, server, visit\n"
BROWSER = """
import pytest
from playwright.sync_api import Browser

{trouble}

def test_a_page(visit):
    assert visit().title()

def test_another_page(visit):
    assert visit().title()
"""
INNOCENT = """
import asyncio

def test_innocent():
    assert asyncio.run(asyncio.sleep(0, "fine")) == "fine"

def test_innocent_too():
    assert asyncio.run(asyncio.sleep(0, "fine")) == "fine"
"""
NOTHING_ENDS_WELL = """
from playwright.sync_api._context_manager import PlaywrightContextManager

def fail(self, *problem, **options):
    raise RuntimeError("it does not end")

Browser.close = fail
PlaywrightContextManager.__exit__ = fail

@pytest.fixture
def visit(visit):
    yield visit
    raise RuntimeError("it does not leave")
"""


@pytest.mark.parametrize(("trouble", "errors"), [("", 0), (NOTHING_ENDS_WELL, 2)], ids=["none", "all"])
def test_a_failed_teardown_fails_nobody_else(tmp_path: Path, trouble: str, errors: int) -> None:
    for folder, conftest, name, tests in (
        ("a_browser", FIXTURES, "test_pages.py", BROWSER.format(trouble=trouble)),
        ("b_after", "", "test_after.py", INNOCENT),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
        (tmp_path / folder / "conftest.py").write_text(conftest)
        (tmp_path / folder / name).write_text(tests)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    counted = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", ran.stdout)}
    assert counted == {"passed": 4} | ({"error": errors} if errors else {}), ran.stdout
