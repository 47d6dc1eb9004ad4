"""Line of sight and Cover (chapters 9, 10, 16 and 17), from the middle of one base to the width of another.

Whoever looks in one arrangement of models looks again and again, so what was found is kept for that arrangement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from sandtable.engine.rulebook import Options
from sandtable.rulesets.riverside.field import (
    BLOCKS,
    COVER,
    COVER_BARRICADE,
    COVER_BEHIND,
    ELEVATED,
    Field,
    field_of,
    piece_trait,
)
from sandtable.rulesets.riverside.figures import figure
from sandtable.table import BLOCK, Excused, Figure, Screen, Seen, Terrain, Veil, look_from
from sandtable.table.hot.plane import point_segment
from sandtable.table.measuring import holds, share_inside, within_of_terrain
from sandtable.table.sight import NOBODY

if TYPE_CHECKING:
    from sandtable.rulesets.riverside.state import Model, State, Unit

LEAST = 0.1
"""The share that must be seen; exactly that is enough (RV-9.2)."""
HALF = 0.5
HAIR = 0.001
"""The unit to which distances are rounded (RV-7.7)."""
CLOSED = {"links": 1.0, "hull": 1000.0, "bases": None}
"""Between which models of a unit one cannot look (RV-9.11). Strips between all of them are as good as their outline."""
AT_THE_BARRICADE = 1.0
"""RV-17.2."""
SEE_OVER, IGNORE_COVER, NEITHER = "see over", "ignore cover", ""
"""The bonuses of Elevated Terrain (RV-16.17, RV-16.18)."""
CLEAR = Seen(1.0)
SMALL = Excused(small=True)
"""Small models do not stand in the way of a look at a Large one, or from it (RV-9.13); Large ones do (RV-9.14)."""


class SeenUnit:
    """A unit as looks meet it: its models, a circle round them, and the screen that they make. The same in every
    arrangement in which it stands so."""

    def __init__(self, models: tuple[Stand, ...], closed: float | None) -> None:
        self.figures = dict(models)
        self.closed = closed
        self._screen: Screen | None = None
        xs, ys = [one.x for one in self.figures.values()], [one.y for one in self.figures.values()]
        self.x, self.y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        self.reach = max(hypot(one.x - self.x, one.y - self.y) + one.base.radius for one in self.figures.values())

    @property
    def screen(self) -> Screen:
        """What it hides: its bases, and the gaps between them (RV-9.10, RV-9.11); what is Large among them hides
        everybody (RV-9.14)."""
        if self._screen is None:
            self._screen = Screen(self.figures.values(), self.closed)
        return self._screen


seen_unit = lru_cache(512)(SeenUnit)


class Watch:
    """Everything that can be seen in one arrangement of models."""

    def __init__(self, state: State, options: Options, companies: SeenUnits | None = None) -> None:
        """`companies`: all that stand there, if they are known already."""
        self.where: Field = field_of(state)
        self.barricade = str(options["barricade_one_inch"])
        self.combined = options["cover_count"] == "combined"
        self.companies = dict(_companies(state, options) if companies is None else companies)
        self.known: dict[tuple[int, int, bool], Seen] = {}
        self.hidden: dict[tuple[int, int, int], bool] = {}
        self.within: dict[tuple[int, int], bool] = {}
        self.between: dict[tuple[int, int], list[int]] = {}

    def figure(self, model: Model) -> Figure:
        return self.companies[model.unit].figures[model.number]

    def far_apart(self, one: Unit, two: Unit, inches: float) -> bool:
        """Are two units farther apart than this for certain? By the circles round them."""
        ours, theirs = self.companies[one.number], self.companies[two.number]
        return hypot(ours.x - theirs.x, ours.y - theirs.y) - ours.reach - theirs.reach > inches + HAIR

    # ---- sight -----------------------------------------------------------------------------------------

    def sees(self, viewer: Model, target: Model, *, over: bool = False) -> bool:
        """The one test of sight, for every purpose (RV-9.1): one tenth of it (RV-9.2), wherever the viewer faces
        (RV-9.6); everybody sees himself (RV-9.8), and the other need not see him (RV-9.15). With `over` terrain does
        not stop the look."""
        return viewer.number == target.number or self.look(viewer, target, over=over).share >= LEAST

    def look(self, viewer: Model, target: Model, *, over: bool = False) -> Seen:
        """How much of a base one sees (RV-9.3, RV-9.4, RV-9.5), past what stops a look (RV-9.9), by a Large model over
        Small ones (RV-9.13, RV-9.14); kept."""
        key = viewer.number, target.number, over
        if key not in self.known:
            self.known[key] = self._look(viewer, target, over)
        return self.known[key]

    def _look(self, viewer: Model, target: Model, over: bool) -> Seen:
        """The share of the seen base (RV-9.3), of nothing that sticks out of it (RV-9.4), from the middle of the seeing
        one (RV-9.5), so not the same both ways (RV-9.15). Pieces stop it (RV-9.9), Forests and Forest Walls those
        behind them (RV-17.4, RV-17.6), and units with their gaps closed (RV-9.10): neither the viewer's own (RV-9.7)
        nor the target's (RV-9.12), and Small models not where one of the two is Large (RV-9.13, RV-9.14)."""
        pieces = [] if over else self._pieces_in_the_way(viewer, target, self.where.blocking)
        screens = self._units_between(viewer, target)
        if not pieces and not screens:
            return CLEAR
        large = viewer.profile.large or target.profile.large
        veil = Veil(traits=frozenset(map(piece_trait, pieces)), flat=True)
        one, two = self.figure(viewer), self.figure(target)
        return look_from(self.where.table, one, two, veil, screens, excused=SMALL if large else NOBODY)

    def _units_between(self, viewer: Model, target: Model) -> list[Screen]:
        """The third units, neither the viewer's own (RV-9.7) nor the target's (RV-9.12), that stand so that they could
        hide something (RV-9.10), by the circles round them."""
        x0, y0, x1, y1, radius = viewer.x, viewer.y, target.x, target.y, target.radius
        ours, theirs = viewer.unit, target.unit
        found: list[Screen] = []
        for number, one in self.companies.items():
            if number in (ours, theirs):
                continue
            wide = one.reach + radius
            if point_segment(one.x, one.y, x0, y0, x1, y1) < wide * wide:
                found.append(one.screen)
        return found

    def _pieces_in_the_way(self, viewer: Model, target: Model, among: Sequence[int]) -> list[int]:
        """The pieces among these that may lie between two models and hold neither of them (RV-16.8, RV-16.21):
        one sees into a Forest and out of it, and not past it (RV-17.4, RV-17.6)."""
        near = self._near_line(viewer, target)
        return [n for n in near if n in among and not self.holds(n, viewer) and not self.inside(n, target)]

    def _near_line(self, viewer: Model, target: Model) -> list[int]:
        """The pieces that a look could meet, by the circles round them."""
        key = viewer.number, target.number
        if key not in self.between:
            x0, y0, x1, y1, radius = viewer.x, viewer.y, target.x, target.y, target.radius
            found: list[int] = []
            for n, x, y, reach in self.where.rounds:
                if point_segment(x, y, x0, y0, x1, y1) <= (reach + radius) * (reach + radius):
                    found.append(n)
            self.between[key] = found
        return self.between[key]

    # ---- in and behind ---------------------------------------------------------------------------------

    def holds(self, number: int, seer: Model) -> bool:
        """Is the seer in a piece, which then neither hides nor shelters: by the middle of his base (RV-16.8)?"""
        return self.where.table.plans.shape_holds(number, seer.x, seer.y)

    def inside(self, number: int, model: Model) -> bool:
        """Is a model in or on a piece: by more than half of its base, on something with a height by its middle
        (RV-16.6, RV-18.6)?"""
        key = number, model.number
        if key not in self.within:
            self.within[key] = self._inside(number, model)
        return self.within[key]

    def _inside(self, number: int, model: Model) -> bool:
        piece = self.where.table.terrain[number]
        there = self.figure(model)
        if not self.where.table.may_reach(number, there):
            return False
        if piece.form == BLOCK:
            return holds(piece, model.x, model.y)
        return share_inside(there, piece) > HALF

    def behind(self, number: int, seer: Model, model: Model) -> bool:
        """Do rays that meet more than half of its width cross the piece first (RV-16.7)?"""
        key = number, seer.number, model.number
        if key not in self.hidden:
            veil = Veil(traits=frozenset({piece_trait(number)}), flat=True)
            one, two = self.figure(seer), self.figure(model)
            self.hidden[key] = look_from(self.where.table, one, two, veil).share < HALF
        return self.hidden[key]

    # ---- Cover -----------------------------------------------------------------------------------------

    def cover(self, seer: Model, unit: Sequence[Model], bonus: str) -> bool:
        """Has the unit Cover from this shooter (RV-10.9): by models that he does not see (RV-10.10, RV-10.11), or by
        Cover Terrain (RV-16.4, RV-16.5), counted apart (RV-10.12)? Who ignores terrain reckons with units alone
        (RV-16.18)."""
        unseen = [self._unseen(seer, model, alone=len(unit) == 1, over=bonus != NEITHER) for model in unit]
        if bonus == IGNORE_COVER:
            return _most(unseen)
        sheltered = [self._sheltered(seer, model, unit, bonus) for model in unit]
        if self.combined:
            return _most([one or two for one, two in zip(unseen, sheltered, strict=True)])
        return _most(unseen) or _most(sheltered)

    def _unseen(self, seer: Model, model: Model, *, alone: bool, over: bool) -> bool:
        """Hidden from the shooter; of a single model, more than half of it (RV-10.10, RV-10.11)."""
        return self.look(seer, model, over=over).share < (HALF if alone else LEAST)

    def _sheltered(self, seer: Model, model: Model, unit: Sequence[Model], bonus: str) -> bool:
        """In Cover Terrain or behind it, each by more than half of its base (RV-16.4, RV-16.5). What blocks sight
        counts as Cover Terrain for who sees over it (RV-16.17)."""
        terrain = self.where.table.terrain
        if any(COVER in terrain[n].traits and self.inside(n, model) for n in self.where.covering):
            return True
        giving = {*self.where.covering, *(self.where.blocking if bonus == SEE_OVER else ())}
        return any(
            self._shelters(terrain[n], seer, unit, bonus) and self.behind(n, seer, model)
            for n in self._pieces_in_the_way(seer, model, sorted(giving))
        )

    def _shelters(self, piece: Terrain, seer: Model, unit: Sequence[Model], bonus: str) -> bool:
        """Does a piece give Cover to whoever is behind it? A Barricade by the rule of one inch (RV-17.2)."""
        if piece.traits & {COVER, COVER_BEHIND} or (bonus == SEE_OVER and BLOCKS in piece.traits):
            return True
        at_it = (seer,) if self.barricade == "shooter" else unit
        figures = map(self.figure, at_it)
        return COVER_BARRICADE in piece.traits and not any(
            within_of_terrain(figure, piece, AT_THE_BARRICADE) for figure in figures
        )

    # ---- Elevated Terrain ------------------------------------------------------------------------------

    def elevated(self, shooter: Model, unit: Sequence[Model]) -> bool:
        """On Elevated Terrain, and higher than more than half of the target's models (RV-16.16)."""
        terrain = self.where.table.terrain
        on_top = any(ELEVATED in terrain[n].traits and self.holds(n, shooter) for n in self.where.raised)
        return on_top and _most([model.z < shooter.z for model in unit])


