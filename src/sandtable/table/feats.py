"""Forced and special moves: pushes, jumps, climbs and falls. What they need and where they end, without any rule."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.records import Record
from sandtable.table.board import Table
from sandtable.table.causes import NO_CONTACT, NO_FLOOR, SHEER
from sandtable.table.ground import FOREVER, Ground
from sandtable.table.hot.plane import point_segment, segments_closer
from sandtable.table.hot.scene import members
from sandtable.table.hot.sweep import NOTHING, contact
from sandtable.table.lattice import STEP, snap, snap_towards
from sandtable.table.measuring import core, outline_segments, within_of_terrain
from sandtable.table.pieces import Figure, Terrain
from sandtable.table.placing import stable


class Pushed(Record, frozen=True):
    """Where a push ends. `used` counts slow ground by its factor; `fall` is the drop at which it ended, 0 for none.
    With a fall the end lies at the height of the ledge."""

    end: Point
    moved: float
    used: float
    stopped_by: str = ""
    fall: float = 0.0


def push(
    ground: Ground, figure: Figure, direction: tuple[float, float], distance: float, ledge: float = FOREVER
) -> Pushed:
    """Push a round base straight until the distance is used up, it touches something, or it goes over a ledge.

    `ground` should be prepared with a gait whose `step_up` is 0 where every barrier stops a push. What the base touches
    at the start holds it only if the push leads into it.
    """
    size = hypot(*direction)
    if size == 0.0 or distance <= 0.0:
        return Pushed(figure.at, 0.0, 0.0)
    ux, uy = direction[0] / size, direction[1] / size
    ground = ground.at(figure.z)
    far, stopped_by = _to_the_rim(ground.table, figure, ux, uy, distance)
    share, what = contact(
        ground.scene, figure.x, figure.y, figure.x + ux * far, figure.y + uy * far, ground.radius, ground.keep, 0, 0
    )
    if what != NOTHING:
        far, stopped_by = far * share, ground.name_of(what)
    if far <= 0.0:
        return Pushed(figure.at, 0.0, 0.0, stopped_by)
    paid, height, fall = _slowed(ground, figure, (ux, uy), far, distance=distance, ledge=ledge)
    if paid < far - 1e-9:
        far, stopped_by = paid, ""
    end = _last_free(ground, figure, (ux, uy), far)
    if fall:
        end = Point(end.x, end.y, height)
    moved = hypot(end.x - figure.x, end.y - figure.y)
    used = ground.relief.toll(figure.x, figure.y, end.x, end.y)
    return Pushed(end, moved, moved if used < 0.0 else used, stopped_by if not fall else "", fall)


def _to_the_rim(table: Table, figure: Figure, ux: float, uy: float, far: float) -> tuple[float, str]:
    r = figure.base.radius
    stopped = ""
    for at, step, size in ((figure.x, ux, table.width), (figure.y, uy, table.height)):
        if step:
            room = (size - r - at) / step if step > 0 else (r - at) / step
            if room < far:
                far, stopped = max(0.0, room), "the table's edge"
    return far, stopped


def _slowed(
    ground: Ground, figure: Figure, towards: tuple[float, float], far: float, *, distance: float, ledge: float
) -> tuple[float, float, float]:
    """How far the push carries over slow ground, the height that it has come to, and the drop at which it ends."""
    end_x, end_y = figure.x + towards[0] * far, figure.y + towards[1] * far
    left, at = distance, ground.stand(figure.x, figure.y)
    for first, last, start, end, slow, _ in ground.relief.sections(figure.x, figure.y, end_x, end_y):
        if at - start >= ledge:
            return first * far, at, at - start
        stretch = (last - first) * far
        if stretch * slow > left:
            return first * far + left / slow, at, 0.0
        left -= stretch * slow
        at = end
    drop = at - ground.stand(snap(end_x), snap(end_y))
    return far, at, drop if drop >= ledge else 0.0


def _last_free(ground: Ground, figure: Figure, towards: tuple[float, float], far: float) -> Point:
    """The last lattice place on the way where the base overlaps nothing."""
    for back in range(64):
        reach = far - back * STEP
        if reach <= 0.0:
            break
        x = snap_towards(figure.x + towards[0] * reach, figure.x)
        y = snap_towards(figure.y + towards[1] * reach, figure.y)
        there = Point(x, y, ground.stand(x, y))
        if ground.table.fits(figure.moved(there)) and ground.blocker((figure.x, figure.y), (x, y)) is None:
            return there
    return figure.at


class Leap(Record, frozen=True):
    """What a straight jump has to clear: its length in plan, the change of height, the tallest thing on the way."""

    length: float
    rise: float
    tallest: float
    """Above the starting height; 0 when nothing stands up."""
    over: tuple[str, ...]
    """Figures whose bases lie under the jump."""
    gap: float
    """The deepest ground on the way below the starting height."""


def leap(table: Table, figure: Figure, to: Point, others: Iterable[Figure] = (), *, below: bool = True) -> Leap:
    """Measure a jump between two places, middle to middle; what lies below it only if that matters."""
    tallest, lowest = 0.0, figure.z
    steps = max(2, int(hypot(to.x - figure.x, to.y - figure.y) * 16))
    under = False
    plans = table.plans
    chains = members(plans.near(figure.x, figure.y, to.x, to.y, 0.0))
    for number in dict.fromkeys(plans.shape_of[chain] for chain in chains):
        if plans.spans(number, figure.x, figure.y, to.x, to.y):
            tallest, under = max(tallest, table.terrain[number].top - figure.z), True
    if not under or not below:
        lowest, steps = min(figure.z, 0.0), 0
    for k in range(1, steps):
        x, y = figure.x + (to.x - figure.x) * k / steps, figure.y + (to.y - figure.y) * k / steps
        lowest = min(lowest, max((h for h in table.floors_at(x, y) if h <= figure.z), default=0.0))
    over = tuple(
        other.id
        for other in others
        if other.id != figure.id
        and segments_closer(figure.x, figure.y, to.x, to.y, *core(other), figure.base.radius + other.base.radius)
    )
    return Leap(hypot(to.x - figure.x, to.y - figure.y), to.z - figure.z, tallest, over, figure.z - lowest)


class Climb(Record, frozen=True):
    """A climb at a face: how far up (or down, negative) and how far sideways; `edge` is the face's number."""

    rise: float
    shift: float
    edge: int


