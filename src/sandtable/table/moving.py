"""Moves: may this base go this way, what does it cost, and what does it cross?

`travel` answers all three for a path, `affordable` compares the cost with a budget exactly. Rulesets read what they
need off the `Travel`: slow or dangerous ground touched, climbs and drops, figures passed over, lengths inside a piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.records import Leaf
from sandtable.table.board import Table, slope_height
from sandtable.table.causes import IN_THE_WAY, OFF_TABLE, SPECIAL_LEG, TOO_DEEP, TOO_STEEP
from sandtable.table.ground import Ground
from sandtable.table.hot.plane import point_segment, segments_closer
from sandtable.table.hot.scene import Shapes, members
from sandtable.table.hot.sweep import NOTHING, clear
from sandtable.table.lattice import DOUBT, Root, at_most, snap
from sandtable.table.measuring import core, gap_to, overlap, path_length, stacked
from sandtable.table.pieces import Figure, Terrain

Path = tuple[Point, ...]
EVERYTHING = -1
"""All bits."""


class Crossed(Leaf, frozen=True):
    """A piece that the moving base came over, and how far its middle went inside."""

    piece: str
    traits: frozenset[str]
    inside: float


class Rise(Leaf, frozen=True):
    """A change of height in one step, after so many inches of the path."""

    after: float
    rise: float


class Travel(Leaf, frozen=True):
    """What a move amounts to. `path` starts with the starting place; heights are filled in."""

    path: Path
    length: float
    cost: float
    passages: tuple[Crossed, ...]
    steps: tuple[Rise, ...]
    over: tuple[str, ...]
    """Figures whose bases the moving base passed over, of those it was told about."""

    @property
    def end(self) -> Point:
        return self.path[-1]

    def crosses(self, trait: str) -> bool:
        """Did any part of the base come over ground with this trait, start and end included?"""
        return any(trait in passage.traits for passage in self.passages)

    def inside(self, trait: str) -> float:
        """How many inches the middle went inside ground with this trait."""
        length = 0.0
        for passage in self.passages:
            if trait in passage.traits:
                length += passage.inside
        return length


def settle(path: Iterable[Point]) -> Path:
    """The same points on the lattice."""
    return tuple(Point(snap(p.x), snap(p.y), snap(p.z), p.by) for p in path)


def travel(
    ground: Ground, figure: Figure, path: Sequence[Point], passing: Iterable[Figure] = (), *, crossings: bool = True
) -> Travel | Refusal:
    """Walk a figure along a path (the points after its place). `passing` are figures that it may pass over; which
    pieces its base comes over is left out where nobody asks for `crossings`."""
    legs = settle((figure.at, *path))
    walked = [legs[0]]
    cost, here = 0.0, ground.at(figure.z) if ground.level != figure.z else ground
    steps: list[Rise] = []
    for a, b in pairwise(legs):
        refusal = _leg_refused(here, figure, a, b)
        if refusal is not None:
            return refusal
        if ground.gait.flies:
            toll, height = path_length((a, b)), b.z
            steps.extend(_steps(here, a, b, path_length(walked)))
        else:
            toll, height, rises = here.relief.walked(a.x, a.y, b.x, b.y)
            if toll < 0.0:
                return Refusal(f"{figure.id} cannot step so far up or down", cause=_too_far_up_or_down(here, a, b))
            if rises:
                before, length = path_length(walked), path_length((a, b))
                steps.extend([Rise(before + share * length, rise) for share, rise in rises])
        cost += toll
        walked.append(Point(b.x, b.y, height))
        here = _ground_at(here, walked[-1])
    done = tuple(walked)
    return Travel(
        done,
        path_length(done),
        cost,
        _passages(ground.table, figure, done) if crossings else (),
        tuple(steps),
        _passed_over(figure, done, passing),
    )


def affordable(ground: Ground, done: Travel, budget: float) -> bool:
    """Is the cost of a move at most the budget? Exact."""
    if abs(done.cost - budget) > DOUBT:
        return done.cost < budget
    roots: list[Root] = []
    rest = Fraction(0)
    here = ground.at(done.path[0].z)
    for a, b in pairwise(done.path):
        more, steps = _exact_leg(here, a, b)
        roots.extend(more)
        rest += steps
        here = _ground_at(here, b)
    return at_most(roots, rest, Fraction(budget))


# ---- along the way ------------------------------------------------------------------------------------------


def approach(figure: Figure, path: Sequence[Point], other: Figure) -> float:
    """The smallest gap to another base on the whole path (which starts with the starting place)."""
    nearest = min(gap_to(other, p.x, p.y) for p in path)
    for a, b in pairwise(path):
        x0, y0, x1, y1 = core(other)
        for x, y in ((x0, y0), (x1, y1)):
            nearest = min(nearest, sqrt(point_segment(x, y, a.x, a.y, b.x, b.y)) - other.base.radius)
    return max(0.0, nearest - figure.base.radius)


# ---- underneath ---------------------------------------------------------------------------------------------


def _leg_refused(here: Ground, figure: Figure, a: Point, b: Point) -> Refusal | None:
    if a.by or b.by:
        return Refusal(f"{figure.id} walks: a leg by {b.by or a.by!r} is judged on its own", cause=SPECIAL_LEG)
    table, base = here.table, figure.base
    if not (table.fits(figure.moved(b)) if base.core else table.holds_disc(b.x, b.y, base.radius)):
        return Refusal(f"{figure.id} would leave the table", cause=OFF_TABLE)
    skip = 0
    if (ramp := _ramp_on(table, a, b)) is not None:
        skip = here.chains_not_at(ramp.top) | here.chains_not_at(ramp.floor)
    blocker = here.blocker((a.x, a.y), (b.x, b.y), figure.turn, skip)
    if blocker is None:
        return None
    return Refusal(f"{figure.id} would run into {blocker}", cause=IN_THE_WAY, what=blocker)


def _ramp_on(table: Table, a: Point, b: Point) -> Terrain | None:
    """A ramp that a leg leads over, or that one of its ends stands on."""
    for number, piece in table.ramps:
        if table.plans.spans(number, a.x, a.y, b.x, b.y):
            return piece
    return _ramp_at(table, a) or _ramp_at(table, b)


def _ramp_at(table: Table, p: Point) -> Terrain | None:
    plans = table.plans
    for number, piece in table.ramps:
        if not plans.in_box(number, p.x, p.y) or abs(slope_height(piece, p.x, p.y) - p.z) >= 0.5:
            continue
        if plans.shape_holds(number, p.x, p.y) or plans.on_outline(number, p.x, p.y):
            return piece
    return None


def _ground_at(here: Ground, p: Point) -> Ground:
    """The ground for the next leg: on a ramp that of its nearer end."""
    if p.z == here.level:
        return here
    ramp = _ramp_at(here.table, p)
    if ramp is None:
        return here.at(p.z)
    return here.at(ramp.floor if p.z - ramp.floor < ramp.top - p.z else ramp.top)


def _steps(here: Ground, a: Point, b: Point, before: float) -> Iterable[Rise]:
    if not here.relief.anything_near(a.x, a.y, b.x, b.y):
        return
    length = path_length((a, b))
    at = here.stand(a.x, a.y)
    for first, _, start, end, _, _ in here.relief.sections(a.x, a.y, b.x, b.y):
        if start != at:
            yield Rise(before + first * length, start - at)
        at = end
    if (last := here.stand(b.x, b.y)) != at:
        yield Rise(before + length, last - at)


def _too_far_up_or_down(here: Ground, a: Point, b: Point) -> str:
    """Of a leg that has a step too far: does the first such step lead down?"""
    for step in _steps(here, a, b, 0.0):
        if step.rise > here.gait.step_up:
            return TOO_STEEP
        if -step.rise > here.gait.step_down:
            return TOO_DEEP
    return TOO_STEEP


def _passages(table: Table, figure: Figure, path: Path) -> tuple[Crossed, ...]:
    """Every piece whose inside the base overlaps at some moment of a move; none if it does not move at all."""
    found = []
    for number in sorted(swept_over(table.plans, figure.base.radius + figure.base.core, path)):
        piece, inside = table.terrain[number], 0.0
        for a, b in pairwise(path):
            for enter, leave in table.plans.spans(number, a.x, a.y, b.x, b.y):
                inside += (leave - enter) * path_length((a, b))
        found.append(Crossed(piece.id, piece.traits, inside))
    return tuple(found)


def swept_over(plans: Shapes, reach: float, path: Path) -> set[int]:
    """The pieces whose inside a disc overlaps anywhere on a path. Exact."""
    found: set[int] = set()
    skip = 0
    for a, b in pairwise(path):
        near = plans.near(a.x, a.y, b.x, b.y, reach) & ~skip
        if not near:
            continue
        while (chain := clear(plans, a.x, a.y, b.x, b.y, reach, 0.0, skip, 0)) != NOTHING:
            found.add(plans.shape_of[chain])
            skip |= plans.chains_of(plans.shape_of[chain])
        for number in {plans.shape_of[chain] for chain in members(near & ~skip)}:
            if plans.shape_holds(number, a.x, a.y):  # deep inside: its outline is nowhere near
                found.add(number)
                skip |= plans.chains_of(number)
    return found


def sweeps(plans: Shapes, reach: float, x0: float, y0: float, x1: float, y1: float, among: int = EVERYTHING) -> bool:
    """Does a disc that goes straight overlap the inside of a piece, of those with these chains (as bits)? As
    `swept_over` finds it, without saying which."""
    near = plans.near(x0, y0, x1, y1, reach) & among
    if not near:
        return False
    if clear(plans, x0, y0, x1, y1, reach, 0.0, ~among, 0) != NOTHING:
        return True
    return any(plans.shape_holds(number, x0, y0) for number in {plans.shape_of[chain] for chain in members(near)})


def _passed_over(figure: Figure, path: Path, passing: Iterable[Figure]) -> tuple[str, ...]:
    over = []
    for other in passing:
        reach = figure.base.radius + figure.base.core + other.base.radius
        if any(segments_closer(a.x, a.y, b.x, b.y, *core(other), reach) for a, b in pairwise(path)):
            over.append(other.id)
    return tuple(over)


def ends_on(figure: Figure, place: Point, others: Iterable[Figure]) -> str | None:
    """The name of a figure whose base the figure would overlap at a place, or None."""
    there = figure.moved(place)
    for other in others:
        if other.id != figure.id and overlap(there, other) and not stacked(there, other):
            return other.id
    return None


def _exact_leg(here: Ground, a: Point, b: Point) -> tuple[list[Root], Fraction]:
    """A leg's cost in roots and a fraction."""
    squared = (Fraction(b.x) - Fraction(a.x)) ** 2 + (Fraction(b.y) - Fraction(a.y)) ** 2
    if here.gait.flies or not here.relief.scene.start:
        return [(Fraction(1), squared)], Fraction(0)
    roots: list[Root] = []
    cuts = _exact_cuts(here, a, b)
    flat = Fraction(0)
    for first, last, start, end, slow, _ in here.relief.sections(a.x, a.y, b.x, b.y):
        share = _nearest(cuts, last) - _nearest(cuts, first)
        factor = Fraction(slow)
        flat += factor * share
        if here.gait.along_slope and end != start:
            flat -= factor * share
            roots.append((factor, squared * share * share + (Fraction(end) - Fraction(start)) ** 2))
    if flat:
        roots.append((flat, squared))
    # What is left of the toll are the steps: sums and products of lattice heights.
    steps = Fraction(0)
    for step in _steps(here, a, b, 0.0):
        steps += _exact_step(here, step.rise, a, b)
    return roots, steps


