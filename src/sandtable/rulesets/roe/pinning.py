"""Pinning tokens (RE-5.14 to RE-5.25): where they come from, and the Resolve test before an activation that shakes them
off."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.resolve_tests import resolve
from sandtable.rulesets.roe.state import OFF, PINNED_DOWN_FROM, Activation, Model
from sandtable.rulesets.roe.traits import stun, suppressive
from sandtable.rulesets.roe.turns import active, finish


def pin(g: Play, target: Model, weapon: Weapon, ranged: bool, hit: int) -> None:
    """One token for being hit by fire (RE-5.14), one for all its hits (RE-5.15), resisted or not (RE-5.16), one more
    from Suppressive (RE-6.50), one from Stun (RE-6.49)."""
    tokens, clauses = 0, []
    if ranged and hit:
        tokens, clauses = 1, ["RE-5.14"]
    if suppressive(weapon, hit, bool(g.options["suppressive_on_miss"])):
        tokens, clauses = tokens + 1, [*clauses, "RE-6.50"]
    if stun(weapon, ranged, hit):
        tokens, clauses = tokens + 1, [*clauses, "RE-6.49"]
    if tokens:
        target.pins += tokens
        now, why = suppressed_or_pinned_down(target)
        g.tell("pinned", *clauses, *why, who=target.name, tokens=tokens, pins=target.pins, now=now)


def suppressed_or_pinned_down(model: Model) -> tuple[str, list[str]]:
    """What the tokens make of a model, with the clauses: Suppressed (RE-5.18) or Pinned Down (RE-5.21); Stubborn and
    Tenacious stand more (RE-6.19, RE-6.21)."""
    if model.pinned_down:
        return "Pinned Down", ["RE-5.21"]
    tenacious = ["RE-6.21"] if model.pins >= PINNED_DOWN_FROM else []
    return ("Suppressed", ["RE-5.18", *tenacious]) if model.suppressed else ("", ["RE-6.19"])


def pinning_test(g: Play) -> Procedure[None]:
    """A die for each token before any action, Engaged or not (RE-5.17, RE-4.44). With fewer than three left it carries
    out its orders (RE-5.19, RE-5.25); still Pinned Down it ignores them all (RE-5.23), and may
    Consolidate (RE-5.24)."""
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
    """One Resolve die (RE-5.1) for each token against its own Exp, one token less for each success (RE-3.4, RE-5.3).
    Focus helps nobody but the model of the activation (RE-1.57)."""
    dice = model.pins
    focus = act is not None and act.focus in ("resolve", "any")
    passed, used = yield Stage(resolve, (purpose, clause, model.side, model.name, dice, model.exp, focus))
    if used and act is not None:
        act.focus = "spent"
    model.pins -= passed
    g.tell("resolve", clause, "RE-5.1", who=model.name, dice=dice, successes=passed, pins=model.pins,
           needed=model.exp, test="pins")  # fmt: skip
