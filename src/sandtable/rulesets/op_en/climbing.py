"""Climb (OE-16.16 to OE-16.21): up and down faces, over thin walls, and the falls from there. That it counts as a Move
is in actions.py (OE-16.18)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf

from sandtable.engine.asking import Why
from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.effects import StatTest
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.refusals import AT_A_FACE, CLIMBED, KEPT
from sandtable.rulesets.op_en.space import TOUCH, figure, lockers
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.state import NOBODY, Character
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.tumbling import fall_over, put, rounded_up, told
from sandtable.rulesets.op_en.walking import leaving_refused
from sandtable.table import SHELL, STEP, Terrain, snap
from sandtable.table.feats import climb as climb_face
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.measuring import outline_segments, within_of_terrain

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
    """Is there no face (OE-16.16), no place to stand where it leads (OE-16.19), or does somebody hold it (OE-10.18)?"""
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
    """Up or down a face from its foot or its top edge, or over a thin wall (OE-16.16, OE-16.19), high as it is
    (OE-11.7), a building's outside too (OE-11.25)."""
    where = field_of(g.state, g.options)
    first = Refusal(f"{who.name} touches no face that leads there", "OE-16.16")
    found: Ascent | Refusal = first
    for n in where.tall:
        if not where.may_reach(n, who.x, who.y, who.sheet.footprint.radius):
            continue
        piece = where.table.terrain[n]
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
    """Straight up or down one piece (OE-16.16), whatever its height (OE-11.7), a building too (OE-11.25)."""
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
    radius = me.base.radius
    for n in where.tall:
        if not where.may_reach(n, who.x, who.y, radius):
            continue
        piece = where.table.terrain[n]
        on_top = abs(piece.top - who.z) < 1e-6 and where.holds(n, who.x, who.y)
        if not on_top and not (piece.top > who.z and within_of_terrain(me, piece, 2 * TOUCH)):
            continue
        near = {nearest_on_segment(who.x, who.y, *edge) for edge in outline_segments(piece.rings)}
        for far, x, y in sorted((hypot(x - who.x, y - who.y), x, y) for x, y in near):
            if 0.0 < far <= who.radius + 0.05:
                yield Face(piece, x, y, (x - who.x) / far, (y - who.y) / far, on_top)


def climb_spots(g: Play, who: Character) -> Iterator[Point]:
    """The tops and feet of the faces it touches (OE-16.16) where it could stand (OE-16.19): straight up or down, else
    farther aside."""
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
    """Where a climb at a face may end (OE-16.19), and straight across it (OE-16.16)."""
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
    test = StatTest("fixed", "agility", rounded_up(ascent.inches))
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
