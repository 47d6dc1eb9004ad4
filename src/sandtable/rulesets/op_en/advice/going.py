"""Where to go: towards an errand, home, at an Enemy, or out of the way."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from math import atan2, cos, hypot, inf, pi, sin

from msgspec import Struct

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import Place, Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.advice.acting import GO, HUNT
from sandtable.rulesets.op_en.advice.errands import Errand
from sandtable.rulesets.op_en.advice.lay import FAR, Node
from sandtable.rulesets.op_en.advice.notes import Notes, weighed
from sandtable.rulesets.op_en.menu import Path
from sandtable.rulesets.op_en.sprinting import open_for
from sandtable.rulesets.op_en.standing import outward
from sandtable.rulesets.op_en.state import IN_PLAY, NOBODY, Character, Sheet, State
from sandtable.skirmish.memory import Memory
from sandtable.table import snap

ROUND = (0.0, 0.6, -0.6, 1.4, -1.4, pi)
"""Sides from which something is touched, from the nearest on."""
DIRECTIONS = 24
"""In how many directions a Sprint is looked at."""
SHORTER = (0, 1, 2, 4)
"""How many places of a way are given up if it is not legal."""
FEW = 6
MOST = 3
"""Goals to which a way is looked for."""
BLOCKED = 3
"""Directions with something in the way that are looked at."""
WORTH_IT = 1.0
"""Inches that these must promise to save."""
ROUGHLY = 0.75
"""Inches to which it is guessed how far such a one is open."""
AFRAID = 0.02
"""What it must be worth to get out of the way."""
PREY = 2
"""Enemies that are looked at."""
HAIR = 3 / 1024


class Goal(Struct, frozen=True):
    """A place to go to, what that is worth, and how near to its middle one wants to come."""

    x: float
    y: float
    z: float
    gain: float
    why: str
    apart: float = 0.0
    edge: str = ""


def goals(notes: Notes, who: Character) -> Iterator[Goal]:
    """The places worth going to."""
    yield from _home(notes, who)
    yield from _errands(notes, who)
    yield from _prey(notes, who)


def _home(notes: Notes, who: Character) -> Iterator[Goal]:
    state, scenario = notes.state, notes.state.scenario
    bring = notes.prospects.in_hand(who) if scenario is not None and scenario.exit else 0.0
    if bring and scenario is not None:
        edge = state.players[who.side].edge if scenario.exit == "own" else state.exit
        if edge:
            yield Goal(who.x, who.y, 0.0, GO * bring + 0.2, "home", edge=edge)


def _errands(notes: Notes, who: Character) -> Iterator[Goal]:
    if who.carries != NOBODY:
        return
    job = notes.job(who)
    for errand in sorted(notes.prospects.errands, key=lambda one: notes.prospects.far(who, one))[:3]:
        if job is None or errand.name != job[0].name:
            yield _at(errand, who, 0.5 * GO * notes.prospects.gain(who, errand))
    if job is not None:
        yield _at(job[0], who, GO * job[1] + 0.05)


def _at(errand: Errand, who: Character, gain: float) -> Goal:
    return Goal(errand.x, errand.y, errand.z, gain, f"to {errand.name}", who.radius + 0.5)


def _prey(notes: Notes, who: Character) -> Iterator[Goal]:
    """Enemies within a charge; the nearest where nothing else is to be done."""
    reach = notes.power(who).reach
    near = sorted(notes.enemies(who), key=lambda one: one[1])[:PREY]
    for enemy, far in near:
        apart = who.radius + enemy.radius + max(0.0, reach - 0.05)
        gain = 0.8 * notes.blow_gain(who, enemy) - 0.4 * notes.blow_gain(enemy, who)
        if far > who.sheet.move + reach:
            gain = HUNT if notes.job(who) is None and gain > 0.0 else 0.3 * HUNT
        yield Goal(enemy.x, enemy.y, enemy.z, gain, f"towards {enemy.name}", apart)


# ---- a path -----------------------------------------------------------------------------------------


class Known(Struct, frozen=True):
    """Ways that were thought of in a position. The sheets are kept so that no other sheet is taken for one of them."""

    ways: list[Suggestion]
    sheets: tuple[Sheet, ...]


_KNOWN: Memory[Hashable, Known] = Memory()


def paths(notes: Notes, question: Path) -> list[Suggestion]:
    """A bot that tries things out comes upon the same position again and again: its ways are found once."""
    key = _position(notes.state, notes.options, question)
    known = _KNOWN.get(key)
    if known is None:
        sheets = tuple([one.sheet for one in notes.state.characters])
        known = _KNOWN.keep(key, Known(_ways(notes, question), sheets))
    return known.ways


def _position(state: State, options: Options, question: Path) -> Hashable:
    """All that ways and their worth depend on."""
    people = tuple([
        (id(one.sheet), one.x, one.y, one.z, one.status, one.damage, one.activated, one.hidden, one.carries,
         one.follows, one.dropped, one.lasting)
        for one in state.characters
    ])  # fmt: skip
    marks = tuple([(one.x, one.y, one.carried, one.gone, one.harder, one.notches) for one in state.marks])
    act = (state.act.count, state.act.most, state.act.taken) if state.act is not None else ()
    return (
        people, marks, act, question.prompt, question.topic, question.budget, state.turn, state.events_turn, state.exit,
        state.patches, state.setting, state.battlefield, state.terrain, tuple(options.values()),
    )  # fmt: skip


def _ways(notes: Notes, question: Path) -> list[Suggestion]:
    """A way towards each goal, out of the way, or none at all."""
    name = question.movers[0]
    who = next(one for one in notes.state.characters if one.name == name)
    found: dict[tuple[Point, ...], tuple[float, str]] = {}
    if question.budget > 0.0:
        for goal in sorted(goals(notes, who), key=lambda one: -one.gain)[:MOST]:
            path = _path(notes, question, who, goal)
            if path is None:
                continue
            gain = goal.gain * _share(notes, question, who, goal, path[-1])
            if found.get(path, (-1.0, ""))[0] < gain:
                found[path] = gain, goal.why
        flight = 0.15 * notes.danger(who) * min(1.0, notes.stake(who))
        away = _away(notes, question, who) if flight > AFRAID else None
        if away is not None:
            found.setdefault(away, (flight, "out of the way"))
    if question.check({name: ()}) is None:
        found[()] = 0.0, "stay"
    ideas: list[Idea] = [({name: [_written(p) for p in path]}, gain, why) for path, (gain, why) in found.items()]
    return weighed(ideas or [(answer, 0.0, "") for answer in islice(question.legal(), FEW)])


def _written(p: Point) -> list[float]:
    return [p.x, p.y, p.z] if p.z else [p.x, p.y]


def _path(notes: Notes, question: Path, who: Character, goal: Goal) -> tuple[Point, ...] | None:
    """A legal way towards a goal as far as the inches last."""
    if question.topic == "straight path":
        return _straight_on(notes, question, who, goal)
    return next((path for path in _tries(notes, question.budget, who, goal) if question.will_do(path)), None)


def _straight_on(notes: Notes, question: Path, who: Character, goal: Goal) -> tuple[Point, ...] | None:
    """The straight way that leaves the least to go. Mostly the first direction is free, and is the best. How far a
    blocked one leads is guessed where that could save an inch, and found out of the best of these alone: it is dear."""
    ends = _all_round(notes, question.budget - HAIR, who, goal)[:FEW]
    free = next((number for number, (_, end) in enumerate(ends) if question.will_do((end,))), len(ends))
    left: float = inf
    best: tuple[Point, ...] | None = None
    if free < len(ends):
        left, best = ends[free][0], (ends[free][1],)
    blocked = [end for hoped, end in ends[: min(free, BLOCKED)] if hoped <= left - WORTH_IT]
    guessed = [(_guessed(notes, question, who, goal, end), end) for end in blocked]
    for rest, end in sorted(guessed, key=lambda one: one[0]):
        if rest >= left:
            break
        way = _as_far(question, who, end)
        if way is not None and _left(notes, who, goal, way[-1].x, way[-1].y) < left:
            return way
    return best


def _guessed(notes: Notes, question: Path, who: Character, goal: Goal, end: Point) -> float:
    """About what a run towards a place that something stops would leave to go."""
    angle = atan2(end.y - who.y, end.x - who.x)
    inches = open_for(question.about, angle, ROUGHLY)
    return _left(notes, who, goal, who.x + cos(angle) * inches, who.y + sin(angle) * inches)


def _all_round(notes: Notes, inches: float, who: Character, goal: Goal) -> list[tuple[float, Point]]:
    """Where a run leads in each direction if nothing stops it, and what that would leave to go; the least first."""
    angles = [2 * pi * number / DIRECTIONS for number in range(DIRECTIONS)]
    ends = [Point(snap(who.x + cos(angle) * inches), snap(who.y + sin(angle) * inches)) for angle in angles]
    return sorted([(_left(notes, who, goal, end.x, end.y), end) for end in ends], key=lambda one: one[0])


def _as_far(question: Path, who: Character, end: Point) -> tuple[Point, ...] | None:
    """A run towards a place until something stops it."""
    way = question.route(who.name, end)
    return None if isinstance(way, Refusal) or question.check({who.name: way}) is not None else way


def _share(notes: Notes, question: Path, who: Character, goal: Goal, end: Point) -> float:
    """How much of what it is worth to go to a goal a way there is worth: all of it, unless it is a straight one that
    leads past it or away."""
    if question.topic != "straight path":
        return 1.0
    nearer = _left(notes, who, goal, who.x, who.y) - _left(notes, who, goal, end.x, end.y)
    return max(-1.0, min(1.0, nearer / max(1.0, question.budget)))


def _left(notes: Notes, who: Character, goal: Goal, x: float, y: float) -> float:
    """About how far it is from a place to a goal."""
    if who.has("flying"):
        table = notes.state.size
        edges = {"left": x, "right": table[0] - x, "bottom": y, "top": table[1] - y}
        return edges[goal.edge] if goal.edge else hypot(goal.x - x, goal.y - y)
    lay = notes.prospects.lay(who)
    to = lay.to_edge(goal.edge) if goal.edge else lay.to_place(goal.x, goal.y, goal.z)
    return to[lay.node(x, y, who.z)]


def _tries(notes: Notes, inches: float, who: Character, goal: Goal) -> Iterator[tuple[Point, ...]]:
    far = hypot(goal.x - who.x, goal.y - who.y)
    if not goal.edge and far - goal.apart <= inches and abs(goal.z - who.z) < 2.5:
        yield from ((at,) for at in _beside(who, goal))
    if who.has("flying"):
        yield (_flown(notes, who, goal, inches),)
        return
    lay = notes.prospects.lay(who)
    to = lay.to_edge(goal.edge) if goal.edge else lay.to_place(goal.x, goal.y, goal.z)
    course = lay.course(lay.node(who.x, who.y, who.z), to, inches * 1.05)
    places = list(course.places)[1:]
    if goal.edge and places and to[lay.node(places[-1].x, places[-1].y, places[-1].z)] <= 0.0:
        places[-1] = _at_edge(places[-1], who, goal.edge, lay.width, lay.height)
    for less in SHORTER:
        if len(places) <= less:
            return
        way = places[: len(places) - less]
        yield (_point(way[-1]),)
        if len(way) > 2:
            yield tuple(_corners(way))


def _point(node: Node) -> Point:
    return Point(snap(node.x), snap(node.y), snap(node.z))


def _at_edge(node: Node, who: Character, edge: str, width: int, height: int) -> Node:
    """Touching the edge itself."""
    r = snap(who.radius)
    x = {"left": r, "right": width - r}.get(edge, node.x)
    y = {"bottom": r, "top": height - r}.get(edge, node.y)
    return Node(x, y, node.z, node.slow, node.house)


def _corners(way: Sequence[Node]) -> Iterator[Point]:
    """Only the places where a way turns or changes its height, and its end."""
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        if (here.x - before.x, here.y - before.y) != (after.x - here.x, after.y - here.y) or here.z != after.z:
            yield _point(here)
    yield _point(way[-1])


def _beside(who: Character, goal: Goal) -> Iterator[Point]:
    """Places in contact with what one goes for, the nearest first."""
    angle = atan2(who.y - goal.y, who.x - goal.x)
    for turn in ROUND:
        yield Point(*outward((goal.x, goal.y), angle + turn, goal.apart), goal.z)


def _flown(notes: Notes, who: Character, goal: Goal, inches: float) -> Point:
    table = notes.state.size
    x, y = goal.x, goal.y
    if goal.edge:
        x = {"left": who.radius, "right": table[0] - who.radius}.get(goal.edge, who.x)
        y = {"bottom": who.radius, "top": table[1] - who.radius}.get(goal.edge, who.y)
    far = hypot(x - who.x, y - who.y)
    share = min(1.0, max(0.0, inches - HAIR) / far) if far else 0.0
    return Point(snap(who.x + (x - who.x) * share), snap(who.y + (y - who.y) * share))


def _away(notes: Notes, question: Path, who: Character) -> tuple[Point, ...] | None:
    """Straight away from the nearest Enemy."""
    near = min(notes.enemies(who), key=lambda one: one[1], default=None)
    if near is None or near[1] > 12.0 or question.topic == "straight path":
        return None
    angle = atan2(who.y - near[0].y, who.x - near[0].x)
    inches = max(0.0, question.budget - HAIR)
    for turn in (0.0, 0.7, -0.7):
        at = Point(snap(who.x + cos(angle + turn) * inches), snap(who.y + sin(angle + turn) * inches))
        if question.will_do((at,)):
            return (at,)
    return None


# ---- a place ----------------------------------------------------------------------------------------


def places(notes: Notes, question: Place) -> list[Suggestion]:
    """The nearer to what there is to do the better."""
    name = question.models[0]
    who = next((one for one in notes.state.characters if one.name == name), None)
    found = list(islice(question.legal(), 2 * FEW))
    if who is None:
        return weighed([(answer, 0.0, "") for answer in found])
    ours = 1.0 if who.side == notes.side else -1.0
    return weighed([(answer, ours * _nearness(notes, who, answer[name]), "") for answer in found])


def _nearness(notes: Notes, who: Character, at: Sequence[float]) -> float:
    """How well a place suits somebody, in points: near an errand or home."""
    before = who.x, who.y, who.z, who.status
    who.x, who.y, who.z, who.status = at[0], at[1], at[2] if len(at) > 2 else 0.0, IN_PLAY
    try:
        best = notes.prospects.in_hand(who)
        for errand in notes.prospects.errands:
            best = max(best, notes.prospects.gain(who, errand))
        return best if best else -0.01 * min((far for _, far in notes.enemies(who)), default=FAR)
    finally:
        who.x, who.y, who.z, who.status = before
