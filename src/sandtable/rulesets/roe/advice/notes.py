"""A player's notes on a position: what the markers need, what the guns can do, who is seen from where. Gains are in
cdts, so that a shot, a step and a hack can be compared."""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import mul

from msgspec import Struct

from sandtable.engine.advice import Idea, Suggestion, by_gain
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.advice.chances import blow, firepower, harm, longest, worth
from sandtable.rulesets.roe.advice.land import land_of
from sandtable.rulesets.roe.advice.standing import vigour
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.close_combat import close_weapons
from sandtable.rulesets.roe.contact import ACROSS, on_marker
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.hack_and_treat import hackable
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import ROUNDS, Model, State
from sandtable.skirmish.land import CLOSE, Land

MARKER = 40.0
"""What it is worth to have somebody at a marker."""
TOKEN_WORTH = 70.0
TOUCHING = 10.0
CALM = 7.0
"""How many cdts make an answer e times as promising."""
LEAST = 0.06
"""The weight below which an idea is not worth a thought."""


def weighed(ideas: list[Idea], calm: float = CALM) -> list[Suggestion]:
    return by_gain(ideas, calm, LEAST)


class Prospects(Struct, frozen=True):
    """What a model may do with its guns where it stands, and what may be done to it."""

    engage: float
    tactical: float
    exposure: float


