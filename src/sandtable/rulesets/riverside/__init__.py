"""OPR Riverside: armies of multi-model units fight for objective markers over four rounds."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sandtable.engine.rulebook import Options, load_rulebook
from sandtable.engine.ruleset import Outcome, Setup
from sandtable.rulesets.riverside import facts, log, situations, turn
from sandtable.rulesets.riverside.state import State


class Riverside:
    """The ruleset as the engine sees it."""

    id = "riverside"
    title = "OPR Riverside"
    version = "1.0.0"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    hides_nothing = True

    # Hooks that are functions of the module that does the work. One with the name of its module hides it, and so
    # comes after the others from there.
    step = staticmethod(turn.step)
    say = staticmethod(log.say)
    view = staticmethod(facts.view)
    facts = staticmethod(facts.facts)

    def begin(self, setup: Setup, options: Options) -> State:
        return situations.situation(setup["situation"], options)

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

    def outcome(self, state: State) -> Outcome | None:
        return state.result if state.phase == "over" else None

    def quick_setup(self) -> Setup:
        return {}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return {}, {}


RULESET = Riverside()
