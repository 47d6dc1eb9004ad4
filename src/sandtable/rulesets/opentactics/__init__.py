"""OpenTactics: a fast skirmish of single-model units on tiles, with pools of dice that meet in four phases."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.changes import load_changes, newest
from sandtable.engine.quick import load_quick
from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.engine.sizes import Sizes
from sandtable.rulesets.opentactics import (
    board,
    existing,
    facts,
    log,
    picture,
    random_setups,
    roster,
    scene,
    situations,
    turn,
)
from sandtable.rulesets.opentactics.advice import ADVICE
from sandtable.rulesets.opentactics.campaign.book import MarchBook
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.numbers import NUMBERS
from sandtable.rulesets.opentactics.odds import Outlook
from sandtable.rulesets.opentactics.state import State

READY = {
    "open-field": ("Ironwright 200", "Thornwild 200"),
    "the-bridge": ("Ironwright 200", "Thornwild 200"),
    "supply-crates": ("Mirewake 200", "Coven 200"),
    "bystanders": ("Mirewake 200", "Coven 200"),
    "siege": ("Thornwild 400", "Coven 200"),
    "breakthrough": ("Thornwild 200", "Ironwright 200"),
    "three-roads": ("Coven 200", "Mirewake 200", "Ironwright 200"),
}
"""Ready forces that fit each scenario and, as far as it is measured, are near to each other there (docs/balance.md)."""
DUEL = (
    ["Kettle Guard", "Kettle Guard", "Ember Slinger", "Ash Reader", "Boiler Golem"],
    ["Thorn Stalker", "Thorn Stalker", "Briar Thrower", "Elk Outrider", "Bramble Bear"],
)

MIRRORED: tuple[tuple[str, str, tuple[str | list[str], ...]], ...] = (
    ("open-field", "Two Towers", ("Coven 200", "Mirewake 200", "Ironwright 200", "Thornwild 200")),
    ("open-field", "Broken Wall", ("Thornwild 200", "Coven 200")),
    ("the-bridge", "River Line", ("Mirewake 200", "Ironwright 200")),
    ("supply-crates", "Two Towers", ("Coven 200", "Thornwild 200")),
    ("bystanders", "Broken Wall", ("Mirewake 200", "Ironwright 200")),
    ("breakthrough", "Broken Wall", ("Thornwild 200", "Mirewake 200")),
    ("duel-of-cards", "Duel Ground", (DUEL[0], DUEL[1])),
)
"""Scenarios, maps and forces for mirrored battles; Siege is left out, for its sides are not equal."""


def force_setup(force: str | list[str]) -> dict[str, Any]:
    return {"force": force} if isinstance(force, str) else {"units": force}


class OpenTactics:
    """The ruleset as the engine sees it."""

    id = "opentactics"
    title = "OpenTactics"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    changes = load_changes(Path(__file__).with_name("changes.toml"), rulebook)
    lessons = Path(__file__).with_name("lessons")
    puzzles = Path(__file__).with_name("puzzles")
    set_up_topics = ("piece", "objective", "edge", "emplace")
    quick_battles = load_quick(Path(__file__).parent / "content" / "quick.toml")
    version = newest(changes)
    outlook = Outlook()
    advice = ADVICE
    numbers = NUMBERS
    campaigns = MarchBook()
    hides_nothing = True
    sizes = Sizes({"unit": 60, "cells": 400}, others=200, text=400, values=4_000)

    # Hooks that are functions of the module that does the work. One with the name of its module hides it, and so
    # comes after the others from there.
    step = staticmethod(turn.step)
    say = staticmethod(log.say)
    view = staticmethod(facts.view)
    facts = staticmethod(facts.facts)
    exists = staticmethod(existing.exists)
    is_label = staticmethod(existing.is_label)
    event_kinds = frozenset(log.TEMPLATES)
    card = staticmethod(board.card)
    sketch = staticmethod(board.sketch)
    board = staticmethod(board.board)
    picture = staticmethod(picture.picture)
    measure = staticmethod(scene.measure)
    sight = staticmethod(scene.sight)
    preview = staticmethod(scene.preview)
    places = staticmethod(scene.places)
    motion = staticmethod(scene.motion)
    scene = staticmethod(scene.scene)
    price_force = staticmethod(roster.price_force)
    ready_forces = staticmethod(roster.ready_forces)
    with_force = staticmethod(roster.with_force)

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return roster.begin(setup, options)

    def prices(self, state: State) -> dict[str, float]:
        return {unit.name: float(unit.card.points) for unit in state.units}

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        """A duel of five units a side to learn the game with."""
        return {
            "scenario": "duel-of-cards",
            "player": [{"units": units} for units in DUEL],
        }

    def ready_setups(self) -> dict[str, Setup]:
        """One for each scenario, for those who want a game tonight."""
        found: dict[str, Setup] = {
            f"{content().scenarios['duel-of-cards'].name}: five against five": self.quick_setup()
        }
        for scenario, forces in READY.items():
            name = f"{content().scenarios[scenario].name}: {' against '.join(forces)}"
            found[name] = {"scenario": scenario, "player": [{"force": force} for force in forces]}
        return found

    def mirrored_setups(self) -> dict[str, Setup]:
        """Equal forces on both sides, on maps that are the same from both: for comparing players."""
        found: dict[str, Setup] = {}
        for scenario, where, forces in MIRRORED:
            for force in forces:
                sides = [force_setup(force)] * 2
                shown = force if isinstance(force, str) else f"{force[0]} and friends"
                name = f"{content().scenarios[scenario].name} on {where}: {shown} on both sides"
                found[name] = {"scenario": scenario, "map": where, "player": sides}
        return found

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setups.random_setup(rng, self.rulebook)


RULESET = OpenTactics()
