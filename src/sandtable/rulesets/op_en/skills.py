"""The universal Skills that every character has (chapter 16), all but Interact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import atan2, cos, hypot, inf, pi, sin
from typing import Final

from sandtable.engine.asking import Why
from sandtable.engine.questions import Paths, Place, Places, Point, Refusal
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play, choose_character, choose_inches
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.drawing import Once
from sandtable.rulesets.op_en.effects import JumpReach, StatTest
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.menu import Path, Spot
from sandtable.rulesets.op_en.parameters import number, whole
from sandtable.rulesets.op_en.refusals import AT_A_FACE, CLIMBED, JUMPED, KEPT
from sandtable.rulesets.op_en.regions import region
from sandtable.rulesets.op_en.sight import exposed, is_clear, sees
from sandtable.rulesets.op_en.space import TOUCH, aware, figure, gap, lockers
from sandtable.rulesets.op_en.standing import nearest_free, someone_there, standing_refused
from sandtable.rulesets.op_en.state import NOBODY, Character
from sandtable.rulesets.op_en.throws import Change
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.tumbling import (
    drown_if_deep,
    fall_over,
    falling_test,
    line_between,
    push,
    put,
    told,
    up,
)
from sandtable.rulesets.op_en.walking import bodies_refused, flies, judge, leaving_refused, walked_way
from sandtable.rulesets.op_en.ways import Judged, ask_path, judged_on, walk, will_do
from sandtable.table import AREA, SHELL, STEP, Terrain, snap
from sandtable.table.board import GROUND
from sandtable.table.feats import climb as climb_face
from sandtable.table.feats import leap
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.hot.sweep import NOTHING, clear
from sandtable.table.measuring import outline_segments, within_of_terrain

ROUNDED: Final = 0.05
"""Ends of straight ways lie on the lattice: directions through them differ by a hair."""
TRIES: Final = 6


# ---- Sprint ---------------------------------------------------------------------------------------


def sprint_barred(g: Play, who: Character) -> Why | None:
    return ("what it carries does not let it Sprint", "OE-16.1") if who.has("no_sprint") else None


def sprint(g: Play, who: Character) -> Procedure[None]:
    """A Basic Test of Agility, then so many inches in one straight line (OE-16.13, OE-16.14)."""
    attempt = Attempt("Sprint", StatTest("basic", "agility"), "OE-16.13", "sprint")
    outcome = yield from make(g, who, attempt)
    yield from run(g, who, outcome.total, "Sprint")


def run(g: Play, who: Character, inches: int, source: str, *, leaves: bool = False) -> Procedure[None]:
    """The straight run of a Sprint; its direction is chosen after the roll. Terrain and Enemies count as in a Move
    (OE-16.15)."""
    if inches <= 0:
        return
    trip = Trip(g.state, g.options, who, float(inches), "OE-16.14", straight=True, leaves=leaves,
                flies=flies(g.state, g.options, who))  # fmt: skip
    if g.options["sprint_distance"] == "up_to":
        walked = yield from ask_path(trip, f"{who.name}: {source}, up to {inches}″ straight")
    else:
        walked = yield from _ask_direction(trip, source)
    yield from walk(g, trip, walked, "sprint")


def _ask_direction(trip: Trip, source: str) -> Procedure[Trek]:
    """The whole distance is used up unless something stops it first (OE-16.14)."""
    name = trip.who.name
    judged = judged_on(trip)
    gone: Once[Point, Trek] = Once(lambda wish: farthest(trip, wish))
    stands: Once[Point, bool] = Once(lambda _: _stuck(trip))

    def stuck() -> bool:
        return stands(trip.start)

    def check(paths: Paths) -> Refusal | None:
        return _short_refused(trip, judged, stuck, gone, paths[name])

    def proposed() -> Iterator[Paths]:
        whole_ways = [path for path in _all_round(trip) if _used_up(trip, judged(path))]
        if whole_ways:
            yield from ({name: path} for path in whole_ways)
        elif stuck():
            yield {name: (trip.start,)}
        else:
            yield from islice(stopped_ways(), 1)

    def stopped_ways() -> Iterator[Paths]:
        for k in range(8):
            angle = 2 * pi * k / 8 + trip.who.x
            path = straight_on(trip, gone, Point(trip.who.x + cos(angle), trip.who.y + sin(angle)))
            if check({name: path}) is None:
                yield {name: path}

    paths = yield Path(
        topic="straight path", seat=trip.state.seat_of(trip.who), who=name,
        prompt=f"{name}: {source}, {trip.inches:g}″ straight: which way?",
        clause="OE-16.14", movers=(name,), budget=trip.inches, check=check, candidates=proposed,
        likely=lambda: _all_round(trip), will_do=lambda path: _used_up(trip, judged(path)),
        route=lambda _, wish: straight_on(trip, gone, wish), outline=lambda: region(trip), about=trip,
    )  # fmt: skip
    found = judged(paths[name])
    assert isinstance(found, Trek)
    return found


def _short_refused(
    trip: Trip,
    judged: Judged,
    stuck: Callable[[], bool],
    gone: Callable[[Point], Trek],
    path: tuple[Point, ...],
) -> Refusal | None:
    """Why a way is no Sprint: it cannot be gone, or it ends before it must."""
    name = trip.who.name
    if not path:
        return Refusal(f"{name} uses up the whole distance: name a direction", "OE-16.14")
    found = judged(path)
    if isinstance(found, Refusal):
        return found
    if found.fall or found.cost > trip.inches - ROUNDED:
        return None
    if not found.length:
        return None if stuck() else Refusal(f"{name} uses up the whole distance", "OE-16.14")
    best = gone(path[-1])
    if best.length > found.length + ROUNDED:
        return Refusal(f"{name} goes on to {best.end.x:.2f}, {best.end.y:.2f}", "OE-16.14")
    return None


def _all_round(trip: Trip) -> list[tuple[Point, ...]]:
    """The whole distance in eight directions."""
    turn, far = trip.who.x + trip.state.turn, trip.inches - 2 * STEP
    return [(_place(trip, 2 * pi * k / 8 + turn, far),) for k in range(8)]


def _used_up(trip: Trip, found: Trek | Refusal) -> bool:
    return will_do(found) and isinstance(found, Trek) and found.cost > trip.inches - ROUNDED


def straight_on(trip: Trip, gone: Callable[[Point], Trek], wish: Point) -> tuple[Point, ...]:
    """The whole way towards a point, as far as one has `gone` towards it. Its end lies on the lattice, a hair beside
    the line: what lies beyond that in the new direction is gone on to, until nothing does."""
    for _ in range(TRIES):
        found = gone(wish)
        if not found.length:
            break
        wish = found.end
        if gone(wish).length <= found.length + ROUNDED:
            break
    return found.path[1:] or (trip.start,)


def _stuck(trip: Trip) -> bool:
    """Is there a direction in which something stops it at once?"""
    if _alone(trip):
        return False
    return any(isinstance(judge(trip, (_place(trip, pi * k / 16, 16 * STEP),)), Refusal) for k in range(32))


def _alone(trip: Trip) -> bool:
    """Is it so far from everything that a first step in any direction is open?"""
    where, who, room = trip.field, trip.who, 32 * STEP
    if trip.flies or where.in_deep(who.x, who.y, who.z):
        return False
    table, wide = where.table, who.radius + room
    if not (wide <= who.x <= table.width - wide and wide <= who.y <= table.height - wide):
        return False
    if clear(table.plans, who.x, who.y, who.x, who.y, wide, wide, 0, 0) != NOTHING:
        return False
    if any(gap(who, mark) <= room for mark in trip.state.marks if mark.on_table):
        return False
    return not any(gap(who, other) <= other.sheet.combat_range + room for other in trip.state.others(who))


def farthest(trip: Trip, wish: Point) -> Trek:
    """As far towards a point as the distance lasts and nothing stops it; the last legal place before that."""
    who = trip.who
    angle = atan2(wish.y - who.y, wish.x - who.x)
    full = _on_the_way(trip, angle, trip.inches)
    if full is not None and not isinstance(judge(trip, full.path[1:]), Refusal):
        return full
    reach = trip.inches if full is not None else open_for(trip, angle)
    for back in range(int(reach * 32) + 2):
        far = reach - back / 32
        found = _ended(trip, angle, far)
        if found is not None:
            return _last_of(trip, angle, found, far, far + 1 / 32) if back else found
    return Trek((trip.start,), 0.0, 0.0)


def _last_of(trip: Trip, angle: float, found: Trek, low: float, high: float) -> Trek:
    """The last legal end between one that is legal and one that is not, found by halving down to the lattice."""
    while high - low > STEP:
        middle = (low + high) / 2
        farther = _ended(trip, angle, middle)
        if farther is None:
            high = middle
        else:
            low, found = middle, farther
    return found


def _ended(trip: Trip, angle: float, far: float) -> Trek | None:
    """The way so far, if one may end there."""
    at = _place(trip, angle, far)
    if _no_room(trip, at):
        return None  # it need not be walked
    found = judge(trip, (at,))
    return None if isinstance(found, Refusal) or found.fall else found


def _no_room(trip: Trip, at: Point) -> bool:
    """May nobody stand there, where the ground is the only floor?"""
    if at == trip.start or trip.field.floors(at.x, at.y) != GROUND:
        return False
    return standing_refused(trip.state, trip.options, trip.who, at) is not None


def _place(trip: Trip, angle: float, far: float) -> Point:
    far = max(0.0, far)
    return Point(snap(trip.who.x + cos(angle) * far), snap(trip.who.y + sin(angle) * far), 0.0)


def _on_the_way(trip: Trip, angle: float, far: float) -> Trek | None:
    """The way so far, whatever its end; None where something on it stops it."""
    at = _place(trip, angle, far)
    if (at.x, at.y) == (trip.who.x, trip.who.y):
        return Trek((trip.start,), 0.0, 0.0)
    found = judge(trip, (at,)) if trip.flies else walked_way(trip, [at])
    if isinstance(found, Refusal) or found.fall:
        return None
    return None if bodies_refused(trip, found) or leaving_refused(trip, found) else found


def open_for(trip: Trip, angle: float, about: float = STEP) -> float:
    """How far a straight way is open before something stops it, found by halving: to the lattice, or only about."""
    low, high = 0.0, trip.inches
    while high - low > about:
        middle = (low + high) / 2
        if _on_the_way(trip, angle, middle) is None:
            high = middle
        else:
            low = middle
    return low


# ---- Jump -----------------------------------------------------------------------------------------


def jump_reach(g: Play, who: Character) -> tuple[float, int]:
    """How far it jumps, and against which number."""
    inches, target = number(g.state, "jump.distance"), whole(g.state, "jump.target")
    for _, effect in who.held(JumpReach):
        inches = max(inches, float(effect.inches))
        target = effect.target or target
    return inches, target


def jump_refused(g: Play, who: Character, to: Point) -> Refusal | None:
    """Why a Jump cannot go there (OE-16.5 to OE-16.8)."""
    return _leap_refused(g, who, to) or _jump_leaves(g, who, to) or _landing_refused(g, who, to)


def _leap_refused(g: Play, who: Character, to: Point) -> Refusal | None:
    """What is too far, too high or in the way (OE-16.5 to OE-16.7)."""
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
    if next(jump_spots(g, who), None) is not None:
        return None
    held = lockers(g.state, g.options, who)
    if held:
        return f"{who.name} is Locked in Combat with {held[0].name}", "OE-10.18"
    return "there is nowhere to land", "OE-16.8"


def jump(g: Play, who: Character) -> Procedure[None]:
    """Agility against 4, better with a run-up (OE-16.8, OE-16.11, OE-16.12). Whoever merely fails stays where it is, or
    falls short as on a 1 (OE-16.9)."""

    refused: Once[Point, Refusal | None] = Once(lambda spot: jump_refused(g, who, _floor_for_jump(g, who, spot)))
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


# ---- Climb ----------------------------------------------------------------------------------------


ASIDE = (0.0, 0.3, -0.3)
"""Straight up, or a little to the side where somebody stands there."""
FARTHER = (0.6, -0.6, 0.9, -0.9)
"""The same where that is all taken, for those who stand close to the edge."""


class Ascent(Record, frozen=True):
    """A climb that can be made: how far in all, and the foot of the face for a fall from the top."""

    inches: float
    to: Point
    down: bool


def climb_barred(g: Play, who: Character) -> Why | None:
    if who.carries != NOBODY:
        return "it carries something", "OE-16.16"
    if next(climb_spots(g, who), None) is not None:
        return None
    if next(_faces(g, who), None) is None:
        return "there is nothing to climb here", "OE-16.16"
    held = lockers(g.state, g.options, who)
    if held:
        return f"{who.name} is Locked in Combat with {held[0].name}", "OE-10.18"
    return "there is no place to stand where it leads", "OE-16.19"


def may_climb(g: Play, who: Character) -> bool:
    """Is it not barred? Found out without the reason."""
    return who.carries == NOBODY and next(climb_spots(g, who), None) is not None


def climb_refused(g: Play, who: Character, to: Point) -> Ascent | Refusal:
    """Up or down a face from its foot or its top edge, or over a thin wall (OE-16.16, OE-16.19)."""
    where = field_of(g.state, g.options)
    first = Refusal(f"{who.name} touches no face that leads there", "OE-16.16")
    found: Ascent | Refusal = first
    for n, piece in enumerate(where.table.terrain):
        if piece.form == AREA or piece.height <= 0.0 or not where.table.may_reach(n, figure(who)):
            continue
        found = _at_face(g, who, piece, to)
        if isinstance(found, Ascent):
            break
        first = found if found.clause != "OE-16.16" or first.clause == "OE-16.16" else first
    if isinstance(found, Refusal):
        return first
    trip = Trip(g.state, g.options, who, found.inches, "OE-16.16")
    kept = leaving_refused(trip, Trek((trip.start, to), 0.0, 0.0))
    if kept is not None:
        return KEPT.cited(kept)
    return standing_refused(g.state, g.options, who, to, by=CLIMBED) or found


def _at_face(g: Play, who: Character, piece: Terrain, to: Point) -> Ascent | Refusal:
    table = field_of(g.state, g.options).table
    me = figure(who)
    if abs(to.z - who.z) < 1e-6:
        return _over(who, piece, to, all(within_of_terrain(one, piece, 2 * TOUCH) for one in (me, me.moved(to))))
    overhang = inf if to.z < who.z else 0.0  # whoever stands up there already is held by the centre (OE-11.2)
    done = climb_face(table, me, piece.id, to, overhang, slack=2 * TOUCH)
    if isinstance(done, Refusal):
        return AT_A_FACE.cited(done)
    if done.shift > 2 * who.radius + 0.05:
        return Refusal(f"{who.name} would have to go {done.shift:.2f}″ sideways", "OE-16.16")
    return Ascent(abs(done.rise), to, done.rise < 0.0)


def _over(who: Character, piece: Terrain, to: Point, beside_both: bool) -> Ascent | Refusal:
    """A wall too thin to stand on is climbed over: up and down are added (OE-16.16)."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    thin = min(max(xs) - min(xs), max(ys) - min(ys)) < 2 * who.radius
    far = hypot(to.x - who.x, to.y - who.y)
    if piece.form == SHELL or not (beside_both and thin and far <= 4 * who.radius + 0.05):
        return Refusal(f"{piece.label} cannot be climbed over there", "OE-16.16")
    return Ascent(2 * (piece.top - who.z), to, False)


