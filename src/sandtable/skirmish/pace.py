"""Ways of single models of a unit to places: found and judged once, remembered."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.drill import Drill, Path
from sandtable.skirmish.unit_march import Mover
from sandtable.table import Travel, causes, route


class Pace:
    """How the models of a unit get to places: within a limit for all, and out of ground that would slow them."""

    def __init__(self, drill: Drill, limit: float, avoided: frozenset[str]) -> None:
        self.drill, self.limit, self.avoided = drill, limit, avoided
        self._ways: dict[tuple[str, float, float, bool], Path | Refusal] = {}
        self._open: dict[tuple[str, float, float], Refusal | None] = {}

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
        refused = self.end_refused(mover, x, y)
        if refused is not None:
            return refused
        straight = self._walked(mover, (Point(x, y),))
        if not isinstance(straight, Refusal) or mover.flies or not bends:
            return straight
        most = self.drill.march.rounding.longest(self.inches(mover))
        if hypot(x - figure.x, y - figure.y) > most:
            return straight if straight.cause == causes.TOO_FAR else self._too_far(mover, x, y)
        ground = self.drill.clear_of(mover, self.avoided) if self.avoided else self.drill.ground(mover)
        bent = route(ground, figure, Point(x, y, self.height(mover, x, y)), most)
        return straight if isinstance(bent, Refusal) else self._walked(mover, bent)

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

    def end_refused(self, mover: Mover, x: float, y: float) -> Refusal | None:
        key = (f"{mover.figure.base.radius} {mover.figure.base.core} {mover.figure.turn}", x, y)
        if key not in self._open:
            self._open[key] = self.drill.end_refused(mover, Point(x, y, self.height(mover, x, y)))
        return self._open[key]


def flat(done: Travel) -> Path:
    """A path as it is answered: heights follow from the terrain."""
    return tuple(Point(p.x, p.y) for p in done.path[1:])
