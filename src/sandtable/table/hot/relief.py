"""What the middle of a moving base passes over: slow ground, rises, drops and ramps, and what they cost."""

from __future__ import annotations

from math import sqrt
from typing import Final

from sandtable.table.hot.scene import Shapes, members

REFUSED: Final = -1.0

Section = tuple[float, float, float, float, float, int]
"""From and to (shares of the leg), height at both, slowness, and the shapes passed over as bits."""
Walked = tuple[float, float, list[tuple[float, float]]]
"""What a leg costs, how high it ends, and its steps: after which share of it, and how far up or down."""


class Relief:
    """Shapes with a slowness and a surface. The numbers of a gait say what going up, down and along costs."""

    def __init__(self, width: float, height: float) -> None:
        self.scene = Shapes(width, height)
        self.slow: list[float] = []
        self.raises: list[bool] = []
        self.base: list[float] = []
        self.tilt_x: list[float] = []
        self.tilt_y: list[float] = []
        self.least: list[float] = []
        self.most: list[float] = []
        self.ramp: list[bool] = []
        self.ramps = False
        """Is any of the shapes a ramp?"""
        self.up_cost = 0.0
        self.down_cost = 0.0
        self.free_drop = 0.0
        self.step_up = 0.0
        self.step_down = 0.0
        self.along_slope = False
        self.free_ramps = True

    def add(self, chains: list[list[tuple[float, float]]], slow: float, raises: bool, top: float) -> int:
        """A shape with a level surface at `top` (used when it `raises`)."""
        shape = self.scene.add_shape(chains, 0.0, top)
        self.slow.append(slow)
        self.raises.append(raises)
        self.base.append(top)
        self.tilt_x.append(0.0)
        self.tilt_y.append(0.0)
        self.least.append(top)
        self.most.append(top)
        self.ramp.append(False)
        return shape

    def make_ramp(self, shape: int, base: float, tilt_x: float, tilt_y: float, least: float, most: float) -> None:
        """Tilt a shape's surface: height = base + tilt_x * x + tilt_y * y, kept between `least` and `most`."""
        self.base[shape], self.tilt_x[shape], self.tilt_y[shape] = base, tilt_x, tilt_y
        self.least[shape], self.most[shape] = least, most
        self.ramp[shape] = self.ramps = True

    def surface(self, shape: int, x: float, y: float) -> float:
        height = self.base[shape] + self.tilt_x[shape] * x + self.tilt_y[shape] * y
        return min(max(height, self.least[shape]), self.most[shape])

    def stand(self, x: float, y: float) -> float:
        """The height on which a base with its middle here stands: that of the highest surface under it.

        On an outline it stands outside, unless that of a ramp or where two surfaces meet: then on the lower of them.
        """
        best, seam, seams = 0.0, 0.0, 0
        found = False
        for shape in self._near(x, y, x, y):
            if not self.raises[shape]:
                continue
            if not self.scene.in_box(shape, x, y):
                continue
            height = self.surface(shape, x, y)
            on_outline = self.scene.on_outline(shape, x, y)
            if self.scene.shape_holds(shape, x, y) or (on_outline and self.ramp[shape]):
                if not found or height > best:
                    best, found = height, True
            elif on_outline:
                seam = min(seam, height) if seams else height
                seams += 1
        if not found and seams > 1:
            return seam
        return best

    def sections(self, x0: float, y0: float, x1: float, y1: float) -> list[Section]:
        """A leg cut up where it passes the outlines of shapes."""
        spans: list[tuple[float, float, int]] = []
        near = self._near(x0, y0, x1, y1)
        for shape in near:
            for enter, leave in self.scene.spans(shape, x0, y0, x1, y1):
                spans.append((enter, leave, shape))
        if len(near) > 1:
            self._add_seams(spans, near, x0, y0, x1, y1)
        if not spans:
            return [(0.0, 1.0, 0.0, 0.0, 1.0, 0)]
        cuts: list[float] = [0.0, 1.0]
        for enter, leave, _ in spans:
            cuts.append(enter)
            cuts.append(leave)
        cuts.sort()
        result: list[Section] = []
        for i in range(len(cuts) - 1):
            if cuts[i] < cuts[i + 1]:
                result.append(self._section(cuts[i], cuts[i + 1], spans, x0, y0, x1, y1))
        return result

    def _add_seams(
        self, spans: list[tuple[float, float, int]], near: list[int], x0: float, y0: float, x1: float, y1: float
    ) -> None:
        """Where a leg runs along the line on which two surfaces meet it is inside neither, but goes on the lower."""
        left: list[tuple[float, float, int]] = []
        right: list[tuple[float, float, int]] = []
        for shape in near:
            if self.raises[shape] and not self.ramp[shape]:
                for enter, leave in self.scene.beside(shape, x0, y0, x1, y1, False):
                    left.append((enter, leave, shape))
                for enter, leave in self.scene.beside(shape, x0, y0, x1, y1, True):
                    right.append((enter, leave, shape))
        for enter, leave, one in left:
            for first, last, two in right:
                if one != two and max(enter, first) < min(leave, last):
                    lower = one if self.base[one] < self.base[two] else two
                    spans.append((max(enter, first), min(leave, last), lower))

    def _section(
        self,
        first: float,
        last: float,
        spans: list[tuple[float, float, int]],
        x0: float,
        y0: float,
        x1: float,
        y1: float,
    ) -> Section:
        middle = 0.5 * (first + last)
        mx, my = x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle
        slow, highest, on, bits = 1.0, 0.0, -1, 0
        for enter, leave, shape in spans:
            if enter < middle < leave:
                bits |= 1 << shape
                slow = max(slow, self.slow[shape])
                if self.raises[shape]:
                    height = self.surface(shape, mx, my)
                    if on < 0 or height > highest:
                        highest, on = height, shape
        if on < 0:
            return first, last, 0.0, 0.0, slow, bits
        start = self.surface(on, x0 + (x1 - x0) * first, y0 + (y1 - y0) * first)
        end = self.surface(on, x0 + (x1 - x0) * last, y0 + (y1 - y0) * last)
        return first, last, start, end, slow, bits

    def toll(self, x0: float, y0: float, x1: float, y1: float) -> float:
        """What a leg costs, or `REFUSED` if it rises or drops too far at once."""
        return self.walked(x0, y0, x1, y1)[0]

    def walked(self, x0: float, y0: float, x1: float, y1: float) -> Walked:
        """The toll of a leg, the height at its end, and each change of height in one step with its share of the leg."""
        dx, dy = x1 - x0, y1 - y0
        length = sqrt(dx * dx + dy * dy)
        steps: list[tuple[float, float]] = []
        if not self.anything_near(x0, y0, x1, y1):
            return length, 0.0, steps
        cost = 0.0
        at = self.stand(x0, y0)
        was_ramp = self._on_ramp(x0, y0)
        for first, last, start, end, slow, bits in self.sections(x0, y0, x1, y1):
            is_ramp = self._ramp_in(bits)
            step = self._step(at, start, was_ramp or is_ramp)
            if step < 0.0:
                return REFUSED, at, steps
            if start != at:
                steps.append((first, start - at))
            cost += step + self._walk((last - first) * length, end - start) * slow
            at, was_ramp = end, is_ramp
        height = self.stand(x1, y1)
        step = self._step(at, height, was_ramp or self._on_ramp(x1, y1))
        if step < 0.0:
            return REFUSED, at, steps
        if height != at:
            steps.append((1.0, height - at))
        return cost + step, height, steps

    def _walk(self, flat: float, rise: float) -> float:
        return sqrt(flat * flat + rise * rise) if self.along_slope and rise != 0.0 else flat

    def _step(self, before: float, after: float, ramp: bool) -> float:
        """The cost of a change of height at an outline."""
        rise = after - before
        if rise == 0.0 or (ramp and self.free_ramps):
            return 0.0
        if rise > 0.0:
            return REFUSED if rise > self.step_up else rise * self.up_cost
        if -rise > self.step_down:
            return REFUSED
        return 0.0 if -rise <= self.free_drop else -rise * self.down_cost

    def anything_near(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Is there any shape that a leg may meet, or on which it may begin or end?"""
        scene = self.scene
        return any(not scene.beside_box(chain, x0, y0, x1, y1) for chain in members(scene.near(x0, y0, x1, y1, 0.0)))

    def _ramp_in(self, bits: int) -> bool:
        return self.ramps and any(self.ramp[shape] for shape in members(bits))

    def _on_ramp(self, x: float, y: float) -> bool:
        return self.ramps and any(
            self.ramp[shape] and (self.scene.shape_holds(shape, x, y) or self.scene.on_outline(shape, x, y))
            for shape in self._near(x, y, x, y)
        )

    def _near(self, x0: float, y0: float, x1: float, y1: float) -> list[int]:
        """The shapes near a leg, each once."""
        scene = self.scene
        result: list[int] = []
        for chain in members(scene.near(x0, y0, x1, y1, 0.0)):
            shape = scene.shape_of[chain]
            if not result or result[-1] != shape:
                result.append(shape)
        return result
