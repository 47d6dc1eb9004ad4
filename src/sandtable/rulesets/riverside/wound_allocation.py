"""Who takes the wounds (RV-12.8 to RV-12.15): a stage, so that exact odds can run it too."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.asking import named
from sandtable.engine.questions import Absent, ChooseOne
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.cohesion import leavers
from sandtable.rulesets.riverside.spots import Spot

PLAIN, WOUNDED, UNHURT, HERO = range(4)
"""The groups of RV-12.9, in their order."""
WHY_LATER = {
    WOUNDED: ("models without Tough come first", "RV-12.9"),
    UNHURT: ("Tough models that have wounds come first", "RV-12.11"),
    HERO: ("Heroes come last", "RV-12.10"),
}


class Taker(Struct, frozen=True):
    """A model that can be assigned wounds."""

    number: int
    name: str
    left: int
    """Wounds that it can still take (RV-12.12, RV-21.3)."""
    tough: bool
    hurt: bool
    hero: bool
    at: Spot

    @property
    def group(self) -> int:
        """When its turn comes (RV-12.9); Heroes are the last group, whatever else they are (RV-12.10)."""
        if self.hero:
            return HERO
        if not self.tough:
            return PLAIN
        return WOUNDED if self.hurt else UNHURT

    def wounded(self) -> Taker:
        """The model with one wound more (RV-12.11)."""
        return replace(self, left=self.left - 1, hurt=True)


class Band(Struct, frozen=True, cache_hash=True):
    """The models of a wounded unit, and what holds them together."""

    seat: int
    unit: str
    takers: tuple[Taker, ...]
    chain: str
    shape: str


Assigned = tuple[tuple[int, int], ...]
"""Wounds by the number of the model."""


def assign(band: Band, wounds: int) -> Procedure[Assigned]:
    """Wound by wound, in the order of RV-12.9; the unit's commander chooses among those whose turn it is (RV-12.8),
    wherever they stand (RV-12.15). A Tough model that has one is filled before the next (RV-12.11). What is left when
    nobody is left is lost (RV-12.14)."""
    left = list(band.takers)
    given: dict[int, int] = {}
    while wounds and left:
        group = min(taker.group for taker in left)
        due = [taker for taker in left if taker.group == group]
        if wounds >= (room := sum(taker.left for taker in due)):
            for taker in due:
                given[taker.number] = given.get(taker.number, 0) + taker.left
            wounds -= room
            left = [taker for taker in left if taker.group != group]
            continue
        taker = yield from _choose(band, left, due)
        given[taker.number] = given.get(taker.number, 0) + 1
        wounds -= 1
        after = taker.wounded()
        left = [after if one is taker else one for one in left if one is not taker or after.left]
    return tuple(sorted(given.items()))


def _choose(band: Band, left: Sequence[Taker], due: list[Taker]) -> Procedure[Taker]:
    """One of those whose turn it is, be it out of reach or sight (RV-12.15), and who leaves the rest in cohesion if
    anybody does (RV-8.18)."""
    allowed = _keeping_together(band, left, due)
    if len(allowed) == 1:
        return allowed[0]
    number = yield ChooseOne(
        topic="casualty",
        seat=band.seat,
        who=band.unit,
        prompt=f"{band.unit}: which model takes the wound?",
        clause="RV-12.8",
        options=tuple([named(one.name, one.number) for one in allowed]),
        missing=lambda: tuple(_barred(one, due) for one in left if one not in allowed),
        about=tuple(allowed),
    )
    return next(one for one in allowed if one.number == number)


def _keeping_together(band: Band, left: Sequence[Taker], due: list[Taker]) -> list[Taker]:
    """Those without whom the rest stays in cohesion (RV-8.18); a wound that removes nobody breaks nothing."""
    if len(due) == 1 or all(one.left > 1 for one in due):
        return due
    spots = tuple(one.at for one in left)
    keep = leavers(spots, band.chain, band.shape)
    return [one for one in due if one.left > 1 or one.at in keep] or due


def _barred(one: Taker, due: list[Taker]) -> Absent:
    if one in due:
        return Absent(one.name, one.name, "the rest would lose cohesion", "RV-8.18")
    plain = due[0].group == PLAIN and one.group != HERO
    return Absent(one.name, one.name, *WHY_LATER[WOUNDED if plain else one.group])
