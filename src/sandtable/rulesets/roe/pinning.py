"""Pinning tokens (chapter 5): the Resolve test before an activation, and the Rally orders that shake tokens off. The
steps between the declaration of an activation and its first action."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.orders import active, finish
from sandtable.rulesets.roe.state import OFF, Activation, Model
from sandtable.rulesets.roe.strikes import resolve


def pinning_test(g: Play) -> Procedure[None]:
    """A die for each token before any action, Engaged or not (RE-5.17, RE-4.44). With fewer than three left it carries
    out its orders (RE-5.19, RE-5.25); still Pinned Down it ignores them all (RE-5.23)."""
    state = g.state
    model, act = active(g)
    if model.pins:
        yield from shake_off(g, model, f"pinning test of {model.name}", "RE-5.17", act)
    if not model.pinned_down:
        state.phase = "rally"
        return
    g.tell("stays down", "RE-5.23", who=model.name, pins=model.pins)
    if model.status == OFF or state.engaged(model):
        finish(g)
    else:
        state.waiting, state.after, state.phase = (model.number,), "done", "consolidate"


def shake_off(g: Play, model: Model, purpose: str, clause: str, act: Activation | None = None) -> Procedure[None]:
    """One Resolve die for each token against its own Exp, one token less for each success (RE-3.4, RE-5.3). Focus helps
    nobody but the model of the activation (RE-1.57)."""
    dice = model.pins
    focus = act is not None and act.focus in ("resolve", "any")
    passed, used = yield Stage(resolve, (purpose, clause, model.side, model.name, dice, model.exp, focus))
    if used and act is not None:
        act.focus = "spent"
    model.pins -= passed
    g.tell("resolve", clause, "RE-5.1", who=model.name, dice=dice, successes=passed, pins=model.pins,
           needed=model.exp, test="pins")  # fmt: skip


def rally(g: Play) -> Procedure[None]:
    """Each model named tests at once and does nothing else (RE-1.60, RE-1.61)."""
    state = g.state
    _, act = active(g)
    for number in act.rallies:
        friend = state.models[number]
        if friend.pins:
            yield from shake_off(g, friend, f"rally test of {friend.name}", "RE-1.60")
    act.moves = {"Advance": 1, "Tactical": 1, "Break Away": 1}.get(act.order, 0)
    if act.order == "Break Away":
        act.strikers = tuple(enemy.number for enemy in state.engaged_with(state.models[act.model]))
        state.phase = "strikes"
    else:
        state.phase = "act"
