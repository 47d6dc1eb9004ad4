"""What can be seen of a round or oval target from a point: exact shadows, no sampled rays.

A `Gaze` is the frame of one question. In it a direction is the slope s = v / w (v sideways, w ahead), so a straight
edge casts the shadow between the slopes of its two ends, and no angle is needed before the very end. The target fills
the slopes from `lo` to `hi`; only what lies in front of its near side casts a shadow on it.

With heights the target is the upright rectangle that stands on the line between its two points of tangency. A straight
edge in space casts a shadow on it with straight borders, so hidden areas are trapezoids with upright sides; they are
measured by the angle across, as in the plane, and by inches upwards.
"""

from __future__ import annotations

from math import asin, atan, atan2, log, pi, sqrt, tan
from typing import Final

from sandtable.table.hot.scene import Shapes, members

TINY: Final = 1e-12
"""A shadow narrower than this is a line that grazes: it hides nothing."""

Shade = tuple[float, float, float, float, int]
"""A shadow's left and right slope, the nearness (1 / depth) of what casts it at both, and the caster's number."""

Trapezoid = tuple[float, float, float, float, float, float]
"""Left and right slope; lower border at both; upper border at both."""


class Gaze:
    """An eye, and the part of the plane between it and a target (a disc, or a core segment with a radius round it)."""

    def __init__(self, ex: float, ey: float, tx: float, ty: float, r: float, hx: float, hy: float) -> None:
        self.ex = ex
        self.ey = ey
        self.tx = tx
        self.ty = ty
        self.r = r
        dx, dy = tx - ex, ty - ey
        d = sqrt(dx * dx + dy * dy)
        self.inside = False
        self.lo = self.hi = 0.0
        self.c0 = self.c1 = self.c2 = 0.0
        if d == 0.0:
            self.inside = True
            d, dx = 1.0, 1.0
        self.ux = dx / d
        self.uy = dy / d
        # The core's half in this frame; zero for a disc.
        self.kw = hx * self.ux + hy * self.uy
        self.kv = hy * self.ux - hx * self.uy
        self.d = d
        self.spread = r + sqrt(hx * hx + hy * hy)
        if not self.inside:
            self._fan(d, r)

    def _fan(self, d: float, r: float) -> None:
        self.lo, low_w, low_v = self._tangent(d, r, -1.0)
        self.hi, high_w, high_v = self._tangent(d, r, 1.0)
        if self.inside:
            return
        # The line through both points of tangency, as c0 - c1 * w - c2 * v >= 0 for what lies before it.
        aw, av = high_w - low_w, high_v - low_v
        size = sqrt(aw * aw + av * av)
        self.c1, self.c2 = av / size, -aw / size
        self.c0 = self.c1 * low_w + self.c2 * low_v
        self.inside = self.c0 <= 0.0

    def _tangent(self, d: float, r: float, sign: float) -> tuple[float, float, float]:
        """The outermost slope on one side, and the point of tangency."""
        best, best_w, best_v = 0.0, 0.0, 0.0
        for end in (1.0, -1.0):
            w, v = d + end * self.kw, end * self.kv
            power = w * w + v * v - r * r
            if power <= 0.0 or w <= r:
                self.inside = True
                return 0.0, 0.0, 0.0
            slope = (w * v + sign * r * sqrt(power)) / (w * w - r * r)
            if (best_w == 0.0) or (slope - best) * sign > 0.0:
                best = slope
                best_w = sqrt(power / (1.0 + slope * slope))
                best_v = slope * best_w
            if self.kw == 0.0 and self.kv == 0.0:
                break
        return best, best_w, best_v

    @property
    def depth(self) -> float:
        """How far ahead the upright rectangle of the target stands."""
        return self.c0 / self.c1

    # ---- shadows ----------------------------------------------------------------------------------

    def shades(self, scene: Shapes, skip: int, skip_circles: int) -> list[Shade]:
        """Every shadow that the scene casts on the target; circle i is number -2 - i."""
        found: list[Shade] = []
        if self.inside:
            return found  # eye and target overlap: nothing is between them
        bits = scene.near(self.ex, self.ey, self.tx, self.ty, self.spread) & ~skip
        if bits:
            self._chain_shades(scene, bits, found)
        if scene.cx:
            self._circle_shades(scene, skip_circles, found)
        return found

    def _chain_shades(self, scene: Shapes, bits: int, found: list[Shade]) -> None:
        ex, ey, ux, uy, lo, hi = self.ex, self.ey, self.ux, self.uy, self.lo, self.hi
        hi_size, lo_size = sqrt(1.0 + hi * hi), sqrt(1.0 + lo * lo)
        xs, ys = scene.xs, scene.ys
        near_side = self.d - self.spread
        for chain in members(bits):
            x, y = scene.mx[chain] - ex, scene.my[chain] - ey
            w, v = x * ux + y * uy, y * ux - x * uy
            size = scene.mr[chain]
            if (
                w < -size
                or self.c0 - self.c1 * w - self.c2 * v < -size
                or hi * w - v < -size * hi_size
                or v - lo * w < -size * lo_size
            ):
                continue
            first = scene.start[chain]
            x, y = xs[first] - ex, ys[first] - ey
            w0, v0 = x * ux + y * uy, y * ux - x * uy
            left0, right0 = hi * w0 - v0, v0 - lo * w0
            for i in range(first + 1, scene.stop[chain]):
                x, y = xs[i] - ex, ys[i] - ey
                w1, v1 = x * ux + y * uy, y * ux - x * uy
                left1, right1 = hi * w1 - v1, v1 - lo * w1
                if (left0 > 0.0 or left1 > 0.0) and (right0 > 0.0 or right1 > 0.0) and (w0 > 0.0 or w1 > 0.0):
                    self._edge_shade(w0, v0, w1, v1, left0, left1, right0, right1, near_side, chain, found)
                w0, v0, left0, right0 = w1, v1, left1, right1

    def _edge_shade(
        self,
        w0: float,
        v0: float,
        w1: float,
        v1: float,
        left0: float,
        left1: float,
        right0: float,
        right1: float,
        near_side: float,
        chain: int,
        found: list[Shade],
    ) -> None:
        """Clip an edge to the fan in front of the target and note its shadow."""
        first, last = 0.0, 1.0
        if left0 < 0.0:
            first = left0 / (left0 - left1)
        elif left1 < 0.0:
            last = left0 / (left0 - left1)
        if right0 < 0.0:
            first = max(first, right0 / (right0 - right1))
        elif right1 < 0.0:
            last = min(last, right0 / (right0 - right1))
        if first >= last:
            return
        if w0 > near_side or w1 > near_side:
            front0 = self.c0 - self.c1 * w0 - self.c2 * v0
            front1 = self.c0 - self.c1 * w1 - self.c2 * v1
            if front0 <= 0.0 and front1 <= 0.0:
                return
            if front0 < 0.0:
                first = max(first, front0 / (front0 - front1))
            elif front1 < 0.0:
                last = min(last, front0 / (front0 - front1))
            if first >= last:
                return
            hidden_from, hidden_to = self._within_target(w0, v0, w1 - w0, v1 - v0)
            if hidden_from < last and hidden_to > first:
                if hidden_from > first:
                    self._note(w0, v0, w1, v1, first, hidden_from, chain, found)
                if hidden_to < last:
                    self._note(w0, v0, w1, v1, hidden_to, last, chain, found)
                return
        self._note(w0, v0, w1, v1, first, last, chain, found)

    def _note(
        self, w0: float, v0: float, w1: float, v1: float, first: float, last: float, chain: int, found: list[Shade]
    ) -> None:
        ew, ev = w1 - w0, v1 - v0
        wa, va = w0 + ew * first, v0 + ev * first
        wb, vb = w0 + ew * last, v0 + ev * last
        if wa < TINY or wb < TINY:
            return  # the edge runs through the eye: seen end on
        a, b = va / wa, vb / wb
        if b - a > TINY:
            found.append((a, b, 1.0 / wa, 1.0 / wb, chain))
        elif a - b > TINY:
            found.append((b, a, 1.0 / wb, 1.0 / wa, chain))

    def _within_target(self, w0: float, v0: float, ew: float, ev: float) -> tuple[float, float]:
        """The part of an edge inside the target itself, as shares; empty when the first exceeds the last."""
        first, last = _through_disc(w0 - self.d - self.kw, v0 - self.kv, ew, ev, self.r)
        if self.kw == 0.0 and self.kv == 0.0:
            return first, last
        other_first, other_last = _through_disc(w0 - self.d + self.kw, v0 + self.kv, ew, ev, self.r)
        middle_first, middle_last = self._through_middle(w0 - self.d, v0, ew, ev)
        return min(first, other_first, middle_first), max(last, other_last, middle_last)

    def _through_middle(self, w: float, v: float, ew: float, ev: float) -> tuple[float, float]:
        """The part of an edge inside the straight middle of an oval."""
        half = sqrt(self.kw * self.kw + self.kv * self.kv)
        kw, kv = self.kw / half, self.kv / half
        first, last = _through_strip(w * kw + v * kv, ew * kw + ev * kv, half)
        across_first, across_last = _through_strip(v * kw - w * kv, ev * kw - ew * kv, self.r)
        first, last = max(first, across_first), min(last, across_last)
        return (first, last) if first < last else (2.0, -1.0)

    def _circle_shades(self, scene: Shapes, skip_circles: int, found: list[Shade]) -> None:
        ex, ey, ux, uy, lo, hi = self.ex, self.ey, self.ux, self.uy, self.lo, self.hi
        hi_size, lo_size = sqrt(1.0 + hi * hi), sqrt(1.0 + lo * lo)
        far = self.c0 / self.c1 + self.spread
        cx, cy, cr = scene.cx, scene.cy, scene.cr
        for circle in range(len(cx)):
            x, y, q = cx[circle] - ex, cy[circle] - ey, cr[circle]
            w = x * ux + y * uy
            if w < -q or w > far:
                continue
            v = y * ux - x * uy
            if v - hi * w > q * hi_size or lo * w - v > q * lo_size or skip_circles >> circle & 1:
                continue
            power = w * w + v * v - q * q
            if power > 0.0 and not self._behind(w, v, q, power):
                self._circle_shade(w, v, q, power, -2 - circle, found)

    def _behind(self, w: float, v: float, q: float, power: float) -> bool:
        """Does the circle lie beyond the target? The line of equal powers parts two circles that do not overlap."""
        if self.kw == 0.0 and self.kv == 0.0:
            return power >= self.d * self.d - self.r * self.r
        share = ((w - self.d) * self.kw + v * self.kv) / (self.kw * self.kw + self.kv * self.kv)
        share = min(1.0, max(-1.0, share))
        nw, nv = self.d + share * self.kw, share * self.kv
        return power >= nw * nw + nv * nv - self.r * self.r

    def _circle_shade(self, w: float, v: float, q: float, power: float, number: int, found: list[Shade]) -> None:
        tangent = sqrt(power)
        if w > q:
            under = w * w - q * q
            left, right = (w * v - q * tangent) / under, (w * v + q * tangent) / under
        else:
            # Part of the circle lies beside or behind the eye.
            middle, half = atan2(v, w), asin(q / sqrt(w * w + v * v))
            if middle - half >= 0.5 * pi or middle + half <= -0.5 * pi:
                return
            left = tan(max(middle - half, -0.5 * pi + 1e-9))
            right = tan(min(middle + half, 0.5 * pi - 1e-9))
        near_left, near_right = sqrt(1.0 + left * left) / tangent, sqrt(1.0 + right * right) / tangent
        a, b = max(left, self.lo), min(right, self.hi)
        if b - a > TINY:
            tilt = (near_right - near_left) / (right - left)
            found.append((a, b, near_left + tilt * (a - left), near_left + tilt * (b - left), number))

    # ---- shares -------------------------------------------------------------------------------------

    def open_fans(self, shades: list[Shade]) -> list[tuple[float, float]]:
        """The slopes between `lo` and `hi` that no shadow covers."""
        spans = [(shade[0], shade[1]) for shade in shades]
        spans.sort()
        result: list[tuple[float, float]] = []
        reached = self.lo
        for left, right in spans:
            if left > reached + TINY:
                result.append((reached, left))
            reached = max(reached, right)
        if self.hi > reached + TINY:
            result.append((reached, self.hi))
        return result

    def flat_share(self, shades: list[Shade]) -> float:
        """The visible share of the target's apparent width."""
        if not shades:
            return 1.0
        whole = atan(self.hi) - atan(self.lo)
        seen = 0.0
        for left, right in self.open_fans(shades):
            seen += atan(right) - atan(left)
        return min(1.0, seen / whole)


