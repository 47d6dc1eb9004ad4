"""A player's notes on a position: the units at a glance, what the markers need, who threatens whom. Gains are in
points, so that a volley, a Charge and a step towards a marker can be compared."""

from __future__ import annotations

from math import hypot

from sandtable.engine.advice import Idea, Suggestion, by_gain
from sandtable.engine.records import Leaf
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.advice.chances import Company, company, fire, harm, melee
from sandtable.rulesets.riverside.advice.land import land_of
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.scoring import NEAR
from sandtable.rulesets.riverside.state import ROUNDS, Activation, Marker, State, Unit
from sandtable.rulesets.riverside.walking import ACTION_INCHES

ADVANCE, RUSH, CHARGE = (ACTION_INCHES[action][0] for action in ("Advance", "Rush", "Charge"))
MARKER = 70.0
"""What it is worth to have a unit at a marker that nobody else holds."""
CALM = 26.0
"""How many points make an answer e times as promising."""
LEAST = 0.05
"""The weight below which an idea is not worth a thought."""
HASTY = 0.7
"""A threat after a move may come to nothing: somebody is in the way, or it is needed elsewhere."""
LATER = 0.45
"""What a threat of the next round counts."""


def weighed(ideas: list[Idea], calm: float = CALM) -> list[Suggestion]:
    return by_gain(ideas, calm, LEAST)


def nearness(gap: float, travel: float) -> float:
    """How surely a unit is at a marker at the end: it is so many inches short of it, with so many left to go."""
    if gap <= 0.0:
        return 1.0
    if travel <= 0.0:
        return 0.0
    if gap <= travel:
        return 0.92 - 0.42 * gap / travel
    return max(0.0, 0.3 - (gap - travel) / 60.0)


class Means(Leaf, frozen=True):
    """What a unit may still do in this round."""

    walk: float
    """Inches it may go."""
    step: float
    """Inches it may go and shoot after it; below 0 it does not shoot any more."""
    rush: float
    """Inches it may charge; below 0 it does not charge any more."""


SPENT = Means(0.0, -1.0, -1.0)
Crowd = list[dict[int, float]]
"""For each marker, which units may be there at the end, and how surely."""


