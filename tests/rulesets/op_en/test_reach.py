"""Does the content reach what it is for? Every override, Talent, scenario and house rule stands in a case."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.content import setting

CASES = sorted((Path(__file__).parents[2] / "cases" / "op-en").glob("*.toml"))
TEXTS = [path.read_text("utf-8") for path in CASES]
BY_TEST = {"campaign.rank2_talents"}
"""Not of a game: test_campaign.py shows it."""


def layers(data: Any) -> Iterator[tuple[str, str]]:
    """Every expectation about the layer a parameter comes from."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "layers" and isinstance(value, dict):
                yield from value.items()
            else:
                yield from layers(value)
    elif isinstance(data, list):
        for one in data:
            yield from layers(one)


def test_every_override_is_seen_in_a_case() -> None:
    seen = {found for text in TEXTS for found in layers(tomllib.loads(text))}
    found = setting()
    wanted = {(one.param, "Setting") for one in found.override if one.param not in BY_TEST}
    wanted |= {(one.param, "Scenario") for scenario in found.scenarios.values() for one in scenario.override}
    assert wanted <= seen
    assert ("los.clear_max", "Core") in seen


@pytest.mark.parametrize("kind", ["skills", "abilities", "scenarios"])
def test_every_talent_and_scenario_stands_in_a_case(kind: str) -> None:
    names = getattr(setting(), kind)
    missing = [name for name in names if not any(f'"{name}"' in text for text in TEXTS)]
    assert missing == []


def test_every_house_rule_is_turned_in_a_case() -> None:
    for rule in RULESET.rulebook.option:
        others = [choice.value for choice in rule.choices if choice.value != rule.default]
        for value in others:
            shown = str(value).lower() if isinstance(value, bool) else f'"{value}"'
            assert any(f"{rule.name} = {shown}" in text for text in TEXTS), f"{rule.name} = {shown}"
