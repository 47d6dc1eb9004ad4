"""Ramps on a path: whoever draws a straight line from the ground to the terrace means the way over the ramp."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.engine.questions import Point
from sandtable.table import Table, Terrain, snap
from sandtable.table.pieces import Spot, ring_edges


def by_ramps(table: Table, path: Sequence[Point]) -> tuple[Point, ...]:
    """The same path with a point wherever it comes onto a ramp or leaves one: there it is met at another height."""
    ramps = [piece for piece in table.terrain if piece.slope is not None]
    if not ramps:
        return tuple(path)
    found = [path[0]]
    for a, b in pairwise(path):
        shares = sorted({share for ramp in ramps for share in _crossings(ramp, a, b)})
        found += [Point(snap(a.x + share * (b.x - a.x)), snap(a.y + share * (b.y - a.y))) for share in shares]
        found.append(b)
    return tuple(found)


def _crossings(ramp: Terrain, a: Point, b: Point) -> Iterator[float]:
    """Where between its ends a leg crosses the outline, as shares of its length."""
    for one, two in ring_edges(ramp.outline):
        share = _crossing((a.x, a.y), (b.x, b.y), one, two)
        if share is not None and 0.0 < share < 1.0:
            yield share


def _crossing(a: Spot, b: Spot, one: Spot, two: Spot) -> float | None:
    """The share of the way from `a` to `b` at which it meets the edge from `one` to `two`."""
    way, edge = (b[0] - a[0], b[1] - a[1]), (two[0] - one[0], two[1] - one[1])
    turn = way[0] * edge[1] - way[1] * edge[0]
    if turn == 0.0:
        return None
    off = (one[0] - a[0], one[1] - a[1])
    along = (off[0] * way[1] - off[1] * way[0]) / turn
    return (off[0] * edge[1] - off[1] * edge[0]) / turn if 0.0 <= along <= 1.0 else None
