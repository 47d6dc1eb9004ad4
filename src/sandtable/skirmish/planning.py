"""What a client wants to see while a player plans (docs/scene.md): the ground with its faces, a measured line, the
preview of a path, and places in words, for any game in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import SandtableError, shown
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Place, Point, Question
from sandtable.engine.scenes import ShownModel, TableGround
from sandtable.engine.units import Wish
from sandtable.skirmish.asking import DrawnMove
from sandtable.skirmish.battlefield import CLIMB, COVER, SHEER, SLOPE, WOOD, Battlefield
from sandtable.skirmish.bodies import Body, Segment
from sandtable.skirmish.formations import KEEP, WRAP
from sandtable.skirmish.unit_asking import DrawnUnitMove
from sandtable.table import Terrain, stage
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.pieces import ring_edges

FACES = {SHEER: "cliff", CLIMB: "climb", SLOPE: "slope"}
DIRECTIONS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
MOST_PLACES = 12


# ---- the ground -------------------------------------------------------------------------------------


def ground(where: Battlefield, words: Callable[[Terrain], list[str]]) -> TableGround:
    """What lies on the table for a whole game. `words` says what a piece does, as bases and looks meet it."""
    return stage.ground(where.drawn, lambda piece: faces(where, piece), lambda piece: words(met(where, piece)))


def met(where: Battlefield, piece: Terrain) -> Terrain:
    """A drawn piece as bases and looks meet it: with what its kind brings along."""
    return where.table.terrain[where.drawn.terrain.index(piece)]


def faces(where: Battlefield, piece: Terrain) -> list[str]:
    """What each edge of a drawn piece is to somebody who wants up there."""
    deck = where.decks.get(where.drawn.terrain.index(piece))
    corners = list(ring_edges(piece.outline))
    if deck is None or not deck.surface:
        return [""] * len(corners)
    return [FACES[deck.face_at((ax + bx) / 2, (ay + by) / 2)] for (ax, ay), (bx, by) in corners]


def cover_at(where: Battlefield, x: float, y: float, z: float, radius: float) -> str:
    """The names of what gives a base cover at a place."""
    return ", ".join(where.table.terrain[number].label for number in where.at(x, y, z, radius).cover)


def token(where: Battlefield, body: Body, *, placed: bool = True, **more: Any) -> ShownModel:
    """Somebody as a scene draws it; `more` is what a ruleset says about it beyond name, side, place and base."""
    plain: dict[str, Any] = {
        "icon": "", "role": "", "facts": "", "state": "ready" if placed else "gone", "wounds": None, "pins": None,
        "statuses": [], "bound": [], "ranges": [],
    }  # fmt: skip
    return ShownModel(
        id=body.name, name=body.name, side=body.side, x=body.x if placed else None, y=body.y if placed else None,
        z=body.z, radius=body.radius, height=where.heights.body, **plain | more,
    )  # fmt: skip


# ---- measuring --------------------------------------------------------------------------------------


class GroundMark(Struct, frozen=True):
    """Something flat on the ground that is measured from its edge."""

    name: str
    x: float
    y: float
    radius: float
    z: float = 0.0


class Things(Struct, frozen=True):
    """What a client may point at: everybody who lies or stands on the table, those who do not, and the marks."""

    where: Battlefield
    placed: Sequence[Body]
    absent: Sequence[Body]
    marks: Sequence[GroundMark]

    def named(self, name: str) -> Body:
        for body in (*self.placed, *self.absent):
            if body.name == name:
                return body
        raise SandtableError(f"there is no model {shown(name)}")


def measure(things: Things, one: Viewpoint, two: Viewpoint, *, in_space: bool, clause: str) -> dict[str, Any]:
    """From edge to edge of bases and markers, from a piece's outline, from the middle of a bare point."""
    (ax, ay, az, ar), (bx, by, bz, br) = _end(things, one, two), _end(things, two, one)
    flat = hypot(bx - ax, by - ay)
    gap = max(0.0, flat - ar - br)
    rise = bz - az if in_space else 0.0
    far = things.where.rounding.rounded(hypot(gap, rise))
    ux, uy = ((bx - ax) / flat, (by - ay) / flat) if flat else (1.0, 0.0)
    line = [[ax + ux * ar, ay + uy * ar], [bx - ux * br, by - uy * br]] if gap else [[ax, ay], [bx, by]]
    return {"distance": round(far, 3), "text": f"{far:.1f}″", "line": line, "clause": clause}


