"""Deployment (OE-18.1): characters are set up one by one, each in its zone and where it can stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from sandtable.engine.asking import named
from sandtable.engine.questions import ChooseOne, Option, Place, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.effects import StartInReserve
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.scenarios import Deployment
from sandtable.rulesets.op_en.space import TOUCH, gap
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.start import open_turn
from sandtable.rulesets.op_en.state import IN_PLAY, RESERVE, UNSET, Character, State
from sandtable.table import snap


def unset(state: State, seat: int) -> list[Character]:
    return [one for one in state.characters if one.side == seat and one.status == UNSET]


def master_of(state: State, who: Character) -> Character | None:
    """Who brings a character of Rank 0: it stands on the list behind whoever brought it."""
    if who.sheet.rank or not who.of_force:
        return None
    return next((one for one in reversed(state.characters[: who.number]) if one.sheet.rank), None)


def deploy(g: Play) -> Procedure[None]:
    """One character of the player whose turn it is, masters before those they bring; in an ambush all of one side
    first."""
    state = g.state
    waiting = [
        one for one in unset(state, state.seat) if (master := master_of(state, one)) is None or master.status != UNSET
    ]
    if not waiting:
        _deployed(g)
        return
    can_wait = [one for one in waiting if one.held(StartInReserve)]
    options = [named(one.name, one.number) for one in waiting]
    options += [
        Option(f"{one.name} in reserve", f"{one.name} in reserve", (), "OE-7.4", -1 - one.number) for one in can_wait
    ]
    chosen = waiting[0].number
    if len(options) > 1:
        chosen = yield ChooseOne(
            topic="set up", seat=state.seat, prompt="Who is set up next?", clause="OE-18.1", options=tuple(options),
            facts=lambda: {f"{one.name} in reserve": noted("set up")["in reserve"] for one in can_wait},
        )  # fmt: skip
    if chosen < 0:
        who = state.characters[-1 - chosen]
        who.status = RESERVE
        g.tell("in reserve", "OE-7.4", who=who.name)
    else:
        yield from _set_up(g, state.characters[chosen])
    _next_to_deploy(g)


def _set_up(g: Play, who: Character) -> Procedure[None]:
    spots = list(zone_spots(g, who))
    if not spots:
        who.status = RESERVE
        return
    places = yield Place(
        topic="set up place", seat=who.side, who=who.name, prompt=f"{who.name} is set up: where?", clause="OE-18.1",
        models=(who.name,),
        check=lambda places: zone_refused(g, who, places[who.name]),
        candidates=lambda: [{who.name: spot} for spot in spots],
    )  # fmt: skip
    at = places[who.name]
    who.status, who.x, who.y, who.z = IN_PLAY, at.x, at.y, _floor(g, at)
    g.tell("set up", "OE-18.1", who=who.name, at=[at.x, at.y])


def _floor(g: Play, at: Point) -> float:
    floors = field_of(g.state, g.options).floors(snap(at.x), snap(at.y))
    return next((z for z in floors if at.z and abs(z - at.z) < 1e-3), floors[0])


def zone_refused(g: Play, who: Character, spot: Point) -> Refusal | None:
    """Outside its zone, or nowhere to stand."""
    state = g.state
    at = Point(snap(spot.x), snap(spot.y), _floor(g, spot))
    assert state.scenario is not None
    plan = state.scenario.deployment
    refused = _off_the_strip(g, who, at, plan) if plan.style == "edges" else _not_ambushed(g, who, at, plan)
    return refused or _not_beside(state, who, at) or standing_refused(state, g.options, who, at)


def _not_beside(state: State, who: Character, at: Point) -> Refusal | None:
    """Whoever is brought is set up in contact with its master, unless that one is in reserve."""
    master = master_of(state, who)
    if master is None or not master.in_play:
        return None
    if hypot(at.x - master.x, at.y - master.y) > who.radius + master.radius + TOUCH:
        return Refusal(f"{who.name} is set up in contact with {master.name}", "OE-18.1")
    return None


def _off_the_strip(g: Play, who: Character, at: Point, plan: Deployment) -> Refusal | None:
    edge = g.state.players[who.side].edge
    if _inland(field_of(g.state, g.options), edge, at) + who.radius > plan.depth + TOUCH:
        return Refusal(f"{who.name} is set up within {plan.depth:g}″ of the {edge} edge", "OE-18.1")
    return None


def _inland(where: Field, edge: str, at: Point) -> float:
    """How far a place is from an edge."""
    if edge in ("bottom", "top"):
        return at.y if edge == "bottom" else where.height - at.y
    return at.x if edge == "left" else where.width - at.x


def _not_ambushed(g: Play, who: Character, at: Point, plan: Deployment) -> Refusal | None:
    table = field_of(g.state, g.options).table
    if g.state.players[who.side].role == "defender":
        if hypot(at.x - table.width / 2, at.y - table.height / 2) - who.radius > plan.around_centre + TOUCH:
            return Refusal(f"{who.name} is set up within {plan.around_centre:g}″ of the centre", "OE-18.1")
        return None
    there = who.at(at)
    near = next((one for one in g.state.enemies(who) if gap(there, one) < plan.away - TOUCH), None)
    return Refusal(f"{who.name} is set up at least {plan.away:g}″ from {near.name}", "OE-18.1") if near else None


def zone_spots(g: Play, who: Character) -> Iterator[Point]:
    """A few places where it may be set up, another few for each character; beside its master for who is brought."""
    found = 0
    for spot in _wishes(g, who):
        if zone_refused(g, who, spot) is None:
            yield spot
            found += 1
            if found == 6:
                return


def _wishes(g: Play, who: Character) -> Iterator[Point]:
    table = field_of(g.state, g.options).table
    assert g.state.scenario is not None
    plan = g.state.scenario.deployment
    master = master_of(g.state, who)
    if master is not None and master.in_play:
        yield from _beside(who, master)
        return
    for k in range(160):
        first, second = (k * 0.618 + who.number * 0.37) % 1.0, (k * 0.414 + who.number * 0.21) % 1.0
        if plan.style == "edges":
            deep = who.radius + second * max(0.0, plan.depth - 2 * who.radius)
            along = who.radius + first * (table.width - 2 * who.radius)
            edge = g.state.players[who.side].edge
            x, y = {
                "bottom": (along, deep), "top": (along, table.height - deep), "left": (deep, along),
                "right": (table.width - deep, along),
            }[edge]  # fmt: skip
        elif g.state.players[who.side].role == "defender":
            far = plan.around_centre * second**0.5
            x, y = table.width / 2 + cos(2 * pi * first) * far, table.height / 2 + sin(2 * pi * first) * far
        else:
            x, y = first * table.width, second * table.height
        yield Point(snap(x), snap(y))


def _beside(who: Character, master: Character) -> Iterator[Point]:
    far = who.radius + master.radius
    for k in range(24):
        angle = pi * k / 12
        yield Point(snap(master.x + cos(angle) * far), snap(master.y + sin(angle) * far))


def _next_to_deploy(g: Play) -> None:
    state = g.state
    assert state.scenario is not None
    if state.scenario.deployment.style == "edges":
        for k in range(1, len(state.players) + 1):
            seat = (state.seat + k) % len(state.players)
            if unset(state, seat):
                state.seat = seat
                return
    if not unset(state, state.seat):
        _deployed(g)


def _deployed(g: Play) -> None:
    """Everybody of this side is set up: the other side of an ambush, or the first turn."""
    state = g.state
    assert state.scenario is not None
    if state.scenario.deployment.style == "ambush" and not state.exit:
        state.phase = "exit"
        return
    if any(unset(state, seat) for seat in range(len(state.players))):
        state.seat = next(seat for seat in range(len(state.players)) if unset(state, seat))
        return
    open_turn(g)
