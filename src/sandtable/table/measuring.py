"""Distances: base to base, base to terrain, base to point, along paths; and comparisons with a limit that are exact.

`gap…` functions give inches for people. Rules ask the `within…`, `touch` and `overlap` functions, which decide in whole
numbers: exactly 12 inches is within 12 inches, and 12 inches and one lattice step is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import pi, sqrt

from sandtable.engine.questions import Point
from sandtable.table.hot.plane import (
    circle_area_inside,
    nearest_on_segment,
    point_segment,
    segment_segment,
    segments_closer,
    segments_meet,
)
from sandtable.table.hot.scene import Shapes
from sandtable.table.lattice import DOUBT, Root, at_most, gap_in_space_at_most, on_lattice
from sandtable.table.pieces import Figure, Ring, Spot, Terrain, Zone

Segment = tuple[float, float, float, float]


def core(figure: Figure) -> Segment:
    """The segment round which a base is drawn: both ends of an oval's core, twice the middle for a disc."""
    hx, hy = figure.half_core
    return figure.x - hx, figure.y - hy, figure.x + hx, figure.y + hy


# ---- figure to figure -----------------------------------------------------------------------------------


def gap(a: Figure, b: Figure) -> float:
    """The gap between two bases in plan; 0 when they touch or overlap."""
    return max(0.0, sqrt(_squared(a, b)) - a.base.radius - b.base.radius)


def _squared(a: Figure, b: Figure) -> float:
    """The square of the distance between two cores; of discs that of their middles."""
    if not a.base.length and not b.base.length:
        dx, dy = b.x - a.x, b.y - a.y
        return dx * dx + dy * dy
    return segment_segment(*core(a), *core(b))


def gap_in_space(a: Figure, b: Figure) -> float:
    """The straight line in space between the two bases."""
    flat, rise = gap(a, b), b.z - a.z
    return sqrt(flat * flat + rise * rise)


def within(a: Figure, b: Figure, limit: float, *, in_space: bool = False) -> bool:
    """Is the gap between two bases at most `limit`? Exact."""
    measured = gap_in_space(a, b) if in_space else gap(a, b)
    if abs(measured - limit) > DOUBT:
        return measured < limit
    squared = exact_squared(core(a), core(b))
    radii = Fraction(a.base.radius) + Fraction(b.base.radius)
    rise = Fraction(b.z) - Fraction(a.z) if in_space else Fraction(0)
    return gap_in_space_at_most(squared, radii, rise, Fraction(limit))


def closer(a: Figure, b: Figure, limit: float) -> bool:
    """Is the gap between two bases in plan smaller than `limit`? Exact; a gap is never smaller than 0."""
    if limit <= 0.0:
        return False
    measured = gap(a, b)
    if abs(measured - limit) > DOUBT:
        return measured < limit
    radii = Fraction(a.base.radius) + Fraction(b.base.radius) + Fraction(limit)
    return exact_squared(core(a), core(b)) < radii * radii


def wholly_within(a: Figure, b: Figure, limit: float) -> bool:
    """Is every point of the base of `a` within `limit` of the base of `b`, in plan? Exact."""
    reach = Fraction(limit) - Fraction(a.base.radius) + Fraction(b.base.radius)
    return reach >= 0 and all(exact_squared(core(end), core(b)) <= reach * reach for end in _ends(a))


def overlap(a: Figure, b: Figure) -> bool:
    """Do two bases overlap in plan? Touching is not overlapping. Exact."""
    squared = _squared(a, b)
    radii = a.base.radius + b.base.radius
    if not a.base.core and not b.base.core:
        return squared < radii * radii  # exact on the lattice
    if abs(sqrt(squared) - radii) > DOUBT:
        return squared < radii * radii
    return exact_squared(core(a), core(b)) < Fraction(radii) ** 2


def depth(a: Figure, b: Figure) -> float:
    """How deep two bases overlap in plan; 0 when they touch or are apart."""
    return max(0.0, a.base.radius + b.base.radius - sqrt(_squared(a, b)))


def stacked(a: Figure, b: Figure) -> bool:
    """Do two figures stand one above the other, so that overlap in plan does no harm?"""
    return a.z >= b.top or b.z >= a.top