class Face(Record, frozen=True):
    """A face within reach: the point of it nearest to the climber, and the way there from the middle of the base."""

    piece: Terrain
    x: float
    y: float
    dx: float
    dy: float
    on_top: bool


def _faces(g: Play, who: Character) -> Iterator[Face]:
    """The faces it touches or at whose top edge it stands, of each piece the nearest first (OE-16.16)."""
    where = field_of(g.state, g.options)
    me = figure(who)
    for n, piece in enumerate(where.table.terrain):
        if piece.form == AREA or piece.height <= 0.0 or not where.table.may_reach(n, me):
            continue
        on_top = abs(piece.top - who.z) < 1e-6 and where.holds(n, who.x, who.y)
        if not on_top and not (piece.top > who.z and within_of_terrain(me, piece, 2 * TOUCH)):
            continue
        near = {nearest_on_segment(who.x, who.y, *edge) for edge in outline_segments(piece.rings)}
        for far, x, y in sorted((hypot(x - who.x, y - who.y), x, y) for x, y in near):
            if 0.0 < far <= who.radius + 0.05:
                yield Face(piece, x, y, (x - who.x) / far, (y - who.y) / far, on_top)


def climb_spots(g: Play, who: Character) -> Iterator[Point]:
    """The tops and feet of the faces it touches: straight up or down, else farther aside."""
    faces = list(_faces(g, who))
    for tries in (ASIDE, FARTHER):
        found = False
        for face in faces:
            for at in _ends(g, who, face, tries):
                if isinstance(climb_refused(g, who, at), Ascent):
                    found = True
                    yield at
        if found:
            return