class Notes:
    """One position, seen by one side. `g` lets the rules' own functions be asked, with the house rules of the game."""

    def __init__(self, reading: Reading[State]) -> None:
        self.state, self.side = reading.state, reading.player
        self.g = Play(reading.state, reading.options, [], None)
        self.land = land_of(self.state)
        self._companies: dict[int, Company] | None = None
        self._crowd: tuple[Crowd, Crowd] | None = None
        self._gaps: dict[int, list[float]] = {}
        self._targets: dict[int, list[Company]] = {}
        self._volleys: dict[tuple[int, int, int, bool], float] = {}
        self._melees: dict[tuple[int, int], float] = {}
        self._threats: dict[int, list[tuple[Company, Means, float]]] = {}

    @property
    def companies(self) -> dict[int, Company]:
        """Every unit that is on the table or inside a Transport there."""
        if self._companies is None:
            units = self.state.units
            there = [unit for unit in units if unit.here or (unit.where == "inside" and units[unit.rides].here)]
            self._companies = {unit.number: company(self.state, unit) for unit in there}
        return self._companies

    def of_side(self, side: int) -> list[Company]:
        return [one for one in self.companies.values() if one.unit.side == side]

    def targets(self, side: int) -> list[Company]:
        """Enemies of a side that can be attacked."""
        known = self._targets.get(side)
        if known is None:
            known = [one for one in self.companies.values() if one.unit.side != side and one.unit.here]
            self._targets[side] = known
        return known

    @property
    def rounds_left(self) -> int:
        """Rounds after this one."""
        return ROUNDS - self.state.round

    # ---- what a unit may still do ------------------------------------------------------------------------

    def means(self, one: Company) -> Means:
        unit, act = one.unit, self.state.act
        if act is not None and act.unit == unit.number and self.state.phase != "action":
            return self._under_way(one, act)
        if unit.activated:
            return SPENT
        further = one.further
        return Means(RUSH + 2 * further, ADVANCE + further, -1.0 if unit.shaken else CHARGE + 2 * further)

    def _under_way(self, one: Company, act: Activation) -> Means:
        before = self.state.phase in ("abilities", "teleport", "move", "tests", "shoot")
        if act.action == "Hold":
            return Means(0.0, 0.0 if before else -1.0, -1.0)
        if act.action == "Advance":
            step = 0.0 if act.moved else ADVANCE + one.further
            return Means(step, step if before else -1.0, -1.0)
        if act.action == "Rush" and not act.moved:
            return Means(RUSH + 2 * one.further, -1.0, -1.0)
        return SPENT

    def travel(self, one: Company, this_round: float) -> float:
        """Inches to the end of the game; a Shaken unit has to rally first, and getting out of a Transport is slow."""
        rounds = self.rounds_left
        if one.unit.shaken:
            if this_round > 0.0:
                this_round = 0.0
            elif rounds:
                rounds -= 1
        if one.unit.where == "inside":
            this_round = min(this_round, ADVANCE)
        return this_round + rounds * (RUSH + 2 * one.further)

    # ---- markers -----------------------------------------------------------------------------------------

    def gaps(self, one: Company) -> list[float]:
        """Inches that a unit is short of being near each marker; 0 and below is near."""
        known = self._gaps.get(one.unit.number)
        if known is None:
            known = self._gaps[one.unit.number] = [self._gap(one, marker) for marker in self.state.markers]
        return known

    def _gap(self, one: Company, marker: Marker) -> float:
        straight = hypot(one.x - marker.x, one.y - marker.y)
        if one.unit.here and straight <= NEAR + 1.5 * one.spread + 1.0:
            here = self.state.members(one.unit)
            nearest = min(hypot(m.x - marker.x, m.y - marker.y) - m.radius for m in here) - NEAR
            return nearest if nearest <= 0.0 else max(0.1, nearest)
        inside = 1.0 if one.unit.where == "inside" else 0.0
        return max(0.5, self.land.far(marker, one.x, one.y) - NEAR - 0.7 * one.spread) + inside

    def gap_at(self, one: Company, marker: Marker, x: float, y: float) -> float:
        """The same if its middle were somewhere else."""
        straight = hypot(x - marker.x, y - marker.y)
        if straight <= NEAR + one.spread:
            return straight - NEAR - 0.6 * one.spread
        return max(0.5, self.land.far(marker, x, y) - NEAR - 0.6 * one.spread)

    @property
    def crowd(self) -> tuple[Crowd, Crowd]:
        """Of each side, who may be where at the end."""
        if self._crowd is None:
            self._crowd = self._crowds()
        return self._crowd

    def _crowds(self) -> tuple[Crowd, Crowd]:
        found: tuple[Crowd, Crowd] = [{} for _ in self.state.markers], [{} for _ in self.state.markers]
        for one in self.companies.values():
            shares = self.shares(one, self.gaps(one), self.travel(one, self.means(one).walk))
            for at, share in enumerate(shares):
                if share > 0.02:
                    found[one.unit.side][at][one.unit.number] = share
        return found

    def shares(self, one: Company, gaps: list[float], travel: float) -> list[float]:
        """How surely it is at each marker: it cannot be everywhere."""
        near = [nearness(gap, travel) for gap in gaps]
        if one.unit.shaken:
            can_rally = not one.unit.activated or self.rounds_left
            near = [share * (0.8 if can_rally else 0.0) for share in near]
        total = sum(share * share for share in near)
        return [share**3 / total if share < 1.0 and total > share else share for share in near] if total else near

    def need(self, one: Company) -> list[float]:
        """How much each marker needs a unit, whoever else is there."""
        side, found = one.unit.side, []
        for at, held in enumerate(self.state.controlled):
            absent = 1.0
            for number, share in self.crowd[side][at].items():
                if number != one.unit.number:
                    absent *= 1.0 - 0.85 * share
            worth = 0.55 if held == side else 1.3 if held == 1 - side else 1.0
            rivals = 1.0
            for share in self.crowd[1 - side][at].values():
                rivals *= 1.0 - 0.8 * share
            found.append(worth * (0.2 + 0.8 * absent) + 0.4 * (1.0 - rivals) * (held == side))
        return found

    def pull(self, one: Company, need: list[float], gaps: list[float], travel: float) -> float:
        """What a place is worth for the markers."""
        return MARKER * max((n * nearness(gap, travel) for n, gap in zip(need, gaps, strict=True)), default=0.0)

    # ---- threats -----------------------------------------------------------------------------------------

    def shot(self, one: Company, x: float, y: float, target: Company, step: float = 0.0) -> float:
        """What its guns may do to a target from a place, or from one some inches nearer."""
        gap = hypot(x - target.x, y - target.y) - 0.5 * (one.spread + target.spread)
        if not one.guns or gap - step > one.longest:
            return 0.0
        cover = self.land.covers(target.x, target.y)
        if not self.land.clear(x, y, target.x, target.y):
            return 0.0 if step <= 0.0 else 0.35 * self._volley(one, target, gap, cover)
        return self._volley(one, target, gap - step, cover) * (1.0 if step <= 0.0 else HASTY)

    def _volley(self, one: Company, target: Company, gap: float, cover: bool) -> float:
        """It depends on the distance only by the guns that reach so far."""
        key = one.unit.number, target.unit.number, sum([arm.far >= gap for arm in one.guns]), cover
        known = self._volleys.get(key)
        if known is None:
            known = self._volleys[key] = harm(target, fire(one, target, max(0.0, gap), cover))
        return known

    def best_shot(self, one: Company, x: float, y: float) -> float:
        """The best volley there is from a place."""
        if not one.guns:
            return 0.0
        return max([self.shot(one, x, y, target) for target in self.targets(one.unit.side)], default=0.0)

    def melee(self, charger: Company, target: Company) -> float:
        """What a Charge gains over what it costs."""
        key = charger.unit.number, target.unit.number
        known = self._melees.get(key)
        if known is None:
            known = self._melees[key] = melee(charger, target)
        return known

    def danger(self, enemy: Company, one: Company, x: float, y: float, means: Means) -> float:
        """What an enemy may do to a unit at a place, by fire or by a Charge."""
        far = hypot(x - enemy.x, y - enemy.y)
        found = 0.0
        if means.step >= 0.0:
            gap = far - 0.5 * (one.spread + enemy.spread) - means.step
            if gap <= enemy.longest:
                seen = 1.0 if self.land.clear(x, y, enemy.x, enemy.y) else 0.45 if means.step > 0.0 else 0.0
                if seen:
                    shot = self._volley(enemy, one, gap, self.land.covers(x, y))
                    found = shot * seen * (HASTY if means.step > 0.0 else 1.0)
        strikes = bool(enemy.blows or enemy.impact) and one.unit.here
        if strikes and means.rush >= 0.0 and far - one.spread - enemy.spread <= means.rush:
            found = max(found, HASTY * self.melee(enemy, one))
        return found

    def exposure(self, one: Company, x: float, y: float) -> float:
        """What all enemies together may do to a unit at a place, soon."""
        total = 0.0
        for enemy, means, share in self._enemies(one.unit.side):
            total += share * self.danger(enemy, one, x, y, means)
        return total

    def _enemies(self, side: int) -> list[tuple[Company, Means, float]]:
        """Enemies of a side that may still do something, with what they may do and how much that counts."""
        known = self._threats.get(side)
        if known is None:
            every = [(enemy, *self.next_means(enemy)) for enemy in self.targets(side)]
            known = self._threats[side] = [one for one in every if one[2]]
        return known

    def next_means(self, one: Company) -> tuple[Means, float]:
        """What a unit may do in this round, or else in the next, and how much that counts."""
        means = self.means(one)
        if means.step >= 0.0 or means.rush >= 0.0:
            return means, 1.0
        if not self.rounds_left:
            return means, 0.0
        further = one.further
        return Means(0.0, ADVANCE + further, -1.0 if one.unit.shaken else CHARGE + 2 * further), LATER

    def named(self, name: str) -> Unit:
        return next(unit for unit in self.state.units if unit.name == name)
