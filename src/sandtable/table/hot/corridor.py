"""All sight lines between two upright round bodies at once.

In plan every line that meets both discs is y = m x + c, with x along the line of centres (its middle is 0). Whatever
hangs together and stands between the two stops, of the lines with one slope m, those of an interval of c. So the lines
of a slope are stopped if such intervals cover all its c, and all lines are stopped if that holds for every slope: a
range of slopes is settled at once where the intervals overlap by more than they can move within it, and halved where
they do not. What is missed is thinner than 1/50,000 inch.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from sandtable.table.hot.plane import covered_at, point_segment
from sandtable.table.hot.scene import Shapes, members

GAP: Final = 2e-5
"""A gap that is narrower does not count."""
HALVINGS: Final = 64
"""So many ranges are looked at before what touches is joined."""
MOST: Final = 20_000
"""Ranges looked at, then it is a matter of less than the gap."""
GRAZE: Final = 1e-9
ROOM: Final = 1e-6
"""What is farther off than this needs no closer look."""


class Corridor:
    """The space between two bodies, the one with the higher top first."""

    def __init__(
        self, ax: float, ay: float, ra: float, foot_a: float, top_a: float,
        bx: float, by: float, rb: float, foot_b: float, top_b: float,
    ) -> None:  # fmt: skip
        dx, dy = bx - ax, by - ay
        self.far = sqrt(dx * dx + dy * dy)
        self.half = 0.5 * self.far
        self.mx, self.my = 0.5 * (ax + bx), 0.5 * (ay + by)
        self.ux, self.uy = (dx / self.far, dy / self.far) if self.far > 0.0 else (1.0, 0.0)
        self.ra, self.rb, self.wide = ra, rb, max(ra, rb)
        self.foot_a, self.top_a, self.foot_b, self.top_b = foot_a, top_a, foot_b, top_b
        self.low_foot = min(foot_a, foot_b)
        lean = (ra - rb) / self.far if self.far > 0.0 else 0.0
        self.lean = lean
        self.up = sqrt(1.0 - lean * lean) if -1.0 < lean < 1.0 else 0.0

    # ---- is any line stopped ------------------------------------------------------------------------

    def stopper(self, scene: Shapes, stops: int, hunch: int = -1) -> int:
        """One of some chains that stands in any line at all; -1 if all lines are open. The one that somebody has a
        hunch about is looked at first."""
        if hunch >= 0 and (stops >> hunch) & 1 and self.enters(scene, hunch, False):
            return hunch
        x, y = self.half * self.ux, self.half * self.uy
        near = scene.near(self.mx - x, self.my - y, self.mx + x, self.my + y, self.wide) & stops
        for chain in members(near):
            if self.enters(scene, chain, False):
                return chain
        return -1

    def enters(self, scene: Shapes, chain: int, flat: bool) -> bool:
        """Does a chain stand in any line at all?"""
        low, high = scene.low[chain], scene.high[chain]
        if not flat and (low >= self.top_a or high <= self.low_foot):
            return False
        if self._far_off(scene, chain, self.wide):
            return False
        x1 = y1 = 0.0
        for i in range(scene.start[chain], scene.stop[chain]):
            x0, y0 = x1, y1
            x, y = scene.xs[i] - self.mx, scene.ys[i] - self.my
            x1, y1 = x * self.ux + y * self.uy, y * self.ux - x * self.uy
            if i > scene.start[chain] and self._edge(x0, y0, x1, y1) and (flat or self._tall(x0, y0, x1, y1, high)):
                return True
        return False

    def _edge(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does an edge run through the inside of the plan of all lines: both discs and the strip between them?"""
        half, wide = self.half, self.wide
        if (y0 >= wide and y1 >= wide) or (y0 <= -wide and y1 <= -wide):
            return False
        if point_segment(-half, 0.0, x0, y0, x1, y1) < self.ra * self.ra - GRAZE:
            return True
        if point_segment(half, 0.0, x0, y0, x1, y1) < self.rb * self.rb - GRAZE:
            return True
        lean, up = self.lean, self.up
        if lean <= -1.0 or lean >= 1.0:
            return False
        limit = self.ra - half * lean
        first, last = self.ra * lean - half, half + self.rb * lean
        if (x0 <= first and x1 <= first) or (x0 >= last and x1 >= last):
            return False
        a, b = 0.0, 1.0
        if x0 != x1:
            s, t = (first - x0) / (x1 - x0), (last - x0) / (x1 - x0)
            a, b = max(a, min(s, t)), min(b, max(s, t))
        best = min(self._outside(x0, y0, x1, y1, a, lean, up), self._outside(x0, y0, x1, y1, b, lean, up))
        if (y0 < 0.0) != (y1 < 0.0):
            best = min(best, self._outside(x0, y0, x1, y1, min(b, max(a, y0 / (y0 - y1))), lean, up))
        return best < limit - GRAZE

    def _outside(self, x0: float, y0: float, x1: float, y1: float, share: float, lean: float, up: float) -> float:
        return (x0 + (x1 - x0) * share) * lean + abs(y0 + (y1 - y0) * share) * up

    def _tall(self, x0: float, y0: float, x1: float, y1: float, high: float) -> bool:
        """Does a wall of this height over an edge reach up to the lowest lines, from foot to foot?"""
        if high > max(self.foot_a, self.foot_b):
            return True
        if high <= self.low_foot:
            return False
        share = 1.0
        for k in range(65):
            share = min(share, self._first_share(x0 + (x1 - x0) * k / 64, y0 + (y1 - y0) * k / 64))
        return self.low_foot + abs(self.foot_a - self.foot_b) * share < high

    def _first_share(self, x: float, y: float) -> float:
        """How far a disc that goes from the lower base to the upper one, changing its size, has come when it first
        covers a point."""
        if self.foot_a <= self.foot_b:
            return covered_at(x + self.half, y, self.far, 0.0, self.ra, self.rb - self.ra)
        return covered_at(x - self.half, y, -self.far, 0.0, self.rb, self.ra - self.rb)

    def _far_off(self, scene: Shapes, chain: int, beyond: float) -> bool:
        """Does the circle round a chain lie beside all lines, or so far `beyond` their ends, with room to spare?"""
        x, y, room = scene.mx[chain] - self.mx, scene.my[chain] - self.my, scene.mr[chain] + ROOM
        if abs(y * self.ux - x * self.uy) - room > self.wide:
            return True
        return abs(x * self.ux + y * self.uy) - room > self.half + beyond


