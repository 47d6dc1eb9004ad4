"""What a unit costs (RV-21.36): the formula whose numbers stand in content/points.toml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor

from msgspec import Struct

from sandtable.rulesets.riverside.profiles import Profile, Weapon

PRICE_STEP = 5
"""Everything costs a multiple of this."""


class Tier(Struct, frozen=True, forbid_unknown_fields=True):
    """A factor for a range, or a Blast, up to some number."""

    up_to: float
    factor: str


class Formula(Struct, frozen=True, forbid_unknown_fields=True):
    """Factors are written as text and read as fractions, so that no price depends on rounding."""

    defense: dict[str, int]
    quality_standard: int
    quality_step: str
    regeneration: str
    attack: int
    reliable: str
    good_shot: str
    reach: tuple[Tier, ...]
    ap: tuple[str, ...]
    blast: tuple[Tier, ...]
    weapon_rules: dict[str, str]
    weapon_hits: dict[str, str]
    melee_hits: dict[str, str]
    ranged_hits: dict[str, str]
    pace: dict[str, str]
    per_tough: dict[str, str]
    flat: dict[str, int]
    each: dict[str, int]

    def unit(self, models: Iterable[Profile]) -> int:
        """What a whole unit costs (RV-21.36), to the nearest 5."""
        return to_step(sum((self.model(one) for one in models), Fraction(0)))

    def upgrade(self, plain: Sequence[Profile], better: Sequence[Profile]) -> int:
        """The difference to the nearest 5, at least 5; another size is the difference between the two units."""
        if len(plain) != len(better):
            return self.unit(better) - self.unit(plain)
        dearer, cheaper = (sum((self.model(one) for one in unit), Fraction(0)) for unit in (better, plain))
        return max(PRICE_STEP, to_step(dearer - cheaper))

    def model(self, one: Profile) -> Fraction:
        weapons = sum((self.weapon(one, weapon) for weapon in one.weapons), Fraction(0))
        return self.body(one) + weapons + self.rules(one)

    def body(self, one: Profile) -> Fraction:
        """Tough x B x (1 + 0.1 x (4 - Quality))."""
        steady = 1 + Fraction(self.quality_step) * (self.quality_standard - one.quality)
        worth = one.wounds * self.defense[str(one.defense)] * steady
        return worth * Fraction(self.regeneration) if "Regeneration" in one.rules else worth

    def weapon(self, one: Profile, weapon: Weapon) -> Fraction:
        """6 x A x h x R x P x K x V."""
        worth = (
            self.attack * weapon.attacks * self.hits(one, weapon) * Fraction(self.ap[min(weapon.ap, len(self.ap) - 1)])
        )
        if weapon.range:
            worth *= _banded(self.reach, weapon.range)
        if weapon.blast:
            worth *= _banded(self.blast, weapon.blast)
        worth *= _product(self.weapon_rules, weapon.rules)
        return worth * _product(self.pace, one.rules) if weapon.melee else worth

    def hits(self, one: Profile, weapon: Weapon) -> Fraction:
        """Hits of one die: those of its Quality, and the Bonus Hits of a 6."""
        by_model = self.melee_hits if weapon.melee else self.ranged_hits
        bonus = _sum(self.weapon_hits, weapon.rules) + _sum(by_model, one.rules)
        return self.chance(one, weapon) + bonus

    def chance(self, one: Profile, weapon: Weapon) -> Fraction:
        """How often it hits: by Quality, unless a replacement effect says otherwise."""
        if weapon.reliable:
            return Fraction(self.reliable)
        if weapon.range and "Good Shot" in one.rules:
            return Fraction(self.good_shot)
        return Fraction(7 - one.quality, 6)

    def rules(self, one: Profile) -> Fraction:
        worth = Fraction(sum(self.flat.get(rule, 0) for rule in one.rules))
        for rule in sorted(one.rules):
            worth += one.wounds * Fraction(self.per_tough.get(rule, "0"))
        worth += self.each["Impact"] * one.impact * _product(self.pace, one.rules)
        return worth + self.each["Caster"] * one.caster + self.each["Transport"] * one.transport


def _banded(bands: Iterable[Tier], number: float) -> Fraction:
    return next(Fraction(band.factor) for band in bands if number <= band.up_to)


def _product(factors: dict[str, str], rules: Iterable[str]) -> Fraction:
    worth = Fraction(1)
    for rule in sorted(rules):
        worth *= Fraction(factors.get(rule, "1"))
    return worth


def _sum(terms: dict[str, str], rules: Iterable[str]) -> Fraction:
    return sum((Fraction(terms.get(rule, "0")) for rule in sorted(rules)), Fraction(0))


def to_step(worth: Fraction) -> int:
    """To the nearest 5, halves up."""
    return PRICE_STEP * floor(worth / PRICE_STEP + Fraction(1, 2))
