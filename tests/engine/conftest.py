"""The toy ruleset, found where installed rulesets are found."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import registry
from tests.engine.toy import TOY


@pytest.fixture
def orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves and cases that name the ruleset 'orchard' find the toy."""

    def find(name: str) -> Any:
        return TOY if name == "orchard" else registry.ruleset(name)

    monkeypatch.setattr("sandtable.engine.save.find_ruleset", find)
    monkeypatch.setattr("sandtable.engine.cases.find_ruleset", find)
