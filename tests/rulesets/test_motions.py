"""What is played out of a game: every ruleset tells it as data that any client can draw (docs/scene.md, Motion)."""

from __future__ import annotations

import json
from random import Random

import pytest

from sandtable.bots import make_bot
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.lab.selfplay import play_out
from tests.games import motions

OURS = ("opportunity", "opentactics", "roe", "op-en", "riverside")
KEYS = {
    "move": {"who", "path", "how"}, "appear": {"who"}, "fall": {"who"}, "leave": {"who"},
    "shot": {"who", "at", "hit"}, "blow": {"who", "at", "hit"}, "mark": {"who", "text"},
    "stamp": {"who", "shape", "text", "line"}, "score": {"mark", "side"}, "pick": {"who", "whose", "die", "text"},
}  # fmt: skip
BESIDES = {"leave": {"safe"}, "stamp": {"safe"}}
"""What some motions say and others of their kind do not: who leaves with what it came for is no loss, and a test that
harmed nobody no turning point."""
SHAPES = {"cross", "triangle", "shield", "diamond", "dash", ""}


@pytest.mark.parametrize("name", OURS)
def test_motions_are_data_that_can_be_drawn(name: str) -> None:
    """Chance meets what nobody would choose, recruits attack."""
    seen: set[str] = set()
    for seed in range(4):
        rng = Random(f"{name} {seed}")
        game = Game(ruleset(name), ruleset(name).quick_setup(), {}, Pseudo(rng))
        play_out(game, [make_bot("recruit" if seed % 2 else "random", f"{seed}/{seat}") for seat in range(2)])
        for motion in motions(game):
            said, owed = motion.keys() - {"do"}, KEYS[motion["do"]]
            assert owed <= said <= owed | BESIDES.get(motion["do"], set()), motion
            if motion["do"] == "stamp":
                assert motion["shape"] in SHAPES
                assert motion["text"] or motion["line"], motion
            if motion["do"] == "move":
                assert len(motion["path"]) >= 1
            seen.add(motion["do"])
            json.dumps(motion)
    assert "stamp" in seen, "nothing has a verdict"
    assert seen & {"move", "pick"}
