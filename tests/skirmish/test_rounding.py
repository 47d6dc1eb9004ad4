"""Exactly at the limit, under the rounding policies of three books."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sandtable.skirmish.rounding import Rounding
from sandtable.table import snap
from tests.skirmish.bodies import Pawn

STEP = 1 / 1024
ENGAGEMENT = Rounding(contact=0.02)
RIVERSIDE = Rounding(unit=(1, 1000))
OP_EN = Rounding(unit=(1, 1), up=True)


def apart(gap: float, rise: float = 0.0) -> tuple[Pawn, Pawn]:
    """Two bases with so much between their edges."""
    return Pawn("Ann", 4.0, 4.0), Pawn("Tom", 5.0 + gap, 4.0, rise)


@pytest.mark.parametrize(
    ("rounding", "limit", "last", "first"),
    [
        (ENGAGEMENT, 12.0, 12.0, 12.0 + STEP),  # RE-0.4: nothing is rounded
        (RIVERSIDE, 12.0, 12.0, 12.0 + STEP),  # RV-7.7: a lattice step is more than half a thousandth
        (OP_EN, 12.0, 12.0, 12.0 + STEP),  # OE-1.14, OE-1.17: a hair over 12 counts as 13
        (OP_EN, 12.5, 12.0, 12.0 + STEP),  # 12.1 is 13, and that is more than 12.5
    ],
)
def test_exactly_the_limit_is_within_and_a_lattice_step_more_is_not(
    rounding: Rounding, limit: float, last: float, first: float
) -> None:
    assert rounding.within(*apart(last), limit)
    assert not rounding.within(*apart(first), limit)


def test_the_nearest_thousandth_counts_and_half_of_one_goes_up() -> None:
    # The sixteenth of an inch is 0.0625: halfway between 0.062 and 0.063.
    assert not RIVERSIDE.within(*apart(1 / 16), 0.062)
    assert RIVERSIDE.within(*apart(1 / 16), 0.063)
    assert RIVERSIDE.within(*apart(1 / 16 - STEP), 0.062)
    # 0.0625 in space, by a rise alone.
    assert not RIVERSIDE.within(*apart(0.0, 1 / 16), 0.062, in_space=True)
    assert RIVERSIDE.within(*apart(0.0, 1 / 16), 0.062)


def test_contact_is_a_gap_of_nothing_or_as_little_as_the_book_says() -> None:
    assert ENGAGEMENT.within(*apart(snap(0.02) - STEP), ENGAGEMENT.contact)
    assert not ENGAGEMENT.within(*apart(snap(0.02) + STEP), ENGAGEMENT.contact)
    for rounding in (RIVERSIDE, OP_EN):
        assert rounding.within(*apart(0.0), rounding.contact)
        assert not rounding.within(*apart(STEP), rounding.contact)


def test_a_distance_in_space_is_decided_in_whole_numbers() -> None:
    assert ENGAGEMENT.within(*apart(3.0, 4.0), 5.0, in_space=True)
    assert not ENGAGEMENT.within(*apart(3.0, 4.0 + STEP), 5.0, in_space=True)
    assert OP_EN.distance(*apart(3.0, 4.0 + STEP), in_space=True) == 6.0


@pytest.mark.parametrize("rounding", [ENGAGEMENT, RIVERSIDE, OP_EN])
def test_within_agrees_with_the_rounded_distance(rounding: Rounding) -> None:
    rng = Random(1)
    for _ in range(2000):
        one = Pawn("Ann", snap(rng.uniform(0, 4)), snap(rng.uniform(0, 4)))
        two = Pawn(
            "Tom", snap(rng.uniform(4, 8)), snap(rng.uniform(4, 8)), rng.choice((0.0, 1.5)), rng.choice((0.5, 1))
        )
        limit = rng.choice((0.5, 1.0, 3.0, snap(rng.uniform(0, 6))))
        in_space = rng.random() < 0.5
        far = rounding.distance(one, two, in_space=in_space)
        if abs(Fraction(far) - Fraction(limit)) > Fraction(1, 10**6):
            assert rounding.within(one, two, limit, in_space=in_space) == (far < limit), (one, two, limit, in_space)
