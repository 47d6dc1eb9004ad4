"""The table of units and the picture of the battlefield, at any moment of a game."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.game import Game
from sandtable.rulesets.riverside import RULESET
from tests.games import play_on


@pytest.mark.parametrize("seed", range(4))
def test_board_and_picture(seed: int) -> None:
    rng = Random(seed)
    game = Game(RULESET, list(RULESET.ready_setups().values())[1 + seed])
    for _ in range(5):
        play_on(game, rng, 60)
        state = game.state
        columns, rows = RULESET.board(game.reading())
        assert all(len(row) == len(columns) for row in rows)
        lines = {row[0]: row for row in rows}
        for unit in state.units:
            line = lines[unit.name]
            assert line[4] == f"{len(state.members(unit))}/{unit.started}"
            assert bool(line[3]) == unit.here
            assert ("Shaken" in line[-1]) == unit.shaken
            assert unit.here or unit.rides >= 0 or unit.where in line[-1]
        picture = RULESET.picture(game.reading())
        assert picture.startswith("<svg")
        assert all((f">{unit.name}</text>" in picture) == unit.here for unit in state.units)
