"""An assault from declaration to removal (chapters 12 to 22): the order of OT-12.16, one function after the other."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import Absent
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics import pools, space
from sandtable.rulesets.opentactics.abilities import DEF, OFF, SKILLS, SkillName
from sandtable.rulesets.opentactics.asking import asks, choose_unit, word, yes_or_no
from sandtable.rulesets.opentactics.contest import Assault, Blow, Fighter, bump_phase, grants, hexes, reroll_phase
from sandtable.rulesets.opentactics.losses import capture, defeat
from sandtable.rulesets.opentactics.saves import Attempt, save_rolls, saves_of
from sandtable.rulesets.opentactics.shoving import shove
from sandtable.rulesets.opentactics.state import Play, State, Unit
from sandtable.rulesets.opentactics.tally import tally


def declare(g: Play, attacker: Unit) -> Procedure[None]:
    """Skill and target of an Assault activation, then the assault itself (OT-12.1)."""
    from sandtable.rulesets.opentactics.turn import spend

    state = g.state
    able = {skill: found for skill in attacker.card.armed if (found := list(pools.targets(state, attacker, skill)))}
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
            reason, clause = pools.why_no_assault(state, attacker, skill) or _nobody(state, attacker, skill)
            found.append(Absent(SKILL_OPTIONS[skill].id, SKILL_OPTIONS[skill].label, reason, clause))
    return tuple(found)


def _nobody(state: State, attacker: Unit, skill: SkillName) -> pools.WhyNot:
    """Why nobody is a target; what speaks against those in range says more than distance."""
    reasons = [pools.why_no_target(state, attacker, enemy, skill) for enemy in state.enemies(attacker)]
    found = [why for why in reasons if why is not None]
    return next((why for why in found if why[1] != "OT-12.3"), ("no enemy is in range", "OT-12.3"))


def missing_targets(state: State, attacker: Unit, skill: SkillName) -> tuple[Absent, ...]:
    """Every unit that is not a legal target, and why."""
    found = []
    for unit in state.units:
        why = pools.why_no_target(state, attacker, unit, skill)
        if why is not None:
            found.append(Absent(unit.name, unit.name, *why))
    return tuple(found)


def assault(g: Play, attacker: Unit, target: Unit, skill: SkillName, charge: bool) -> Procedure[None]:
    """One assault. It leaves `g.state` with everything removed that was defeated."""
    fight = yield from _prepare(g, attacker, target, skill, charge)
    verdict: Verdict = yield Stage(contest, (g, fight))
    yield from _saves(g, fight, verdict)
    if fight.overcharged and attacker.on_map:
        yield from _overcharge_risk(g, attacker)
    if attacker.on_map and attacker.card.traits.shoves and skill == "melee" and target.on_map:
        yield from shove(g, attacker, target)


def _prepare(g: Play, attacker: Unit, target: Unit, skill: SkillName, charge: bool) -> Procedure[Assault]:
    """Overcharge and retaliation are decided, then the pools are fixed (OT-12.11, OT-13.4)."""
    state = g.state
    overcharged = False
    if attacker.card.traits.overcharges:
        prompt = f"{attacker.name}: one more OFF die, at a risk?"
        blow = Blow(attacker, target, skill, charge)
        overcharged = yield from yes_or_no(
            g, "overcharge", attacker, "Overcharge", "No overcharge", prompt, "OT-2.16", blow
        )
    retaliates = False
    if pools.why_no_retaliation(state, target, attacker, skill, charge) is None:
        retaliates = yield from _ask_retaliation(g, Blow(attacker, target, skill, charge, overcharged))
    fight = Assault(
        attacker=Fighter(attacker, True),
        target=Fighter(target, False),
        skill=skill,
        charge=charge,
        retaliates=retaliates,
        overcharged=overcharged,
        distance=space.distance(state, attacker, target),
        cover=tuple(unit.number for unit in space.covered(state, attacker, target, skill)),
        tally_method=str(state.options["tally_method"]),
    )
    _fix_pools(state, fight)
    _announce(g, fight)
    return fight


def _ask_retaliation(g: Play, blow: Blow) -> Procedure[bool]:
    attacker, target = blow.attacker, blow.target
    prompt = f"{attacker.name} assaults {target.name} in {blow.skill.title()}: retaliate?"
    if target.card.flying and not attacker.card.flying:
        prompt += " (the flight save is lost then)"
    return (yield from yes_or_no(g, "retaliate", target, "Retaliate", "Do not retaliate", prompt, "OT-12.11", blow))


def _fix_pools(state: State, fight: Assault) -> None:
    """The pools that are rolled (OT-13.2), with their bumps; a pool without dice has none (OT-14.12). Then the re-rolls
    of both, which depend on who stands where (OT-15.2)."""
    attacker, target, skill = fight.attacker, fight.target, fight.skill
    one, two = attacker.unit, target.unit
    attacker.size[OFF] = pools.off_dice(state, one, two, skill, int(fight.overcharged))
    target.size[DEF] = pools.def_dice(state, two, one, skill, initiating=False)
    if fight.retaliates:
        target.size[OFF] = pools.off_dice(state, two, one, skill)
        attacker.size[DEF] = pools.def_dice(state, one, two, skill, initiating=True)
    for fighter, opponent in ((attacker, two), (target, one)):
        for pool, size in fighter.size.items():
            if size:
                found = pools.bumps(state, fighter.unit, opponent, skill, pool, fighter.initiating)
                fighter.bumps += [(pool, value) for value in found]
    attacker.grants = list(grants(state, fight, attacker, target))
    target.grants = list(grants(state, fight, target, attacker))


def _announce(g: Play, fight: Assault) -> None:
    if g.events is None:
        return
    attacker, target = fight.attacker, fight.target
    g.tell(
        "assault", "OT-22.1" if fight.charge else "OT-12.1", attacker=attacker.unit.name, target=target.unit.name,
        skill=fight.skill, distance=fight.distance, attacker_off=attacker.size[OFF], target_def=target.size[DEF],
        target_off=target.size[OFF], attacker_def=attacker.size[DEF], charge=fight.charge,
        cover=[g.state.units[number].name for number in fight.cover], retaliates=fight.retaliates,
        overcharged=fight.overcharged,
    )  # fmt: skip


# ---- roll, bumps, re-rolls, tally -----------------------------------------------------------------


class Verdict(Struct, frozen=True):
    """Who is defeated, before any save."""

    target: bool
    attacker: bool


def contest(g: Play, fight: Assault) -> Procedure[Verdict]:
    """The dice of an assault from the roll to the two tallies, which come at the same time (OT-12.16, OT-16.7). It
    changes nothing but the dice of the fight."""
    yield from _roll(g, fight)
    yield from bump_phase(g, fight)
    yield from hexes(g, fight)
    yield from reroll_phase(g, fight)
    attacker, target = fight.attacker, fight.target
    beaten = _compare(g, fight, attacker, target)
    return Verdict(beaten, fight.retaliates and _compare(g, fight, target, attacker))


def roll_dice(seat: int, attacker: str, target: str, groups: tuple[int, ...]) -> Procedure[Faces]:
    """All dice of both units at the same time (OT-13.1), in the recorded order of OT-13.3."""
    purpose = f"assault of {attacker} on {target}"
    called = (f"{attacker} OFF", f"{target} DEF", f"{target} OFF", f"{attacker} DEF")
    faces: Faces = yield Roll(sum(groups), 6, purpose, "OT-13.1", seat, attacker, groups=groups, called=called)
    return faces


def _roll(g: Play, fight: Assault) -> Procedure[None]:
    attacker, target = fight.attacker, fight.target
    parts = ((attacker, OFF), (target, DEF), (target, OFF), (attacker, DEF))
    groups = tuple(fighter.size[pool] for fighter, pool in parts)
    faces = yield Stage(roll_dice, (attacker.unit.seat, attacker.unit.name, target.unit.name, groups))
    start = 0
    for fighter, pool in parts:
        end = start + fighter.size[pool]
        fighter.dice[pool] = list(faces[start:end])
        start = end
    if g.events is not None:
        g.tell(
            "rolled", "OT-13.1", attacker=attacker.unit.name, target=target.unit.name,
            attacker_off=list(attacker.dice[OFF]), target_def=list(target.dice[DEF]),
            target_off=list(target.dice[OFF]), attacker_def=list(attacker.dice[DEF]),
        )  # fmt: skip


def _compare(g: Play, fight: Assault, attacking: Fighter, defending: Fighter) -> bool:
    off = sorted(attacking.dice[OFF], reverse=True)
    defence = sorted(defending.dice[DEF], reverse=True)
    defeated, clause = tally(off, defence, fight.tally_method)
    g.tell(
        "tally", clause, attacker=attacking.unit.name, target=defending.unit.name, off=off,
        result="defeated" if defeated else "safe", **{"def": defence},
    )  # fmt: skip
    return defeated


# ---- saves, removal -------------------------------------------------------------------------------


def _saves(g: Play, fight: Assault, verdict: Verdict) -> Procedure[None]:
    """Saves of the attacker first (OT-17.21), then removal at the same time (OT-16.8)."""
    attacker, target = fight.attacker.unit, fight.target.unit
    beaten = [(attacker, target)] if verdict.attacker else []
    if verdict.target:
        beaten.append((target, attacker))
    lost = []
    for loser, victor in beaten:
        saved = yield from _try_saves(g, fight, loser, victor)
        if not saved:
            lost.append((loser, victor))
    for loser, victor in lost:
        capture(g, loser, victor)


def _try_saves(g: Play, fight: Assault, loser: Unit, victor: Unit) -> Procedure[bool]:
    saves = saves_of(g.state, fight, loser, victor)
    if not saves:
        return False
    attempts: tuple[Attempt, ...] = yield Stage(
        save_rolls, (loser.seat, loser.name, saves), lambda attempts: attempts[-1].saved
    )
    for attempt in attempts:
        g.tell(
            "save", attempt.save.clause, who=loser.name, kind=attempt.save.kind, value=attempt.save.value,
            roll=attempt.face, saved=attempt.saved,
        )  # fmt: skip
    return attempts[-1].saved


def overcharge_roll(seat: int, name: str) -> Procedure[int]:
    faces: Faces = yield Roll(1, 6, f"overcharge of {name}", "OT-2.16", seat, name, bands=(1, 2), good=(2, 6))
    return faces[0]


def _overcharge_risk(g: Play, attacker: Unit) -> Procedure[None]:
    """The price of OVERCHARGE, once the saves are over: on a 1 it is defeated, and nobody captures it."""
    face = yield Stage(overcharge_roll, (attacker.seat, attacker.name))
    g.tell("overcharge", "OT-2.16", who=attacker.name, roll=face, bursts=face == 1)
    if face == 1:
        defeat(g, attacker, "overcharge")
