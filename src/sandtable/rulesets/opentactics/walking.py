"""Movement on the grid (chapters 6 to 11): what a step and a jump cost and need, which paths are legal, what is in
reach.

`survey` is the one judge of a path: it gives the plan with its cost and tests, or the first thing that forbids it.
`journeys` (next door) only proposes; whatever it finds is made of the same strides and jumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sandtable.engine.questions import Refusal
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.content import Gait
from sandtable.rulesets.opentactics.field import Field, Square
from sandtable.rulesets.opentactics.plans import CLIMB, HAZARD, JUMP, SWIM, Leg, Plan, Trial
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import DIAGONALS, SIDES, Cell, label, straight

DIRECTIONS = SIDES + DIAGONALS


class Hop(Struct, frozen=True):
    """One word of a path: the next increment, reached by a step or by a jump; or `out` over the edge."""

    to: Cell
    jump: bool = False
    out: bool = False


class Stride(Struct, frozen=True):
    """A step to a neighbour as terrain alone has it. `climb`: 0 no test, 1 a failure may leave the unit where it is,
    2 every failure is a fall."""

    to: Cell
    cost: int
    climb: int = 0
    swim: bool = False
    hazard: int = 0
    corners: tuple[Cell, ...] = ()
    trials: int = 0


class Jump(Struct, frozen=True):
    """A jump as terrain alone has it. `bare` is plain open ground on the way, which only a leaper crosses, and only
    where an enemy stands on it."""

    to: Cell
    over: tuple[Cell, ...]
    landing: int
    swim: bool
    hazard: int
    corners: tuple[Cell, ...]
    bare: tuple[Cell, ...]

    @property
    def cost(self) -> int:
        return len(self.over) + self.landing


class Traffic(Struct, frozen=True):
    """What stands in the way of one unit just now."""

    enemies: set[Cell]
    allies: set[Cell]
    filled: set[Cell]
    blocked: set[Cell]
    """Increments it cannot enter because of who or what is there."""
    corners: set[Cell]
    """Increments it cannot pass diagonally."""
    taken: set[Cell]
    """Increments in which it cannot end, nor stay when a climb fails."""


def traffic(state: State, unit: Unit) -> Traffic:
    """Chapter 6 on units: through allies, not through enemies (OT-6.16, OT-6.19 to OT-6.21, OT-10.4, OT-26.7)."""
    enemies: set[Cell] = set()
    allies: set[Cell] = set()
    for other in state.units:
        if other.at is not None and other is not unit:
            (allies if other.seat == unit.seat else enemies).add(other.at)
    filled = state.filled()
    gait, options = unit.card.gait, state.options
    over_enemies = unit.card.traits.through_enemies or (gait.flying and options["flyers_over_enemies"] == "yes")
    solid = set() if gait.flying or gait.through_rock else filled
    enemies_and_solid = enemies | solid if solid else enemies
    past_enemies = over_enemies or options["diagonal_past_enemy"] == "allowed"
    return Traffic(
        enemies, allies, filled,
        solid if over_enemies else enemies_and_solid,
        solid if past_enemies else enemies_and_solid,
        enemies | allies | filled | state.field.impassable,
    )  # fmt: skip


# ---- strides and jumps of a field ------------------------------------------------------------------


def extra_points(square: Square, gait: Gait) -> tuple[int, int]:
    """Extra points for rough ground and for water (OT-6.7, OT-8.1)."""
    return int(square.rough and not gait.free_rough), int(square.water and not gait.free_water)


def make_stride(field: Field, gait: Gait, start: Cell, to: Cell, summed: bool) -> Stride | None:
    """The step from an increment to its neighbour; None where terrain forbids it."""
    corners = ((to[0], start[1]), (start[0], to[1])) if to[0] != start[0] and to[1] != start[1] else ()
    if gait.flying:
        return Stride(to, 1, corners=corners)
    here = field.height(start)
    rough = water = climbs = hazard = 0
    highest = 0.0
    steep_down = False
    for cell in (to, *corners):
        square = field.at(cell)
        if square.impassable and not gait.through_rock:
            return None
        if plain(square, here):
            continue
        extra_rough, extra_water = extra_points(square, gait)
        rise = square.height - here
        rough, water, climbs = rough + extra_rough, water + extra_water, climbs + (rise != 0)
        hazard = min(hazard or square.hazard, square.hazard) if square.hazard else hazard
        if not field.laddered(start, cell):
            highest = max(highest, abs(rise))
            steep_down = steep_down or rise < -gait.base_width
    extra = rough + water + climbs if summed else (rough > 0) + (water > 0) + (climbs > 0)
    climb = 0 if highest <= gait.base_width else 2 if steep_down else 1
    return Stride(to, 1 + extra, climb, water > 0, hazard, corners, (climb > 0) + (water > 0) + (hazard > 0))


def enter_stride(field: Field, gait: Gait, to: Cell) -> Stride | None:
    """The first step of a deployment: straight on and level (OT-11.4, OT-11.5)."""
    if gait.flying:
        return Stride(to, 1)
    square = field.at(to)
    if square.impassable and not gait.through_rock:
        return None
    rough, water = extra_points(square, gait)
    return Stride(to, 1 + rough + water, 0, water > 0, square.hazard, (), (water > 0) + (square.hazard > 0))


def strides(field: Field, gait: Gait, summed: bool) -> dict[Cell, tuple[Stride, ...]]:
    """The strides from each increment, filled in as they are wanted."""
    table: dict[Cell, tuple[Stride, ...]] = field.workings.setdefault(("strides", gait, summed), {})
    return table


def strides_from(
    table: dict[Cell, tuple[Stride, ...]], field: Field, gait: Gait, summed: bool, cell: Cell
) -> tuple[Stride, ...]:
    """Away from thickets the ground is what it was before they grew, and so are its strides."""
    bare = untouched(field, cell, 1)
    if bare is not None:
        before = strides(bare, gait, summed)
        table[cell] = row = before.get(cell) or strides_from(before, bare, gait, summed, cell)
        return row
    found = []
    for dx, dy in DIRECTIONS:
        to = cell[0] + dx, cell[1] + dy
        if field.holds(to):
            stride = make_stride(field, gait, cell, to, summed)
            if stride is not None:
                found.append(stride)
    table[cell] = row = tuple(found)
    return row


def stride_to(field: Field, gait: Gait, start: Cell, to: Cell, summed: bool) -> Stride | None:
    """The stride to a neighbour from the table of this field."""
    table = strides(field, gait, summed)
    for stride in table.get(start) or strides_from(table, field, gait, summed, start):
        if stride.to == to:
            return stride
    return None


def untouched(field: Field, cell: Cell, reach: int) -> Field | None:
    """The ground before any thicket grew, if none lies near on or beside a straight line."""
    bare, thickets = field.workings.get("bare", (None, ()))
    for x, y in thickets:
        dx, dy = abs(cell[0] - x), abs(cell[1] - y)
        if max(dx, dy) <= reach and (dx < 2 or dy < 2 or abs(dx - dy) < 2):
            return None
    found: Field | None = bare
    return found


def plain(square: Square, here: float) -> bool:
    """Open ground on the same height: it costs nothing more, and it is not jumped (OT-9.3)."""
    return square.height == here and not (square.rough or square.water or square.hazard)


def make_jump(field: Field, gait: Gait, start: Cell, to: Cell) -> Jump | Refusal:
    """A jump as terrain has it (chapter 9), or why it cannot be."""
    line = straight(start, to)
    if line is None or len(line) < 3:
        return Refusal(f"{label(start)} to {label(to)} is not a jump in a straight line", "OT-9.8")
    here, over = field.height(start), line[1:-1]
    bare = []
    for cell in over:
        square = field.at(cell)
        if square.impassable and not gait.through_rock:
            return Refusal(f"{label(cell)} is impassable and cannot be jumped", "OT-9.2")
        if square.height - here > gait.base_width:
            return Refusal(f"{label(cell)} is too high to be jumped", "OT-9.14")
        if plain(square, here):
            if not gait.leaps:
                return Refusal(f"{label(cell)} is plain open ground, which is not jumped", "OT-9.3")
            bare.append(cell)
    landing = field.at(to)
    if landing.impassable and not gait.through_rock:
        return Refusal(f"{label(to)} is impassable", "OT-6.22")
    if abs(landing.height - here) > gait.base_width:
        return Refusal(f"{label(to)} is too high or too deep to land on", "OT-9.15")
    dx, dy = line[1][0] - line[0][0], line[1][1] - line[0][1]
    corners: tuple[Cell, ...] = ()
    if dx and dy:
        corners = tuple(cell for x, y in line[:-1] for cell in ((x + dx, y), (x, y + dy)))
        if not gait.through_rock and any(field.at(cell).impassable for cell in corners):
            return Refusal("a rock at the corner is in the way of the jump", "OT-9.17")
    rough, water = extra_points(landing, gait)
    points = 1 + rough + water + (landing.height != here)
    return Jump(to, tuple(over), points, water > 0, landing.hazard, corners, tuple(bare))


def jumps_from(field: Field, gait: Gait, start: Cell, longest: int) -> tuple[Jump, ...]:
    """The jumps from here over at most so many increments, worked out once."""
    table: dict[Cell, tuple[Jump, ...]] = field.workings.setdefault(("jumps", gait, longest), {})
    if start in table:
        return table[start]
    before = untouched(field, start, longest + 1)
    if before is not None:
        table[start] = row = jumps_from(before, gait, start, longest)
        return row
    found = []
    here = field.height(start)
    for dx, dy in DIRECTIONS:
        for size in range(2, longest + 2):
            to = start[0] + dx * size, start[1] + dy * size
            if not field.holds(to):
                break
            if not gait.leaps and plain(field.at((to[0] - dx, to[1] - dy)), here):
                break  # no longer jump gets over it either
            jump = make_jump(field, gait, start, to)
            if isinstance(jump, Jump):
                found.append(jump)
    table[start] = row = tuple(found)
    return row


# ---- who and what is in the way of a jump ----------------------------------------------------------


def over_somebody(over: Iterable[Cell], unit: Unit, moving: Traffic) -> Refusal | None:
    """Only a leaper jumps over enemies, and nobody over what fills its increment (OT-9.2, LEAP, PHASE)."""
    traits = unit.card.traits
    for cell in over:
        if cell in moving.filled and not traits.through_rock:
            return Refusal(f"{label(cell)} is filled and cannot be jumped", "OT-9.2")
        if cell in moving.enemies and not (traits.leaps or traits.through_enemies):
            return Refusal(f"{label(cell)} is held by an enemy and cannot be jumped", "OT-9.2")
    return None


def jump_barred(jump: Jump, unit: Unit, moving: Traffic) -> Refusal | None:
    """Open ground without an enemy on it (OT-9.3, LEAP), a landing that is held, somebody at the corner (OT-9.17)."""
    for cell in jump.bare:
        if cell not in moving.enemies:
            return Refusal(f"{label(cell)} is plain open ground, which is not jumped", "OT-9.3")
    if jump.to in moving.blocked:
        return held_or_filled(jump.to, unit, moving)
    for cell in jump.corners:
        if cell in moving.corners and not (unit.card.traits.leaps and cell in moving.enemies):
            return Refusal(f"what stands at the corner {label(cell)} forbids the jump", "OT-9.17")
    return None


def held_or_filled(cell: Cell, unit: Unit, moving: Traffic) -> Refusal:
    if cell in moving.enemies:
        return Refusal(f"{label(cell)} is held by an enemy", "OT-10.4" if unit.card.flying else "OT-6.20")
    return Refusal(f"{label(cell)} is filled by an objective", "OT-26.7")


def no_end(state: State, unit: Unit, cell: Cell, moving: Traffic) -> Refusal | None:
    """Why no move can end in an increment (OT-6.21, OT-6.22, OT-26.7)."""
    if cell in moving.enemies or cell in moving.allies:
        return Refusal(f"{label(cell)} holds another unit: no move can end there", "OT-6.21")
    if state.field.at(cell).impassable:
        clause = "OT-10.3" if unit.card.flying else "OT-6.22"
        return Refusal(f"no unit can end in {label(cell)}, which is impassable", clause)
    if cell in moving.filled:
        return Refusal(f"{label(cell)} is filled by an objective", "OT-26.7")
    return None


# ---- judging a path --------------------------------------------------------------------------------


class Survey:
    """A path walked in thought, word by word."""

    def __init__(self, state: State, unit: Unit, doing: Doing, moving: Traffic | None) -> None:
        self.state, self.unit, self.doing = state, unit, doing
        self.field, self.gait, self.card = state.field, unit.card.gait, unit.card
        self.traffic = moving or traffic(state, unit)
        self.here: Cell | None = unit.at
        self.left = doing.points
        self.moved = 0
        self.wet = False
        self.legs: list[Leg] = []
        self.after_step = state.options["test_remaining"] == "after_step"
        self.once_wet = state.options["swim_test"] == "once_per_stretch"

    def go(self, hop: Hop) -> Refusal | None:
        if not self.field.holds(hop.to):
            return Refusal(f"{label(hop.to) if min(hop.to) >= 0 else 'that'} lies outside the map", "OT-6.23")
        if self.here is None:
            return self._enter(hop)
        if hop.to == self.here:
            return Refusal(f"it stands in {label(hop.to)} already", "OT-6.3")
        if hop.jump:
            if self.gait.flying:
                return self._fly_straight(hop)
            return self._jump(self.here, hop.to)
        return self._step(self.here, hop.to)

    def _enter(self, hop: Hop) -> Refusal | None:
        if hop.jump:
            return Refusal("the first step onto the map is no jump", "OT-11.4")
        if hop.to not in entries(self.state, self.unit):
            return Refusal(f"{label(hop.to)} is not on the edge it deploys from", "OT-11.2")
        if hop.to in self.traffic.blocked:
            return Refusal(f"{label(hop.to)} is held by the enemy or filled", "OT-11.6")
        stride = enter_stride(self.field, self.gait, hop.to)
        if stride is None:
            return Refusal(f"{label(hop.to)} is impassable", "OT-6.22")
        return self._take(stride)

    def _step(self, here: Cell, to: Cell) -> Refusal | None:
        if max(abs(to[0] - here[0]), abs(to[1] - here[1])) > 1:
            return Refusal(f"{label(to)} is not next to {label(here)}; name every increment of the path", "OT-6.4")
        if to in self.traffic.blocked:
            return held_or_filled(to, self.unit, self.traffic)
        stride = stride_to(self.field, self.gait, here, to, self.state.options["diagonal_effects"] == "sum")
        if stride is None:
            if self.field.at(to).impassable:
                return Refusal(f"{label(to)} is impassable", "OT-6.22")
            return Refusal("an impassable increment at the corner forbids the diagonal step", "OT-6.15")
        for cell in stride.corners:
            if cell in self.traffic.corners:
                enemy = cell in self.traffic.enemies
                what, clause = ("an enemy", "OT-6.16") if enemy else ("an object", "OT-6.15")
                return Refusal(f"{what} at the corner {label(cell)} forbids the diagonal step", clause)
        if stride.climb == 1 and here in self.traffic.taken:
            return Refusal(f"it could not stay in {label(here)}, so no climb with a test starts there", "OT-7.11")
        return self._take(stride)

    def _take(self, stride: Stride) -> Refusal | None:
        if stride.cost > self.left:
            return Refusal(
                f"{label(stride.to)} costs {stride.cost}, with {counted(self.left, 'point')} left", "OT-6.18"
            )
        points = self.left - stride.cost if self.after_step else self.left
        trials: list[Trial] = []
        traits = self.card.traits
        if stride.climb:
            trials.append(Trial(CLIMB, points + traits.climb_bonus, 8, falls=stride.climb == 2))
        trials += self._landing_trials(stride.swim, stride.hazard, points)
        self._leg(stride.to, stride.cost, 1, trials)
        return None

    def _landing_trials(self, swim: bool, hazard: int, points: int) -> Iterator[Trial]:
        if swim and not (self.once_wet and self.wet):
            yield Trial(SWIM, points + self.card.traits.swim_bonus, 4)
        if hazard:
            yield Trial(HAZARD, 0, hazard)
        self.wet = swim

    def _leg(self, to: Cell, cost: int, moved: int, trials: Iterable[Trial]) -> None:
        self.legs.append(Leg(to, cost, tuple(trials)))
        self.left -= cost
        self.moved += moved
        self.here = to

    def _fly_straight(self, hop: Hop) -> Refusal | None:
        """A flying unit needs no jumps: it flies the same line (OT-10.1)."""
        assert self.here is not None
        line = straight(self.here, hop.to)
        if line is None:
            return Refusal(f"{label(hop.to)} is not in a straight line", "OT-9.8")
        for cell in line[1:]:
            if (refusal := self._step(line[line.index(cell) - 1], cell)) is not None:
                return refusal
        return None

    def _jump(self, here: Cell, to: Cell) -> Refusal | None:
        why = over_somebody((straight(here, to) or ())[1:-1], self.unit, self.traffic)
        if why is not None:
            return why
        jump = make_jump(self.field, self.gait, here, to)
        if isinstance(jump, Refusal):
            return jump
        why = jump_barred(jump, self.unit, self.traffic)
        if why is not None:
            return why
        if jump.cost > self.left:
            return Refusal(f"the jump costs {jump.cost}, with {counted(self.left, 'point')} left", "OT-9.4")
        bonus = self.card.athletics + self.moved + self.card.traits.jump_bonus
        trials = [Trial(JUMP, bonus, 5 * len(jump.over))]
        points = self.left - len(jump.over) - (jump.landing if self.after_step else 0)
        self.wet = False
        trials += self._landing_trials(jump.swim, jump.hazard, points)
        self._leg(to, jump.cost, len(jump.over) + 1, trials)
        return None

    def finish(self) -> Plan | Refusal:
        end = self.here
        if not self.legs or end is None:
            return Refusal("a move has at least one step", "OT-6.3")
        refusal = no_end(self.state, self.unit, end, self.traffic)
        if refusal is not None:
            return refusal
        return Plan(tuple(self.legs), end, self.doing.points - self.left)

    def leave(self) -> Plan | Refusal:
        """Over the enemy's edge (scenario Breakthrough, OT-6.23)."""
        here = self.here
        if here is None or here not in exits(self.state, self.unit):
            return Refusal("units leave over the enemy's edge only, from its row", "OT-6.23")
        if self.left < 1:
            return Refusal("the step over the edge costs 1 point, and none is left", "OT-6.18")
        return Plan(tuple(self.legs), here, self.doing.points - self.left + 1, out=True)


