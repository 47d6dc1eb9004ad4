"""Rules of Engagement V3: science-fiction infantry on 48" x 36", order counters, pinning and objectives."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.changes import load_changes, newest
from sandtable.engine.quick import load_quick
from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.engine.sizes import Sizes
from sandtable.rulesets.roe import board, existing, facts, log, random_setups, roster, scene, situations, steps
from sandtable.rulesets.roe.advice import ADVICE
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.numbers import NUMBERS
from sandtable.rulesets.roe.odds import Outlook
from sandtable.rulesets.roe.state import State

LESSON = "Tutorial: "
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
    title = "Rules of Engagement"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    changes = load_changes(Path(__file__).with_name("changes.toml"), rulebook)
    lessons = Path(__file__).with_name("lessons")
    puzzles = Path(__file__).with_name("puzzles")
    quick_battles = load_quick(Path(__file__).parent / "content" / "quick.toml")
    set_up_topics = ("player one", "recon", "recon place")
    opening_topics = ("initiative", "bid", "first")
    version = newest(changes)
    outlook = Outlook()
    advice = ADVICE
    numbers = NUMBERS
    hides_nothing = True
    sizes = Sizes({"model": 60, "terrain": 48}, others=200, text=400, values=4_000)

    # Hooks that are functions of the module that does the work. One with the name of its module hides it, and so
    # comes after the others from there.
    step = staticmethod(steps.step)
    say = staticmethod(log.say)
    view = staticmethod(facts.view)
    open_facts = staticmethod(facts.open_facts)
    facts = staticmethod(facts.facts)
    exists = staticmethod(existing.exists)
    is_label = staticmethod(existing.is_label)
    event_kinds = frozenset(log.TEMPLATES)
    picture = staticmethod(board.picture)
    board = staticmethod(board.board)
    card = staticmethod(scene.card)
    measure = staticmethod(scene.measure)
    sight = staticmethod(scene.sight)
    preview = staticmethod(scene.preview)
    places = staticmethod(scene.places)
    motion = staticmethod(scene.motion)
    scene = staticmethod(scene.scene)
    price_force = staticmethod(roster.price_force)
    ready_forces = staticmethod(roster.ready_forces)
    with_force = staticmethod(roster.with_force)
    mirrored_setups = staticmethod(random_setups.mirrored_setups)

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return roster.begin(setup, options)

    def prices(self, state: State) -> dict[str, float]:
        return {model.name: float(model.cost) for model in state.models}

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        """Meridian against Kestrel, everything chosen: the first question is whose initiative it is."""
        return {
            "map": "Relay Station",
            "points": 400,
            "player": [
                {"name": "Meridian", "force": "Meridian Compact (light)"},
                {"name": "Kestrel", "force": "Kestrel Combine"},
            ],
            "objective_set": 1, "ingress": 1, "victory": 1, "side": "top",
        }  # fmt: skip

    def ready_setups(self) -> dict[str, Setup]:
        """Six battles with the quick-start forces, and the tutorials."""
        battles: dict[str, Setup] = {
            f"{where}: {one} against {two}": {"map": where, "points": 400, "player": [{"force": one}, {"force": two}]}
            for where, one, two in READY
        }
        tutorials = {f"{LESSON}{one.name}": {"situation": one.situation} for one in content().tutorials.values()}
        return battles | tutorials

    def tutorials(self) -> dict[str, str]:
        """What there is to try in each tutorial."""
        return {f"{LESSON}{one.name}": one.summary for one in content().tutorials.values()}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setups.random_setup(rng, self.rulebook)


RULESET = RulesOfEngagement()
