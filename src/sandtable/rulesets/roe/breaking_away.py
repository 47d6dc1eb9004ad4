"""Break Away (RE-4.45 to RE-4.47): the blows of those whom it leaves."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.close_combat import fight
from sandtable.rulesets.roe.overwatch import goes_on
from sandtable.rulesets.roe.turns import active, finish


def strikes(g: Play) -> Procedure[None]:
    """Every opponent strikes once, in the order its player likes, until the model is taken out (RE-4.46);
    then it may move (RE-4.47)."""
    state = g.state
    model, act = active(g)
    waiting = [state.models[number] for number in act.strikers if state.models[number].standing]
    if not waiting or not model.standing:
        act.strikers = ()
        if goes_on(g, model):
            state.phase = "act"
        else:
            finish(g)
        return
    striker = yield from choose_model(
        g,
        "strikes",
        1 - model.side,
        "",
        waiting,
        f"{model.name} breaks away: who strikes next?",
        "RE-4.46",
        lambda other: None,
    )
    yield from fight(g, striker, model, "strikes")
    act.strikers = tuple(number for number in act.strikers if number != striker.number)
