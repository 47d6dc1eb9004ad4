"""Asking for the move of a unit: the `Move` question of many models, answered with one wish or with a path for each,
judged once, planned and drawn when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import cos, inf, sin
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine.questions import Answer, Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.engine.units import MoveUnit, Planned, Wish
from sandtable.skirmish import formations, unit_planning, unit_regions
from sandtable.skirmish.arrange import arrange
from sandtable.skirmish.candidates import GOLDEN
from sandtable.skirmish.closing import closing_of
from sandtable.skirmish.cohesion import hold
from sandtable.skirmish.drill import Drill, Path, UnitWalk
from sandtable.skirmish.formations import BLOCK, FORMATIONS, KEEP, WRAP
from sandtable.skirmish.pace import pace_of
from sandtable.skirmish.unit_march import NOWHERE, UnitMarch
from sandtable.table import Figure, snap
from sandtable.table.causes import ALONE, NO_CHAIN, NO_CIRCLE

FEW = 3
"""How many moves a question offers to those who have none in mind."""
TRIES = 8
HALVINGS = 20
"""To within a lattice step of how near models have to come to each other."""
SHARES = (1.0, 0.6, 0.3)


class DrawnUnitMove(MoveUnit, frozen=True, kw_only=True):
    """A unit's move whose region is drawn when a client asks for it, not for every bot."""

    outline: Callable[[], dict[str, Any]]
    walked: Callable[[Paths], UnitWalk]
    """Paths that have been read, with their lengths and what they cross."""
    previewed: Callable[[Paths], dict[str, Any]]
    """The same to draw."""

    anywhere: Callable[[Random], Paths | None] | None = None
    """A legal move at random that is found sooner than all those that are offered."""

    def drawn(self) -> dict[str, Any]:
        return self.outline()

    def pick(self, rng: Random) -> Answer:
        paths = None if self.anywhere is None else self.anywhere(rng)
        return MoveUnit.pick(self, rng) if paths is None else self.recorded(None, paths)


class UnitLeaning(Struct, frozen=True):
    """What makes the moves that are offered to one unit differ from those of another: goals to make for first, and the
    angle at which the others begin."""

    goals: tuple[tuple[float, float], ...] = ()
    turn: float = 0.0


Offer = Callable[[Drill, "Judge"], Iterator[Paths]]
"""Legal moves for those who have none in mind."""
AtRandom = Callable[[Drill, "Judge", Random], "Paths | None"]
"""One of them for those who play at random, if it is found at once."""


def ask_unit(
    move: UnitMarch | Drill,
    leaning: UnitLeaning,
    seat: int,
    prompt: str,
    clause: str,
    offer: Offer | None = None,
    topic: str = "",
    at_random: AtRandom | None = None,
) -> Procedure[UnitWalk]:
    """The question. What was judged last is kept, so that the answer is walked only once. `move` may be a drill that a
    ruleset has made its own; `offer` lists moves for those who have none in mind, `at_random` finds one of them."""
    drill = move if isinstance(move, Drill) else Drill(move)
    march = drill.march
    judge = Judge(drill)

    def planned(wish: Wish) -> Planned:
        return unit_planning.Drawn(drill, wish, arrange(drill, wish, judge))

    paths = yield DrawnUnitMove(
        topic=topic,
        seat=seat,
        who=march.movers[0].name if len(march.movers) == 1 else "",
        prompt=prompt,
        clause=clause,
        unit=march.unit,
        movers=tuple(mover.name for mover in march.movers),
        budget=max(mover.inches for mover in march.movers),
        budgets={mover.name: mover.inches for mover in march.movers},
        formations=(WRAP,) if march.target else FORMATIONS,
        check=judge.refused,
        candidates=lambda: proposed(drill, leaning, judge) if offer is None else offer(drill, judge),
        route=lambda name, wish: _way(drill, name, wish),
        arrange=planned,
        names=lambda name: any(name in (other.id, other.unit) for other in march.others),
        region_of=lambda name: unit_regions.region_of(drill, [march.mover(name)]),
        outline=lambda: unit_regions.region_of(drill, march.movers),
        walked=judge.walked,
        previewed=lambda paths: unit_planning.preview(drill, judge.walked(paths)),
        anywhere=None if at_random is None else partial(at_random, drill, judge),
    )
    drill.let_go()
    return judge.walked(paths)


