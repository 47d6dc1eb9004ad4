"""Transports (RV-21.19 to RV-21.24): getting in and getting out. Who is thrown out of a lost one is placed in
deployment.py (RV-21.25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import hypot

from msgspec.structs import replace

from sandtable.engine.asking import plain
from sandtable.engine.questions import DECLINE, ChooseOne, Option, Paths, Point, Ref, Refusal
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.engine.units import Wish
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.figures import base
from sandtable.rulesets.riverside.measuring import box, flat_within, spot, spot_at, within
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.recalled import recalled
from sandtable.rulesets.riverside.state import HERE, INSIDE, Activation, Model, State, Unit
from sandtable.rulesets.riverside.walking import ACTION_INCHES, GETS_OUT, apply, ask, march, mover, movers_of, reach
from sandtable.skirmish import formations
from sandtable.skirmish.arrange import arrange
from sandtable.skirmish.closing import Closing, closings
from sandtable.skirmish.cohesion import linked
from sandtable.skirmish.drill import Drill, Path, UnitWalk
from sandtable.skirmish.formations import WRAP, Slot
from sandtable.skirmish.unit_asking import Judge, Offer
from sandtable.skirmish.unit_march import Mover, UnitMarch
from sandtable.table import STEP, Base, Figure, Travel, overlap
from sandtable.table.ground import FOREVER
from sandtable.table.measuring import path_length
from sandtable.table.pieces import Spot

BOARDS_WITHIN = 1.0
"""RV-21.21."""
ASIDE = 2.5
"""Whoever is farther than this from where a base can get is not in its way: twice the spacing and more (RV-8.8)."""
WAYS_OUT = ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7), (0.7, -0.7))
STAY_OUT = plain("Do not embark", "RV-21.21", DECLINE)


def space_left(state: State, transport: Unit) -> int:
    """Free spaces (RV-21.19)."""
    offered = sum(one.profile.transport for one in state.members(transport))
    inside = [one for unit in state.passengers(transport) for one in state.members(unit)]
    return offered - sum(one.profile.spaces for one in inside)


def has_room(state: State, unit: Unit, transport: Unit) -> bool:
    """May the whole unit ride, and are there spaces for it (RV-21.19)?"""
    members = state.members(unit)
    needed = sum(one.profile.spaces for one in members)
    return all(one.profile.rides for one in members) and needed <= space_left(state, transport)


# ---- getting in -------------------------------------------------------------------------------------------


def ask_to_board(g: Play, unit: Unit, act: Activation) -> Procedure[Unit | None]:
    """Embarking is said before the move, for the spacing to that Transport does not apply in it (RV-8.11)."""
    if act.got_out or unit.where == INSIDE:
        return None
    open_to = [g.state.units[number] for number in _ways_to(g, unit, act)]
    if not open_to:
        return None
    options = [
        Option(f"embark in {one.name}".lower(), f"Embark in {one.name}", (Ref("unit", one.name),), "RV-21.21", one)
        for one in open_to
    ]
    picked = yield ChooseOne(
        topic="embark",
        seat=unit.side,
        who=unit.name,
        prompt=f"{unit.name}: move to embark?",
        clause="RV-21.21",
        options=(*options, STAY_OUT),
        facts=lambda: {one.id: noted("embark")["embark"] for one in options} | dict(noted("embark")),
    )
    return None if picked == STAY_OUT.id else picked


def _ways_to(g: Play, unit: Unit, act: Activation) -> dict[int, Found]:
    """The Transports that it can move to, by number, with a move to each."""
    near = [one for one in g.state.here(unit.side) if _near_enough(g.state, unit, one, act)]

    def find() -> dict[int, Found]:
        ways = {one.number: _way_in(g, unit, one, act) for one in near}
        return {number: way for number, way in ways.items() if way is not None}

    if not near:
        return {}
    members = g.state.members(unit)
    farthest = max([reach(g.state, one, act.action) for one in members])
    return recalled(g, "board", unit, find, about=box(members, farthest + ASIDE))


def _near_enough(state: State, unit: Unit, transport: Unit, act: Activation) -> bool:
    """Has it room for the unit, and is it in reach of everybody as the crow flies?"""
    carriers = state.members(transport)
    if transport is unit or not any(one.profile.transport for one in carriers):
        return False
    if not has_room(state, unit, transport):
        return False
    where, movers = field_of(state), movers_of(state, unit, act.action, act)
    door = spot(where, carriers[0])
    return all(flat_within(spot(where, one), door, movers[one.number].inches + 1) for one in state.members(unit))


def _way_in(g: Play, unit: Unit, transport: Unit, act: Activation) -> Found | None:
    drill = Everybody(embarking_march(g, unit, transport, movers_of(g.state, unit, act.action, act)))
    return beside(transport.name, drill)


def embarking_march(g: Play, unit: Unit, transport: Unit, movers: dict[int, Mover]) -> UnitMarch:
    """A move that ends with every model within 1" of the Transport (RV-21.21), without spacing to it (RV-8.11)."""
    where, (carrier,) = field_of(g.state), g.state.members(transport)[:1]
    door = spot(where, carrier)

    def near(there: Figure) -> Refusal | None:
        end = spot_at(where, there.x, there.y, there.z, there.base.radius)
        if within(end, door, BOARDS_WITHIN):
            return None
        return Refusal(f"{there.id} would not be within 1″ of {transport.name}", "RV-21.21")

    _, _, limit = ACTION_INCHES[g.state.activation.action]
    plain_march = march(g, unit, movers, limit, free=frozenset({transport.name}))
    return replace(plain_march, also=near)


