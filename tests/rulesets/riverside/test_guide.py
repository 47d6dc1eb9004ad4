"""The guide page says what the data says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.content import content
from sandtable.rulesets.riverside.roster import force_from_text, price_force

PAGE = (Path(__file__).parents[3] / "docs" / "rulesets" / "riverside.md").read_text("utf-8")


def block(beginning: str) -> str:
    """The indented block that begins so."""
    lines = PAGE.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"    {beginning}"))
    found = []
    for line in lines[start:]:
        if line and not line.startswith("    "):
            break
        found.append(line[4:])
    return "\n".join(found)


def test_both_ways_to_write_a_list_are_the_same_list() -> None:
    file = tomllib.loads(block("ruleset ="))
    assert price_force(file).points == 425
    assert force_from_text(block("++ Evening patrol")) == file


def test_every_house_rule_and_its_values_are_listed() -> None:
    for rule in RULESET.rulebook.option:
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{rule.name}` |"))
        assert rule.clause in row
        assert [choice.means in row for choice in rule.choices] == [True] * len(rule.choices)
        assert re.search(rf"\| `{str(rule.default).lower()}`", row)


def test_every_special_rule_unit_and_spell_is_listed() -> None:
    for rule in content().rules.values():
        assert f"| {rule.summary} | {rule.clause} |" in PAGE
    for army in content().armies.values():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {army.name} |"))
        assert all(f"{entry.name} {entry.points}" in row for entry in army.units.values())
        assert all(f"{spell.name} ({spell.cost})" in row for spell in army.spells.values())


def test_the_maps_cover_what_the_page_says() -> None:
    for name, board in content().maps.items():
        share = f"{board.map.table.covered():.0%}"
        assert f"| {name} | {board.table} | {board.zones} | {share} |" in PAGE
