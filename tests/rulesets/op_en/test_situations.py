"""How large a situation may be."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.op_en import RULESET


def crowd(number: int) -> Game[Any]:
    people = [
        {"name": f"P{n}", "player": ("Red", "Blue")[n % 2], "at": [2 + 1.5 * (n % 20), 2 + 3 * (n // 20)]}
        for n in range(number)
    ]
    return Game(RULESET, {"situation": {"player": [{"name": "Red"}, {"name": "Blue"}], "character": people}})


def test_sixty_characters_are_the_most() -> None:
    assert len(crowd(60).state.characters) == 60
    with pytest.raises(SetupError, match="60"):
        crowd(61)
