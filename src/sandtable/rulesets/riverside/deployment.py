"""Deployment (chapter 4): Normal and Scout Deployment in Round 1, Ambush Deployment later, and survivors of a lost
Transport, who are placed in the same way; always apart from other units (RV-4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.asking import Why, named, plain
from sandtable.engine.questions import DECLINE, END, Absent, ChooseOne, Option, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.engine.units import Wish
from sandtable.rulesets.riverside.activation import begin_phase, dangerous_terrain_tests
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.field import field_of, zone_of
from sandtable.rulesets.riverside.figures import base
from sandtable.rulesets.riverside.measuring import spot, spot_at, within
from sandtable.rulesets.riverside.morale import shake
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.place_question import ask_place
from sandtable.rulesets.riverside.placement import Allowed, Clauses, Placement, put_down, spread
from sandtable.rulesets.riverside.state import DESTROYED, INSIDE, OFF, Deployment, State, Unit, Wreck
from sandtable.rulesets.riverside.traits import all_have
from sandtable.rulesets.riverside.wounds import band, destroy_or_rout, fall
from sandtable.skirmish.formations import BLOCK, LINE
from sandtable.table import Figure, overlap
from sandtable.table.measuring import holds_in_band, wholly_within
from sandtable.table.placing import in_zone

THROWN = 6.0
"""RV-21.25."""
SCOUT_BAND = 12.0
"""RV-4.9."""
AMBUSH = 9.0
"""RV-4.14."""
FINISHED, DECLINED = plain("Finished", "RV-4.4", END), plain("Decline", "RV-4.15", DECLINE)


# ---- phases -------------------------------------------------------------------------------------------------


def begin(g: Play, deployment: Deployment) -> None:
    """A deployment phase (RV-3.3): the commander who activates first deploys first (RV-4.1)."""
    state = g.state
    state.phase, state.deployment, state.turn = "deploy", deployment, state.first
    for player in state.players:
        player.done = False
    clause = {"normal": "RV-3.3", "scout": "RV-4.10", "ambush": "RV-4.13"}[deployment]
    g.tell("deployment", clause, kind_of=deployment, who=state.players[state.first].name)


def to_deploy(state: State, side: int) -> list[Unit]:
    """Units off the table that can be deployed in this phase: all in the normal one (RV-4.10, RV-4.13), then those with
    Scout alone (RV-4.11), later those with Ambush (RV-21.38) and who found no room before (RV-4.20); passengers come
    with their Transport (RV-21.20)."""
    off = [unit for unit in state.of_side(side) if unit.where == OFF and unit.rides < 0]
    if state.deployment == "normal":
        return off
    rule = "Scout" if state.deployment == "scout" else "Ambush"
    late = state.stranded if state.deployment == "ambush" else ()
    return [unit for unit in off if all_have(state, unit, rule) or unit.number in late]


def must_come(state: State, unit: Unit) -> bool:
    """May its commander not hold it back (RV-4.3)? Scout may wait for its own phase and not longer (RV-4.10, RV-4.12),
    Ambush for ever (RV-4.13): one that never comes stays off the table, and counts for nothing there (RV-4.19). Who
    found no room comes as soon as there is some (RV-4.20)."""
    if unit.number in state.stranded:
        return state.deployment != "ambush" or not all_have(state, unit, "Ambush")
    if all_have(state, unit, "Ambush"):
        return False
    return state.deployment == "scout" or not all_have(state, unit, "Scout")


def deploy(g: Play) -> Procedure[None]:
    """One unit in turn, until nobody has any left (RV-4.2)."""
    state = g.state
    side = _next_side(state)
    if side is None:
        _next_phase(g)
        return
    if side != state.turn:
        state.turn = side  # the other has nothing to deploy; the question comes with the next step
        return
    unit = yield from _which(g, side)
    if unit is None:
        state.players[side].done = True
        clause = "RV-4.15" if state.deployment == "ambush" else "RV-4.4"
        g.tell("holds back", clause, who=state.players[side].name)
    else:
        yield from _place_unit(g, unit)
    state.turn = 1 - side


def _next_side(state: State) -> int | None:
    """In turn; when one has nothing more to deploy, the other goes on (RV-4.2)."""
    for side in (state.turn, 1 - state.turn):
        if not state.players[side].done and _with_room(state, side):
            return side
    return None


def _with_room(state: State, side: int) -> list[Unit]:
    """Those that wait, but for whom there was no room in this phase (RV-4.20)."""
    return [unit for unit in to_deploy(state, side) if unit.number not in state.no_room]


def _next_phase(g: Play) -> None:
    """Normal deployment, then scouts; in later rounds ambushes alone (RV-3.3). Who had to come and found no room comes
    later (RV-4.20). After the last one everybody acts, those who have just come as well (RV-4.16)."""
    state = g.state
    state.stranded = tuple(
        dict.fromkeys((*state.stranded, *(n for n in state.no_room if state.deployment != "ambush")))
    )
    state.no_room = ()
    if state.deployment == "normal":
        begin(g, "scout")
    else:
        begin_phase(g)


def _which(g: Play, side: int) -> Procedure[Unit | None]:
    """Its next unit; nobody declines while one of his has to come (RV-4.4, RV-4.15)."""
    state = g.state
    among = _with_room(state, side)
    due = [unit for unit in among if must_come(state, unit)]
    stop = DECLINED if state.deployment == "ambush" else FINISHED
    name = state.players[side].name
    options = [named(unit.name, unit.number, "unit") for unit in among]
    number = yield ChooseOne(
        topic="deploy",
        seat=side,
        prompt=f"{name}: deploy which unit?",
        clause="RV-4.2",
        options=(*options, *(() if due else (stop,))),
        missing=lambda: _not_offered(state, side, among, due, stop),
        facts=lambda: noted("deploy"),
    )
    return None if number == stop.id else state.units[number]


def _not_offered(state: State, side: int, among: list[Unit], due: list[Unit], stop: Option) -> tuple[Absent, ...]:
    absent = [
        Absent(unit.name, unit.name, *why)
        for unit in state.of_side(side)
        if unit not in among and (why := _why_not(state, unit)) is not None
    ]
    if due:
        clause = "RV-4.12" if state.deployment == "scout" else stop.clause
        absent.append(Absent(stop.id, stop.label, f"{due[0].name} must be deployed", clause))
    return tuple(absent)


def _why_not(state: State, unit: Unit) -> Why | None:
    if unit.gone:
        return None
    if unit.where != OFF:
        return "it is deployed", "RV-4.2"
    if unit.rides >= 0:
        return f"it comes with {state.units[unit.rides].name}", "RV-21.20"
    if unit.number in state.no_room:
        return "there is no room for it", "RV-4.20"
    return ("it has no Scout", "RV-4.11") if state.deployment == "scout" else ("it has no Ambush", "RV-4.13")


# ---- placing ------------------------------------------------------------------------------------------------


def _place_unit(g: Play, unit: Unit) -> Procedure[None]:
    """All models at once, in cohesion (RV-4.6) and apart from other units (RV-4.7), with whoever starts inside
    (RV-21.20) and has then come in this round too (RV-4.18)."""
    state = g.state
    kind = _kind(state, unit)
    allowed = _allowed(state, unit, kind)
    placement = Placement(state, g.options, unit, allowed, Clauses(), _wishes(state, unit))
    if next(placement.proposed(), None) is None:
        state.no_room = (*state.no_room, unit.number)
        g.tell("no room", "RV-4.20", who=unit.name)
        return
    clause = {"normal": "RV-4.5", "scout": "RV-4.9", "ambush": "RV-4.14"}[kind]
    prompt = f"{state.players[unit.side].name}: deploy {unit.name}"
    places = yield from ask_place("deployment", placement, prompt, clause)
    put_down(state, unit, places)
    unit.deployed = state.round
    for one in state.passengers(unit):
        one.where, one.deployed = INSIDE, state.round
    g.tell("deployed", clause, who=unit.name, kind_of=kind)


def _kind(state: State, unit: Unit) -> Deployment:
    """By which rule it comes: a unit without room in Round 1 comes in its zone later (RV-4.20)."""
    if state.deployment == "ambush" and not all_have(state, unit, "Ambush"):
        return "normal"
    return state.deployment


def _allowed(state: State, unit: Unit, kind: Deployment) -> Allowed:
    """In its zone (RV-2.4, RV-4.5), in the band round it (RV-4.9), or far from every enemy (RV-4.14)."""
    if kind == "ambush":
        return _far_from_enemies(state, unit)
    zone = zone_of(state, unit.side)

    def in_own_zone(there: Figure) -> Refusal | None:
        outside = in_zone(there, zone)
        return None if outside is None else Refusal(outside.reason, "RV-4.5", outside.cause)

    def in_band(there: Figure) -> Refusal | None:
        if holds_in_band(zone, SCOUT_BAND, there):
            return None
        return Refusal(f"{there.id} would stand more than {SCOUT_BAND:g}″ from {zone.name}", "RV-4.9")

    return in_own_zone if kind == "normal" else in_band


def _far_from_enemies(state: State, unit: Unit) -> Allowed:
    """More than 9" from every enemy model (RV-4.14)."""
    where = field_of(state)
    enemies = [(spot(where, one), one.name) for foe in state.here(1 - unit.side) for one in state.members(foe)]

    def far(there: Figure) -> Refusal | None:
        here = spot_at(where, there.x, there.y, there.z, there.base.radius)
        for enemy, name in enemies:
            if within(here, enemy, AMBUSH):
                return Refusal(f"{there.id} would be within {AMBUSH:g}″ of {name}", "RV-4.14")
        return None

    return far


