"""Sight: the visible share of a target, who hides it, and single sight lines.

A `Veil` says what stops a look (a ruleset writes one for each way of looking it knows), a `Screen` holds the figures
that stand about. Verdicts such as "any part", "one tenth" or "more than half hidden" are read off `Seen.share`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import acos, atan, atan2, cos, hypot, inf, pi, sin, sqrt
from typing import Final

from sandtable.engine.questions import Point
from sandtable.engine.records import Record
from sandtable.table.board import Table
from sandtable.table.hot.plane import crossings
from sandtable.table.hot.scene import Shapes, members
from sandtable.table.hot.sight import Gaze, Shade, slab_trapezoids, tall_share, trapezoids
from sandtable.table.measuring import within
from sandtable.table.pieces import SHELL, Figure, Spot, Terrain

DIGITS: Final = 9
"""Shares are rounded to this many places, so that one half is one half on every machine."""


class Veil(Record, frozen=True):
    """What stops a look: pieces with one of `traits`. With `flat` heights do not count. `eye` is the height of the eye
    above the viewer's foot; None is the top of the figure."""

    traits: frozenset[str] = frozenset()
    flat: bool = False
    eye: float | None = None


class Excused(Record, frozen=True):
    """Who and what does not stop one look: figures, units and terrain by name; with `small` all that are not large."""

    figures: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    terrain: frozenset[str] = frozenset()
    small: bool = False


NOBODY = Excused()


class Seen(Record, frozen=True):
    """What a look sees: the visible share of the target, what hides the rest, and the open directions for drawing."""

    share: float
    blockers: tuple[str, ...] = ()
    fans: tuple[tuple[float, float], ...] = ()
    """Pairs of angles (radians, anticlockwise from the x axis) between which the target is seen in plan."""

    @property
    def clear(self) -> bool:
        return self.share == 1.0

    def __bool__(self) -> bool:
        return self.share > 0.0


class Screen:
    """Figures that may stand in the way. Prepare one per position; each look leaves out whom the ruleset excuses.

    With `close` the gap between two figures of one unit that are at most so far apart is closed by a strip.
    """

    def __init__(self, figures: Iterable[Figure], close: float | None = None) -> None:
        self.figures = tuple(figures)
        self.scene = Shapes(0.0, 0.0)
        self.strips: list[tuple[int, int]] = []
        self.names = {figure.id for figure in self.figures}
        for i, figure in enumerate(self.figures):
            for x, y in figure.middles:
                self.scene.add_circle(x, y, figure.base.radius, figure.z, figure.top)
            if figure.base.core:
                self._strip(figure, figure, i, i)
        self._circle_owner = [i for i, figure in enumerate(self.figures) for _ in figure.middles]
        if close is not None:
            self._close_gaps(close)
        self.scene.seal()

    def _close_gaps(self, close: float) -> None:
        for i, one in enumerate(self.figures):
            for j in range(i + 1, len(self.figures)):
                two = self.figures[j]
                if one.unit and one.unit == two.unit and within(one, two, close):
                    self._strip(one, two, i, j)

    def _strip(self, one: Figure, two: Figure, i: int, j: int) -> None:
        """The area spanned by two bases beyond the discs themselves."""
        a, b = (one.middles[0], one.middles[-1]) if one is two else ((one.x, one.y), (two.x, two.y))
        ring = spanned(a, one.base.radius, b, two.base.radius)
        self.scene.add_shape([ring], min(one.z, two.z), min(one.top, two.top))
        self.strips.append((i, j))

    def owner(self, number: int) -> str:
        """The figure that casts a shadow (chains are strips, circle i is -2 - i)."""
        return self.figures[self.strips[number][0] if number >= 0 else self._circle_owner[-2 - number]].id

    def excuse(self, excused: Excused, also: Collection[str]) -> tuple[int, int]:
        """The strips and the circles that are left out of a look, as bits."""
        if excused == NOBODY and self.names.isdisjoint(also):
            return 0, 0
        out = [
            figure.id in also
            or figure.id in excused.figures
            or figure.unit in excused.units
            or (excused.small and not figure.large)
            for figure in self.figures
        ]
        circles = strips = 0
        for bit, owner in enumerate(self._circle_owner):
            if out[owner]:
                circles |= 1 << bit
        for bit, (i, j) in enumerate(self.strips):
            # A strip between a small and a large figure blocks like the large one.
            if (out[i] and out[j]) if excused.small else (out[i] or out[j]):
                strips |= 1 << bit
        return strips, circles


