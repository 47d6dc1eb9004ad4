"""OPR Riverside: armies of multi-model units fight for objective markers over four rounds."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.changes import load_changes, newest
from sandtable.engine.quick import load_quick
from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.engine.sizes import Sizes
from sandtable.rulesets.riverside import (
    board,
    existing,
    facts,
    log,
    new_battle,
    random_setups,
    roster,
    scene,
    situations,
    steps,
)
from sandtable.rulesets.riverside.advice import ADVICE
from sandtable.rulesets.riverside.content import content
from sandtable.rulesets.riverside.numbers import NUMBERS
from sandtable.rulesets.riverside.odds import Outlook
from sandtable.rulesets.riverside.state import State


class Riverside:
    """The ruleset as the engine sees it."""

    id = "riverside"
    title = "OPR Riverside"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    changes = load_changes(Path(__file__).with_name("changes.toml"), rulebook)
    lessons = Path(__file__).with_name("lessons")
    puzzles = Path(__file__).with_name("puzzles")
    quick_battles = load_quick(Path(__file__).parent / "content" / "quick.toml")
    set_up_topics = ("placer", "marker", "decision", "zone", "first", "deploy", "deployment")
    version = newest(changes)
    hides_nothing = True
    outlook = Outlook()
    advice = ADVICE
    numbers = NUMBERS
    sizes = Sizes({"unit": 80, "terrain": 48, "models": 40}, others=200, text=400, values=8_000)

    # Hooks that are functions of the module that does the work. One with the name of its module hides it, and so
    # comes after the others from there.
    step = staticmethod(steps.step)
    say = staticmethod(log.say)
    view = staticmethod(facts.view)
    facts = staticmethod(facts.facts)
    exists = staticmethod(existing.exists)
    is_label = staticmethod(existing.is_label)
    event_kinds = frozenset(log.TEMPLATES)
    card = staticmethod(scene.card)
    picture = staticmethod(board.picture)
    board = staticmethod(board.board)
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
    force_text = staticmethod(roster.force_text)
    force_from_text = staticmethod(roster.force_from_text)
    mirrored_setups = staticmethod(random_setups.mirrored_setups)

    def begin(self, setup: Setup, options: Options) -> State:
        if "situation" in setup:
            return situations.situation(setup["situation"], options)
        return new_battle.begin(setup, options)

    def prices(self, state: State) -> dict[str, float]:
        """Units are bought whole: their models share what they cost."""
        share = {unit.number: unit.cost / max(1, unit.started) for unit in state.units}
        return {model.name: share[model.unit] for model in state.models}

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        """The first battle: nothing is rolled before it."""
        first = content().first_battle
        return {
            "map": first.map,
            "limits": False,
            "markers": [list(spot) for spot in first.markers],
            "first": first.armies[1].name,
            "player": [{"name": one.name, "army": one.army, "units": roster.plain(one.units)} for one in first.armies],
        }

    def ready_setups(self) -> dict[str, Setup]:
        """The first battle, then ready armies of both sizes on their maps."""
        battles: dict[str, Setup] = {content().first_battle.name: self.quick_setup()}
        for one in content().battles:
            battles[one.name] = {"map": one.map, "player": [{"force": name} for name in one.armies]}
        return battles

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return random_setups.random_setup(rng, self.rulebook)


RULESET = Riverside()