def _wishes(state: State, unit: Unit) -> Iterator[Wish]:
    """All over the table, in an order that is another for each unit; at last as close together as it goes."""
    width, depth = state.size
    for pitch in (4.0, 1.0):
        columns, rows = int(width // pitch), int(depth // pitch)
        cells = columns * rows
        start = (unit.number * 7919 + state.round * 101) % cells
        for number in range(cells):
            cell = (start + number * 331) % cells
            there = Point(pitch * (cell % columns + 0.5), pitch * (cell // columns + 0.5))
            yield Wish(there, LINE if number % 3 == 0 else BLOCK)


# ---- thrown out of a Transport ----------------------------------------------------------------------------


def thrown_out(g: Play) -> Procedure[None]:
    """Passengers of a lost Transport: a terrain test each, Shaken, and placed within 6" of it, without a Morale Test
    (RV-21.25)."""
    state = g.state
    wreck = state.wrecks[0]
    unit = state.units[wreck.unit]
    yield from dangerous_terrain_tests(g, unit, [one.number for one in state.members(unit)])
    state.wrecks = state.wrecks[1:]
    unit.rides = -1
    if unit.gone:
        return
    shake(g, unit, "RV-21.25")
    placement = _beside(g, unit, wreck)
    if placement is None:
        destroy_or_rout(g, unit, DESTROYED)
        return
    prompt = f"{state.players[unit.side].name}: place {unit.name} within 6″ of {wreck.name}"
    places = yield from ask_place("thrown out", placement, prompt, "RV-21.25")
    put_down(state, unit, places)
    g.tell("thrown out", "RV-21.25", who=unit.name, transport=wreck.name)


def _near_wreck(wreck: Wreck) -> Allowed:
    """Wholly within 6" of the Transport's base, which is removed only after they are placed."""
    carrier = Figure(wreck.name, base(wreck.radius), wreck.x, wreck.y, wreck.z)

    def near(there: Figure) -> Refusal | None:
        if overlap(there, carrier):
            return Refusal(f"{there.id} would stand on {wreck.name}", "RV-8.1")
        if wholly_within(there, carrier, THROWN):
            return None
        return Refusal(f"{there.id} would not be wholly within {THROWN:g}″ of {wreck.name}", "RV-21.25")

    return near


def _beside(g: Play, unit: Unit, wreck: Wreck) -> Placement | None:
    """Where it can be placed. While there is no place for all of them one is removed (RV-21.25), in the order in which
    wounds are taken (RV-12.9)."""
    state = g.state
    clauses = Clauses("RV-21.25", "RV-8.8", "RV-21.25")
    while state.members(unit):
        wishes = spread(Point(wreck.x, wreck.y), THROWN + wreck.radius, unit.number)
        placement = Placement(state, g.options, unit, _near_wreck(wreck), clauses, wishes)
        if next(placement.proposed(), None) is not None:
            return placement
        crushed = min(band(state, g.options, unit).takers, key=lambda taker: taker.group)
        fall(g, state.models[crushed.number])
    return None
