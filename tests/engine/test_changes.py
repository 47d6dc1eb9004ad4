"""The changelog of a ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.changes import FIRST, RulesChange, between, changes_of, load_changes, newest
from sandtable.engine.errors import RulebookError
from sandtable.engine.registry import ruleset, ruleset_ids
from tests.engine.toy import TOY

DOCS = Path(__file__).parents[2] / "docs" / "rulesets"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "changes.toml"
    path.write_text(text, "utf-8")
    return path


ENTRY = '[[change]]\nversion = "{0}"\nclauses = ["{1}"]\ntext = "{2}"\n'


def test_changes_are_read_oldest_first(tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY.format("1.10.0", "TO-1.1", "b") + ENTRY.format("1.9.0", "TO-1.2", "a"))
    found = load_changes(path, TOY.rulebook)
    assert found == (RulesChange("1.9.0", ("TO-1.2",), "a"), RulesChange("1.10.0", ("TO-1.1",), "b"))
    assert newest(found) == "1.10.0"


def test_rules_that_have_never_changed_need_no_changelog(tmp_path: Path) -> None:
    assert load_changes(tmp_path / "changes.toml", TOY.rulebook) == ()
    assert newest(()) == FIRST
    assert changes_of(TOY) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ENTRY.format("1.1", "TO-1.1", "x"), "three numbers like 1.1.0, not '1.1'"),
        (ENTRY.format("1.1.0", "TO-9.9", "x"), "names 'TO-9.9', which does not exist"),
        (ENTRY.format("1.1.0", "TO-1.1", " "), "says nothing"),
        ('[[change]]\nversion = "1.1.0"\n', "missing required field"),
        ("[change", "not valid TOML"),
    ],
)
def test_a_mistake_names_the_file_and_the_entry(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RulebookError, match=f"changes.toml.*{said}"):
        load_changes(written(tmp_path, text), TOY.rulebook)


def test_changes_between_two_versions_with_those_of_a_clause_first() -> None:
    a, b, c, d = (RulesChange(f"1.{n}.0", (f"TO-1.{n}",), "x") for n in range(1, 5))
    assert between((a, b, c, d), "1.1.0", "1.3.0") == (b, c)
    assert between((a, b, c, d), "1.1.0", "1.3.0", ["TO-1.3", "TO-1.4"]) == (c, b)
    assert between((a, b, c, d), "1.3.0", "1.1.0") == ()
    assert between((a, b), "the first one", "1.2.0") == (a, b)


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_ruleset_has_the_version_of_its_newest_change(name: str) -> None:
    rules = ruleset(name)
    assert rules.version == newest(changes_of(rules))
    assert len({change.text for change in changes_of(rules)}) == len(changes_of(rules))
