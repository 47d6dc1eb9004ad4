"""What an attack is likely to do, in cdts: the worth of the wounds, and of the tokens that keep heads down."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.attacks import rate
from sandtable.rulesets.roe.close_combat import close_weapons
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.dice import D10, hits
from sandtable.rulesets.roe.measures import distance, within
from sandtable.rulesets.roe.modifiers import Aim, modifiers
from sandtable.rulesets.roe.resisting import resist_number
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.targets import reach

LEAST_WORTH = 20
"""What a model without a price counts as."""
TOKEN = 0.10
"""A pinning token, as a share of the model that gets it."""


def worth(model: Model) -> float:
    """What a model is worth while it stands."""
    return float(max(model.cost, LEAST_WORTH))


@lru_cache(64)
def chance(needed: int) -> float:
    """One die to hit or to resist."""
    return sum(hits(face, needed) for face in range(1, D10 + 1)) / D10


@lru_cache(20_000)
def blow(dice: int, needed: int, rerolls: int, resists: int, rend: bool, left: int) -> tuple[float, float, float]:
    """Expected wounds (no more than are left), the chance to take the target out, the chance of any hit."""
    p = chance(needed)
    wounds_by_hit = 1.0 - chance(resists)
    if rend:
        wounds_by_hit = min(1.0, wounds_by_hit * 1.2)
    found = [0.0] * (dice + 1)
    for first in range(dice + 1):
        again = min(rerolls, dice - first)
        share = _binomial(dice, first, p)
        for more in range(again + 1):
            found[first + more] += share * _binomial(again, more, p)
    expected = out = 0.0
    for struck, share in enumerate(found):
        for wounds in range(1, struck + 1):
            this = share * _binomial(struck, wounds, wounds_by_hit)
            expected += this * min(wounds, left)
            out += this if wounds >= left else 0.0
    return expected, out, 1.0 - found[0]


def _binomial(n: int, k: int, p: float) -> float:
    return comb(n, k) * p**k * (1.0 - p) ** (n - k)


@lru_cache(4096)
def harm(cost: float, w: int, left: int, expected: float, out: float) -> float:
    """Wounds weaken, but falling is what counts."""
    return cost * (0.35 * expected / w + 0.65 * out)


def shot(g: Play, attacker: Model, target: Model, weapon: Weapon, order: str, focus: bool = False) -> float:
    """What a shot is worth. The target must be in range and in sight."""
    aim = Aim(attacker, target, weapon, order, True)
    dice = rate(attacker, weapon, True, distance(g.options, attacker, target))
    rerolls = (order == "Engage") + 2 * focus
    return _struck(g, aim, dice, rerolls)


def strike(g: Play, attacker: Model, target: Model, weapon: Weapon) -> float:
    """What a blow in close combat is worth."""
    aim = Aim(attacker, target, weapon, "Fight", False)
    return _struck(g, aim, rate(attacker, weapon, False, 0.0), attacker.c)


def _struck(g: Play, aim: Aim, dice: int, rerolls: int) -> float:
    target, weapon = aim.target, aim.weapon
    needed = target.exp + modifiers(g, aim).total
    resists = resist_number(g, aim.attacker, weapon, target, aim.ranged)
    left = max(1, target.w - target.wounds)
    expected, out, any_hit = blow(dice, needed, rerolls, resists, weapon.has("Rend"), left)
    value = worth(target)
    gained = harm(value, target.w, left, expected, out)
    if aim.ranged:
        tokens = any_hit + (1.0 if weapon.has("Suppressive") else 0.0)
        gained += value * TOKEN * tokens * (1.0 if target.pins < 3 else 0.3) * (1.0 - out)
    return gained


def best_shot(g: Play, attacker: Model, target: Model, order: str, focus: bool = False) -> float:
    """The best of the attacker's weapons against one target; 0 if none reaches it."""
    best = 0.0
    seen: bool | None = None
    for weapon in dict.fromkeys(attacker.weapons) if len(attacker.weapons) > 1 else attacker.weapons:
        far = reach(weapon, order)
        if not far or not within(g.options, attacker, target, far):
            continue
        if seen is None:
            seen = sees(g.state, attacker, target)
        if seen:
            best = max(best, shot(g, attacker, target, weapon, order, focus))
    return best


def best_target(g: Play, attacker: Model, order: str, focus: bool = False) -> float:
    """The best shot there is from where the attacker stands."""
    state = g.state
    return max(
        (best_shot(g, attacker, e, order, focus) for e in state.enemies(attacker) if not state.engaged(e)),
        default=0.0,
    )


def best_strike(g: Play, attacker: Model, target: Model) -> float:
    return max(strike(g, attacker, target, weapon) for weapon in dict.fromkeys(close_weapons(attacker)))


# ---- at first sight -----------------------------------------------------------------------------------


@lru_cache(4096)
def longest(weapons: tuple[Weapon, ...], order: str) -> float:
    return max((reach(weapon, order) for weapon in weapons), default=0.0)


@lru_cache(4096)
def firepower(weapons: tuple[Weapon, ...], order: str) -> float:
    """The share of an ordinary soldier that a salvo takes away."""
    best = 0.0
    for weapon in weapons:
        far = reach(weapon, order)
        if far:
            dice = max(1, weapon.rate - (weapon.has("Spread") and order != "Tactical"))
            expected, out, any_hit = blow(dice, 6, order == "Engage", 6 + weapon.strength, weapon.has("Rend"), 2)
            best = max(best, harm(1.0, 2, 2, expected, out) + 0.1 * any_hit + 0.1 * weapon.has("Suppressive"))
    return best
