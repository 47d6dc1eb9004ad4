"""Is a table playable? Every fault is one line that names the piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist, hypot, isfinite

from sandtable.engine.errors import SetupError, shown
from sandtable.table.board import Table
from sandtable.table.hot.plane import segments_meet
from sandtable.table.lattice import on_lattice
from sandtable.table.measuring import holds, overlap, overlaps_terrain, stacked
from sandtable.table.pieces import BLOCK, FORMS, SHELL, Figure, Ring, Terrain, ring_edges, signed_area

MOST_PIECES = 500
MOST_CORNERS = 120
MOST_CORNERS_IN_ALL = 6000
MOST_FIGURES = 400
LARGEST = 240.0
HIGHEST = 60.0


class MapError(SetupError):
    """A map that cannot be used; says which piece is at fault."""


def check_table(table: Table) -> None:
    """Raise MapError for the first fault of a table."""
    _size(table)
    if len(table.terrain) > MOST_PIECES:
        raise MapError(f"{len(table.terrain)} pieces of terrain are too many: the limit is {MOST_PIECES}")
    corners = 0
    for piece in table.terrain:
        corners += len(piece.outline) + sum(len(hole) for hole in piece.holes)
    if corners > MOST_CORNERS_IN_ALL:
        raise MapError(f"{corners} corners in all are too many: the limit is {MOST_CORNERS_IN_ALL}")
    _unique("terrain", [piece.id for piece in table.terrain])
    _unique("marker", [marker.id for marker in table.markers])
    _unique("zone", [zone.id for zone in table.zones])
    for piece in table.terrain:
        check_piece(table, piece)
    _check_marks(table)


def _size(table: Table) -> None:
    for what, size in (("width", table.width), ("height", table.height)):
        if not isfinite(size) or not 1 <= size <= LARGEST:
            raise MapError(f"the table's {what} is {size:g}: it must be 1 to {LARGEST:g} inches")


def _unique(what: str, names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not name or len(name) > 60:
            raise MapError(f"{what} {shown(name)}: every piece needs an id of 1 to 60 letters")
        if name in seen:
            raise MapError(f"{what} {name!r} is there twice")
        seen.add(name)


def check_piece(table: Table, piece: Terrain) -> None:
    where = f"terrain {piece.id!r}"
    if piece.form not in FORMS:
        raise MapError(f"{where}: form {piece.form!r} is none of {', '.join(FORMS)}")
    for what, value, least in (("floor", piece.floor, -HIGHEST), ("height", piece.height, 0.0)):
        if not isfinite(value) or not least <= value <= HIGHEST:
            raise MapError(f"{where}: {what} {value:g} is not between {least:g} and {HIGHEST:g}")
    _check_ring(table, where, "outline", piece.outline)
    for hole in piece.holes:
        _check_ring(table, where, "hole", hole)
        if not all(_inside(piece.outline, x, y) for x, y in hole) or _meet(piece.outline, hole):
            raise MapError(f"{where}: a hole is not wholly inside the outline")
    for one in range(len(piece.holes)):
        for two in range(one):
            if _meet(piece.holes[one], piece.holes[two]):
                raise MapError(f"{where}: two holes overlap")
    _check_shell(where, piece)
    _check_slope(where, piece)


def _check_ring(table: Table, where: str, what: str, ring: Ring) -> None:
    if not 3 <= len(ring) <= MOST_CORNERS:
        raise MapError(f"{where}: the {what} has {len(ring)} corners, it needs 3 to {MOST_CORNERS}")
    for x, y in ring:
        if not (isfinite(x) and isfinite(y)):
            raise MapError(f"{where}: the {what} has a corner at ({x}, {y})")
        if not (0 <= x <= table.width and 0 <= y <= table.height):
            raise MapError(f"{where}: the {what} leaves the table at ({x:g}, {y:g})")
        if not (on_lattice(x) and on_lattice(y)):
            raise MapError(f"{where}: ({x!r}, {y!r}) is not on the lattice of 1/1024 inch")
    crossed = _self_crossing(ring)
    if crossed is not None:
        raise MapError(f"{where}: the {what} crosses itself at edges {crossed[0] + 1} and {crossed[1] + 1}")
    if abs(signed_area(ring)) < 1e-3:
        raise MapError(f"{where}: the {what} has no area")


def _self_crossing(ring: Ring) -> tuple[int, int] | None:
    """Two edges that meet where they should not, or None."""
    size = len(ring)
    for i in range(size):
        a, b = ring[i], ring[(i + 1) % size]
        if a == b:
            return i, (i + 1) % size
        for j in range(i + 1, size):
            c, d = ring[j], ring[(j + 1) % size]
            if j == i + 1 or (i == 0 and j == size - 1):
                if _folds_back(a, b, c, d):
                    return i, j
            elif segments_meet(*a, *b, *c, *d):
                return i, j
    return None


def _folds_back(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    """Do two edges with a common corner lie on each other?"""
    if b != c:  # the last edge leads back to the first corner
        a, b, d = c, d, b
    straight = (b[0] - a[0]) * (d[1] - b[1]) - (b[1] - a[1]) * (d[0] - b[0]) == 0
    return straight and (b[0] - a[0]) * (d[0] - b[0]) + (b[1] - a[1]) * (d[1] - b[1]) < 0


def _meet(one: Ring, two: Ring) -> bool:
    return any(segments_meet(*a, *b, *c, *d) for a, b in ring_edges(one) for c, d in ring_edges(two))


def _inside(ring: Ring, x: float, y: float) -> bool:
    return holds(Terrain(id="", outline=ring), x, y)


def _check_shell(where: str, piece: Terrain) -> None:
    if piece.form != SHELL and (piece.openings or piece.levels):
        raise MapError(f"{where}: only a shell has levels and openings")
    for level in piece.levels:
        if not isfinite(level) or not 0 <= level < piece.height:
            raise MapError(f"{where}: level {level:g} is not below its height of {piece.height:g}")
    taken: dict[int, list[tuple[float, float, float, float]]] = {}
    for number, opening in enumerate(piece.openings, 1):
        what = f"{where}: opening {number}"
        if not 0 <= opening.edge < len(piece.outline):
            raise MapError(f"{what} is on edge {opening.edge}, but edges run from 0 to {len(piece.outline) - 1}")
        length = dist(piece.outline[opening.edge], piece.outline[(opening.edge + 1) % len(piece.outline)])
        if not (isfinite(opening.start) and isfinite(opening.end) and 0 <= opening.start < opening.end <= length):
            raise MapError(f"{what} runs from {opening.start:g} to {opening.end:g} on an edge of {length:.2f} inches")
        if not 0 <= opening.sill < opening.head <= piece.height:
            raise MapError(f"{what} must lie between 0 and the height of {piece.height:g}")
        for start, end, sill, head in taken.setdefault(opening.edge, []):
            if opening.start < end and start < opening.end and opening.sill < head and sill < opening.head:
                raise MapError(f"{what} overlaps another one")
        taken[opening.edge].append((opening.start, opening.end, opening.sill, opening.head))


def _check_slope(where: str, piece: Terrain) -> None:
    for edge in piece.ways_up:
        if not 0 <= edge < len(piece.outline):
            raise MapError(f"{where}: way up {edge} is not an edge")
    slope = piece.slope
    if slope is None:
        return
    numbers = (slope.foot_x, slope.foot_y, slope.head_x, slope.head_y)
    if piece.form != BLOCK or not all(isfinite(number) for number in numbers):
        raise MapError(f"{where}: a slope needs a block and four numbers")
    if hypot(slope.head_x - slope.foot_x, slope.head_y - slope.foot_y) < 0.25 or piece.height == 0:
        raise MapError(f"{where}: a slope must rise over at least a quarter of an inch")
    if not all(on_lattice(number) for number in numbers):
        raise MapError(f"{where}: the slope's ends are not on the lattice of 1/1024 inch")


def _check_marks(table: Table) -> None:
    for marker in table.markers:
        numbers = (marker.x, marker.y, marker.z, marker.width)
        if not all(isfinite(number) for number in numbers) or marker.width < 0:
            raise MapError(f"marker {marker.id!r} has a place or size that is no number")
        if not (0 <= marker.x <= table.width and 0 <= marker.y <= table.height):
            raise MapError(f"marker {marker.id!r} lies off the table at ({marker.x:g}, {marker.y:g})")
    for zone in table.zones:
        _check_ring(table, f"zone {zone.id!r}", "outline", zone.outline)
    for edge in table.edges:
        if edge.where not in ("left", "right", "bottom", "top"):
            raise MapError(f"edge {edge.where!r} is none of left, right, bottom, top")
        length = table.height if edge.where in ("left", "right") else table.width
        if not (isfinite(edge.start) and isfinite(edge.end) and 0 <= edge.start < edge.end <= length):
            raise MapError(f"edge {edge.where!r} runs from {edge.start:g} to {edge.end:g} of {length:g}")


def check_figures(table: Table, figures: Sequence[Figure]) -> None:
    """Raise MapError for the first figure that cannot stand where it does."""
    if len(figures) > MOST_FIGURES:
        raise MapError(f"{len(figures)} figures are too many: the limit is {MOST_FIGURES}")
    _unique("figure", [figure.id for figure in figures])
    for number, figure in enumerate(figures):
        where = f"figure {figure.id!r}"
        numbers = (figure.x, figure.y, figure.z, figure.turn, figure.base.width, figure.base.length)
        if not all(isfinite(value) for value in numbers) or not 0 < figure.base.width <= 12:
            raise MapError(f"{where} has a place or size that is no number")
        if figure.base.length > 24:
            raise MapError(f"{where}: an oval of {figure.base.length:g} inches is too long")
        if not table.fits(figure):
            raise MapError(f"{where} stands partly off the table")
        for other in figures[:number]:
            if overlap(figure, other) and not stacked(figure, other):
                raise MapError(f"{where} overlaps {other.id!r}")
        blocked = _stands_in(table, figure)
        if blocked is not None:
            raise MapError(f"{where} stands in terrain {blocked.id!r}")


def _stands_in(table: Table, figure: Figure) -> Terrain | None:
    """A solid piece that the figure is stuck in: neither on top of it nor under it."""
    for piece in table.terrain:
        beside = figure.z >= piece.top or figure.top <= piece.floor
        solid = piece.form == BLOCK and piece.height > 0 and piece.slope is None
        if solid and not beside and overlaps_terrain(figure, piece):
            return piece
    return None


def warnings(table: Table, least: float = 0.25, most: float = 0.33) -> Iterable[str]:
    """What is not wrong but worth knowing: too little or too much terrain, markers that nobody can reach."""
    covered = table.covered()
    if covered < least:
        yield f"only {covered:.0%} of the table is covered, {least:.0%} or more play better"
    elif covered > most + 0.05:
        yield f"{covered:.0%} of the table is covered, more than the usual {most:.0%}"
    for marker in table.markers:
        for piece in table.pieces_under(marker.x, marker.y):
            if piece.form == BLOCK and marker.z < piece.top and piece.slope is None:
                yield f"marker {marker.id!r} lies inside terrain {piece.id!r}"
