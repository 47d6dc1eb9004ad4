"""'Opportunity': a boardless skirmish of two to eight combatants who draft each other's dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.rulebook import Options, Rulebook, load_rulebook
from sandtable.engine.ruleset import Outcome, Play, Procedure, Setup
from sandtable.rulesets.opportunity import board, facts, log, roster, scene, situations, turn
from sandtable.rulesets.opportunity.advice import ADVICE
from sandtable.rulesets.opportunity.chance import random_setup
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.odds import Outlook
from sandtable.rulesets.opportunity.state import State

READY = {
    "duel": ("Bodyguard", "Poacher"),
    "team-brawl": ("Night Watch", "Dockside Crew"),
    "free-for-all": ("Duellist", "Smuggler", "Constable", "Stalker"),
    "ambush": ("Stalker and Duellist", "Old Guard"),
    "last-stand": ("Strongpoint", "Line Trooper and Street Brawler"),
    "rescue": ("Constable and Door Breacher and Field Medic", "Riot Warden and Line Trooper and Constable"),
    "break-out": ("Smuggler and Bystander and Alley Knife", "Bodyguard and Veteran"),
}
"""Forces that fit each encounter: ready sides, or archetypes."""
DUELLISTS = ("Duellist", "Veteran")
"""Archetypes that meet their like in mirrored set-ups: a blade and a gun."""


class Opportunity:
    """The ruleset as the engine sees it."""

    id = "opportunity"
    version = "1.0.0"
    title = "'Opportunity' Combat System"
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
        """A duel to learn the game with."""
        return {"encounter": "duel", "side": [{"combatants": ["Bodyguard"]}, {"combatants": ["Poacher"]}]}

    def ready_setups(self) -> dict[str, Setup]:
        """One for each encounter, for those who want a game tonight."""
        return {
            f"{content().encounters[encounter].name}: {' against '.join(forces)}": {
                "encounter": encounter,
                "side": [
                    {"force": name} if name in content().sides else {"combatants": name.split(" and ")}
                    for name in forces
                ],
            }
            for encounter, forces in READY.items()
        }

    def mirrored_setups(self) -> dict[str, Setup]:
        """Equal sides against each other, for comparing players: every ready side, and a few duels."""
        brawls = {name: ("team-brawl", {"force": name}) for name in content().sides}
        duels = {name: ("duel", {"combatants": [name]}) for name in DUELLISTS}
        return {
            f"{content().encounters[encounter].name}: {name}": {
                "encounter": encounter,
                "side": [{**force, "name": "Red"}, {**force, "name": "Blue"}],
            }
            for name, (encounter, force) in (brawls | duels).items()
        }

    def board(self, state: State) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        return board.board(state)

    def card(self, state: State, name: str) -> list[str]:
        return board.card(state, name)

    def picture(self, state: State) -> str:
        return board.picture(state)

    def scene(self, state: State, seat: int | None) -> dict[str, Any]:
        return scene.scene(state, seat)

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


RULESET = Opportunity()
