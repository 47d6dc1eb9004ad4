"""The course of a battle: which step comes at which point (RE-1.2, RE-1.40, RE-7.6)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe import (
    breaking_away,
    carrying_out_orders,
    command_phase,
    consolidation,
    end_phase,
    overwatch,
    pinning,
    rally,
    recon,
    setting_up,
    turns,
)
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.state import Phase

STEPS: dict[Phase, Callable[[Play], Procedure[None]]] = {
    "player one": setting_up.choose_player_one,
    "objectives": setting_up.choose_objectives,
    "ingress": setting_up.choose_ingress,
    "victory": setting_up.choose_victory,
    "command": command_phase.fill_pools,
    "recon": recon.recon,
    "initiative": command_phase.initiative,
    "tie": command_phase.tie,
    "turn": turns.take_turn,
    "test": pinning.pinning_test,
    "rally": rally.rally,
    "act": carrying_out_orders.what_now,
    "path": carrying_out_orders.path,
    "attack": carrying_out_orders.attack,
    "overwatch": overwatch.overwatch,
    "strikes": breaking_away.strikes,
    "consolidate": consolidation.consolidate,
    "end": end_phase.end_phase,
}


def step(g: Play) -> Procedure[None]:
    """The phases of a round (RE-1.2), after those of set-up (RE-7.6); of an activation the steps of RE-1.40."""
    return STEPS[g.state.phase](g)
