"""Scenario characters (OE-18.8), steered by the scenario's guidelines (OE-18.9). One step for each."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.actions import FIGHT, PLAIN_HIT
from sandtable.rulesets.op_en.asking import Play, choose_character
from sandtable.rulesets.op_en.attacks import blow_refused, melee_weapons, modified_blow
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.outcomes import Affair, away, resolve
from sandtable.rulesets.op_en.scenarios import Guideline
from sandtable.rulesets.op_en.space import gap
from sandtable.rulesets.op_en.standing import outward
from sandtable.rulesets.op_en.state import NOBODY, Activation, Character
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.tumbling import put
from sandtable.rulesets.op_en.walking import judge, mover
from sandtable.rulesets.op_en.ways import ground_of
from sandtable.table import route
from sandtable.table.measuring import path_length

DETOUR = 6.0
"""Inches: what is farther round than that is no way that a hunter sees."""
BACK = 1 / 16
"""Inches: a hunter that cannot stand where its Move ends stops so much before, and again."""


def scenario_turn(g: Play) -> Procedure[None]:
    """Each once per turn, the players handling them in turn from the one who activated first (OE-18.9)."""
    state = g.state
    if not state.waiting:
        state.phase = "end"
        return
    who = state.characters[state.waiting[0]]
    if state.act is not None:
        yield from _bite(g, who)
    elif who.in_play:
        yield from _obey(g, who)
        if state.act is not None:
            return  # it has come to somebody: the Fight is a step of its own
    state.act = None
    state.waiting = state.waiting[1:]
    state.seat = (state.seat + 1) % len(state.players)


def _obey(g: Play, who: Character) -> Procedure[None]:
    """The first of the guidelines that fits is obeyed (OE-18.9)."""
    for line in who.guidelines:
        if fits(g, who, line):
            if line.act == "flee":
                _flee(g, who)
            elif line.act == "hunt":
                _hunt(g, who)
            elif line.act == "fight":
                yield from _bite(g, who)
            return


def _forces(g: Play, who: Character) -> list[Character]:
    """OF characters in play, the nearest first."""
    return sorted((one for one in g.state.in_play() if one.of_force), key=lambda one: (gap(who, one), one.number))


def _in_reach(g: Play, who: Character) -> list[Character]:
    weapons = melee_weapons(g, who)
    return [one for one in _forces(g, who) if blow_refused(g, who, one, weapons) is None]


def fits(g: Play, who: Character, line: Guideline) -> bool:
    if line.when == "following":
        return who.follows != NOBODY
    if line.when == "enemy_in_reach":
        return bool(_in_reach(g, who))
    if line.when == "near":
        return any(gap(who, one) <= line.within for one in _forces(g, who))
    return True


def _flee(g: Play, who: Character) -> None:
    near = _forces(g, who)
    if near:
        away(g, who, near[0], float(who.sheet.move))


def _hunt(g: Play, who: Character) -> None:
    """The shortest way towards the nearest OF character, then a Fight if one is in reach."""
    near = _forces(g, who)
    if near:
        _approach(g, who, near[0])
    if _in_reach(g, who):
        g.state.act = Activation(who.number)


def _approach(g: Play, who: Character, prey: Character) -> None:
    """Along the shortest way as far as its Move carries it; where there is none, straight on as far as may be."""
    trip = Trip(g.state, g.options, who, float(who.sheet.move), "OE-18.9")
    angle = atan2(who.y - prey.y, who.x - prey.x)
    goal = Point(*outward((prey.x, prey.y), angle, who.radius + prey.radius), prey.z)
    way = route(ground_of(trip, goal), mover(trip), goal, hypot(goal.x - who.x, goal.y - who.y) + DETOUR)
    path = (trip.start, *((goal,) if isinstance(way, Refusal) else way))
    far = min(path_length(path), trip.inches)
    for back in range(int(far / BACK) + 1):
        walked = judge(trip, _first_part(path, far - back * BACK))
        if not isinstance(walked, Refusal) and not walked.fall:
            put(g, who, walked.end, walked.path)
            g.tell("moved", "OE-18.9", who=who.name, kind="hunt", length=round(walked.length, 3),
                   to=[walked.end.x, walked.end.y], path=[[p.x, p.y, p.z] for p in walked.path])  # fmt: skip
            return


def _first_part(path: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """So much of a way, without its start."""
    found: list[Point] = []
    for a, b in pairwise(path):
        leg = hypot(b.x - a.x, b.y - a.y)
        if leg >= inches:
            share = inches / leg if leg else 0.0
            found.append(Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, b.z if share == 1.0 else a.z))
            break
        found.append(b)
        inches -= leg
    return tuple(found)


def _bite(g: Play, who: Character) -> Procedure[None]:
    """The Enemy in reach with most damage received; between equals the handling player chooses."""
    prey = _in_reach(g, who)
    most = max(one.damage for one in prey)
    equal = [one for one in prey if one.damage == most]
    target = yield from choose_character(
        g, "bite", g.state.seat, who.name, equal, f"{who.name} fights whom?", "OE-18.9", lambda one: None
    )
    weapon = melee_weapons(g, who)[0]
    aimed = modified_blow(g, who, target, weapon)
    attempt = Attempt("Fight", FIGHT, "OE-14.9", "fight", "fight", aimed.mine, aimed.theirs)
    outcome = yield from make(g, who, attempt, target)
    yield from resolve(g, Affair(who, "Fight", outcome, target, weapon, attack="fight"), PLAIN_HIT, (), ())
