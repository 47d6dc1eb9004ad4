"""Sight between whole bodies: is any line between two figures open, are all of them, and what is the best view?

Books that let figures see "from anywhere on the base", or that ask whether "anything at all" lies between two figures,
read their verdict here. All answers are the same in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.hot.corridor import Corridor, Sightlines
from sandtable.table.hot.plane import covered_at, nearest_on_segment, point_segment, segments_meet
from sandtable.table.hot.scene import Shapes, members
from sandtable.table.measuring import holds_wholly
from sandtable.table.pieces import Figure, Spot, Terrain
from sandtable.table.sight import NOBODY, Excused, Screen, Veil, line, look, spanned, stopping


class _Air:
    """What a pair of bodies look through."""

    def __init__(self, table: Table, veil: Veil, screen: Screen | None, excused: Excused) -> None:
        self.table, self.veil, self.screen, self.excused = table, veil, screen, excused

    def chains(self) -> int:
        """The chains of terrain that stop lines, as bits."""
        return stopping(self.table, self.veil, self.excused)

    def figures(self) -> list[Figure]:
        """The figures that stop lines."""
        excused = self.excused
        return [
            figure
            for figure in (self.screen.figures if self.screen is not None else ())
            if figure.id not in excused.figures
            and figure.unit not in excused.units
            and (figure.large or not excused.small)
        ]


def any_view(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> bool:
    """Is any line between two upright bodies open? All lines between round ones are looked at together
    (hot/corridor.py). Where what stands between them is neither as high as all lines nor lower than those from top to
    top, and where floors lie between, what is not settled so is looked for from many points of both."""
    if _order(two) < _order(one):
        one, two = two, one
    air = _Air(table, veil, screen, _also(excused, one, two) if screen is not None else excused)
    if veil.flat or one.base.core or two.base.core:
        return _looked_for(air, one, two)
    between = lines_between(one, two)
    for chain in members(table.blinds.scene.near(one.x, one.y, two.x, two.y, _spread(one, two)) & air.chains()):
        between.wall(table.blinds.scene, chain)
        if between.shut:
            return False
    for figure in air.figures():
        for x, y in figure.middles:
            between.body(x, y, figure.base.radius, figure.z, figure.top)
    floors = _floors_between(air, one, two)
    if not between.leaks(False):
        return False
    for number, level in floors:
        if _closes(table.terrain[number], level, one, two):
            return any(_through(air, one, two, level, ring) for ring in table.blinds.hatches[number, level])
    if not floors and (not between.doubt or between.leaks(True)):
        return True
    return _looked_for(air, one, two)


def lines_between(one: Figure, two: Figure) -> Sightlines:
    """All lines between two bodies."""
    high, low, top, low_top = _by_tops(one, two)
    return Sightlines(high.x, high.y, high.base.radius, high.z, top, low.x, low.y, low.base.radius, low.z, low_top)


def corridor_between(one: Figure, two: Figure) -> Corridor:
    """The space between two bodies."""
    high, low, top, low_top = _by_tops(one, two)
    return Corridor(high.x, high.y, high.base.radius, high.z, top, low.x, low.y, low.base.radius, low.z, low_top)


def _by_tops(one: Figure, two: Figure) -> tuple[Figure, Figure, float, float]:
    """The one with the higher top first, and both tops, which are asked of the figures once."""
    top, other = one.top, two.top
    return (one, two, top, other) if top >= other else (two, one, other, top)


def _floors_between(air: _Air, one: Figure, two: Figure) -> list[tuple[int, float]]:
    """Floors that lines from top to top pass through: their pieces and heights."""
    low, high = sorted((one.top, two.top))
    slabs = air.table.blinds.slabs
    found = [(number, level) for number, level in slabs if low <= level < high]
    chains = air.chains() if found else 0
    return [(number, level) for number, level in found if air.table.blinds.chains_of_piece(number) & chains]


def _closes(piece: Terrain, level: float, one: Figure, two: Figure) -> bool:
    """Does a floor lie between two bodies that are both wholly within its outline? Then it cuts every line but those
    through its hatches."""
    low, high = (one, two) if one.z <= two.z else (two, one)
    if not low.top <= level <= high.z or piece.holes or not convex(piece.outline):
        return False
    return holds_wholly(piece.outline, one) and holds_wholly(piece.outline, two)


PARTS = (0.001, 0.5, 0.999)
"""Heights of a body, as shares, between which lines are tried through a hatch."""


def _through(air: _Air, one: Figure, two: Figure, level: float, hatch: list[Spot]) -> bool:
    """Is any line open that passes a floor through one of its hatches? Those between two heights pass it in a disc, and
    each point of that belongs to one line between points of both that lie the same way from their middles."""
    low, high = (one, two) if one.z <= two.z else (two, one)
    for part, other in product(PARTS, repeat=2):
        z, top = low.z + part * low.base.height, high.z + other * high.base.height
        t = (level - z) / (top - z)
        x, y = low.x + (high.x - low.x) * t, low.y + (high.y - low.y) * t
        radius = low.base.radius + (high.base.radius - low.base.radius) * t
        for px, py in _samples(hatch, x, y):
            dx, dy = (px - x) / radius, (py - y) / radius
            if hypot(dx, dy) < 1.0:
                start = Point(low.x + dx * low.base.radius, low.y + dy * low.base.radius, z)
                end = Point(high.x + dx * high.base.radius, high.y + dy * high.base.radius, top)
                if not line(air.table, start, end, air.veil, air.screen, excused=air.excused):
                    return True
    return False


def _samples(ring: list[Spot], x: float, y: float) -> list[Spot]:
    """Points in a hatch: a place, if it is in it, those nearest to it, the middle, and others towards the sides."""
    xs, ys = [px for px, _ in ring], [py for _, py in ring]
    mx, my = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    found = [(x, y), (mx, my)]
    for (ax, ay), (bx, by) in pairwise(ring):
        for px, py in (nearest_on_segment(x, y, ax, ay, bx, by), (ax, ay), ((ax + bx) / 2, (ay + by) / 2)):
            found += [(mx + (px - mx) * share, my + (py - my) * share) for share in (0.999, 0.5)]
    return found


EYES: Final = 16
"""Points on each rim from which is looked."""
NUDGE: Final = 1e-5
"""How far inside a body a line over a wall begins and ends."""
ACROSS = (0.0, 0.5, -0.5, 0.9, -0.9, 0.999, -0.999)
"""Where lines over a wall are tried, as shares of the radius."""


def _over(air: _Air, one: Figure, two: Figure) -> bool:
    """Does a line from the near rim of the higher top to the far rim of the lower one pass over everything? No other
    is as high where it passes."""
    high, low = (one, two) if one.top >= two.top else (two, one)
    far = hypot(low.x - high.x, low.y - high.y)
    if far == 0.0:
        return False
    nx, ny = (high.y - low.y) / far, (low.x - high.x) / far
    for u, v in product(ACROSS, repeat=2):
        a = high.x + nx * u * high.base.radius, high.y + ny * u * high.base.radius
        b = low.x + nx * v * low.base.radius, low.y + ny * v * low.base.radius
        start, end = _on_top(a, b, high), _on_top(a, b, low)
        if not line(air.table, start, end, air.veil, air.screen, excused=air.excused):
            return True
    return False


def _on_top(a: Spot, b: Spot, body: Figure) -> Point:
    """The last point of a body's top on the way from a to b, a hair inside."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    along = (body.x - a[0]) * dx + (body.y - a[1]) * dy
    off = (body.x - a[0]) * dy - (body.y - a[1]) * dx
    t = along + sqrt(max(0.0, body.base.radius**2 - off * off)) - NUDGE
    return Point(a[0] + dx * t, a[1] + dy * t, body.top - NUDGE)