def _ends(g: Play, who: Character, face: Face, tries: tuple[float, ...]) -> Iterator[Point]:
    """Where a climb at a face may end, and straight across it (OE-16.16)."""
    floors_at = field_of(g.state, g.options).floors
    over = who.radius if face.on_top else who.radius + 2 * STEP  # touching the foot, or wholly on top
    for aside in tries:
        spot = snap(face.x + face.dx * over - face.dy * aside), snap(face.y + face.dy * over + face.dx * aside)
        lower = max((z for z in floors_at(*spot) if z < who.z - 1e-6), default=0.0)
        yield Point(*spot, lower if face.on_top else face.piece.top)
        if not face.on_top and not aside:
            yield _behind(who, face.piece, (face.dx, face.dy))


def _behind(who: Character, piece: Terrain, towards: tuple[float, float]) -> Point:
    """The foot of a thin wall on its other side, straight across."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    far = 2 * who.radius + min(max(xs) - min(xs), max(ys) - min(ys))
    return Point(snap(who.x + towards[0] * far), snap(who.y + towards[1] * far), who.z)


def _meant(g: Play, who: Character, spot: Point) -> Point:
    """The floor that is meant: the one named, else the highest there other than its own height."""
    x, y = snap(spot.x), snap(spot.y)
    floors = field_of(g.state, g.options).floors(x, y)
    named = next((z for z in floors if spot.z and abs(z - spot.z) < 1e-3), None)
    return Point(x, y, named if named is not None else floors[-1] if not spot.z else spot.z)


def climb(g: Play, who: Character) -> Procedure[None]:
    """Agility against the distance climbed (OE-16.17); on a plain failure it stays (OE-16.20), on a 1 it falls from
    where it began (OE-16.21)."""

    def check(places: Places) -> Refusal | None:
        found = climb_refused(g, who, _meant(g, who, places[who.name]))
        return found if isinstance(found, Refusal) else None

    places = yield Place(
        topic="climb", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name} climbs: where to?",
        clause="OE-16.16", models=(who.name,), check=check,
        candidates=lambda: [{who.name: spot} for spot in climb_spots(g, who)],
    )  # fmt: skip
    ascent = climb_refused(g, who, _meant(g, who, places[who.name]))
    assert isinstance(ascent, Ascent)
    test = StatTest("fixed", "agility", up(ascent.inches))
    outcome = yield from make(g, who, Attempt("Climb", test, "OE-16.17", "climb"))
    to = ascent.to
    if outcome.success:
        path = told((Point(who.x, who.y, who.z), to))
        put(g, who, to)
        g.state.activation.moved = True
        g.tell("climbed", "OE-16.17", who=who.name, inches=round(ascent.inches, 3), to=[to.x, to.y], height=to.z,
               path=path)  # fmt: skip
    elif outcome.one and ascent.down:
        direction = to.x - who.x, to.y - who.y
        size = hypot(*direction) or 1.0
        edge = Point(to.x - direction[0] / size * who.radius, to.y - direction[1] / size * who.radius, who.z)
        yield from fall_over(g, who, edge, direction)


# ---- Hide -----------------------------------------------------------------------------------------


def hide_barred(g: Play, who: Character) -> Why | None:
    """Not in an Enemy's AR, nor under Clear LoS (OE-16.22)."""
    if who.carries != NOBODY:
        return "it carries something", "OE-16.22"
    if exposed(who):
        return "it cannot be Hidden this turn", "OE-16.22"
    for enemy in g.state.enemies(who):
        if aware(g.state, g.options, enemy, who):
            return f"it is in the Awareness Range of {enemy.name}", "OE-16.22"
        if is_clear(g.state, g.options, enemy, who):
            return f"{enemy.name} has Clear LoS to it", "OE-16.22"
    return None


