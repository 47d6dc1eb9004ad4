"""The lie of the land: how far it is on foot to each marker, and the places worth stopping at. Found once for each
battlefield with its markers, and shared by all games on it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import exp, hypot

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.rulesets.roe.advice.footing import Footing
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.attacks import Aim, modifiers
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.field import field
from sandtable.rulesets.roe.state import STANDING, Model, Objective, State
from sandtable.rulesets.roe.walking import standing_refused
from sandtable.skirmish.battlefield import WALKING, Battlefield
from sandtable.skirmish.bodies import Segment
from sandtable.skirmish.features import Feature
from sandtable.table import Figure, Ground, Reach, snap
from sandtable.table.hot.plane import point_segment

SPACING = 2.0
"""Between the places in the open."""
HUG = 0.5 + 10 / 1024
"""From the middle of a base to the cover it leans on."""

FORGET = 50_000
BLIND = Weapon("", rules=("Indiscriminate",))
"""A weapon that only cover can hinder."""

CLOSE = [exp(-max(0.0, half / 2 - 1.0) / 7.0) for half in range(2 * 128)]
"""How near counts as how much, by half inches: 1 in contact, a third at 8½"."""


class Spot(Struct, frozen=True):
    """A place to stop at. `close` says how near the markers are, on foot."""

    x: float
    y: float
    close: tuple[float, ...]
    cover: bool