def _looked_for(air: _Air, one: Figure, two: Figure) -> bool:
    """Does either see any part of the other, from its middle or its rim, high or low?"""
    if _over(air, one, two):
        return True
    for viewer, target in ((one, two), (two, one)):
        for part, points in ((1.0, [(viewer.x, viewer.y)]), (0.999, _rim(viewer, EYES)), (0.4, _rim(viewer, EYES))):
            for x, y in points:
                eye = Point(x, y, viewer.z + part * viewer.base.height)
                seen = look(air.table, eye, target, air.veil, air.screen, viewer=viewer, excused=air.excused)
                if seen.share > 0.0:
                    return True
    return False


def convex(outline: tuple[Spot, ...]) -> bool:
    turns = set()
    for i, (bx, by) in enumerate(outline):
        (ax, ay), (cx, cy) = outline[i - 1], outline[(i + 1) % len(outline)]
        turns.add((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0.0)
    return len(turns) == 1


def obstructions(
    table: Table, one: Figure, two: Figure, veil: Veil, screen: Screen | None = None, *, excused: Excused = NOBODY
) -> tuple[str, ...]:
    """What stops at least one line between any points of two bodies; empty when every line is open.

    A floating piece (its floor above the ground) counts when it reaches into the height between the two anywhere.
    """
    if _order(two) < _order(one):
        one, two = two, one
    air = _Air(table, veil, screen, _also(excused, one, two) if screen is not None else excused)
    found: dict[str, None] = {}
    scene = table.blinds.scene
    figures = air.figures()
    oval = bool(one.base.core or two.base.core)
    between = _Between(one, two) if oval or figures else None
    space = corridor_between(one, two)
    for chain in members(scene.near(one.x, one.y, two.x, two.y, _spread(one, two)) & air.chains()):
        if between.chain(scene, chain, flat=veil.flat) if oval and between else space.enters(scene, chain, veil.flat):
            found[table.blinds.owner(chain).id] = None
    for figure in figures:
        if between is not None and between.figure(figure, flat=veil.flat):
            found[figure.id] = None
    return tuple(found)


def hiding(one: Figure, two: Figure, others: Iterable[Figure]) -> list[Figure]:
    """The others that stand in at least one line between any points of two bodies."""
    if _order(two) < _order(one):
        one, two = two, one
    between = _Between(one, two)
    return [other for other in others if between.figure(other, flat=False)]


# ---- what to try --------------------------------------------------------------------------------------------


def _order(figure: Figure) -> tuple[float, float, float, str]:
    return figure.x, figure.y, figure.z, figure.id


def _also(excused: Excused, one: Figure, two: Figure) -> Excused:
    """Excuse the two themselves as well."""
    return Excused(excused.figures | {one.id, two.id}, excused.units, excused.terrain, excused.small)


def _spread(one: Figure, two: Figure) -> float:
    return max(one.base.radius + one.base.core, two.base.radius + two.base.core)


def _rim(figure: Figure, points: int, stretch: float = 0.9999) -> list[Spot]:
    r = figure.base.radius * stretch
    return [
        (cx + r * cos(2 * pi * k / points), cy + r * sin(2 * pi * k / points))
        for cx, cy in figure.middles
        for k in range(points)
    ]


# ---- everything between -----------------------------------------------------------------------------------------


def _hull(one: Figure, two: Figure) -> list[list[Spot]]:
    """The plan of all lines between two bodies without the end discs: strips between every pair of middles."""
    return [spanned(a, one.base.radius, b, two.base.radius) for a in one.middles for b in two.middles]


class _Between:
    """The space between two bodies in plan: the discs of both, and the strips that hold all lines."""

    def __init__(self, one: Figure, two: Figure) -> None:
        self.one, self.two = one, two
        self.discs = [(x, y, body.base.radius**2 - 1e-9) for body in (one, two) for x, y in body.middles]
        self.strips = _hull(one, two)

    def chain(self, scene: Shapes, chain: int, *, flat: bool) -> bool:
        """Does a wall stand in any line?"""
        low, high = scene.low[chain], scene.high[chain]
        for i in range(scene.start[chain], scene.stop[chain] - 1):
            edge = (scene.xs[i], scene.ys[i], scene.xs[i + 1], scene.ys[i + 1])
            if self._holds(edge) and (flat or _in_height(edge, low, high, self.one, self.two)):
                return True
        return False

    def _holds(self, edge: tuple[float, float, float, float]) -> bool:
        for x, y, reach in self.discs:
            if point_segment(x, y, *edge) < reach:
                return True
        for strip in self.strips:
            if _strictly_in(strip, edge[0], edge[1]) or _strictly_in(strip, edge[2], edge[3]):
                return True
            crossed = 0
            for a, b in pairwise(strip):
                crossed += segments_meet(*edge, *a, *b)
            if crossed >= 2:
                middle = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
                if _strictly_in(strip, *middle) or not _along_side(strip, edge):
                    return True
        return False

    def figure(self, figure: Figure, *, flat: bool) -> bool:
        """Does a third body stand in any line?"""
        one, two = self.one, self.two
        if not flat and (figure.z >= max(one.top, two.top) or figure.top <= min(one.z, two.z)):
            return False
        for cx, cy in figure.middles:
            for strip in self.strips:
                near = min(point_segment(cx, cy, *a, *b) for a, b in pairwise(strip))
                if _strictly_in(strip, cx, cy) or near < figure.base.radius**2 - 1e-9:
                    return True
        return False


def _strictly_in(strip: list[Spot], x: float, y: float) -> bool:
    """Inside a convex ring by more than nothing."""
    signs = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairwise(strip)]
    return min(signs) > 1e-9 or max(signs) < -1e-9


