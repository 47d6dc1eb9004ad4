"""The turns of the Activation Phase (RE-1.24 to RE-1.32): whose turn it is, whom it may activate, passing."""

from __future__ import annotations

from math import hypot

from sandtable.engine import questions
from sandtable.engine.asking import Why, named, not_named
from sandtable.engine.questions import Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import on_marker
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.state import OFF, Activation, Model, Objective, State
from sandtable.rulesets.roe.victory import judge_wipe_out

PASS = Option("pass", "Pass", (), "RE-1.28", -1, questions.PASS)


def may_activate(state: State, model: Model) -> bool:
    """Not activated yet this round (RE-1.32), and on the table, or in round one still to enter it (RE-1.19)."""
    return not model.activated and (
        model.status == "on the table" or (model.status == "off the table" and state.round == 1)
    )


def able(state: State, side: int) -> bool:
    """A counter and somebody to give it to; who has not is skipped (RE-1.29)."""
    return state.players[side].pool > 0 and any(
        model.side == side and may_activate(state, model) for model in state.models
    )


def next_turn(g: Play, last: int) -> None:
    """The other player, or the same where the other can do nothing, or the end of the phase
    (RE-1.24, RE-1.29, RE-1.30)."""
    state = g.state
    state.act = None
    state.mover = -1
    if judge_wipe_out(g):
        return
    state.phase = "turn"
    if able(state, 1 - last):
        state.turn = 1 - last
    elif able(state, last):
        state.turn = last
    else:
        state.phase = "end"


def active(g: Play) -> tuple[Model, Activation]:
    act = g.state.activation
    return g.state.models[act.model], act


def finish(g: Play) -> None:
    """The activation is over; play passes (RE-1.40)."""
    next_turn(g, g.state.turn)


def take_turn(g: Play) -> Procedure[None]:
    """One turn of the Active Player: a model with all its orders, or a pass (RE-1.24, RE-1.25, RE-1.26, RE-1.27,
    RE-1.28)."""
    from sandtable.rulesets.roe.declaring_orders import declare

    state = g.state
    side = state.turn
    if not able(state, side):
        next_turn(g, side)
        return
    player, other = state.players[side], state.players[1 - side]
    models = [model for model in state.models if model.side == side and may_activate(state, model)]
    may_pass = player.pool < other.pool
    pools = f"{counted(player.pool, 'counter')}, {other.name} has {other.pool}"
    number = yield ChooseOne(
        topic="activate",
        seat=side,
        prompt=f"{player.name}: activate which model? ({pools})",
        clause="RE-1.31",
        options=(*[named(model.name, model.number) for model in models], *((PASS,) if may_pass else ())),
        missing=lambda: _not_activated(state, side, models, may_pass),
        facts=lambda: notes()["activate"] | {model.name: how_it_stands(state, model) for model in models},
    )
    if number == -1:
        player.pool -= 1
        g.tell("passes", "RE-1.28", who=player.name, pool=player.pool)
        next_turn(g, side)
        return
    yield from declare(g, state.models[number])


def how_it_stands(state: State, model: Model) -> str:
    """In a few words: the nearest marker, pins and wounds, or that it has still to enter (RE-1.22)."""
    if model.status == OFF:
        return "off the table: enters this round or is lost"
    parts = [_nearest_marker(state, model)] if state.objectives else []
    parts += [counted(model.pins, "pin")] if model.pins else []
    parts += [f"{model.w - model.wounds} of {model.w} wounds left"] if model.wounds else []
    return " · ".join(parts)


def _nearest_marker(state: State, model: Model) -> str:
    def far(one: Objective) -> float:
        return hypot(one.x - model.x, one.y - model.y) - model.radius

    nearest = min(state.objectives, key=far)
    return f"at marker {nearest.name}" if on_marker(model, nearest) else f"marker {nearest.name} at {far(nearest):.1f}″"


def _not_activated(state: State, side: int, models: list[Model], may_pass: bool) -> tuple[Absent, ...]:
    def why(model: Model) -> Why | None:
        if model.side != side:
            return None
        if model.activated:
            return "it has activated this round", "RE-1.32"
        return f"it is {model.status}", "RE-1.22" if model.status == "missing in action" else "RE-3.7"

    absent = not_named(state.models, models, why)
    if may_pass:
        return absent
    return (*absent, Absent("pass", "Pass", "you have as many counters as your opponent, or more", "RE-1.27"))
