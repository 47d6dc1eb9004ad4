"""A clause is found where it is done: its id stands in the code of its ruleset, or beside what it is about in its
content. A range does not count: nobody finds RE-1.3 in 'RE-1.2 to RE-1.4'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.engine.registry import ruleset

HERE = Path(sandtable.__file__).parent / "rulesets"
TOLD = ("rulebook.toml", "changes.toml")
"""They tell of clauses, and do nothing."""
NOTHING_TO_DO = {
    "opportunity": set[str](),
    "opentactics": set[str](),
    "roe": {"RE-0.11", "RE-0.12"},
    "riverside": set[str](),
    "op-en": set[str](),
}
"""Words that mean the same."""


@pytest.mark.parametrize("name", NOTHING_TO_DO)
def test_every_clause_is_named_where_it_is_done(name: str) -> None:
    files = [path for path in (HERE / name.replace("-", "_")).rglob("*") if path.suffix in (".py", ".toml")]
    code = "\n".join(path.read_text("utf-8") for path in files if path.name not in TOLD)
    owed = {clause.id for clause in ruleset(name).rulebook.clause if clause.kind != "advice"}
    assert owed - set(re.findall(r"[A-Z]{2}-\d+\.\d+", code)) == NOTHING_TO_DO[name]
