"""How to win stands in one line on every screen, also on a phone."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.gestures import scene_of
from sandtable.engine.registry import ruleset

WIDEST = 66
"""Letters in a line of a phone, at 390 pixels."""
SETUPS = 40


@pytest.mark.parametrize("name", ["roe", "opentactics", "op-en", "riverside", "opportunity"])
def test_how_to_win_fits_into_a_line_of_a_phone(name: str) -> None:
    rules = ruleset(name)
    setups = [rules.quick_setup(), *(rules.random_setup(Random(f"aim {seed}"))[0] for seed in range(SETUPS))]
    aims = set()
    for setup in setups:
        scene = scene_of(Game(rules, setup, {}, Pseudo(Random(1)), events=False), 0)
        assert scene is not None
        aims.add(scene.aim)
    assert any(aims)
    assert not {aim for aim in aims if isinstance(aim, str) and len(aim) > WIDEST}
