"""Declaring orders (RE-1.31 to RE-1.38): everything in an activation, before any die is rolled."""

from __future__ import annotations

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import Absent, ChooseOne
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.focus import FOCUS_CLAUSES, choose_focus
from sandtable.rulesets.roe.rally import choose_rallies
from sandtable.rulesets.roe.state import OFF, Activation, Focus, Model

ORDERS = {
    name: plain(name, clause, value=name)
    for name, clause in (
        ("Advance", "RE-1.41"), ("Engage", "RE-1.43"), ("Tactical", "RE-1.45"), ("Fight", "RE-4.39"),
        ("Break Away", "RE-4.45"),
    )
}  # fmt: skip


def declare(g: Play, model: Model) -> Procedure[None]:
    """Every order of the activation, before any die of it (RE-1.36, RE-1.37): one Activation Order (RE-1.33) and with
    it Conditional ones, a counter each (RE-1.34, RE-1.35), which lie beside the model from now on (RE-1.38)."""
    state = g.state
    player = state.players[model.side]
    order = yield from choose_order(g, model)
    focus: Focus = yield from choose_focus(g, model, order, player.pool - 1)
    price = 1 + (focus != "")
    rallies = yield from choose_rallies(g, model, player.pool - price)
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


def choose_order(g: Play, model: Model) -> Procedure[str]:
    """One Activation Order (RE-1.31, RE-1.33); one that lets it enter while it is off the table (RE-1.20). Who is
    Engaged fights (RE-4.39) or breaks away (RE-4.45)."""
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