def _end(things: Things, spot: Viewpoint, towards: Viewpoint) -> tuple[float, float, float, float]:
    """Place, height and radius of one end of a measure."""
    if spot.model:
        body = things.named(spot.model)
        if spot.at is not None:
            return *standing_at(things.where, spot.at), body.radius
        if body in things.placed:
            return body.x, body.y, body.z, body.radius
        raise SandtableError(f"{body.name} is not on the table")
    if spot.at is not None:
        return *standing_at(things.where, spot.at), 0.0
    for mark in things.marks:
        if mark.name == spot.mark:
            return mark.x, mark.y, 0.0, mark.radius
    for piece in things.where.drawn.terrain:
        if piece.id == spot.piece:
            if towards.piece:
                raise SandtableError("measure from a model or a place to a piece")
            x, y, z, _ = _end(things, towards, Viewpoint())
            return *_nearest_on(piece, x, y), z, 0.0
    raise SandtableError("measure from a model, a marker, a piece or a place")


def standing_at(where: Battlefield, at: tuple[float, ...]) -> tuple[float, float, float]:
    """A place that a client points at: on the lowest floor there, if it names no height."""
    if len(at) == 3:
        return at[0], at[1], at[2]
    heights = where.surfaces(at[0], at[1])
    return at[0], at[1], heights[0] if heights else 0.0


def _nearest_on(piece: Terrain, x: float, y: float) -> tuple[float, float]:
    """The place on the outline of a piece that is nearest to a point."""
    nearest = [nearest_on_segment(x, y, *a, *b) for a, b in ring_edges(piece.outline)]
    return min(nearest, key=lambda spot: hypot(spot[0] - x, spot[1] - y))


# ---- a path -----------------------------------------------------------------------------------------


def preview(question: Question, value: Any) -> dict[str, Any] | None:
    """How long a legal way is, and how high it leads; of a whole unit that of every model."""
    if isinstance(question, DrawnUnitMove):
        return question.previewed(value)
    if not isinstance(question, DrawnMove):
        return None
    walked = question.walked(value[question.movers[0]])
    return {
        "spent": round(walked.length, 3),
        "of": question.budget,
        "unit": "″",
        "text": f"{_short(walked.length)}″ of {question.budget:g}″",
        "path": [[p.x, p.y, p.z] for p in walked.path],
        "tests": [],
    }


