"""Rulesets and bots are found by their entry points."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SandtableError, UnknownRuleset
from sandtable.engine.registry import bot_factory, ruleset, ruleset_ids


def test_installed_rulesets_are_listed_and_found() -> None:
    assert "opportunity" in ruleset_ids()
    assert ruleset_ids() == sorted(ruleset_ids())
    for name in ruleset_ids():
        assert ruleset(name).id == name


def test_a_ruleset_is_made_once() -> None:
    assert ruleset("opportunity") is ruleset("opportunity")


@pytest.mark.parametrize("name", ["", "chess", "Opportunity", "x" * 10_000])
def test_unknown_rulesets_are_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownRuleset, match=r"installed: .*opportunity") as refused:
        ruleset(name)
    assert len(str(refused.value)) < 300


def test_a_misspelt_ruleset_is_guessed() -> None:
    with pytest.raises(UnknownRuleset, match="did you mean 'opportunity'"):
        ruleset("oportunity")


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(SandtableError, match="no bot 'grandmaster'"):
        bot_factory("grandmaster")