def _exact_step(here: Ground, rise: float, a: Point, b: Point) -> Fraction:
    gait = here.gait
    if gait.free_ramps and (_ramp_at(here.table, a) or _ramp_at(here.table, b)):
        return Fraction(0)
    if rise > 0.0:
        return Fraction(rise) * Fraction(gait.up_cost)
    return Fraction(0) if -rise <= gait.free_drop else Fraction(-rise) * Fraction(gait.down_cost)


def _exact_cuts(here: Ground, a: Point, b: Point) -> list[Fraction]:
    """Where a leg crosses the outlines of the relief, as exact shares, with 0 and 1."""
    scene = here.relief.scene
    x0, y0, dx, dy = Fraction(a.x), Fraction(a.y), Fraction(b.x) - Fraction(a.x), Fraction(b.y) - Fraction(a.y)
    cuts = [Fraction(0), Fraction(1)]
    for chain in members(scene.near(a.x, a.y, b.x, b.y, 0.0)):
        for i in range(scene.start[chain], scene.stop[chain] - 1):
            px, py = Fraction(scene.xs[i]), Fraction(scene.ys[i])
            ex, ey = Fraction(scene.xs[i + 1]) - px, Fraction(scene.ys[i + 1]) - py
            across = dx * ey - dy * ex
            if across:
                cuts.append(((px - x0) * ey - (py - y0) * ex) / across)
    return cuts


def _nearest(cuts: list[Fraction], share: float) -> Fraction:
    return min(cuts, key=lambda cut: abs(float(cut) - share))
