"""What is in reach: on the grid ways to every increment; and whether there is any way at all, also in measured play.
Only proposals: the judge of a path is `judge.survey`."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec import Struct

from sandtable.rulesets.opentactics.movement.deployment import entries, entry_stride
from sandtable.rulesets.opentactics.movement.judge import OUT, Hop, exits
from sandtable.rulesets.opentactics.movement.jumps import jumps_from
from sandtable.rulesets.opentactics.movement.others_in_the_way import Traffic, over_somebody, traffic, why_no_jump
from sandtable.rulesets.opentactics.movement.steps import Stride, stride_table, strides_from
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell

Key = tuple[int, Cell]
"""A number of tests and an increment: the cheapest way there with so many tests."""

Waiting = list[tuple[Cell, Key | None, bool]]
FAR = 1 << 30


class WaysInReach(Struct):
    """Ways to every increment in reach: fewest tests first, then the cheapest."""

    came: dict[Key, tuple[Key | None, bool]]
    """The key before each, None for the start, and whether the way from there is a jump."""
    ends: dict[Cell, Key]
    out: dict[Cell, Key | None]
    back: Key | None = None
    """The way out and back to where it stands. It is among the ends only if there is no other."""

    def hops(self, key: Key | None) -> list[Hop]:
        """The path to a key, without the start."""
        path: list[Hop] = []
        while key is not None:
            before, jump = self.came[key]
            path.append(Hop(key[1], jump))
            key = before
        path.reverse()
        return path

    def __bool__(self) -> bool:
        return bool(self.ends or self.out)


def tests(key: Key | None) -> int:
    """How many tests the way to a key needs."""
    return key[0] if key else 0


def ways(state: State, unit: Unit, doing: Doing) -> WaysInReach:
    """All ways with a chance; where there are none, those whose jumps cannot succeed, for they are legal all the same
    (OT-1.11)."""
    hopeful = hopeful_jump(unit, doing)
    return _Search(state, unit, doing, hopeful).run() or every_way(state, unit, doing)


def every_way(state: State, unit: Unit, doing: Doing) -> WaysInReach:
    """All ways, also those with jumps that no die can pass."""
    return _Search(state, unit, doing, doing.points - 1).run()


def hopeful_jump(unit: Unit, doing: Doing) -> int:
    """The most increments that a 6 after the longest run-up could carry it over."""
    best_total = 6 + 2 * unit.card.athletics + unit.card.traits.jump_bonus
    return min(doing.points - 1, best_total // 5)


class _Search:
    """Dijkstra in layers: ways with no test first, then those with one, and so on. A way with more tests is kept only
    where it is cheaper than all with fewer."""

    def __init__(self, state: State, unit: Unit, doing: Doing, longest: int) -> None:
        self.unit, self.points = unit, doing.points
        self.field, self.gait = state.field, unit.card.gait
        self.summed = state.options["diagonal_effects"] == "sum"
        self.table = stride_table(self.field, self.gait, self.summed)
        self.traffic = traffic(state, unit)
        self.longest = 0 if self.gait.flying else longest
        self.leaving = frozenset(exits(state, unit))
        self.best: dict[Cell, int] = {}
        self.found = WaysInReach({}, {}, {})
        self.layers: list[list[Waiting]] = [[[] for _ in range(self.points + 1)]]
        self._open(state)

    def _open(self, state: State) -> None:
        here = self.unit.at
        if here is not None:
            if here in self.leaving:
                self.found.out[here] = None
            self._go_on(0, None, here, 0)
            return
        for cell in entries(state, self.unit):
            stride = entry_stride(self.field, self.gait, cell)
            if stride is not None and stride.cost <= self.points and cell not in self.traffic.blocked:
                self._push(stride.trials, stride.cost, cell, None, False)

    def _push(self, layer: int, cost: int, cell: Cell, before: Key | None, jump: bool) -> None:
        while len(self.layers) <= layer:
            self.layers.append([[] for _ in range(self.points + 1)])
        self.layers[layer][cost].append((cell, before, jump))

    def run(self, one_is_enough: bool = False) -> WaysInReach:
        layer, best, found = 0, self.best, self.found
        while layer < len(self.layers):
            for cost, waiting in enumerate(self.layers[layer]):
                for cell, before, jump in waiting:
                    if best.get(cell, FAR) > cost:
                        best[cell] = cost
                        found.came[layer, cell] = before, jump
                        self._arrive(layer, cost, cell)
                        if one_is_enough and found:
                            return found
                        self._go_on(layer, (layer, cell), cell, cost)
            layer += 1
        self._keep_back()
        return found

    def _keep_back(self) -> None:
        """Back to the start is an end like any other (OT-6.3), but nobody wants it proposed as long as there is one."""
        found, here = self.found, self.unit.at
        if here is not None:
            found.back = found.ends.pop(here, None)
            if found.back is not None and not found:
                found.ends[here] = found.back

    def _arrive(self, layer: int, cost: int, cell: Cell) -> None:
        found = self.found
        if cell not in found.ends and cell not in self.traffic.taken:
            found.ends[cell] = layer, cell
        if cell in self.leaving and cost < self.points and cell not in found.out:
            found.out[cell] = layer, cell

    def _go_on(self, layer: int, key: Key | None, cell: Cell, cost: int) -> None:
        if cost < self.points:
            self._step_on(layer, key, cell, cost)
            if self.longest > 0 and cost < self.points - 1:
                self._jump_on(layer, key, cell, cost)

    def _step_on(self, layer: int, key: Key | None, cell: Cell, cost: int) -> None:
        now, points, best = self.layers[layer], self.points, self.best
        blocked, corners = self.traffic.blocked, self.traffic.corners
        row = self.table.get(cell) or strides_from(self.table, self.field, self.gait, self.summed, cell)
        for stride in row:
            total, to = cost + stride.cost, stride.to
            if total > points or best.get(to, FAR) <= total or to in blocked:
                continue
            between = stride.corners
            if between and (between[0] in corners or between[1] in corners):
                continue
            if not stride.trials:
                now[total].append((to, key, False))
            elif stride.climb != 1 or cell not in self.traffic.taken:
                self._push(layer + stride.trials, total, to, key, False)

    def _jump_on(self, layer: int, key: Key | None, cell: Cell, cost: int) -> None:
        for jump in jumps_from(self.field, self.gait, cell, self.longest):
            total = cost + jump.cost
            if total > self.points or self.best.get(jump.to, FAR) <= total:
                continue
            why = over_somebody(jump.over, self.unit, self.traffic) or why_no_jump(jump, self.unit, self.traffic)
            if why is None:
                self._push(layer + 1 + jump.swim + (jump.hazard > 0), total, jump.to, key, True)


# ---- is there a way at all? -----------------------------------------------------------------------


def can_go(state: State, unit: Unit, doing: Doing, taken: set[Cell] | None = None) -> bool:
    """Has the unit a legal path with these points? `taken`: all occupied and filled increments; who asks for many units
    gives it once."""
    if doing.points < 1:
        return False
    if state.measured:
        from sandtable.rulesets.opentactics.movement import measured_guide

        return measured_guide.can_go(state, unit, doing)
    if has_step(state, unit, doing.points, state.occupied() | state.filled() if taken is None else taken):
        return True
    # A jump that no die can pass is legal all the same (OT-1.11).
    return bool(_Search(state, unit, doing, doing.points - 1).run(one_is_enough=True))


def has_step(state: State, unit: Unit, points: int, taken: set[Cell]) -> bool:
    """Is there a free neighbour to step to? Most often that settles it."""
    field, gait = state.field, unit.card.gait
    impassable = field.impassable
    row: Iterable[Stride | None]
    if unit.at is None:
        row = (entry_stride(field, gait, cell) for cell in entries(state, unit) if cell not in taken)
    else:
        summed = state.options["diagonal_effects"] == "sum"
        table = stride_table(field, gait, summed)
        row = table.get(unit.at) or strides_from(table, field, gait, summed, unit.at)
    for stride in row:
        if stride is None:
            continue
        to, between = stride.to, stride.corners
        if stride.cost > points or to in taken or to in impassable:
            continue
        if not between or (between[0] not in taken and between[1] not in taken):
            return True
    return False


# ---- a way at random ------------------------------------------------------------------------------


def ramble(state: State, unit: Unit, doing: Doing, moving: Traffic, rng: Random) -> list[Hop]:
    """A random legal walk with a goal somewhere on the map; nothing if it came to no free increment. Much quicker than
    working out all that is in reach."""
    field, gait = state.field, unit.card.gait
    summed = state.options["diagonal_effects"] == "sum"
    table = stride_table(field, gait, summed)
    goal = int(rng.random() * field.columns), int(rng.random() * field.rows)
    left, here, leaving = doing.points, unit.at, exits(state, unit)
    path: list[Hop] = []
    good = 0
    row: tuple[Stride, ...]
    while left > 0:
        if here is None:
            row = _random_entry(state, unit, moving, left, rng)
        else:
            row = table.get(here) or strides_from(table, field, gait, summed, here)
        stride = _next_stride(row, left, moving.blocked, moving.corners, goal, rng)
        if stride is None or (stride.climb == 1 and here in moving.taken):
            break
        here, left = stride.to, left - stride.cost
        path.append(Hop(here))
        if left and here in leaving:
            return [*path, OUT]
        if here not in moving.taken:
            good = len(path)
            if here == goal:
                break
    return path[:good]


def _random_entry(state: State, unit: Unit, moving: Traffic, points: int, rng: Random) -> tuple[Stride, ...]:
    """The first free increment of the edge, from a random one on."""
    cells = entries(state, unit)
    start = int(rng.random() * len(cells))
    for number in range(len(cells)):
        cell = cells[(start + number) % len(cells)]
        if cell not in moving.taken:
            stride = entry_stride(state.field, unit.card.gait, cell)
            if stride is not None and stride.cost <= points:
                return (stride,)
    return ()


def _next_stride(
    row: tuple[Stride, ...], left: int, blocked: set[Cell], corners: set[Cell], goal: Cell, rng: Random
) -> Stride | None:
    """The stride that comes nearest to the goal; now and then any other."""
    able = []
    for stride in row:
        between = stride.corners
        if stride.cost > left or stride.to in blocked:
            continue
        if not between or (between[0] not in corners and between[1] not in corners):
            able.append(stride)
    if not able:
        return None
    if rng.random() < 0.2:
        return able[int(rng.random() * len(able))]
    x, y = goal
    best, nearest = None, FAR
    for stride in able:
        dx, dy = stride.to[0] - x, stride.to[1] - y
        if dx * dx + dy * dy < nearest:
            best, nearest = stride, dx * dx + dy * dy
    return best