def _through_disc(w: float, v: float, ew: float, ev: float, r: float) -> tuple[float, float]:
    a = ew * ew + ev * ev
    b = w * ew + v * ev
    under = b * b - a * (w * w + v * v - r * r)
    if under <= 0.0 or a == 0.0:
        return 2.0, -1.0
    root = sqrt(under)
    return (-b - root) / a, (-b + root) / a


def _through_strip(at: float, step: float, half: float) -> tuple[float, float]:
    """Where at + t * step lies within +-half."""
    if step == 0.0:
        return (-1e300, 1e300) if -half <= at <= half else (2.0, -1.0)
    first, last = (-half - at) / step, (half - at) / step
    return (first, last) if first <= last else (last, first)


# ---- with heights -----------------------------------------------------------------------------------


def trapezoids(
    look: Gaze, shades: list[Shade], scene: Shapes, eye: float, foot: float, top: float
) -> tuple[list[Shade], list[Trapezoid], list[int]]:
    """Sort shadows by what they hide of a target from `foot` to `top`: all of its height, part of it, or nothing.

    Returns the full ones, the partial ones, and the numbers of all that hide anything.
    """
    full: list[Shade] = []
    partial: list[Trapezoid] = []
    casters: list[int] = []
    depth = look.depth
    for shade in shades:
        number = shade[4]
        if number >= 0:
            low, high = scene.low[number], scene.high[number]
        else:
            low, high = scene.clow[-2 - number], scene.chigh[-2 - number]
        reach_a, reach_b = depth * shade[2], depth * shade[3]
        high_a, high_b = eye + (high - eye) * reach_a, eye + (high - eye) * reach_b
        low_a, low_b = eye + (low - eye) * reach_a, eye + (low - eye) * reach_b
        if low <= 0.0:
            low_a, low_b = min(low_a, foot), min(low_b, foot)
        if (high_a <= foot and high_b <= foot) or (low_a >= top and low_b >= top):
            continue
        if high_a >= top and high_b >= top and low_a <= foot and low_b <= foot:
            full.append(shade)
            casters.append(number)
        else:
            partial.append((shade[0], shade[1], low_a, low_b, high_a, high_b))
            casters.append(number)
    return full, partial, casters


