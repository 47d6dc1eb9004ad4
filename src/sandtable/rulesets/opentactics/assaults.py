"""An assault from declaration to removal (chapters 12 to 22): the order of OT-12.16, one function after the other."""

from __future__ import annotations

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import Absent
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics import targets
from sandtable.rulesets.opentactics.abilities import SKILLS, SkillName
from sandtable.rulesets.opentactics.asking import asks, choose_unit, word, yes_or_no
from sandtable.rulesets.opentactics.hands import Contest
from sandtable.rulesets.opentactics.losses import capture, defeat
from sandtable.rulesets.opentactics.pools import Assault, Blow, between, fix_pools
from sandtable.rulesets.opentactics.rolling import rolling
from sandtable.rulesets.opentactics.saves import try_saves
from sandtable.rulesets.opentactics.shoving import shove
from sandtable.rulesets.opentactics.state import Play, State, Unit
from sandtable.rulesets.opentactics.tally import Verdict


def declare(g: Play, attacker: Unit) -> Procedure[None]:
    """Skill and target of an Assault activation, then the assault itself (OT-12.1)."""
    from sandtable.rulesets.opentactics.turn import spend

    state = g.state
    able = {skill: found for skill in attacker.card.armed if (found := list(targets.targets(state, attacker, skill)))}
    skill = next(iter(able))
    if len(able) > 1:
        skill = yield asks(
            g, "skill", attacker, f"{attacker.name} assaults with which skill?", "OT-12.1",
            tuple([SKILL_OPTIONS[one] for one in able]), lambda: _missing_skills(state, attacker, list(able)),
        )  # fmt: skip
        skill = next(one for one in SKILLS if one.title() == skill)
    target = yield from choose_unit(
        g,
        "target",
        attacker,
        able[skill],
        f"{attacker.name} assaults whom in {skill.title()}?",
        "OT-12.1",
        lambda: missing_targets(state, attacker, skill),
        skill,
    )
    spend(g, attacker)
    yield from assault(g, attacker, target, skill, charge=False)


SKILL_OPTIONS = {skill: word(skill.title(), "OT-12.1") for skill in SKILLS}


def _missing_skills(state: State, attacker: Unit, able: list[SkillName]) -> tuple[Absent, ...]:
    found = []
    for skill in SKILLS:
        if skill not in able:
            reason, clause = targets.why_no_assault(state, attacker, skill) or _nobody(state, attacker, skill)
            found.append(Absent(SKILL_OPTIONS[skill].id, SKILL_OPTIONS[skill].label, reason, clause))
    return tuple(found)


def _nobody(state: State, attacker: Unit, skill: SkillName) -> targets.WhyNot:
    """Why nobody is a target; what speaks against those in range says more than distance."""
    reasons = [targets.why_no_target(state, attacker, enemy, skill) for enemy in state.enemies(attacker)]
    found = [why for why in reasons if why is not None]
    return next((why for why in found if why[1] != "OT-12.3"), ("no enemy is in range", "OT-12.3"))


def missing_targets(state: State, attacker: Unit, skill: SkillName) -> tuple[Absent, ...]:
    """Every unit that is not a legal target, and why."""
    found = []
    for unit in state.units:
        why = targets.why_no_target(state, attacker, unit, skill)
        if why is not None:
            found.append(Absent(unit.name, unit.name, *why))
    return tuple(found)


def assault(g: Play, attacker: Unit, target: Unit, skill: SkillName, charge: bool) -> Procedure[None]:
    """One unit against one enemy in one skill (OT-12.1), in the order of OT-12.16. It leaves `g.state` with everything
    removed that was defeated; nobody advances (OT-12.15)."""
    fight = yield from _decided(g, attacker, target, skill, charge)
    dice = fix_pools(g.state, fight)
    _announce(g, fight, dice)
    verdict: Verdict = yield Stage(rolling, (dice,))
    yield from _saves(g, fight, verdict)
    if fight.overcharged and attacker.on_map:
        yield from _overcharge_risk(g, attacker)
    if attacker.on_map and attacker.card.traits.shoves and skill == "melee" and target.on_map:
        yield from shove(g, attacker, target)


def _decided(g: Play, attacker: Unit, target: Unit, skill: SkillName, charge: bool) -> Procedure[Assault]:
    """Overcharge and retaliation are decided before anything is rolled (OT-12.11): who is in range (OT-12.9) and has
    dice (OT-12.10) may strike back, both at the same time (OT-12.12)."""
    state = g.state
    overcharged = False
    if attacker.card.traits.overcharges:
        prompt = f"{attacker.name}: one more OFF die, at a risk?"
        blow = Blow(attacker, target, skill, charge)
        overcharged = yield from yes_or_no(
            g, "overcharge", attacker, "Overcharge", "No overcharge", prompt, "OT-2.16", blow
        )
    retaliates = False
    if targets.why_no_retaliation(state, target, attacker, skill, charge) is None:
        retaliates = yield from _ask_retaliation(g, Blow(attacker, target, skill, charge, overcharged))
    return between(state, attacker, target, skill, retaliates, charge, overcharged)


def _ask_retaliation(g: Play, blow: Blow) -> Procedure[bool]:
    """Its choice, before any die (OT-12.11); it costs nothing, however often (OT-12.13)."""
    attacker, target = blow.attacker, blow.target
    prompt = f"{attacker.name} assaults {target.name} in {blow.skill.title()}: retaliate?"
    if target.card.flying and not attacker.card.flying:
        prompt += " (the flight save is lost then)"
    return (yield from yes_or_no(g, "retaliate", target, "Retaliate", "Do not retaliate", prompt, "OT-12.11", blow))


def _announce(g: Play, fight: Assault, dice: Contest) -> None:
    if g.events is None:
        return
    attacker, target = dice.fighters
    g.tell(
        "assault", "OT-22.1" if fight.charge else "OT-12.1", attacker=attacker.name, target=target.name,
        skill=fight.skill, distance=fight.distance, attacker_off=attacker.off, target_def=target.defence,
        target_off=target.off, attacker_def=attacker.defence, charge=fight.charge,
        cover=[g.state.units[number].name for number in fight.cover], retaliates=fight.retaliates,
        overcharged=fight.overcharged,
    )  # fmt: skip


# ---- saves, removal -------------------------------------------------------------------------------


def _saves(g: Play, fight: Assault, verdict: Verdict) -> Procedure[None]:
    """Saves of the attacker first (OT-17.21), then removal at the same time (OT-16.8): both may be captured (OT-12.12,
    OT-16.9). Who is saved is no loss (OT-17.3)."""
    attacker, target = fight.attacker, fight.target
    beaten = [(attacker, target)] if verdict.attacker else []
    if verdict.target:
        beaten.append((target, attacker))
    lost = []
    for loser, victor in beaten:
        saved = yield from try_saves(g, fight, loser, victor)
        if not saved:
            lost.append((loser, victor))
    for loser, victor in lost:
        capture(g, loser, victor)


def overcharge_roll(seat: int, name: str) -> Procedure[int]:
    faces: Faces = yield Roll(1, 6, f"overcharge of {name}", "OT-2.16", seat, name, bands=(1, 2), good=(2, 6))
    return faces[0]


def _overcharge_risk(g: Play, attacker: Unit) -> Procedure[None]:
    """The price of OVERCHARGE, once the saves are over: on a 1 it is defeated, and nobody captures it."""
    face = yield Stage(overcharge_roll, (attacker.seat, attacker.name))
    g.tell("overcharge", "OT-2.16", who=attacker.name, roll=face, bursts=face == 1)
    if face == 1:
        defeat(g, attacker, "overcharge")
