"""Where the models of a unit may end, as rings to draw: of one model, or of all of them together. For eyes only; the
unit's own models and its cohesion are left to the judge, since all of them move."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any

from sandtable.skirmish.drill import Drill
from sandtable.skirmish.unit_march import Mover
from sandtable.table import Reach
from sandtable.table.hot.outline import FINE, Canvas, fan

CORNERS = 64
"""Of the ring that is drawn for a circle."""


def region_of(drill: Drill, movers: Iterable[Mover]) -> dict[str, Any]:
    """The same as `region`, drawn once for a position."""
    chosen = list(movers)
    key = ("region", *[mover.name for mover in chosen])
    if key not in drill.kept:
        drill.kept[key] = region(drill, chosen)
    found: dict[str, Any] = drill.kept[key]
    return found


def region(drill: Drill, movers: Iterable[Mover]) -> dict[str, Any]:
    """The rings of everything that any of these models can reach."""
    chosen = list(movers)
    box = _box(drill, chosen)
    whole = Canvas(*box)
    for mover in chosen:
        one = Canvas(*box)
        _fill(drill, mover, one)
        _clear(drill, mover, one)
        whole.add(one)
    return {"rings": whole.borders()}


def _box(drill: Drill, movers: list[Mover]) -> tuple[float, float, float, float]:
    table = drill.march.table
    far = max(mover.inches for mover in movers) + 0.25
    xs, ys = [mover.figure.x for mover in movers], [mover.figure.y for mover in movers]
    left, low = max(0.0, min(xs) - far), max(0.0, min(ys) - far)
    return left, low, min(table.width, max(xs) + far), min(table.height, max(ys) + far)


def _fill(drill: Drill, mover: Mover, canvas: Canvas) -> None:
    """On foot everything that a search reaches, on wings a circle."""
    figure, most = mover.figure, mover.inches
    if mover.flies:
        turns = [2 * pi * k / CORNERS for k in range(CORNERS)]
        canvas.fill([(figure.x + most * cos(turn), figure.y + most * sin(turn)) for turn in turns])
        return
    reach = Reach(drill.ground(mover), figure, most)
    ways, field = reach.ground.ways, reach.field
    points = [(figure.x, figure.y, 0.0), *((*ways.at(field, node), field.cost[node]) for node in field.order)]
    for x, y, cost in points:
        if most - cost > 1.0 / FINE:
            canvas.fill(fan(ways, x, y, most - cost))


def _clear(drill: Drill, mover: Mover, canvas: Canvas) -> None:
    """Nobody ends off the table, partly in what stops it, on what is unstable, or too close to others."""
    march, radius = drill.march, mover.figure.base.radius + mover.figure.base.core
    table = march.table
    canvas.cut_beyond(radius, radius, table.width - radius, table.height - radius)
    for piece in table.terrain:
        if piece.traits & (march.gait.stops | march.unstable):
            canvas.fill(piece.rings[0][:-1], 0)
            canvas.cut_beside(piece.rings[0][:-1], radius)
    for other, gap in drill.kept_from():
        for x, y in other.middles:
            canvas.cut_disc(x, y, other.base.radius + radius + gap)
