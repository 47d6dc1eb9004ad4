"""Finding ways: the shortest legal path to a place, and everything that can be reached within a budget."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count, pairwise
from math import dist, inf
from typing import Final

from sandtable.engine.questions import Point, Refusal
from sandtable.table.causes import NO_WAY, OVERLAP, TOO_FAR
from sandtable.table.ground import Ground
from sandtable.table.hot.outline import region
from sandtable.table.hot.ways import Spread, Ways
from sandtable.table.lattice import snap
from sandtable.table.moving import Path, affordable, ends_on, travel
from sandtable.table.pieces import Figure, Spot, Terrain
from sandtable.table.placing import on_table

FAR: Final = 1000.0
MANY: Final = 2000
"""Ways on one level that are remembered."""


def route(ground: Ground, figure: Figure, goal: Point, budget: float = FAR) -> Path | Refusal:
    """The shortest legal path to a place (the points after the start), or why there is none within the budget.

    A goal at a height where there is no floor means the floor nearest to the figure's own height.
    """
    goal = _on_floor(ground, figure, goal)
    there = figure.moved(goal)
    refused = on_table(ground.table, there)
    if refused is not None:
        return refused
    if ground.gait.flies:
        return (goal,)
    in_the_way = ground.at(goal.z).overlapped(goal.x, goal.y, figure.turn)
    if in_the_way is not None:
        return Refusal(f"{figure.id} would end on {in_the_way}", cause=OVERLAP)
    found = _straight(ground, figure, goal) or _between_levels(ground, figure, goal, budget)
    if found is None:
        return Refusal(
            f"{figure.id} finds no way there" + ("" if budget == FAR else f" within {budget:g}″"), cause=NO_WAY
        )
    done = travel(ground, figure, found)
    if isinstance(done, Refusal):
        return done
    if not affordable(ground, done, budget):
        return Refusal(f"{figure.id} would need {done.cost:.2f}″ of {budget:g}″", cause=TOO_FAR)
    return done.path[1:]


def _on_floor(ground: Ground, figure: Figure, goal: Point) -> Point:
    x, y = snap(goal.x), snap(goal.y)
    floors = ground.table.floors_at(x, y)
    if goal.z in floors or ground.gait.flies:
        return Point(x, y, goal.z)
    return Point(x, y, min(floors, key=lambda height: abs(height - figure.z)))


def _straight(ground: Ground, figure: Figure, goal: Point) -> Path | None:
    """The straight line, where it is open and no dearer than its length."""
    done = travel(ground, figure, (goal,))
    if isinstance(done, Refusal) or done.cost > done.length or done.end.z != goal.z:
        return None
    return (goal,)


def _between_levels(ground: Ground, figure: Figure, goal: Point, budget: float) -> Path | None:
    """Search level by level: within one on its corner graph, from one to the next over ramps."""
    ramps = [piece for piece in ground.table.terrain if piece.slope is not None]
    ticket = count()
    heap: list[tuple[float, int, Point, Path]] = [(0.0, next(ticket), figure.at, ())]
    visited: set[tuple[float, float, float]] = set()
    while heap:
        cost, _, at, so_far = heappop(heap)
        if (at.x, at.y, at.z) in visited:
            continue
        visited.add((at.x, at.y, at.z))
        if at == goal:
            return so_far
        here = ground.at(at.z)
        goals: list[tuple[Point, Path]] = [(goal, ())]
        goals.extend(_over(ramp, here.level) for ramp in ramps if here.level in (ramp.floor, ramp.top))
        for stop, onward in goals:
            leg = _on_level(here, figure, at, stop, budget - cost)
            if leg is None or (stop is goal and here.stand(goal.x, goal.y) != goal.z):
                continue
            way = (*leg, *onward)
            price = cost + _price(here, (at, *way))
            if price <= budget + 0.25:
                heappush(heap, (price, next(ticket), way[-1], (*so_far, *way)))
    return None


def _over(ramp: Terrain, level: float) -> tuple[Point, Path]:
    """Where to step on a ramp at this level, and the leg to its other end."""
    slope = ramp.slope
    assert slope is not None
    foot, head = Point(slope.foot_x, slope.foot_y, ramp.floor), Point(slope.head_x, slope.head_y, ramp.top)
    return (foot, (head,)) if level == ramp.floor else (head, (foot,))


def _price(here: Ground, way: Path) -> float:
    price = 0.0
    for a, b in pairwise(way):
        price += max(0.0, here.relief.toll(a.x, a.y, b.x, b.y))
    return price


def _on_level(here: Ground, figure: Figure, at: Point, goal: Point, budget: float) -> Path | None:
    """The shortest way on one level, tightened; heights are those of the ground there."""
    if (at.x, at.y) == (goal.x, goal.y):
        return ()
    if figure.base.core:
        return _oval_way(here, figure, at, goal, budget)
    # The graph's corners are a little wide; what is shaved off later may bring the way back into the budget.
    looked = budget * 1.01 + 0.25
    if dist((at.x, at.y), (goal.x, goal.y)) > looked:
        return None
    ways, key = here.ways, (at.x, at.y, goal.x, goal.y, looked)
    if key not in ways.found:
        if len(ways.found) > MANY:
            ways.found.clear()
        ways.found[key] = _searched(here, at, goal, looked)
    corners = ways.found[key]
    return None if corners is None else tuple([Point(x, y, here.stand(x, y)) for x, y in corners])


def _searched(here: Ground, at: Point, goal: Point, looked: float) -> list[Spot] | None:
    """Whoever comes again looks for other places from where it stands, or for the same ramps."""
    ways = here.ways
    field = ways.spread(at.x, at.y, looked, [(goal.x, goal.y)])
    if field.goal_cost < 0.0:
        return None
    return tighten(ways, (at.x, at.y), [*ways.way(field, field.goal_before), (goal.x, goal.y)])


def _oval_way(here: Ground, figure: Figure, at: Point, goal: Point, budget: float) -> Path | None:
    """An oval goes straight if it can without turning, else as the disc that holds it."""
    if here.blocker((at.x, at.y), (goal.x, goal.y), figure.turn) is None:
        return (goal,)
    field = here.ways.spread(at.x, at.y, budget, [(goal.x, goal.y)])
    if field.goal_cost < 0.0:
        return None
    corners = [*here.ways.way(field, field.goal_before), (goal.x, goal.y)]
    return tuple(Point(x, y, here.stand(x, y)) for x, y in corners)


def tighten(ways: Ways, start: Spot, path: list[Spot], passes: int = 3) -> list[Spot]:
    """Shave the corners of a way: each is cut off as far as the base has room, again and again."""
    points = [start, *path]
    for _ in range(passes):
        shaved = [points[0]]
        for corner, after in pairwise(points[1:]):
            shaved.extend(_cut_corner(ways, shaved[-1], corner, after))
        shaved.append(points[-1])
        if len(shaved) == len(points):
            break
        points = shaved
    return points[1:]


def _cut_corner(ways: Ways, before: Spot, corner: Spot, after: Spot) -> list[Spot]:
    """Two points instead of a corner, equally far from it, where the line between them is open and cheaper."""
    back, onward = dist(corner, before), dist(corner, after)
    longest = min(back, onward) / 2
    low, high = 0.0, 2 * longest
    best: list[Spot] = [corner]
    now = ways.leg(*before, *corner) + ways.leg(*corner, *after) - 1e-4
    for _ in range(8):
        cut = (low + high) / 2
        if cut == 0.0:
            break
        one, two = _part(corner, before, cut / back), _part(corner, after, cut / onward)
        if _cost(ways, before, one, two, after) < now:
            low, best = cut, [one, two]
            if cut == longest:
                break
        else:
            high = cut
    return best


def _cost(ways: Ways, before: Spot, one: Spot, two: Spot, after: Spot) -> float:
    """What three legs cost, the one that cuts the corner first: where that is shut the others do not matter."""
    across = ways.leg(*one, *two)
    if across < 0.0 or (back := ways.leg(*before, *one)) < 0.0 or (onward := ways.leg(*two, *after)) < 0.0:
        return inf
    return back + across + onward


def _part(a: Spot, b: Spot, share: float) -> Spot:
    return snap(a[0] + (b[0] - a[0]) * share), snap(a[1] + (b[1] - a[1]) * share)


# ---- reach ------------------------------------------------------------------------------------------------


class Reach:
    """Everything that a figure can reach within a budget on its own level.

    `cost` and `path` answer for single places and are exact; `outline` is for drawing.
    """

    def __init__(self, ground: Ground, figure: Figure, budget: float, others: Iterable[Figure] = ()) -> None:
        self.ground = ground.at(figure.z)
        self.figure = figure
        self.budget = budget
        self.others = tuple(others)
        """Figures that may be passed but not stood on."""
        self.field: Spread = self.ground.ways.spread(figure.x, figure.y, budget, [])

    def cost(self, x: float, y: float) -> float | None:
        """What it costs to get to a place, or None if that is out of reach or taken."""
        x, y = snap(x), snap(y)
        if self.ground.overlapped(x, y, self.figure.turn) or not self.ground.table.fits(self._there(x, y)):
            return None
        if ends_on(self.figure, self._there(x, y).at, self.others):
            return None
        price, way = self.ground.ways.price(self.field, x, y)
        return price if way else None

    def path(self, x: float, y: float) -> Path | None:
        """The way to a place, or None."""
        if self.cost(x, y) is None:
            return None
        x, y = snap(x), snap(y)
        _, corners = self.ground.ways.price(self.field, x, y)
        return tuple(Point(px, py, self.ground.stand(px, py)) for px, py in corners)

    def _there(self, x: float, y: float) -> Figure:
        return self.figure.moved(Point(x, y, self.figure.z))

    def outline(self) -> list[list[Spot]]:
        """The region of possible end places as rings (holes run clockwise), for drawing only."""
        r = self.figure.base.radius
        taken = [(other.x, other.y, other.base.radius + r) for other in self.others]
        return region(self.ground.ways, self.field, taken)
