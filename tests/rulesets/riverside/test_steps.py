"""A step asks before it acts: whoever begins it again from its start comes to the same question."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.rulesets.riverside import RULESET


def test_a_game_is_copied_between_two_terrain_tests() -> None:
    situation = {
        "turn": "Red",
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "terrain": [{"id": "lake", "kind": "Lake", "x": [5, 20], "y": [12, 14]}],
        "unit": [
            {"name": "Guard", "player": "Red", "count": 2, "at": [10, 10], "columns": 2},
            {"name": "Orcs", "player": "Blue", "at": [40, 40]},
        ],
    }
    game: Game[Any] = Game(RULESET, {"situation": situation}, None, Typed(), events=False)
    for answer in ("Guard", "rush", {"Guard 1": [[10, 15.5]], "Guard 2": [[11.5, 15.5]]}):
        game.answer(answer)
    game.answer((3,))
    copied = game.clone(Typed()).question
    assert game.question is not None
    assert copied is not None
    assert copied.prompt == game.question.prompt == "Roll 1d6: dangerous terrain: Guard 2"