def look(
    table: Table,
    eye: Point,
    target: Figure,
    veil: Veil,
    screen: Screen | Sequence[Screen] | None = None,
    *,
    viewer: Figure | None = None,
    excused: Excused = NOBODY,
) -> Seen:
    """What of `target` is seen from the point `eye` (of `viewer`, who never stands in the own way). Who stands about
    may be given as several screens."""
    hx, hy = target.half_core
    view = Gaze(eye.x, eye.y, target.x, target.y, target.base.radius, hx, hy)
    if view.inside:
        return Seen(1.0)
    stops = stopping(table, veil, excused)
    cast = _Cast(table, view.shades(table.blinds.scene, ~stops, 0))
    for one in () if screen is None else (screen,) if isinstance(screen, Screen) else screen:
        strips, circles = one.excuse(excused, (target.id,) if viewer is None else (viewer.id, target.id))
        cast.screened.append((one, view.shades(one.scene, strips, circles)))
    if not veil.flat:
        return _tall(view, cast, stops, eye, target)
    every = [*cast.shades, *(shade for _, shades in cast.screened for shade in shades)]
    return Seen(round(view.flat_share(every), DIGITS), cast.named(), _angles(view, every))


def look_from(
    table: Table,
    viewer: Figure,
    target: Figure,
    veil: Veil,
    screen: Screen | Sequence[Screen] | None = None,
    *,
    excused: Excused = NOBODY,
) -> Seen:
    """What of `target` is seen from the middle of the viewer's base, at its eye's height."""
    return look(table, eye_of(viewer, veil), target, veil, screen, viewer=viewer, excused=excused)


def eye_of(viewer: Figure, veil: Veil) -> Point:
    return Point(viewer.x, viewer.y, viewer.z + (viewer.base.height if veil.eye is None else veil.eye))


# ---- single lines -----------------------------------------------------------------------------------------


def line(
    table: Table,
    start: Point,
    end: Point,
    veil: Veil,
    screen: Screen | None = None,
    *,
    excused: Excused = NOBODY,
) -> tuple[str, ...]:
    """What cuts the straight line between two points in space: what it runs through inside, not along the face."""
    cut: dict[str, None] = {}
    stops = stopping(table, veil, excused)
    scene = table.blinds.scene
    for chain in members(scene.near(start.x, start.y, end.x, end.y, 0.0) & stops):
        piece = table.blinds.owner(chain)
        if piece.id not in cut and _cut_by(scene, chain, (start, end), walls=piece.form == SHELL, flat=veil.flat):
            cut[piece.id] = None
    if not veil.flat:
        cut.update((piece.id, None) for piece in _floors_cut(table, stops, start, end))
    if screen is not None:
        cut.update((name, None) for name in _figures_cut(screen, start, end, excused, flat=veil.flat))
    return tuple(cut)


def _cut_by(scene: Shapes, chain: int, ends: tuple[Point, Point], *, walls: bool, flat: bool) -> bool:
    (start, end), low, high = ends, scene.low[chain], scene.high[chain]
    first, last = scene.start[chain], scene.stop[chain]
    if walls:
        where = crossings(start.x, start.y, end.x, end.y, scene.xs, scene.ys, first, last, False)
        return any(0.0 < t < 1.0 and (flat or low < start.z + (end.z - start.z) * t < high) for t in where)
    spans = scene.spans(scene.shape_of[chain], start.x, start.y, end.x, end.y)
    return any(flat or _between(start, end, span, low, high) for span in spans)


def _floors_cut(table: Table, stops: int, start: Point, end: Point) -> Iterable[Terrain]:
    """Pieces with a floor or roof that the line passes through from below or above."""
    for slab, (number, height) in enumerate(table.blinds.slabs):
        if min(start.z, end.z) < height < max(start.z, end.z) and table.blinds.chains_of_piece(number) & stops:
            t = (height - start.z) / (end.z - start.z)
            if table.blinds.floors.shape_holds(slab, start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t):
                yield table.terrain[number]


def _figures_cut(screen: Screen, start: Point, end: Point, excused: Excused, *, flat: bool) -> Iterable[str]:
    strips_out, left_out = screen.excuse(excused, ())
    scene = screen.scene
    for circle in range(len(scene.cx)):
        low, high = (-inf, inf) if flat else (scene.clow[circle], scene.chigh[circle])
        middle = scene.cx[circle], scene.cy[circle]
        if not left_out >> circle & 1 and runs_through_body(start, end, middle, scene.cr[circle], low, high):
            yield screen.owner(-2 - circle)
    for strip in range(len(screen.strips)):
        if not strips_out >> strip & 1 and _cut_by(scene, strip, (start, end), walls=False, flat=flat):
            yield screen.owner(strip)


