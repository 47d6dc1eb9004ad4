"""Consolidate (RE-2.16, RE-4.48 to RE-4.50): who may, and the move."""

from __future__ import annotations

from sandtable.engine.asking import yes_or_no
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.state import Model, Phase, State
from sandtable.rulesets.roe.turns import finish
from sandtable.rulesets.roe.walking import Trip
from sandtable.rulesets.roe.ways import apply, ask_path


def free_to_consolidate(state: State, model: Model) -> bool:
    """Standing, with nobody left in contact: its last enemy was taken out (RE-4.48) or has left (RE-4.49)."""
    return model.standing and not state.engaged(model)


def after_blow(g: Play, striker: Model, target: Model, after: Phase) -> None:
    """Whoever has taken out its last opponent may Consolidate (RE-4.48)."""
    state = g.state
    if not target.standing and free_to_consolidate(state, striker):
        state.waiting, state.after, state.phase = (striker.number,), after, "consolidate"
    else:
        go_on_after(g, after)


def go_on_after(g: Play, after: Phase) -> None:
    if after == "done":
        finish(g)
    else:
        g.state.phase = after


def consolidate(g: Play) -> Procedure[None]:
    """One model may Consolidate up to 2" (RE-2.16): its last enemy is gone (RE-4.48, RE-4.49), or it stays Pinned Down
    (RE-5.24). It makes no new contact (RE-4.50)."""
    state = g.state
    model = state.models[state.waiting[0]]
    moves = yield from yes_or_no(
        "consolidate", model.side, model.name, f'{model.name}: Consolidate up to 2"?', "RE-2.16", "Consolidate", "Stay",
        facts=notes()["consolidate"],
    )  # fmt: skip
    if moves:
        trip = Trip(state, g.options, model, "consolidate")
        walked = yield from ask_path(trip)
        moves = bool(walked.legs)
        if moves:
            apply(g, trip, walked)
    if not moves:
        g.tell("stays", "RE-2.16", who=model.name)
    state.waiting = state.waiting[1:]
    if moves and g.options["overwatch_on_consolidate"] and model.side == state.turn:
        state.mover, state.phase = model.number, "overwatch"
    elif not state.waiting:
        go_on_after(g, state.after)
