"""A player's notes on a position: who sees to what, and what a blow or a shot is worth. Gains are in points, so that a
try at a lock, a step and a shot can be compared."""

from __future__ import annotations

from functools import cached_property
from math import hypot

from sandtable.engine.advice import Idea, Suggestion, by_gain
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.advice.chances import Harm, Powers, blow_at, left_of, powers, shot_at
from sandtable.rulesets.op_en.advice.errands import Errand, Prospects
from sandtable.rulesets.op_en.advice.standing import EACH_TURN, FELLED, FORCE, danger
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.space import lockers
from sandtable.rulesets.op_en.state import IN_PLAY, NOBODY, Character, State

CALM = 0.18
"""How many points make an answer e times as promising."""
MOST = 8
"""Ideas worth a thought at a time."""
HEAD = 0.1
"""What it is worth that somebody is Out of Action at the end, for the tie-break."""
LEAST = 0.04
"""The weight below which an idea is not worth a thought."""


def weighed(ideas: list[Idea], calm: float = CALM) -> list[Suggestion]:
    """The best of the ideas."""
    return sorted(by_gain(ideas, calm, LEAST), key=lambda one: -one.weight)[:MOST]


class Notes:
    """One position, seen by one side."""

    def __init__(self, reading: Reading[State]) -> None:
        self.state, self.side, self.options = reading.state, reading.player, reading.options
        self.g = Play(reading.state, reading.options, [], None)

    @cached_property
    def prospects(self) -> Prospects:
        return Prospects(self.state, self.options)

    @cached_property
    def _jobs(self) -> dict[int, tuple[Errand, float]]:
        prospects = self.prospects
        side = prospects.chances(self.side)
        return {one.who: (prospects.errands[one.errand], one.gain) for one, _ in prospects.assigned(side)}

    def job(self, who: Character) -> tuple[Errand, float] | None:
        """What a character should see to, and what is expected of that."""
        return self._jobs.get(who.number) if who.carries == NOBODY else None

    def asked(self, question: Question) -> Character:
        """The character that a question is put to."""
        return next(one for one in self.state.characters if one.name == question.who)

    def power(self, who: Character) -> Powers:
        return powers(self.state, who)

    # ---- fighting ------------------------------------------------------------------------------------

    @cached_property
    def _acting(self) -> list[tuple[Character, Powers]]:
        return [(one, self.power(one)) for one in self.state.characters if one.status == IN_PLAY and not one.neutral]

    @cached_property
    def _average(self) -> float:
        """What a force is worth now, on the average."""
        whole = sum(power.worth for who, power in self._acting if who.side >= 0)
        return max(1.0, whole / len(self.state.players))

    def stake(self, who: Character) -> float:
        """What hangs on a character, in points."""
        found = (FORCE + EACH_TURN * self.prospects.rest) * self.power(who).worth / self._average
        if who.side < 0:
            return 0.3 * found
        found += HEAD
        for rule in self.state.scenario.points if self.state.scenario else ():
            if rule.what == "enemy_out" and (not rule.ranks or who.sheet.rank in rule.ranks):
                found += rule.leader if rule.leader and who.leader else rule.points
        return found + 0.8 * self.prospects.in_hand(who)

    def harm_gain(self, harm: Harm, target: Character) -> float:
        """What damage is worth."""
        hurt = harm.damage / target.sheet.body
        return self.stake(target) * (FELLED * hurt + (1.0 - FELLED) * harm.fells)

    def blow_gain(self, who: Character, target: Character) -> float:
        return self.harm_gain(blow_at(self.power(who), self.power(target), left_of(target)), target)

    def shot_gain(self, who: Character, target: Character) -> float:
        return self.harm_gain(shot_at(self.power(who), self.power(target), left_of(target)), target)

    def enemies(self, who: Character) -> list[tuple[Character, float]]:
        """Every Enemy, and how far it is to its base."""
        return [
            (one, max(0.0, hypot(one.x - who.x, one.y - who.y) - one.radius - who.radius))
            for one in self.state.enemies(who)
        ]

    def locked(self, who: Character) -> bool:
        return bool(lockers(self.state, self.options, who))

    def danger(self, who: Character) -> float:
        return danger(who, self.power(who), self._acting)

    # ---- objectives ----------------------------------------------------------------------------------

    def try_gain(self, who: Character, errand: Errand) -> float:
        """What one try at an errand is worth."""
        return self.prospects.tried(who, errand)

    def touched(self, who: Character) -> list[Errand]:
        """What is worth a try: nobody wins over who follows it already."""
        return [
            one for one in self.prospects.errands
            if self.prospects.touches(who, one)
            and (one.character == NOBODY or self.state.characters[one.character].follows != who.number)
        ]  # fmt: skip
