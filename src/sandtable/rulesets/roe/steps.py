"""The course of a battle: which step comes at which point (RE-1.2, RE-1.40, RE-7.6)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe import activation, command_phase, orders, overwatch, pinning, scoring, setting_up
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.state import Phase

STEPS: dict[Phase, Callable[[Play], Procedure[None]]] = {
    "player one": setting_up.choose_player_one,
    "objectives": setting_up.choose_objectives,
    "ingress": setting_up.choose_ingress,
    "victory": setting_up.choose_victory,
    "command": command_phase.fill_pools,
    "recon": command_phase.recon,
    "initiative": command_phase.initiative,
    "tie": command_phase.tie,
    "turn": orders.take_turn,
    "test": pinning.pinning_test,
    "rally": pinning.rally,
    "act": activation.what_now,
    "path": activation.path,
    "attack": activation.attack,
    "overwatch": overwatch.overwatch,
    "strikes": activation.strikes,
    "consolidate": activation.consolidate,
    "end": scoring.end_phase,
}


def step(g: Play) -> Procedure[None]:
    return STEPS[g.state.phase](g)
