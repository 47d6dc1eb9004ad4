"""A scene: chains of points and circles in flat lists, with a coarse grid of cells that finds what is near a line."""

from __future__ import annotations

from math import sqrt
from typing import Final

from sandtable.table.hot.plane import crossings, on_chain, touches_line, winding_inside

CELL: Final = 4.0
"""Side of an index cell in inches: about the size of a piece of terrain."""


class Shapes:
    """Chains belong to shapes (a shape's chains lie next to each other), circles stand alone.

    `cells` holds, for each cell, the chains that touch it as the bits of a whole number, so that what is near a line
    is a handful of ORs. Call `seal` once after the last shape, and `index` after what comes later.
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
        self.left: list[float] = []
        self.right: list[float] = []
        self.bottom: list[float] = []
        self.top: list[float] = []
        self.first_chain: list[int] = []
        self.last_chain: list[int] = []
        self.cx: list[float] = []
        self.cy: list[float] = []
        self.cr: list[float] = []
        self.clow: list[float] = []
        self.chigh: list[float] = []
        self.widest = 0.0
        """The largest of the circles' radii."""
        self.columns = 1
        self.rows = 1
        self.cells: list[int] = [0]
        self.indexed = 0
        """How many of the chains are in the cells."""

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
        self.left.append(left)
        self.right.append(right)
        self.bottom.append(bottom)
        self.top.append(top)
        self.mx.append(middle_x)
        self.my.append(middle_y)
        self.mr.append(sqrt(farthest) * 1.000001)

    def add_circle(self, x: float, y: float, r: float, low: float, high: float) -> int:
        self.cx.append(x)
        self.cy.append(y)
        self.cr.append(r)
        self.widest = max(self.widest, r)
        self.clow.append(low)
        self.chigh.append(high)
        return len(self.cx) - 1

    def seal(self) -> None:
        """Build the index of cells."""
        self.columns = max(1, int(self.width / CELL) + 1)
        self.rows = max(1, int(self.height / CELL) + 1)
        self.cells = [0] * (self.columns * self.rows)
        self.indexed = 0
        self.index()

    def index(self) -> None:
        """Enter into the cells what came after the scene was sealed."""
        for chain in range(self.indexed, len(self.start)):
            left, right = self._column(self.left[chain]), self._column(self.right[chain])
            bottom, top = self._row(self.bottom[chain]), self._row(self.top[chain])
            for row in range(bottom, top + 1):
                for column in range(left, right + 1):
                    self.cells[row * self.columns + column] |= 1 << chain
        self.indexed = len(self.start)

    def copy(self) -> Shapes:
        """A sealed scene to which more can be added."""
        other = Shapes(self.width, self.height)
        other.xs, other.ys = self.xs.copy(), self.ys.copy()
        other.start, other.stop = self.start.copy(), self.stop.copy()
        other.shape_of, other.closed = self.shape_of.copy(), self.closed.copy()
        other.low, other.high = self.low.copy(), self.high.copy()
        other.mx, other.my, other.mr = self.mx.copy(), self.my.copy(), self.mr.copy()
        other.left, other.right = self.left.copy(), self.right.copy()
        other.bottom, other.top = self.bottom.copy(), self.top.copy()
        other.first_chain, other.last_chain = self.first_chain.copy(), self.last_chain.copy()
        other.cx, other.cy, other.cr = self.cx.copy(), self.cy.copy(), self.cr.copy()
        other.clow, other.chigh, other.widest = self.clow.copy(), self.chigh.copy(), self.widest
        other.columns, other.rows, other.cells = self.columns, self.rows, self.cells.copy()
        other.indexed = self.indexed
        return other

    def _column(self, x: float) -> int:
        column = int(x / CELL)
        return 0 if column < 0 else column if column < self.columns else self.columns - 1

    def _row(self, y: float) -> int:
        row = int(y / CELL)
        return 0 if row < 0 else row if row < self.rows else self.rows - 1

    # ---- asking -------------------------------------------------------------------------------------

    def near(self, x0: float, y0: float, x1: float, y1: float, reach: float) -> int:
        """The chains that may come within `reach` of a segment, as bits."""
        if not self.start:
            return 0
        if x1 < x0:
            x0, y0, x1, y1 = x1, y1, x0, y0
        columns, cells = self.columns, self.cells
        # As `_column` and `_row` find them, written out: nothing is asked more often.
        rightmost, highest = columns - 1, self.rows - 1
        first, last = int((x0 - reach) / CELL), int((x1 + reach) / CELL)
        first = 0 if first < 0 else first if first < rightmost else rightmost
        last = 0 if last < 0 else last if last < rightmost else rightmost
        low, high = (y0, y1) if y0 <= y1 else (y1, y0)
        bottom, top = int((low - reach) / CELL), int((high + reach) / CELL)
        bottom = 0 if bottom < 0 else bottom if bottom < highest else highest
        top = 0 if top < 0 else top if top < highest else highest
        if bottom == top and first == last:
            return cells[bottom * columns + first]
        found = 0
        if first == last or bottom == top or x0 == x1 or (last - first < 2 and top - bottom < 2):
            for row in range(bottom, top + 1):
                for column in range(first, last + 1):
                    found |= cells[row * columns + column]
            return found
        tilt = (y1 - y0) / (x1 - x0)
        for column in range(first, last + 1):
            enter, leave = column * CELL - reach, (column + 1) * CELL + reach
            enter = max(enter, x0)
            leave = min(leave, x1)
            y_in, y_out = y0 + (enter - x0) * tilt, y0 + (leave - x0) * tilt
            if tilt < 0.0:
                y_in, y_out = y_out, y_in
            row, end = int((y_in - reach) / CELL), int((y_out + reach) / CELL)  # as in _row
            if row < 0:
                row = 0
            elif row > highest:
                row = highest
            if end > highest:
                end = highest
            elif end < 0:
                end = 0
            spot = row * columns + column
            for _ in range(row, end + 1):
                found |= cells[spot]
                spot += columns
        # The last row is found by division: whatever lies under an end is near for certain.
        return found | self.at(x0, y0) | self.at(x1, y1)

    def at(self, x: float, y: float) -> int:
        """The chains that may lie under a point, as bits."""
        return self.cells[self._row(y) * self.columns + self._column(x)]

    def chains_of(self, shape: int) -> int:
        """The chains of a shape as bits, to leave them out of a question."""
        bits = 0
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            bits |= 1 << chain
        return bits

    def in_box(self, shape: int, x: float, y: float) -> bool:
        """Is the point in the box round one of a shape's chains, its rim included? Elsewhere it is outside."""
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if self.left[chain] <= x <= self.right[chain] and self.bottom[chain] <= y <= self.top[chain]:
                return True
        return False

    def shape_holds(self, shape: int, x: float, y: float) -> bool:
        """Is the point strictly inside the shape (not on an edge, not in a hole)?"""
        if not self.in_box(shape, x, y):
            return False
        inside = False
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if on_chain(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return False
            if winding_inside(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                inside = not inside
        return inside

    def shapes_holding(self, x: float, y: float) -> list[int]:
        """The shapes that have the point strictly inside, in order."""
        found: list[int] = []
        bits = self.at(x, y)
        last = -1
        for chain in members(bits):
            shape = self.shape_of[chain]
            if shape != last and self.shape_holds(shape, x, y):
                found.append(shape)
            last = shape
        return found

    def on_outline(self, shape: int, x: float, y: float) -> bool:
        if not self.in_box(shape, x, y):
            return False
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if on_chain(x, y, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return True
        return False

    def spans(self, shape: int, x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
        """The parts of a segment strictly inside a shape, as shares of its length. Running along an edge is outside."""
        if (x0 == x1 and y0 == y1) or self._beside_boxes(shape, x0, y0, x1, y1):
            return []
        found = self._sided_spans(shape, x0, y0, x1, y1, False)
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if touches_line(x0, y0, x1, y1, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return _common(found, self._sided_spans(shape, x0, y0, x1, y1, True))
        return found

    def beside(self, shape: int, x0: float, y0: float, x1: float, y1: float, right: bool) -> list[tuple[float, float]]:
        """The parts of a segment that have a shape close on their left, or on their right, if it runs along an edge."""
        if (x0 == x1 and y0 == y1) or self._beside_boxes(shape, x0, y0, x1, y1):
            return []
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if touches_line(x0, y0, x1, y1, self.xs, self.ys, self.start[chain], self.stop[chain]):
                return self._sided_spans(shape, x0, y0, x1, y1, right)
        return []

    def beside_box(self, chain: int, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does a segment lie wholly to one side of the box round a chain?"""
        left, right, bottom, top = self.left[chain], self.right[chain], self.bottom[chain], self.top[chain]
        return (
            (x0 < left and x1 < left)
            or (x0 > right and x1 > right)
            or (y0 < bottom and y1 < bottom)
            or (y0 > top and y1 > top)
        )

    def _beside_boxes(self, shape: int, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does it so of the boxes round all of a shape's chains?"""
        for chain in range(self.first_chain[shape], self.last_chain[shape]):
            if not self.beside_box(chain, x0, y0, x1, y1):
                return False
        return True

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
