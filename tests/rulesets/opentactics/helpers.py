"""Games to look at: random ones, and small situations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.state import State


def random_game(seed: str, events: bool = False, **forced: Any) -> tuple[Game[State], Random]:
    rng = Random(seed)
    setup, options = RULESET.random_setup(rng)
    return Game(RULESET, setup, options | forced, Seeded.from_text(seed), events=events), rng


def positions(seed: str, events: bool = False, **forced: Any) -> Iterator[Game[State]]:
    """The same game again and again, each time with a question open."""
    game, rng = random_game(seed, events, **forced)
    while game.question is not None:
        yield game
        game.answer(game.question.pick(rng))


def small(units: list[dict[str, Any]], rows: list[str] | None = None, **more: Any) -> dict[str, Any]:
    players = [{"name": "Red"}, {"name": "Blue"}]
    return {"situation": {"map": rows or ["....."] * 5, "player": players, "unit": units} | more}
