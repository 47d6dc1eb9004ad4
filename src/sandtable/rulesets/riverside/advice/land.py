"""The lie of the land as this game sees it: ways on foot to the markers, who might see whom past the terrain, and where
there is Cover. Found when it is wanted, and shared by all games on the same table."""

from __future__ import annotations

from functools import lru_cache

from sandtable.rulesets.riverside.field import COVER, Field, field_of, piece_trait
from sandtable.rulesets.riverside.figures import base
from sandtable.rulesets.riverside.reachable import FOOT, walkable
from sandtable.rulesets.riverside.sight import LEAST
from sandtable.rulesets.riverside.state import Marker, State
from sandtable.skirmish.footpaths import Footpaths
from sandtable.skirmish.memory import Memory
from sandtable.table import Figure, Veil, look_from
from sandtable.table.hot.scene import members

Cell = tuple[int, int]
"""A whole inch of the table."""


class InchMap:
    """One table, looked at by whole inches."""

    def __init__(self, where: Field) -> None:
        self.where = where
        self._paths = Footpaths(walkable(where))
        self._fields: Memory[tuple[float, float], list[float]] = Memory()
        self._seen: Memory[tuple[int, int, int, int], bool] = Memory()
        self._covered: Memory[Cell, bool] = Memory()
        self._cover = [n for n in where.covering if COVER in where.table.terrain[n].traits]

    def field(self, marker: Marker) -> list[float]:
        """How far it is on foot from everywhere to a marker."""
        key = marker.x, marker.y
        known = self._fields.get(key)
        return self._fields.keep(key, self._paths.walked_from(*key)) if known is None else known

    def far(self, marker: Marker, x: float, y: float) -> float:
        return self.field(marker)[self._paths.node(x, y)]

    def covers(self, x: float, y: float) -> bool:
        """Is this place in Cover Terrain?"""
        cell = int(x + 0.5), int(y + 0.5)
        known = self._covered.get(cell)
        if known is None:
            plans = self.where.table.plans
            found = any(plans.shape_holds(n, float(cell[0]), float(cell[1])) for n in self._cover)
            known = self._covered.keep(cell, found)
        return known

    def clear(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Does the terrain leave a look open between two places?"""
        one, two = (int(ax + 0.5), int(ay + 0.5)), (int(bx + 0.5), int(by + 0.5))
        key = (*one, *two) if one < two else (*two, *one)
        known = self._seen.get(key)
        return self._seen.keep(key, self._look(*map(float, key))) if known is None else known

    def _look(self, ax: float, ay: float, bx: float, by: float) -> bool:
        table, blocking = self.where.table, self.where.blocking
        near = table.plans.near(ax, ay, bx, by, FOOT)
        pieces = dict.fromkeys(table.plans.shape_of[chain] for chain in members(near)) if near else {}
        between = [n for n in pieces if n in blocking and not self._in(n, ax, ay) and not self._in(n, bx, by)]
        if not between:
            return True
        veil = Veil(traits=frozenset(map(piece_trait, between)), flat=True)
        one, two = Figure("one", base(FOOT), ax, ay), Figure("two", base(FOOT), bx, by)
        return look_from(table, one, two, veil).share >= LEAST

    def _in(self, number: int, x: float, y: float) -> bool:
        return bool(self.where.table.plans.shape_holds(number, x, y))


def land_of(state: State) -> InchMap:
    return _land(field_of(state))


@lru_cache(24)
def _land(where: Field) -> InchMap:
    return InchMap(where)
