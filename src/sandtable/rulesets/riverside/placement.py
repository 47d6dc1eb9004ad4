"""Where a unit may be put down: in a deployment, by Ambush, out of a wrecked Transport. Placing is not moving: only
where the models end counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count

from sandtable.engine.questions import Places, Point, Refusal
from sandtable.engine.records import Record
from sandtable.engine.rulebook import Options
from sandtable.engine.units import Wish
from sandtable.rulesets.riverside.cohesion import in_cohesion
from sandtable.rulesets.riverside.field import CLIMB, IMPASSABLE, UNSTABLE, Field, field_of
from sandtable.rulesets.riverside.figures import base
from sandtable.rulesets.riverside.measuring import flat_within, spot, spot_at, within
from sandtable.rulesets.riverside.policy import SPACING, bonds
from sandtable.rulesets.riverside.spots import Spot
from sandtable.rulesets.riverside.state import Model, State, Unit
from sandtable.skirmish import formations
from sandtable.skirmish.formations import BLOCK, LINE
from sandtable.table import Figure, Terrain, snap
from sandtable.table.causes import PARTLY_IN
from sandtable.table.measuring import overlaps_terrain
from sandtable.table.placing import on_table, standing_refused

HAIR = 0.001
"""The unit to which distances are rounded (RV-7.7)."""
CLEARLY = 1.01
"""A gap wider than this is wide enough for certain (RV-8.8)."""
NO_ENTRY = frozenset({IMPASSABLE, UNSTABLE})
"""RV-16.20, RV-18.5."""
Allowed = Callable[[Figure], Refusal | None]


class Clauses(Record, frozen=True):
    """What stands behind the refusals of a placement."""

    ground: str = "RV-4.8"
    spacing: str = "RV-4.7"
    cohesion: str = "RV-4.6"


class Placement:
    """Where a unit may be put down."""

    def __init__(
        self, state: State, options: Options, unit: Unit, allowed: Allowed, clauses: Clauses, wishes: Iterable[Wish]
    ) -> None:
        """`wishes`: where to look for places, for those who have none in mind."""
        self.state, self.options, self.unit, self.clauses = state, options, unit, clauses
        self.allowed = allowed
        self.where: Field = field_of(state)
        self.models = {model.name: model for model in state.members(unit)}
        self.others = [
            (one.x, one.y, one.radius + CLEARLY, spot(self.where, one), one.name) for one in state.others(unit)
        ]
        refused = options["spacing_at_exactly_one_inch"] == "refused"
        self.least = SPACING if refused else SPACING - HAIR
        """No gap may be this or less."""
        self._judged: dict[tuple[tuple[str, Point], ...], Refusal | None] = {}
        self._found: list[Places] = []
        self._wishes = iter(wishes)

    # ---- judging ---------------------------------------------------------------------------------------

    def refused(self, places: Places) -> Refusal | None:
        """Why the unit may not stand so: on bad ground (RV-4.8, RV-16.20, RV-18.5), too near others (RV-4.7), on each
        other (RV-8.1), out of cohesion (RV-4.6). Whoever offers places and whoever reads the answer ask the same."""
        key = tuple(places.items())
        if key not in self._judged:
            self._judged[key] = self._found_wrong(places)
        return self._judged[key]

    def _found_wrong(self, places: Places) -> Refusal | None:
        spots: list[Spot] = []
        for name, point in places.items():
            there = self._figure(self.models[name], point.x, point.y)
            refusal = self._refused(there) or self._on_its_own(there, spots)
            if refusal is not None:
                return refusal
            spots.append(self._spot(there))
        if in_cohesion(spots, self.options):
            return None
        return Refusal(f"{self.unit.name} would not be in cohesion", self.clauses.cohesion)

    def _figure(self, model: Model, x: float, y: float) -> Figure:
        x, y = snap(x), snap(y)
        return Figure(model.name, base(model.radius), x, y, self.where.height_at(x, y))

    def _spot(self, there: Figure) -> Spot:
        return spot_at(self.where, there.x, there.y, there.z, there.base.radius)

    def _refused(self, there: Figure) -> Refusal | None:
        """Of one model: off the table or on ground where nobody may stand (RV-4.8), or elsewhere than allowed."""
        table = self.where.table
        if on_table(table, there) is not None:
            return Refusal(f"{there.id} would stand partly off the table", self.clauses.ground)
        if (refusal := self.allowed(there)) is not None:
            return refusal
        bad = standing_refused(table, there, NO_ENTRY, CLIMB)
        if bad is not None:
            return Refusal(bad.reason, self.clauses.ground, bad.cause)
        if (cliff := self._cliff(there)) is not None:
            return Refusal(f"{there.id} would stand partly in {cliff.label}", self.clauses.ground, PARTLY_IN)
        return self._too_close(there)

    def _cliff(self, there: Figure) -> Terrain | None:
        """A piece that begins under its base and rises more than 3" (RV-18.6), unless a Ramp leads up there."""
        table = self.where.table
        for number, top in self.where.tops:
            if top - there.z > CLIMB and table.may_reach(number, there):
                piece = table.terrain[number]
                if overlaps_terrain(there, piece):
                    return piece if self.where.ramp_at(there.x, there.y) is None else None
        return None

    def _too_close(self, there: Figure) -> Refusal | None:
        """The spacing to all other units (RV-4.7)."""
        here = self._spot(there)
        x0, y0, radius = there.x, there.y, there.base.radius
        for x, y, clearly, other, name in self.others:
            dx, dy, far = x0 - x, y0 - y, radius + clearly
            if dx * dx + dy * dy > far * far:
                continue
            if within(here, other, self.least) or flat_within(here, other, -HAIR):
                return self._crowds(there, here, other, name)
        return None

    def _crowds(self, there: Figure, here: Spot, other: Spot, name: str) -> Refusal:
        """Too near, or at exactly 1" where the house wants more (RV-8.9)."""
        if within(here, other, SPACING - HAIR):
            return Refusal(f"{there.id} would be closer than 1″ to {name}", self.clauses.spacing)
        return Refusal(f"{there.id} would be exactly 1″ from {name}, and the gap has to be wider", "RV-8.9")

    def _on_its_own(self, there: Figure, spots: Iterable[Spot]) -> Refusal | None:
        here = self._spot(there)
        if any(flat_within(here, other, -HAIR) for other in spots):
            return Refusal(f"{there.id} would stand on another model of its unit", "RV-8.1")
        return None

    # ---- proposing -------------------------------------------------------------------------------------

    def arranged(self, wish: Wish) -> Places:
        """A formation about a place, the largest bases where it has room for them."""
        figures = [self._figure(model, 0.0, 0.0) for model in self.models.values()]
        to = (wish.to.x, wish.to.y) if wish.to is not None else self._middle()
        shape = formations.line if wish.formation == LINE else formations.block
        slots = shape(figures, bonds(self.options), to, wish.turn)
        free = list(slots)
        places: Places = {}
        for model in self.models.values():
            slot = next(one for one in free if one.radius == model.radius)
            free.remove(slot)
            places[model.name] = slot.point
        return places

    def _middle(self) -> tuple[float, float]:
        width, depth = self.state.size
        return width / 2, depth / 2

    def proposed(self) -> Iterator[Places]:
        """Those of the wishes that can be met. What was found is kept for the next who asks."""
        for number in count():
            if number == len(self._found) and not self._finds_another():
                return
            yield self._found[number]

    def _finds_another(self) -> bool:
        """Goes on to the next wish that can be met, if there is one."""
        first = next(iter(self.models.values()))
        for wish in self._wishes:
            assert wish.to is not None
            if self.allowed(self._figure(first, wish.to.x, wish.to.y)) is not None:
                continue
            places = self.arranged(wish)
            if self.refused(places) is None:
                self._found.append(places)
                return True
        return False


def put_down(state: State, unit: Unit, places: Places) -> None:
    """The unit is on the table: besides a move, the one way to another place (RV-8.7, RV-19.10)."""
    where = field_of(state)
    for one in state.members(unit):
        at = places[one.name]
        one.x, one.y = snap(at.x), snap(at.y)
        one.z = where.height_at(one.x, one.y)
    unit.where, unit.rides = "on the table", -1


def spread(middle: Point, reach: float, turn: int) -> Iterator[Wish]:
    """Wishes about a place, the nearest first."""
    for number, (x, y) in enumerate(formations.honeycomb(middle.x, middle.y, 1.0, reach)):
        yield Wish(Point(x, y), BLOCK if number % 3 else LINE, float((turn + number) % 4 * 45))
