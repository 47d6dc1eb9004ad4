"""The lie of the land for one base, gait and height: what of the terrain is in its way, and what its middle walks over.

Nobody stands on it. It is laid out once for each table and shared by every `Ground` there; whoever adds to its scene
takes a copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from sandtable.table.board import Table, slope_plane
from sandtable.table.gait import LEVEL_WITH, NARROW, Gait
from sandtable.table.hot.plane import nearest_on_segment, point_segment
from sandtable.table.hot.relief import Relief
from sandtable.table.hot.scene import Shapes
from sandtable.table.lattice import snap
from sandtable.table.pieces import AREA, SHELL, Base, Figure, Opening, Spot, Terrain, cut_chain

SEAM = 1 / 64
"""How far a bar across a seam reaches into the pieces that meet there."""
ON_LATTICE = 2 / 1024
"""The ends of an opening and half a body lie on the lattice: one as wide as the other may come out this much less."""
STRAIGHT = 1e-3
"""Directions that cancel out to less than this run straight on."""


class Lie:
    """The terrain of a table as one base meets it at one height."""

    def __init__(self, table: Table, base: Base, gait: Gait, level: float) -> None:
        self.table = table
        self.base = base
        self.gait = gait
        self.level = level
        self.radius = 0.0 if gait.hugs else base.radius
        self.scene = Shapes(table.width, table.height)
        self.relief = Relief(table.width, table.height)
        self.pieces: list[Terrain | None] = []
        """The piece behind each shape of the scene; None for closed gaps."""
        self.names: list[str] = []
        self.bars = 0
        """The bars across narrow gaps, as bits."""
        self.room: dict[Spot, bool] = {}
        """Where the base has room as far as terrain goes: whoever looks for ways asks it of the same places."""
        self._tell_relief()
        if not gait.flies:
            for piece in table.terrain:
                self._lay(piece)
        if gait.hugs and not gait.flies:
            for gap in self._narrow_gaps():
                self._obstacle(None, [gap], NARROW)
                self.bars |= self.scene.chains_of(len(self.names) - 1)
        self.scene.seal()
        self.relief.scene.seal()

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
        need = 2 * self.base.body_radius - ON_LATTICE if self.gait.narrow else 2 * self.base.radius
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
        if piece.slope is not None:
            base, tilt_x, tilt_y = slope_plane(piece)
            self.relief.make_ramp(shape, base, tilt_x, tilt_y, piece.floor, piece.top)

    # ---- gaps ---------------------------------------------------------------------------------------

    def _narrow_gaps(self) -> list[list[Spot]]:
        """Bars across every gap that is too narrow for the base: between pieces and to the table's edge.

        Only needed where a base may hug corners with its middle: without the bars it could slip through any crack.
        """
        wide = 2 * self.base.radius
        bars: list[list[Spot]] = []
        chains = self._solid_chains()
        for one, chain in chains:
            for i, corner in enumerate(chain[:-1]):
                bars.extend(_bars_to_edges(corner, wide, self.table))
                for two, other in chains:
                    if not self._near(two, corner, wide):
                        continue
                    for j, edge in enumerate(pairwise(other)):
                        near = nearest_on_segment(*corner, *edge[0], *edge[1])
                        beside = two == one and (j in (i, i - 1) or (i == 0 and j == len(other) - 2))
                        if beside or (two == one and _along(corner, near, chain)):
                            continue
                        if near == corner:
                            bars.extend(self._bar_across_seam(corner, one, two))
                        else:
                            bars.extend(self._bar_between(corner, near, wide))
        return bars

    def _bar_across_seam(self, at: Spot, one: int, two: int) -> list[list[Spot]]:
        """A bar where two pieces meet, from inside the one to inside the other: the line on which they touch is on
        the outline of both and inside neither, and a middle has no width."""
        ends = [spot for chain in (one, two) for spot in self._just_inside(chain, at)]
        return [ends] if len(set(ends)) == 2 else []  # pieces that lie over each other leave no seam

    def _just_inside(self, chain: int, at: Spot) -> list[Spot]:
        """A spot inside a closed chain, beside a point of its outline."""
        points = self._points(chain)
        if points[0] != points[-1]:
            return []
        (ax, ay), (bx, by) = _neighbours(points, at)
        toward = (ax + bx, ay + by) if abs(ax + bx) + abs(ay + by) > STRAIGHT else (-ay, ax)
        size = (toward[0] ** 2 + toward[1] ** 2) ** 0.5 / SEAM
        beside = [(snap(at[0] + sign * toward[0] / size), snap(at[1] + sign * toward[1] / size)) for sign in (1, -1)]
        return [spot for spot in beside if self.scene.shape_holds(self.scene.shape_of[chain], *spot)]

    def gaps_beside(self, figure: Figure, keep: float) -> list[list[Spot]]:
        """The same between terrain and a figure from which the middle of the base keeps so far, besides its radius."""
        reach = figure.base.radius + keep + self.base.radius
        bars: list[list[Spot]] = []
        for one in range(self.solid):
            if self._near(one, (figure.x, figure.y), reach):
                for a, b in pairwise(self._points(one)):
                    near = nearest_on_segment(figure.x, figure.y, *a, *b)
                    bars.extend(self._bar_between((figure.x, figure.y), near, reach))
        return bars

    def _solid_chains(self) -> list[tuple[int, list[Spot]]]:
        """The chains of terrain in the way, with their numbers."""
        self.solid = len(self.scene.start)
        return [(chain, self._points(chain)) for chain in range(self.solid)]

    def _points(self, chain: int) -> list[Spot]:
        first, last = self.scene.start[chain], self.scene.stop[chain]
        return list(zip(self.scene.xs[first:last], self.scene.ys[first:last], strict=True))

    def _near(self, chain: int, spot: Spot, reach: float) -> bool:
        """Could a chain come within reach of a spot? By the circle drawn round it."""
        scene = self.scene
        dx, dy, reach = spot[0] - scene.mx[chain], spot[1] - scene.my[chain], reach + scene.mr[chain]
        return dx * dx + dy * dy <= reach * reach

    def _bar_between(self, a: Spot, b: Spot, wide: float) -> list[list[Spot]]:
        """A bar across a gap that is too narrow, unless it lies inside a piece."""
        squared = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        if not 0.0 < squared < wide * wide:
            return []
        middle = (snap((a[0] + b[0]) / 2), snap((a[1] + b[1]) / 2))
        inside_one = any(
            piece is not None
            and self._near(self.scene.first_chain[shape], middle, 0.0)
            and self.scene.shape_holds(shape, *middle)
            for shape, piece in enumerate(self.pieces)
        )
        return [] if inside_one else [_bar(a, b)]


def lie_of(table: Table, base: Base, gait: Gait, level: float) -> Lie:
    """The lie of a table, laid out once."""
    key = Lie, base, gait, level
    found: Lie | None = table.kept.get(key)
    if found is None:
        found = table.kept[key] = Lie(table, base, gait, level)
    return found


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


def _neighbours(ring: list[Spot], at: Spot) -> tuple[Spot, Spot]:
    """The two directions in which a ring goes on from a point of it, each one long."""
    corners = ring[:-1]
    if at in corners:
        place = corners.index(at)
        ends = corners[place - 1], ring[place + 1]
    else:
        ends = next(edge for edge in pairwise(ring) if point_segment(*at, *edge[0], *edge[1]) == 0.0)
    lengths = [((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5 for x, y in ends]
    one, two = (((x - at[0]) / size, (y - at[1]) / size) for (x, y), size in zip(ends, lengths, strict=True))
    return one, two


def _along(a: Spot, b: Spot, chain: list[Spot]) -> bool:
    """Does the line between two points of a chain run along it, so that there is no gap between them?"""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return any(point_segment(x, y, *start, *end) < 1e-5 for start, end in pairwise(chain))


def _bars_to_edges(corner: Spot, wide: float, table: Table) -> Iterable[list[Spot]]:
    x, y = corner
    for ex, ey in ((0.0, y), (table.width, y), (x, 0.0), (x, table.height)):
        if 0.0 < abs(ex - x) + abs(ey - y) < wide:
            yield _bar(corner, (ex, ey))


def _bar(a: Spot, b: Spot) -> list[Spot]:
    """A segment a little longer than the gap, so that nothing slips past its ends."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    ex, ey = (b[0] - a[0]) / length / 128, (b[1] - a[1]) / length / 128
    return [(snap(a[0] - ex), snap(a[1] - ey)), (snap(b[0] + ex), snap(b[1] + ey))]
