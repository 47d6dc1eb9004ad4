"""Units as situations write them: a Hero of an army who has joined one."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.state import State
from tests.proves import proves


def joined_by(hero: str) -> State:
    situation = {
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [
            {"name": "Ann", "player": "Red", "at": [10, 10], "count": 3, "hero_entry": hero},
            {"name": "Tom", "player": "Blue", "at": [30, 30]},
        ],
    }
    return Game(RULESET, {"situation": situation}).state


@proves("RV-21.1")
def test_a_hero_of_an_army_stands_last_in_the_unit_he_has_joined() -> None:
    state = joined_by("warden captain")
    members = state.members(state.units[0])
    assert [model.profile.name for model in members][-1] == "Warden Captain"
    assert [model.profile.hero for model in members] == [False, False, False, True]


def test_a_hero_that_no_army_has() -> None:
    with pytest.raises(SetupError, match="there is no entry 'Warden Captian'; did you mean 'Warden Captain'"):
        joined_by("Warden Captian")