def slab_trapezoids(
    look: Gaze, scene: Shapes, shape: int, eye: float, level: float, foot: float, top: float
) -> list[Trapezoid]:
    """What a flat floor at a height hides: rays that pass through the shape's plan exactly at `level`."""
    rise = level - eye
    if rise == 0.0 or max(eye, top) <= level or min(eye, foot) >= level:
        return []
    cuts: list[float] = [look.lo, look.hi]
    edges: list[tuple[float, float, float, float]] = []
    nearest = 1e-6
    for chain in range(scene.first_chain[shape], scene.last_chain[shape]):
        for i in range(scene.start[chain], scene.stop[chain] - 1):
            w0, v0 = _framed(look, scene.xs[i], scene.ys[i])
            w1, v1 = _framed(look, scene.xs[i + 1], scene.ys[i + 1])
            if w0 <= nearest and w1 <= nearest:
                continue
            if w0 <= nearest:
                v0, w0 = v0 + (v1 - v0) * (nearest - w0) / (w1 - w0), nearest
            elif w1 <= nearest:
                v1, w1 = v1 + (v0 - v1) * (nearest - w1) / (w0 - w1), nearest
            a, b, near_a, near_b = v0 / w0, v1 / w1, 1.0 / w0, 1.0 / w1
            if a > b:
                a, b, near_a, near_b = b, a, near_b, near_a
            if b - a > TINY and b > look.lo and a < look.hi:
                edges.append((a, b, near_a, near_b))
                cuts.append(min(max(a, look.lo), look.hi))
                cuts.append(min(max(b, look.lo), look.hi))
    cuts.sort()
    return _slab_between(look, edges, cuts, eye, rise)


