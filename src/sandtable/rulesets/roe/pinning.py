"""Pinning tokens (chapter 5): where they come from, the Resolve test before an activation, and the Rally orders that
shake tokens off. The steps between the declaration of an activation and its first action."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.orders import active, finish
from sandtable.rulesets.roe.state import OFF, PINNED_DOWN_FROM, Activation, Model
from sandtable.rulesets.roe.strike_dice import resolve


def pin(g: Play, target: Model, weapon: Weapon, ranged: bool, hit: int) -> None:
    """One token for being hit by fire, resisted or not (RE-5.14, RE-5.16), one more from Suppressive (RE-6.50), one
    from Stun (RE-6.49)."""
    tokens, clauses = 0, []
    if ranged and hit:
        tokens, clauses = 1, ["RE-5.14"]
    if weapon.has("Suppressive") and (hit or g.options["suppressive_on_miss"]):
        tokens, clauses = tokens + 1, [*clauses, "RE-6.50"]
    if not ranged and hit and weapon.has("Stun"):
        tokens, clauses = tokens + 1, [*clauses, "RE-6.49"]
    if tokens:
        target.pins += tokens
        now, why = _shaken(target)
        g.tell("pinned", *clauses, *why, who=target.name, tokens=tokens, pins=target.pins, now=now)


def _shaken(model: Model) -> tuple[str, list[str]]:
    """What the tokens make of a model, with the clauses; Stubborn and Tenacious stand more (RE-6.19, RE-6.21)."""
    if model.pinned_down:
        return "Pinned Down", ["RE-5.21"]
    tenacious = ["RE-6.21"] if model.pins >= PINNED_DOWN_FROM else []
    return ("Suppressed", ["RE-5.18", *tenacious]) if model.suppressed else ("", ["RE-6.19"])


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
