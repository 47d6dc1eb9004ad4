"""Overwatch (chapter 1): the window after each movement action, who may fire in it, and whether the mover goes on."""

from __future__ import annotations

from sandtable.engine.asking import Why, named
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.attacks import shoot
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.pinning import shake_off
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import OFF, Model
from sandtable.rulesets.roe.turns import active, finish


def overwatchers(g: Play, mover: Model) -> list[Model]:
    """Un-activated enemies (RE-1.66, RE-1.76) who see the mover within 18" (RE-1.65) and have a gun that reaches it
    (RE-1.68)."""
    state = g.state
    if not mover.standing or not state.players[1 - mover.side].pool or state.engaged(mover):
        return []
    untested = g.options["overwatch_resolve_test"] == "no_test"
    return [
        enemy
        for enemy in state.enemies(mover)
        if not enemy.activated
        and not state.engaged(enemy)
        and any(weapon.range and within(g.options, enemy, mover, min(18.0, weapon.range)) for weapon in enemy.weapons)
        and not (untested and enemy.pinned_down)
        and sees(state, enemy, mover)
    ]


def why_no_overwatch(g: Play, mover: Model, other: Model) -> Why | None:
    if other.side == mover.side:
        return None
    if other.activated:
        return "it has activated this round", "RE-1.66"
    if not other.standing:
        return f"it is {other.status}", "RE-1.23" if other.status == OFF else "RE-1.76"
    if g.state.engaged(other):
        return "it is Engaged", "RE-1.76"
    if not sees(g.state, other, mover):
        return f"it does not see {mover.name}", "RE-1.65"
    if not within(g.options, other, mover, 18.0):
        return 'it is more than 18" away', "RE-1.65"
    if other.pinned_down and g.options["overwatch_resolve_test"] == "no_test":
        return "it is Pinned Down", "RE-1.75"
    return "it has no weapon that reaches", "RE-1.76"


def overwatch(g: Play) -> Procedure[None]:
    """The window after a movement action (RE-1.65, RE-1.74); one Overwatch in each activation (RE-1.67), at the mover
    alone (RE-1.69), up to 18" (RE-1.68). It counts as activating (RE-1.70), and tokens are tested first (RE-1.75)."""
    state = g.state
    act = state.activation
    mover = state.models[state.mover]
    watchers = [] if act.overwatched else overwatchers(g, mover)
    if not watchers:
        after_overwatch(g)
        return
    side = 1 - mover.side
    number = yield ChooseOne(
        topic="overwatch",
        seat=side,
        prompt=f"{mover.name} has moved: Overwatch?",
        clause="RE-1.65",
        options=(*[named(model.name, model.number) for model in watchers], NO_OVERWATCH),
        facts=lambda: notes()["overwatch"],
        missing=lambda: tuple(
            Absent(model.name, model.name, *why)
            for model in state.models
            if model not in watchers and (why := why_no_overwatch(g, mover, model)) is not None
        ),
    )
    if number == -1:
        after_overwatch(g)
        return
    watcher = state.models[number]
    act.overwatched = True
    state.players[side].pool -= 1
    watcher.activated, watcher.orders = True, watcher.orders + 1
    g.tell("overwatch", "RE-1.66", "RE-1.70", who=watcher.name, target=mover.name, pool=state.players[side].pool)
    if watcher.pins and g.options["overwatch_resolve_test"] == "test":
        yield from shake_off(g, watcher, f"pinning test of {watcher.name}", "RE-1.75")
    if watcher.pinned_down:
        g.tell("stays down", "RE-1.75", "RE-5.23", who=watcher.name, pins=watcher.pins)
        # Where play goes afterwards is up to the move it answers: a Consolidate has ended its activation (RE-5.24).
        state.waiting, state.phase = (watcher.number,), "consolidate"
        return
    yield from shoot(g, watcher, "Overwatch", "overwatch", at=mover)


NO_OVERWATCH = Option("no overwatch", "No Overwatch", (), "RE-1.65", -1, DECLINE)


def after_overwatch(g: Play) -> None:
    """The mover goes on if it can (RE-1.71), that is if it was not taken out (RE-1.72) or, by house rule, Pinned Down
    (RE-1.73)."""
    state = g.state
    model, _ = active(g)
    state.mover = -1
    if state.after == "done" or not goes_on(g, model):
        finish(g)
    else:
        state.phase = "act"


def goes_on(g: Play, model: Model) -> bool:
    """Taken out, or by house rule Pinned Down, it loses the rest of its activation (RE-1.72, RE-1.73)."""
    if not model.standing:
        g.tell("activation lost", "RE-1.72", who=model.name)
        return False
    if model.pinned_down and g.options["pinned_mid_activation"] == "ends":
        g.tell("activation lost", "RE-1.73", who=model.name)
        return False
    return True
