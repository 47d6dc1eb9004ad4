"""Markers that a character carries, and where they lie once it drops them (chapter 5)."""

from __future__ import annotations

from dataclasses import replace

from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.ground import PUSHED, Field, base_of, field_of
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.standing import mark_there, ring
from sandtable.rulesets.op_en.state import NOBODY, Character, Mark, State

MARK_HEIGHT = 0.1
"""Inches: flat enough to lie under anything somebody stands under."""


def drop(g: Play, who: Character, at: Point | None = None) -> Procedure[None]:
    """A marker it carries is placed in contact with its base, by its player (OE-4.10)."""
    state = g.state
    number = who.carries
    if at is None:
        at = yield from _where_to_drop(g, who, state.marks[number])
    put_down(state, number, at)
    who.carries = NOBODY
    g.tell("dropped", "OE-4.10", who=who.name, objective=state.marks[number].name, at=[at.x, at.y])


def put_down(state: State, number: int, at: Point) -> None:
    mark = replace(state.marks[number], x=at.x, y=at.y, z=at.z, carried=False)
    state.marks = (*state.marks[:number], mark, *state.marks[number + 1 :])


def _where_to_drop(g: Play, who: Character, mark: Mark) -> Procedure[Point]:
    spots = [spot for spot in drop_spots(g, who, mark) if _drop_refused(g, who, mark, spot) is None]
    if not spots:
        return Point(who.x, who.y, who.z)

    def check(places: Places) -> Refusal | None:
        return _drop_refused(g, who, mark, places[mark.name])

    places = yield Place(
        topic="drop place",
        seat=g.state.seat_of(who),
        who=who.name,
        prompt=f"{who.name} drops {mark.name}: where?",
        clause="OE-4.10",
        models=(mark.name,),
        check=check,
        candidates=lambda: [{mark.name: spot} for spot in spots[:8]],
    )
    spot: Point = places[mark.name]
    return Point(spot.x, spot.y, who.z)


def drop_spots(g: Play, who: Character, mark: Mark) -> list[Point]:
    """Places in contact, the one nearest the middle of the table first."""
    table = field_of(g.state, g.options).table
    middle = table.width / 2, table.height / 2
    places = ring((who.x, who.y), who.radius + mark.radius, middle)
    return [Point(p.x, p.y, who.z) for p in places]


def _drop_refused(g: Play, who: Character, mark: Mark, at: Point) -> Refusal | None:
    where = field_of(g.state, g.options)
    far = ((at.x - who.x) ** 2 + (at.y - who.y) ** 2) ** 0.5 - who.radius - mark.radius
    if not -TOUCH <= far <= TOUCH:
        return Refusal(f"{mark.name} is placed in contact with {who.name}", "OE-4.10")
    inside = mark.radius <= at.x <= where.table.width - mark.radius
    if not (inside and mark.radius <= at.y <= where.table.height - mark.radius):
        return Refusal(f"{mark.name} would lie off the Combat Area", "OE-10.6")
    for other in g.state.characters:
        across = mark.radius + other.radius
        near = (at.x - other.x) ** 2 + (at.y - other.y) ** 2 < across * across
        if other.status == "in play" and other is not who and near and abs(other.z - who.z) < other.sheet.height:
            return Refusal(f"{mark.name} would lie under {other.name}", "OE-4.10")
    if name := mark_there(g.state, Point(at.x, at.y, who.z), mark.radius, 1.0):
        return Refusal(f"{mark.name} would lie on {name}", "OE-4.10")
    return _nowhere_to_lie(where, who, mark, at)


def _nowhere_to_lie(where: Field, who: Character, mark: Mark, at: Point) -> Refusal | None:
    """A marker lies on the floor of whoever drops it, in no wall and not in deep water."""
    if where.floor_at(at.x, at.y, who.z) is None:
        return Refusal(f"{mark.name} would have no floor under it", "OE-4.10")
    if where.in_deep(at.x, at.y, who.z):
        return Refusal(f"{mark.name} would lie in deep water", "OE-4.10")
    base = base_of(2 * mark.radius, MARK_HEIGHT, 2 * mark.radius)
    blocker = where.ground(base, PUSHED, who.z).overlapped(at.x, at.y)
    return Refusal(f"{mark.name} would lie in {blocker}", "OE-4.10") if blocker is not None else None
