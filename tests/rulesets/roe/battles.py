"""Battles for tests: random ones, and small situations."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.dice import Pseudo, Source
from sandtable.engine.game import Game
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.state import State


def new_battle(seed: int, dice: Source | None = None, events: bool = True) -> Game[State]:
    """Any set-up under any house rules."""
    setup, options = RULESET.random_setup(Random(seed))
    return Game(RULESET, setup, options, Pseudo(Random(seed)) if dice is None else dice, events)


def skirmish(*models: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A set-up in the middle of round two, Red to move."""
    players = [{"name": "Red", "pool": 3}, {"name": "Blue", "pool": 3}]
    return {"situation": {"round": 2, "player": players, "model": list(models), **more}}


def red(name: str, at: list[float], **more: Any) -> dict[str, Any]:
    return {"name": name, "player": "Red", "at": at, **more}


def blue(name: str, at: list[float], **more: Any) -> dict[str, Any]:
    return {"name": name, "player": "Blue", "at": at, **more}
