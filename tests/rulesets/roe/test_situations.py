"""Situations as cases describe them: numbers within what a profile may have."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.roe import RULESET


def begun(**numbers: Any) -> Game[Any]:
    ann = {"name": "Ann", "player": "Hawk", "at": [10, 10], **numbers}
    tom = {"name": "Tom", "player": "Fox", "at": [30, 10]}
    return Game(RULESET, {"situation": {"player": [{"name": "Hawk"}, {"name": "Fox"}], "model": [ann, tom]}})


@pytest.mark.parametrize(("key", "called", "most"), [("exp", "Exp", 12), ("res", "Res", 12), ("w", "W", 20)])
def test_stats_are_within_bounds(key: str, called: str, most: int) -> None:
    for value in (1, most):
        assert begun(**{key: value}).question is not None
    for value in (0, most + 1):
        with pytest.raises(SetupError, match=f"Ann: {called} is 1 to {most}, not {value}"):
            begun(**{key: value})