def runs_through_body(start: Point, end: Point, middle: Spot, radius: float, low: float, high: float) -> bool:
    """Does a straight line in space run through the inside of an upright cylinder? Grazing it does not count."""
    dx, dy = end.x - start.x, end.y - start.y
    fx, fy = start.x - middle[0], start.y - middle[1]
    squared, half = dx * dx + dy * dy, fx * dx + fy * dy
    off = fx * fx + fy * fy - radius * radius
    if squared == 0.0:
        return off < 0.0 and min(start.z, end.z) < high and max(start.z, end.z) > low
    under = half * half - squared * off
    if under <= 0.0:
        return False
    root = sqrt(under)
    enter, leave = max(0.0, (-half - root) / squared), min(1.0, (root - half) / squared)
    return enter < leave and _between(start, end, (enter, leave), low, high)


def runs_through_piece(table: Table, number: int, start: Point, end: Point) -> bool:
    """Does a straight line in space run through the inside of a piece's footprint between its floor and its top?"""
    piece = table.terrain[number]
    spans = table.plans.spans(number, start.x, start.y, end.x, end.y)
    return any(_between(start, end, span, piece.floor, piece.top) for span in spans)


def _between(start: Point, end: Point, span: tuple[float, float], low: float, high: float) -> bool:
    """Is a line somewhere between two heights, on the stretch from one share of its length to another?"""
    rise = end.z - start.z
    first, last = start.z + rise * span[0], start.z + rise * span[1]
    return min(first, last) < high and max(first, last) > low


# ---- underneath ---------------------------------------------------------------------------------------------


class _Cast:
    """The shadows of one look, by terrain and by figures."""

    def __init__(self, table: Table, shades: list[Shade]) -> None:
        self.table = table
        self.shades = shades
        self.screened: list[tuple[Screen, list[Shade]]] = []

    def named(self) -> tuple[str, ...]:
        """Who casts them, each once."""
        names = dict.fromkeys(self.table.blinds.owner(shade[4]).id for shade in self.shades)
        for screen, shades in self.screened:
            names.update(dict.fromkeys(screen.owner(shade[4]) for shade in shades))
        return tuple(names)


def stopping(table: Table, veil: Veil, excused: Excused) -> int:
    """The chains that stop this look, as bits."""
    blinds = table.blinds
    stops = blinds.chains_with(veil.traits)
    for name in excused.terrain:
        stops &= ~blinds.chains_of_piece(table.terrain.index(table.piece(name)))
    return stops & ~blinds.around_openings if veil.flat else stops


def _tall(view: Gaze, cast: _Cast, stops: int, eye: Point, target: Figure) -> Seen:
    """The visible share of the target's upright outline."""
    table = cast.table
    foot, top = target.z, target.top
    full, partial, chains = trapezoids(view, cast.shades, table.blinds.scene, eye.z, foot, top)
    named = dict.fromkeys(table.blinds.owner(chain).id for chain in chains)
    for screen, shades in cast.screened:
        more_full, more_partial, figures = trapezoids(view, shades, screen.scene, eye.z, foot, top)
        full, partial = full + more_full, partial + more_partial
        named.update(dict.fromkeys(map(screen.owner, figures)))
    for slab, (number, height) in enumerate(table.blinds.slabs):
        between = min(eye.z, target.z) < height < max(eye.z, target.top)
        if between and table.blinds.chains_of_piece(number) & stops:
            hidden = slab_trapezoids(view, table.blinds.floors, slab, eye.z, height, foot, top)
            partial = partial + hidden
            if hidden:
                named[table.terrain[number].id] = None
    share = round(tall_share(view, full, partial, foot, top), DIGITS)
    return Seen(share, tuple(named) if share < 1.0 else (), _angles(view, full))


def _angles(view: Gaze, shades: list[Shade]) -> tuple[tuple[float, float], ...]:
    ahead = atan2(view.uy, view.ux)
    return tuple((ahead + atan(left), ahead + atan(right)) for left, right in view.open_fans(shades))


def spanned(a: Spot, a_radius: float, b: Spot, b_radius: float) -> list[Spot]:
    """The quadrilateral between the outer tangents of two discs, closed."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    distance = hypot(dx, dy)
    lean = acos(min(1.0, max(-1.0, (a_radius - b_radius) / distance))) if distance else pi / 2
    ahead = atan2(dy, dx)
    corners = [
        (a[0] + a_radius * cos(ahead - lean), a[1] + a_radius * sin(ahead - lean)),
        (b[0] + b_radius * cos(ahead - lean), b[1] + b_radius * sin(ahead - lean)),
        (b[0] + b_radius * cos(ahead + lean), b[1] + b_radius * sin(ahead + lean)),
        (a[0] + a_radius * cos(ahead + lean), a[1] + a_radius * sin(ahead + lean)),
    ]
    return [*corners, corners[0]]
