"""Carrying out an activation (RE-1.40): movement and actions, Break Away and Consolidations. Each function is a step.
What comes before is in `pinning`, what comes between in `overwatch`."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.asking import Why, plain, yes_or_no
from sandtable.engine.questions import DECLINE, END, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.attacks import can_shoot, fight, free_to_consolidate, resolve_attack, shoot, why_no_shot
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.hack_and_treat import hack, hack_barred, treat, treat_barred
from sandtable.rulesets.roe.orders import active, finish
from sandtable.rulesets.roe.overwatch import after_overwatch, goes_on
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.space import within
from sandtable.rulesets.roe.state import OFF, Activation, Kind, Model, Phase
from sandtable.rulesets.roe.walking import Trip, allowance
from sandtable.rulesets.roe.ways import apply, ask_path, candidates
from sandtable.skirmish.charges import charges
from sandtable.skirmish.walking import in_reach

Barred = Callable[[Play, Model], Why | None]


# ---- what now -------------------------------------------------------------------------------------


def what_now(g: Play) -> Procedure[None]:
    """The Activation Order is carried out, one action after the other, until nothing is left or enough is done.
    Engage is a shot without a move (RE-1.42)."""
    model, act = active(g)
    if act.order == "Engage":
        if not (yield from shoot(g, model, "Engage", "engage", act.focus in ("to-hit", "any"))):
            g.tell("no target", "RE-1.39", who=model.name)
            finish(g)
        return
    if act.order == "Fight":
        yield from _fighting(g, model)
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
        yield from _take_action(g, model, act, chosen)


def _leave_off(g: Play, model: Model, act: Activation) -> None:
    """The rest of the order is given up; nobody gets a counter back (RE-1.39)."""
    if act.moves and not act.acted:
        g.tell("idle", "RE-1.39", who=model.name)
    finish(g)


def move_kind(act: Activation, climb: bool) -> Kind:
    """A Climb takes the place of the move (RE-2.7)."""
    if act.order == "Tactical":
        return "encumbered climb" if climb else "encumbered"
    return "climb" if climb else "standard"


def _moves_barred(g: Play, model: Model) -> Why | None:
    _, act = active(g)
    extra = act.order == "Advance" and act.focus in ("move", "any")
    if act.moves or extra:
        return None
    return "it has made its move", "RE-1.41" if act.order == "Advance" else "RE-1.45"


def move_barred(g: Play, model: Model) -> Why | None:
    if (why := _moves_barred(g, model)) is not None:
        return why
    if model.status == OFF and next(candidates(_trip(g, model, climb=False)), None) is None:
        return "there is no room in its zone", "RE-1.21"
    return None


def climb_barred(g: Play, model: Model) -> Why | None:
    """Only where there is something to climb (RE-2.8)."""
    if (why := _moves_barred(g, model)) is not None:
        return why
    trip = _trip(g, model, climb=True)
    if model.status == OFF:
        if next(candidates(trip), None) is None:
            return "there is nothing to climb near its zone", "RE-2.8"
        return None
    if not in_reach(field_of(g.state), model, trip.limit.inches):
        return "there is nothing to climb within reach", "RE-2.8"
    return None


def _tactical_barred(g: Play, model: Model) -> Why | None:
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
    if (why := _tactical_barred(g, model)) is not None:
        return why
    return None if can_shoot(g, model, "Tactical") else why_no_shot(g, model, "Tactical")


def assault_barred(g: Play, model: Model) -> Why | None:
    if (why := _tactical_barred(g, model)) is not None:
        return why
    return None if assault_targets(g, model) else ("nobody can be reached by an Assault Move", "RE-4.27")


def _hack_barred(g: Play, model: Model) -> Why | None:
    return _tactical_barred(g, model) or hack_barred(g, model)


def _treat_barred(g: Play, model: Model) -> Why | None:
    return _tactical_barred(g, model) or treat_barred(g, model)


ACTIONS: dict[str, Barred] = {
    "Move": move_barred,
    "Climb": climb_barred,
    "Shoot": shoot_barred,
    "Assault": assault_barred,
    "Hack": _hack_barred,
    "Treat": _treat_barred,
}
OPTIONS: dict[str, Option] = {name: plain(name) for name in ACTIONS}
DONE = plain("Done", "RE-1.39", role=END)
STAY_OFF = Option(DONE.id, "Done (it stays off the table and will be missing)", (), "RE-1.22", role=END)


def _take_action(g: Play, model: Model, act: Activation, chosen: str) -> Procedure[None]:
    """The one action of a Tactical order (RE-1.45): an Assault, a shot, a Hack (RE-1.50) or a Treat (RE-1.51)."""
    if chosen == "assault":
        yield from _declare_assault(g, model, act)
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


def _fighting(g: Play, model: Model) -> Procedure[None]:
    """One close combat attack at one opponent, for the counter of its activation (RE-4.39, RE-4.40, RE-4.41)."""
    opponents = g.state.engaged_with(model)
    target = yield from choose_model(
        g, "fight", model.side, model.name, opponents, f"{model.name} fights: against whom?", "RE-4.41",
        lambda other: None if other.side == model.side else ("it is not in contact", "RE-4.24"),
    )  # fmt: skip
    yield from fight(g, model, target, "fight")


def after_blow(g: Play, striker: Model, target: Model, after: Phase) -> None:
    """Whoever has taken out its last opponent may Consolidate (RE-4.48)."""
    state = g.state
    if not target.standing and free_to_consolidate(state, striker):
        state.waiting, state.after, state.phase = (striker.number,), after, "consolidate"
    else:
        _go_on(g, after)


def _go_on(g: Play, after: Phase) -> None:
    if after == "done":
        finish(g)
    else:
        g.state.phase = after


# ---- movement -------------------------------------------------------------------------------------


def may_use_fleet(g: Play, model: Model, act: Activation, kind: Kind) -> bool:
    """Fleet, once, without a Bulky weapon (RE-6.8 to RE-6.10, RE-6.23)."""
    if "Fleet" not in model.abilities or act.fleet_used or model.bulky:
        return False
    if kind == "assault":
        return True
    return kind == ("encumbered" if g.options["fleet_move"] == "encumbered_6" else "standard")


def _ask_fleet(g: Play, model: Model, act: Activation, kind: Kind, without: bool = True) -> Procedure[bool]:
    """Asked wherever Fleet could be used; where the move cannot be made `without` it there is nothing to ask."""
    if not may_use_fleet(g, model, act, kind):
        return False
    if not without:
        return True
    inches = allowance(g.options, kind, True).inches
    answer = yield ChooseOne(
        topic="fleet",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: use Fleet for {inches:g}″?",
        clause="RE-6.10",
        options=(FLEET, NO_FLEET),
        facts=lambda: notes()["fleet"],
    )
    return bool(answer == FLEET.id)


FLEET, NO_FLEET = plain("Fleet", "RE-6.8"), plain("No Fleet", role=DECLINE)


def _trip(g: Play, model: Model, *, climb: bool) -> Trip:
    _, act = active(g)
    return Trip(g.state, g.options, model, move_kind(act, climb))


def _begin_move(g: Play, model: Model, act: Activation, chosen: str) -> Procedure[None]:
    kind = move_kind(act, chosen == "climb")
    fleet = yield from _ask_fleet(g, model, act, kind)
    if act.moves:
        act.moves -= 1
    else:
        act.focus = "spent"
    act.kind, act.fleet = kind, fleet
    g.state.phase = "path"


def path(g: Play) -> Procedure[None]:
    """The path of a move; then, before anything else, Consolidations of those it left and Overwatch. An Assault Move
    ends in a blow that is not returned (RE-4.29)."""
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
        g.tell("engaged", "RE-4.28", who=model.name, target=target.name)
        for enemy in state.engaged_with(model):
            if enemy is not target:
                g.tell("engaged", "RE-4.53", who=model.name, target=enemy.name)
        yield from fight(g, model, target, "fight")
        return
    state.mover = model.number
    freed = tuple(enemy.number for enemy in opponents if free_to_consolidate(state, enemy))
    if opponents:
        g.tell("breaks away", "RE-4.47", who=model.name)
    state.waiting, state.after = freed, "overwatch"
    state.phase = "consolidate" if freed else "overwatch"


# ---- assaults -------------------------------------------------------------------------------------


def assault_targets(g: Play, model: Model) -> list[Model]:
    """Enemies in sight that an Assault Move can reach, with or without Fleet (RE-4.27)."""
    if g.state.engaged(model):
        return []
    return [enemy for enemy in g.state.enemies(model) if assault_reaches(g, model, enemy, False) or (
        may_use_fleet(g, model, g.state.activation, "assault") and assault_reaches(g, model, enemy, True)
    )]  # fmt: skip


def assault_reaches(g: Play, model: Model, enemy: Model, fleet: bool) -> bool:
    inches = allowance(g.options, "assault", fleet).inches
    if not within(g.options, model, enemy, inches) or not sees(g.state, model, enemy):
        return False
    trip = Trip(g.state, g.options, model, "assault", fleet, enemy)
    return next(charges(trip.march), None) is not None


def _why_no_assault(g: Play, model: Model, enemy: Model) -> Why | None:
    if enemy.side == model.side or not enemy.standing:
        return None
    inches = allowance(g.options, "assault", may_use_fleet(g, model, g.state.activation, "assault")).inches
    if not within(g.options, model, enemy, inches):
        return f"it is more than {inches:g}″ away", "RE-1.49"
    if not sees(g.state, model, enemy):
        return "it is out of sight", "RE-4.27"
    return "no Assault Move reaches it", "RE-4.27"


def _declare_assault(g: Play, model: Model, act: Activation) -> Procedure[None]:
    """Names the target; Fleet where it could be used; the path comes next (RE-4.27, RE-4.28)."""
    target = yield from choose_model(
        g, "assault", model.side, model.name, assault_targets(g, model), f"{model.name} charges: whom?", "RE-4.27",
        lambda other: _why_no_assault(g, model, other),
    )  # fmt: skip
    fleet = yield from _ask_fleet(g, model, act, "assault", assault_reaches(g, model, target, False))
    g.tell("assault", "RE-4.27", who=model.name, target=target.name)
    act.acted, act.assaulted, act.moves = True, True, 0  # the move that may come before it is over (RE-1.47, RE-4.26)
    act.kind, act.fleet, act.target = "assault", fleet, target.number
    g.state.phase = "path"


# ---- Break Away -----------------------------------------------------------------------------------


def strikes(g: Play) -> Procedure[None]:
    """Every opponent strikes once, in the order its player likes, until the model is taken out (RE-4.46)."""
    state = g.state
    model, act = active(g)
    waiting = [state.models[number] for number in act.strikers if state.models[number].standing]
    if not waiting or not model.standing:
        act.strikers = ()
        if goes_on(g, model):
            state.phase = "act"
        else:
            finish(g)
        return
    striker = yield from choose_model(
        g,
        "strikes",
        1 - model.side,
        "",
        waiting,
        f"{model.name} breaks away: who strikes next?",
        "RE-4.46",
        lambda other: None,
    )
    yield from fight(g, striker, model, "strikes")
    act.strikers = tuple(number for number in act.strikers if number != striker.number)


# ---- Consolidate ----------------------------------------------------------------------------------


def consolidate(g: Play) -> Procedure[None]:
    """One model may Consolidate up to 2" (RE-4.48, RE-4.49, RE-5.24)."""
    state = g.state
    model = state.models[state.waiting[0]]
    moves = yield from yes_or_no(
        "consolidate", model.side, model.name, f'{model.name}: Consolidate up to 2"?', "RE-2.16", "Consolidate", "Stay",
        facts=notes()["consolidate"],
    )  # fmt: skip
    if moves:
        trip = Trip(state, g.options, model, "consolidate")
        walked = yield from ask_path(trip)
        moves = bool(walked.legs)
        if moves:
            apply(g, trip, walked)
    if not moves:
        g.tell("stays", "RE-2.16", who=model.name)
    state.waiting = state.waiting[1:]
    if moves and g.options["overwatch_on_consolidate"] and model.side == state.turn:
        state.mover, state.phase = model.number, "overwatch"
    elif not state.waiting:
        _go_on(g, state.after)
