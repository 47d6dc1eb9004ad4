"""Rally orders (RE-1.58 to RE-1.64): who may be named, and the tests of those who are."""

from __future__ import annotations

from sandtable.engine.asking import Why, named, not_named
from sandtable.engine.questions import ChooseSome
from sandtable.engine.ruleset import Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.pinning import shake_off
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import OFF, Model
from sandtable.rulesets.roe.turns import active


def why_no_rally(g: Play, officer: Model, friend: Model) -> Why | None:
    """Another friendly model on the table with a token (RE-1.59), once (RE-1.63), however far away (RE-1.64); it may be
    Engaged (RE-4.43)."""
    if friend.side != officer.side or friend is officer:
        return "a Rally is for another friendly model", "RE-1.59"
    if not friend.standing:
        return f"it is {friend.status}", "RE-1.23" if friend.status == OFF else "RE-1.59"
    if not friend.pins:
        return "it has no pinning token", "RE-1.59"
    if friend.rallied and g.options["rally_once_per"] == "round":
        return "a Rally order was issued for it this round", "RE-1.63"
    limit = g.options["rally_range"]
    if limit != "unlimited" and not officer.standing:
        return "the officer is not on the table", "RE-1.64"
    if limit == "12in" and not within(g.options, officer, friend, 12.0):
        return 'it is more than 12" away', "RE-1.64"
    if limit == "line_of_sight" and not sees(g.state, officer, friend):
        return "the officer cannot see it", "RE-1.64"
    return None


def choose_rallies(g: Play, model: Model, left: int) -> Procedure[tuple[int, ...]]:
    """Rally orders of an officer, one counter for each model named (RE-1.58, RE-1.62)."""
    if not model.command or left < 1:
        return ()
    friends = [friend for friend in g.state.models if why_no_rally(g, model, friend) is None]
    if not friends:
        return ()
    numbers: tuple[int, ...] = yield ChooseSome(
        topic="rally",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: Rally whom, in order? ({counted(left, 'counter')} left)",
        clause="RE-1.62",
        options=tuple([named(friend.name, friend.number) for friend in friends]),
        least=0,
        most=min(left, len(friends)),
        ordered=True,
        missing=lambda: not_named(g.state.models, friends, lambda one: why_no_rally(g, model, one)),
    )
    return numbers


def rally(g: Play) -> Procedure[None]:
    """Each model named tests at once and does nothing else (RE-1.60, RE-1.61), a die for each token
    (RE-5.3)."""
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