class Judge:
    """The drill's judge with a memory of what it let pass. A unit that does not hang together has to be brought
    together if any move does that; only where none does may it stay apart."""

    def __init__(self, drill: Drill) -> None:
        self.drill = drill
        self._passed: dict[tuple[tuple[str, Path], ...], UnitWalk] = {}
        self._apart: bool | None = None
        self._nowhere: bool | None = None

    def __call__(self, paths: Paths) -> UnitWalk | Refusal:
        key = tuple(paths.items())
        if key in self._passed:
            return self._passed[key]
        found = self.drill.judge(paths)
        if isinstance(found, Refusal) and found.cause in (ALONE, NO_CHAIN, NO_CIRCLE) and self.apart:
            found = self.drill.judge(paths, apart=True)
        if not isinstance(found, Refusal):
            found = self._charged(found) or found
        if not isinstance(found, Refusal):
            self._passed[key] = found
        return found

    def keep(self, paths: Paths, walk: UnitWalk) -> None:
        """A move that somebody knows to be legal without asking."""
        self._passed[tuple(paths.items())] = walk

    def _charged(self, walk: UnitWalk) -> Refusal | None:
        march = self.drill.march
        if not march.target:
            return None
        held = walk.slowed and self.drill.slow_near
        limit, avoided = (march.slow_inches, NOWHERE) if held else (inf, march.slow)
        found = closing_of(pace_of(self.drill, limit, avoided)).refused(walk)
        stays = all(len(way.path) == 1 for way in walk.ways.values())
        return None if found is not None and stays and not march.contact and self.nowhere else found

    @property
    def nowhere(self) -> bool:
        """Does nothing come of the plan? Then a unit that only has to come as close as it can may stay."""
        if self._nowhere is None:
            self._nowhere = False  # the plan itself is judged without this mercy
            self._nowhere = arrange(self.drill, Wish(), self).refused is not None
        return self._nowhere

    @property
    def apart(self) -> bool:
        """May the unit end apart? If nothing brings it together; or, charging, if not all of it can keep up."""
        if self._apart is None:
            if self.drill.march.target:
                self._apart = arrange(self.drill, Wish(), self._together).refused is not None
            else:
                self._apart = not self.drill.together and mended(self.drill) is None
        return self._apart

    def _together(self, paths: Paths) -> UnitWalk | Refusal:
        """A charge by all that is asked of it: a unit that holds together short of its target has not charged."""
        found = self.drill.judge(paths)
        return found if isinstance(found, Refusal) else self._charged(found) or found

    def refused(self, paths: Paths) -> Refusal | None:
        found = self(paths)
        return found if isinstance(found, Refusal) else None

    def walked(self, paths: Paths) -> UnitWalk:
        """Paths that were not refused; whoever follows a game once more need not have them read again."""
        found = self(paths)
        assert isinstance(found, UnitWalk)
        return found


def mended(drill: Drill) -> Paths | None:
    """A move that brings a unit together which does not hang together, if one is found."""
    for wish in (Wish(formation=WRAP), Wish(formation=BLOCK), _drawn_in(drill)):
        plan = arrange(drill, wish)
        if plan.refused is None:
            return plan.paths
    return None


def _drawn_in(drill: Drill) -> Wish:
    """Everybody straight towards the middle, no farther than it takes: the least way for models far apart."""
    x, y = formations.middle(drill.figures())

    def drawn(share: float) -> list[Figure]:
        ways = ((one, (one.x - x) * share, (one.y - y) * share) for one in drill.figures())
        return [one.moved(Point(snap(x + dx), snap(y + dy), one.z)) for one, dx, dy in ways]

    wide, near = 1.0, 0.0
    for _ in range(HALVINGS):
        share = (wide + near) / 2
        wide, near = (wide, share) if hold(drill.march, drawn(share)).together else (share, near)
    return Wish(formation=KEEP, own={one.id: one.at for one in drawn(near)})


def _way(drill: Drill, name: str, wish: Point) -> Path | Refusal:
    """The way of a single model to a place."""
    mover = drill.march.mover(name)
    place = drill.eased(mover, Point(snap(wish.x), snap(wish.y)))
    return pace_of(drill, mover.inches, NOWHERE).way(mover, place.x, place.y)


def proposed(drill: Drill, leaning: UnitLeaning, judge: Callable[[Paths], UnitWalk | Refusal]) -> Iterator[Paths]:
    """A few legal moves: towards goals, then spread round the unit; standing still only where nothing else is."""
    found = 0
    for wish in _wishes(drill, leaning):
        plan = arrange(drill, wish, judge)
        if plan.refused is None and any(plan.paths.values()):
            found += 1
            yield plan.paths
            if found == FEW:
                return
    stays: Paths = {mover.name: () for mover in drill.march.movers}
    if not found and not isinstance(judge(stays), Refusal):
        yield stays


def _wishes(drill: Drill, leaning: UnitLeaning) -> Iterator[Wish]:
    """As far as the unit goes towards each goal and in a few directions, keeping its shape or filling the ground."""
    if drill.march.target:
        yield Wish()
        return
    if not drill.together:
        yield Wish(formation=WRAP)
        yield Wish(formation=BLOCK)
    x, y = formations.middle(drill.figures())
    most = min(mover.inches for mover in drill.march.movers) - 0.01
    for goal_x, goal_y in leaning.goals:
        far = ((goal_x - x) ** 2 + (goal_y - y) ** 2) ** 0.5
        for share in SHARES:
            step = min(1.0, most * share / far) if far else 0.0
            yield Wish(Point(x + (goal_x - x) * step, y + (goal_y - y) * step), KEEP if share == 1.0 else WRAP)
    for number in range(TRIES):
        angle, step = leaning.turn + number * GOLDEN, most * SHARES[number % len(SHARES)]
        yield Wish(Point(x + cos(angle) * step, y + sin(angle) * step), KEEP if number % 2 else WRAP)