def climb(
    table: Table, figure: Figure, name: str, to: Point, overhang: float = 0.0, slack: float = 0.0
) -> Climb | Refusal:
    """Measure a climb up or down a piece: from the foot of a face to its top, or back.

    The figure must touch the piece, up to a `slack`, or stand on it with its base at the edge; the end must be firm
    ground.
    """
    piece = table.piece(name)
    up = to.z > figure.z
    beside = figure if up else figure.moved(to)
    if not within_of_terrain(beside, piece, slack):
        return Refusal(
            f"{figure.id} does not touch {piece.label}" if up else f"the foot of {piece.label} is not there",
            cause=NO_CONTACT,
        )
    on_top = figure.moved(to) if up else figure
    if not any(abs(height - on_top.z) < 1e-9 for height in piece.floors()):
        return Refusal(f"{piece.label} has no floor at {on_top.z:g}″", cause=NO_FLOOR)
    refused = stable(table, on_top, overhang)
    if refused is not None:
        return refused
    edge = _face(piece, beside)
    if piece.ways_up and edge not in piece.ways_up:
        return Refusal(f"that face of {piece.label} cannot be climbed", cause=SHEER)
    return Climb(to.z - figure.z, hypot(to.x - figure.x, to.y - figure.y), edge)


def _face(piece: Terrain, beside: Figure) -> int:
    """The edge of the outline nearest to a base."""
    corners = (*piece.outline, piece.outline[0])
    edges = outline_segments([corners])
    return min(enumerate(edges), key=lambda item: point_segment(beside.x, beside.y, *item[1]))[0]


def distance_to_open(table: Table, figure: Figure, traits: frozenset[str]) -> float:
    """From the middle of a base to the nearest place outside all pieces with one of the traits it is in; 0 outside."""
    far = 0.0
    for number, piece in enumerate(table.terrain):
        if piece.traits & traits and table.plans.shape_holds(number, figure.x, figure.y):
            nearest = min(point_segment(figure.x, figure.y, *edge) for edge in outline_segments(piece.rings))
            far = max(far, nearest**0.5)
    return far
