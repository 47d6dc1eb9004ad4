"""Activations (chapter 6): which unit, which action, abilities, movement and attack. Each function is a step."""

from __future__ import annotations

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.riverside import casting, shooting
from sandtable.rulesets.riverside.asking import Play, choose_unit
from sandtable.rulesets.riverside.attacks import resolve
from sandtable.rulesets.riverside.beside import apart, how_it_stands, what_it_gives
from sandtable.rulesets.riverside.charging import (
    can_charge,
    charge_fails,
    charge_targets,
    may_charge_somebody,
    on_foot,
    why_no_charge,
)
from sandtable.rulesets.riverside.dangerous_terrain import TerrainTests, dangerous
from sandtable.rulesets.riverside.morale import after_wounds, recover
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.state import Action, Activation, Melee, State, Unit
from sandtable.rulesets.riverside.traits import all_have
from sandtable.rulesets.riverside.transports import can_leave
from sandtable.rulesets.riverside.walking import can_be_mended, can_teleport, is_together
from sandtable.rulesets.riverside.wounds import note_finished, take

MOVES: tuple[Action, ...] = ("Advance", "Rush", "Charge")
ACTIONS: dict[Action, Option] = {
    "Hold": plain("Hold", "RV-6.10"), "Advance": plain("Advance", "RV-6.11"), "Rush": plain("Rush", "RV-6.12"),
    "Charge": plain("Charge", "RV-6.15"), "Idle": plain("Idle", "RV-6.21"),
}  # fmt: skip
GO_ON = plain("Go on", "RV-6.25", DECLINE)
TELEPORT = plain("Teleport", "RV-20.6")


# ---- whose turn -----------------------------------------------------------------------------------------


def begin_phase(g: Play) -> None:
    """The Activation Phase begins, with whoever finished first in the last round (RV-6.6); a side without units has
    finished at once (RV-6.7). Whoever was deployed in this round is activated as all others (RV-4.16)."""
    state = g.state
    state.phase, state.deployment, state.finished = "turn", "", -1
    for unit in state.units:
        unit.activated = False
    state.turn = state.first if state.unactivated(state.first) else 1 - state.first
    g.tell("activation phase", "RV-6.5" if state.round == 1 else "RV-6.6", who=state.players[state.first].name)
    note_finished(g)
    _pass_on(g, state.turn)


def _pass_on(g: Play, side: int) -> None:
    """This side is next if it has a unit left, else the other; the phase ends when nobody has (RV-6.1, RV-6.2,
    RV-6.4)."""
    state = g.state
    state.phase = "turn"
    if state.unactivated(side):
        state.turn = side
    elif state.unactivated(1 - side):
        state.turn = 1 - side
    else:
        state.phase = "end"


def take_turn(g: Play) -> Procedure[None]:
    """Which unit, of those that have not been activated (RV-6.2); there is no passing (RV-6.3)."""
    state = g.state
    if not state.unactivated(state.turn):
        _pass_on(g, 1 - state.turn)
        return
    side = state.turn
    unit = yield from choose_unit(
        g, "activate", side, "", state.unactivated(side), f"{state.players[side].name}: activate which unit?", "RV-6.1",
        lambda one: _why_not_ready(one, side), always=True, facts=lambda one: how_it_stands(state, one),
    )  # fmt: skip
    state.act = Activation(unit.number, "Hold")
    state.phase = "action"


def _why_not_ready(unit: Unit, side: int) -> Why | None:
    if unit.side != side or unit.gone:
        return None
    if unit.activated:
        return "it has been activated this round", "RV-6.2"
    return "it is not on the table", "RV-6.8"


# ---- which action ---------------------------------------------------------------------------------------


def choose_action(g: Play) -> Procedure[None]:
    """One action for the whole unit, before anything else (RV-6.9)."""
    state = g.state
    unit, act = state.active, state.activation
    barred = barred_actions(g, unit)
    offered = [name for name in ACTIONS if name not in barred]
    picked = yield ChooseOne(
        topic="action",
        seat=unit.side,
        who=unit.name,
        prompt=f"{unit.name}: which action?",
        clause="RV-6.9",
        options=tuple([ACTIONS[name] for name in offered]),
        missing=lambda: tuple(Absent(ACTIONS[name].id, name, *why) for name, why in barred.items()),
        facts=lambda: what_it_gives(state, unit),
    )
    act.action = next(name for name in ACTIONS if ACTIONS[name].id == picked)
    if act.action == "Charge":
        target = yield from choose_unit(
            g, "charge", unit.side, unit.name, charge_targets(g, unit), f"{unit.name}: charge whom?", "RV-6.14",
            lambda other: why_no_charge(g, unit, other), facts=lambda other: f"{apart(state, unit, other):.1f}″ away",
        )  # fmt: skip
        act.target = target.number
    g.tell("action", ACTIONS[act.action].clause, who=unit.name, action=act.action, target=_target_name(state))
    _begin_action(g, unit, act)


def _target_name(state: State) -> str:
    target = state.activation.target
    return state.units[target].name if target >= 0 else ""


