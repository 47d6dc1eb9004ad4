"""The region that a search reached, as polygons to draw. For eyes only: legality is always asked of the exact tests.

From each point reached a fan of rays runs as far as the rest of the budget carries; the fans are filled into a fine
grid of cells, and the border of the filled cells is traced.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from sandtable.table.hot.sweep import contact
from sandtable.table.hot.ways import START, Spread, Ways

FINE: Final = 16
"""Cells to the inch."""


def fan(ways: Ways, x: float, y: float, left: float, by_length: bool = False) -> list[tuple[float, float]]:
    """How far the disc gets in each direction from a point with so much budget left; if only the length is paid for,
    heights do not count."""
    rays = max(16, int(left * 16.0))
    points: list[tuple[float, float]] = []
    for k in range(rays):
        dx, dy = cos(2.0 * pi * k / rays), sin(2.0 * pi * k / rays)
        far = _inside_rim(ways, x, y, dx, dy, left)
        share, _ = contact(ways.scene, x, y, x + dx * far, y + dy * far, ways.r, ways.q, 0, 0)
        far *= min(share, 1.0)
        if not ways.level and not by_length:
            far = _paid(ways, x, y, dx, dy, far, left)
        points.append((x + dx * far, y + dy * far))
    return points


def _inside_rim(ways: Ways, x: float, y: float, dx: float, dy: float, far: float) -> float:
    width, height, rim = ways.scene.width, ways.scene.height, ways.rim
    if dx > 1e-12:
        far = min(far, (width - rim - x) / dx)
    elif dx < -1e-12:
        far = min(far, (rim - x) / dx)
    if dy > 1e-12:
        far = min(far, (height - rim - y) / dy)
    elif dy < -1e-12:
        far = min(far, (rim - y) / dy)
    return max(0.0, far)


def _paid(ways: Ways, x: float, y: float, dx: float, dy: float, far: float, left: float) -> float:
    """The part of a ray that the budget pays for, by halving: slow ground and climbs shorten it."""
    cost = ways.relief.toll(x, y, x + dx * far, y + dy * far)
    if 0.0 <= cost <= left:
        return far
    low, high = 0.0, far
    for _ in range(7):
        middle = 0.5 * (low + high)
        cost = ways.relief.toll(x, y, x + dx * middle, y + dy * middle)
        if 0.0 <= cost <= left:
            low = middle
        else:
            high = middle
    return low


class Canvas:
    """A grid of cells that polygons are filled into and discs cut out of."""

    def __init__(self, left: float, bottom: float, right: float, top: float) -> None:
        self.left = left
        self.bottom = bottom
        self.columns = int((right - left) * FINE) + 2
        self.rows = int((top - bottom) * FINE) + 2
        self.cells = [bytearray(self.columns) for _ in range(self.rows)]

    def fill(self, ring: list[tuple[float, float]], value: int = 1) -> None:
        """Set every cell whose middle lies inside the ring (0: clear it)."""
        heights = [y for _, y in ring]
        first = max(0, int((min(heights) - self.bottom) * FINE))
        last = min(self.rows - 1, int((max(heights) - self.bottom) * FINE))
        for row in range(first, last + 1):
            y = self.bottom + (row + 0.5) / FINE
            cuts: list[float] = []
            x0, y0 = ring[-1]
            for x1, y1 in ring:
                if (y0 > y) != (y1 > y):
                    cuts.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
                x0, y0 = x1, y1
            cuts.sort()
            for i in range(0, len(cuts) - 1, 2):
                self._span(row, cuts[i], cuts[i + 1], value)

    def cut_disc(self, x: float, y: float, r: float) -> None:
        for row in range(self.rows):
            dy = self.bottom + (row + 0.5) / FINE - y
            under = r * r - dy * dy
            if under > 0.0:
                half: float = under**0.5
                self._span(row, x - half, x + half, 0)

    def cut_beside(self, ring: list[tuple[float, float]], r: float) -> None:
        """Clear every cell whose middle is nearer than `r` to the border of a ring."""
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            dx, dy = x1 - x0, y1 - y0
            size = (dx * dx + dy * dy) ** 0.5
            if size > 0.0:
                nx, ny = -dy / size * r, dx / size * r
                self.fill([(x0 + nx, y0 + ny), (x0 - nx, y0 - ny), (x1 - nx, y1 - ny), (x1 + nx, y1 + ny)], 0)
            self.cut_disc(x1, y1, r)
            x0, y0 = x1, y1

    def cut_beyond(self, left: float, bottom: float, right: float, top: float) -> None:
        """Clear every cell whose middle lies outside a box."""
        for row in range(self.rows):
            y = self.bottom + (row + 0.5) / FINE
            if y < bottom or y > top:
                self.cells[row] = bytearray(self.columns)
            else:
                self._span(row, self.left, left, 0)
                self._span(row, right, self.left + self.columns, 0)

    def keep(self, other: Canvas) -> None:
        """Clear every cell that is clear on another canvas of the same size."""
        for row in range(self.rows):
            both = int.from_bytes(self.cells[row], "big") & int.from_bytes(other.cells[row], "big")
            self.cells[row] = bytearray(both.to_bytes(self.columns, "big"))

    def add(self, other: Canvas) -> None:
        """Set every cell that is set on another canvas of the same size."""
        for row in range(self.rows):
            both = int.from_bytes(self.cells[row], "big") | int.from_bytes(other.cells[row], "big")
            self.cells[row] = bytearray(both.to_bytes(self.columns, "big"))

    def middles(self) -> list[tuple[float, float]]:
        """The middles of the filled cells."""
        found: list[tuple[float, float]] = []
        for row in range(self.rows):
            y = self.bottom + (row + 0.5) / FINE
            column = self.cells[row].find(1)
            while column >= 0:
                found.append((self.left + (column + 0.5) / FINE, y))
                column = self.cells[row].find(1, column + 1)
        return found

    def _span(self, row: int, left: float, right: float, value: int) -> None:
        first = max(0, int((left - self.left) * FINE + 0.5))
        last = min(self.columns, int((right - self.left) * FINE + 0.5))
        if first < last:
            self.cells[row][first:last] = bytes([value]) * (last - first)

    def borders(self) -> list[list[tuple[float, float]]]:
        """The borders of the filled cells: outer ones anticlockwise, holes clockwise."""
        follow: dict[tuple[int, int], list[tuple[int, int]]] = {}
        nothing = bytearray(self.columns)
        last = self.columns - 1
        for row in range(self.rows):
            cells = self.cells[row]
            under = self.cells[row - 1] if row > 0 else nothing
            over = self.cells[row + 1] if row + 1 < self.rows else nothing
            column = cells.find(1)
            while column >= 0:
                if not under[column]:
                    follow.setdefault((column, row), []).append((column + 1, row))
                if column == last or not cells[column + 1]:
                    follow.setdefault((column + 1, row), []).append((column + 1, row + 1))
                if not over[column]:
                    follow.setdefault((column + 1, row + 1), []).append((column, row + 1))
                if column == 0 or not cells[column - 1]:
                    follow.setdefault((column, row + 1), []).append((column, row))
                column = cells.find(1, column + 1)
        rings = [self._inches(ring) for ring in _traced(follow)]
        return [ring for ring in rings if len(ring) > 2]

    def _inches(self, ring: list[tuple[int, int]]) -> list[tuple[float, float]]:
        """The middles of the border's sides: stairs become slopes."""
        points: list[tuple[float, float]] = []
        column, row = ring[-1]
        for next_column, next_row in ring:
            points.append(
                (self.left + (column + next_column) / (2.0 * FINE), self.bottom + (row + next_row) / (2.0 * FINE))
            )
            column, row = next_column, next_row
        return simplified(points, 0.6 / FINE)


