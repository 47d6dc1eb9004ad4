"""Jump (OE-16.5 to OE-16.12): where a character may land, and what becomes of one that falls short."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import cos, hypot, pi, sin
from typing import Final

from sandtable.engine.asking import Why
from sandtable.engine.questions import Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.drawing import Once
from sandtable.rulesets.op_en.effects import JumpReach, StatTest
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.menu import Spot
from sandtable.rulesets.op_en.parameters import number, whole
from sandtable.rulesets.op_en.refusals import JUMPED, KEPT
from sandtable.rulesets.op_en.space import TOUCH, figure, gap, lockers
from sandtable.rulesets.op_en.standing import nearest_free, someone_there, standing_refused
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.throws import Change
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.tumbling import drown_if_deep, falling_test, put, told
from sandtable.rulesets.op_en.walking import leaving_refused
from sandtable.table import STEP, snap
from sandtable.table.feats import leap


def jump_reach(g: Play, who: Character) -> tuple[float, int]:
    """How far it jumps (OE-16.5), and against which number (OE-16.8)."""
    inches, target = number(g.state, "jump.distance"), whole(g.state, "jump.target")
    for _, effect in who.held(JumpReach):
        inches = max(inches, float(effect.inches))
        target = effect.target or target
    return inches, target


def jump_refused(g: Play, who: Character, to: Point) -> Refusal | None:
    """Why a Jump cannot go there: the leap (OE-16.5, OE-16.6, OE-16.7), a Combat Range left (OE-10.18), the landing
    (OE-16.8)."""
    return _leap_refused(g, who, to) or _jump_leaves(g, who, to) or _landing_refused(g, who, to)


def _leap_refused(g: Play, who: Character, to: Point) -> Refusal | None:
    """What is too far (OE-16.5), in the way (OE-16.6), too high or too low (OE-16.7)."""
    state, table = g.state, field_of(g.state, g.options).table
    inches, _ = jump_reach(g, who)
    far = hypot(to.x - who.x, to.y - who.y)
    if far > inches + TOUCH:
        return Refusal(f"a Jump goes {inches:g}″ at most, not {far:.2f}″", "OE-16.5")
    reach = far + 2 * who.radius
    others = [figure(other) for other in state.others(who) if other.side != who.side and gap(who, other) <= reach]
    found = leap(table, figure(who), to, others, below=False)
    if found.tallest > number(state, "jump.over") + 1e-6:
        return Refusal(f"something {found.tallest:g}″ high is in the way", "OE-16.6")
    if found.over:
        return Refusal(f"{found.over[0]} may not be jumped over", "OE-10.9")
    if found.rise > 1e-6:
        return Refusal("a Jump does not go up", "OE-16.7")
    if -found.rise > number(state, "jump.down") + 1e-6:
        return Refusal(f"a Jump goes down {number(state, 'jump.down'):g}″ at most", "OE-16.7")
    return None


def _jump_leaves(g: Play, who: Character, to: Point) -> Refusal | None:
    """Nobody jumps out of a Combat Range (OE-10.18)."""
    trip = Trip(g.state, g.options, who, 0.0, "OE-16.5")
    kept = leaving_refused(trip, Trek((trip.start, to), 0.0, 0.0))
    return KEPT.cited(kept) if kept is not None else None


def _landing_refused(g: Play, who: Character, to: Point) -> Refusal | None:
    """Why nobody lands there (OE-16.8)."""
    return standing_refused(g.state, g.options, who, to, by=JUMPED)


def _floor_for_jump(g: Play, who: Character, spot: Point) -> Point:
    """The floor that is meant: the one named, else the highest that is not above the start."""
    x, y = snap(spot.x), snap(spot.y)
    floors = field_of(g.state, g.options).floors(x, y)
    named = next((z for z in floors if spot.z and abs(z - spot.z) < 1e-3), None)
    below = [z for z in floors if z <= who.z + 1e-6]
    return Point(x, y, named if named is not None else max(below, default=floors[0]))


NET: Final = 0.25
"""How close together places to land are looked for where the first few will not do."""


def jump_spots(g: Play, who: Character) -> Iterator[Point]:
    """Places to land: a few round about, and if none of these will do whatever else is in reach."""
    if _kept_down(g, who):
        return
    found = False
    for spot in _round_about(g, who):
        at = _floor_for_jump(g, who, spot)
        if _may_land(g, who, at):
            found = True
            yield at
    if not found:
        for at in _in_reach(g, who):  # not as an expression: that is a list when it is compiled
            if _may_land(g, who, at):
                yield at


def _kept_down(g: Play, who: Character) -> bool:
    """Is it held in contact (OE-10.18), or inside something too high to be jumped over (OE-16.6)? Then it lands
    nowhere."""
    highest = who.z + number(g.state, "jump.over") + 1e-6
    if any(piece.top > highest for piece in field_of(g.state, g.options).under(who.x, who.y)):
        return True
    return any(enemy.sheet.combat_range == 0 for enemy in lockers(g.state, g.options, who))


def _round_about(g: Play, who: Character) -> Iterator[Point]:
    """A few places, whatever their floors."""
    inches, _ = jump_reach(g, who)
    for k in range(12):
        angle = 2 * pi * k / 8 + who.number
        far = (inches if k < 8 else 1.0) - 2 * STEP
        yield Point(snap(who.x + cos(angle) * far), snap(who.y + sin(angle) * far))


def _may_land(g: Play, who: Character, at: Point) -> bool:
    """The same as no refusal, what is cheap to find out first."""
    off_table = not field_of(g.state, g.options).fits(at.x, at.y, who.sheet.footprint.radius)
    if off_table or someone_there(g.state, who, at) is not None:
        return False
    return (
        _jump_leaves(g, who, at) is None and _leap_refused(g, who, at) is None and _landing_refused(g, who, at) is None
    )


def _in_reach(g: Play, who: Character) -> Iterator[Point]:
    """All places of a net whose height a Jump allows."""
    locked = lockers(g.state, g.options, who)
    # Nobody lands farther from an Enemy that holds it (OE-10.14): with a hair to spare, these need no closer look.
    held = [(enemy.x, enemy.y, 0.05 + who.radius + enemy.radius + gap(who, enemy)) for enemy in locked]
    inches, _ = jump_reach(g, who)
    lowest = who.z - number(g.state, "jump.down") - 1e-6
    ring = int(inches / NET)
    for i, k in product(range(-ring, ring + 1), repeat=2):
        if 0 < i * i + k * k <= ring * ring:
            x, y = who.x + i * NET, who.y + k * NET
            if any(hypot(x - ex, y - ey) > far for ex, ey, far in held):
                continue
            at = _floor_for_jump(g, who, Point(x, y))
            if lowest <= at.z <= who.z + 1e-6:
                yield at


def jump_barred(g: Play, who: Character) -> Why | None:
    """Is there nowhere to land (OE-16.8), or does somebody hold it (OE-10.18)?"""
    if next(jump_spots(g, who), None) is not None:
        return None
    held = lockers(g.state, g.options, who)
    if held:
        return f"{who.name} is Locked in Combat with {held[0].name}", "OE-10.18"
    return "there is nowhere to land", "OE-16.8"


def _refused_once(g: Play, who: Character) -> Once[Point, Refusal | None]:
    """Why it cannot land at a place: of each place found out once."""
    return Once(lambda spot: jump_refused(g, who, _floor_for_jump(g, who, spot)))


def jump(g: Play, who: Character) -> Procedure[None]:
    """Agility against 4, better with a run-up (OE-16.8, OE-16.11, OE-16.12). Whoever merely fails stays where it is, or
    falls short (OE-16.9) as on a 1 (OE-16.10, OE-12.18)."""
    refused = _refused_once(g, who)
    places = yield Spot(
        topic="jump", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name} jumps: where to?",
        clause="OE-16.5", models=(who.name,),
        check=lambda places: refused(places[who.name]), likely=lambda: list(_round_about(g, who)),
        will_do=lambda spot: refused(spot) is None,
        candidates=lambda: [{who.name: spot} for spot in islice(jump_spots(g, who), 4)],
    )  # fmt: skip
    to, start = _floor_for_jump(g, who, places[who.name]), Point(who.x, who.y, who.z)
    run_up = g.state.activation.run_up
    mine: tuple[Change, ...] = ()
    if run_up >= 6.0 - TOUCH:
        mine = (Change("run-up of 6″", 0, 2, "OE-16.12"),)
    elif run_up >= 3.0 - TOUCH:
        mine = (Change("run-up of 3″", 0, 1, "OE-16.11"),)
    test = StatTest("fixed", "agility", jump_reach(g, who)[1])
    outcome = yield from make(g, who, Attempt("Jump", test, "OE-16.8", "jump", mine=mine))
    midway = not outcome.success and (outcome.one or g.options["jump_failure"] == "midway")
    g.state.activation.moved |= outcome.success or midway
    if outcome.success:
        put(g, who, to, (start, to))
        g.tell("jumped", "OE-16.8", who=who.name, to=[to.x, to.y], height=to.z, path=told((start, to)))
    elif midway:
        yield from _midway(g, who, start, to)


def _midway(g: Play, who: Character, start: Point, to: Point) -> Procedure[None]:
    """Placed midway, an Uncontrolled Fall from there, and Tests for what lies below (OE-12.18, OE-16.10)."""
    x, y = snap((start.x + to.x) / 2), snap((start.y + to.y) / 2)
    floors = field_of(g.state, g.options).floors(x, y)
    wish = Point(x, y, max((z for z in floors if z <= start.z + 1e-6), default=0.0))
    at = nearest_free(
        g.state, g.options, who, wish, lambda at: standing_refused(g.state, g.options, who, at, deep=True)
    )
    at = at or start
    put(g, who, at)
    yield from falling_test(g, who, start.z - at.z)
    yield from drown_if_deep(g, who)
