"""The ground as one base meets it: what is in its way at its height, and what its middle walks over.

A `Gait` says how a base goes (each ruleset writes a few: walking, charging, flying); a `Ground` is a table prepared for
one base, one gait, one height and the figures in the way. Prepare it once per position and ask it many questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from sandtable.table.board import Table, slope_plane
from sandtable.table.hot.plane import nearest_on_segment, point_segment
from sandtable.table.hot.relief import Relief
from sandtable.table.hot.scene import Scene
from sandtable.table.hot.sweep import NOTHING, clear, spot
from sandtable.table.hot.ways import Ways, enters
from sandtable.table.lattice import snap
from sandtable.table.pieces import AREA, SHELL, Base, Figure, Opening, Spot, Terrain, cut_chain
from sandtable.table.sight import spanned

FOREVER = 1000.0
NARROW = "a gap too narrow"
"""What stops a base where it does not fit through."""
LEVEL_WITH = 0.25
"""Floors this close in height are the same floor."""


class Gait(Struct, frozen=True):
    """How a base goes.

    stops      traits of pieces that no part of the base may enter
    slows      traits of ground that is slow to the middle of the base, each with its factor
    step_up    the highest rise taken in one step; what rises further is in the way
    step_down  the deepest drop taken in one step
    up_cost    inches of movement for each inch risen; `down_cost` for each inch dropped, beyond a `free_drop`
    along_slope  ramps are measured along their surface, not flat
    free_ramps   getting on and off a ramp costs no height
    hugs       only the middle of the base keeps out of terrain on the way, though gaps must fit the whole base
    narrow     doors are passed by the body's width instead of the base's
    windows    windows of the base's own storey are passed as doors are
    spacing    the gap to keep from the figures in the way
    flies      nothing on the way counts, only where the base ends
    """

    stops: frozenset[str] = frozenset()
    slows: tuple[tuple[str, float], ...] = ()
    step_up: float = 0.0
    step_down: float = FOREVER
    up_cost: float = 1.0
    down_cost: float = 0.0
    free_drop: float = 0.0
    along_slope: bool = False
    free_ramps: bool = True
    hugs: bool = False
    narrow: bool = False
    windows: bool = False
    spacing: float = 0.0
    flies: bool = False

    def slowness(self, piece: Terrain) -> float:
        factor = 1.0
        for trait, slow in self.slows:
            if trait in piece.traits:
                factor = max(factor, slow)
        return factor


class Ground:
    """A table as one base meets it at one height."""

    def __init__(
        self, table: Table, base: Base, gait: Gait, figures: Iterable[Figure] = (), level: float = 0.0
    ) -> None:
        self.table = table
        self.base = base
        self.gait = gait
        self.level = level
        self.figures = tuple(figures)
        self.scene = Scene(table.width, table.height)
        self.relief = Relief(table.width, table.height)
        self.pieces: list[Terrain | None] = []
        """The piece behind each shape of the scene; None for figures and closed gaps."""
        self.names: list[str] = []
        self.relief_pieces: list[Terrain] = []
        self.radius = 0.0 if gait.hugs else base.radius
        self.keep = base.radius + snap(gait.spacing)
        self._siblings: dict[float, Ground] = {level: self}
        self._tell_relief()
        if not gait.flies:
            for piece in table.terrain:
                self._lay(piece)
        self._stand_figures()
        self.bars = 0
        """The bars across narrow gaps, as bits: they stop a middle on its way, not a base that ends beside them."""
        if gait.hugs and not gait.flies:
            for gap in narrow_gaps(self):
                self._obstacle(None, [gap], NARROW)
                self.bars |= self.scene.chains_of(len(self.names) - 1)
        self.scene.seal()
        self.relief.scene.seal()

    # ---- building ---------------------------------------------------------------------------------

    def _tell_relief(self) -> None:
        relief, gait = self.relief, self.gait
        relief.up_cost, relief.down_cost, relief.free_drop = gait.up_cost, gait.down_cost, gait.free_drop
        relief.step_up, relief.step_down = gait.step_up, gait.step_down
        relief.along_slope, relief.free_ramps = gait.along_slope, gait.free_ramps

    def _lay(self, piece: Terrain) -> None:
        """Put a piece where it belongs: in the way, under foot, or nowhere (overhead)."""
        if piece.floor >= self.level + self.base.height:
            return
        if piece.form == SHELL:
            self._lay_shell(piece)
        elif piece.traits & self.gait.stops:
            self._obstacle(piece, piece.rings, piece.label)
        elif piece.form == AREA:
            self._surface(piece, raises=piece.floor != 0.0, top=piece.floor)
        elif piece.slope is not None or piece.top <= self.level + self.gait.step_up:
            self._surface(piece, raises=True, top=piece.top)
        else:
            self._obstacle(piece, piece.rings, piece.label)

    def _lay_shell(self, piece: Terrain) -> None:
        if self.level >= piece.top - LEVEL_WITH:
            self._surface(piece, raises=True, top=piece.top)
            return
        inner = [height for height in piece.floors()[:-1] if abs(height - self.level) <= LEVEL_WITH]
        floor = inner[0] if inner else piece.floor
        self._surface(piece, raises=floor != 0.0, top=floor)
        self._obstacle(piece, self._walls(piece), piece.label)

    def _walls(self, piece: Terrain) -> list[list[Spot]]:
        """The walls of a shell at this height without the doors that the base can use."""
        need = 2 * (self.base.body_radius if self.gait.narrow else self.base.radius)
        doors = []
        for opening in piece.openings:
            if self._leads_through(piece, opening) and opening.width >= need:
                doors.append(_widened(piece.opening_ends(opening), 2 * self.radius, piece, opening.edge))
        walls = [*cut_chain(piece.rings[0], doors), *piece.rings[1:]]
        # Walls are open chains: what is inside them is not solid.
        return [part for wall in walls for part in ((wall[:2], wall[1:]) if wall[0] == wall[-1] else (wall,))]

    def _leads_through(self, piece: Terrain, opening: Opening) -> bool:
        """Is an opening on the floor of this height; a window on its storey, for a gait that takes windows?"""
        sill = piece.floor + opening.sill
        if opening.kind != "window":
            return abs(sill - self.level) <= LEVEL_WITH
        ceiling = min((height for height in piece.floors() if height > self.level + LEVEL_WITH), default=piece.top)
        return self.gait.windows and self.level - LEVEL_WITH <= sill < ceiling

    def _obstacle(self, piece: Terrain | None, chains: list[list[Spot]], name: str) -> None:
        self.scene.add_shape(chains, 0.0, 0.0)
        self.pieces.append(piece)
        self.names.append(name)

    def _surface(self, piece: Terrain, *, raises: bool, top: float) -> None:
        slow = self.gait.slowness(piece)
        if slow == 1.0 and not raises:
            return
        shape = self.relief.add(piece.rings, slow, raises, top)
        self.relief_pieces.append(piece)
        if piece.slope is not None:
            base, tilt_x, tilt_y = slope_plane(piece)
            self.relief.make_ramp(shape, base, tilt_x, tilt_y, piece.floor, piece.top)

    def _stand_figures(self) -> None:
        self._circle_owner: list[Figure] = []
        for figure in self.figures:
            if figure.z >= self.level + self.base.height or figure.top <= self.level:
                continue  # it stands on another floor
            for x, y in figure.middles:
                self.scene.add_circle(x, y, figure.base.radius, figure.z, figure.top)
                self._circle_owner.append(figure)
            if figure.base.core:
                self._obstacle(None, [self._strip(figure)], figure.id)

    def _strip(self, figure: Figure) -> list[Spot]:
        """An oval's straight middle as an obstacle, as wide as the spacing makes it."""
        one, two = figure.middles
        half = figure.base.radius + self.keep - self.radius
        return [(snap(x), snap(y)) for x, y in spanned(one, half, two, half)]

    # ---- asking -------------------------------------------------------------------------------------

    def at(self, level: float) -> Ground:
        """The same ground met at another height."""
        if level not in self._siblings:
            other = Ground(self.table, self.base, self.gait, self.figures, level)
            other._siblings = self._siblings
            self._siblings[level] = other
        return self._siblings[level]

    @cached_property
    def ways(self) -> Ways:
        """The corner graph. An oval goes by the disc that holds it, whichever way it is turned."""
        around = snap(self.base.core)
        rim = self.base.radius + around
        return Ways(self.scene, self.relief, self.radius + around, self.keep + around, rim)

    def stand(self, x: float, y: float) -> float:
        return self.relief.stand(x, y)

    def name_of(self, number: int) -> str:
        """What `clear`, `spot` and `contact` found, by its name."""
        if number < NOTHING:
            return self._circle_owner[-2 - number].id
        return self.names[self.scene.shape_of[number]]

    def obstacle_ids(self) -> frozenset[str]:
        return frozenset(piece.id for piece in self.pieces if piece is not None)

    def blocker(self, start: Spot, end: Spot, turn: float = 0.0, skip: int = 0) -> str | None:
        """The name of something that the base would run into on a straight leg, or None. Exact."""
        if self.gait.flies:
            return None
        for x0, y0, x1, y1 in self._swept(start, end, turn):
            found = clear(self.scene, x0, y0, x1, y1, self.radius, self.keep, skip, 0)
            if found != NOTHING:
                return self.name_of(found)
        if self.gait.hugs and enters(self.scene, *start, *end, skip):
            return self._entered(start, end)
        return None

    def _swept(self, start: Spot, end: Spot, turn: float) -> Iterable[tuple[float, float, float, float]]:
        """The segments whose neighbourhood a base sweeps: one for a disc, the sides of a parallelogram for an oval."""
        hx, hy = Figure("", self.base, *start, turn=turn).half_core
        (x0, y0), (x1, y1) = start, end
        if hx == 0.0 and hy == 0.0:
            return [(x0, y0, x1, y1)]
        return [
            (x0 - hx, y0 - hy, x0 + hx, y0 + hy),
            (x1 - hx, y1 - hy, x1 + hx, y1 + hy),
            (x0 - hx, y0 - hy, x1 - hx, y1 - hy),
            (x0 + hx, y0 + hy, x1 + hx, y1 + hy),
            (x0, y0, x1, y1),
        ]

    def _entered(self, start: Spot, end: Spot) -> str:
        for shape, piece in enumerate(self.pieces):
            if piece is not None and self.scene.spans(shape, *start, *end):
                return piece.label
        return NARROW

    def chains_not_at(self, level: float) -> int:
        """The chains in the way here but not at another height, as bits: what a ramp between the two leads past."""
        there = self.at(level).obstacle_ids()
        bits = 0
        for shape, piece in enumerate(self.pieces):
            if piece is not None and piece.id not in there:
                bits |= self.scene.chains_of(shape)
        return bits

    def overlapped(self, x: float, y: float, turn: float = 0.0) -> str | None:
        """The name of something in the way that the whole base would overlap here, or None. Exact."""
        r = self.base.radius
        hx, hy = Figure("", self.base, x, y, turn=turn).half_core
        found = clear(self.scene, x - hx, y - hy, x + hx, y + hy, r, self.keep, self.bars, 0)
        if found == NOTHING:
            found = spot(self.scene, x, y, r, self.keep, self.bars, 0)
        return None if found == NOTHING else self.name_of(found)


