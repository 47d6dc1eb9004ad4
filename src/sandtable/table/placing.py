"""Placing: may a base stand here, and where is the nearest place it may?"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from sandtable.engine.questions import Point, Refusal
from sandtable.table.board import Table
from sandtable.table.causes import EDGE, NO_FLOOR, ON_OBSTACLE, OUTSIDE, PARTLY_OFF
from sandtable.table.hot.scene import members
from sandtable.table.lattice import snap
from sandtable.table.measuring import holds_wholly, overlaps_terrain
from sandtable.table.pieces import AREA, SHELL, Figure, Zone

Test = Callable[[Figure], Refusal | None]


def on_table(table: Table, figure: Figure) -> Refusal | None:
    x, y, radius, base = figure.x, figure.y, figure.base.radius, figure.base
    if not base.core and radius <= x <= table.width - radius and radius <= y <= table.height - radius:
        return None
    return None if table.fits(figure) else Refusal(f"{figure.id} would stand partly off the table", cause=PARTLY_OFF)


def off_terrain(table: Table, figure: Figure, traits: frozenset[str]) -> Refusal | None:
    """No part of the base over terrain with one of the traits, be it around its foot or under it."""
    for number in _in_reach(table, figure):
        piece = table.terrain[number]
        if traits.isdisjoint(piece.traits):
            continue
        if figure.z <= max(piece.top, piece.floor) + 1e-9 and overlaps_terrain(figure, piece):
            return Refusal(f"{figure.id} would stand on {piece.label}", cause=ON_OBSTACLE)
    return None


def _in_reach(table: Table, figure: Figure) -> list[int]:
    """The numbers of the pieces that the base could touch."""
    plans, found = table.plans, list[int]()
    x, y, wide = figure.x, figure.y, figure.base.radius + figure.base.core
    for chain in members(plans.near(x, y, x, y, wide)):
        number = plans.shape_of[chain]
        if number not in found:
            outer = plans.first_chain[number]
            dx, dy, reach = x - plans.mx[outer], y - plans.my[outer], wide + plans.mr[outer]
            if dx * dx + dy * dy <= reach * reach:
                found.append(number)
    return found


def standing_refused(table: Table, figure: Figure, traits: frozenset[str], overhang: float) -> Refusal | None:
    """No terrain of some traits under any part of the base, a floor under its middle, no drop beside it."""
    reach = figure.base.radius + figure.base.core
    if figure.z == 0.0 and not table.plans.near(figure.x, figure.y, figure.x, figure.y, reach):
        return None  # open ground
    return off_terrain(table, figure, traits) or stable(table, figure, overhang)


def in_zone(figure: Figure, zone: Zone) -> Refusal | None:
    """The whole base inside a zone; touching its border from inside is allowed."""
    if holds_wholly(zone.outline, figure):
        return None
    return Refusal(f"{figure.id} would stand outside {zone.name or zone.id}", cause=OUTSIDE)


def supported(table: Table, figure: Figure) -> bool:
    """Is there a floor at the figure's height under the middle of its base?"""
    return any(abs(height - figure.z) < 1e-9 for height in table.floors_at(figure.x, figure.y))


def stable(table: Table, figure: Figure, overhang: float = 0.0) -> Refusal | None:
    """A floor under the middle, and no part of the base out over a drop deeper than `overhang`."""
    if not supported(table, figure):
        return Refusal(f"{figure.id} would have no floor under it", cause=NO_FLOOR)
    for number in _in_reach(table, figure):
        piece = table.terrain[number]
        if piece.form == AREA or piece.slope is not None:
            continue
        stands_on = abs(piece.top - figure.z) < 1e-9 or (piece.form == SHELL and figure.z > piece.floor)
        if not stands_on or not table.plans.shape_holds(number, figure.x, figure.y):
            continue
        if figure.z - _lowest_beside(table, figure, piece.id) > overhang and not holds_wholly(piece.outline, figure):
            return Refusal(f"{figure.id} would stick out over the edge of {piece.label}", cause=EDGE)
    return None


def _lowest_beside(table: Table, figure: Figure, besides: str) -> float:
    """The lowest ground under the rim of a base, the piece it stands on left out."""
    lowest = figure.z
    for k in range(16):
        angle = 2 * pi * k / 16
        x = snap(figure.x + figure.base.radius * cos(angle))
        y = snap(figure.y + figure.base.radius * sin(angle))
        under = table.pieces_under(x, y)
        if any(piece.id == besides for piece in under):
            continue
        lowest = min(lowest, max((h for h in table.floors_at(x, y) if h <= figure.z), default=0.0))
    return lowest


# ---- the nearest legal place -----------------------------------------------------------------------------------


def nearest_legal(figure: Figure, wish: Point, test: Test, within_inches: float = 12.0) -> Point | None:
    """The place nearest to a wish that passes a test, on rings of growing radius; None if there is none so near.

    Rings are a sixteenth of an inch apart and the last step is halved down to the lattice, so the answer is at most a
    sixteenth farther than the best place, and exact where the wish itself is legal.
    """
    start = Point(snap(wish.x), snap(wish.y), wish.z)
    if test(figure.moved(start)) is None:
        return start
    for ring in range(1, int(within_inches * 16) + 1):
        radius = ring / 16
        for k in range(max(8, ring * 4)):
            angle = 2 * pi * k / max(8, ring * 4)
            x, y = cos(angle), sin(angle)
            there = Point(snap(wish.x + x * radius), snap(wish.y + y * radius), wish.z)
            if test(figure.moved(there)) is None:
                return _pulled_in(figure, wish, (x, y), radius, test)
    return None


def _pulled_in(figure: Figure, wish: Point, towards: tuple[float, float], radius: float, test: Test) -> Point:
    """Walk back from a legal place towards the wish as far as the test allows."""
    legal, illegal = radius, radius - 1 / 16
    best = Point(snap(wish.x + towards[0] * legal), snap(wish.y + towards[1] * legal), wish.z)
    for _ in range(6):
        middle = (legal + illegal) / 2
        there = Point(snap(wish.x + towards[0] * middle), snap(wish.y + towards[1] * middle), wish.z)
        if test(figure.moved(there)) is None:
            legal, best = middle, there
        else:
            illegal = middle
    return best
