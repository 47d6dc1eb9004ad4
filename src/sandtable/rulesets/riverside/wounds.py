"""Wounds: who takes them, who falls, and what becomes of a unit without models (RV-12.12 to RV-12.16)."""

from __future__ import annotations

from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.cohesion import reading
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import spot
from sandtable.rulesets.riverside.state import DESTROYED, OFF, ROUTED, Model, State, Unit, Where, Wreck
from sandtable.rulesets.riverside.strike_dice import Struck
from sandtable.rulesets.riverside.wound_allocation import Assigned, Band, Taker, assign


def band(state: State, options: Options, unit: Unit) -> Band:
    """The unit as those see it who assign wounds. Inside a Transport it stands nowhere (RV-21.22), and whoever falls
    tears nothing apart (RV-8.18)."""
    where = field_of(state)
    members = list(state.members(unit))
    takers = tuple(
        Taker(
            one.number, one.name, one.profile.wounds - one.wounds, bool(one.profile.tough), bool(one.wounds),
            one.profile.hero, spot(where, one if unit.here else members[0]),
        )
        for one in members
    )  # fmt: skip
    return Band(unit.side, unit.name, takers, *reading(options))


def suffer(g: Play, unit: Unit, struck: Struck) -> Procedure[int]:
    """The wounds of an attack: first those of Take Down, on the named models (RV-21.31); then the rest. Returns how
    many were really assigned (RV-11.13)."""
    taken = 0
    for number, wounds in struck.named:
        model = g.state.models[number]
        most = min(wounds, model.profile.wounds - model.wounds)
        taken += most
        hurt(g, unit, ((number, most),), "RV-21.31")
    taken += yield from take(g, unit, struck.wounds)
    return taken


def take(g: Play, unit: Unit, wounds: int) -> Procedure[int]:
    """So many wounds on a unit, in the order of RV-12.9."""
    if not wounds or unit.gone:
        return 0
    assigned: Assigned = yield Stage(assign, (band(g.state, g.options, unit), wounds))
    hurt(g, unit, assigned, "RV-12.9")
    return sum(n for _, n in assigned)


def hurt(g: Play, unit: Unit, assigned: Assigned, clause: str) -> None:
    """Puts wounds on models; who holds its maximum, with Tough(X) X of them (RV-21.3), is removed at once
    (RV-12.13); a unit without models is destroyed (RV-12.16)."""
    state = g.state
    for number, wounds in assigned:
        model = state.models[number]
        model.wounds += wounds
        if model.wounds >= model.profile.wounds:
            fall(g, model)
        elif wounds:
            g.tell("wounded", clause, who=model.name, unit=unit.name, wounds=model.wounds, of=model.profile.wounds)
    if not unit.gone and not state.members(unit):
        destroy_or_rout(g, unit, DESTROYED)


def fall(g: Play, model: Model) -> None:
    """A casualty (RV-12.13); its tokens are lost with it (RV-21.13)."""
    model.fallen, model.tokens = True, 0
    g.tell("falls", "RV-12.13", who=model.name, unit=g.state.units[model.unit].name)


def destroy_or_rout(g: Play, unit: Unit, how: Where) -> None:
    """A unit is out of the game (RV-12.16, RV-11.21). Whoever was inside has to get out (RV-21.25)."""
    state = g.state
    last = state.models[unit.models[0]] if how == DESTROYED else next(iter(state.members(unit)))
    for one in state.passengers(unit):
        if unit.where == OFF:
            continue
        wreck = Wreck(one.number, unit.side, unit.name, last.x, last.y, last.z, last.radius)
        state.wrecks = (*state.wrecks, wreck)
    for model in state.members(unit):
        model.fallen, model.tokens = True, 0
    unit.where, unit.shaken, unit.fatigued, unit.spells = how, False, False, ()
    g.tell("routs" if how == ROUTED else "destroyed", "RV-11.21" if how == ROUTED else "RV-12.16", who=unit.name)
    note_finished(g)


# ---- who has finished -------------------------------------------------------------------------------


def note_finished(g: Play) -> None:
    """A side has finished when it has no unactivated unit left, by its last activation or by a loss (RV-6.7)."""
    state = g.state
    if state.finished >= 0 or state.phase in ("beginning", "deploy", "end"):
        return
    done = [side for side in (0, 1) if not state.unactivated(side)]
    if len(done) == 1:
        state.finished = done[0]
        g.tell("finished", "RV-6.7", who=state.players[done[0]].name)