def _widened(ends: tuple[Spot, Spot], width: float, piece: Terrain, edge: int) -> tuple[Spot, Spot]:
    """A door made wide enough for the base, as far as its wall allows: the base is ignored in doors."""
    (ax, ay), (bx, by) = ends
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if length >= width:
        return ends
    more = (width - length) / 2 / length + 1 / 512
    (px, py), (qx, qy) = piece.outline[edge], piece.outline[(edge + 1) % len(piece.outline)]
    start = nearest_on_segment(ax - (bx - ax) * more, ay - (by - ay) * more, px, py, qx, qy)
    end = nearest_on_segment(bx + (bx - ax) * more, by + (by - ay) * more, px, py, qx, qy)
    return (snap(start[0]), snap(start[1])), (snap(end[0]), snap(end[1]))


# ---- gaps -------------------------------------------------------------------------------------------------


def narrow_gaps(ground: Ground) -> list[list[Spot]]:
    """Bars across every gap that is too narrow for the base: between pieces, to the table's edge, to figures.

    Only needed where a base may hug corners with its middle: without the bars it could slip through any crack.
    """
    wide = 2 * ground.base.radius
    bars: list[list[Spot]] = []
    chains = _solid_chains(ground)
    for one, chain in chains:
        for i, corner in enumerate(chain[:-1]):
            bars.extend(_bars_to_edges(corner, wide, ground.table))
            for two, other in chains:
                if not _near(ground, two, corner, wide):
                    continue
                for j, edge in enumerate(pairwise(other)):
                    near = nearest_on_segment(*corner, *edge[0], *edge[1])
                    beside = two == one and (j in (i, i - 1) or (i == 0 and j == len(other) - 2))
                    if not beside and not (two == one and _along(corner, near, chain)):
                        _add_bar(bars, corner, near, wide, ground)
    for figure in ground.figures:
        reach = figure.base.radius + ground.keep + ground.base.radius
        for one, chain in chains:
            if _near(ground, one, (figure.x, figure.y), reach):
                for a, b in pairwise(chain):
                    near = nearest_on_segment(figure.x, figure.y, *a, *b)
                    _add_bar(bars, (figure.x, figure.y), near, reach, ground)
    return bars


