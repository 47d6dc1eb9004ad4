"""Jump (OE-16.5 to OE-16.12): where a character may land, and what becomes of one that falls short."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import cos, hypot, pi, sin
from typing import Final

from sandtable.engine.asking import Why
from sandtable.engine.questions import Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.drawing import Lots, Once
from sandtable.rulesets.op_en.effects import JumpReach, StatTest
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.menu import Spot
from sandtable.rulesets.op_en.parameters import number, whole
from sandtable.rulesets.op_en.refusals import JUMPED, KEPT
from sandtable.rulesets.op_en.space import TOUCH, figure, gap, level_within, lockers
from sandtable.rulesets.op_en.standing import nearest_free, someone_there, standing_refused
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.throws import Change
from sandtable.rulesets.op_en.trips import Trek, Trip
from sandtable.rulesets.op_en.tumbling import drown_if_deep, falling_test, put, told
from sandtable.rulesets.op_en.walking import leaving_refused
from sandtable.table import STEP, snap
from sandtable.table.board import GROUND
from sandtable.table.feats import leap


def jump_reach(g: Play, who: Character) -> tuple[float, int]:
    """How far it jumps (OE-16.5), and against which number (OE-16.8)."""
    inches, target = number(g.state, "jump.distance"), whole(g.state, "jump.target")
    for _, effect in who.held(JumpReach):
        inches = max(inches, float(effect.inches))
        target = effect.target or target
    return inches, target


AROUND: Final = 12
"""Places to land that are tried first."""
NET: Final = 0.25
"""How close together places to land are looked for where the first few will not do."""


class Jumper:
    """Somebody who could jump: what is the same for all places to land is worked out once."""

    def __init__(self, g: Play, who: Character) -> None:
        state = g.state
        self.g, self.who, self.field = g, who, field_of(state, g.options)
        self.inches, self.target = jump_reach(g, who)
        self.over, self.down = number(state, "jump.over"), number(state, "jump.down")
        self.body = figure(who)
        self.trip = Trip(state, g.options, who, 0.0, "OE-16.5")

    # ---- one place --------------------------------------------------------------------------------

    def refused(self, to: Point) -> Refusal | None:
        """Why a Jump cannot go there: the leap (OE-16.5, OE-16.6, OE-16.7), a Combat Range left (OE-10.18), the landing
        (OE-16.8)."""
        return self._unreached(to) or self._leaves(to) or self._unfit(to)

    def lands(self, to: Point) -> bool:
        """The same as no refusal, what is cheap to find out first."""
        off_table = not self.field.fits(to.x, to.y, self.body.base.radius)
        if off_table or someone_there(self.g.state, self.who, to) is not None:
            return False
        return self._leaves(to) is None and self._unreached(to) is None and self._unfit(to) is None

    def _unreached(self, to: Point) -> Refusal | None:
        """What is too far (OE-16.5), in the way (OE-16.6), too high or too low (OE-16.7)."""
        state, who = self.g.state, self.who
        far = hypot(to.x - who.x, to.y - who.y)
        if far > self.inches + TOUCH:
            return Refusal(f"a Jump goes {self.inches:g}″ at most, not {far:.2f}″", "OE-16.5")
        reach = far + 2 * who.radius
        others = [
            figure(other) for other in state.others(who) if other.side != who.side and level_within(who, other, reach)
        ]
        found = leap(self.field.table, self.body, to, others, below=False)
        if found.tallest > self.over + 1e-6:
            return Refusal(f"something {found.tallest:g}″ high is in the way", "OE-16.6")
        if found.over:
            return Refusal(f"{found.over[0]} may not be jumped over", "OE-10.9")
        if found.rise > 1e-6:
            return Refusal("a Jump does not go up", "OE-16.7")
        if -found.rise > self.down + 1e-6:
            return Refusal(f"a Jump goes down {self.down:g}″ at most", "OE-16.7")
        return None

    def _leaves(self, to: Point) -> Refusal | None:
        """Nobody jumps out of a Combat Range (OE-10.18)."""
        kept = leaving_refused(self.trip, Trek((self.trip.start, to), 0.0, 0.0))
        return KEPT.cited(kept) if kept is not None else None

    def _unfit(self, to: Point) -> Refusal | None:
        """Why nobody lands there (OE-16.8)."""
        return standing_refused(self.g.state, self.g.options, self.who, to, by=JUMPED)

    def floor(self, spot: Point) -> Point:
        """The floor that is meant: the one named, else the highest that is not above the start."""
        x, y = snap(spot.x), snap(spot.y)
        floors = self.field.floors(x, y)
        if floors == GROUND:
            return Point(x, y, 0.0)
        named = next((z for z in floors if spot.z and abs(z - spot.z) < 1e-3), None)
        below = [z for z in floors if z <= self.who.z + 1e-6]
        return Point(x, y, named if named is not None else max(below, default=floors[0]))

    # ---- places to land ---------------------------------------------------------------------------

    def spots(self) -> Iterator[Point]:
        """Places to land: a few round about, and if none of these will do whatever else is in reach."""
        if self.kept_down():
            return
        found = False
        for k in range(AROUND):
            at = self.floor(self.place(k))
            if self.lands(at):
                found = True
                yield at
        if not found:
            for at in self.in_reach():  # not as an expression: that is a list when it is compiled
                if self.lands(at):
                    yield at

    def kept_down(self) -> bool:
        """Is it held in contact (OE-10.18), or inside something too high to be jumped over (OE-16.6)? Then it lands
        nowhere."""
        highest = self.who.z + self.over + 1e-6
        if any(piece.top > highest for piece in self.field.under(self.who.x, self.who.y)):
            return True
        return any(enemy.sheet.combat_range == 0 for enemy in lockers(self.g.state, self.g.options, self.who))

    def place(self, k: int) -> Point:
        """One of a few places round about, whatever its floor: eight as far as may be, then nearer ones."""
        angle = 2 * pi * k / 8 + self.who.number
        far = (self.inches if k < 8 else 1.0) - 2 * STEP
        return Point(snap(self.who.x + cos(angle) * far), snap(self.who.y + sin(angle) * far))

    def in_reach(self) -> Iterator[Point]:
        """All places of a net whose height a Jump allows."""
        who = self.who
        locked = lockers(self.g.state, self.g.options, who)
        # Nobody lands farther from an Enemy that holds it (OE-10.14): with a hair to spare, these need no closer look.
        held = [(enemy.x, enemy.y, 0.05 + who.radius + enemy.radius + gap(who, enemy)) for enemy in locked]
        lowest = who.z - self.down - 1e-6
        ring = int(self.inches / NET)
        for i, k in product(range(-ring, ring + 1), repeat=2):
            if 0 < i * i + k * k <= ring * ring:
                x, y = who.x + i * NET, who.y + k * NET
                if any(hypot(x - ex, y - ey) > far for ex, ey, far in held):
                    continue
                at = self.floor(Point(x, y))
                if lowest <= at.z <= who.z + 1e-6:
                    yield at


def jump_barred(g: Play, who: Character) -> Why | None:
    """Is there nowhere to land (OE-16.8), or does somebody hold it (OE-10.18)?"""
    if next(Jumper(g, who).spots(), None) is not None:
        return None
    held = lockers(g.state, g.options, who)
    if held:
        return f"{who.name} is Locked in Combat with {held[0].name}", "OE-10.18"
    return "there is nowhere to land", "OE-16.8"


def _refused_once(jumper: Jumper) -> Once[Point, Refusal | None]:
    """Why it cannot land at a place: of each place found out once."""
    return Once(lambda spot: jumper.refused(jumper.floor(spot)))


def jump(g: Play, who: Character) -> Procedure[None]:
    """Agility against 4, better with a run-up (OE-16.8, OE-16.11, OE-16.12). Whoever merely fails stays where it is, or
    falls short (OE-16.9) as on a 1 (OE-16.10, OE-12.18)."""
    jumper = Jumper(g, who)
    refused = _refused_once(jumper)
    places = yield Spot(
        topic="jump", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name} jumps: where to?",
        clause="OE-16.5", models=(who.name,),
        check=lambda places: refused(places[who.name]), likely=lambda: Lots(AROUND, jumper.place),
        will_do=lambda spot: refused(spot) is None,
        candidates=lambda: [{who.name: spot} for spot in islice(jumper.spots(), 4)],
    )  # fmt: skip
    to, start = jumper.floor(places[who.name]), Point(who.x, who.y, who.z)
    run_up = g.state.activation.run_up
    mine: tuple[Change, ...] = ()
    if run_up >= 6.0 - TOUCH:
        mine = (Change("run-up of 6″", 0, 2, "OE-16.12"),)
    elif run_up >= 3.0 - TOUCH:
        mine = (Change("run-up of 3″", 0, 1, "OE-16.11"),)
    test = StatTest("fixed", "agility", jumper.target)
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
