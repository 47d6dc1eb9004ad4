"""Carrying out orders (RE-1.39 to RE-1.51): Advance, Engage and Tactical, one action after the other. What comes before
is in `pinning`, what comes between in `overwatch`."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import END, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.assaults import assault_targets, declare_assault, engage_target
from sandtable.rulesets.roe.attacks import resolve_attack, shoot
from sandtable.rulesets.roe.close_combat import fight_somebody
from sandtable.rulesets.roe.consolidation import after_blow, free_to_consolidate
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.fleet import ask_fleet
from sandtable.rulesets.roe.hack_and_treat import hack, hack_barred, treat, treat_barred
from sandtable.rulesets.roe.overwatch import after_overwatch
from sandtable.rulesets.roe.state import OFF, Activation, Model
from sandtable.rulesets.roe.targets import can_shoot, why_no_shot
from sandtable.rulesets.roe.turns import active, finish
from sandtable.rulesets.roe.walking import Trip, move_kind
from sandtable.rulesets.roe.ways import apply, ask_path, candidates
from sandtable.skirmish.walking import in_reach

Barred = Callable[[Play, Model], Why | None]


# ---- what now -------------------------------------------------------------------------------------


def what_now(g: Play) -> Procedure[None]:
    """The Activation Order is carried out (RE-1.40), one action after the other, until nothing is left or enough is
    done: Advance is a move (RE-1.41), Engage a shot at full range without one (RE-1.42, RE-1.43), Tactical a move and
    an action (RE-1.45) in any order (RE-1.46)."""
    model, act = active(g)
    if act.order == "Engage":
        if not (yield from shoot(g, model, "Engage", "engage", act.focus in ("to-hit", "any"))):
            g.tell("no target", "RE-1.39", who=model.name)
            finish(g)
        return
    if act.order == "Fight":
        yield from fight_somebody(g, model)
        return
    offered = [name for name, barred in ACTIONS.items() if barred(g, model) is None]
    if not offered:
        _leave_off(g, model, act)
        return
    chosen = yield ChooseOne(
        topic="what now",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name} ({act.order}): what now?",
        clause={"Advance": "RE-1.41", "Tactical": "RE-1.45"}.get(act.order, "RE-4.47"),
        options=(
            *[OPTIONS[name] for name in offered],
            STAY_OFF if model.status == OFF and g.state.round == 1 else DONE,
        ),
        facts=lambda: notes()["what now"],
        missing=lambda: tuple(
            Absent(OPTIONS[name].id, name, *why)
            for name, barred in ACTIONS.items()
            if (why := barred(g, model)) is not None
        ),
    )
    if chosen == DONE.id:
        _leave_off(g, model, act)
    elif chosen in ("move", "climb"):
        yield from _begin_move(g, model, act, chosen)
    else:
        yield from take_action(g, model, act, chosen)


def _leave_off(g: Play, model: Model, act: Activation) -> None:
    """The rest of the order is given up; nobody gets a counter back (RE-1.39)."""
    if act.moves and not act.acted:
        g.tell("idle", "RE-1.39", who=model.name)
    finish(g)


def moves_barred(g: Play, model: Model) -> Why | None:
    """One move of an Advance (RE-1.41), a second with Focus (RE-1.54); one of a Tactical order (RE-1.45)."""
    _, act = active(g)
    extra = act.order == "Advance" and act.focus in ("move", "any")
    if act.moves or extra:
        return None
    return "it has made its move", "RE-1.41" if act.order == "Advance" else "RE-1.45"


def move_barred(g: Play, model: Model) -> Why | None:
    if (why := moves_barred(g, model)) is not None:
        return why
    if model.status == OFF and next(candidates(_trip(g, model, climb=False)), None) is None:
        return "there is no room in its zone", "RE-1.21"
    return None


def climb_barred(g: Play, model: Model) -> Why | None:
    """Only where there is something to climb (RE-2.8)."""
    if (why := moves_barred(g, model)) is not None:
        return why
    trip = _trip(g, model, climb=True)
    if model.status == OFF:
        if next(candidates(trip), None) is None:
            return "there is nothing to climb near its zone", "RE-2.8"
        return None
    if not in_reach(field_of(g.state), model, trip.limit.inches):
        return "there is nothing to climb within reach", "RE-2.8"
    return None


def tactical_barred(g: Play, model: Model) -> Why | None:
    """One action, before or after the move (RE-1.46)."""
    _, act = active(g)
    if act.order != "Tactical":
        return f"{act.order} gives no such action", "RE-1.41" if act.order == "Advance" else "RE-4.47"
    if model.status == OFF:
        return "it has to move onto the table first", "RE-1.20"
    if act.acted:
        return "it has taken its action", "RE-1.45"
    return None


def shoot_barred(g: Play, model: Model) -> Why | None:
    if (why := tactical_barred(g, model)) is not None:
        return why
    return None if can_shoot(g, model, "Tactical") else why_no_shot(g, model, "Tactical")


def assault_barred(g: Play, model: Model) -> Why | None:
    if (why := tactical_barred(g, model)) is not None:
        return why
    return None if assault_targets(g, model) else ("nobody can be reached by an Assault Move", "RE-4.27")


def tactical_hack_barred(g: Play, model: Model) -> Why | None:
    return tactical_barred(g, model) or hack_barred(g, model)


def tactical_treat_barred(g: Play, model: Model) -> Why | None:
    return tactical_barred(g, model) or treat_barred(g, model)


ACTIONS: dict[str, Barred] = {
    "Move": move_barred,
    "Climb": climb_barred,
    "Shoot": shoot_barred,
    "Assault": assault_barred,
    "Hack": tactical_hack_barred,
    "Treat": tactical_treat_barred,
}
OPTIONS: dict[str, Option] = {name: plain(name) for name in ACTIONS}
DONE = plain("Done", "RE-1.39", role=END)
STAY_OFF = Option(DONE.id, "Done (it stays off the table and will be missing)", (), "RE-1.22", role=END)


def take_action(g: Play, model: Model, act: Activation, chosen: str) -> Procedure[None]:
    """The one action of a Tactical order (RE-1.45), before or after its move (RE-1.46): an Assault (RE-1.49), which
    comes last (RE-1.47), a shot at short range (RE-1.48), a Hack (RE-1.50) or a Treat (RE-1.51)."""
    if chosen == "assault":
        yield from declare_assault(g, model, act)
        return
    if chosen == "shoot":
        yield from shoot(g, model, "Tactical", "tactical", act.focus in ("to-hit", "any"))
        act.acted = True
        return
    if chosen == "hack":
        yield from hack(g, model, act)
    else:
        yield from treat(g, model, act)
    act.acted = True
    g.state.phase = "act"


def attack(g: Play) -> Procedure[None]:
    """The dice of a declared attack, and what it was part of goes on."""
    declared = g.state.attack
    assert declared is not None
    struck = yield from resolve_attack(g, declared)
    act = g.state.activation
    striker, target = g.state.models[declared.attacker], g.state.models[declared.targets[0]]
    if declared.then in ("engage", "tactical") and (act.focus == "to-hit" or "Focus" in struck.used):
        act.focus = "spent"
    match declared.then:
        case "engage":
            finish(g)
        case "tactical":
            g.state.phase = "act"
        case "fight":
            after_blow(g, striker, target, "done")
        case "strikes":
            after_blow(g, striker, target, "strikes")
        case "overwatch":
            after_overwatch(g)


# ---- movement -------------------------------------------------------------------------------------


def _trip(g: Play, model: Model, *, climb: bool) -> Trip:
    _, act = active(g)
    return Trip(g.state, g.options, model, move_kind(act, climb))


def _begin_move(g: Play, model: Model, act: Activation, chosen: str) -> Procedure[None]:
    kind = move_kind(act, chosen == "climb")
    fleet = yield from ask_fleet(g, model, act, kind)
    if act.moves:
        act.moves -= 1
    else:
        act.focus = "spent"
    act.kind, act.fleet = kind, fleet
    g.state.phase = "path"


def path(g: Play) -> Procedure[None]:
    """The path of a move; then, before anything else, Consolidations of those it left (RE-4.49) and Overwatch
    (RE-1.74). Breaking away it is no longer Engaged (RE-4.47)."""
    state = g.state
    model, act = active(g)
    assert act.kind != ""
    target = state.models[act.target] if act.kind == "assault" else None
    trip = Trip(state, g.options, model, act.kind, act.fleet, target)
    walked = yield from ask_path(trip)
    opponents = state.engaged_with(model) if model.standing else []
    act.fleet_used = act.fleet_used or act.fleet
    act.fleet, act.kind = False, ""
    if not walked.legs:
        g.tell("stays", "RE-1.39", who=model.name)
        state.phase = "act"
        return
    apply(g, trip, walked)
    if target is not None:
        yield from engage_target(g, model, target)
        return
    state.mover = model.number
    freed = tuple(enemy.number for enemy in opponents if free_to_consolidate(state, enemy))
    if opponents:
        g.tell("breaks away", "RE-4.47", who=model.name)
    state.waiting, state.after = freed, "overwatch"
    state.phase = "consolidate" if freed else "overwatch"