def embark(g: Play, unit: Unit, transport: Unit) -> None:
    """Its models are taken off the table (RV-21.21); whoever is inside stands nowhere (RV-21.22)."""
    unit.where, unit.rides = INSIDE, transport.number
    g.tell("embarks", "RV-21.21", who=unit.name, transport=transport.name)


def embark_move(g: Play, unit: Unit, transport: Unit) -> Procedure[None]:
    """The move up to it, and in (RV-21.21)."""
    state = g.state
    act = state.activation
    movers = movers_of(state, unit, act.action, act)
    drill = Everybody(embarking_march(g, unit, transport, movers))
    what = f"embarks in {transport.name}"
    offer = _only(_ways_to(g, unit, act)[transport.number])
    walked = yield from ask(g, "boarding", drill, unit, what, "RV-21.21", offer)
    apply(g, unit, walked, act.action, "RV-21.21")
    embark(g, unit, transport)
    act.moved, state.phase = True, "tests"


class Everybody(Drill):
    """A move whose end counts for those, too, who stay where they are."""

    def _stop_refused(self, mover: Mover, way: Travel) -> Refusal | None:
        return self.end_refused(mover, way.end)


class Found(Record, frozen=True):
    """A move that was found, as it was judged: whoever makes it need not have it judged again."""

    paths: Paths
    walk: UnitWalk


def _passed(judge: Judge, paths: Paths | None) -> Found | None:
    """A move, if there is one and it is legal."""
    if not paths or isinstance(walk := judge(paths), Refusal):
        return None
    return Found(paths, walk)


def _only(found: Found | None) -> Offer:
    """The one move that has been found already, if any was."""

    def offer(drill: Drill, judge: Judge) -> Iterator[Paths]:
        if found is not None:
            judge.keep(found.paths, found.walk)
            yield found.paths

    return offer


def beside(transport: str, drill: Drill) -> Found | None:
    """Everybody beside the Transport."""
    judge = Judge(drill)
    found = _passed(judge, _lined_up(drill, transport))
    if found is not None:
        return found
    closing_in = Everybody(replace(drill.march, target=transport))
    for closing in closings(closing_in):
        found = _passed(judge, _gathered(closing))
        if found is not None:
            break
    closing_in.let_go()
    return found


def _lined_up(drill: Drill, transport: str) -> Paths | None:
    """Everybody to a place beside the Transport, the nearest first, each linked to those before: straight, or straight
    to its side and along it. Found much sooner than ways round corners."""
    carrier = next(other for other in drill.march.others if other.unit == transport)
    placed: list[Figure] = []
    paths: Paths = {}
    for one in sorted(drill.march.movers, key=lambda one: _far(one.figure, carrier)):
        for way in _ways_beside(drill, one, carrier):
            there = one.figure.moved(Point(way[-1].x, way[-1].y, one.figure.z))
            if _fits(drill, there, placed) and _goes(drill, one, way):
                placed.append(there)
                paths[one.name] = way
                break
        else:
            return None
    return paths


