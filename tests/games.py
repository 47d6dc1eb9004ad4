"""Whole games for tests: random ones, and some way into random ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from sandtable.engine.dice import Pseudo, Seeded, Source
from sandtable.engine.game import Game
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.state import State

BRAWL = {"encounter": "team-brawl", "side": [{"force": "Night Watch"}, {"force": "Dockside Crew"}]}
"""Three against three: a game that lasts."""


def play_on(game: Game[Any], rng: Random, most: int = 100_000) -> Game[Any]:
    """Answers up to `most` open questions with anything legal."""
    for _ in range(most):
        if game.question is None:
            break
        game.answer(game.question.pick(rng))
    return game


def play_while(game: Game[Any], rng: Random, before: Callable[[], bool]) -> Game[Any]:
    """Answers with anything legal as long as `before` holds; the game must not end by then."""
    while before():
        assert game.question is not None
        game.answer(game.question.pick(rng))
    return game


def new_game(seed: int, dice: Source | None = None, events: bool = True) -> Game[State]:
    """A game of Opportunity under any set-up and any house rules."""
    setup, options = any_setup(seed)
    return Game(RULESET, setup, options, Pseudo(Random(seed)) if dice is None else dice, events)


@cache
def any_setup(seed: int) -> tuple[Setup, dict[str, Any]]:
    """Drawn once for all tests: fitting a random force into a budget can take a while."""
    return RULESET.random_setup(Random(seed))


SLOW = (126, 141, 214, 243, 253, 285, 290, 297)
"""Seeds with four attackers for the 120 points of a Last Stand: up to a million draws until they fit."""


def some_way_in(seed: int, most: int = 120) -> Game[State]:
    """A game of Opportunity with fair dice, stopped after a random number of answers."""
    rng = Random(seed)
    return play_on(new_game(seed, Seeded.from_text(f"game {seed}", ["ann", "tom"])), rng, rng.randrange(most))


def fight(*combatants: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A set-up in the middle of a violence stage."""
    return {"situation": {"stage": "violence", "combatant": [dict(one) for one in combatants], **more}}


def motions(game: Game[Any]) -> list[dict[str, Any]]:
    """Everything that is shown moving of a game, in order."""
    shown = [game.ruleset.motion(event) for event in game.events or []]  # type: ignore[attr-defined]
    return [
        dict(one)
        for motion in shown
        if motion is not None
        for one in (motion if isinstance(motion, list) else [motion])
    ]
