"""Formations: where the models of a unit would stand round a middle. They keep, stand in line or in a block; a wrap has
no shape of its own and fills whatever ground there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, hypot, pi, radians, sin, sqrt

from sandtable.engine.questions import Point
from sandtable.engine.records import Leaf
from sandtable.skirmish.unit_march import Bonds
from sandtable.table import STEP, Figure, snap

KEEP, LINE, BLOCK, WRAP = "keep", "line", "block", "wrap"
FORMATIONS = (KEEP, LINE, BLOCK, WRAP)
RANKS = 2
"""Of a line, if its unit may be as wide as that."""
ROOM = 0.25
"""The gap between neighbours where the unit has room enough."""
TIGHT = 2 * STEP
"""The gap where it has not: places are rounded to the lattice."""


class Slot(Leaf, frozen=True):
    """A place in a formation, for a base of this radius."""

    x: float
    y: float
    radius: float

    @property
    def point(self) -> Point:
        return Point(self.x, self.y)


def middle(figures: Sequence[Figure]) -> tuple[float, float]:
    """The middle of a unit: the mean of its models' places."""
    x = y = 0.0
    for figure in figures:
        x, y = x + figure.x, y + figure.y
    return x / len(figures), y / len(figures)


def kept(figures: Sequence[Figure], to: tuple[float, float], turn: float) -> list[Slot]:
    """The same shape about another middle, in the order of the models."""
    x, y = middle(figures)
    return _turned([(f.x - x, f.y - y, f.base.radius) for f in figures], to, turn)


def line(figures: Sequence[Figure], bonds: Bonds, to: tuple[float, float], turn: float) -> list[Slot]:
    """Two ranks, or as many more as it takes to keep within the unit's circle."""
    return _turned(_within(figures, bonds, ceil(len(figures) / RANKS)), to, turn)


def block(figures: Sequence[Figure], bonds: Bonds, to: tuple[float, float], turn: float) -> list[Slot]:
    """About as deep as wide."""
    return _turned(_within(figures, bonds, ceil(sqrt(len(figures) * 1.25))), to, turn)


Offsets = list[tuple[float, float, float]]


def _within(figures: Sequence[Figure], bonds: Bonds, columns: int) -> Offsets:
    """Ranks of so many or fewer, with room between models or without, so that a circle of the unit's size holds it."""
    return _ranked(tuple(sorted(map(_around, figures), reverse=True)), bonds, columns)


@lru_cache(1024)
def _ranked(radii: tuple[float, ...], bonds: Bonds, columns: int) -> Offsets:
    """The same for bases of these sizes: a unit that looks for a place tries its ranks on everywhere."""
    room = min(ROOM, bonds.link)
    tried = _ranks(radii, columns, room)
    for wide in range(columns, 0, -1):
        for gap in (room, TIGHT):
            tried = _ranks(radii, wide, gap)
            if 2 * max(hypot(x, y) + radius for x, y, radius in tried) <= bonds.across - 2 * TIGHT:
                return tried
        if wide * wide <= len(radii):
            break  # deeper than wide: it would only grow
    return tried


def _around(figure: Figure) -> float:
    """The radius of the disc that holds a base."""
    return figure.base.radius + figure.base.core


def _ranks(radii: tuple[float, ...], columns: int, gap: float) -> Offsets:
    """Models in ranks, the largest in the middle of the first; about (0, 0)."""
    ranks = [radii[i : i + columns] for i in range(0, len(radii), columns)]
    placed: Offsets = []
    y = 0.0
    for number, rank in enumerate(ranks):
        if number:
            y -= max(ranks[number - 1]) + max(rank) + gap
        x, row = 0.0, []
        for radius in _large_inside(rank):
            row.append((x + radius, y, radius))
            x += 2 * radius + gap
        placed += [(at - (x - gap) / 2, y, radius) for at, y, radius in row]
    return [(x, row_y - y / 2, radius) for x, row_y, radius in placed]


def _large_inside(rank: tuple[float, ...]) -> list[float]:
    """The largest in the middle, the smaller ones to both sides."""
    row: list[float] = []
    for number, radius in enumerate(rank):
        row.insert(0 if number % 2 else len(row), radius)
    return row


def _turned(offsets: Offsets, to: tuple[float, float], turn: float) -> list[Slot]:
    c, s = cos(radians(turn)), sin(radians(turn))
    return [Slot(snap(to[0] + x * c - y * s), snap(to[1] + x * s + y * c), radius) for x, y, radius in offsets]


# ---- filling ground -----------------------------------------------------------------------------------


def honeycomb(x: float, y: float, pitch: float, reach: float) -> Iterator[tuple[float, float]]:
    """Places `pitch` apart round a middle, the nearest first."""
    for dx, dy in _cells(pitch, reach):
        yield snap(x + dx), snap(y + dy)


@lru_cache(256)
def _cells(pitch: float, reach: float) -> list[tuple[float, float]]:
    """The same about (0, 0)."""
    rows = int(reach / (pitch * sqrt(0.75))) + 1
    cells = []
    for row in range(-rows, rows + 1):
        for column in range(-rows, rows + 1):
            dx, dy = (column + (row % 2) / 2) * pitch, row * pitch * sqrt(0.75)
            if dx * dx + dy * dy <= reach * reach:
                cells.append((dx * dx + dy * dy, dx, dy))
    return [(dx, dy) for _, dx, dy in sorted(cells)]


def rings(figures: Sequence[Figure], radius: float, gap: float) -> Iterator[tuple[float, float]]:
    """Places round the bases of somebody, at this gap from them."""
    for figure in figures:
        far = _around(figure) + radius + gap
        count = max(6, int(pi * far / radius))
        for number in range(count):
            angle = 2 * pi * number / count
            yield snap(figure.x + cos(angle) * far), snap(figure.y + sin(angle) * far)
