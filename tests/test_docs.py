"""The README is a doctest; the test vectors of docs/dice.md are what the code does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import sandtable
from sandtable.engine.dice import Roll, Seeded

ROOT = Path(__file__).parents[1]


def test_readme() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False) == (0, 8)


def test_bots_page() -> None:
    assert doctest.testfile(str(ROOT / "docs" / "bots.md"), module_relative=False).failed == 0


def test_the_page_on_odds() -> None:
    assert doctest.testfile(str(ROOT / "docs" / "odds.md"), module_relative=False) == (0, 25)


def test_package_docstring() -> None:
    assert doctest.testmod(sandtable).failed == 0


def test_dice_vectors() -> None:
    text = (ROOT / "docs" / "dice.md").read_text("utf-8")
    seed = bytes(range(32))
    assert f"`{Seeded(seed).commitment}`" in text
    rows = re.findall(r"^\| (none|'.*?') \| (\d+) \| (\d+)d(\d+) \| ([\d ]+) \|$", text, flags=re.M)
    assert len(rows) == 7
    for nonces, number, n, sides, faces in rows:
        stream = Seeded(seed, re.findall(r"'(\w+)'", nonces))
        rolled = stream.roll(Roll(int(n), int(sides), "", "", 0), int(number))
        assert " ".join(map(str, rolled)) == faces.strip()


def test_readme_names_the_two_commands_and_only_existing_pages() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in text
    assert "make test" in text
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / link).exists(), link