def _ends(figure: Figure) -> tuple[Figure, Figure]:
    x0, y0, x1, y1 = core(figure)
    disc = type(figure.base)(figure.base.width, height=figure.base.height)
    return Figure(figure.id, disc, x0, y0, figure.z), Figure(figure.id, disc, x1, y1, figure.z)


# ---- figure to point, marker, terrain, zone ---------------------------------------------------------------


def gap_to(figure: Figure, x: float, y: float, z: float | None = None) -> float:
    """The gap from a base to a point; with `z` the straight line in space."""
    flat = max(0.0, sqrt(segment_segment(*core(figure), x, y, x, y)) - figure.base.radius)
    return flat if z is None else sqrt(flat * flat + (z - figure.z) ** 2)


def outline_segments(rings: Iterable[Sequence[Spot]]) -> Iterable[Segment]:
    for ring in rings:
        for (x0, y0), (x1, y1) in pairwise(ring):
            yield x0, y0, x1, y1


def gap_to_terrain(figure: Figure, piece: Terrain) -> float:
    """The gap from a base to a piece's footprint in plan; 0 when they touch or overlap."""
    if holds(piece, figure.x, figure.y):
        return 0.0
    nearest = min(segment_segment(*core(figure), *edge) for edge in _edges(piece))
    return max(0.0, sqrt(nearest) - figure.base.radius)


def within_of_terrain(figure: Figure, piece: Terrain, limit: float) -> bool:
    measured = gap_to_terrain(figure, piece)
    if abs(measured - limit) > DOUBT or (measured == 0.0 and limit >= 0.0 and holds(piece, figure.x, figure.y)):
        return measured <= limit
    squared = min(exact_squared(core(figure), edge) for edge in _edges(piece))
    return squared <= (Fraction(limit) + Fraction(figure.base.radius)) ** 2


def overlaps_terrain(figure: Figure, piece: Terrain) -> bool:
    """Does any part of the base lie over the inside of the footprint? Touching the outline is not enough. Exact."""
    if holds(piece, figure.x, figure.y):
        return True
    here, radius = core(figure), figure.base.radius
    for edge in _edges(piece):
        near = segment_segment(*here, *edge)
        if near <= radius**2 + DOUBT and _come_closer(here, edge, radius):
            return True
    return False


def holds(piece: Terrain, x: float, y: float) -> bool:
    """Is the point strictly inside the footprint?"""
    return _footprint(piece.outline, piece.holes)[0].shape_holds(0, x, y)


def _edges(piece: Terrain) -> tuple[Segment, ...]:
    return _footprint(piece.outline, piece.holes)[1]


def holds_wholly(outline: Ring, figure: Figure) -> bool:
    """Does the base lie wholly inside the outline? Touching it from inside is allowed. Exact."""
    shape, edges = _footprint(outline, ())
    if not shape.in_box(0, figure.x, figure.y):
        return False
    x0, y0, x1, y1 = core(figure)
    ends = ((x0, y0),) if (x0, y0) == (x1, y1) else ((x0, y0), (x1, y1))
    if not all(shape.shape_holds(0, x, y) or shape.on_outline(0, x, y) for x, y in ends):
        return False
    radius = figure.base.radius
    squared = radius**2
    for edge in edges:
        near = segment_segment(x0, y0, x1, y1, *edge) if figure.base.core else point_segment(x0, y0, *edge)
        if near < squared - DOUBT:
            return False
        if near <= squared + DOUBT and _come_closer((x0, y0, x1, y1), edge, radius):
            return False
    return True


@lru_cache(1024)
def _footprint(outline: Ring, holes: tuple[Ring, ...]) -> tuple[Shapes, tuple[Segment, ...]]:
    """An outline prepared, and its edges: zones and pieces are asked about again and again."""
    rings = Terrain(id="", outline=outline, holes=holes).rings
    scene = Shapes(0.0, 0.0)
    scene.add_shape(rings, 0.0, 0.0)
    return scene, tuple(outline_segments(rings))


def holds_in_band(zone: Zone, band: float, figure: Figure) -> bool:
    """Does the base lie wholly inside a zone widened by `band` inches? Exact for convex zones."""
    if holds_wholly(zone.outline, figure):
        return True
    shape = Terrain(id="", outline=zone.outline)
    return all(
        within_of_terrain(Figure("", type(end.base)(0.0), end.x, end.y), shape, band - figure.base.radius)
        for end in _ends(figure)
    )