def _most(marks: Sequence[bool]) -> bool:
    """More than half; exactly half is not enough."""
    return 2 * sum(marks) > len(marks)


Stand = tuple[int, Figure]
"""A model where it stands, with its number."""
SeenUnits = tuple[tuple[int, SeenUnit], ...]


def _companies(state: State, options: Options) -> SeenUnits:
    """Every unit on the table by number; in another arrangement in which a unit stands so it is the same one."""
    closed = CLOSED[str(options["unit_perimeter"])]
    return tuple([(one.number, seen_unit(_stands(state, one), closed)) for one in state.units if one.here])


def _stands(state: State, unit: Unit) -> tuple[Stand, ...]:
    return tuple([(one.number, figure(state, one)) for one in state.members(unit)])


Arrangement = tuple[object, ...]
FORGET = 32
_watches: dict[Arrangement, Watch] = {}


def watch(state: State, options: Options) -> Watch:
    """The looks of this arrangement of models."""
    companies = _companies(state, options)
    key: Arrangement = (
        state.map, state.size, state.terrain, options["barricade_one_inch"], options["cover_count"], companies,
    )  # fmt: skip
    known = _watches.get(key)
    if known is None:
        if len(_watches) >= FORGET:
            _watches.clear()
        known = _watches[key] = Watch(state, options, companies)
    return known
