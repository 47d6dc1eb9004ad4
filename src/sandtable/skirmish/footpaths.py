"""Distances on foot, over whole inches: the way round the houses. Found once for each battlefield."""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot

from sandtable.table import Ground

UNREACHED = 60.0
DETOUR = 1.5
"""What an inch on a roof or in a corner counts."""


class Footpaths:
    """Which whole inches of a table can be walked between."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._wide, self._deep = int(ground.table.width), int(ground.table.height)
        self._next = self._neighbours()

    def node(self, x: float, y: float) -> int:
        column = min(max(int(x + 0.5), 1), self._wide - 1)
        row = min(max(int(y + 0.5), 1), self._deep - 1)
        return row * (self._wide + 1) + column

    def _free_nodes(self) -> set[int]:
        """Whole inches where a base has room."""
        wide = self._wide + 1
        return {
            y * wide + x
            for y in range(1, self._deep)
            for x in range(1, self._wide)
            if self.ground.overlapped(float(x), float(y)) is None
        }

    def _neighbours(self) -> dict[int, list[tuple[int, float]]]:
        wide = self._wide + 1
        found: dict[int, list[tuple[int, float]]] = {node: [] for node in self._free_nodes()}
        for node, beside in found.items():
            y, x = divmod(node, wide)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                other = node + dy * wide + dx
                if other in found and self.ground.blocker((float(x), float(y)), (float(x + dx), float(y + dy))) is None:
                    length = hypot(dx, dy)
                    beside.append((other, length))
                    found[other].append((node, length))
        return found

    def walked_from(self, x: float, y: float) -> list[float]:
        """How far every whole inch is from a place."""
        far = [UNREACHED] * ((self._wide + 1) * (self._deep + 1))
        start = self.node(x, y)
        waiting = [(0.0, start)]
        far[start] = 0.0
        while waiting:
            gone, node = heappop(waiting)
            if gone > far[node]:
                continue
            for other, length in self._next.get(node, ()):
                if gone + length < far[other]:
                    far[other] = gone + length
                    heappush(waiting, (gone + length, other))
        self._fill(far)
        return far

    def _fill(self, far: list[float]) -> None:
        """Roofs and corners: as far as the nearest open ground, and a little more for every inch."""
        wide = self._wide + 1
        waiting = sorted((inches, node) for node, inches in enumerate(far) if inches < UNREACHED)
        while waiting:
            gone, node = heappop(waiting)
            for other in (node - 1, node + 1, node - wide, node + wide):
                if 0 <= other < len(far) and far[other] >= UNREACHED > gone + DETOUR:
                    far[other] = gone + DETOUR
                    heappush(waiting, (far[other], other))
