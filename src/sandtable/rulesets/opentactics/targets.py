"""Targets of an assault, and who may retaliate (chapters 12 and 23)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.abilities import SkillName
from sandtable.rulesets.opentactics.content import TECHNICAL_TYPES
from sandtable.rulesets.opentactics.cover import blocked_line
from sandtable.rulesets.opentactics.pools import off_dice
from sandtable.rulesets.opentactics.state import State, Unit

WhyNot = tuple[str, str]
"""A reason and its clause."""
QUIET: WhyNot = "Quiet Opening: no assaults or charges in round 1", "OT-12.1"


def why_no_assault(state: State, unit: Unit, skill: SkillName) -> WhyNot | None:
    """Why a unit cannot assault anybody with a skill: no range or no dice (OT-12.7)."""
    card = unit.card.skills[skill]
    if state.quiet and state.round == 1:
        return QUIET
    if card.range < 1:
        return f"its {skill} range is 0", "OT-12.7"
    if not card.off:
        return f"it has no {skill} OFF dice", "OT-12.7"
    return None


def why_no_target(state: State, unit: Unit, target: Unit, skill: SkillName) -> WhyNot | None:
    """Why a unit cannot assault this one with a skill that it has: it must be an enemy (OT-12.2) on the map, not in
    reserve (OT-11.9), within range (OT-12.3), whatever stands between (OT-12.6); and there must be dice (OT-12.7)."""
    if target.at is None:
        return f"{target.name} is not on the map", "OT-12.2"
    if target.seat == unit.seat:
        return f"{target.name} is no enemy", "OT-12.2"
    if not space.within(state, unit, target, unit.card.skills[skill].range):
        return f"{target.name} is out of {skill} range", "OT-12.3"
    if skill == "technical" and not technical_target(unit, target):
        return f"{target.name} is no target of a Technical assault", "OT-23.1"
    unseen = target.card.traits.unseen_beyond
    if unseen and skill == "ballistic" and not space.within(state, unit, target, unseen):
        return f"{target.name} cannot be seen from more than {unseen} away", "OT-2.16"
    if not off_dice(state, unit, target, skill):
        return f"{unit.name} has no {skill} OFF dice left", "OT-12.7"
    if state.options["line_of_sight"] == "blocked" and blocked_line(state, unit, target):
        return f"the line to {target.name} is blocked", "OT-12.6"
    return None


def technical_target(unit: Unit, target: Unit) -> bool:
    """By its types; abilities allow more (OT-23.1, OT-23.2)."""
    types = target.card.types
    allowed = (*TECHNICAL_TYPES, *unit.card.traits.technical_targets)
    return any(kind in allowed for kind in types)


def targets(state: State, unit: Unit, skill: SkillName) -> Iterator[Unit]:
    """Enemies on the map within range (OT-12.2, OT-12.3)."""
    if why_no_assault(state, unit, skill) is not None:
        return
    seat, reach = unit.seat, unit.card.skills[skill].range
    for enemy in state.units:
        if enemy.at is None or enemy.seat == seat or not space.within(state, unit, enemy, reach):
            continue
        if why_no_target(state, unit, enemy, skill) is None:
            yield enemy


def can_assault(state: State, unit: Unit) -> bool:
    return any(True for skill in unit.card.armed for _ in targets(state, unit, skill))


def why_no_retaliation(state: State, target: Unit, attacker: Unit, skill: SkillName, charge: bool) -> WhyNot | None:
    """Why the target of an assault cannot strike back (OT-12.9, OT-12.10, OT-23.3)."""
    reach = target.card.skills[skill].range
    if skill == "melee":
        reach = max(reach, target.card.traits.guard_range)
    if charge and attacker.card.traits.strikes_first:
        return "the target of this charge may not retaliate", "OT-2.16"
    if reach < 1 or not space.within(state, target, attacker, reach):
        return f"{attacker.name} is out of its {skill} range", "OT-12.9"
    if not off_dice(state, target, attacker, skill):
        return f"it has no {skill} OFF dice", "OT-12.10"
    typed = skill == "technical" and state.options["technical_retaliation"] == "typed"
    if typed and not any(kind in TECHNICAL_TYPES for kind in attacker.card.types):
        return f"{attacker.name} has none of the technical types", "OT-23.3"
    return None
