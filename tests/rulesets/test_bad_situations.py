"""Situations that nobody can play are refused when they are read, in one sentence: not by a breakdown, and not later,
when somebody looks at the table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset

TWO = [{"name": "Red"}, {"name": "Blue"}]
CREW = [{"name": "Ann", "player": "Red", "at": [10, 10]}, {"name": "Tom", "player": "Blue", "at": [30, 30]}]

QUAY = {"id": "quay", "kind": "platform", "x": [6, 12], "y": [0, 36], "height": 0}


@pytest.mark.parametrize(
    ("name", "situation", "reason"),
    [
        ("roe", {"terrain": [{"id": "wood", "x": [5, 11], "y": [5, 11], "height": 1e6}]}, "height 1e\\+06"),
        ("roe", {"terrain": [{"id": "wall", "x": [40, 60], "y": [5, 6], "height": 1}]}, "leaves the table"),
        ("roe", {"terrain": [{"id": "wall", "x": [20, 1e308], "y": [5, 6], "height": 1}]}, "1e\\+308 is no number"),
        ("opentactics", {"map": ["...", "..."], "cells": {"b1": {"height": 1e308}}, "unit": []}, "is no number"),
        ("op-en", {"character": [{**CREW[0], "at": [1e308, 4]}, CREW[1]]}, "1e\\+308 is no number"),
        ("op-en", {"character": CREW, "objective": [{"name": "Crate", "at": [[10]], "target": 5}]}, "a place is"),
        ("op-en", {"character": CREW, "terrain": [QUAY]}, "Ann: there is no floor at \\(10, 10\\)"),
        ("op-en", {"character": CREW, "objective": [{"name": "", "at": [[9, 9]], "target": 5}]}, "a name is 1 to 40"),
        ("riverside", {"unit": CREW, "phase": "markers", "markers_left": 48}, "5 markers at most"),
        (
            "riverside",
            {"unit": [CREW[0], {**CREW[1], "models": [{"fallen": True}, {"fallen": True}]}]},
            "Tom has no model left",
        ),
    ],
)  # fmt: skip
def test_it_is_refused_when_it_is_read(name: str, situation: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        Game(ruleset(name), {"situation": {"player": TWO, **situation}})