def share_inside(figure: Figure, piece: Terrain) -> float:
    """The share of a round base's area over the footprint (for an oval: of its two ends and middle, evenly)."""
    spots = [(figure.x, figure.y)]
    if figure.base.core:
        x0, y0, x1, y1 = core(figure)
        spots += [(x0, y0), (x1, y1)]
    r = figure.base.radius
    covered = 0.0
    for x, y in spots:
        for ring in piece.rings:
            xs, ys = [p[0] for p in ring], [p[1] for p in ring]
            covered += circle_area_inside(x, y, r, xs, ys, 0, len(ring))
    share = covered / (pi * r * r * len(spots))
    return min(1.0, max(0.0, round(share, 9)))


def nearest_outside(piece: Terrain, x: float, y: float) -> Spot:
    """The point of the outline nearest to a point inside: where a drowning figure would come ashore."""
    best, found = float("inf"), (x, y)
    for x0, y0, x1, y1 in outline_segments(piece.rings):
        nx, ny = nearest_on_segment(x, y, x0, y0, x1, y1)
        squared = (nx - x) ** 2 + (ny - y) ** 2
        if squared < best:
            best, found = squared, (nx, ny)
    return found


def gap_to_edge(figure: Figure, where: str, width: float, height: float) -> float:
    """The gap from a base to one edge of a table (left, right, bottom or top)."""
    x0, y0, x1, y1 = core(figure)
    r = figure.base.radius
    depth = {
        "left": min(x0, x1),
        "right": width - max(x0, x1),
        "bottom": min(y0, y1),
        "top": height - max(y0, y1),
    }[where]
    return max(0.0, depth - r)


# ---- paths ------------------------------------------------------------------------------------------------


def path_length(path: Sequence[Point], *, in_space: bool = False) -> float:
    """The length of a path in plan, or in space."""
    length = 0.0
    for a, b in pairwise(path):
        rise = b.z - a.z if in_space else 0.0
        length += sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2 + rise * rise)
    return length


def path_at_most(path: Sequence[Point], limit: float, *, in_space: bool = False) -> bool:
    """Is a path at most `limit` long? Exact."""
    measured = path_length(path, in_space=in_space)
    if abs(measured - limit) > DOUBT:
        return measured < limit
    roots: list[Root] = []
    for a, b in pairwise(path):
        squared = (Fraction(b.x) - Fraction(a.x)) ** 2 + (Fraction(b.y) - Fraction(a.y)) ** 2
        if in_space:
            squared += (Fraction(b.z) - Fraction(a.z)) ** 2
        roots.append((Fraction(1), squared))
    return at_most(roots, Fraction(0), Fraction(limit))


# ---- exact squares ----------------------------------------------------------------------------------------


def exact_squared(one: Segment, two: Segment) -> Fraction:
    """The squared distance between two segments, as a fraction."""
    if segments_meet(*one, *two):
        return Fraction(0)
    ax, ay, bx, by = map(Fraction, one)
    cx, cy, dx, dy = map(Fraction, two)
    return min(
        _point_squared((ax, ay), (cx, cy, dx, dy)),
        _point_squared((bx, by), (cx, cy, dx, dy)),
        _point_squared((cx, cy), (ax, ay, bx, by)),
        _point_squared((dx, dy), (ax, ay, bx, by)),
    )


def _come_closer(one: Segment, two: Segment, reach: float) -> bool:
    """Do two segments come closer to each other than this? Exact: in whole steps where all lie on the lattice."""
    if all(on_lattice(inches) for inches in (*one, *two, reach)):
        return segments_closer(*one, *two, reach)
    return exact_squared(one, two) < Fraction(reach) ** 2


def _point_squared(point: tuple[Fraction, Fraction], edge: tuple[Fraction, Fraction, Fraction, Fraction]) -> Fraction:
    (px, py), (ax, ay, bx, by) = point, edge
    ex, ey, x, y = bx - ax, by - ay, px - ax, py - ay
    along, length = x * ex + y * ey, ex * ex + ey * ey
    if along <= 0:
        return x * x + y * y
    if along >= length:
        return (px - bx) ** 2 + (py - by) ** 2
    return (x * ey - y * ex) ** 2 / length
