"""Cohesion: the quick judgement says what the long one says, and those can be spared without whom it still holds."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from msgspec import Struct

from sandtable.skirmish import cohesion
from sandtable.skirmish.cohesion import hangs_together, hold, leavers
from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.unit_march import Bonds, UnitMarch
from sandtable.table import Base, Figure, Gait, Table, snap
from sandtable.table.causes import PLAIN

THOUSANDTHS = Rounding(contact=0.001, unit=(1, 1000))
READINGS = [Bonds(1.0, 9.0, chain=chain, circle=circle) for chain, circle in product((True, False), repeat=2)]


class Man(Struct, frozen=True):
    x: float
    y: float
    radius: float = 0.5
    z: float = 0.0


def linked(one: Man, two: Man) -> bool:
    return THOUSANDTHS.within(one, two, 1.0)


def together(men: list[Man], bonds: Bonds) -> bool:
    """By the long way: everything there is to say about a unit. Who asks for no more than this hears the same."""
    march = UnitMarch(Table(width=48, height=48), "Levy", (), (), Gait(), bonds, THOUSANDTHS, PLAIN)
    figures = [Figure(f"{n}", Base(2 * man.radius), man.x, man.y) for n, man in enumerate(men)]
    found = hold(march, figures).together
    assert cohesion.together(march, figures) == found, men
    return found


def company(rng: Random) -> list[Man]:
    """Men in a loose row or a heap, some of them larger, some too far off."""
    pitch, size = rng.choice((1.0, 1.75, 2.0, 2.0625)), rng.randrange(1, 8)
    rows = rng.choice((1, 2))
    places = {(snap(20 + pitch * (n // rows)), snap(20 + pitch * (n % rows))) for n in range(size)}
    return [Man(x, y, rng.choice((0.5, 0.5, 0.625))) for x, y in sorted(places)]


@pytest.mark.parametrize("bonds", READINGS, ids=lambda one: f"chain={one.chain} circle={one.circle}")
def test_both_ways_say_the_same(bonds: Bonds) -> None:
    rng, verdicts = Random(f"{bonds.chain}{bonds.circle}"), set()
    for _ in range(200):
        men = company(rng)
        quick = hangs_together(men, bonds, THOUSANDTHS, linked)
        assert quick == together(men, bonds), men
        spared = leavers(men, bonds, THOUSANDTHS, linked)
        for man in men:
            rest = [other for other in men if other is not man]
            assert (man in spared) == (len(rest) < 2 or together(rest, bonds)), (man, men)
        verdicts.add((quick, len(spared) == len(men), bool(spared)))
    assert len(verdicts) >= 4


def test_the_circle_is_kept_to_the_last_step() -> None:
    """Eight inches between the middles of two bases of an inch are nine across."""
    bonds = Bonds(99.0, 9.0)
    assert hangs_together([Man(10, 10), Man(18, 10)], bonds, THOUSANDTHS, lambda one, two: True)
    assert not hangs_together([Man(10, 10), Man(18 + 1 / 1024, 10)], bonds, THOUSANDTHS, lambda one, two: True)
    assert hangs_together([Man(10, 10)], bonds, THOUSANDTHS, linked)
