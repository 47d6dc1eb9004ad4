"""Damage, healing and going Out of Action (chapter 4)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.effects import Parting
from sandtable.rulesets.op_en.ground import PUSHED, Field, base_of, field_of
from sandtable.rulesets.op_en.hidden import renew_hidden
from sandtable.rulesets.op_en.scoring import award_side
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.standing import mark_there, ring
from sandtable.rulesets.op_en.state import NOBODY, OUT, Character, Ending, Mark, State

MARK_HEIGHT = 0.1
"""Inches: flat enough to lie under anything somebody stands under."""


def hurt(g: Play, who: Character, amount: int, source: str, *clauses: str, hit: bool = True) -> None:
    """Damage adds up (OE-4.3). Armour makes a hit smaller, one of 1 or more never below 1 (OE-4.15)."""
    points = amount
    if hit and amount >= 1:
        points = max(1, amount - who.sheet.armour)
    who.damage += points
    g.tell("damage", *clauses, who=who.name, amount=points, before=amount, source=source, damage=who.damage,
           body=who.sheet.body)  # fmt: skip


def heal(g: Play, who: Character, amount: int, source: str) -> None:
    """Damage is removed, never below 0 (OE-4.13, OE-4.14)."""
    healed = min(amount, who.damage)
    who.damage -= healed
    g.tell("healed", "OE-4.13", who=who.name, amount=healed, source=source, damage=who.damage)


def settle(g: Play) -> Procedure[None]:
    """Whoever has as much damage as Body, and no sooner (OE-4.4), goes Out of Action, directly after the Test behind it
    (OE-4.7, OE-4.8)."""
    for who in g.state.characters:
        if who.status == "in play" and who.damage >= who.sheet.body:
            yield from go_out(g, who, "OE-4.7")


def go_out(g: Play, who: Character, clause: str, drop_at: Point | None = None) -> Procedure[None]:
    """It takes no further part (OE-21.7). Its marker stays on the table (OE-4.10), lasting effects stay (OE-4.11),
    those centred on it end (OE-4.12); who stood Hidden behind it may come to light (OE-4.9, OE-16.31)."""
    state = g.state
    if who.carries != NOBODY:
        yield from drop(g, who, drop_at)
    for source, effect in who.held(Parting):
        ending = Ending(source, who.side, who.x, who.y, who.z, who.radius, effect.damage, effect.within)
        state.endings = (*state.endings, ending)
    who.status, who.hidden, who.faded, who.boosts, who.lasting = OUT, False, False, 0, ()
    for other in state.characters:
        if other.follows == who.number:
            other.follows = NOBODY
    _credit(state, who)
    renew_hidden(g)
    g.tell("out of action", clause, "OE-4.9", who=who.name, player=state.name_of(who.side), damage=who.damage)
    _score(g, who)


def _credit(state: State, who: Character) -> None:
    """Who put it out."""
    act = state.act
    by = state.characters[act.character] if act is not None else None
    if by is not None and by.side != who.side and who.sheet.rank >= 1:
        by.felled += 1


def _score(g: Play, who: Character) -> None:
    """What that is worth to the others in the scenario."""
    state = g.state
    if state.scenario is None or not who.of_force:
        return
    for side, player in enumerate(state.players):
        if side == who.side:
            continue
        for rule in state.scenario.points:
            if rule.what != "enemy_out" or rule.role not in ("any", player.role):
                continue
            if rule.ranks and who.sheet.rank not in rule.ranks:
                continue
            points = rule.leader if rule.leader and who.leader else rule.points
            award_side(g, side, points, f"{who.name} is Out of Action", who)


# ---- markers on the ground ------------------------------------------------------------------------


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