class Notes:
    """One position, seen by one side. `g` lets the rules' own functions be asked, with the house rules of the game."""

    def __init__(self, reading: Reading[State]) -> None:
        self.state, self.side = reading.state, reading.player
        self.g = Play(reading.state, reading.options, [], None)
        self._targets: dict[int, list[Target]] = {}
        self._prospects: dict[int, Prospects] = {}
        self._absent: tuple[list[float], dict[int, list[float]]] | None = None

    def on_a_copy(self) -> Notes:
        """New notes on a copy of the position, in which somebody may walk about."""
        return Notes(Reading(self.state.clone(), self.g.options, self.side))

    def asked(self, question: Question) -> Model:
        """The model that a question is put to."""
        return next(model for model in self.state.models if model.name == question.who)

    @cached_property
    def land(self) -> Land:
        return land_of(self.state)

    @property
    def scorings(self) -> int:
        """End Phases that still give tokens, this round's included."""
        return ROUNDS + 1 - max(2, self.state.round)

    # ---- markers -------------------------------------------------------------------------------------

    def need(self, number: int) -> float:
        """How much somebody is needed at a marker."""
        held = self.state.controlled[number]
        if held == self.side and self.state.victory != 3:
            return 0.4
        return 1.2 if held == 1 - self.side else 1.0

    def free(self, model: Model) -> list[float]:
        """For each marker, how much of its need the friends of a model leave open."""
        if self._absent is None:
            self._absent = self._who_is_near()
        absent, factors = self._absent
        own = factors.get(model.number)
        if own is None:
            return absent
        return [0.25 * self.need(n) + (one - 0.25 * self.need(n)) / own[n] for n, one in enumerate(absent)]

    def _who_is_near(self) -> tuple[list[float], dict[int, list[float]]]:
        count = len(self.state.objectives)
        absent = [1.0] * count
        factors = {}
        for friend in self.state.standing(self.side):
            share = vigour(friend)
            mine = [1.0 - share * close for close in self.land.closeness(friend.x, friend.y)]
            factors[friend.number] = mine
            absent = [a * b for a, b in zip(absent, mine, strict=True)]
        return [self.need(n) * (0.25 + 0.75 * absent[n]) for n in range(count)], factors

    def pull(self, free: list[float], close: tuple[float, ...]) -> float:
        """What a place is worth for the markers."""
        return MARKER * max(map(mul, free, close), default=0.0)

    def pull_after(self, free: list[float], model: Model, inches: float) -> float:
        """The same after so many inches towards each of them."""
        far = self.land.distances(model.x, model.y)
        return MARKER * max(
            (f * CLOSE[max(0, int(2 * (d - inches)))] for f, d in zip(free, far, strict=True)), default=0.0
        )

    def hack_gain(self, model: Model) -> float:
        """What a Hack where it stands would be worth."""
        choices = hackable(self.state, self.g.options, model)
        return max((self.hack_worth(model, n) for n in choices), default=0.0)

    def hack_soon(self, model: Model) -> float:
        """What a Hack after a short move might be worth."""
        near = [
            0.8 * self.hack_worth(model, number)
            for number, far in enumerate(self.land.distances(model.x, model.y))
            if far <= 5.0 and self.state.controlled[number] != model.side
        ]
        return max(near, default=0.0)

    def hack_worth(self, model: Model, number: int) -> float:
        state = self.state
        tokens = {1: 0.6 * self.scorings + 0.3, 2: 0.5 + 0.2 * self.scorings, 3: 1.0 if state.round > 1 else 0.0}
        swing = 1.6 if state.controlled[number] == 1 - model.side else 1.0
        chance = min(10, model.exp + ("Hacker" in model.abilities)) / 10
        return TOKEN_WORTH * tokens.get(state.victory, 0.5) * swing * chance

    def touches(self, model: Model) -> bool:
        return any(on_marker(model, objective) for objective in self.state.objectives)

    # ---- guns ----------------------------------------------------------------------------------------

    def prospects(self, model: Model) -> Prospects:
        known = self._prospects.get(model.number)
        if known is None:
            known = self._prospects[model.number] = self.look_round(model)
        return known

    def look_round(self, model: Model) -> Prospects:
        """About what the guns on both sides may do, without looking at everything."""
        x, y, state = model.x, model.y, self.state
        shaky = 0.8 if model.suppressed else 1.0
        far, near = longest(model.weapons, "Engage"), longest(model.weapons, "Tactical")
        strong, quick = shaky * firepower(model.weapons, "Engage"), shaky * firepower(model.weapons, "Tactical")
        far, near = (far + ACROSS) ** 2 if far else -1.0, (near + ACROSS) ** 2 if near else -1.0
        engage = tactical = exposure = 0.0
        for one in self._targets_of(model.side):
            apart = (one.x - x) ** 2 + (one.y - y) ** 2
            if (apart > far and apart > one.reach) or not sees(state, model, one.model):
                continue
            if apart <= far and one.worth * strong > engage:
                engage = one.worth * strong
            if apart <= near and one.worth * quick > tactical:
                tactical = one.worth * quick
            if apart <= one.reach:
                exposure += one.threat
        if exposure:
            exposure *= worth(model) * (1.3 if model.wounds else 1.0)
            if self.land.covers(x, y, model.z):
                exposure *= 0.75
        return Prospects(engage, tactical, exposure)

    def _targets_of(self, side: int) -> list[Target]:
        known = self._targets.get(side)
        if known is None:
            known = self._targets[side] = [self._target(one) for one in self.state.standing(1 - side)]
        return known

    def _target(self, model: Model) -> Target:
        gain = 0.0 if self.state.engaged(model) else worth(model) * (1.3 if model.wounds else 1.0)
        if gain and self.land.covers(model.x, model.y, model.z):
            gain *= 0.8
        far = longest(model.weapons, "Engage")
        threat = firepower(model.weapons, "Engage") * (0.2 if model.activated else 0.5)
        if model.pins:
            threat *= 0.4 if model.pinned_down else 0.8
        return Target(model, model.x, model.y, (far + ACROSS) ** 2 if far else -1.0, threat, gain)

    def some_wait_outside(self) -> bool:
        """Has anybody of this side still to come onto the table? Who has not by the end of round one never will."""
        return self.state.round == 1 and any(
            m.side == self.side and m.status == "off the table" for m in self.state.models
        )

    def counters_to_spare(self) -> int:
        """Counters beyond one for each model that may still act."""
        waiting = sum(m.side == self.side and not m.activated and m.status in ("on the table", "off the table")
                      for m in self.state.models)  # fmt: skip
        return self.state.players[self.side].pool - waiting


class Target(Struct, frozen=True):
    """An enemy: where, how far it shoots (squared, between middles), how much of a soldier it takes away, its worth."""

    model: Model
    x: float
    y: float
    reach: float
    threat: float
    worth: float


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
