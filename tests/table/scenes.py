"""Random scenes for the table's tests, and how many of them to try."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.lattice import snap
from sandtable.table.measuring import holds, overlap, overlaps_terrain
from sandtable.table.pieces import Base, Figure, Spot, Terrain

SCENES = int(os.environ.get("SANDTABLE_SCENES", "300"))
"""How many random scenes each oracle test looks at; the long run sets 20000."""

SOLID = frozenset({"solid"})


def polygon(rng: Random, x: float, y: float, size: float) -> tuple[Spot, ...]:
    """A star-shaped simple polygon on the lattice; one in three is an upright rectangle, as terrain often is."""
    if rng.random() < 1 / 3:
        a, b = snap(size * rng.uniform(0.3, 1)), snap(size * rng.uniform(0.3, 1))
        x, y = round(x), round(y)
        return ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    corners = rng.choice((3, 4, 5, 6, 8, 12))
    angles = [2 * pi * (k + rng.uniform(-0.35, 0.35)) / corners for k in range(corners)]
    radii = [size * rng.uniform(0.45, 1.0) for _ in angles]
    return tuple((snap(x + r * cos(a)), snap(y + r * sin(a))) for a, r in zip(angles, radii, strict=True))


def random_table(rng: Random, pieces: int, *, width: float = 24.0, height: float = 24.0) -> Table:
    terrain = tuple(
        Terrain(
            id=f"piece {k}",
            outline=polygon(rng, rng.uniform(3, width - 3), rng.uniform(3, height - 3), rng.uniform(0.8, 2.6)),
            height=snap(rng.uniform(0.5, 4.0)),
            traits=SOLID,
        )
        for k in range(pieces)
    )
    return Table(width=width, height=height, terrain=terrain)


def random_figures(rng: Random, table: Table, count: int, *, radius: float | None = None) -> list[Figure]:
    """Figures that overlap neither terrain nor each other."""
    figures: list[Figure] = []
    for _ in range(400):
        if len(figures) == count:
            break
        base = Base(2 * (radius or rng.choice((0.5, 0.625, 0.75, 1.0))), height=snap(rng.uniform(0.75, 2.0)))
        figure = Figure(
            f"figure {len(figures)}",
            base,
            snap(rng.uniform(base.radius, table.width - base.radius)),
            snap(rng.uniform(base.radius, table.height - base.radius)),
        )
        free = not any(overlaps_terrain(figure, piece) for piece in table.terrain)
        if free and not any(overlap(figure, other) for other in figures):
            figures.append(figure)
    return figures


def random_spot(rng: Random, table: Table) -> Point:
    """A lattice point outside all terrain."""
    while True:
        x, y = snap(rng.uniform(0.5, table.width - 0.5)), snap(rng.uniform(0.5, table.height - 0.5))
        if not any(holds(piece, x, y) for piece in table.terrain):
            return Point(x, y)


def random_leg(rng: Random, table: Table) -> tuple[Point, Point]:
    """Two free points; every third leg runs along an axis."""
    a, b = random_spot(rng, table), random_spot(rng, table)
    choice = rng.randrange(6)
    if choice == 0:
        b = Point(a.x, b.y)
    elif choice == 1:
        b = Point(b.x, a.y)
    return a, b


def scenes(seed: str, count: int = SCENES) -> Iterator[Random]:
    for number in range(count):
        yield Random(f"{seed} {number}")