def _begin_action(g: Play, unit: Unit, act: Activation) -> None:
    """Idle ends being Shaken (RV-6.21) and passes the abilities over (RV-6.22, RV-20.10); it does no more for who is
    not Shaken (RV-6.23)."""
    state = g.state
    if act.action == "Idle":
        recover(g, unit, "Shaken")
        state.phase = "done"
    elif unit.where == "inside":
        state.phase = "move" if act.action in MOVES else "done"
    else:
        state.phase = "abilities"
    act.spent = (0.0,) * len(unit.models)


def barred_actions(g: Play, unit: Unit) -> dict[Action, Why]:
    """The actions that it cannot take, and why. An Advance out of a Transport is the same move as a Rush, and whoever
    may Hold may stand idle (RV-6.23). A Shaken unit may do all of them, or by the house rule only stand idle
    (RV-6.24)."""
    alike: dict[Action, Action] = {"Idle": "Hold"} if not unit.shaken else {}
    if unit.where == "inside":
        alike["Rush"] = "Advance"
    whys: dict[Action, Why | None] = {}
    for name in ACTIONS:
        whys[name] = whys[alike[name]] if name in alike else _why_no_action(g, unit, name)
    return {name: why for name, why in whys.items() if why is not None}


def _why_no_action(g: Play, unit: Unit, action: Action) -> Why | None:
    """Why an action is refused: house rule, broken cohesion, nobody to charge, no room to get out."""
    if g.options["shaken_must_idle"] and unit.shaken:
        return None if action == "Idle" else ("a Shaken unit may only Idle", "RV-6.24")
    if unit.where == "inside":
        return _why_not_inside(g, unit, action)
    if action == "Charge":
        return None if may_charge_somebody(g, unit) else ("no enemy can be reached", "RV-6.16")
    if action in ("Hold", "Idle") and _must_mend(g, unit):
        return "it is out of cohesion and has to move", "RV-8.21"
    return None


def _why_not_inside(g: Play, unit: Unit, action: Action) -> Why | None:
    """With Hold or Idle it stays inside, with the others it gets out (RV-21.23)."""
    if action in ("Hold", "Idle"):
        return None
    if action == "Charge":
        return None if may_charge_somebody(g, unit) else ("no enemy can be reached", "RV-6.16")
    return None if can_leave(g, unit) else ("there is no room to get out", "RV-21.24")


def _must_mend(g: Play, unit: Unit) -> bool:
    """Out of cohesion, and able to move back into it (RV-8.20, RV-8.21)?"""
    return bool(g.options["broken_cohesion_forces_move"] and not is_together(g, unit) and can_be_mended(g, unit))


# ---- abilities --------------------------------------------------------------------------------------------


def abilities(g: Play) -> Procedure[None]:
    """Special Abilities, one by one, before the move or after it, never within it (RV-6.27), and always before the
    attack (RV-6.25, RV-6.26); in a Charge before the counter-move (RV-6.28). Who stands idle never comes here
    (RV-6.22)."""
    state = g.state
    unit, act = state.active, state.activation
    if act.moved and act.action == "Charge" and state.units[act.target].gone:
        state.phase = "done"  # without a Melee Attack (RV-6.28)
        return
    found = casting.offers(g, unit)
    teleport = _why_no_teleport(g, unit, act)
    if teleport is None:
        found.append(TELEPORT)
    if not found:
        _move_or_attack(g, unit, act)
        return
    absent = [Absent(TELEPORT.id, TELEPORT.label, *teleport)] if teleport else []
    if _needs_teleport(g, unit, act):
        absent.append(Absent(GO_ON.id, GO_ON.label, "the target is reached by Teleport only", "RV-6.16"))
    else:
        found.append(GO_ON)
    picked = yield ChooseOne(
        topic="ability",
        seat=unit.side,
        who=unit.name,
        prompt=f"{unit.name} ({act.action}): use an ability?",
        clause="RV-6.25",
        options=tuple(found),
        missing=lambda: (*casting.barred(g, unit), *absent),
        facts=lambda: _what_each_does(act) | casting.what_each_does(found),
    )
    if picked == GO_ON.id:
        _move_or_attack(g, unit, act)
    elif picked == TELEPORT.id:
        state.phase = "teleport"
    else:
        yield from casting.cast(g, *picked)


def _what_each_does(act: Activation) -> dict[str, str]:
    """To go on is another thing before the move and after it."""
    if act.action in MOVES and not act.moved:
        coming = "no ability: the move comes next"
    else:
        attack = {"Hold": "shooting comes next", "Advance": "shooting comes next", "Charge": "the melee comes next"}
        coming = f"no ability: {attack.get(act.action, 'the activation is over')}"
    return {option: line.format(next=coming) for option, line in noted("ability").items()}


def _needs_teleport(g: Play, unit: Unit, act: Activation) -> bool:
    """Is this a Charge whose target can be reached with the help of Teleport only (RV-6.16)?"""
    if act.action != "Charge" or act.moved or act.teleported:
        return False
    target = g.state.units[act.target]
    return not target.gone and can_charge(g, unit, target) and not on_foot(g, unit, target)


