"""The lay of the land, for bots: about how far it is on foot from anywhere to a place or an edge, over a net of places
an inch apart on every floor. Found once for each Combat Area and shared by all games on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import hypot, inf

from msgspec import Struct

from sandtable.rulesets.op_en.ground import Field
from sandtable.rulesets.op_en.pieces import DIFFICULT
from sandtable.skirmish.memory import Memory
from sandtable.table import AREA, Terrain

CLIMB = 6.0
"""What a Climb costs besides its height: an action, and now and then a second try."""
NARROW = 0.7
"""Openings narrower than this let nobody through."""
FAR = 99.0
"""How far it is to where no way leads."""
Cell = tuple[int, int]


class Node(Struct, frozen=True):
    x: float
    y: float
    z: float
    slow: float
    """What an inch costs here."""
    house: int
    """The building that one is inside of here, -1 outdoors and on roofs."""


class Step(Struct, frozen=True):
    to: int
    cost: float
    climbs: bool


class Course(Struct, frozen=True):
    """A way down towards a goal: its places, what it has cost at each, and whether a Climb comes next."""

    places: tuple[Node, ...]
    costs: tuple[float, ...]
    climbs: bool


class Lay:
    """`swims`: deep water is only slow. `climbs`: faces higher than a barrier are climbed."""

    def __init__(self, where: Field, barrier: float, *, swims: bool, climbs: bool) -> None:
        self._where, self._barrier, self._swims, self._climbs = where, barrier, swims, climbs
        self.width, self.height = int(where.table.width), int(where.table.height)
        self.nodes: list[Node] = []
        self._cells: dict[Cell, list[int]] = {}
        for i in range(self.width):
            for k in range(self.height):
                self._cells[i, k] = self._found_at(i + 0.5, k + 0.5)
        self._steps: list[list[Step]] = [[] for _ in self.nodes]
        self._join_all()
        self._to: Memory[tuple[float, ...] | str, list[float]] = Memory()
        self._near: Memory[tuple[float, float, float], int] = Memory()

    # ---- the net -------------------------------------------------------------------------------------

    def _found_at(self, x: float, y: float) -> list[int]:
        """The places of one column, where anybody can stand."""
        where, found = self._where, []
        under = [piece for n, piece in enumerate(where.table.terrain) if piece.form == AREA and where.holds(n, x, y)]
        for z in where.table.floors_at(x, y):
            wet = where.in_deep(x, y, z)
            if wet and not self._swims:
                continue
            slow = 2.0 if wet or (z <= 0.0 and any(DIFFICULT in piece.traits for piece in under)) else 1.0
            house = next((n for n in where.shells if self._inside(n, x, y, z)), -1)
            found.append(len(self.nodes))
            self.nodes.append(Node(x, y, z, slow, house))
        return found

    def _inside(self, shell: int, x: float, y: float, z: float) -> bool:
        piece = self._where.table.terrain[shell]
        return piece.floor <= z < piece.top - 1e-6 and self._where.holds(shell, x, y)

    def _join_all(self) -> None:
        for (i, k), here in self._cells.items():
            for one in here:
                for two in here:
                    if one < two:
                        self._join(one, two, 0.0)
            for di, dk in ((1, 0), (0, 1), (1, 1), (1, -1)):
                far = hypot(di, dk)
                for two in self._cells.get((i + di, k + dk), ()):
                    for one in here:
                        self._join(one, two, far)

    def _join(self, one: int, two: int, far: float) -> None:
        for a, b in ((one, two), (two, one)):
            cost, climbs = self._cost(self.nodes[a], self.nodes[b], far)
            if cost < FAR:
                self._steps[a].append(Step(b, cost, climbs))

    def _cost(self, a: Node, b: Node, far: float) -> tuple[float, bool]:
        rise = b.z - a.z
        if not far:
            same = a.house == b.house >= 0
            return (abs(rise), False) if same else (inf, False)
        if a.house != b.house and not self._through(a, b):
            return inf, False
        walked = far * (a.slow + b.slow) / 2
        if -self._barrier <= rise <= self._barrier:
            return walked + max(0.0, rise), False
        if not self._climbs or a.house >= 0 or b.house >= 0:
            return inf, False
        return walked + CLIMB + 1.5 * abs(rise), True

    def _through(self, a: Node, b: Node) -> bool:
        """Is there an opening in every wall between?"""
        terrain = self._where.table.terrain
        low = max(a.z, b.z)
        return all(_opens(terrain[house], a, b, low) for house in {a.house, b.house} - {-1})

    # ---- distances -----------------------------------------------------------------------------------

    def node(self, x: float, y: float, z: float) -> int:
        """The place of the net that is nearest to one of the table."""
        key = (x, y, z)
        known = self._near.get(key)
        return self._near.keep(key, self._nearest(x, y, z)) if known is None else known

    def _nearest(self, x: float, y: float, z: float) -> int:
        i, k = min(self.width - 1, max(0, int(x))), min(self.height - 1, max(0, int(y)))
        for ring in (0, 1, 3, self.width):
            around = [
                node
                for di in range(-ring, ring + 1)
                for dk in range(-ring, ring + 1)
                for node in self._cells.get((i + di, k + dk), ())
                if self._steps[node]
            ]
            if around:
                return min(around, key=lambda n: 3 * abs(self.nodes[n].z - z) + abs(self.nodes[n].x - x)
                           + abs(self.nodes[n].y - y))  # fmt: skip
        return 0

    def to_place(self, x: float, y: float, z: float) -> list[float]:
        """From every place of the net to a place of the table."""
        key = (x, y, z)
        known = self._to.get(key)
        return self._to.keep(key, self._from([self.node(x, y, z)])) if known is None else known

    def to_edge(self, edge: str) -> list[float]:
        known = self._to.get(edge)
        if known is None:
            at = {
                "left": (0, None),
                "right": (self.width - 1, None),
                "bottom": (None, 0),
                "top": (None, self.height - 1),
            }
            i, k = at[edge]
            start = [n for (x, y), nodes in self._cells.items() if x == i or y == k for n in nodes]
            known = self._to.keep(edge, self._from([n for n in start if self.nodes[n].z <= self._barrier]))
        return known

    def _from(self, start: Iterable[int]) -> list[float]:
        """Dijkstra's shortest ways. Up and down cost differently; that hardly matters from so far away."""
        far = [FAR] * len(self.nodes)
        queue = [(0.0, node) for node in start]
        for _, node in queue:
            far[node] = 0.0
        while queue:
            cost, node = heappop(queue)
            if cost > far[node]:
                continue
            for step in self._steps[node]:
                total = cost + step.cost
                if total < far[step.to]:
                    far[step.to] = total
                    heappush(queue, (total, step.to))
        return far

    def course(self, node: int, far: Sequence[float], inches: float) -> Course:
        """Downhill from a place, as far as the inches last and no face is to be climbed."""
        places, costs, cost = [self.nodes[node]], [0.0], 0.0
        while far[node] > 0.0:
            step = min(self._steps[node], key=lambda one: far[one.to] + one.cost, default=None)
            if step is None or far[step.to] >= far[node] or step.climbs or cost + step.cost > inches:
                return Course(tuple(places), tuple(costs), step is not None and step.climbs)
            node, cost = step.to, cost + step.cost
            places.append(self.nodes[node])
            costs.append(cost)
        return Course(tuple(places), tuple(costs), False)


def _opens(house: Terrain, a: Node, b: Node, low: float) -> bool:
    """Does an opening lie where the line between two places crosses a wall, low enough to get through?"""
    for opening in house.openings:
        if opening.end - opening.start < NARROW or opening.sill > low + 1.0 or opening.head < low + 0.5:
            continue
        (ax, ay), (bx, by) = house.opening_ends(opening)
        mx, my, half = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay) / 2 + 0.1
        if abs((a.x + b.x) / 2 - mx) + abs((a.y + b.y) / 2 - my) <= half + 0.5 and _sides(ax, ay, bx, by, a, b):
            return True
    return False


def _sides(ax: float, ay: float, bx: float, by: float, a: Node, b: Node) -> bool:
    """Do two places lie on different sides of a wall?"""
    one = (bx - ax) * (a.y - ay) - (by - ay) * (a.x - ax)
    two = (bx - ax) * (b.y - ay) - (by - ay) * (b.x - ax)
    return (one > 0.0) != (two > 0.0)


@lru_cache(64)
def lay_of(where: Field, barrier: float, swims: bool, climbs: bool) -> Lay:
    """A first look at a Combat Area takes a moment."""
    return Lay(where, barrier, swims=swims, climbs=climbs)
