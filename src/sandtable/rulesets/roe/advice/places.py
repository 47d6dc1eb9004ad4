"""Where to go: a few good ends for every move, each with a legal way."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import Move, Place, Point
from sandtable.rulesets.roe.advice.notes import TOUCHING, Notes, weighed
from sandtable.rulesets.roe.contact import on_marker
from sandtable.rulesets.roe.state import OFF, STANDING, Model
from sandtable.skirmish.land import Stop
from sandtable.skirmish.routes import nearest_crossing

ENOUGH = 10
"""Suggestions for one move."""
LOOKED_AT = 18
"""Places that are looked at closely."""
WAYS = 4
"""Places for which a way round the terrain is sought, if the straight one is barred."""
COVER = 4.0
ROOM, APART = 1.0, 1.1
"""Squared, between middles: beside a friend, and out of an enemy's reach."""
RECON = 6.0
RADIUS = 0.5
"""A model that enters starts this far outside."""


def moves(notes: Notes, question: Move) -> list[Suggestion]:
    """Suggestions for a path."""
    state = notes.state
    act = state.act
    name = question.movers[0]
    model = next(one for one in state.models if one.name == name)
    kind = "consolidate" if state.phase == "consolidate" else act.kind if act is not None else ""
    if kind in ("assault", "climb", "encumbered climb"):
        listed: list[Idea] = [(answer, 0.0, str(kind)) for answer in islice(question.legal(), ENOUGH)]
        return weighed(listed)
    # The ghost walks about in a copy of the position.
    there = notes.on_a_copy()
    ghost = there.state.models[model.number]
    acts = act is not None and act.order == "Tactical" and not act.acted and kind == "encumbered"
    found: list[Idea] = []
    if model.status == OFF:
        ends = notes.land.inside(state.players[model.side].zone, question.budget - RADIUS)
        ghost.status = STANDING
    else:
        ends = notes.land.near(model.x, model.y, question.budget)
        found.append(({name: []}, _worth_of(there, ghost, None, acts), "stay"))
    ways = WAYS
    for gain, stop in _ranked(there, ghost, ends, acts, LOOKED_AT):
        if len(found) > ENOUGH:
            break
        path = _straight(notes, model, stop)
        if question.check({name: path}) is not None:
            bent = _round_terrain(notes, question, model, stop) if ways else None
            ways = max(0, ways - 1)
            if bent is None:
                continue
            path = bent
        found.append(({name: [[p.x, p.y] for p in path]}, gain, _why(there, stop)))
    return weighed(found or [(answer, 0.0, "") for answer in question.legal()])


def _straight(notes: Notes, model: Model, stop: Stop) -> tuple[Point, ...]:
    end = Point(stop.x, stop.y)
    if model.status != OFF:
        return (end,)
    return nearest_crossing(notes.state.players[model.side].zone, end), end


def _round_terrain(notes: Notes, question: Move, model: Model, stop: Stop) -> tuple[Point, ...] | None:
    """A legal way that is not straight, if one is known."""
    if model.status == OFF:
        return None
    way = notes.land.way(model, question.budget, stop.x, stop.y)
    return way if way is not None and question.check({model.name: way}) is None else None


def _ranked(there: Notes, ghost: Model, ends: list[Stop], acts: bool, most: int) -> list[tuple[float, Stop]]:
    """The most promising places, best first: by the markers and cover, then by who sees whom."""
    free = there.free(ghost)
    pull = there.pull
    first = sorted([(pull(free, s.close) + (COVER if s.cover else 0.0), s) for s in ends], key=_gain, reverse=True)
    looked: list[tuple[float, Stop]] = []
    others = [(one.x, one.y, ROOM if one.side == ghost.side else APART) for one in there.state.models
              if one.standing and one is not ghost]  # fmt: skip
    for _, stop in first:
        x, y = stop.x, stop.y
        if any((x - ox) ** 2 + (y - oy) ** 2 < room for ox, oy, room in others):
            continue
        if len(looked) == most:
            break
        ghost.x, ghost.y, ghost.z = stop.x, stop.y, 0.0
        looked.append((_worth_of(there, ghost, free, acts, stop), stop))
    return sorted(looked, key=_gain, reverse=True)


_gain = itemgetter(0)


def _worth_of(there: Notes, ghost: Model, free: list[float] | None, acts: bool, stop: Stop | None = None) -> float:
    """What it is worth to stand where the ghost is."""
    if free is None:
        free = there.free(ghost)
    close = there.land.closeness(ghost.x, ghost.y) if stop is None else stop.close
    gain = there.pull(free, close)
    for number, objective in enumerate(there.state.objectives):
        if close[number] > 0.9 and on_marker(ghost, objective):
            gain += TOUCHING * there.need(number)
            if acts and there.state.controlled[number] != ghost.side:
                gain += 0.8 * there.hack_gain(ghost)
    fire = there.look_round(ghost)
    return gain + (fire.tactical if acts else 0.25 * fire.engage) - fire.exposure


def _why(there: Notes, stop: Stop) -> str:
    if any(abs(one.x - stop.x) + abs(one.y - stop.y) <= 1.01 for one in there.state.objectives):
        return "onto a marker"
    return "into cover" if stop.cover else "closer"


# ---- coming onto the table --------------------------------------------------------------------------


def recon(notes: Notes, question: Place) -> list[Suggestion]:
    """Near the zone, towards a marker, out of sight."""
    name = question.models[0]
    model = next(one for one in notes.state.models if one.name == name)
    there = notes.on_a_copy()
    ghost = there.state.models[model.number]
    ghost.status = STANDING
    found: list[Idea] = []
    for gain, stop in _ranked(
        there, ghost, notes.land.inside(notes.state.players[model.side].zone, RECON), False, LOOKED_AT
    ):
        if question.check({name: Point(stop.x, stop.y)}) is None:
            found.append(({name: [stop.x, stop.y]}, gain, _why(there, stop)))
            if len(found) == ENOUGH:
                break
    return weighed(found or [(answer, 0.0, "") for answer in question.legal()])
