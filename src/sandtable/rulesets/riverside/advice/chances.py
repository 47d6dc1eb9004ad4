"""What attacks are likely to do, by means alone: wounds, then points of the unit that takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Any

from sandtable.engine.records import Record
from sandtable.rulesets.riverside.melee import IMPACT_ON
from sandtable.rulesets.riverside.profiles import Profile, Weapon
from sandtable.rulesets.riverside.shooting import GOOD_SHOT, RELIABLE, RENDING_AP, SHOCK
from sandtable.rulesets.riverside.state import Model, State, Unit
from sandtable.rulesets.riverside.strike_dice import D6, ONLY_SIX, REGENERATES_ON, Shot, difficulty, hits_of, succeeds
from sandtable.rulesets.riverside.traits import all_have, can_take, defense, has, quality, ranged_bonus, shooty

LEAST_WORTH = 20
"""What a unit without a price counts as."""
SHAKEN = 0.3
"""What it costs a unit to be Shaken, as a share of its worth."""
TIRED = 0.06
"""… and to be Fatigued for the rest of the round."""
FRONT = 8
"""Models of a unit that usually get to strike; of those beyond, half do."""
SWAY = 0.8
"""A lead in wounds that wins a melee e times as often as it loses it."""


@lru_cache(64)
def chance(needed: int) -> float:
    """One die against a difficulty."""
    return sum(succeeds(face, needed) for face in range(1, D6 + 1)) / D6


@lru_cache(4096)
def stays(save: int, rending: bool, regenerates: bool) -> float:
    """The chance that a Hit becomes a wound that stays."""
    wound = 1.0 - chance(save)
    return wound * (1.0 - chance(REGENERATES_ON + rending)) if regenerates else wound


@lru_cache(65536)
def per_die(
    needed: int, save: int, copies: int, bonus: int, early: int, critical_save: int, regenerates: bool
) -> float:
    """The wounds to expect of one attack die; `critical_save` 0 is a weapon without Rending."""
    rending = critical_save > 0
    shot = Shot("", 1, needed, save, copies, bonus, early, rending, critical_save)
    hits = (hit for face in range(1, D6 + 1) for hit in hits_of(shot, face))
    return sum(stays(hit.save, hit.rending, regenerates) for hit in hits) / D6


class Arm(Record, frozen=True):
    """All dice of a unit with one weapon that hit alike."""

    far: float
    dice: int
    needed: int
    ap: int
    blast: int
    rending: bool
    bonus: int = 0
    early: int = 0


@dataclass
class Company:
    """A unit as a player sees it at a glance: where it stands, what it can take and what it deals out."""

    unit: Unit
    x: float
    y: float
    spread: float
    """How far its models stand from its middle."""
    models: int
    left: int
    most: int
    worth: float
    """Its points."""
    quality: int
    defense: int
    regenerates: bool
    stealth: bool
    to_half: int
    """Wounds until half of it is gone."""
    further: float
    """What it goes farther in an Advance; twice that in a Rush."""
    guns: tuple[Arm, ...]
    blows: tuple[Arm, ...]
    longest: float
    """How far its guns reach; -1 without any."""
    furious: bool
    impact: int

    @property
    def now(self) -> float:
        """What is left of it, in points: half for being there, half for its wounds."""
        return self.worth * (0.4 + 0.6 * self.left / self.most)

    @property
    def fails(self) -> float:
        """The chance to fail a Morale Test."""
        return 1.0 if self.unit.shaken else 1.0 - chance(self.quality)


Glance = tuple[Any, ...]
"""What a company is besides where it stands, in the order of its fields."""
FORGET = 4096
_glances: dict[Hashable, Glance] = {}


def company(state: State, unit: Unit) -> Company:
    members = state.members(unit)
    at = members if unit.where != "inside" else state.members(state.units[unit.rides])
    x, y = sum([one.x for one in at]) / len(at), sum([one.y for one in at]) / len(at)
    spread = max([max(abs(one.x - x), abs(one.y - y)) + one.radius for one in at])
    key = (
        unit.name, unit.cost, unit.started, tuple([one.profile for one in members]),
        sum([one.wounds for one in members]), unit.counts_as_fatigued, unit.spells,
    )  # fmt: skip
    glance = _glances.get(key)
    if glance is None:
        if len(_glances) >= FORGET:
            _glances.clear()
        glance = _glances[key] = _glance(state, unit, members)
    return Company(unit, x, y, spread, *glance)


def _glance(state: State, unit: Unit, members: list[Model]) -> Glance:
    guns, blows = _arms(state, unit, members)
    first, left = members[0], can_take(state, unit)
    most = sum(state.models[number].profile.wounds for number in unit.models)
    return (
        len(members), left, most, float(max(unit.cost, LEAST_WORTH)),
        difficulty(quality(state, unit), modifier=int(all_have(state, unit, "Fearless"))), defense(state, unit),
        all_have(state, unit, "Regeneration"), all_have(state, unit, "Stealth"), left - most // 2,
        2.0 * (has(state, first, "Fast") - has(state, first, "Slow")),
        tuple(guns), tuple(blows), max((arm.far for arm in guns), default=-1.0),
        has(state, first, "Furious"), sum(one.profile.impact for one in members),
    )  # fmt: skip


def _arms(state: State, unit: Unit, members: list[Model]) -> tuple[list[Arm], list[Arm]]:
    """All guns, and all melee weapons of those who usually get to strike."""
    guns, blows = [], []
    striking = min(1.0, (FRONT + 0.5 * max(0, len(members) - FRONT)) / len(members))
    for profile, count in Counter(one.profile for one in members).items():
        for weapon in dict.fromkeys(profile.weapons):
            dice = weapon.attacks * profile.weapons.count(weapon) * count
            if weapon.melee:
                blows.append(_blow(unit, profile, weapon, round(dice * striking)))
            else:
                guns.append(_gun(state, unit, profile, weapon, dice, ranged_bonus(unit)))
    return guns, blows


def _gun(state: State, unit: Unit, profile: Profile, weapon: Weapon, dice: int, better: int) -> Arm:
    bearer = next(one for one in state.members(unit) if one.profile == profile)
    instead = [GOOD_SHOT] * ("Good Shot" in profile.rules) + [RELIABLE] * weapon.reliable
    six, five = shooty(state, bearer)
    needed = max(1, difficulty(profile.quality, instead, better))
    return Arm(weapon.range, dice, needed, weapon.ap, weapon.blast, weapon.rending, six + SHOCK * weapon.shock, five)


def _blow(unit: Unit, profile: Profile, weapon: Weapon, dice: int) -> Arm:
    needed = ONLY_SIX if unit.counts_as_fatigued else difficulty(profile.quality, [RELIABLE] if weapon.reliable else [])
    return Arm(0.0, dice, needed, weapon.ap, 0, weapon.rending, SHOCK * weapon.shock)


# ---- wounds -----------------------------------------------------------------------------------------


def fire(one: Company, target: Company, gap: float, cover: bool = False) -> float:
    """Wounds to expect of all guns that reach so far."""
    total = 0.0
    for arm in one.guns:
        if arm.far >= gap:
            total += arm.dice * _wounds(arm, target, arm.needed + target.stealth, cover and not arm.blast, arm.bonus)
    return min(total, float(target.left))


def strikes(one: Company, target: Company, *, charging: bool) -> float:
    """Wounds to expect of all melee weapons, and of Impact in a Charge."""
    total = 0.0
    for arm in one.blows:
        total += arm.dice * _wounds(arm, target, arm.needed, False, arm.bonus + (charging and one.furious))
    if charging and one.impact and not one.unit.counts_as_fatigued:
        total += one.impact * chance(IMPACT_ON) * stays(target.defense, False, target.regenerates)
    return min(total, float(target.left))


def _wounds(arm: Arm, target: Company, needed: int, cover: bool, bonus: int) -> float:
    save = target.defense - cover + arm.ap
    copies = min(arm.blast, target.models) if arm.blast else 1
    critical = target.defense - cover + max(arm.ap, RENDING_AP) if arm.rending else 0
    return per_die(needed, save, copies, bonus, arm.early, critical, target.regenerates)


# ---- points -----------------------------------------------------------------------------------------


def harm(target: Company, wounds: float) -> float:
    """What wounds by fire cost a unit, in points: models, and perhaps its nerve."""
    if wounds <= 0.0:
        return 0.0
    lost = 0.6 * target.worth * wounds / target.most
    gone = max(0.0, (wounds / target.left - 0.6) / 0.4) if target.left else 1.0
    lost += gone * 0.4 * target.worth
    if not target.unit.shaken:
        halved = min(1.0, wounds / target.to_half) ** 2 if target.to_half > 0 else min(1.0, wounds)
        lost += (1.0 - gone) * halved * target.fails * SHAKEN * target.worth
    return lost


def melee(charger: Company, target: Company) -> float:
    """What a Charge gains over what it costs, in points."""
    dealt = strikes(charger, target, charging=True)
    alive = max(0.0, 1.0 - dealt / target.left)
    taken = strikes(target, charger, charging=False) * alive
    won = 1.0 / (1.0 + exp(-(dealt - taken) / SWAY))
    gained = _struck(target, dealt) + won * alive * _beaten(target, dealt)
    lost = _struck(charger, taken) + (1.0 - won) * _beaten(charger, taken)
    return gained - lost - TIRED * charger.worth


def _struck(target: Company, wounds: float) -> float:
    gone = max(0.0, (wounds / target.left - 0.6) / 0.4)
    return target.worth * (0.6 * wounds / target.most + 0.4 * gone)


def _beaten(loser: Company, wounds: float) -> float:
    """A lost melee: a rout at half strength, else a Shaken unit."""
    halved = min(1.0, wounds / loser.to_half) ** 2 if loser.to_half > 0 else 1.0
    left = loser.now * max(0.0, 1.0 - wounds / loser.left)
    return loser.fails * (halved * left + (1.0 - halved) * SHAKEN * loser.worth * (not loser.unit.shaken))
