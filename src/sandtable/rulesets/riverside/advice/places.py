"""Where to go and where to stand: a few good places for every move and every deployment, each with a legal answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import cos, hypot, pi, sin, sqrt
from operator import itemgetter

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import Answer, Move, Paths, Place, Point, Question
from sandtable.engine.units import Wish
from sandtable.rulesets.riverside.advice.chances import Company, company
from sandtable.rulesets.riverside.advice.notes import CHARGE, Notes, weighed
from sandtable.rulesets.riverside.field import Outline
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.place_question import PlaceUnit
from sandtable.rulesets.riverside.policy import bonds
from sandtable.rulesets.riverside.setting_up import marker_places
from sandtable.rulesets.riverside.state import State, Unit
from sandtable.rulesets.riverside.walking import GETS_OUT
from sandtable.skirmish import formations
from sandtable.table import snap
from sandtable.table.hot.plane import point_segment

ENOUGH = 7
"""Suggestions for one move."""
TRIED = 16
"""Places that are tried at the most."""
TURNS = 12
SHARES = (1.0, 0.66, 0.33)
"""How far in each direction."""
SPARE = 0.02
"""Inches of a move that are left over, for the lattice."""
PITCH = 4.0
"""Between the places of a deployment."""
AMBUSH = 9.0
UNEVEN = 0.3
"""How much it counts that a marker is nearer to one zone by itself, beside what all of them are together."""
CAUTION, PROSPECT = 0.5, 0.25
"""What the danger of a place counts, and what may be done from there in the next round."""

Destination = tuple[float, float]
_gain = itemgetter(0)


# ---- what a place is worth ----------------------------------------------------------------------------


class GroundWorth:
    """What it is worth to a unit to end its move at a place. `shoots`: it attacks from there at once."""

    def __init__(self, notes: Notes, one: Company, shoots: bool) -> None:
        self.notes, self.one, self.shoots = notes, one, shoots
        self.need = notes.need(one)
        self.travel = notes.travel(one, 0.0)
        self.prey = self._prey()

    def _prey(self) -> list[tuple[Company, float]]:
        """Whom it would like to charge in the next round, and what that is worth."""
        if not self.notes.rounds_left or not (self.one.blows or self.one.impact):
            return []
        found = [(target, self.notes.melee(self.one, target)) for target in self.notes.targets(self.one.unit.side)]
        return [(target, gain) for target, gain in found if gain > 0.0]

    def worth(self, x: float, y: float) -> float:
        notes, one = self.notes, self.one
        gaps = [notes.gap_at(one, marker, x, y) for marker in notes.state.markers]
        gain = notes.pull(one, self.need, gaps, self.travel)
        if one.guns:
            gain += notes.best_shot(one, x, y) * (1.0 if self.shoots else PROSPECT)
        return gain + self._hunts(x, y) - CAUTION * notes.exposure(one, x, y)

    def _hunts(self, x: float, y: float) -> float:
        reach = CHARGE + 2 * self.one.further
        best = 0.0
        for target, gain in self.prey:
            short = hypot(x - target.x, y - target.y) - self.one.spread - target.spread - reach
            best = max(best, gain * (1.0 if short <= 0.0 else max(0.0, 1.0 - short / 24.0)))
        return PROSPECT * best


# ---- moves --------------------------------------------------------------------------------------------


def moves(notes: Notes, question: Move) -> list[Suggestion]:
    """Suggestions for the path of a whole unit: all models the same way, which is cheap to judge."""
    one = notes.companies[_unit(notes, question).number]
    ground = GroundWorth(notes, one, _shoots(notes))
    inches = min(question.budget, *_budgets(question)) - SPARE
    ends = dict.fromkeys(_ends(notes, one, inches))
    ranked = sorted(((ground.worth(x, y), (x, y)) for x, y in ends), key=_gain, reverse=True)
    found: list[Idea] = []
    for gain, end in islice(ranked, TRIED):
        answer = _shifted(notes, question, one, end)
        if answer is not None:
            found.append((answer, gain, _why(notes, one, end)))
            if len(found) == ENOUGH:
                break
    if not found:
        found = [(answer, 0.0, "what can be done") for answer in question.legal()]
    return weighed(found)


def _budgets(question: Move) -> list[float]:
    budgets = getattr(question, "budgets", {})
    return list(budgets.values())


def _shoots(notes: Notes) -> bool:
    act = notes.state.act
    return act is not None and act.action in ("Hold", "Advance")


def _unit(notes: Notes, question: Question) -> Unit:
    return notes.named(getattr(question, "unit", ""))


def _ends(notes: Notes, one: Company, inches: float) -> Iterator[Destination]:
    """Where its middle might end: here, at markers or towards them, and all round."""
    yield one.x, one.y
    for marker in notes.state.markers:
        yield _towards(one, marker.x, marker.y, inches)
    for turn in range(TURNS):
        angle = 2 * pi * turn / TURNS
        for share in SHARES:
            yield one.x + cos(angle) * inches * share, one.y + sin(angle) * inches * share


def _towards(one: Company, x: float, y: float, inches: float) -> Destination:
    far = hypot(x - one.x, y - one.y)
    share = min(1.0, inches / far) if far else 0.0
    return one.x + (x - one.x) * share, one.y + (y - one.y) * share


def _shifted(notes: Notes, question: Move, one: Company, end: Destination) -> Answer | None:
    """Every model the same way, if that is legal."""
    dx, dy = snap(end[0] - one.x), snap(end[1] - one.y)
    stays = abs(dx) + abs(dy) < 0.1
    paths: Paths = {
        model.name: () if stays else (Point(model.x + dx, model.y + dy),)
        for model in notes.state.members(one.unit)
    }  # fmt: skip
    return question.recorded(None, paths) if question.check(paths) is None else None


def _why(notes: Notes, one: Company, end: Destination) -> str:
    if any(notes.gap_at(one, marker, *end) <= 0.0 for marker in notes.state.markers):
        return "to a marker"
    if hypot(end[0] - one.x, end[1] - one.y) < 0.1:
        return "stay"
    return "into cover" if notes.land.covers(*end) else "to better ground"


def only_way(notes: Notes, question: Question) -> list[Suggestion]:
    """The ways in and out that the rules themselves arrange."""
    answers = list(islice(question.legal(), ENOUGH))
    return [Suggestion(answer, 1.0, "what can be done") for answer in answers[:1]]


def get_out(notes: Notes, question: Move) -> list[Suggestion]:
    """Out of a Transport in a block, on the side that is worth most."""
    unit = _unit(notes, question)
    one = notes.companies[unit.number]
    carrier = notes.state.members(notes.state.units[unit.rides])[0]
    far = carrier.radius + GETS_OUT - one.spread / 3
    ground = GroundWorth(notes, one, _shoots(notes))
    angles = [2 * pi * turn / TURNS for turn in range(TURNS)]
    ends = [(carrier.x + cos(a) * out, carrier.y + sin(a) * out) for a in angles for out in (far - 1.0, far - 2.0)]
    found: list[Idea] = []
    for gain, end in sorted(((ground.worth(*end), end) for end in ends), key=_gain, reverse=True)[:TRIED]:
        paths = _block(notes, unit, end)
        if question.check(paths) is None:
            found.append((question.recorded(None, paths), gain, _why(notes, one, end)))
            if len(found) == ENOUGH:
                break
    return weighed(found) if found else only_way(notes, question)


def _block(notes: Notes, unit: Unit, to: Destination) -> Paths:
    members = notes.state.members(unit)
    slots = formations.block([figure(notes.state, one) for one in members], bonds(notes.g.options), to, 0.0)
    free = list(slots)
    paths: Paths = {}
    for one in members:
        slot = next(place for place in free if place.radius == one.radius)
        free.remove(slot)
        paths[one.name] = (slot.point,)
    return paths


# ---- coming onto the table ----------------------------------------------------------------------------


def deployed(notes: Notes, question: PlaceUnit) -> list[Suggestion]:
    """Near a marker that needs somebody, and not where everybody can shoot at it."""
    unit = notes.named(question.unit)
    one = _newcomer(notes, unit)
    ground = GroundWorth(notes, one, False)
    ranked = sorted(((ground.worth(x, y), (x, y)) for x, y in _open_spots(notes, unit)), key=_gain, reverse=True)
    found: list[Idea] = []
    for gain, spot in islice(ranked, TRIED):
        places = question.arrange(Wish(Point(*spot)))
        if question.check(places) is None:
            found.append((question.recorded(None, places), gain, "within reach of a marker"))
            if len(found) == ENOUGH:
                break
    return weighed(found or [(answer, 0.0, "where there is room") for answer in question.legal()])


def _newcomer(notes: Notes, unit: Unit) -> Company:
    """A unit that is not on the table yet, at a glance."""
    one = company(notes.state, unit)
    one.spread = max(1.0, 0.55 * one.models**0.5)
    return one


def _open_spots(notes: Notes, unit: Unit) -> Iterable[Destination]:
    """Places in its zone, in the band round it for Scouts, or far from all enemies in an Ambush."""
    state = notes.state
    width, depth = state.size
    every = [
        (PITCH * (column + 0.5), PITCH * (row + 0.5))
        for column in range(int(width // PITCH))
        for row in range(int(depth // PITCH))
    ]
    if state.deployment == "ambush":
        foes = [one for one in notes.companies.values() if one.unit.side != unit.side and one.unit.here]
        return [(x, y) for x, y in every if all(hypot(x - f.x, y - f.y) > AMBUSH + f.spread for f in foes)]
    xs, ys = zip(*state.zones[state.players[unit.side].zone], strict=True)
    more = 10.0 if state.deployment == "scout" else 0.0
    return [(x, y) for x, y in every if min(xs) - more < x < max(xs) + more and min(ys) - more < y < max(ys) + more]


def placed(notes: Notes, question: Place) -> list[Suggestion]:
    """Markers as near to one zone as to the other, all of them together: who gets which zone is open still, and whoever
    has the choice should not have won with it."""
    state = notes.state
    lean = sum(_lean(state, marker.x, marker.y) for marker in state.markers)
    found: list[Idea] = []
    for there in marker_places(state):
        alone = _lean(state, there.x, there.y)
        uneven = abs(lean + alone) + UNEVEN * abs(alone)
        found.append((question.recorded(None, {question.models[0]: there}), -uneven, "as near to one as to the other"))
    return weighed(found, 1.5)


def _lean(state: State, x: float, y: float) -> float:
    """How much nearer a place is to the second zone than to the first, in inches."""
    first, second = (way_to(outline, x, y) for outline in state.zones)
    return first - second


def way_to(outline: Outline, x: float, y: float) -> float:
    """Inches from a place to a zone, as the crow flies."""
    corners = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sqrt(min(point_segment(x, y, *one, *two) for one, two in corners))