def hide(g: Play, who: Character) -> Procedure[None]:
    """Agility against 4: unseen [+2], or [-1] for each Enemy with Obscured LoS (OE-16.23 to OE-16.26)."""
    # Nobody has Clear LoS (OE-16.22): whoever sees it at all sees it Obscured.
    watchers = [enemy for enemy in g.state.enemies(who) if sees(g.state, g.options, enemy, who)]
    mine = tuple(Change(f"watched by {enemy.name}", 0, -1, "OE-16.25") for enemy in watchers)
    if not watchers:
        mine = (Change("unseen", 0, 2, "OE-16.24"),)
    test = StatTest("fixed", "agility", whole(g.state, "hide.target"))
    outcome = yield from make(g, who, Attempt("Hide", test, "OE-16.23", "hide", mine=mine))
    if not outcome.success:
        return
    who.hidden = True
    g.tell("hidden", "OE-16.23", who=who.name, source="Hide")
    if outcome.degrees:
        trip = Trip(g.state, g.options, who, float(outcome.degrees), "OE-16.26")
        walked = yield from ask_path(trip, f"{who.name}: Hide, up to {outcome.degrees}″")
        yield from walk(g, trip, walked, "hide")


# ---- Disengage ------------------------------------------------------------------------------------


def disengage_barred(g: Play, who: Character) -> Why | None:
    return None if lockers(g.state, g.options, who) else ("it is not Locked in Combat", "OE-16.34")


