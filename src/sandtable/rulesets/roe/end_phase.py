"""The End Phase (RE-1.77 to RE-1.80)."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.scoring import score
from sandtable.rulesets.roe.state import MISSING, OFF, ROUNDS
from sandtable.rulesets.roe.victory import end_battle, judge_wipe_out


def end_phase(g: Play) -> Procedure[None]:
    """Missing models (RE-1.22), scores, control tokens (RE-7.30), counters, unspent ones too (RE-1.77, RE-1.78), in
    this order (RE-1.80); pinning and wounds stay (RE-1.79). The fifth round is the last (RE-1.1)."""
    state = g.state
    g.tell("end phase", "RE-1.2", round=state.round)
    if state.round == 1:
        for model in state.models:
            if model.status == OFF:
                model.status = MISSING
                g.tell("missing", "RE-1.22", who=model.name)
    else:
        score(g)
    if state.victory == 3 and any(side >= 0 for side in state.controlled):
        state.controlled = (-1,) * len(state.controlled)
        g.tell("control wiped", "RE-7.30")
    for player in state.players:
        if player.pool:
            g.tell("discards", "RE-1.78", who=player.name, counters=player.pool)
        player.pool = 0
    for model in state.models:
        model.activated = model.rallied = False
        model.orders = 0
    state.act = None
    if judge_wipe_out(g):
        return
    if state.round == ROUNDS:
        end_battle(g)
        return
    state.round += 1
    state.phase = "command"
    yield from ()
