"""Issuing orders (chapter 1): whose turn it is, passing, and the declaration of everything before any die is rolled."""

from __future__ import annotations

from math import hypot

from sandtable.engine import questions
from sandtable.engine.asking import Why, named, not_named, plain
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, ChooseSome, Option
from sandtable.engine.ruleset import Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.scoring import judge_wipe_out
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.space import on_marker, within
from sandtable.rulesets.roe.state import OFF, Activation, Focus, Model, Objective, State

PASS = Option("pass", "Pass", (), "RE-1.28", -1, questions.PASS)
ORDERS = {
    name: plain(name, clause, value=name)
    for name, clause in (
        ("Advance", "RE-1.41"), ("Engage", "RE-1.43"), ("Tactical", "RE-1.45"), ("Fight", "RE-4.39"),
        ("Break Away", "RE-4.45"),
    )
}  # fmt: skip
FOCUS: dict[Focus, Option] = {
    "move": plain("Focus: extra move", "RE-1.54", value="move"),
    "to-hit": plain("Focus: to-hit re-rolls", "RE-1.55", value="to-hit"),
    "resolve": plain("Focus: Resolve re-roll", "RE-1.56", value="resolve"),
}
NO_FOCUS, ANY_FOCUS = plain("No Focus", "", DECLINE, ""), plain("Focus", "RE-1.52", value="any")


# ---- whose turn -----------------------------------------------------------------------------------


def may_activate(state: State, model: Model) -> bool:
    """Not activated yet, and on the table or still to enter it (RE-1.32, RE-1.19)."""
    return not model.activated and (
        model.status == "on the table" or (model.status == "off the table" and state.round == 1)
    )


def able(state: State, side: int) -> bool:
    """A counter and somebody to give it to (RE-1.29)."""
    return state.players[side].pool > 0 and any(
        model.side == side and may_activate(state, model) for model in state.models
    )


def next_turn(g: Play, last: int) -> None:
    """The other player, or the same where the other can do nothing, or the end of the phase (RE-1.24, RE-1.30)."""
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


# ---- the declaration ------------------------------------------------------------------------------


FOCUS_CLAUSES: dict[str, str] = {"move": "RE-1.54", "to-hit": "RE-1.55", "resolve": "RE-1.56", "any": "RE-1.53"}


def declare(g: Play, model: Model) -> Procedure[None]:
    """Every order of the activation, before any die of it (RE-1.36, RE-1.37): one Activation Order (RE-1.33) and with
    it Conditional ones, a counter each (RE-1.34, RE-1.35), which lie beside the model from now on (RE-1.38)."""
    state = g.state
    player = state.players[model.side]
    order = yield from _order(g, model)
    focus: Focus = yield from _focus(g, model, order, player.pool - 1)
    price = 1 + (focus != "")
    rallies = yield from _rallies(g, model, player.pool - price)
    price += len(rallies)
    player.pool -= price
    model.activated, model.orders = True, price
    state.act = Activation(model.number, order, focus, rallies)
    for number in rallies:
        state.models[number].rallied = True
    g.tell(
        "order", "RE-1.31", ORDERS[order].clause, *([FOCUS_CLAUSES[focus]] if focus else []),
        *(["RE-1.60"] if rallies else []), who=model.name, order=order, focus=focus, counters=price,
        rallies=[state.models[number].name for number in rallies], pool=player.pool,
    )  # fmt: skip
    state.phase = "test"


def _order(g: Play, model: Model) -> Procedure[str]:
    engaged = g.state.engaged(model)
    names = ("Fight", "Break Away") if engaged else ("Advance", "Tactical") if model.status == OFF else (
        "Advance", "Engage", "Tactical",
    )  # fmt: skip

    def missing() -> tuple[Absent, ...]:
        why: Why = ("it is not Engaged", "RE-4.39")
        rest = []
        for name, option in ORDERS.items():
            if name in names:
                continue
            if engaged:
                why = ("an Engaged model fights or breaks away", "RE-4.39")
            elif name == "Engage":
                why = ("it has to enter the table first", "RE-1.20")
            else:
                why = ("it is not Engaged", "RE-1.20" if model.status == OFF else "RE-4.39")
            rest.append(Absent(option.id, name, *why))
        return tuple(rest)

    order: str = yield ChooseOne(
        topic="order",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: which order?",
        clause="RE-4.39" if engaged else "RE-1.31",
        options=tuple([ORDERS[name] for name in names]),
        facts=lambda: notes()["order"],
        missing=missing,
    )
    return order


def focus_barred(model: Model, order: str, benefit: str) -> Why | None:
    """A benefit that cannot come up is refused (RE-1.53)."""
    if benefit == "move" and order != "Advance":
        return "the extra move belongs to an Advance", "RE-1.53"
    if benefit == "to-hit" and order == "Advance":
        return "an Advance makes no attack", "RE-1.53"
    if benefit == "resolve" and not model.pins and order != "Tactical":
        return "there will be no Resolve test", "RE-1.53"
    return None


def _focus(g: Play, model: Model, order: str, left: int) -> Procedure[Focus]:
    """One Focus with one benefit, if a counter is left (RE-1.52, RE-1.53); never while Engaged (RE-4.42). It
    helps nobody else (RE-1.57)."""
    if left < 1 or order in ("Fight", "Break Away"):
        return ""
    possible = [benefit for benefit in FOCUS if focus_barred(model, order, benefit) is None]
    if not possible:
        return ""
    later = g.options["focus_benefit_timing"] == "when_used"
    offered = (ANY_FOCUS,) if later else tuple(FOCUS[benefit] for benefit in possible)
    benefit: Focus = yield ChooseOne(
        topic="focus",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: Focus for another counter?",
        clause="RE-1.52",
        options=(NO_FOCUS, *offered),
        facts=lambda: notes()["focus"],
        missing=lambda: tuple(
            Absent(option.id, option.label, *why)
            for benefit, option in FOCUS.items()
            if (why := focus_barred(model, order, benefit)) is not None
        ),
    )
    return benefit


def rally_barred(g: Play, officer: Model, friend: Model) -> Why | None:
    """Another friendly model on the table with a token, once, and near enough (RE-1.59, RE-1.63, RE-1.64); it may be
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


def _rallies(g: Play, model: Model, left: int) -> Procedure[tuple[int, ...]]:
    """Rally orders of an officer, one counter for each model named (RE-1.58, RE-1.62)."""
    if not model.command or left < 1:
        return ()
    friends = [friend for friend in g.state.models if rally_barred(g, model, friend) is None]
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
        missing=lambda: not_named(g.state.models, friends, lambda one: rally_barred(g, model, one)),
    )
    return numbers
