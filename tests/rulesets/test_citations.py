"""A clause is found where it is done: its id stands in the code of its ruleset, alone or in a range."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.engine.registry import ruleset

HERE = Path(sandtable.__file__).parent / "rulesets"
RANGE = re.compile(r"([A-Z]{2})-(\d+)\.(\d+)\s+to\s+(?:[A-Z]{2}-)?(?:\d+\.)?(\d+)")
NOTHING_TO_DO = {
    "opportunity": set[str](),
    "opentactics": {"OT-3.1", "OT-3.2", "OT-3.3"},
    "roe": {"RE-0.11", "RE-0.12", "RE-3.11"},
    "riverside": set[str](),
    "op-en": set[str](),
}
"""Words that mean the same, and what stands in content files alone: a sample weapon, a printed card."""


def named(code: str) -> set[str]:
    """The ids in a text; '1.2 to 1.5' names four."""
    found = set(re.findall(r"[A-Z]{2}-\d+\.\d+", code))
    for book, chapter, first, last in RANGE.findall(code):
        found |= {f"{book}-{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("name", NOTHING_TO_DO)
def test_every_clause_is_named_where_it_is_done(name: str) -> None:
    code = "\n".join(path.read_text("utf-8") for path in (HERE / name.replace("-", "_")).rglob("*.py"))
    owed = {clause.id for clause in ruleset(name).rulebook.clause if clause.kind != "advice"}
    assert owed - named(code) == NOTHING_TO_DO[name]


def test_ranges_count() -> None:
    assert named("(RE-1.2 to RE-1.4, RE-2.1)") == {"RE-1.2", "RE-1.3", "RE-1.4", "RE-2.1"}
    assert named("OP-3.9 to 3.12") == {"OP-3.9", "OP-3.10", "OP-3.11", "OP-3.12"}
