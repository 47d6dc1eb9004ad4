"""Every case file passes; the examples of the manual are cases too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.engine.cases import CaseResult, run_file

CASES = Path(__file__).parent / "cases"
MANUAL = Path(__file__).parents[1] / "docs" / "cases.md"


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.toml")), ids=lambda path: str(path.relative_to(CASES)))
def test_case(path: Path) -> None:
    failed = [f"{result.title}: {result.problem}" for result in run_file(path) if not result.ok]
    assert not failed, "\n".join(failed)


def manual_examples() -> list[str]:
    """The indented blocks under 'Worked examples'."""
    text = MANUAL.read_text("utf-8").partition("## Worked examples")[2]
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, flags=re.M)
    return [re.sub(r"^    ", "", block, flags=re.M) for block in blocks if "ruleset" in block]


EXAMPLES = 6


def test_the_manual_has_its_examples() -> None:
    assert len(manual_examples()) == EXAMPLES


@pytest.mark.parametrize("number", range(EXAMPLES))
def test_the_examples_of_the_manual_run(number: int, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(manual_examples()[number], "utf-8")
    results: list[CaseResult] = run_file(path)
    assert [result.problem for result in results if not result.ok] == []