def _ways_beside(drill: Drill, one: Mover, carrier: Figure) -> Iterator[Path]:
    """Straight to places half an inch from a Transport, the nearest first, or as far from it as one may board; then by
    the nearest of these and on from place to place, either way round, as far as the model may go."""
    start, most = one.figure.at, drill.march.rounding.longest(one.inches)
    ring, rim = _rings_beside(carrier, one.figure.base.radius)
    near = sorted([(hypot(x - start.x, y - start.y), n) for n, (x, y) in enumerate(ring)])
    straight = [n for far, n in near if far <= most]
    for n in straight:
        yield (Point(*ring[n]),)
    for far, x, y in sorted([(hypot(x - start.x, y - start.y), x, y) for x, y in rim]):
        if far <= most:
            yield (Point(x, y),)
    entry = next((n for n in straight if _goes(drill, one, (Point(*ring[n]),))), None)
    if entry is None:
        return
    for steps in range(1, len(ring) // 2 + 1):
        for turn in (1, -1):
            way = tuple([Point(*ring[(entry + turn * step) % len(ring)]) for step in range(steps + 1)])
            if path_length((start, *way)) <= most:
                yield way


@lru_cache(64)
def _rings_beside(carrier: Figure, radius: float) -> tuple[list[Spot], list[Spot]]:
    """Places for a base half an inch from a Transport, and as far from it as one may board."""
    half, most = (list(formations.rings([carrier], radius, gap)) for gap in (BOARDS_WITHIN / 2, BOARDS_WITHIN - STEP))
    return half, most


def _goes(drill: Drill, one: Mover, way: Path) -> bool:
    """Is a way open to a model? Most that are not are told by what stands in their first leg."""
    return not drill.shut(one, way[0].x, way[0].y) and not isinstance(drill.follow(one, way), Refusal)


def _gathered(closing: Closing) -> Paths | None:
    """Everybody within an inch of the Transport, round corners too; nothing as soon as somebody cannot."""
    placed: list[Figure] = []
    paths: Paths = {}
    movers = sorted(closing.drill.march.movers, key=lambda one: closing.gap(one.figure))
    last = movers[-1]
    if closing.gap(last.figure) > BOARDS_WITHIN and not closing.comes_within(last, BOARDS_WITHIN):
        return None  # whoever has the longest way does not find one even with all places free
    for one in movers:
        if closing.gap(one.figure) <= BOARDS_WITHIN:
            paths[one.name], there = (), one.figure
        else:
            found = closing.closest(one, placed, within=BOARDS_WITHIN)
            if found is None:
                return None
            paths[one.name], there = found.way, one.figure.moved(found.at)
        placed.append(there)
    return paths


def _far(one: Figure, two: Figure) -> float:
    return hypot(one.x - two.x, one.y - two.y)


def _fits(drill: Drill, there: Figure, placed: Sequence[Figure]) -> bool:
    x, y, wide = there.x, there.y, there.base.radius + there.base.core
    for one in placed:
        dx, dy, far = one.x - x, one.y - y, wide + one.base.radius + one.base.core
        if dx * dx + dy * dy < far * far and overlap(there, one):
            return False
    return not placed or any(linked(drill.march, there, one) for one in placed)


# ---- getting out ------------------------------------------------------------------------------------------


def leaving_movers(state: State, unit: Unit) -> tuple[dict[int, Mover], Model]:
    """Each model starts from any point touching the Transport's base. Measured from the middle of that base the way
    there is as long whichever point it is, so all begin in the middle with so much more to go."""
    carrier = state.members(state.units[unit.rides])[0]
    found = {}
    for one in state.members(unit):
        more = carrier.radius + one.radius
        start = Figure(one.name, base(one.radius), carrier.x, carrier.y, carrier.z, unit=unit.name)
        found[one.number] = replace(mover(state, one, GETS_OUT + more), figure=start)
    return found, carrier


def to_the_side(drill: Drill) -> dict[str, float]:
    """How far each model has from the middle of the Transport to the places where it begins."""
    return {one.name: one.inches - GETS_OUT for one in drill.march.movers}


def leaving_march(g: Play, unit: Unit, target: str = "") -> UnitMarch:
    """Out of a Transport: up to 6", and at least 1" from it at the end (RV-21.24). Difficult Terrain holds a unit to no
    less than these 6", and they are not counted from the middle where all begin (RV-16.14)."""
    movers, carrier = leaving_movers(g.state, unit)
    plain_march = march(g, unit, movers, "RV-21.24", target=target)
    others = tuple(one for one in plain_march.others if one.id != carrier.name)
    return replace(plain_march, others=others, also=_clear_of(g.state, carrier), slow_inches=FOREVER)


def _clear_of(state: State, carrier: Model) -> Callable[[Figure], Refusal | None]:
    where = field_of(state)
    door = spot(where, carrier)

    def clear(there: Figure) -> Refusal | None:
        end = spot_at(where, there.x, there.y, there.z, there.base.radius)
        gap_kept = not within(end, door, BOARDS_WITHIN - 0.001)
        return None if gap_kept else Refusal(f"{there.id} would be closer than 1″ to {carrier.name}", "RV-21.24")

    return clear


def can_leave(g: Play, unit: Unit) -> bool:
    """Is there a way out (RV-21.24), now that it acts (RV-21.23)?"""
    if not g.state.units[unit.rides].here:
        return False
    return _way_out(g, unit) is not None


def _way_out(g: Play, unit: Unit) -> Found | None:
    """A move out of its Transport."""

    def find() -> Found | None:
        return outwards(Everybody(leaving_march(g, unit)))

    carrier = g.state.members(g.state.units[unit.rides])[0]
    widest = max([one.radius for one in g.state.members(unit)])
    farthest = GETS_OUT + carrier.radius + 2 * widest
    return recalled(g, "leave", unit, find, acting=False, about=box([carrier], farthest + ASIDE))


def get_out(g: Play) -> Procedure[None]:
    """An Advance or a Rush out of a Transport (RV-21.23, RV-21.24)."""
    state = g.state
    unit, act = state.active, state.activation
    drill = Everybody(leaving_march(g, unit))
    offer = _only(_way_out(g, unit))
    walked = yield from ask(g, "getting out", drill, unit, "gets out: up to 6″", "RV-21.24", offer)
    leave(g, unit)
    apply(g, unit, walked, act.action, "RV-21.24", to_the_side(drill))
    act.moved, state.phase = True, "tests"


def outwards(drill: Drill) -> Found | None:
    """To one side of the Transport, everybody straight out: in a block, or wherever there is room; where that cannot
    be, as the storey arranges it. The first that is legal is enough."""
    judge, found = Judge(drill), None
    for paths in _tried_out(drill, judge):
        found = _passed(judge, paths)
        if found is not None:
            break
    drill.let_go()
    return found


def _tried_out(drill: Drill, judge: Judge) -> Iterator[Paths]:
    first = drill.march.movers[0]
    x, y = first.figure.x, first.figure.y
    ends = [(x + dx * far, y + dy * far) for far in (first.inches - 1.5, first.inches - 2.5) for dx, dy in WAYS_OUT]
    for to in ends:
        yield _straight_out(drill, formations.block(drill.figures(), drill.march.bonds, to, 0.0))
    for to in ends:
        yield _scattered(drill, to)
    for to in ends:
        yield arrange(drill, Wish(Point(*to), WRAP), judge).paths


def _scattered(drill: Drill, to: tuple[float, float]) -> Paths:
    """Everybody straight to the nearest free place about a middle, the largest bases first, each linked to those
    before; nothing if somebody finds none."""
    placed: list[Figure] = []
    paths: Paths = {}
    half = drill.march.bonds.across / 2
    shut: set[tuple[Base, bool, float, float]] = set()
    for one in sorted(drill.march.movers, key=lambda one: -one.figure.base.radius):
        start = one.figure
        for x, y in formations.honeycomb(*to, start.base.radius, half - start.base.radius):
            place = start.base, one.flies, x, y  # all begin in the same place: what is shut to one is to its like
            if place in shut or hypot(x - start.x, y - start.y) > one.inches:
                continue
            there = start.moved(Point(x, y, start.z))
            if not _fits(drill, there, placed):
                continue
            if not _goes_straight(drill, one, there.at):
                shut.add(place)
            else:
                placed.append(there)
                paths[one.name] = (Point(x, y),)
                break
        else:
            return {}
    return paths


def _goes_straight(drill: Drill, one: Mover, to: Point) -> bool:
    return drill.end_refused(one, to) is None and not isinstance(drill.follow(one, (to,)), Refusal)


def _straight_out(drill: Drill, slots: Sequence[Slot]) -> Paths:
    free = list(slots)
    paths: Paths = {}
    for one in drill.march.movers:
        slot = next(place for place in free if place.radius == one.figure.base.radius)
        free.remove(slot)
        if drill.end_refused(one, Point(slot.x, slot.y, drill.highest(slot.x, slot.y))) is not None:
            return {}
        paths[one.name] = (slot.point,)
    return paths


def leave(g: Play, unit: Unit) -> None:
    """It is on the table again (RV-21.24), and boards nothing in this activation (RV-21.21)."""
    unit.where, unit.rides = HERE, -1
    g.state.activation.got_out = True