def survey(
    state: State, unit: Unit, doing: Doing, hops: Sequence[Hop], moving: Traffic | None = None
) -> Plan | Refusal:
    """The plan of a path, or the first thing that forbids it."""
    walk = Survey(state, unit, doing, moving)
    for number, hop in enumerate(hops):
        if hop.out:
            if number != len(hops) - 1:
                return Refusal("the path ends where it leaves the map", "OT-6.23")
            return walk.leave()
        refusal = walk.go(hop)
        if refusal is not None:
            return refusal
    return walk.finish()


def entries(state: State, unit: Unit) -> Sequence[Cell]:
    """The increments in which a unit of this player may enter the map (OT-11.2)."""
    player = state.players[unit.seat]
    return player.zone or state.field.side(player.edge)


def exits(state: State, unit: Unit) -> Sequence[Cell]:
    """The row from which a unit may leave over the enemy's edge; only a scenario has one."""
    from sandtable.rulesets.opentactics.scenarios import has

    if not has(state, "breakthrough"):
        return ()
    edges = [player.edge for seat, player in enumerate(state.players) if seat != unit.seat]
    return [cell for edge in edges for cell in state.field.side(edge)]


def notation(text: str) -> list[Hop] | Refusal:
    """'b2 b3 >b5 out' as hops."""
    from sandtable.engine.errors import SetupError
    from sandtable.table.grid import parse

    hops: list[Hop] = []
    for word in text.split():
        if word.casefold() == "out":
            hops.append(Hop((-1, -1), out=True))
            continue
        try:
            hops.append(Hop(parse(word.removeprefix(">")), word.startswith(">")))
        except SetupError as error:
            return Refusal(error.reason, "OT-6.4", unread=True)
    return hops