def _slab_between(
    look: Gaze, edges: list[tuple[float, float, float, float]], cuts: list[float], eye: float, rise: float
) -> list[Trapezoid]:
    """Pair up the edges met along each direction: between entering and leaving the floor hides."""
    result: list[Trapezoid] = []
    depth = look.depth
    for k in range(len(cuts) - 1):
        left, right = cuts[k], cuts[k + 1]
        if right - left <= TINY:
            continue
        middle = 0.5 * (left + right)
        met: list[tuple[float, float, float]] = []
        for a, b, near_a, near_b in edges:
            if a <= middle < b:
                tilt = (near_b - near_a) / (b - a)
                met.append((near_a + tilt * (middle - a), near_a + tilt * (left - a), near_a + tilt * (right - a)))
        met.sort()
        if len(met) % 2 == 1:
            # The eye stands over the shape: it is met from the eye on.
            met.append((1e6, 1e6, 1e6))
        for j in range(0, len(met), 2):
            far, near = met[j], met[j + 1]
            # The target's rectangle ends the view: nothing behind it counts.
            if near[0] * depth <= 1.0:
                continue
            far_left, far_right = max(far[1], 1.0 / depth), max(far[2], 1.0 / depth)
            one_left, one_right = eye + rise * depth * far_left, eye + rise * depth * far_right
            two_left, two_right = eye + rise * depth * near[1], eye + rise * depth * near[2]
            if rise < 0.0:
                one_left, one_right, two_left, two_right = two_left, two_right, one_left, one_right
            result.append((left, right, one_left, one_right, two_left, two_right))
    return result


