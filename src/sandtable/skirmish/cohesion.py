"""Cohesion: does a unit hang together, and if not, what is missing?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import hypot, sqrt
from typing import TypeVar

from sandtable.engine.questions import Refusal
from sandtable.engine.records import Leaf
from sandtable.skirmish.bodies import Disc
from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.unit_march import Bonds, UnitMarch
from sandtable.table import STEP, Base, Figure, Table, closest_pair, cohesion, gap, within
from sandtable.table.causes import ALONE, NO_CHAIN, NO_CIRCLE
from sandtable.table.groups import linked_groups
from sandtable.table.units import fits_in_circle, holding_circle

SLACK = 1e-9
"""The circle is found by division."""
SURELY = sqrt(3) / 2
"""Whatever is no wider than this share of a circle fits into it (Jung's theorem)."""

D = TypeVar("D", bound=Disc)
Bonded = Callable[[D, D], bool]
"""Are two models linked, by the book's own reading of heights?"""


class Hold(Leaf, frozen=True):
    """How a unit hangs together."""

    astray: tuple[str, ...]
    """Those who are not linked to the others; nobody if all are."""
    missing: float
    """The longest gap that ought to be a link."""
    across: float
    """The circle that it needs, or the gap between its outermost models."""
    wide: bool
    """Is that more than it may be?"""

    @property
    def together(self) -> bool:
        return not self.astray and not self.wide

    def no_worse(self, before: Hold) -> bool:
        """Is a unit no farther from hanging together than it was?"""
        return self.missing <= before.missing + SLACK and self.across <= before.across + SLACK


def hold(march: UnitMarch, figures: Sequence[Figure]) -> Hold:
    """Examines a unit where it stands, or would stand."""
    bonds = march.bonds
    found = cohesion(figures, bonds.link, lambda a, b: linked(march, a, b))
    across = found.across if bonds.circle or len(figures) < 2 else max(gap(a, b) for a, b in combinations(figures, 2))
    wide = len(figures) > 1 and across > march.rounding.longest(bonds.across) + SLACK
    if bonds.chain:
        astray = () if found.connected else min(found.groups[::-1], key=len)
        return Hold(astray, found.missing, across, wide)
    loners = [figure for figure in figures if figure.id in found.alone]
    gaps = [closest_pair([one], [other for other in figures if other is not one])[2] for one in loners]
    return Hold(found.alone, max(gaps, default=0.0), across, wide)


def together(march: UnitMarch, figures: Sequence[Figure]) -> bool:
    """Does a unit hang together where it stands, or would stand? The same as `hold` says, sooner."""
    if len(figures) < 2:
        return True
    if not march.bonds.chain or not march.bonds.circle:
        return hold(march, figures).together
    most = march.rounding.longest(march.bonds.across) + SLACK
    return fits_in_circle(figures, most) and _all_linked(march, figures)


def _all_linked(march: UnitMarch, figures: Sequence[Figure]) -> bool:
    """Does a chain of links lead from one to all others? Discs that are too far apart need not be asked."""
    link = march.rounding.longest(march.bonds.link) + STEP
    discs = [(one.x, one.y, one.base.radius + one.base.core) for one in figures]
    left = list(range(1, len(discs)))
    reached = [0]
    for member in reached:
        x, y, radius = discs[member]
        rest: list[int] = []
        for other in left:
            other_x, other_y, other_radius = discs[other]
            dx, dy, far = x - other_x, y - other_y, radius + other_radius + link
            near = dx * dx + dy * dy <= far * far
            (reached if near and linked(march, figures[member], figures[other]) else rest).append(other)
        if not rest:
            return True
        left = rest
    return False


def refused(march: UnitMarch, now: Hold) -> Refusal | None:
    """Why a unit may not stand so, if it may not: somebody is beside nobody, there are groups, or it is too wide."""
    bonds = march.bonds
    if now.astray:
        cause = ALONE if len(now.astray) == 1 or not bonds.chain else NO_CHAIN
        return march.verdicts.refuse(cause, march.unit, ", ".join(now.astray), now.missing, bonds.link)
    if now.wide:
        return march.verdicts.refuse(NO_CIRCLE, march.unit, "", now.across, bonds.across)
    return None


def linked(march: UnitMarch, one: Figure, two: Figure) -> bool:
    """Are two models linked? In plan, but not over too great a difference in height."""
    if not within(one, two, march.rounding.longest(march.bonds.link)):
        return False
    if abs(one.z - two.z) <= march.bonds.rise:
        return True
    return ramp_joins(march.table, one, two)


def ramp_joins(table: Table, one: Figure, two: Figure) -> bool:
    """Does one of them stand on a ramp that leads to the level of the other?"""
    return _ramp_between(table, one, two) or _ramp_between(table, two, one)


def _ramp_between(table: Table, one: Figure, two: Figure) -> bool:
    """Does one stand on a ramp that leads to the other's level?"""
    under = table.pieces_under(one.x, one.y)
    return any(piece.slope is not None and piece.floor <= two.z <= piece.top for piece in under)


def chain(figures: Sequence[Figure]) -> list[tuple[str, str, float]]:
    """The shortest chain through everybody, to draw: who is next to whom, and the gap."""
    nearest = {figure: (gap(figures[0], figure), 0) for figure in figures[1:]}
    links = []
    while nearest:
        one = min(nearest, key=lambda figure: nearest[figure])
        far, to = nearest.pop(one)
        links.append((figures[to].id, one.id, far))
        for other, known in nearest.items():
            if (far := gap(one, other)) < known[0]:
                nearest[other] = (far, figures.index(one))
    return links


# ---- whether, and no more -----------------------------------------------------------------------------------


def hangs_together(bodies: Sequence[D], bonds: Bonds, rounding: Rounding, linked: Bonded[D]) -> bool:
    """Does a unit hang together where it stands? Quicker than `hold`. A single model always does."""
    return len(bodies) < 2 or (_chained(bodies, bonds, linked) and _compact(bodies, bonds, rounding))


def _chained(bodies: Sequence[D], bonds: Bonds, linked: Bonded[D]) -> bool:
    if not bonds.chain:
        return all(any(linked(one, two) for two in bodies if two is not one) for one in bodies)
    return len(linked_groups(bodies, linked)) == 1


def _compact(bodies: Sequence[D], bonds: Bonds, rounding: Rounding) -> bool:
    if not bonds.circle:
        return all(rounding.within(one, two, bonds.across) for one, two in combinations(bodies, 2))
    xs, ys = [one.x for one in bodies], [one.y for one in bodies]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if 2.0 * max([hypot(one.x - x, one.y - y) + one.radius for one in bodies]) < bonds.across:
        return True  # a circle about the middle of the box round them is enough
    widest = max(hypot(a.x - b.x, a.y - b.y) + a.radius + b.radius for a, b in combinations(bodies, 2))
    if widest <= bonds.across * SURELY:
        return True
    most = rounding.longest(bonds.across) + SLACK
    return widest <= most and _circle(bodies) <= most


def _circle(bodies: Sequence[D]) -> float:
    """The diameter of the smallest circle that holds every base."""
    return 2.0 * holding_circle([Figure("", Base(2 * one.radius), one.x, one.y) for one in bodies])[2]


def leavers(bodies: Sequence[D], bonds: Bonds, rounding: Rounding, linked: Bonded[D]) -> list[D]:
    """Those without whom the rest hangs together. Whatever fits into the circle still does with one less."""
    wide = len(bodies) > 1 and not _compact(bodies, bonds, rounding)
    links = [[j for j, two in enumerate(bodies) if j != i and linked(one, two)] for i, one in enumerate(bodies)]
    found = []
    for gone, one in enumerate(bodies):
        rest = [*bodies[:gone], *bodies[gone + 1 :]]
        if len(rest) < 2 or (_still_chained(gone, links, bonds) and not (wide and not _compact(rest, bonds, rounding))):
            found.append(one)
    return found


def _still_chained(gone: int, links: list[list[int]], bonds: Bonds) -> bool:
    """Are the others linked without one of them?"""
    rest = [one for one in range(len(links)) if one != gone]
    if not bonds.chain:
        return all(any(two != gone for two in links[one]) for one in rest)
    reached, seen = rest[:1], {gone, rest[0]}
    for one in reached:
        new = [two for two in links[one] if two not in seen]
        seen.update(new)
        reached += new
    return len(reached) == len(rest)
