"""What Tests and attacks are likely to bring: the rules' own comparison over all faces, each found once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from sandtable.rulesets.op_en.content import Weapon, setting
from sandtable.rulesets.op_en.state import Character, Sheet, State
from sandtable.rulesets.op_en.throws import D3, LADDER, SIDES, Hand, Thrown, judged
from sandtable.skirmish.memory import Memory

D12_PLUS = len(LADDER) - 1


class Harm(Struct, frozen=True):
    """What one attack does: the chance to hit, the damage expected, the chance to put the target Out of Action."""

    hits: float
    damage: float
    fells: float


NONE = Harm(0.0, 0.0, 0.0)


def level_of(value: int) -> int:
    """Where a Stat stands on the ladder."""
    return LADDER.index(f"d{value}")


def _throws(level: int) -> Iterator[Thrown]:
    for face in range(1, SIDES[level] + 1):
        if level < D12_PLUS:
            yield Thrown(face)
        else:
            yield from (Thrown(face, extra) for extra in range(1, D3 + 1))


@lru_cache(4096)
def succeeds(level: int, plus: int, target: int) -> float:
    """A Fixed Test."""
    throws = list(_throws(level))
    return sum(not one.one and one.face + one.extra + plus >= target for one in throws) / len(throws)


@lru_cache(4096)
def margins(level: int, plus: int, other: int, other_plus: int) -> tuple[tuple[int, float], ...]:
    """An Opposed Test: the chance of each number of Degrees; what is missing are failures."""
    mine, theirs = Hand(0, "", "", level, plus), Hand(0, "", "", other, other_plus)
    ours, others = list(_throws(level)), list(_throws(other))
    found: dict[int, float] = {}
    share = 1.0 / (len(ours) * len(others))
    for one in ours:
        for two in others:
            outcome = judged(mine, theirs, one, two)
            if outcome.success:
                found[outcome.degrees] = found.get(outcome.degrees, 0.0) + share
    return tuple(sorted(found.items()))


def wins(level: int, plus: int, other: int, other_plus: int) -> float:
    return sum(share for _, share in margins(level, plus, other, other_plus))


@lru_cache(20_000)
def harm(level: int, plus: int, other: int, other_plus: int, base: int, armour: int, left: int) -> Harm:
    """Base Damage and a point for each Degree, less the armour but never below 1."""
    hits = damage = fells = 0.0
    for degrees, share in margins(level, plus, other, other_plus):
        hits += share
        done = base + degrees
        done = max(1, done - armour) if done > 0 else 0
        damage += share * min(done, left)
        fells += share if done >= left else 0.0
    return Harm(hits, damage, fells)


# ---- at first sight ---------------------------------------------------------------------------------


class Powers(Struct, frozen=True):
    """What somebody can do and stand at a glance: Levels, Base Damage of its best weapons and how far they reach."""

    sheet: Sheet
    fight: int
    blow: int
    reach: float
    shoot: int
    bolt: int
    range: float
    toughness: int
    agility: int
    armour: int
    worth: float


RANK_WORTH = 25.0
"""What a character without a price counts as, for each Rank."""
_POWERS: Memory[int, Powers] = Memory()


def powers(state: State, who: Character) -> Powers:
    """Sheets are shared by all copies of a game, so what they say is found once for each."""
    known = _POWERS.get(id(who.sheet))
    if known is None or known.sheet is not who.sheet:
        known = _POWERS.keep(id(who.sheet), _read(who.sheet, setting(state.setting).unarmed))
    return known


def _read(sheet: Sheet, unarmed: int) -> Powers:
    stats = sheet.stats
    return Powers(
        sheet,
        level_of(stats.fight),
        max((weapon.damage for weapon in sheet.melee), default=0 if "no_attack" in sheet.flags else unarmed),
        sheet.combat_range,
        level_of(stats.shoot),
        max((weapon.damage for weapon in sheet.ranged), default=0),
        max((_range(sheet, weapon) for weapon in sheet.ranged), default=0.0),
        level_of(stats.toughness),
        level_of(stats.agility),
        sheet.armour,
        float(sheet.cost or RANK_WORTH * (sheet.rank + 0.4)),
    )


def _range(sheet: Sheet, weapon: Weapon) -> float:
    last = weapon.bands[-1].to
    return float(sheet.stats.intellect if last == "awareness" else last)


def left_of(who: Character) -> int:
    return max(1, who.sheet.body - who.damage)


def blow_at(one: Powers, other: Powers, left: int) -> Harm:
    """A Fight without any modifiers."""
    return harm(one.fight, 0, other.toughness, 0, one.blow, other.armour, left) if one.blow else NONE


def shot_at(one: Powers, other: Powers, left: int) -> Harm:
    """A shot without any modifiers."""
    return harm(one.shoot, 0, other.agility, 0, one.bolt, other.armour, left) if one.bolt else NONE
