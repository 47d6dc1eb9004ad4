"""Rules of Engagement V3: science-fiction infantry on 48" x 36", order counters, pinning and objectives."""

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
from sandtable.rulesets.roe import board, facts, log, roster, scene, situations, turn
from sandtable.rulesets.roe.advice import Advice
from sandtable.rulesets.roe.chance import mirrored_setups, random_setup
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.odds import Outlook
from sandtable.rulesets.roe.state import State

READY = (
    ("Relay Station", "Meridian Compact", "Kestrel Combine"),
    ("Relay Station", "Ashfall Freeholders", "Orrery Host"),
    ("Foundry", "Kestrel Combine", "Ashfall Freeholders"),
    ("Foundry", "Orrery Host", "Meridian Compact"),
    ("Terraces", "Meridian Compact", "Ashfall Freeholders"),
    ("Terraces", "Kestrel Combine", "Orrery Host"),
)
"""Battlefields and quick-start forces for those who want a game tonight."""


class RulesOfEngagement:
    """The ruleset as the engine sees it."""

    id = "roe"
    version = "1.0.0"
    title = "Rules of Engagement"
    outlook = Outlook()
    hides_nothing = True

    @cached_property
    def rulebook(self) -> Rulebook:
        return load_rulebook(Path(__file__).parent / "rulebook.toml")

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return roster.begin(setup, options)

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

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
        """Meridian against Kestrel, everything chosen: the first question is whose initiative it is."""
        return {
            "map": "Relay Station",
            "points": 400,
            "player": [
                {"name": "Red", "force": "Meridian Compact (light)"},
                {"name": "Blue", "force": "Kestrel Combine"},
            ],
            "objective_set": 1, "ingress": 1, "victory": 1, "side": "top",
        }  # fmt: skip

    def ready_setups(self) -> dict[str, Setup]:
        """Six battles with the quick-start forces, and the tutorials."""
        battles: dict[str, Setup] = {
            f"{where}: {one} against {two}": {"map": where, "points": 400, "player": [{"force": one}, {"force": two}]}
            for where, one, two in READY
        }
        lessons = {f"Tutorial: {one.name}": {"situation": one.situation} for one in content().tutorials.values()}
        return battles | lessons

    def board(self, state: State) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        return board.board(state)

    def picture(self, state: State) -> str:
        return board.picture(state)

    def mirrored_setups(self) -> dict[str, Setup]:
        """Battles of equals, to compare players by."""
        return mirrored_setups()

    @cached_property
    def advice(self) -> Advice:
        return Advice(self.rulebook.options({}))

    def scene(self, state: State, seat: int | None) -> dict[str, Any]:
        return scene.scene(state, seat)

    def card(self, state: State, name: str) -> list[str]:
        return scene.card(state, name)

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


RULESET = RulesOfEngagement()