def _why_no_teleport(g: Play, unit: Unit, act: Activation) -> Why | None:
    """Once per activation (RV-20.6), with any action but Idle (RV-20.10), the whole unit or nobody (RV-20.11)."""
    if not all_have(g.state, unit, "Teleport"):
        return "not all its models have Teleport", "RV-20.11"
    if act.teleported:
        return "once per activation", "RV-20.6"
    return None if can_teleport(g, unit) else ("there is no other place for it", "RV-20.9")


def _move_or_attack(g: Play, unit: Unit, act: Activation) -> None:
    """The move, if it is still to come; else the attack: Hold shoots where it stands (RV-6.10), Advance after its move
    (RV-6.11), Rush not at all (RV-6.12), and who charges fights instead (RV-6.20)."""
    state = g.state
    if unit.gone:
        state.phase = "done"
    elif act.action in MOVES and not act.moved:
        _check_charge(g, unit, act)
        state.phase = "move"
    elif act.action == "Charge":
        _begin_melee(g, unit, act)
    else:
        state.phase = "shoot" if act.action in ("Hold", "Advance") else "done"


def _check_charge(g: Play, unit: Unit, act: Activation) -> None:
    """A Charge that an ability has made impossible becomes a Rush (RV-6.29)."""
    if act.action != "Charge":
        return
    target = g.state.units[act.target]
    if target.gone or not on_foot(g, unit, target):
        charge_fails(g, unit, target)


def _begin_melee(g: Play, unit: Unit, act: Activation) -> None:
    """The Melee Attack; its first step is the counter-move (RV-11.1)."""
    state = g.state
    state.melee = Melee(unit.number, act.target)
    state.phase = "counter"


# ---- after the move ---------------------------------------------------------------------------------------


def terrain_tests(g: Play) -> Procedure[None]:
    """Dangerous terrain tests of the whole unit, when its move is finished (RV-16.9, RV-16.10, RV-16.13); by
    the house rule their wounds may cause a Morale Test (RV-13.13)."""
    state = g.state
    unit, act = state.active, state.activation
    forded = [one for one in state.members(unit) if one.number in act.forded]
    if forded:
        taken = yield from dangerous_terrain_tests(g, unit, [one.number for one in forded])
        act.tested, act.forded = (*act.tested, *act.forded), ()
        if taken and g.options["terrain_wounds_cause_morale"]:
            yield from after_wounds(g, unit)
    state.phase = "abilities" if unit.here else "done"


def dangerous_terrain_tests(g: Play, unit: Unit, numbers: list[int]) -> Procedure[int]:
    """One dangerous terrain test for each of these models (RV-16.10), the Tough with more dice (RV-16.11); the wounds
    go to the unit (RV-16.12). Returns how many were assigned."""
    state = g.state
    highest = max(one.profile.wounds for one in state.members(unit))
    shared = g.options["dangerous_tough_dice"] == "highest"
    models = [state.models[number] for number in numbers]
    ranked = sorted(models, key=lambda one: one.profile.hero)
    dice = tuple((one.name, highest if shared else one.profile.wounds) for one in ranked)
    wounds = yield Stage(dangerous, (TerrainTests(unit.side, unit.name, dice, all_have(state, unit, "Regeneration")),))
    g.tell("dangerous", "RV-16.10", who=unit.name, models=len(dice), wounds=wounds)
    taken: int = yield from take(g, unit, wounds)
    return taken


# ---- the Ranged Attack ------------------------------------------------------------------------------------


def shoot(g: Play) -> Procedure[None]:
    """All is declared before the first die (RV-10.7): targets and Cover here, then attacks, then morale (RV-10.1)."""
    state = g.state
    declared = yield from shooting.declare(g, state.active)
    state.volleys, state.wounded = declared, ()
    state.phase = "volley" if declared else "done"
    return


def volley(g: Play) -> Procedure[None]:
    """Attack, defense and casualties for one target, then for the other (RV-10.13)."""
    state = g.state
    declared = state.volleys[0]
    taken = yield from resolve(g, declared)
    state.volleys = state.volleys[1:]
    if taken:
        state.wounded = (*state.wounded, declared.target)
    state.phase = "volley" if state.volleys else "morale"


def morale(g: Play) -> Procedure[None]:
    """Morale at the end of a Ranged Attack: each target that took a wound, in the order in which they were resolved
    (RV-10.14)."""
    state = g.state
    for number in state.wounded:
        yield from after_wounds(g, state.units[number])
    state.wounded, state.phase = (), "done"


def finish(g: Play) -> Procedure[None]:
    """The activation is over; play passes to the other side (RV-6.1), and who had no other unit has finished
    (RV-6.7)."""
    state = g.state
    unit = state.active
    unit.activated = True
    state.act = state.melee = None
    note_finished(g)
    _pass_on(g, 1 - unit.side)
    return
    yield
