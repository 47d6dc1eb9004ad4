"""A scene: chains of points and circles in flat lists, with a coarse grid of cells that finds what is near a line."""

from __future__ import annotations

from math import sqrt

from sandtable.table.hot.plane import crossings, on_chain, touches_line, winding_inside

CELL = 4.0
"""Side of an index cell in inches: about the size of a piece of terrain."""


class Scene:
    """Chains belong to shapes (a shape's chains lie next to each other), circles stand alone.

    `cells` holds, for each cell, the chains that touch it as the bits of a whole number, so that what is near a line
    is a handful of ORs. Call `seal` once after the last shape.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.start: list[int] = []
        self.stop: list[int] = []
        self.shape_of: list[int] = []
        self.closed: list[bool] = []
        self.low: list[float] = []
        self.high: list[float] = []
        self.mx: list[float] = []
        self.my: list[float] = []
        self.mr: list[float] = []
        self.first_chain: list[int] = []
        self.last_chain: list[int] = []
        self.cx: list[float] = []
        self.cy: list[float] = []
        self.cr: list[float] = []
        self.clow: list[float] = []
        self.chigh: list[float] = []
        self.columns = 1
        self.rows = 1
        self.cells: list[int] = [0]

    # ---- building ---------------------------------------------------------------------------------

    def add_shape(self, chains: list[list[tuple[float, float]]], low: float, high: float) -> int:
        """A shape of chains from height `low` to `high`; returns its number. Rings repeat their first point."""
        shape = len(self.first_chain)
        self.first_chain.append(len(self.start))
        for chain in chains:
            self._add_chain(chain, shape, low, high)
        self.last_chain.append(len(self.start))
        return shape

    def _add_chain(self, chain: list[tuple[float, float]], shape: int, low: float, high: float) -> None:
        self.start.append(len(self.xs))
        left = right = chain[0][0]
        bottom = top = chain[0][1]
        for x, y in chain:
            self.xs.append(x)
            self.ys.append(y)
            left, right = min(left, x), max(right, x)
            bottom, top = min(bottom, y), max(top, y)
        self.stop.append(len(self.xs))
        self.shape_of.append(shape)
        self.closed.append(chain[0] == chain[-1])
        self.low.append(low)
        self.high.append(high)
        middle_x, middle_y = 0.5 * (left + right), 0.5 * (bottom + top)
        farthest = 0.0
        for x, y in chain:
            dx, dy = x - middle_x, y - middle_y
            farthest = max(farthest, dx * dx + dy * dy)
        self.mx.append(middle_x)
        self.my.append(middle_y)
        self.mr.append(sqrt(farthest) * 1.000001)

    def add_circle(self, x: float, y: float, r: float, low: float, high: float) -> int:
        self.cx.append(x)
        self.cy.append(y)
        self.cr.append(r)
        self.clow.append(low)
        self.chigh.append(high)
        return len(self.cx) - 1

    def seal(self) -> None:
        """Build the index of cells."""
        self.columns = max(1, int(self.width / CELL) + 1)
        self.rows = max(1, int(self.height / CELL) + 1)
        self.cells = [0] * (self.columns * self.rows)
        for chain in range(len(self.start)):
            xs = self.xs[self.start[chain] : self.stop[chain]]
            ys = self.ys[self.start[chain] : self.stop[chain]]
            left, right = self._column(min(xs)), self._column(max(xs))
            bottom, top = self._row(min(ys)), self._row(max(ys))
            for row in range(bottom, top + 1):
                for column in range(left, right + 1):
                    self.cells[row * self.columns + column] |= 1 << chain

    def _column(self, x: float) -> int:
        return min(max(int(x / CELL), 0), self.columns - 1)

    def _row(self, y: float) -> int:
        return min(max(int(y / CELL), 0), self.rows - 1)

    # ---- asking -------------------------------------------------------------------------------------

    def near(self, x0: float, y0: float, x1: float, y1: float, reach: float) -> int:
        """The chains that may come within `reach` of a segment, as bits."""
        if x1 < x0:
            x0, y0, x1, y1 = x1, y1, x0, y0
        first, last = self._column(x0 - reach), self._column(x1 + reach)
        columns = self.columns
        found = 0
        if first == last or x0 == x1:
            bottom, top = self._row(min(y0, y1) - reach), self._row(max(y0, y1) + reach)
            for row in range(bottom, top + 1):
                for column in range(first, last + 1):
                    found |= self.cells[row * columns + column]
            return found
        tilt = (y1 - y0) / (x1 - x0)
        for column in range(first, last + 1):
            enter = max(x0, column * CELL - reach)
            leave = min(x1, (column + 1) * CELL + reach)
            y_in, y_out = y0 + (enter - x0) * tilt, y0 + (leave - x0) * tilt
            if tilt < 0.0:
                y_in, y_out = y_out, y_in
            for row in range(self._row(y_in - reach), self._row(y_out + reach) + 1):
                found |= self.cells[row * columns + column]
        return found

    def chains_of(self, shape: int) -> int:
        """The chains of a shape as bits, to leave them out of a question."""
        bits = 0
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            bits |= 1 << chain
        return bits

    def shape_holds(self, shape: int, x: float, y: float) -> bool:
        """Is the point strictly inside the shape (not on an edge, not in a hole)?"""
        inside = False
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if on_chain(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return False
            if winding_inside(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                inside = not inside
        return inside

    def on_outline(self, shape: int, x: float, y: float) -> bool:
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if on_chain(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return True
        return False

    def spans(self, shape: int, x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
        """The parts of a segment strictly inside a shape, as shares of its length. Running along an edge is outside."""
        if x0 == x1 and y0 == y1:
            return []
        found = self._sided_spans(shape, x0, y0, x1, y1, False)
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if touches_line(x0, y0, x1, y1, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return _common(found, self._sided_spans(shape, x0, y0, x1, y1, True))
        return found

    def _sided_spans(
        self, shape: int, x0: float, y0: float, x1: float, y1: float, closed: bool
    ) -> list[tuple[float, float]]:
        cuts: list[float] = []
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            cuts.extend(crossings(x0, y0, x1, y1, self.xs, self.ys, self.start[chain], self.stop[chain], closed))
        cuts.sort()
        result: list[tuple[float, float]] = []
        for i in range(0, len(cuts) - 1, 2):
            enter, leave = max(cuts[i], 0.0), min(cuts[i + 1], 1.0)
            if enter < leave:
                result.append((enter, leave))
        return result


def _common(ours: list[tuple[float, float]], theirs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    result: list[tuple[float, float]] = []
    for a0, a1 in ours:
        for b0, b1 in theirs:
            enter, leave = max(a0, b0), min(a1, b1)
            if enter < leave:
                result.append((enter, leave))
    return result


def members(bits: int) -> list[int]:
    """The numbers of the set bits, lowest first."""
    result: list[int] = []
    while bits:
        lowest = bits & -bits
        result.append(lowest.bit_length() - 1)
        bits ^= lowest
    return result
