"""Dice and bumps of an assault (chapters 12, 14, 18, 20): with how much two units fight. They are fixed before the dice
are rolled (OT-13.4)."""

from __future__ import annotations

from msgspec import Struct

from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName, SkillName
from sandtable.rulesets.opentactics.bumping import available_bumps
from sandtable.rulesets.opentactics.content import POOL
from sandtable.rulesets.opentactics.cover import covered
from sandtable.rulesets.opentactics.hands import Contest, Fighter
from sandtable.rulesets.opentactics.hexing import hexes_on
from sandtable.rulesets.opentactics.rerolling import grants
from sandtable.rulesets.opentactics.state import State, Unit


class Blow(Struct, frozen=True):
    """An assault that is declared, before its pools are fixed."""

    attacker: Unit
    target: Unit
    skill: SkillName
    charge: bool
    overcharged: bool = False


class Assault(Struct, frozen=True):
    """Who fights whom, and how: what saves, re-rolls and the record of an assault depend on."""

    attacker: Unit
    target: Unit
    skill: SkillName
    retaliates: bool
    distance: float
    cover: tuple[int, ...]
    """The numbers of those that have cover."""
    charge: bool = False
    overcharged: bool = False


def between(
    state: State,
    attacker: Unit,
    target: Unit,
    skill: SkillName,
    retaliates: bool,
    charge: bool = False,
    overcharged: bool = False,
) -> Assault:
    """An assault between two units as they stand."""
    apart = space.distance(state, attacker, target)
    cover = tuple(unit.number for unit in covered(state, attacker, target, skill))
    return Assault(attacker, target, skill, retaliates, apart, cover, charge, overcharged)


# ---- pools ----------------------------------------------------------------------------------------


def off_dice(state: State, unit: Unit, opponent: Unit, skill: SkillName, extra: int = 0) -> int:
    """OFF dice against this opponent: card, abilities, 0 to 3, then the loss of fighting uphill, which leaves one die
    (OT-18.6, OT-20.2, OT-20.3). Flying changes nothing here (OT-10.6)."""
    dice = unit.card.skills[skill].off
    if not dice and not extra:
        return 0
    dice = _limited(dice + extra + _changes(state, unit, skill, OFF))
    if dice > 1 and space.level(state, opponent) > space.level(state, unit):
        dice -= 1
    return dice


def def_dice(state: State, unit: Unit, opponent: Unit, skill: SkillName, initiating: bool) -> int:
    """DEF dice of the same skill (OT-12.8); an opponent that initiated the assault may take some away (PIERCING)."""
    dice = _limited(unit.card.skills[skill].dice_def + _changes(state, unit, skill, DEF))
    if not initiating and not unit.card.traits.immune:
        for loss in opponent.card.traits.target_pools:
            if loss.skill == skill and loss.pool == DEF and dice > loss.floor:
                dice = max(loss.floor, dice + loss.change)
    return dice


def _limited(dice: int) -> int:
    """No pool has more than three dice (OT-1.2, OT-12.14), or fewer than none."""
    return 0 if dice < 0 else min(dice, POOL)


def _changes(state: State, unit: Unit, skill: SkillName, pool: PoolName) -> int:
    """What abilities change about a pool while it is so: allied owners beside it, enemy owners in the range of their
    skill (OT-18.4). WEAKEN works on Melee OFF dice of the Living, down to none (OT-3.10, OT-3.11, OT-3.12,
    OT-3.13)."""
    total = 0
    each = state.options["same_name_stacking"] == "each"
    for shared in unit.card.traits.shared_pools:
        if shared.skill == skill and shared.pool == pool:
            beside = [
                ally
                for ally in state.allies(unit)
                if any(other.ability == shared.ability for other in ally.card.traits.shared_pools)
                and space.adjacent(state, unit, ally)
            ]
            total += shared.change if beside else 0
    if unit.card.traits.immune:
        return total
    seen: set[str] = set()
    for enemy in state.units:
        nearby = enemy.card.traits.nearby_pools
        if not nearby or enemy.at is None or enemy.seat == unit.seat:
            continue
        for change in nearby:
            if change.skill != skill or change.pool != pool or (change.ability in seen and not each):
                continue
            hit = not change.types or any(kind in unit.card.types for kind in change.types)
            if hit and space.within_skill_range(state, enemy, unit, change.within_range_of):
                seen.add(change.ability)
                total += change.change
    return total


def fix_pools(state: State, fight: Assault) -> Contest:
    """The pools that are rolled (OT-13.2), all of the same skill (OT-12.8), with their bumps and re-rolls; nothing
    changes them any more (OT-13.4)."""
    one, two, skill = fight.attacker, fight.target, fight.skill
    off = off_dice(state, one, two, skill, int(fight.overcharged))
    defence = def_dice(state, two, one, skill, initiating=False)
    back = guard = 0
    if fight.retaliates:
        back = off_dice(state, two, one, skill)
        guard = def_dice(state, one, two, skill, initiating=True)
    fighters = _fighter(state, fight, one, two, off, guard), _fighter(state, fight, two, one, back, defence)
    return Contest(
        fighters,
        fight.skill,
        fight.retaliates,
        str(state.options["tally_method"]),
        state.options["minus_bump_target"] == "must_lower",
        hexes_on(state, fighters),
    )


def _fighter(state: State, fight: Assault, unit: Unit, opponent: Unit, off: int, defence: int) -> Fighter:
    """A unit with its dice, its bumps and its re-rolls."""
    bumps = available_bumps(state, unit, opponent, fight.skill, unit is fight.attacker, (off, defence))
    own = tuple(grants(state, unit, opponent, unit.number in fight.cover))
    return Fighter(unit.number, unit.name, unit.seat, state.seats[unit.seat], off, defence, bumps, own)
