"""How much of a deployment zone can be hit from the other one after an Advance: a measure for maps.

Shooters and targets stand on 1" bases on a grid of 1". A target is hit from a place if it is in range and one of three
rays to it (to its middle and to 0.4" on either side) meets no piece that blocks sight, the pieces that hold either end
excepted (RV-16.8, RV-16.21).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.rulesets.riverside.content import Board, Zones, content
from sandtable.rulesets.riverside.pieces import Corner

ADVANCE = 6.0
HALF = 0.5
ASIDE = 0.4
Places = tuple[Any, Any]


def exposed(board: Board, zones: Zones, shooters: int, reach: float) -> tuple[float, float]:
    """The share of the places of the other zone that can be hit from somewhere, and from the best single place."""
    table = board.map.table
    xs, ys = (axis.ravel() for axis in np.meshgrid(np.arange(HALF, table.width), np.arange(HALF, table.height)))
    reached = _distance(zones.outlines[shooters], xs, ys) <= ADVANCE - HALF
    held = _distance(zones.outlines[1 - shooters], xs, ys) == 0
    hit = _hit(board, (xs[reached], ys[reached]), (xs[held], ys[held]), reach)
    return float(hit.any(axis=0).mean()), float(hit.mean(axis=1).max())


def _hit(board: Board, eyes: Places, targets: Places, reach: float) -> Any:
    ex, ey = eyes[0][:, None], eyes[1][:, None]
    gone = np.hypot(targets[0] - ex, targets[1] - ey)
    hit = np.zeros(gone.shape, dtype=bool)
    for aside in (-ASIDE, 0.0, ASIDE):
        # A point beside the middle, at a right angle to the line of sight.
        tx = targets[0] - aside * (targets[1] - ey) / np.maximum(gone, 1.0)
        ty = targets[1] + aside * (targets[0] - ex) / np.maximum(gone, 1.0)
        free = np.ones(gone.shape, dtype=bool)
        for box in _blockers(board):
            holds = _holds(box, ex, ey) | _holds(box, targets[0], targets[1])
            free &= holds | ~_crosses(box, ex, ey, tx, ty)
        hit |= free
    return hit & (gone - 2 * HALF <= reach)


def _blockers(board: Board) -> list[tuple[float, float, float, float]]:
    """Our maps are made of rectangles."""
    found = content()
    pieces = [piece for piece in board.map.table.terrain if "blocks-sight" in found.types_of(piece)]
    assert all(len(piece.outline) == 4 for piece in pieces)
    sides = [tuple(zip(*piece.outline, strict=True)) for piece in pieces]
    return [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in sides]


def _holds(box: tuple[float, float, float, float], x: Any, y: Any) -> Any:
    return (x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])


def _crosses(box: tuple[float, float, float, float], ex: Any, ey: Any, tx: Any, ty: Any) -> Any:
    """Does the segment run through the inside of the box?"""
    enter, leave = 0.0, 1.0
    for low, high, start, way in ((box[0], box[2], ex, tx - ex), (box[1], box[3], ey, ty - ey)):
        way = np.where(np.abs(way) < 1e-9, 1e-9, way)
        one, two = (low - start) / way, (high - start) / way
        enter = np.maximum(enter, np.minimum(one, two))
        leave = np.minimum(leave, np.maximum(one, two))
    return leave > enter


def _distance(outline: tuple[Corner, ...], x: Any, y: Any) -> Any:
    """From each place to the zone; 0 inside."""
    nearest = np.full(x.shape, np.inf)
    inside = np.zeros(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)))
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return np.where(inside, 0.0, nearest)