class Land:
    """What a player knows about a table after a look at it."""

    def __init__(self, battlefield: str, terrain: tuple[Feature, ...], objectives: tuple[Objective, ...]) -> None:
        self.where: Battlefield = field(battlefield, terrain)
        self._footing = _footing(battlefield, terrain)
        self._fields = [self._footing.walked_from(one.x, one.y) for one in objectives]
        self._empty = State([], [], battlefield, terrain)
        self._scout = _scout()
        self._close: dict[tuple[float, float], tuple[float, ...]] = {}
        self._cover: dict[tuple[float, float, float], bool] = {}
        self._cells: dict[tuple[int, int], list[Spot]] = {}
        for x, y in dict.fromkeys(self._places(objectives)):
            if self._can_stand(x, y):
                spot = Spot(x, y, self.closeness(x, y), self.covers(x, y, 0.0))
                self._cells.setdefault((int(x) // 2, int(y) // 2), []).append(spot)
        self._reaches: dict[tuple[float, float, float, float], Reach] = {}
        self._near: dict[tuple[float, float, float], list[Spot]] = {}
        self._inside: dict[tuple[tuple[Segment, ...], float], list[Spot]] = {}
        self._from_edge: dict[tuple[Segment, ...], tuple[float, ...]] = {}

    # ---- distances -----------------------------------------------------------------------------------

    def distances(self, x: float, y: float) -> tuple[float, ...]:
        """On foot from a place to each marker."""
        node = self._footing.node(x, y)
        return tuple([one[node] for one in self._fields])

    def closeness(self, x: float, y: float) -> tuple[float, ...]:
        """How near each marker is: 1 in contact, less and less with the distance."""
        known = self._close.get((x, y))
        if known is None:
            if len(self._close) > FORGET:
                self._close.clear()
            known = self._close[x, y] = tuple([CLOSE[int(2 * far)] for far in self.distances(x, y)])
        return known

    def from_edge(self, zone: tuple[Segment, ...]) -> tuple[float, ...]:
        """How near each marker is to somebody who has still to enter there, wherever that is best."""
        known = self._from_edge.get(zone)
        if known is None:
            edge = [self.closeness(x, y) for segment in zone for x, y in _along(segment)]
            known = self._from_edge[zone] = tuple([max(nearest) for nearest in zip(*edge, strict=True)])
        return known

    def covers(self, x: float, y: float, z: float) -> bool:
        """Does a place give cover? The rules are asked about a shot that nothing else could hinder."""
        known = self._cover.get((x, y, z))
        if known is None:
            if len(self._cover) > FORGET:
                self._cover.clear()
            scout = self._scout
            scout.x, scout.y, scout.z = x, y, z
            aim = Aim(scout, scout, BLIND, "Engage", True)
            known = self._cover[x, y, z] = modifiers(Play(self._empty, {}, [], None), aim).cover
        return known

    # ---- places --------------------------------------------------------------------------------------

    def _places(self, objectives: tuple[Objective, ...]) -> list[tuple[float, float]]:
        """On and round the markers, along everything that gives cover, and spread over the open."""
        found = [(o.x + dx, o.y + dy) for o in objectives for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
        for piece in self.where.table.terrain:
            if piece.traits & {"cover", "blocks-sight", "into-out-of", "obscures"}:
                found += _hugging([*piece.outline, piece.outline[0]])
        table = self.where.table
        columns, rows = range(1, int(table.width / SPACING)), range(1, int(table.height / SPACING))
        found += [(x * SPACING, y * SPACING) for x in columns for y in rows]
        return [(snap(x), snap(y)) for x, y in found]

    def _can_stand(self, x: float, y: float) -> bool:
        heights = self.where.surfaces(x, y)
        return bool(heights) and heights[0] <= 1.0 and (
            standing_refused(self._empty, self._scout, Point(x, y, heights[0])) is None
        )  # fmt: skip

    def near(self, x: float, y: float, inches: float) -> list[Spot]:
        """The places within so many inches in a straight line."""
        key = (x, y, inches)
        if key not in self._near:
            if len(self._near) > FORGET:
                self._near.clear()
            limit = inches * inches
            self._near[key] = [
                spot
                for column in range(int(x - inches) // 2, int(x + inches) // 2 + 1)
                for row in range(int(y - inches) // 2, int(y + inches) // 2 + 1)
                for spot in self._cells.get((column, row), ())
                if 0.01 < (spot.x - x) ** 2 + (spot.y - y) ** 2 <= limit
            ]
        return self._near[key]

    def inside(self, zone: tuple[Segment, ...], inches: float) -> list[Spot]:
        """The places within so many inches of an ingress zone."""
        key = (zone, inches)
        if key not in self._inside:
            limit = inches * inches
            self._inside[key] = [
                spot
                for cell in self._cells.values()
                for spot in cell
                if any(point_segment(spot.x, spot.y, *segment) <= limit for segment in zone)
            ]
        return self._inside[key]

    def way(self, model: Model, inches: float, x: float, y: float) -> tuple[Point, ...] | None:
        """A way round the terrain, whoever may stand in it."""
        if model.z > 1.0:
            return None
        key = (model.x, model.y, 0.0, inches)
        if key not in self._reaches:
            if len(self._reaches) > 2000:
                self._reaches.clear()
            begin = Figure(model.name, self.where.base(model.radius), model.x, model.y, 0.0)
            self._reaches[key] = Reach(self._footing.ground, begin, inches)
        way = self._reaches[key].path(x, y)
        return None if way is None else tuple(Point(p.x, p.y) for p in way)


def _along(segment: Segment) -> list[tuple[float, float]]:
    """Points of an edge, an inch apart."""
    x1, y1, x2, y2 = segment
    parts = max(1, round(hypot(x2 - x1, y2 - y1)))
    return [(x1 + (x2 - x1) * n / parts, y1 + (y2 - y1) * n / parts) for n in range(parts + 1)]


def _hugging(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places along an outline, a base's width apart or a little more, on both sides."""
    found = []
    for (ax, ay), (bx, by) in pairwise(ring):
        size = hypot(bx - ax, by - ay)
        parts = max(1, int(size / 1.6))
        ux, uy = (bx - ax) / size, (by - ay) / size
        for part in range(parts):
            along = (part + 0.5) * size / parts
            for side in (HUG, -HUG):
                found.append((ax + ux * along - uy * side, ay + uy * along + ux * side))
    return found


def _scout() -> Model:
    """Somebody to try places with."""
    return Model(0, "scout", 0, 5, 6, 2, 0, status=STANDING)


@lru_cache(24)
def _footing(battlefield: str, terrain: tuple[Feature, ...]) -> Footing:
    where = field(battlefield, terrain)
    return Footing(Ground(where.table, where.base(_scout().radius), WALKING, (), 0.0))


@lru_cache(24)
def _land(battlefield: str, terrain: tuple[Feature, ...], objectives: tuple[Objective, ...]) -> Land:
    return Land(battlefield, terrain, objectives)


def look_at(state: State) -> None:
    """The first look at a battlefield takes a moment; afterwards all games on it know it."""
    _footing(state.battlefield, state.terrain)


def land_of(state: State) -> Land:
    return _land(state.battlefield, state.terrain, state.objectives)