class Sightlines(Corridor):
    """All lines between the two, and what stands in them: then it can be asked whether any is open."""

    def __init__(
        self, ax: float, ay: float, ra: float, foot_a: float, top_a: float,
        bx: float, by: float, rb: float, foot_b: float, top_b: float,
    ) -> None:  # fmt: skip
        super().__init__(ax, ay, ra, foot_a, top_a, bx, by, rb, foot_b, top_b)
        touch = ra + rb
        self.apart = self.far > touch + GAP
        self.steepest = touch / sqrt(self.far * self.far - touch * touch) if self.apart else 0.0
        self.shut = False
        """One piece alone stops all lines."""
        self.widest = self.wide * sqrt(1.0 + self.steepest * self.steepest)
        """So far to either side a piece reaches that stops lines of any slope."""
        self.doubt = False
        # What stands between, in this frame: pieces that hang together, as points; and round bodies.
        self.px: list[list[float]] = []
        self.py: list[list[float]] = []
        self.sure: list[bool] = []
        self.cx: list[float] = []
        self.cy: list[float] = []
        self.cr: list[float] = []
        self.csure: list[bool] = []

    # ---- what stands between ------------------------------------------------------------------------

    def wall(self, scene: Shapes, chain: int) -> None:
        """A chain of terrain. Where it is as high as the highest line can be it stops everything; where every line
        from top to top is higher it stops not all; between the two it is in doubt."""
        low, high = scene.low[chain], scene.high[chain]
        if high < self.top_b or (low >= self.top_a and low > 0.0) or self._far_off(scene, chain, 0.0):
            return
        xs: list[float] = []
        ys: list[float] = []
        above = below = True
        wide = self.wide
        for i in range(scene.start[chain], scene.stop[chain]):
            x, y = scene.xs[i] - self.mx, scene.ys[i] - self.my
            across = y * self.ux - x * self.uy
            xs.append(x * self.ux + y * self.uy)
            ys.append(across)
            above, below = above and across >= wide, below and across <= -wide
        if above or below:
            return
        never, always = self._thresholds(high)
        if low > 0.0 and low > self.low_foot:
            always = self.far  # lines may pass below it
        if always > -self.half:
            self._stretch(xs, ys, max(never, -self.half), min(always, self.half), False)
        if always < self.half:
            self._stretch(xs, ys, max(always, -self.half), self.half, True)

    def body(self, x: float, y: float, r: float, low: float, high: float) -> None:
        """A third body."""
        if high < self.top_b or low >= self.top_a:
            return
        x, y = x - self.mx, y - self.my
        along, across = x * self.ux + y * self.uy, y * self.ux - x * self.uy
        never, always = self._thresholds(high)
        if along + r < max(never, -self.half) or along - r > self.half:
            return
        certain = low <= self.low_foot and always <= along - r and along - r >= -self.half and along + r <= self.half
        self.doubt = self.doubt or not certain
        self.cx.append(along)
        self.cy.append(across)
        self.cr.append(r)
        self.csure.append(certain)

    def _thresholds(self, high: float) -> tuple[float, float]:
        """Up to which x every line from top to top passes over this height, and from which x on none does."""
        fall = self.top_a - self.top_b
        if high >= self.top_a:
            return -self.far, -self.far
        if fall <= 0.0:
            return self.far, self.far
        share = (self.top_a - high) / fall
        never = share * (self.far - self.rb + self.ra) - self.ra - self.half
        always = share * (self.far + self.rb - self.ra) + self.ra - self.half
        return never, always

    def _stretch(self, xs: list[float], ys: list[float], first: float, last: float, sure: bool) -> None:
        """The parts of a chain between two x, each as a piece of its own."""
        if first >= last:
            return
        partx: list[float] = []
        party: list[float] = []
        for i in range(len(xs) - 1):
            x0, y0, x1, y1 = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if (x0 < first and x1 < first) or (x0 > last and x1 > last):
                self._keep(partx, party, sure)
                partx, party = [], []
                continue
            cut0 = cut1 = False
            if x0 < first or x0 > last:
                limit = first if x0 < first else last
                y0, x0, cut0 = y0 + (y1 - y0) * (limit - x0) / (x1 - x0), limit, True
            if x1 < first or x1 > last:
                limit = first if x1 < first else last
                y1, x1, cut1 = y0 + (y1 - y0) * (limit - x0) / (x1 - x0), limit, True
            if cut0 or not partx:
                self._keep(partx, party, sure)
                partx, party = [x0], [y0]
            partx.append(x1)
            party.append(y1)
            if cut1:
                self._keep(partx, party, sure)
                partx, party = [], []
        self._keep(partx, party, sure)

    def _keep(self, partx: list[float], party: list[float], sure: bool) -> None:
        if not partx:
            return
        least = most = party[0]
        for y in party:
            least, most = min(least, y), max(most, y)
        if least >= self.wide or most <= -self.wide:
            return
        self.doubt = self.doubt or not sure
        self.shut = self.shut or (sure and self.apart and least <= -self.widest and most >= self.widest)
        self.px.append(partx)
        self.py.append(party)
        self.sure.append(sure)

    # ---- is any line open ---------------------------------------------------------------------------

    def leaks(self, doubtful: bool) -> bool:
        """Is a line open? What is in doubt stops none, or all it meets."""
        if not self.apart:
            return True
        if self.shut:
            return False
        todo: list[tuple[float, float]] = [(0.0, self.steepest)]
        done = 0
        while todo:
            m, reach = todo.pop()
            settled = self._slopes(m, reach, doubtful)
            if settled == 1:
                return True
            if settled == 0 and reach * self.far > GAP:
                todo.append((m - 0.5 * reach, 0.5 * reach))
                todo.append((m + 0.5 * reach, 0.5 * reach))
            done += 1
            if done == HALVINGS:
                self._join(doubtful)
            if done > MOST:
                return False
        return False

    def _slopes(self, m: float, reach: float, doubtful: bool) -> int:
        """1 if a line of slope m is open; -1 if none of any slope up to `reach` from m is; 0 if that is not known."""
        size = sqrt(1.0 + m * m)
        half, ra, rb = self.half, self.ra * size, self.rb * size
        low, high = max(m * half - ra, -m * half - rb), min(m * half + ra, rb - m * half)
        slack = (half + self.wide) * reach
        if high + slack <= low - slack:
            return -1
        found: list[tuple[float, float, float]] = []
        for i in range(len(self.px)):
            if self.sure[i] or doubtful:
                self._interval(i, m, reach, found)
        for i in range(len(self.cx)):
            if self.csure[i] or doubtful:
                middle, r = self.cy[i] - m * self.cx[i], self.cr[i] * size
                found.append((middle - r, middle + r, (abs(self.cx[i]) + self.cr[i]) * reach))
        found.sort()
        reached = low
        for first, last, _ in found:
            if first > reached + GAP:
                break
            reached = max(reached, last)
        if high > reached + GAP:
            return 1
        return -1 if _covers(found, low - slack, high + slack) else 0

    def _interval(self, part: int, m: float, reach: float, found: list[tuple[float, float, float]]) -> None:
        xs, ys = self.px[part], self.py[part]
        first = last = ys[0] - m * xs[0]
        most = 0.0
        for i in range(len(xs)):
            c = ys[i] - m * xs[i]
            if c < first:
                first = c
            elif c > last:
                last = c
            most = max(most, abs(xs[i]))
        found.append((first, last, most * reach))

    def _join(self, doubtful: bool) -> None:
        """Pieces that touch become one: then no gap opens between them. Where all stop lines all are joined, and none
        is sure any more; that is the last question that is asked of it."""
        i = 0
        while i < len(self.px):
            j = i + 1
            while j < len(self.px):
                if (doubtful or self.sure[i] == self.sure[j]) and self._touch(i, j):
                    self.px[i] += self.px.pop(j)
                    self.py[i] += self.py.pop(j)
                    self.sure.pop(j)
                    j = i + 1
                else:
                    j += 1
            i += 1

    def _touch(self, i: int, j: int) -> bool:
        for one, other in ((i, j), (j, i)):
            xs, ys = self.px[one], self.py[one]
            ox, oy = self.px[other], self.py[other]
            for k in range(len(xs)):
                for n in range(len(ox) - 1):
                    if point_segment(xs[k], ys[k], ox[n], oy[n], ox[n + 1], oy[n + 1]) < GRAZE * GRAZE:
                        return True
        return False


def _covers(found: list[tuple[float, float, float]], low: float, high: float) -> bool:
    """Do intervals, each drawn in at both ends by what it may move, cover a range but for gaps that do not count?"""
    drawn: list[tuple[float, float]] = []
    for first, last, moves in found:
        if first + moves < last - moves:
            drawn.append((first + moves, last - moves))
    drawn.sort()
    reached = low
    for left, right in drawn:
        if left > reached + GAP:
            break
        reached = max(reached, right)
    return high <= reached + GAP
