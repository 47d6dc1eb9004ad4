"""A player's notes on a position: what the markers need, what the guns can do, who is seen from where. Gains are in
cdts, so that a shot, a step and a hack can be compared."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Answer
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.advice.chances import blow, harm, worth
from sandtable.rulesets.roe.advice.land import CLOSE, Land, land_of
from sandtable.rulesets.roe.advice.outlook import vigour
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.attacks import Aim, close_weapons, modifiers, reach
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.scoring import hackable
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.space import on_marker, within
from sandtable.rulesets.roe.state import ROUNDS, Model, State

MARKER = 40.0
"""What it is worth to have somebody at a marker."""
TOKEN_WORTH = 70.0
TOUCHING = 10.0
CALM = 7.0
"""How many cdts make an answer e times as promising."""
LEAST = 0.06

Idea = tuple[Answer, float, str]
"""An answer, what it gains, and why."""


def weighed(ideas: list[Idea], calm: float = CALM) -> list[Suggestion]:
    """Ideas as suggestions: the better the gain the heavier, nothing hopeless."""
    best = max(gain for _, gain, _ in ideas)
    return [Suggestion(answer, max(LEAST, exp((gain - best) / calm)), why) for answer, gain, why in ideas]


class Notes:
    """One position, seen by one side. `g` lets the rules' own functions be asked, with the usual house rules."""

    def __init__(self, state: State, side: int, rules: Options) -> None:
        self.state, self.side = state, side
        self.g = Play(state, rules, [], None)
        self.land: Land = land_of(state)
        self._needs: list[float] | None = None

    @property
    def scorings(self) -> int:
        """End Phases that still give tokens, this round's included."""
        return ROUNDS + 1 - max(2, self.state.round)

    # ---- markers -------------------------------------------------------------------------------------

    def need(self, number: int) -> float:
        """How much another model is needed at a marker."""
        if self._needs is None:
            self._needs = [self._wanted(n) for n in range(len(self.state.objectives))]
        return self._needs[number]

    def _wanted(self, number: int) -> float:
        state, side = self.state, self.side
        if state.victory != 3 and state.controlled[number] == side:
            return 0.4
        return 1.2 if state.controlled[number] == 1 - side else 1.0

    def free(self, model: Model) -> list[float]:
        """For each marker, how much of its need the friends of a model leave open."""
        far_of = self.land.distances
        count = len(self.state.objectives)
        absent = [self.need(n) for n in range(count)]
        for friend in self.state.friends(model):
            share = vigour(friend)
            number = 0
            for far in far_of(friend.x, friend.y):
                if far < 14.0:
                    absent[number] *= 1.0 - share * CLOSE[int(2 * far)]
                number += 1
        return [0.25 * self.need(n) + 0.75 * absent[n] for n in range(count)]

    def pull(self, free: list[float], far: tuple[float, ...], closer: float = 0.0) -> float:
        """What a place is worth for the markers, or one that is so many inches nearer to each."""
        best = 0.0
        for number in range(len(far)):
            inches = far[number] - closer
            near = free[number] * CLOSE[int(2 * inches)] if inches > 0.0 else free[number]
            if near > best:
                best = near
        return MARKER * best

    def hack_gain(self, model: Model) -> float:
        """What a Hack where it stands would be worth."""
        choices = hackable(self.state, self.g.options, model)
        return max((self.hack_worth(model, n) for n in choices), default=0.0)

    def hack_worth(self, model: Model, number: int) -> float:
        state = self.state
        tokens = {1: 0.6 * self.scorings + 0.3, 2: 0.5 + 0.2 * self.scorings, 3: 1.0 if state.round > 1 else 0.0}
        swing = 1.6 if state.controlled[number] == 1 - model.side else 1.0
        chance = min(10, model.exp + ("Hacker" in model.abilities)) / 10
        return TOKEN_WORTH * tokens.get(state.victory, 0.5) * swing * chance

    def touches(self, model: Model) -> bool:
        return any(on_marker(model, objective) for objective in self.state.objectives)

    # ---- guns ----------------------------------------------------------------------------------------

    def likely_shot(self, attacker: Model, target: Model, order: str) -> float:
        """About what a shot is worth, without looking at everything; 0 if it cannot be made."""
        far = longest(attacker.weapons, order)
        if not far or not within(self.g.options, attacker, target, far):
            return 0.0
        if not sees(self.state, attacker, target):
            return 0.0
        power = firepower(attacker.weapons, order)
        if self.covered(target):
            power *= 0.8
        if attacker.suppressed:
            power *= 0.8
        if target.wounds:
            power *= 1.3
        return power * worth(target)

    def likely_target(self, attacker: Model, order: str) -> float:
        best = 0.0
        engaged = self.state.engaged
        for enemy in self.state.enemies(attacker):
            gained = self.likely_shot(attacker, enemy, order)
            if gained > best and not engaged(enemy):
                best = gained
        return best

    def exposure(self, model: Model) -> float:
        """What the enemies in sight may do to a model where it stands, the most of them those still to act."""
        total = 0.0
        for enemy in self.state.enemies(model):
            threat = self.likely_shot(enemy, model, "Engage")
            if threat:
                total += threat * (0.35 if enemy.activated else 0.8)
        return 0.6 * total

    def covered(self, model: Model) -> bool:
        """Does its place give cover?"""
        known = self.land.cover
        key = (model.x, model.y, model.z)
        if key not in known:
            if len(known) > 50_000:
                known.clear()
            known[key] = modifiers(self.g, Aim(model, model, BLIND, "Engage", True)).cover
        return known[key]

    def counters_to_spare(self) -> int:
        """Counters beyond one for each model that may still act."""
        waiting = sum(m.side == self.side and not m.activated and m.status in ("on the table", "off the table")
                      for m in self.state.models)  # fmt: skip
        return self.state.players[self.side].pool - waiting


BLIND = Weapon("", rules=("Indiscriminate",))
"""A weapon that only cover can hinder: with it the rules tell whether a place gives any."""


@lru_cache(4096)
def longest(weapons: tuple[Weapon, ...], order: str) -> float:
    return max((reach(weapon, order) for weapon in weapons), default=0.0)


@lru_cache(4096)
def firepower(weapons: tuple[Weapon, ...], order: str) -> float:
    """The share of an ordinary soldier that a salvo takes away."""
    best = 0.0
    for weapon in weapons:
        far = reach(weapon, order)
        if far:
            dice = max(1, weapon.rate - (weapon.has("Spread") and order != "Tactical"))
            expected, out, any_hit = blow(dice, 6, order == "Engage", 6 + weapon.strength, weapon.has("Rend"), 2)
            best = max(best, harm(1.0, 2, 2, expected, out) + 0.1 * any_hit + 0.1 * weapon.has("Suppressive"))
    return best


@lru_cache(4096)
def brawn(weapons: tuple[Weapon, ...], c: int, brute: bool) -> float:
    """The same for a blow in close combat."""
    best = 0.0
    for weapon in weapons:
        expected, out, _ = blow(weapon.rate, 5, c, 6 + max(weapon.strength, int(brute)), weapon.has("Rend"), 2)
        best = max(best, harm(1.0, 2, 2, expected, out))
    return best


def brawn_of(model: Model) -> float:
    return brawn(tuple(close_weapons(model)), model.c, "Brute" in model.abilities)


