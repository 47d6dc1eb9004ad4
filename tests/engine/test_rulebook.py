"""Rulebooks and content files: mistakes name the file and the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import RulebookError, SetupError
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.rulebook import load_rulebook

GOOD = """
ruleset = "orchard"
title = "The Orchard"
author = "nobody"
summary = "A day among trees."

[[option]]
name = "weather"
clause = "TO-1.1"
default = "sun"
choices = [{ value = "sun", means = "bright" }, { value = "rain", means = "wet" }]

[[option]]
name = "dice"
clause = "TO-1.2"
default = 2
least = 1
most = 4

[[clause]]
id = "TO-1.1"
title = "Weather"
text = "There is weather."
source = "page 1"
kind = "setup"
option = "weather"

[[clause]]
id = "TO-1.2"
title = "Advice"
text = "Bring a hat."
source = "page 2"
kind = "advice"
"""


def load(folder: Path, text: str) -> RulebookError:
    path = folder / "rulebook.toml"
    path.write_text(text)
    with pytest.raises(RulebookError) as refused:
        load_rulebook(path)
    return refused.value


def test_a_good_book(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text(GOOD)
    book = load_rulebook(path)
    assert list(book.clauses) == ["TO-1.1", "TO-1.2"]
    assert [clause.needs_proof for clause in book.clause] == [True, False]
    assert book.cite("TO-1.1") == "TO-1.1 Weather"
    assert book.cite("TO-9.9") == "TO-9.9"
    assert book.options({}) == {"weather": "sun", "dice": 2}
    assert book.options({"dice": 4}) == {"weather": "sun", "dice": 4}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "TO-1.2"', 'id = "TO-1.1"', ["clause TO-1.1 appears twice"]),
        ('name = "dice"', 'name = "weather"', ["option weather appears twice"]),
        ('option = "weather"', 'option = "hail"', ["clause TO-1.1", "'hail'"]),
        ('clause = "TO-1.2"', 'clause = "TO-9.9"', ["option dice", "'TO-9.9'"]),
        ('default = "sun"', 'default = "snow"', ["weather", "'sun' or 'rain'", "'snow'"]),
        ("default = 2", "default = 5", ["dice", "1 to 4", "not 5"]),
        ("default = 2", "default = 2.5", ["option[1].default"]),
        ("default = 2", "default = true", ["dice", "1 to 4", "not True"]),
        ('kind = "setup"', 'kind = "rumour"', ["clause[0].kind", "rumour"]),
        ('kind = "setup"', "kind = 3", ["clause[0].kind"]),
        ('title = "Weather"', "title = 3", ["clause[0].title"]),
        ('text = "There is weather."', "", ["clause[0]", "text"]),
        ('means = "wet"', "means = 3", ["option[0].choices[1].means"]),
        ('source = "page 1"', 'source = "page 1"\ncolour = "red"', ["clause[0]", "colour"]),
        ('author = "nobody"', "", ["author"]),
        ('[[option]]\nname = "weather"', '[option]\nname = "weather"', []),
        ("summary =", "summary", ["not valid TOML"]),
    ],
)
def test_a_mistake_names_the_file_and_the_entry(tmp_path: Path, old: str, new: str, said: list[str]) -> None:
    assert old in GOOD
    message = str(load(tmp_path, GOOD.replace(old, new, 1)))
    assert "rulebook.toml" in message
    assert "\n" not in message
    for part in said:
        assert part in message


def test_files_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulebookError, match=r"rulebook\.toml is not valid TOML"):
        load_rulebook(path)
    with pytest.raises(RulebookError, match=r"nothing\.toml: No such file"):
        load_rulebook(tmp_path / "nothing.toml")


def test_an_endless_number_is_refused(tmp_path: Path) -> None:
    load(tmp_path, GOOD.replace("default = 2", f"default = {'9' * 5000}"))


@pytest.fixture
def options(tmp_path: Path) -> Path:
    path = tmp_path / "rulebook.toml"
    path.write_text(GOOD)
    return path


def test_unknown_house_rules_are_refused(options: Path) -> None:
    with pytest.raises(SetupError, match="orchard has no house rule 'wether'; did you mean 'weather'"):
        load_rulebook(options).options({"wether": "sun"})


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("weather", "snow", "TO-1.1"),
        ("weather", 1, "TO-1.1"),
        ("weather", None, "TO-1.1"),
        ("weather", ["sun"], "TO-1.1"),
        ("dice", 0, "TO-1.2"),
        ("dice", 5, "TO-1.2"),
        ("dice", "2", "TO-1.2"),
        ("dice", 2.0, "TO-1.2"),
        ("dice", True, "TO-1.2"),
    ],
)
def test_bad_values_of_house_rules_name_the_clause(options: Path, name: str, value: object, clause: str) -> None:
    with pytest.raises(SetupError, match=f"house rule {name} takes") as refused:
        load_rulebook(options).options({name: value})
    assert refused.value.clause == clause


@pytest.mark.parametrize("name", ruleset_ids())
def test_installed_rulebooks_are_in_order(name: str) -> None:
    """Defaults are the book's own; every house rule is named by the clause it changes."""
    book = ruleset(name).rulebook
    assert book.ruleset == name
    assert book.options({}) == {rule.name: rule.default for rule in book.option}
    for rule in book.option:
        assert book.clauses[rule.clause].option == rule.name
        assert rule.choices or rule.least < rule.most
    for clause in book.clause:
        assert clause.text.strip()
        assert clause.title.strip()
        assert clause.source.strip()
