"""Places round the bases of a charge's target, held to a plain search that keeps nothing."""

from __future__ import annotations

from math import hypot, inf
from random import Random

import pytest

from sandtable.engine.questions import Point
from sandtable.skirmish.closing import FRONT, TRIES, Closing, closing_of
from sandtable.skirmish.contact import NEAREST
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.pace import pace_of
from sandtable.skirmish.unit_march import NOWHERE, Mover
from sandtable.table import Figure
from sandtable.table.arcs import Circle, marks
from tests.skirmish.units import rank, unit_march

Spot = tuple[float, float]


def plainly(closing: Closing, mover: Mover, ring: float, placed: list[Circle]) -> list[Spot]:
    """Every place at this gap from the target's bases that is in reach, the nearest first; farther out than contact so
    many round the nearest bases."""
    x, y, most = mover.figure.x, mover.figure.y, closing.pace.inches(mover) + closing.touch
    nearest = sorted(closing.targets, key=lambda one: (x - one.x) ** 2 + (y - one.y) ** 2)
    others = [(one.x, one.y, one.base.radius + least) for one, least in closing.drill.kept_from()]
    found = {
        spot
        for target in (nearest if ring == 0.0 else nearest[:FRONT])
        for spot in round_one(closing, mover, ring, target, [*placed, *others])
        if hypot(spot[0] - x, spot[1] - y) <= most
    }
    ranked = sorted(found, key=lambda spot: (hypot(spot[0] - x, spot[1] - y), *spot))
    return ranked if ring == 0.0 else ranked[:TRIES]


def round_one(closing: Closing, mover: Mover, ring: float, target: Figure, discs: list[Circle]) -> list[Spot]:
    radius = mover.figure.base.radius
    far = target.base.radius + radius + ring
    about = [
        one for one in discs
        if one[:2] != (target.x, target.y) and hypot(one[0] - target.x, one[1] - target.y) - one[2] <= far + radius
    ]  # fmt: skip
    away = hypot(mover.figure.x - target.x, mover.figure.y - target.y)
    if away - far > closing.pace.inches(mover) + closing.touch:
        return []
    straight = (
        target.x + (mover.figure.x - target.x) / away * far,
        target.y + (mover.figure.y - target.y) / away * far,
    )
    spots = [straight, *marks((target.x, target.y), far + closing.touch / 2, radius, about, [])]
    snapped = [(round(x * 1024) / 1024, round(y * 1024) / 1024) for x, y in spots]
    if ring:
        return snapped
    return [spot for one in snapped if (spot := in_contact(closing, radius, target, one, about)) is not None]


def in_contact(closing: Closing, radius: float, target: Figure, spot: Spot, about: list[Circle]) -> Spot | None:
    across = radius + target.base.radius
    for dx, dy in NEAREST:
        x, y = spot[0] + dx, spot[1] + dy
        touches = across <= hypot(x - target.x, y - target.y) <= across + closing.touch
        if touches and all((a - x) ** 2 + (b - y) ** 2 >= (r + radius) ** 2 for a, b, r in about):
            return x, y
    return None


@pytest.mark.parametrize("seed", range(12))
def test_the_places_that_are_tried_are_those_of_a_plain_search(seed: int) -> None:
    rng, others = Random(seed), [*rank("blue", 10, 18, 20), *rank("green", 18, 14, 6)]
    march = unit_march(rank("red", 10, 5, 20), *others, inches=12.0, target="blue", free=frozenset({"blue"}))
    drill = Drill(march)
    closing = closing_of(pace_of(drill, rng.choice((inf, 9.0)), NOWHERE))
    placed: list[Figure] = []
    for mover in rng.sample(drill.march.movers, 5):
        discs = [(one.x, one.y, one.base.radius) for one in placed]
        front = closing._front(mover, discs)
        for ring in (0.0, 0.0625, rng.uniform(0.1, 3.0), 0.0):
            found = closing._spots(mover, ring, front)
            assert found == plainly(closing, mover, ring, discs)
            if found:
                placed.append(mover.figure.moved(Point(*rng.choice(found))))
                break
