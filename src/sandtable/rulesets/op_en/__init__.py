"""Op-En (Oppose - Engage): skirmish by alternating single characters, Stats that are dice, and Settings that are
folders of data."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.changes import load_changes, newest
from sandtable.engine.quick import load_quick
from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.engine.sizes import Sizes
from sandtable.rulesets.op_en import (
    board,
    existing,
    facts,
    log,
    random_setups,
    roster,
    scene,
    setting_up,
    situations,
    steps,
)
from sandtable.rulesets.op_en.advice import ADVICE
from sandtable.rulesets.op_en.campaign.book import CampaignBook
from sandtable.rulesets.op_en.content import DEFAULT
from sandtable.rulesets.op_en.numbers import NUMBERS
from sandtable.rulesets.op_en.odds import Outlook
from sandtable.rulesets.op_en.state import State

READY = (
    ("Salvage Rights", "Nine Bells", "Undertow"),
    ("Rising Water", "Gullwatch", "Ledger House"),
    ("The Witness", "Undertow", "Gullwatch"),
    ("Bell Tower", "Nine Bells", "Undertow"),
    ("Night Market", "Ledger House", "Nine Bells"),
    ("Ambush at Lock Nine", "Gullwatch", "Undertow"),
)
ELSEWHERE = {"cold-berth": (("Black Box", "Prize Court", "Salvage Union"),)}
"""The same in other Settings."""
"""Scenarios and Quick Opposing Forces for those who want a game tonight."""


class OpEn:
    """The ruleset as the engine sees it."""

    id = "op-en"
    title = "Op-En"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    changes = load_changes(Path(__file__).with_name("changes.toml"), rulebook)
    lessons = Path(__file__).with_name("lessons")
    puzzles = Path(__file__).with_name("puzzles")
    quick_battles = load_quick(Path(__file__).parent / "quick.toml")
    set_up_topics = ("edge", "role", "exit", "reserves", "set up", "set up place")
    opening_topics = ("first",)
    version = newest(changes)
    outlook = Outlook()
    advice = ADVICE
    numbers = NUMBERS
    hides_nothing = True
    sizes = Sizes({"character": 60, "terrain": 48}, others=200, text=400, values=8_000)

    # Hooks that are functions of the module that does the work. One with the name of its module hides it, and so
    # comes after the others from there.
    step = staticmethod(steps.step)
    say = staticmethod(log.say)
    view = staticmethod(facts.view)
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
    force_cards = staticmethod(roster.force_cards)
    mirrored_setups = staticmethod(random_setups.mirrored_setups)
    campaigns = CampaignBook()

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return setting_up.begin(setup, options)

    def prices(self, state: State) -> dict[str, float]:
        return {one.name: float(one.sheet.cost) for one in state.characters}

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        """Nine Bells against Undertow over five crates."""
        return {"scenario": "Salvage Rights", "player": [{"force": "Nine Bells"}, {"force": "Undertow"}]}

    def ready_setups(self) -> dict[str, Setup]:
        return {
            f"{scenario}: {one} against {two}": {
                "setting": where, "scenario": scenario, "player": [{"force": one}, {"force": two}],
            }
            for where, games in {DEFAULT: READY, **ELSEWHERE}.items()
            for scenario, one, two in games
        }  # fmt: skip

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setups.random_setup(rng, self.rulebook)


RULESET = OpEn()
