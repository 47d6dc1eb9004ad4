"""Shortest ways for a disc: a graph of points round the corners of what is in the way, searched as far as needed.

Each corner is passed on a chain of points just outside the arc that the disc's middle would follow, each circle on a
ring of such points. The way found is therefore legal, and longer than the arc by at most a few hundredths of an inch
(`moving.tighten` shaves most of that off).
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import acos, ceil, cos, pi, sin, sqrt
from typing import Final

from sandtable.table.hot.plane import CLOSE, crossings
from sandtable.table.hot.relief import REFUSED, Relief
from sandtable.table.hot.scene import Shapes, members
from sandtable.table.hot.sweep import NOTHING, clear, overlaps_circle, spot

MARGIN: Final = 2.5 / 1024.0
"""How far outside the arc the points sit, so that rounding to the lattice never brings them inside."""

TURN: Final = pi / 4.0
"""The largest turn that one point of a corner takes."""

FINER: Final = 3
"""How many times finer the points are set where there is little room."""

FORGET: Final = 50_000
"""Legs that are remembered."""

AROUND: Final = 6
"""How many steps of the lattice about a corner a place beside it is looked for."""
OUTSIDE: Final = 1e-6
"""How far such a place is outside the edges, at least: beyond what rounding could take away."""

CELL: Final = 3.0
START: Final = -1
NOWHERE: Final = -2
GOAL: Final = -3
FARTHEST: Final = 1e9
ONWARD: Final = 2.0
"""So many inches at a time a search goes on that has not found a way."""
NO_PLACE: Final = -1e6
"""Where a search from several places starts: too far away from everything."""


class Spread:
    """The result of a search: the points reached, cheapest first, each with its cost and the point before it."""

    def __init__(self, x: float, y: float, budget: float) -> None:
        self.x = x
        self.y = y
        self.budget = budget
        self.order: list[int] = []
        self.cost: dict[int, float] = {}
        self.before: dict[int, int] = {}
        self.goal_cost = REFUSED
        self.goal_before = NOWHERE
        self.extra: list[tuple[float, float]] = []
        """Points of this search alone; the first has the number after the graph's last."""
        self.open: list[tuple[float, float, int, int]] = []
        """What a search that goes only as far as it is asked has still to look at."""


