"""Hack and Treat (chapter 5)."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.questions import Absent, ChooseOne, Option, Point, Ref, Refusal
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import on_marker, renew_contacts
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.resolve_tests import resolve
from sandtable.rulesets.roe.scoring import objective_standing
from sandtable.rulesets.roe.state import FALLEN, STANDING, Activation, Model, State
from sandtable.rulesets.roe.traits import hacker
from sandtable.rulesets.roe.walking import standing_refused
from sandtable.skirmish.touching import would_touch
from sandtable.table import Figure, nearest_legal

TREAT = 2.0


# ---- Hack -----------------------------------------------------------------------------------------


def hackable(state: State, options: Options, model: Model) -> list[int]:
    """Objectives that this model itself secures now and its side does not control: it holds those until an enemy hacks
    them (RE-5.4, RE-5.6, RE-7.24)."""
    if model.pinned_down:
        return []
    found = []
    for number, objective in enumerate(state.objectives):
        touched = on_marker(model, objective) and state.controlled[number] != model.side
        if touched and objective_standing(state, options, number).secured == model.side:
            found.append(number)
    return found


def hack_barred(g: Play, model: Model) -> Why | None:
    """It must secure the objective itself, and not control it already (RE-5.4, RE-5.6)."""
    state = g.state
    if hackable(state, g.options, model):
        return None
    touched = [n for n, objective in enumerate(state.objectives) if on_marker(model, objective)]
    if not touched:
        return "it touches no objective", "RE-5.4"
    if model.pinned_down:
        return "a Pinned Down model secures nothing", "RE-5.4"
    if all(state.controlled[n] == model.side for n in touched):
        return "your side controls it already", "RE-5.6"
    contested = any(objective_standing(state, g.options, n).contested for n in touched)
    return ("the objective is contested" if contested else "it does not secure the objective"), "RE-5.4"


def hack(g: Play, model: Model, act: Activation) -> Procedure[None]:
    """A Resolve test; success gives control (RE-5.5) of what is not the own side's already (RE-5.6), and there is no
    second try (RE-5.2). A Hacker counts one Exp more (RE-6.11)."""
    state = g.state
    choices = hackable(state, g.options, model)
    number = choices[0]
    if len(choices) > 1:
        number = yield ChooseOne(
            topic="hack",
            seat=model.side,
            who=model.name,
            prompt=f"{model.name} hacks: which objective?",
            clause="RE-5.4",
            options=tuple(
                Option(f"objective {n}", state.objectives[n].name, (Ref("objective", state.objectives[n].name),), "", n)
                for n in choices
            ),
        )
    exp = hacker(model)
    done = yield from _test(g, model, act, f"hack by {model.name}", "RE-5.5", exp)
    if done:
        state.controlled = tuple(model.side if n == number else side for n, side in enumerate(state.controlled))
    g.tell("hack", "RE-5.5" if done else "RE-5.2", who=model.name, objective=state.objectives[number].name, done=done)


def _test(g: Play, model: Model, act: Activation, purpose: str, clause: str, exp: int) -> Procedure[bool]:
    focus = act.focus in ("resolve", "any")
    passed, used = yield Stage(resolve, (purpose, clause, model.side, model.name, 1, exp, focus))
    if used:
        act.focus = "spent"
    g.tell("resolve", clause, "RE-5.1", who=model.name, dice=1, successes=passed, pins=model.pins,
           needed=exp, test="skill")  # fmt: skip
    return bool(passed)


# ---- Treat ----------------------------------------------------------------------------------------


def patients(g: Play, medic: Model) -> tuple[list[Model], list[Model]]:
    """Wounded friends to heal and fallen ones to revive, within 2" (RE-5.8, RE-5.10), none that is unwounded
    (RE-5.9) or the Medic itself (RE-5.13)."""
    near = [
        one
        for one in g.state.models
        if one.side == medic.side and one is not medic and one.status in (STANDING, FALLEN)
        and within(g.options, medic, one, TREAT)
    ]  # fmt: skip
    return [one for one in near if one.standing and one.wounds], [one for one in near if one.status == FALLEN]


def treat_barred(g: Play, model: Model) -> Why | None:
    """Only a Medic (RE-5.7), with a wounded friend near (RE-5.8, RE-5.9) other than itself (RE-5.13)."""
    if "Medic" not in model.abilities:
        return "only a Medic treats", "RE-5.7"
    hurt, fallen = patients(g, model)
    if hurt or fallen:
        return None
    near = [one for one in g.state.friends(model) if within(g.options, model, one, TREAT)]
    if near:
        return "nobody near is wounded", "RE-5.9"
    return 'no wounded friend within 2"', "RE-5.13" if model.wounds else "RE-5.8"


def treat(g: Play, medic: Model, act: Activation) -> Procedure[None]:
    """Heals a wound without a test, if it stands (RE-5.8, RE-5.11), or tests Resolve to bring a fallen model back
    (RE-5.10)."""
    hurt, fallen = patients(g, medic)
    options = [_treatment("Heal", one, "RE-5.8") for one in hurt] + [
        _treatment("Revive", one, "RE-5.10") for one in fallen
    ]
    how, number = options[0].value
    if len(options) > 1:
        how, number = yield ChooseOne(
            topic="treat",
            seat=medic.side,
            who=medic.name,
            prompt=f"{medic.name} treats: whom?",
            clause="RE-5.8",
            options=tuple(options),
            missing=lambda: _not_treated(g, medic),
        )
    patient = g.state.models[number]
    if how == "Heal":
        patient.wounds -= 1
        g.tell("healed", "RE-5.8", who=medic.name, patient=patient.name, wounds=patient.wounds)
        return
    done = yield from _test(g, medic, act, f"treat by {medic.name}", "RE-5.10", medic.exp)
    if done:
        stand_up(g, patient)
    g.tell("revived" if done else "not revived", "RE-5.10", who=medic.name, patient=patient.name)


def _not_treated(g: Play, medic: Model) -> tuple[Absent, ...]:
    """Treatments a player would look for, and why they are not to be had."""
    absent = []
    for one in g.state.of_side(medic.side):
        if not within(g.options, medic, one, TREAT) or one.status not in (STANDING, FALLEN):
            heal: Why = ('it is not within 2"', "RE-5.8")
        elif one.status == FALLEN:
            heal = ("healing without a test is for standing models", "RE-5.11")
        elif one is medic:
            heal = ("a Medic treats others", "RE-5.13")
        else:
            heal = ("it is not wounded", "RE-5.9")
        revive = heal if one.status == FALLEN and heal[1] == "RE-5.8" else ("it is not out of action", "RE-5.10")
        absent.append(Absent(f"heal {one.name}".lower(), f"Heal {one.name}", *heal))
        absent.append(Absent(f"revive {one.name}".lower(), f"Revive {one.name}", *revive))
    return tuple(absent)


def _treatment(how: str, patient: Model, clause: str) -> Option:
    label = f"{how} {patient.name}"
    return Option(label.lower(), label, (Ref("model", patient.name),), clause, (how, patient.number))


def stand_up(g: Play, model: Model) -> None:
    """Back with one wound left, where it fell or at the nearest free spot not touching an enemy (RE-5.12)."""
    state = g.state
    where = field_of(state)

    def free(there: Figure) -> Refusal | None:
        if any(would_touch(where, model, (there.x, there.y, there.z), enemy) for enemy in state.enemies(model)):
            return Refusal("it would touch an enemy")
        if there.z not in where.surfaces(there.x, there.y):
            return Refusal("there is no floor")
        return standing_refused(state, model, there.at)

    spot = nearest_legal(where.figure(model), Point(model.x, model.y, model.z), free)
    if spot is not None:
        model.x, model.y, model.z = spot.x, spot.y, spot.z
    model.status = STANDING
    model.wounds = model.w - 1
    model.pins = 0
    renew_contacts(state, model)