def _framed(look: Gaze, x: float, y: float) -> tuple[float, float]:
    x, y = x - look.ex, y - look.ey
    return x * look.ux + y * look.uy, y * look.ux - x * look.uy


def tall_share(look: Gaze, full: list[Shade], partial: list[Trapezoid], foot: float, top: float) -> float:
    """The visible share of the target's upright outline."""
    if not partial:
        return look.flat_share(full)
    whole = (atan(look.hi) - atan(look.lo)) * (top - foot)
    seen = 0.0
    for left, right in look.open_fans(full):
        seen += (atan(right) - atan(left)) * (top - foot) - _hidden(partial, left, right, foot, top)
    return min(1.0, max(0.0, seen / whole))


def _hidden(partial: list[Trapezoid], left: float, right: float, foot: float, top: float) -> float:
    """The area that trapezoids cover between two slopes and two heights, weighted by the angle."""
    active: list[Trapezoid] = []
    cuts: list[float] = [left, right]
    for piece in partial:
        if piece[0] < right and piece[1] > left:
            active.append(piece)
            cuts.append(min(max(piece[0], left), right))
            cuts.append(min(max(piece[1], left), right))
    if not active:
        return 0.0
    for i in range(len(active)):
        _border_cuts(active[i], foot, top, left, right, cuts)
        for j in range(i + 1, len(active)):
            _crossing_cuts(active[i], active[j], left, right, cuts)
    cuts.sort()
    area = 0.0
    for k in range(len(cuts) - 1):
        if cuts[k + 1] - cuts[k] > TINY:
            area += _slice(active, cuts[k], cuts[k + 1], foot, top)
    return area


def _border_cuts(piece: Trapezoid, foot: float, top: float, left: float, right: float, cuts: list[float]) -> None:
    a, b, low_a, low_b, high_a, high_b = piece
    for at_a, at_b in ((low_a, low_b), (high_a, high_b)):
        for height in (foot, top):
            if (at_a < height) != (at_b < height):
                where = a + (b - a) * (height - at_a) / (at_b - at_a)
                if left < where < right:
                    cuts.append(where)


def _crossing_cuts(one: Trapezoid, two: Trapezoid, left: float, right: float, cuts: list[float]) -> None:
    """Where borders of two trapezoids cross."""
    left, right = max(left, one[0], two[0]), min(right, one[1], two[1])
    if left >= right:
        return
    for i in (2, 4):
        one_left, one_right = _border(one, i, left), _border(one, i, right)
        for j in (2, 4):
            before, after = one_left - _border(two, j, left), one_right - _border(two, j, right)
            if (before < 0.0) != (after < 0.0):
                cuts.append(left + (right - left) * before / (before - after))


def _border(piece: Trapezoid, which: int, slope: float) -> float:
    share = (slope - piece[0]) / (piece[1] - piece[0])
    if which == 2:
        return piece[2] + (piece[3] - piece[2]) * share
    return piece[4] + (piece[5] - piece[4]) * share


def _slice(active: list[Trapezoid], left: float, right: float, foot: float, top: float) -> float:
    """The covered area between two slopes where no borders cross: a stack of trapezoids."""
    middle = 0.5 * (left + right)
    stack: list[tuple[float, int]] = []
    for i in range(len(active)):
        if active[i][0] <= middle <= active[i][1] and _border(active[i], 4, middle) > foot:
            stack.append((_border(active[i], 2, middle), i))
    stack.sort()
    area = 0.0
    reached = foot
    upto_left = upto_right = foot
    for low, i in stack:
        if low >= top:
            break
        high = _border(active[i], 4, middle)
        if high <= reached:
            continue
        high_left = min(max(_border(active[i], 4, left), foot), top)
        high_right = min(max(_border(active[i], 4, right), foot), top)
        if low > reached:
            upto_left = max(_border(active[i], 2, left), foot)
            upto_right = max(_border(active[i], 2, right), foot)
        area += _angle_weighted(left, right, high_left - upto_left, high_right - upto_right)
        reached, upto_left, upto_right = high, high_left, high_right
        if reached >= top:
            break
    return area


def _angle_weighted(left: float, right: float, at_left: float, at_right: float) -> float:
    """The integral of a linear height over the angle between two slopes."""
    if right - left < 1e-6:
        return 0.5 * (at_left + at_right) * (atan(right) - atan(left))
    tilt = (at_right - at_left) / (right - left)
    level = at_left - tilt * left
    return level * (atan(right) - atan(left)) + 0.5 * tilt * log((1.0 + right * right) / (1.0 + left * left))
