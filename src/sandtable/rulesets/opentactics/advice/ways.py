"""Where to go: every increment in reach is looked at once, and the best few of each kind are suggested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest, nsmallest
from itertools import islice
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.opentactics import measured, scenarios
from sandtable.rulesets.opentactics.advice.clashes import FAR, Row, book, worth
from sandtable.rulesets.opentactics.advice.odds import on_the_way
from sandtable.rulesets.opentactics.advice.standing import AHEAD, MIDDLE, Box, edge_box, outside
from sandtable.rulesets.opentactics.advice.weighing import weighed
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.movement.deployment import entries
from sandtable.rulesets.opentactics.movement.finder import tests
from sandtable.rulesets.opentactics.movement.judge import OUT, Hop
from sandtable.rulesets.opentactics.movement.measured_judge import point_of
from sandtable.rulesets.opentactics.movement.question import GridGuide, Guide, Points, WalkMove
from sandtable.rulesets.opentactics.objectives import holder
from sandtable.rulesets.opentactics.state import LATTICE, Doing, State, Unit
from sandtable.table.grid import DIAGONALS, SIDES, Cell

MOST = 10
CHARGES, SAFE = 5, 2
"""Of them, at most so many that end in a charge, and so many that are simply safe."""
ATTACK, DANGER, CROWD = 0.5, 0.42, 0.15
"""What an assault from there counts that comes later, one by an enemy, and every further one."""
BEHIND = 0.3
"""What the others in an enemy's reserve count beside the best of them."""
SUPPORT, COVER, HEIGHT = 0.04, 0.06, 0.06
GOAL, HOLD, OVER, WAY = 0.35, 0.4, 1.6, 0.2
DREAD = 1.3
"""What a unit fears to lose on the way, in what it is worth."""
AIMS, AROUND = 4, 8
"""In measured play: enemies and objectives that are headed for, and directions that are tried besides."""
NEIGHBOURS = SIDES + DIAGONALS


class Lure(NamedTuple):
    """One increment: what it promises in all, what of it is a charge, and how dangerous it is."""

    promise: float
    charge: float
    danger: float


Foe = tuple[int, int, Row, Row, float]
"""An enemy as the mover sees it: where it stands, what it can be done and can do by distance, and what a charge is
worth."""


def suggest(state: State, question: WalkMove) -> list[Suggestion]:
    """The best of all ways. Who tries answers out asks the same again and again, so the last ones are remembered."""
    doing = state.doing
    assert doing is not None
    key = doing, state.round, state.counters, state.objectives, *[(one.card, one.at, one.status) for one in state.units]
    known = MEMORY.get(key)
    if known is not None and known[0] is state.field and known[1] is state.options:
        return known[2]
    if len(MEMORY) >= REMEMBERED:
        MEMORY.clear()
    found = best_ways(state, doing, question.guide)
    MEMORY[key] = state.field, state.options, found
    return found


MEMORY: dict[object, tuple[Field, object, list[Suggestion]]] = {}
REMEMBERED = 2000


def best_ways(state: State, doing: Doing, guide: Guide) -> list[Suggestion]:
    unit = state.units[doing.unit]
    eye = Eye(state, unit, doing)
    found = grid_ways(eye, guide) if isinstance(guide, GridGuide) else measured_ways(eye, guide)
    return weighed(({unit.name: [point.wire() for point in points]}, promise, why) for points, promise, why in found)


# ---- looking at a place ---------------------------------------------------------------------------


