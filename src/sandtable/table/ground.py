"""The ground as one base meets it: what is in its way at its height, and what its middle walks over.

A `Gait` says how a base goes; a `Ground` is a table prepared for one base, one gait, one height and the figures in the
way. Prepare it once per position and ask it many questions.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.table.arcs import Circle
from sandtable.table.board import Table
from sandtable.table.gait import FOREVER, LEVEL_WITH, NARROW, Gait
from sandtable.table.hot.sweep import NOTHING, clear, spot
from sandtable.table.hot.ways import Ways, enters
from sandtable.table.lattice import snap
from sandtable.table.lie import lie_of
from sandtable.table.pieces import Base, Figure, Spot
from sandtable.table.sight import spanned

__all__ = ["FOREVER", "LEVEL_WITH", "NARROW", "Gait", "Ground"]


class Ground:
    """A table as one base meets it at one height."""

    def __init__(
        self, table: Table, base: Base, gait: Gait, figures: Iterable[Figure] = (), level: float = 0.0,
        within: Circle | None = None,
    ) -> None:  # fmt: skip
        """`within` is a circle that nobody leaves who looks for ways here."""
        self.table = table
        self.within = within
        self.base = base
        self.gait = gait
        self.level = level
        self.figures = tuple(figures)
        self.radius = 0.0 if gait.hugs else base.radius
        self.keep = base.radius + snap(gait.spacing)
        self._siblings: dict[float, Ground] | None = None
        """The same ground at the heights at which it was met so far; nothing for as long as that is one."""
        self.lie = lie_of(table, base, gait, level)
        self.relief = self.lie.relief
        self.scene, self.pieces, self.names = self.lie.scene, self.lie.pieces, self.lie.names
        """What is in the way; the piece behind each of its shapes (None for figures and closed gaps), and its name."""
        self.bars = self.lie.bars
        """The bars across narrow gaps, as bits: they stop a middle on its way, not a base that ends beside them."""
        self._circle_owner: list[Figure] = []
        self._ways: Ways | None = None
        if self.figures:
            self._stand_figures()

    def _stand_figures(self) -> None:
        lie = self.lie
        self.scene, self.pieces, self.names = lie.scene.copy(), lie.pieces.copy(), lie.names.copy()
        for figure in self.figures:
            z, base = figure.z, figure.base
            top = z + base.height
            if z >= self.level + self.base.height or top <= self.level:
                continue  # it stands on another floor
            for x, y in figure.middles if base.core else ((figure.x, figure.y),):
                self.scene.add_circle(x, y, base.radius, z, top)
                self._circle_owner.append(figure)
            if base.core:
                self._obstacle([self._strip(figure)], figure.id)
        if self.gait.hugs and not self.gait.flies:
            for figure in self.figures:
                for gap in lie.gaps_beside(figure, self.keep):
                    self._obstacle([gap], NARROW)
                    self.bars |= self.scene.chains_of(len(self.names) - 1)
        self.scene.index()

    def _obstacle(self, chains: list[list[Spot]], name: str) -> None:
        self.scene.add_shape(chains, 0.0, 0.0)
        self.pieces.append(None)
        self.names.append(name)

    def _strip(self, figure: Figure) -> list[Spot]:
        """An oval's straight middle as an obstacle, as wide as the spacing makes it."""
        one, two = figure.middles
        half = figure.base.radius + self.keep - self.radius
        return [(snap(x), snap(y)) for x, y in spanned(one, half, two, half)]

    # ---- asking -------------------------------------------------------------------------------------

    def at(self, level: float) -> Ground:
        """The same ground met at another height."""
        if level == self.level:
            return self
        siblings = self._siblings
        if siblings is None:
            siblings = self._siblings = {self.level: self}
        if level not in siblings:
            other = Ground(self.table, self.base, self.gait, self.figures, level, self.within)
            other._siblings = siblings
            siblings[level] = other
        return siblings[level]

    @property
    def ways(self) -> Ways:
        """The corner graph. An oval goes by the disc that holds it, whichever way it is turned."""
        if self._ways is None:
            around = snap(self.base.core)
            rim = self.base.radius + around
            self._ways = Ways(self.scene, self.relief, self.radius + around, self.keep + around, rim, self.within)
        return self._ways

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
        (x0, y0), (x1, y1) = start, end
        if not self.base.core:
            return [(x0, y0, x1, y1)]
        hx, hy = Figure("", self.base, *start, turn=turn).half_core
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
        r, found = self.base.radius, NOTHING
        if self.base.core:
            hx, hy = Figure("", self.base, x, y, turn=turn).half_core
            found = clear(self.scene, x - hx, y - hy, x + hx, y + hy, r, self.keep, self.bars, 0)
        if found == NOTHING:
            found = spot(self.scene, x, y, r, self.keep, self.bars, 0)
        return None if found == NOTHING else self.name_of(found)