def _short(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


# ---- places in words --------------------------------------------------------------------------------


class Remarks(Struct, frozen=True):
    """What a ruleset has to say about a place: the cover there, and whatever else matters."""

    cover: str
    more: tuple[str, ...] = ()


Remarking = Callable[[str, Point], Remarks]
"""About somebody, by name, at the end of its move."""


def places(things: Things, question: Question, zone: tuple[Segment, ...], remarking: Remarking) -> list[dict[str, Any]]:
    """Places in words, every one of them legal: for those who play by ear. `zone` is where a newcomer comes in."""
    if isinstance(question, DrawnUnitMove):
        return unit_places(question)
    found: dict[str, dict[str, Any]] = {}
    for wish in _wishes(things, question, zone):
        if len(found) >= MOST_PLACES:
            break
        described = _described(things, question, wish, remarking)
        if described is not None:
            found.setdefault(str(described["label"]), described)
    return list(found.values())


def middle(starts: Sequence[Sequence[float]]) -> tuple[float, float]:
    """What a wish calls the middle of a unit: the mean of its models' places."""
    return sum(start[0] for start in starts) / len(starts), sum(start[1] for start in starts) / len(starts)


def unit_places(question: DrawnUnitMove) -> list[dict[str, Any]]:
    """The same for a whole unit: as far as it goes in eight directions, in its shape or filling the ground there."""
    starts = [model["path"][0] for model in question.arrange(Wish()).wire()["models"]]
    x, y = middle(starts)
    found = []
    for number, word in enumerate(DIRECTIONS):
        angle, step = number * pi / 4, question.budget - 0.01
        to = Point(x + cos(angle) * step, y + sin(angle) * step)
        for formation in question.formations if len(question.formations) == 1 else (KEEP, WRAP):
            plan = question.arrange(Wish(to, formation))
            if plan.refused is None and any(plan.paths.values()):
                drawn = plan.wire()
                short = len([model for model in drawn["models"] if model["short"]])
                follow = "all follow" if not short else f"{short} of {len(starts)} stop short"
                found.append({"label": f"{word}, {formation}, {follow}", "answer": drawn["answer"]})
                break
    return found


def part_of(width: float, height: float, x: float, y: float) -> str:
    """'north-west', 'south', 'middle': in which ninth of the table a place lies."""
    column = ("west", "", "east")[min(2, int(3 * x / width))]
    row = ("south", "", "north")[min(2, int(3 * y / height))]
    return "-".join(filter(None, (row, column))) or "middle"


def _wishes(things: Things, question: Question, zone: tuple[Segment, ...]) -> Iterator[tuple[str, Any]]:
    """What to call a place, and a wish or a whole answer for it."""
    if isinstance(question, Place):
        for answer in question.legal():
            yield "", answer
    elif isinstance(question, DrawnMove):
        body, budget = things.named(question.movers[0]), question.budget
        wishes = _around(things, body, budget) if body in things.placed else _inwards(things.where, zone, body, budget)
        for called, point in wishes:
            yield called, {body.name: [point.x, point.y]}
        for answer in question.legal():
            yield "", answer


def _around(things: Things, body: Body, budget: float) -> Iterator[tuple[str, Point]]:
    """Markers in reach, cover in reach, then as far as it goes in eight directions."""
    for mark in things.marks:
        if 0.75 < hypot(mark.x - body.x, mark.y - body.y) <= budget:
            yield f"onto marker {mark.name}", Point(mark.x, mark.y)
    where = things.where
    for number in where.near(body.x, body.y, budget):
        piece = where.table.terrain[number]
        if piece.traits & {COVER, WOOD}:
            x, y = _nearest_on(piece, body.x, body.y)
            far = hypot(x - body.x, y - body.y)
            if far > body.radius + 0.1:
                step = far - body.radius - 0.01
                point = Point(body.x + (x - body.x) / far * step, body.y + (y - body.y) / far * step)
                yield f"up to {piece.label}", point
    for number, word in enumerate(DIRECTIONS):
        for share in (1.0, 0.5):
            step = budget * share - 0.01
            angle = number * pi / 4
            yield word, Point(body.x + cos(angle) * step, body.y + sin(angle) * step)


def _inwards(where: Battlefield, zone: tuple[Segment, ...], body: Body, budget: float) -> Iterator[tuple[str, Point]]:
    """Straight in, at places spread along the zone."""
    for x1, y1, x2, y2 in zone:
        steps = max(1, min(7, 12 // len(zone)))
        for number in range(steps):
            share = (number + 0.5) / steps
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            deep = budget - body.radius - 0.01
            if x1 == x2:
                x = deep if x1 == 0.0 else where.table.width - deep
            else:
                y = deep if y1 == 0.0 else where.table.height - deep
            edge = "west" if x1 == x2 == 0.0 else "east" if x1 == x2 else "south" if y1 == 0.0 else "north"
            along = y if x1 == x2 else x
            yield f"in over the {edge} edge at {along:.0f}", Point(x, y)


def _described(
    things: Things, question: Question, wish: tuple[str, Any], remarking: Remarking
) -> dict[str, Any] | None:
    called, answer = wish
    try:
        value = question.read(answer)
    except SandtableError:
        return None
    (name, way), *_ = value.items()
    if way == ():
        return {"label": "stay where it is", "answer": question.recorded(answer, value)}
    end = way[-1] if isinstance(way, tuple) else way
    parts = [called or f"to {end.x:.1f}, {end.y:.1f}"]
    remarks = remarking(name, end)
    cover = remarks.cover
    beside = _beside(things.where, end, things.named(name).radius)
    if beside is not None and beside[1] not in f"{called} {cover}":
        parts.append(" ".join(beside))
    if isinstance(question, DrawnMove):
        parts.append(f"{_short(question.walked(way).length)} of {question.budget:g} inches")
    if cover:
        parts.append("in cover" if cover in called else f"in cover of {cover}")
    parts += remarks.more
    return {"label": ", ".join(parts), "answer": question.recorded(answer, value)}


def _beside(where: Battlefield, end: Point, radius: float) -> tuple[str, str] | None:
    """The piece it would stand in or next to, with the word for it."""
    near = [n for n in where.near(end.x, end.y, 2.0) if where.within(n, end.x, end.y, 1.5)]
    if not near:
        return None
    over = [n for n in near if where.overlaps(n, end.x, end.y, radius)]
    return "in" if over else "beside", where.table.terrain[(over or near)[0]].label
