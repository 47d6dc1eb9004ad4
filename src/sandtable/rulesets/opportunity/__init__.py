"""'Opportunity': a boardless skirmish of two to eight combatants who draft each other's dice."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.changes import load_changes, newest
from sandtable.engine.quick import load_quick
from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.engine.sizes import Sizes
from sandtable.rulesets.opportunity import board, existing, facts, log, random_setups, roster, scene, situations, turn
from sandtable.rulesets.opportunity.advice import ADVICE
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.numbers import NUMBERS
from sandtable.rulesets.opportunity.odds import Outlook
from sandtable.rulesets.opportunity.state import State

DUELLISTS = ("Duellist", "Veteran")
"""Archetypes that meet their like in mirrored set-ups: a blade and a gun."""


class Opportunity:
    """The ruleset as the engine sees it."""

    id = "opportunity"
    title = "'Opportunity' Combat System"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    changes = load_changes(Path(__file__).with_name("changes.toml"), rulebook)
    lessons = Path(__file__).with_name("lessons")
    puzzles = Path(__file__).with_name("puzzles")
    quick_battles = load_quick(Path(__file__).parent / "content" / "quick.toml")
    version = newest(changes)
    outlook = Outlook()
    advice = ADVICE
    numbers = NUMBERS
    hides_nothing = True
    sizes = Sizes({"combatant": 50}, others=200, text=400, values=4_000)

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
    picture = staticmethod(board.picture)
    board = staticmethod(board.board)
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
        return {one.name: float(one.points) for one in state.combatants}

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        """A duel to learn the game with."""
        return {"encounter": "duel", "side": [{"combatants": ["Bodyguard"]}, {"combatants": ["Poacher"]}]}

    def ready_setups(self) -> dict[str, Setup]:
        """One for each encounter, for those who want a game tonight."""
        return {
            f"{encounter.name}: {' against '.join(' and '.join(side) for side in encounter.ready)}": {
                "encounter": encounter.id,
                "side": [
                    {"force": side[0]} if side[0] in content().sides else {"combatants": list(side)}
                    for side in encounter.ready
                ],
            }
            for encounter in content().encounters.values()
        }

    def mirrored_setups(self) -> dict[str, Setup]:
        """Equal sides against each other, for comparing players: every ready side, and a few duels."""
        brawls = {name: ("team-brawl", {"force": name}) for name in content().sides}
        duels = {name: ("duel", {"combatants": [name]}) for name in DUELLISTS}
        return {
            f"{content().encounters[encounter].name}: {name}": {
                "encounter": encounter,
                "side": [{**force, "name": "Hawk"}, {**force, "name": "Fox"}],
            }
            for name, (encounter, force) in (brawls | duels).items()
        }

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setups.random_setup(rng, self.rulebook)


RULESET = Opportunity()
