"""What is drawn for somebody who is Locked in Combat is what the judge allows."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.rulesets.op_en import RULESET
from tests.proves import proves
from tests.rulesets.regions import agrees, legal, rings_of

shapely: Any = pytest.importorskip("shapely")


def moving(reach: float, *others: dict[str, Any], gap: float = 0.0) -> Any:
    """The open Move question of Ann, so far from Tom, whose weapon reaches so far."""
    weapon = {0.0: "Cutlass", 1.0: "Boathook", 2.0: "Long gaff"}[reach]
    situation = {
        "setting": "silt-and-lanterns",
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "active": {"name": "Ann"},
        "character": [
            {"name": "Ann", "player": "Red", "move": 6, "at": [15.0 - gap, 15.0]},
            {"name": "Tom", "player": "Blue", "equipment": [weapon], "at": [16.0, 15.0]},
            *others,
        ],
    }
    game = Game(RULESET, {"situation": situation}, {}, Seeded.from_text("regions"))
    game.answer("move")
    return game.question


@proves("OE-10.13", "OE-10.14")
@pytest.mark.parametrize("gap", [0.5, 1.25, 2.0])
def test_inside_a_combat_range_it_is_no_farther(gap: float) -> None:
    inside, outside = agrees(moving(2.0, gap=gap), Random(str(gap)), 150)
    assert min(inside, outside) > 10


@proves("OE-10.15")
def test_inside_two_combat_ranges() -> None:
    tim = {"name": "Tim", "player": "Blue", "equipment": ["Long gaff"], "at": [15.0, 17.5]}
    inside, outside = agrees(moving(2.0, tim, gap=1.0), Random("two"), 300)
    assert min(inside, outside) > 10


@proves("OE-10.10")
@pytest.mark.parametrize("friend", [False, True])
def test_in_contact_it_follows_the_rim(friend: bool) -> None:
    """All places in contact, without those where somebody stands; a place beside the rim means the rim."""
    others = [{"name": "Abe", "player": "Red", "at": [17.0, 15.0]}] if friend else []
    question = moving(0.0, *others)
    shape = rings_of(question.drawn())
    drawn = 0
    for k in range(72):
        angle = 2 * pi * k / 72
        x, y = 16.0 + cos(angle) * 1.05, 15.0 + sin(angle) * 1.05
        there = legal(question, x, y)
        assert there == shape.buffer(0.13).contains(shapely.Point(x, y)) or abs(abs(angle - pi) - pi / 1.5) < 0.2, angle
        drawn += there
    assert drawn == 72 if not friend else 40 < drawn < 56
    assert not legal(question, 14.0, 15.0)
    assert not shape.contains(shapely.Point(14.0, 15.0))
