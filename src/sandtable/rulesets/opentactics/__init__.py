"""OpenTactics: a fast skirmish of single-model units on tiles, with pools of dice that meet in four phases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.looks import Spot
from sandtable.engine.questions import Question
from sandtable.engine.rulebook import Options, Rulebook, load_rulebook
from sandtable.engine.ruleset import Outcome, Play, Procedure, Setup
from sandtable.rulesets.opentactics import board, facts, log, roster, scene, situations, turn
from sandtable.rulesets.opentactics.advice import ADVICE
from sandtable.rulesets.opentactics.chance import random_setup
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.odds import Outlook
from sandtable.rulesets.opentactics.state import State

READY = {
    "open-field": ("Coven 200", "Thornwild 200"),
    "the-bridge": ("Mirewake 200", "Ironwright 200"),
    "supply-crates": ("Ironwright 200", "Coven 200"),
    "bystanders": ("Thornwild 200", "Mirewake 200"),
    "siege": ("Mirewake 400", "Ironwright 200"),
    "breakthrough": ("Thornwild 200", "Coven 200"),
    "three-roads": ("Coven 200", "Mirewake 200", "Thornwild 200"),
}
"""Ready forces that fit each scenario."""
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
    version = "1.0.0"
    title = "OpenTactics"
    outlook = Outlook()
    advice = ADVICE
    hides_nothing = True

    @cached_property
    def rulebook(self) -> Rulebook:
        return load_rulebook(Path(__file__).parent / "rulebook.toml")

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return roster.begin(setup, options)

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def step(self, g: Play[State]) -> Procedure[None]:
        return turn.step(g)

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def facts(self, state: State) -> dict[str, Any]:
        return facts.facts(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return facts.view(state, seat)

    def say(self, event: Event) -> str:
        return log.say(event)

    def quick_setup(self) -> Setup:
        """A duel of five units a side to learn the game with."""
        return {
            "scenario": "duel-of-cards",
            "player": [{"name": "Red", "units": DUEL[0]}, {"name": "Blue", "units": DUEL[1]}],
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
                sides = [{"name": name} | force_setup(force) for name in ("Red", "Blue")]
                shown = force if isinstance(force, str) else f"{force[0]} and friends"
                name = f"{content().scenarios[scenario].name} on {where}: {shown} on both sides"
                found[name] = {"scenario": scenario, "map": where, "player": sides}
        return found

    def board(self, state: State) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        return board.board(state)

    def card(self, state: State, name: str) -> list[str]:
        return board.card(state, name)

    def sketch(self, state: State) -> list[str]:
        return board.sketch(state)

    def picture(self, state: State) -> str:
        from sandtable.rulesets.opentactics.picture import picture

        return picture(state)

    def scene(self, state: State, seat: int | None) -> dict[str, Any]:
        return scene.scene(state, seat)

    def measure(self, state: State, options: Options, one: Spot, two: Spot) -> dict[str, Any]:
        return scene.measure(state, options, one, two)

    def sight(self, state: State, options: Options, viewer: Spot, target: Spot | None) -> dict[str, Any]:
        return scene.sight(state, options, viewer, target)

    def preview(self, state: State, options: Options, question: Question, value: Any) -> dict[str, Any] | None:
        return scene.preview(state, options, question, value)

    def places(self, state: State, options: Options, question: Question) -> list[dict[str, Any]]:
        return scene.places(state, options, question)

    def motion(self, event: Event) -> dict[str, Any] | None:
        return scene.motion(event)

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setup(rng, self.rulebook)

    def price_force(self, force: Mapping[str, Any]) -> roster.Sheet:
        return roster.price_force(force)

    def ready_forces(self) -> list[dict[str, Any]]:
        return roster.ready_forces()

    def with_force(self, setup: Setup, seat: int, force: Mapping[str, Any]) -> Setup:
        return roster.with_force(setup, seat, force)


RULESET = OpenTactics()