def _traced(follow: dict[tuple[int, int], list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    rings: list[list[tuple[int, int]]] = []
    while follow:
        start = next(iter(follow))
        ring: list[tuple[int, int]] = []
        at = start
        while at in follow:
            ring.append(at)
            onward = follow[at]
            step = onward.pop()
            if not onward:
                del follow[at]
            at = step
        rings.append(ring)
    return rings


def simplified(ring: list[tuple[float, float]], slack: float) -> list[tuple[float, float]]:
    """A ring with fewer points, none of the old ones farther than `slack` from it."""
    if len(ring) < 4:
        return ring
    far = max(range(len(ring)), key=lambda i: (ring[i][0] - ring[0][0]) ** 2 + (ring[i][1] - ring[0][1]) ** 2)
    keep = [False] * len(ring)
    keep[0] = keep[far] = True
    stack = [(0, far), (far, len(ring))]
    while stack:
        first, last = stack.pop()
        worst, where = slack * slack, -1
        ax, ay = ring[first]
        bx, by = ring[last % len(ring)]
        ex, ey = bx - ax, by - ay
        size = ex * ex + ey * ey
        for i in range(first + 1, last):
            x, y = ring[i][0] - ax, ring[i][1] - ay
            cross = x * ey - y * ex
            off = cross * cross / size if size > 0.0 else x * x + y * y
            if off > worst:
                worst, where = off, i
        if where >= 0:
            keep[where] = True
            stack.append((first, where))
            stack.append((where, last))
    return [ring[i] for i in range(len(ring)) if keep[i]]


def region(ways: Ways, field: Spread, taken: list[tuple[float, float, float]]) -> list[list[tuple[float, float]]]:
    """The borders of everything a search reached, without the discs (x, y, radius) where nobody may end."""
    fans = [fan(ways, field.x, field.y, field.budget)]
    for node in field.order:
        left = field.budget - field.cost[node]
        if left > 1.0 / FINE and node != START:
            nx, ny = ways.at(field, node)
            fans.append(fan(ways, nx, ny, left))
    xs = [x for points in fans for x, _ in points]
    ys = [y for points in fans for _, y in points]
    canvas = Canvas(min(xs) - 0.25, min(ys) - 0.25, max(xs) + 0.25, max(ys) + 0.25)
    for points in fans:
        canvas.fill(points)
    for x, y, r in taken:
        canvas.cut_disc(x, y, r)
    return canvas.borders()