def _along(a: Spot, b: Spot, chain: list[Spot]) -> bool:
    """Does the line between two points of a chain run along it, so that there is no gap between them?"""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return any(point_segment(x, y, *start, *end) < 1e-5 for start, end in pairwise(chain))


def _solid_chains(ground: Ground) -> list[tuple[int, list[Spot]]]:
    """The chains of terrain in the way, with their numbers."""
    scene = ground.scene
    return [
        (chain, [(scene.xs[i], scene.ys[i]) for i in range(scene.start[chain], scene.stop[chain])])
        for chain in range(len(scene.start))
        if ground.pieces[scene.shape_of[chain]] is not None
    ]


def _near(ground: Ground, chain: int, spot: Spot, reach: float) -> bool:
    """Could a chain come within reach of a spot? By the circle drawn round it."""
    scene = ground.scene
    dx, dy, reach = spot[0] - scene.mx[chain], spot[1] - scene.my[chain], reach + scene.mr[chain]
    return dx * dx + dy * dy <= reach * reach


def _bars_to_edges(corner: Spot, wide: float, table: Table) -> Iterable[list[Spot]]:
    x, y = corner
    for ex, ey in ((0.0, y), (table.width, y), (x, 0.0), (x, table.height)):
        if 0.0 < abs(ex - x) + abs(ey - y) < wide:
            yield _bar(corner, (ex, ey))


def _add_bar(bars: list[list[Spot]], a: Spot, b: Spot, wide: float, ground: Ground) -> None:
    squared = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if not 0.0 < squared < wide * wide:
        return
    middle = (snap((a[0] + b[0]) / 2), snap((a[1] + b[1]) / 2))
    inside_one = any(
        ground.pieces[shape] is not None
        and _near(ground, ground.scene.first_chain[shape], middle, 0.0)
        and ground.scene.shape_holds(shape, *middle)
        for shape in range(len(ground.pieces))
    )
    if not inside_one:
        bars.append(_bar(a, b))


def _bar(a: Spot, b: Spot) -> list[Spot]:
    """A segment a little longer than the gap, so that nothing slips past its ends."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    ex, ey = (b[0] - a[0]) / length / 128, (b[1] - a[1]) / length / 128
    return [(snap(a[0] - ex), snap(a[1] - ey)), (snap(b[0] + ex), snap(b[1] + ey))]
