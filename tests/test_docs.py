"""The README is a doctest; the test vectors of docs/dice.md are what the code does; what a page tells people to type
can be typed."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import main
from sandtable.cli.commands import app
from sandtable.engine.dice import Roll, Seeded
from sandtable.table import causes

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *ROOT.glob("examples/*/*.md"),
]


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


def typed(first: str) -> list[str]:
    """The lines that begin with this word in the indented blocks and the shell blocks of all pages."""
    found = []
    for page in PAGES:
        shell = "\n".join(re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), flags=re.M | re.S))
        indented = "\n".join(re.findall(r"^ {4}(\S.*)$", page.read_text("utf-8"), flags=re.M))
        found += [line for line in f"{shell}\n{indented}".splitlines() if line.startswith(f"{first} ")]
    return found


@pytest.mark.parametrize("line", typed("sandtable"))
def test_every_command_of_the_pages_is_understood(line: str) -> None:
    """Pasted as it stands, its comment included."""
    app.parse_args(shlex.split(line, comments=True)[1:], exit_on_error=False, print_error=False)


@pytest.mark.parametrize("line", typed("sandtable odds"))
def test_the_odds_of_the_pages_are_answered(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line, comments=True)[1:]) == 0
    assert capsys.readouterr().out


def test_every_target_of_the_pages_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.M))
    assert {line.split()[1] for line in typed("make")} <= targets


def test_what_is_to_be_installed_is_called_as_the_distribution_and_its_extras_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    places = [*PAGES, *(ROOT / "src").rglob("*.py"), *ROOT.glob("examples/*/pyproject.toml")]
    text = "\n".join(path.read_text("utf-8") for path in places)
    named = re.findall(r"pip install [^\n`]*?([\w.-]+)'?\[([\w,]+)\]", text)
    assert len(named) > 5
    wheel = project["name"].replace("-", "_") + "-VERSION-py3-none-any.whl"
    for name, extras in named:
        assert name in (project["name"], wheel, "sandtable", ".", ".."), name  # the last three are a checkout
        assert set(extras.split(",")) <= set(project["optional-dependencies"]), extras


def test_the_page_on_the_table_lists_every_cause() -> None:
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "table.md").read_text("utf-8"), re.MULTILINE)
    assert listed == [name for name, value in vars(causes).items() if name.isupper() and isinstance(value, str)]
