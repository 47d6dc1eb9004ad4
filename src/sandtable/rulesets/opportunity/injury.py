"""Trauma, trauma checks and fatal injury checks, falling and dying (chapter 8, OP-9.18 to OP-9.31)."""

from __future__ import annotations

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opportunity.aim import lose_aim
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.leaving_the_fight import leave_the_fight
from sandtable.rulesets.opportunity.state import Combatant, State

DEATH_THRESHOLD = 10
STEADY_NERVES = 2


def check(
    purpose: str, clause: str, seat: int, name: str, physique: int, bonus: int = 0, trauma: int | None = None
) -> Procedure[int]:
    """A trauma check: 2d6 + Physique (OP-8.2), passed by more than the Trauma (OP-8.3). A stage: it knows only its
    arguments."""
    enough = 0 if trauma is None else max(1, trauma + 1 - physique - bonus)
    faces: Faces = yield Roll(2, 6, f"{purpose} of {name}", clause, seat, name, enough=enough)
    return faces[0] + faces[1] + physique + bonus


def shift_position(g: Play, combatant: Combatant, change: int) -> None:
    """Position has no bounds (OP-1.15), unless the house rule gives it a floor."""
    combatant.position += change
    if combatant.position < 0 and g.options["position_floor"] == "zero":
        combatant.position = 0


def gain_position(g: Play, combatant: Combatant, gain: int, clause: str) -> None:
    shift_position(g, combatant, gain)
    g.tell("position", clause, who=combatant.name, change=gain, position=combatant.position)


def injure(g: Play, target: Combatant, weapon: Weapon, trauma: int, critical: bool) -> Procedure[None]:
    """What a hit does, at once (OP-7.15) and in the order of OP-8.6: Trauma, then a check of its own for every hit
    (OP-8.1, OP-9.28). The one result decides death and falling (OP-8.10); only a critical hit kills (OP-8.11), and a
    Blunt one leaves no fatal injury (OP-8.8, OP-15.1), nor any a second one (OP-8.13). Pain comes last (OP-8.5)."""
    target.trauma += trauma
    g.tell("trauma", "OP-7.14" if critical else "OP-7.13", who=target.name, gained=trauma, trauma=target.trauma)
    lose_aim(g, target, "OP-9.14")
    if critical and "Blunt" not in weapon.notes and not target.fatally_injured:
        target.fatally_injured = True
        g.tell("fatally injured", "OP-8.7", who=target.name)
    result = yield Stage(
        check,
        ("trauma check", "OP-8.2", target.seat, target.name, target.physique, 0, target.trauma),
        lambda total: (critical and total <= trauma, total <= target.trauma),
    )
    if critical and result <= trauma:
        _told(g, target, result, "dies", "OP-8.9")
        leave_the_fight(g, target, "dead")
    elif result <= target.trauma:
        fall(g, target, result, "OP-8.4")
    else:
        _told(g, target, result, "stands", "OP-8.3")
    pain = -(-trauma // 2)
    shift_position(g, target, -pain)
    g.tell("pain", "OP-8.5", who=target.name, lost=pain, position=target.position)


def steadied(patient: Combatant) -> int:
    """What Steady Nerves adds to the next fatal injury check, whichever that is (OP-14.23)."""
    return STEADY_NERVES if patient.steady else 0


def patients(state: State) -> list[Combatant]:
    """Whoever was Fatally Injured before this turn began (OP-9.27), once each (OP-8.13), until treated (OP-9.31);
    in roster order (OP-9.30)."""
    return [c for c in state.combatants if c.fatally_injured and c.status in ("in the fight", "fallen")]


def fatal_check(g: Play, patient: Combatant) -> Procedure[None]:
    """The check of a Fatally Injured combatant at the beginning of a turn (OP-9.26), standing or fallen (OP-9.21).
    It adds Trauma only to the fallen (OP-9.22, OP-9.29); passing it heals nothing (OP-9.23, OP-9.31)."""
    result = yield Stage(
        check,
        (
            "fatal injury check",
            "OP-9.26",
            patient.seat,
            patient.name,
            patient.physique,
            steadied(patient),
            patient.trauma,
        ),
        lambda total: max(0, patient.trauma - total + 1) if not patient.fighting else total <= patient.trauma,
    )
    patient.steady = False
    if result > patient.trauma:
        standing = patient.fighting
        _told(g, patient, result, "stands" if standing else "holds on", "OP-8.3" if standing else "OP-9.23")
    elif patient.fighting:
        fall(g, patient, result, "OP-9.29")
    else:
        failed_by = patient.trauma - result
        _told(g, patient, result, "dies" if past_saving(patient, failed_by) else "worsens", "OP-9.22")
        patient.trauma += failed_by
        g.tell("trauma", "OP-9.22", who=patient.name, gained=failed_by, trauma=patient.trauma)
        bleed_out(g, patient)


def last_check(g: Play, patient: Combatant) -> Procedure[None]:
    """After the encounter, with nobody to help (OP-16.6)."""
    result = yield Stage(
        check,
        (
            "last fatal injury check",
            "OP-16.6",
            patient.seat,
            patient.name,
            patient.physique,
            steadied(patient),
            patient.trauma,
        ),
        lambda total: total > patient.trauma,
    )
    patient.steady = False
    if result > patient.trauma:
        patient.fatally_injured = False
        _told(g, patient, result, "is stable", "OP-16.6")
    else:
        _told(g, patient, result, "dies", "OP-16.6")
        patient.status = "dead"


def fall(g: Play, combatant: Combatant, result: int, clause: str) -> None:
    """Fallen (OP-9.18) for the rest of the encounter (OP-9.20), and perhaps dead in the same moment (OP-9.25)."""
    dying = combatant.fatally_injured and past_saving(combatant)
    _told(g, combatant, result, "dies" if dying else "falls", "OP-9.25" if dying else clause)
    leave_the_fight(g, combatant, "fallen")
    if combatant.fatally_injured:
        bleed_out(g, combatant)


def past_saving(combatant: Combatant, more: int = 0) -> bool:
    """Trauma of Physique x 10 or more kills whoever is both Fallen and Fatally Injured (OP-9.24)."""
    return combatant.trauma + more >= combatant.physique * DEATH_THRESHOLD


def bleed_out(g: Play, combatant: Combatant) -> None:
    """At the threshold (OP-9.24), whenever it is reached (OP-9.25)."""
    if past_saving(combatant):
        combatant.status = "dead"
        g.tell("bleeds out", "OP-9.24", who=combatant.name, trauma=combatant.trauma)


def _told(g: Play, combatant: Combatant, result: int, outcome: str, clause: str) -> None:
    g.tell("check", clause, who=combatant.name, result=result, trauma=combatant.trauma, outcome=outcome)