def _along_side(strip: list[Spot], edge: tuple[float, float, float, float]) -> bool:
    """Does the edge lie wholly on the outer side of one side of the strip, or on it?"""
    for (ax, ay), (bx, by) in pairwise(strip):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in ((edge[0], edge[1]), (edge[2], edge[3]))]
        if max(sides) <= 1e-9:
            return True
    return False


def _in_height(edge: tuple[float, float, float, float], low: float, high: float, one: Figure, two: Figure) -> bool:
    """Does a wall over this edge reach into the lines between two bodies? Lines from foot to foot are the lowest."""
    if low >= max(one.top, two.top):
        return False
    lower, upper = sorted((one, two), key=lambda figure: figure.z)
    if high > upper.z:
        return True
    if high <= lower.z:
        return False
    # Somewhere between the two feet: the lowest line over the edge decides.
    share = min(_first_share(x, y, lower, upper) for x, y in _along(edge))
    return lower.z + (upper.z - lower.z) * share < high


def _along(edge: tuple[float, float, float, float]) -> Iterable[Spot]:
    return [(edge[0] + (edge[2] - edge[0]) * k / 64, edge[1] + (edge[3] - edge[1]) * k / 64) for k in range(65)]


def _first_share(x: float, y: float, start: Figure, end: Figure) -> float:
    """How far a disc going from one base to the other, changing its size, has come when it first covers a point."""
    r = start.base.radius
    return covered_at(x - start.x, y - start.y, end.x - start.x, end.y - start.y, r, end.base.radius - r)
