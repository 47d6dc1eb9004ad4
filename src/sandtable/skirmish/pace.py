"""Ways of single models of a unit to places: found and judged once, remembered."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.drill import Drill, Path
from sandtable.skirmish.unit_march import NOWHERE, Mover
from sandtable.table import Base, Travel, causes, route
from sandtable.table.hot.ways import Spread, Ways
from sandtable.table.paths import tighten

ROUND = 1.01, 0.25
"""The corners of a way are a little wide before they are shaved: so much farther is looked."""


class Pace:
    """How the models of a unit get to places: within a limit for all, and out of ground that would slow them."""

    def __init__(self, drill: Drill, limit: float, avoided: frozenset[str]) -> None:
        self.drill, self.limit, self.avoided = drill, limit, avoided
        self._ways: dict[tuple[str, float, float, bool], Path | Refusal] = {}
        self._open: dict[tuple[Base, float, float, float], bool] = {}
        self._fields: dict[tuple[Ways, float, float, float], Spread] = {}

    def inches(self, mover: Mover) -> float:
        return mover.inches if mover.flies else min(mover.inches, self.limit)

    def way(self, mover: Mover, x: float, y: float, *, bends: bool = True) -> Path | Refusal:
        """A legal way of a model to a place, its own unit apart; or why there is none. To look for one that `bends`
        takes a hundred times as long as to try the straight one."""
        key = (mover.name, x, y, bends)
        if key not in self._ways:
            self._ways[key] = self._found(mover, x, y, bends=bends)
        return self._ways[key]

    def _found(self, mover: Mover, x: float, y: float, *, bends: bool) -> Path | Refusal:
        figure = mover.figure
        if (figure.x, figure.y) == (x, y):
            return ()
        if not self.may_end(mover, x, y):
            refused = self.drill.end_refused(mover, Point(x, y, self.height(mover, x, y)))
            assert refused is not None
            return refused
        straight = self._walked(mover, (Point(x, y),))
        if not isinstance(straight, Refusal) or mover.flies or not bends:
            return straight
        most = self.drill.march.rounding.longest(self.inches(mover))
        if hypot(x - figure.x, y - figure.y) > most:
            return straight if straight.cause == causes.TOO_FAR else self._too_far(mover, x, y)
        found: Path | Refusal = straight
        for level in dict.fromkeys((figure.z, self.height(mover, x, y))):  # past those at either end of a climb
            bent = self._bent(mover, x, y, most, level)
            found = straight if bent is None else self._walked(mover, bent)
            if not isinstance(found, Refusal):
                break
        return found

    def mired(self, mover: Mover) -> bool:
        """Does it stand on ground that this pace keeps out of? Then it has no way at all."""
        x, y = mover.figure.x, mover.figure.y
        return bool(self.avoided) and self.drill.slows(mover, x, y, x, y)

    def shut(self, mover: Mover, x: float, y: float) -> bool:
        """Is the straight way to a place closed to this pace for certain?"""
        if self.avoided and self.drill.slows(mover, mover.figure.x, mover.figure.y, x, y):
            return True
        return self.drill.shut(mover, x, y)

    def _bent(self, mover: Mover, x: float, y: float, most: float, level: float) -> Path | None:
        """The shortest way round corners and round those who stand at a level. Without ramps all that a model can reach
        is found at once, and the way to each place by that."""
        figure, height = mover.figure, self.height(mover, x, y)
        ground = self.drill.clear_of(mover, self.avoided) if self.avoided else self.drill.ground(mover)
        if self.drill.ramps or figure.base.core:
            bent = route(ground, figure, Point(x, y, height), most)
            return None if isinstance(bent, Refusal) else bent
        here = ground.at(level)
        if here.stand(x, y) != height or here.overlapped(x, y) is not None:
            return None
        price, corners = here.ways.price(self._field(here.ways, mover, most), x, y)
        if price > most:  # round its corners a little closer it may still be near enough
            corners = tighten(here.ways, (figure.x, figure.y), corners)
        return tuple([Point(px, py) for px, py in corners]) or None

    def _field(self, ways: Ways, mover: Mover, most: float) -> Spread:
        key = ways, mover.figure.x, mover.figure.y, most
        if key not in self._fields:
            farther, more = ROUND
            self._fields[key] = ways.beginning(mover.figure.x, mover.figure.y, most * farther + more)
        return self._fields[key]

    def _too_far(self, mover: Mover, x: float, y: float) -> Refusal:
        far, most = hypot(x - mover.figure.x, y - mover.figure.y), self.inches(mover)
        return self.drill.refuse(
            causes.TOO_FAR if most == mover.inches else causes.SLOWED, mover, "slow ground", far, most
        )

    def _walked(self, mover: Mover, path: Sequence[Point]) -> Path | Refusal:
        """The path, if the judge lets this model go that way."""
        done = self.drill.follow(mover, path)
        if isinstance(done, Refusal):
            return done
        refused = self.drill.too_far(mover, done, self.limit)
        if refused is None and self.avoided and self.drill.is_slow(mover, done):
            most = self.drill.march.slow_inches
            refused = self.drill.refuse(causes.SLOWED, mover, "slow ground", done.cost, most)
        return refused or flat(done)

    def height(self, mover: Mover, x: float, y: float) -> float:
        """At which height a model would stand here: on the highest thing that its way could lead onto."""
        return self.drill.highest(x, y)

    def may_end(self, mover: Mover, x: float, y: float) -> bool:
        """Does nothing refuse an end here? Whoever tries many places need not be told what does."""
        key = mover.figure.base, mover.figure.turn, x, y
        if key not in self._open:
            there = Point(x, y, self.height(mover, x, y))
            self._open[key] = not self.drill.crowded(mover, there) and self.drill.end_refused(mover, there) is None
        return self._open[key]


def pace_of(drill: Drill, limit: float, avoided: frozenset[str]) -> Pace:
    """The pace of a unit's move, prepared once for all who ask. Slow ground that nobody can reach need not be
    avoided."""
    key = Pace, limit, avoided if drill.slow_near else NOWHERE
    if key not in drill.kept:
        drill.kept[key] = Pace(drill, *key[1:])
    found: Pace = drill.kept[key]
    return found


def flat(done: Travel) -> Path:
    """A path as it is answered: heights follow from the terrain."""
    return tuple(Point(p.x, p.y) for p in done.path[1:])
