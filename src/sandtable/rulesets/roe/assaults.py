"""Assaults (RE-1.47, RE-1.49, RE-4.26 to RE-4.30): whom they reach, the declaration, the blow."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.close_combat import fight
from sandtable.rulesets.roe.fleet import ask_fleet, may_use_fleet
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import Activation, Model
from sandtable.rulesets.roe.walking import Trip, allowance
from sandtable.skirmish.charges import charges


def assault_targets(g: Play, model: Model) -> list[Model]:
    """Enemies in sight that an Assault Move can reach, with or without Fleet (RE-1.49, RE-4.27), Engaged or not
    (RE-4.30)."""
    if g.state.engaged(model):
        return []
    return [enemy for enemy in g.state.enemies(model) if assault_reaches(g, model, enemy, False) or (
        may_use_fleet(g, model, g.state.activation, "assault") and assault_reaches(g, model, enemy, True)
    )]  # fmt: skip


def assault_reaches(g: Play, model: Model, enemy: Model, fleet: bool) -> bool:
    """In sight, and in reach of a legal Assault Move, which ends in contact (RE-2.12, RE-4.27): 4″ (RE-1.49) or 8″
    (RE-6.9)."""
    inches = allowance(g.options, "assault", fleet).inches
    if not within(g.options, model, enemy, inches) or not sees(g.state, model, enemy):
        return False
    trip = Trip(g.state, g.options, model, "assault", fleet, enemy)
    return next(charges(trip.march), None) is not None


def why_no_assault(g: Play, model: Model, enemy: Model) -> Why | None:
    if enemy.side == model.side or not enemy.standing:
        return None
    inches = allowance(g.options, "assault", may_use_fleet(g, model, g.state.activation, "assault")).inches
    if not within(g.options, model, enemy, inches):
        return f"it is more than {inches:g}″ away", "RE-1.49"
    if not sees(g.state, model, enemy):
        return "it is out of sight", "RE-4.27"
    return "no Assault Move reaches it", "RE-4.27"


def declare_assault(g: Play, model: Model, act: Activation) -> Procedure[None]:
    """After the move, which is over now (RE-1.47, RE-4.26), names the target (RE-4.27): the only way into an Assault
    Move (RE-2.12). Fleet where it could be used; the path comes next."""
    target = yield from choose_model(
        g, "assault", model.side, model.name, assault_targets(g, model), f"{model.name} charges: whom?", "RE-4.27",
        lambda other: why_no_assault(g, model, other),
    )  # fmt: skip
    fleet = yield from ask_fleet(g, model, act, "assault", assault_reaches(g, model, target, False))
    g.tell("assault", "RE-4.27", who=model.name, target=target.name)
    act.acted, act.assaulted, act.moves = True, True, 0
    act.kind, act.fleet, act.target = "assault", fleet, target.number
    g.state.phase = "path"


def engage_target(g: Play, model: Model, target: Model) -> Procedure[None]:
    """The two are Engaged (RE-4.28), and the assaulting model strikes at once, without an answer (RE-4.29)."""
    g.tell("engaged", "RE-4.28", who=model.name, target=target.name)
    for enemy in g.state.engaged_with(model):
        if enemy is not target:
            g.tell("engaged", "RE-4.53", who=model.name, target=enemy.name)
    yield from fight(g, model, target, "fight")