class Eye:
    """What a unit that is about to move sees of the table."""

    def __init__(self, state: State, unit: Unit, doing: Doing) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        card, pages = unit.card, book(state)
        size = self.size = LATTICE if state.measured else 1
        self.foes: list[Foe] = [
            (
                foe.at[0] // size, foe.at[1] // size, pages[card][foe.card], pages[foe.card][card],
                pages.charging(card, foe.card),
            )
            for foe in state.units
            if foe.at is not None and foe.seat != unit.seat
        ]  # fmt: skip
        self.reach = card.melee.range if card.melee.off and not (state.quiet and state.round == 1) else 0
        self.beside: Counter[Cell] = Counter()
        for one in state.units:
            if one.at is not None and one.seat == unit.seat and one is not unit:
                x, y = one.at[0] // size, one.at[1] // size
                self.beside.update([(x + dx, y + dy) for dx, dy in NEIGHBOURS])
        self.behind = self._reserves()
        spent = doing.how in ("Rally", "Drive on")
        self.attack = ATTACK if state.counters - (not spent) > 0 else 0.4 * ATTACK
        self.goals = [
            (goal.at[0] // size, goal.at[1] // size, GOAL if holder(state, goal) != unit.seat else 0.5 * GOAL)
            for goal in state.objectives
        ]
        self.exits = self._exits()
        self.home = edge_box(state.field, state.players[unit.seat])
        self.worth = worth(card)
        self.spots = spots(state.field)

    def _reserves(self) -> list[tuple[Box, Row, Row]]:
        """What may come from the enemies' edges."""
        state, pages = self.state, book(self.state)
        found = []
        for seat, player in enumerate(state.players):
            box = edge_box(state.field, player)
            if seat == self.unit.seat or box is None:
                continue
            cards = frozenset([foe.card for foe in state.units if foe.seat == seat and foe.status == "in reserve"])
            if cards:
                found.append((box, *pages.wave(cards, self.unit.card)))
        return found

    def _exits(self) -> list[Box]:
        state = self.state
        if not scenarios.has(state, "breakthrough"):
            return []
        return [
            box
            for seat, player in enumerate(state.players)
            if seat != self.unit.seat and (box := edge_box(state.field, player)) is not None
        ]

    def look(self, x: int, y: int) -> Lure:
        """What it is worth to stand there."""
        attack = charge = first = more = 0.0
        reach = self.reach
        for foe_x, foe_y, ours, theirs, charging in self.foes:
            dx, dy = abs(foe_x - x), abs(foe_y - y)
            away = dx if dx > dy else dy
            attack = max(attack, ours[away])
            if away <= reach and charging > charge:
                charge = charging
            danger = theirs[away]
            more += danger
            first = max(first, danger)
        for box, best, others in self.behind:
            away = outside(box, x, y) + 1
            danger = best[away]
            more += danger + BEHIND * others[away]
            first = max(first, danger)
        danger = DANGER * first + CROWD * (more - first)
        promise = charge + self.attack * attack - danger + self.spots[x, y]
        promise += SUPPORT * min(3, self.beside[x, y])
        for gx, gy, wanted in self.goals:
            away = max(abs(gx - x), abs(gy - y))
            promise += wanted / (away if away > 1 else 1) + (HOLD * wanted if away <= 1 else 0.0)
        if self.home is not None:
            away = outside(self.home, x, y)
            promise += AHEAD * (away if away < MIDDLE else MIDDLE)
        if self.exits:
            away = min(outside(box, x, y) for box in self.exits) + 1
            promise -= WAY * away / (self.unit.card.athletics or 1)
        return Lure(promise, charge, danger)


def spots(field: Field) -> dict[Cell, float]:
    """What every increment of a field is worth by itself, worked out once."""
    found: dict[Cell, float] | None = field.workings.get("spots")
    if found is None:
        found = field.workings["spots"] = {cell: spot_worth(field, cell) for cell in field.cells}
    return found


def spot_worth(field: Field, cell: Cell) -> float:
    """High ground and something to hide behind; nobody likes to stand in water or fire."""
    square = field.at(cell)
    found = HEIGHT * max(-1.0, min(2.0, square.height))
    near = [(cell[0] + dx, cell[1] + dy) for dx, dy in NEIGHBOURS]
    if square.hindering or any(field.holds(one) and field.at(one).hindering for one in near):
        found += COVER
    return found - 0.1 * square.water - 0.1 * (square.hazard > 0)


# ---- on the grid ----------------------------------------------------------------------------------

Way = tuple[Points, float, str]


def grid_ways(eye: Eye, guide: GridGuide) -> list[Way]:
    """The best places, the best charges, the safest places, and the way out."""
    found = guide.found
    looks = {cell: eye.look(*cell) for cell in found.ends}
    ways: list[Way] = []
    for cell in shortlist(looks, {cell for cell, key in found.ends.items() if tests(key)}):
        key = found.ends[cell]
        way, look = as_points(found.hops(key)), looks[cell]
        ways.append((way, look.promise - (risk(eye, guide, way) if key[0] else 0.0), reason(look)))
    for cell in nsmallest(2, found.out, key=lambda one: (tests(found.out[one]), one)):
        leaving = found.out[cell]
        way = (*as_points(found.hops(leaving)), as_points([OUT])[0])
        ways.append((way, OVER - (risk(eye, guide, way) if tests(leaving) else 0.0), "over the edge"))
    return nlargest(MOST, ways, key=lambda way: way[1])


def shortlist(looks: dict[Cell, Lure], risky: set[Cell]) -> list[Cell]:
    """A few places of each kind; ties go by the place, not by the order in which they were found."""
    best = sorted(looks, key=lambda cell: (-looks[cell].promise, cell))
    charges = [cell for cell in best if looks[cell].charge][:CHARGES]
    safe = nsmallest(SAFE, (cell for cell in looks if cell not in risky), key=lambda cell: (looks[cell].danger, cell))
    return list(dict.fromkeys([*best[:MOST], *charges, *safe]))


def risk(eye: Eye, guide: Guide, way: Points) -> float:
    """What the tests on a way cost."""
    plan = guide.plan(way)
    if isinstance(plan, Refusal):
        return FAR
    arrives, perishes = on_the_way(plan)
    return DREAD * perishes * eye.worth + 0.2 * (1 - arrives)


def reason(look: Lure) -> str:
    if look.charge:
        return "a charge"
    return "out of harm's way" if look.danger < 0.05 else "a good place"


def as_points(hops: list[Hop]) -> Points:
    return tuple([Point(hop.to[0], hop.to[1], 0.0, "jump" if hop.jump else "out" if hop.out else "") for hop in hops])


# ---- measured -------------------------------------------------------------------------------------


def measured_ways(eye: Eye, guide: Guide) -> list[Way]:
    """Straight ways to places that look good; whatever the guide finds if none of them can be gone."""
    ways = [way for wish in dict.fromkeys(wishes(eye)) if (way := judged(eye, guide, wish)) is not None]
    if not ways:
        ways = [way for wish in dict.fromkeys(islice(guide.ways(), 8)) if (way := judged(eye, guide, wish)) is not None]
    out = (Point(0, 0, 0.0, "out"),)
    if eye.exits and eye.unit.at is not None and not isinstance(guide.plan(out), Refusal):
        ways.append((out, OVER, "over the edge"))
    return nlargest(MOST, ways, key=lambda way: way[1])


def judged(eye: Eye, guide: Guide, points: Points) -> Way | None:
    plan = guide.plan(points)
    if isinstance(plan, Refusal):
        return None
    field = eye.state.field
    x, y = measured.cell_under(field, plan.end)
    look = eye.look(x, y)
    arrives, perishes = on_the_way(plan)
    promise = look.promise - DREAD * perishes * eye.worth - 0.2 * (1 - arrives)
    return points, OVER if plan.out else promise, reason(look)


def wishes(eye: Eye) -> Iterator[Points]:
    """Up to the nearest enemies and objectives, and all around."""
    unit, points = eye.unit, eye.doing.points
    start = unit.at or middle_of_edge(eye)
    lead = () if unit.at is not None else (point_of(start),)
    far = points * LATTICE - (0 if unit.at is not None else measured.radius(unit)) - 2
    aims = [(foe.at, measured.radius(unit) + measured.radius(foe) + 2) for foe in eye.state.enemies(unit) if foe.at]
    aims += [(goal.at, measured.radius(unit)) for goal in eye.state.objectives]
    for aim, apart in nsmallest(AIMS, aims, key=lambda one: (_squared(start, one[0]), one)):
        length = sqrt(_squared(start, aim)) or 1.0
        for share in (min(far, length - apart), min(far, length - apart) / 2):
            yield (*lead, point_of(_along(start, aim, share / length)))
    for k in range(AROUND):
        angle = 2 * pi * k / AROUND
        yield (*lead, point_of((start[0] + int(far * cos(angle)), start[1] + int(far * sin(angle)))))
    if lead:
        yield lead


def middle_of_edge(eye: Eye) -> Cell:
    """Where a unit of ours enters: opposite the nearest enemy, else in the middle."""
    state, player = eye.state, eye.state.players[eye.unit.seat]
    cells = [cell for cell in entries(state, eye.unit) if not state.field.at(cell).impassable]
    aim = min(
        ((foe[0], foe[1]) for foe in eye.foes),
        key=lambda at: (min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in cells), at),
        default=(state.field.columns // 2, state.field.rows // 2),
    )
    taken = {(unit.at[0] // LATTICE, unit.at[1] // LATTICE) for unit in state.units if unit.at is not None}
    x, y = measured.middle(min(cells, key=lambda cell: (cell in taken, _squared(cell, aim), cell)))
    top, right = state.field.rows * LATTICE, state.field.columns * LATTICE
    rim = {"south": (x, 0), "north": (x, top), "west": (0, y), "east": (right, y)}
    return (x, y) if player.inland else rim[player.edge]


def _squared(a: Cell, b: Cell) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _along(a: Cell, b: Cell, share: float) -> Cell:
    return a[0] + int((b[0] - a[0]) * share), a[1] + int((b[1] - a[1]) * share)