class Ways:
    """The corner graph of a scene for one disc: `r` against chains, `q` added to circles (see `sweep`). Whoever cannot
    leave a circle has no points set round what lies beyond it."""

    def __init__(
        self, scene: Shapes, relief: Relief, r: float, q: float, rim: float,
        within: tuple[float, float, float] | None = None,
    ) -> None:  # fmt: skip
        self.scene = scene
        self.relief = relief
        self.r = r
        self.q = q
        self.rim = rim
        self.hugs = r == 0.0
        self.level = len(relief.scene.start) == 0
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.pivot_x: list[float] = []
        self.pivot_y: list[float] = []
        self.pivoted: list[bool] = []
        self.legs: dict[int, float] = {}
        self.last_legs: dict[tuple[int, float, float], float] = {}
        """What legs cost: between two points of the graph, and from one of them to a place."""
        self.found: dict[tuple[float, float, float, float, float], list[tuple[float, float]] | None] = {}
        """Ways that were found already, or not, by their ends and how far was looked; for those who look for them."""
        self.columns = int(scene.width / CELL) + 1
        self.rows = int(scene.height / CELL) + 1
        self.cells: list[list[int]] = [[] for _ in range(self.columns * self.rows)]
        self._beside: list[int] | None = None
        """The circles that points which are being set could overlap, where they are known not to be all of them."""
        for chain in range(len(scene.start)):
            if _reaches(within, scene.mx[chain], scene.my[chain], scene.mr[chain] + 2.0 * r + MARGIN):
                self._chain_points(chain)
        self.wide: list[float] = []
        """How far the points round each circle lie from its middle, and a hair more."""
        for circle in range(len(scene.cx)):
            reach = scene.cr[circle] + q
            self.wide.append(reach / cos(pi / (8 + 2 * int(reach))) + 2.0 * MARGIN)
            if _reaches(within, scene.cx[circle], scene.cy[circle], self.wide[circle]):
                self._beside = self._about(circle)
                self._ring(scene.cx[circle], scene.cy[circle], reach)
        self._beside = None
        if not self.level:
            self._relief_points(within)

    # ---- building ---------------------------------------------------------------------------------

    def _chain_points(self, chain: int) -> None:
        xs, ys = self.scene.xs, self.scene.ys
        start, stop = self.scene.start[chain], self.scene.stop[chain]
        closed = self.scene.closed[chain]
        if not closed:
            self._arc(xs[start], ys[start], ys[start] - ys[start + 1], xs[start + 1] - xs[start], pi)
            self._arc(xs[stop - 1], ys[stop - 1], ys[stop - 1] - ys[stop - 2], xs[stop - 2] - xs[stop - 1], pi)
        for i in range(start, stop - 1):
            before = i - 1
            if i == start:
                if not closed:
                    continue
                before = stop - 2
            ax, ay = xs[i] - xs[before], ys[i] - ys[before]
            bx, by = xs[i + 1] - xs[i], ys[i + 1] - ys[i]
            size = sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
            turn = acos(min(1.0, max(-1.0, (ax * bx + ay * by) / size)))
            if ax * by - ay * bx > 0.0:
                self._arc(xs[i], ys[i], ay, -ax, turn)
            elif not closed and turn > 0.0:
                self._arc(xs[i], ys[i], -by, bx, turn)

    def _arc(self, x: float, y: float, nx: float, ny: float, turn: float) -> None:
        """Points round a corner, from the direction n anticlockwise through `turn`."""
        size = sqrt(nx * nx + ny * ny)
        nx, ny = nx / size, ny / size
        if self.hugs:
            self._hugged(x, y, nx, ny, turn)
            return
        self._arc_points(x, y, nx, ny, turn, max(1, ceil(turn / TURN - 1e-9)), self.r, FINER)

    def _hugged(self, x: float, y: float, nx: float, ny: float, turn: float) -> None:
        """The corner itself; where that lies between places of the lattice, the nearest one outside both its edges."""
        if (x * 1024.0).is_integer() and (y * 1024.0).is_integer():
            self._add(x, y, x, y, False)
            return
        c, s = cos(turn), sin(turn)
        mx, my = nx * c - ny * s, nx * s + ny * c
        best, bx, by = 1e9, x, y
        middle_x, middle_y = round(x * 1024.0), round(y * 1024.0)
        for i in range(middle_x - AROUND, middle_x + AROUND + 1):
            for j in range(middle_y - AROUND, middle_y + AROUND + 1):
                dx, dy = i / 1024.0 - x, j / 1024.0 - y
                far = dx * dx + dy * dy
                if far < best and dx * nx + dy * ny > OUTSIDE and dx * mx + dy * my > OUTSIDE:
                    best, bx, by = far, i / 1024.0, j / 1024.0
        self._add(bx, by, x, y, False)

    def _ring(self, x: float, y: float, reach: float) -> None:
        self._arc_points(x, y, 1.0, 0.0, 2.0 * pi, 8 + 2 * int(reach), reach, FINER)

    def _about(self, circle: int) -> list[int]:
        """The circles that the points round one could overlap."""
        cx, cy, cr = self.scene.cx, self.scene.cy, self.scene.cr
        x, y, reach = cx[circle], cy[circle], self.wide[circle] + self.q
        found: list[int] = []
        for other in range(len(cx)):
            dx, dy, far = cx[other] - x, cy[other] - y, cr[other] + reach
            if dx * dx + dy * dy < far * far:
                found.append(other)
        return found

    def _arc_points(
        self, x: float, y: float, nx: float, ny: float, turn: float, parts: int, reach: float, finer: int
    ) -> None:
        """A chain of points just outside an arc from the direction n.

        Where one has no room but the arc itself has, a finer chain keeps closer to the arc: that opens gaps hardly
        wider than the base.
        """
        half = 0.5 * turn / parts
        out, arc = reach / cos(half) + MARGIN, reach + MARGIN
        for k in range(parts):
            angle = half * (2 * k + 1)
            c, s = cos(angle), sin(angle)
            dx, dy = nx * c - ny * s, nx * s + ny * c
            taken = self._add(x + dx * out, y + dy * out, x, y, True)
            if not taken and finer > 1 and self._room(x + dx * arc, y + dy * arc):
                c, s = cos(angle - half), sin(angle - half)
                self._arc_points(x, y, nx * c - ny * s, nx * s + ny * c, 2.0 * half, finer, reach, 1)

    def _room(self, x: float, y: float) -> bool:
        """Has the disc room round the lattice point nearest to this place, on the table and clear of everything?"""
        x, y = round(x * 1024.0) / 1024.0, round(y * 1024.0) / 1024.0
        rim = self.rim
        if x < rim or y < rim or x > self.scene.width - rim or y > self.scene.height - rim:
            return False
        if self._beside is not None:
            if overlaps_circle(self.scene, x, y, self.q, self._beside):
                return False
            if not self.scene.near(x, y, x, y, self.r + CLOSE):
                return True
        return spot(self.scene, x, y, self.r, self.q, 0, 0) == NOTHING

    def _relief_points(self, within: tuple[float, float, float] | None) -> None:
        """Points on the outlines of slow or raised ground, where a cheapest way may bend."""
        scene = self.relief.scene
        for chain in range(len(scene.start)):
            if not _reaches(within, scene.mx[chain], scene.my[chain], scene.mr[chain]):
                continue
            for i in range(scene.start[chain], scene.stop[chain] - 1):
                x0, y0, x1, y1 = scene.xs[i], scene.ys[i], scene.xs[i + 1], scene.ys[i + 1]
                dx, dy = x1 - x0, y1 - y0
                parts = max(1, int(sqrt(dx * dx + dy * dy)))
                for k in range(parts):
                    self._add(x0 + dx * k / parts, y0 + dy * k / parts, 0.0, 0.0, False)

    def _add(self, x: float, y: float, px: float, py: float, pivoted: bool) -> bool:
        """Take a point into the graph if the disc has room there."""
        x, y = round(x * 1024.0) / 1024.0, round(y * 1024.0) / 1024.0
        if not self._room(x, y):
            return False
        self.cells[int(y / CELL) * self.columns + int(x / CELL)].append(len(self.xs))
        self.xs.append(x)
        self.ys.append(y)
        self.pivot_x.append(px)
        self.pivot_y.append(py)
        self.pivoted.append(pivoted)
        return True

    # ---- searching ----------------------------------------------------------------------------------

    def leg(self, x0: float, y0: float, x1: float, y1: float) -> float:
        """The cost of a straight leg, or `REFUSED`."""
        if clear(self.scene, x0, y0, x1, y1, self.r, self.q, 0, 0) != NOTHING:
            return REFUSED
        if self.hugs and self.enters(x0, y0, x1, y1):
            return REFUSED
        if self.level:
            dx, dy = x1 - x0, y1 - y0
            return sqrt(dx * dx + dy * dy)
        return self.relief.toll(x0, y0, x1, y1)

    def _leg_between(self, one: int, two: int, x0: float, y0: float, x1: float, y1: float) -> float:
        """The same between two points of a search. Between points of the graph it is remembered: whoever starts
        elsewhere comes by them again."""
        count = len(self.xs)
        if one < 0 or two < 0 or one >= count or two >= count:
            return self.leg(x0, y0, x1, y1)
        key = one * count + two
        known = self.legs.get(key)
        if known is None:
            if len(self.legs) > FORGET:
                self.legs.clear()
            known = self.legs[key] = self.leg(x0, y0, x1, y1)
        return known

    def _leg_to(self, node: int, x0: float, y0: float, x: float, y: float) -> float:
        """The same from a point of a search to any place."""
        if node < 0 or node >= len(self.xs):
            return self.leg(x0, y0, x, y)
        key = (node, x, y)
        known = self.last_legs.get(key)
        if known is None:
            if len(self.last_legs) > FORGET:
                self.last_legs.clear()
            known = self.last_legs[key] = self.leg(x0, y0, x, y)
        return known

    def enters(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does the leg pass through the inside of a shape, or across an open chain?"""
        return enters(self.scene, x0, y0, x1, y1, 0)

    def spread(self, x: float, y: float, budget: float, goals: list[tuple[float, float]]) -> Spread:
        """Everything that can be reached within the budget; with a goal, only until that is reached."""
        field = Spread(x, y, budget)
        heap: list[tuple[float, float, int, int]] = []
        seek = len(goals) > 0
        gx, gy = goals[0] if seek else (0.0, 0.0)
        field.extra = self.escapes(x, y)
        if seek:
            field.extra.extend(self.escapes(gx, gy))
        self._push(field, heap, START, 0.0, seek, gx, gy)
        self._search(field, heap, seek, gx, gy)
        return field

    def beginning(self, x: float, y: float, budget: float) -> Spread:
        """A search that goes on when a price is asked, only as far as it takes; nothing but `price` may read it."""
        field = Spread(x, y, budget)
        field.extra = self.escapes(x, y)
        self._push(field, field.open, START, 0.0, False, 0.0, 0.0)
        return field

    def spread_from(self, sources: list[tuple[float, float, float]], budget: float) -> Spread:
        """Everything that can be reached from any of several places (x, y, what it has cost to get there).

        The places are points of this search alone; a way starts with the one that it comes from.
        """
        field = Spread(NO_PLACE, NO_PLACE, budget)
        heap: list[tuple[float, float, int, int]] = []
        for x, y, cost in sources:
            if cost <= budget:
                node = len(self.xs) + len(field.extra)
                field.extra.append((x, y))
                field.cost[node] = cost
                field.before[node] = START
                field.order.append(node)
        for node in list(field.order):
            self._push(field, heap, node, field.cost[node], False, 0.0, 0.0)
        self._search(field, heap, False, 0.0, 0.0)
        return field

    def _search(
        self,
        field: Spread,
        heap: list[tuple[float, float, int, int]],
        seek: bool,
        gx: float,
        gy: float,
        until: float = FARTHEST,
    ) -> None:
        """Settles the points of a search, the cheapest first, as far as they cost no more than `until`."""
        while heap and heap[0][0] <= until:
            _, cost, node, before = heappop(heap)
            if node in field.cost:
                continue
            bx, by = self.at(field, before)
            nx, ny = (gx, gy) if node == GOAL else self.at(field, node)
            leg = self._leg_between(before, node, bx, by, nx, ny)
            if leg < 0.0:
                continue
            true_cost = leg if before == START else field.cost[before] + leg
            if true_cost > cost + 1e-12:
                # The straight distance was too hopeful (slow ground, climbs): try again at the true price.
                if true_cost <= field.budget:
                    ahead = 0.0 if not seek else _distance(nx, ny, gx, gy)
                    heappush(heap, (true_cost + ahead, true_cost, node, before))
                continue
            if node == GOAL:
                field.goal_cost, field.goal_before = cost, before
                return
            field.cost[node] = cost
            field.before[node] = before
            field.order.append(node)
            self._push(field, heap, node, cost, seek, gx, gy)

    def escapes(self, x: float, y: float) -> list[tuple[float, float]]:
        """Points sideways of a place that lies between a corner's arc and the chain of points round it.

        From there the chain's points are hidden by the arc itself; a short step along the tangent opens the view.
        """
        found: list[tuple[float, float]] = []
        if self.hugs:
            return found
        scene = self.scene
        out = self.r / cos(0.5 * TURN) + 2.0 * MARGIN
        for chain in members(scene.near(x, y, x, y, out)):
            for i in range(scene.start[chain], scene.stop[chain]):
                self._sidesteps(x, y, scene.xs[i], scene.ys[i], out, found)
        for circle in range(len(scene.cx)):
            self._sidesteps(x, y, scene.cx[circle], scene.cy[circle], self.wide[circle], found)
        return found

    def _sidesteps(
        self, x: float, y: float, px: float, py: float, out: float, found: list[tuple[float, float]]
    ) -> None:
        dx, dy = x - px, y - py
        squared = dx * dx + dy * dy
        if squared >= out * out or squared == 0.0:
            return
        step = sqrt((out * out - squared) / squared)
        for side in (step, -step):
            sx, sy = round((x - dy * side) * 1024.0) / 1024.0, round((y + dx * side) * 1024.0) / 1024.0
            if self._room(sx, sy):
                found.append((sx, sy))

    def _push(
        self,
        field: Spread,
        heap: list[tuple[float, float, int, int]],
        node: int,
        cost: float,
        seek: bool,
        gx: float,
        gy: float,
    ) -> None:
        """Offer every point that might follow `node`, at the price of the straight line.

        A shortest way bends at a corner only towards the corner, so half of the points are never offered.
        """
        x, y = self.at(field, node)
        left = field.budget - cost
        if seek:
            distance = _distance(x, y, gx, gy)
            if distance <= left:
                heappush(heap, (cost + distance, cost + distance, GOAL, node))
        taut = START < node < len(self.xs) and self.pivoted[node]
        bends_left = taut and self._bends_left(field, node)
        bx, by = self.at(field, field.before[node]) if taut else (x, y)
        in_x, in_y = x - bx, y - by
        xs, ys, known = self.xs, self.ys, field.cost
        first, last = max(0, int((x - left) / CELL)), min(self.columns - 1, int((x + left) / CELL))
        bottom, top = max(0, int((y - left) / CELL)), min(self.rows - 1, int((y + left) / CELL))
        squared = left * left
        for row in range(bottom, top + 1):
            for column in range(first, last + 1):
                for other in self.cells[row * self.columns + column]:
                    dx, dy = xs[other] - x, ys[other] - y
                    far = dx * dx + dy * dy
                    if far > squared or other in known:
                        continue
                    if taut:
                        bend = in_x * dy - in_y * dx
                        if (bend < 0.0) if bends_left else (bend > 0.0):
                            continue
                    price = cost + sqrt(far)
                    ahead = _distance(xs[other], ys[other], gx, gy) if seek else 0.0
                    if price + ahead <= field.budget:
                        heappush(heap, (price + ahead, price, other, node))
        for k in range(len(field.extra)):
            ex, ey = field.extra[k]
            price = cost + _distance(x, y, ex, ey)
            ahead = _distance(ex, ey, gx, gy) if seek else 0.0
            if price + ahead <= field.budget and len(xs) + k not in known:
                heappush(heap, (price + ahead, price, len(xs) + k, node))

    def _bends_left(self, field: Spread, node: int) -> bool:
        bx, by = self.at(field, field.before[node])
        x, y = self.xs[node], self.ys[node]
        return (x - bx) * (self.pivot_y[node] - y) - (y - by) * (self.pivot_x[node] - x) >= 0.0

    def at(self, field: Spread, node: int) -> tuple[float, float]:
        """Where a point of a search lies."""
        if node == START:
            return field.x, field.y
        if node >= len(self.xs):
            return field.extra[node - len(self.xs)]
        return self.xs[node], self.ys[node]

    def way(self, field: Spread, node: int) -> list[tuple[float, float]]:
        """The points from the start (left out) to a point that was reached (included)."""
        result: list[tuple[float, float]] = []
        while node != START:
            result.append(self.at(field, node))
            node = field.before[node]
        result.reverse()
        return result

    def price(self, field: Spread, x: float, y: float) -> tuple[float, list[tuple[float, float]]]:
        """The cheapest way to any place by what the search reached: its cost and its points; REFUSED if none."""
        best, last = self._price_direct(field, x, y)
        way = self.way(field, last) if last != NOWHERE else []
        for ex, ey in self.escapes(x, y):
            cost, before = self._price_direct(field, ex, ey)
            leg = self.leg(ex, ey, x, y) if before != NOWHERE else REFUSED
            if leg >= 0.0 and cost + leg <= field.budget and (best < 0.0 or cost + leg < best):
                best, way = cost + leg, [*self.way(field, before), (ex, ey)]
        return best, ([*way, (x, y)] if best >= 0.0 else [])

    def _price_direct(self, field: Spread, x: float, y: float) -> tuple[float, int]:
        """The cheapest way whose last leg is straight from a point that the search reached, or reaches if it goes on:
        points that cost more than the best way offer none."""
        until = _distance(field.x, field.y, x, y)
        while field.open:
            self._search(field, field.open, False, 0.0, 0.0, until)
            best, last = self._price_reached(field, x, y)
            if last != NOWHERE and best <= until:
                return best, last
            until = until + ONWARD if last == NOWHERE else best
        return self._price_reached(field, x, y)

    def _price_reached(self, field: Spread, x: float, y: float) -> tuple[float, int]:
        """The same by the points that it has reached."""
        offers: list[tuple[float, float, int]] = [(_distance(field.x, field.y, x, y), 0.0, START)]
        for node in field.order:
            cost = field.cost[node]
            nx, ny = self.at(field, node)
            offers.append((cost + _distance(nx, ny, x, y), cost, node))
        offers.sort()
        best, last = REFUSED, NOWHERE
        for hope, cost, node in offers:
            if hope > field.budget or (last != NOWHERE and hope >= best):
                break
            nx, ny = self.at(field, node)
            leg = self._leg_to(node, nx, ny, x, y)
            if leg >= 0.0 and cost + leg <= field.budget and (last == NOWHERE or cost + leg < best):
                best, last = cost + leg, node
        return best, last


def enters(scene: Shapes, x0: float, y0: float, x1: float, y1: float, skip: int) -> bool:
    """Does a leg pass through the inside of a shape, or across an open chain?

    For a disc of no size, which `clear` lets through. An open chain counts where the leg starts, not where it ends.
    """
    for chain in members(scene.near(x0, y0, x1, y1, 0.0) & ~skip):
        shape, start, stop = scene.shape_of[chain], scene.start[chain], scene.stop[chain]
        if scene.closed[chain]:
            if scene.spans(shape, x0, y0, x1, y1):
                return True
        else:
            for t in crossings(x0, y0, x1, y1, scene.xs, scene.ys, start, stop, False):
                if 0.0 <= t < 1.0:
                    return True
    return False


def _reaches(within: tuple[float, float, float] | None, x: float, y: float, radius: float) -> bool:
    """Does a disc reach into a circle? There may be none."""
    return within is None or _distance(within[0], within[1], x, y) <= within[2] + radius


def _distance(x0: float, y0: float, x1: float, y1: float) -> float:
    dx, dy = x1 - x0, y1 - y0
    return sqrt(dx * dx + dy * dy)