def disengage(g: Play, who: Character) -> Procedure[None]:
    """Agility against that of one Enemy; then a Push just out of its CR, farther with Degrees (OE-16.35 to
    OE-16.40)."""
    locked = lockers(g.state, g.options, who)
    seat = g.state.seat_of(who)
    enemy = yield from choose_character(
        g,
        "disengage",
        seat,
        who.name,
        locked,
        f"{who.name}: Disengage from whom?",
        "OE-16.36",
        lambda one: _not_locked(g, who, one),
    )
    attempt = Attempt(
        "Disengage", StatTest("opposed", "agility", against="agility"), "OE-16.35", "disengage",
        mine=_pressed(str(g.options["disengage_crowd"]), len(locked)),
    )  # fmt: skip
    outcome = yield from make(g, who, attempt, enemy)
    if not outcome.success:
        return
    inches = enemy.sheet.combat_range + number(g.state, "disengage.clear") - gap(who, enemy)
    if outcome.degrees:
        prompt = f"{who.name}: how much farther?"
        inches += yield from choose_inches("farther", seat, who.name, 0, outcome.degrees, prompt, "OE-16.38", "″ more")
    g.state.activation.moved = True
    dx, dy = line_between(enemy, who)
    yield from push(g, who, (dx, dy), inches, "Disengage", own=True)


def _not_locked(g: Play, who: Character, one: Character) -> Why | None:
    return ("it is not Locked with that Enemy", "OE-16.36") if one in g.state.enemies(who) else None


def _pressed(rule: str, locked: int) -> tuple[Change, ...]:
    """[<] for being Locked with several (OE-16.39)."""
    levels = {"each_if_several": locked if locked > 1 else 0, "each_other": locked - 1, "each": locked}[rule]
    return (Change(f"Locked with {locked}", -levels, 0, "OE-16.39"),) if levels else ()
