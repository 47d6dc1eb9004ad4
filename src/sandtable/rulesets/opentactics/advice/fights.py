"""Decisions inside an assault: whom, with what, strike back or not, and what to do with the dice on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.engine.advice import Suggestion
from sandtable.rulesets.opentactics import targets
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.advice import clashes
from sandtable.rulesets.opentactics.advice.clashes import worth
from sandtable.rulesets.opentactics.advice.odds import saved
from sandtable.rulesets.opentactics.advice.weighing import Promise, best, weighed, yes_and_no
from sandtable.rulesets.opentactics.asking import Choice, Topic
from sandtable.rulesets.opentactics.bumping import bumped
from sandtable.rulesets.opentactics.hands import PASS, Hands, OnTable, with_hand
from sandtable.rulesets.opentactics.hexing import NO_HEX, OTHER_FIRST
from sandtable.rulesets.opentactics.pools import Assault, Blow, between
from sandtable.rulesets.opentactics.saves import saves_of
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.rulesets.opentactics.tally import dice_of, tally

PATIENCE = 0.05
"""What it must promise to charge at all."""


# ---- declaring ------------------------------------------------------------------------------------


def skill(state: State, question: Choice) -> list[Suggestion]:
    """The skill with the best target."""
    unit = question.unit
    assert unit is not None
    return weighed((option.id, best_target(state, unit, option.id), "the best chances") for option in question.options)


def best_target(state: State, unit: Unit, name: str) -> float:
    return max(
        (clashes.gain(state, unit, target, one, False) for one in unit.card.armed if one == name
         for target in targets.targets(state, unit, one)),
        default=0.0,
    )  # fmt: skip


def target(state: State, question: Choice) -> list[Suggestion]:
    """Whom an assault promises most against."""
    unit = question.unit
    assert unit is not None
    return weighed(
        (option.id, clashes.gain(state, unit, state.units[option.value], question.about, False), "the best target")
        for option in question.options
    )


def charge(state: State, question: Choice) -> list[Suggestion]:
    """A charge is free: whoever it promises anything against."""
    unit = question.unit
    assert unit is not None
    return weighed(_charges(state, unit, question))


def _charges(state: State, unit: Unit, question: Choice) -> Iterable[Promise]:
    for option in question.options:
        if isinstance(option.value, int):
            yield option.id, clashes.gain(state, unit, state.units[option.value], "melee", True), "a good charge"
        else:
            yield option.id, PATIENCE, "rather wait"


def overcharge(state: State, question: Choice) -> list[Suggestion]:
    """One more die against a 1 in 6."""
    blow: Blow = question.about
    yes, no = yes_and_no(question, "Overcharge")
    one, two, how, charges = blow.attacker, blow.target, blow.skill, blow.charge
    more = clashes.gain(state, one, two, how, charges, 1) - worth(one.card) / 6
    return weighed([(yes, more, "one more die"), (no, clashes.gain(state, one, two, how, charges), "no risk")])


def retaliate(state: State, question: Choice) -> list[Suggestion]:
    """Nothing to lose by it, except for flyers."""
    blow: Blow = question.about
    yes, no = yes_and_no(question, "Retaliate")
    one, two = blow.attacker, blow.target
    if two.card.flying and not one.card.flying:
        extra = int(blow.overcharged)
        back = clashes.exchange(state, one, two, blow.skill, blow.charge, True, extra).gain(one.card, two.card)
        away = clashes.exchange(state, one, two, blow.skill, blow.charge, False, extra).gain(one.card, two.card)
        return best([(yes, -back, "strike back"), (no, -away, "evade")])
    return [Suggestion(yes, 1.0, "nothing to lose by it")]


# ---- dice on the table ----------------------------------------------------------------------------


def bump(state: State, question: Choice) -> list[Suggestion]:
    """On the die where it does most."""
    table = DiceTable(state, question)
    promises: list[Promise] = []
    for option in question.options:
        if option.value == PASS:
            promises.append((option.id, table.now(), "keep it as it is"))
        else:
            pool, value, face = option.value
            promises.append((option.id, table.after(pool, face, bumped(face, value)), "it counts most there"))
    return best(promises)


def re_roll(state: State, question: Choice) -> list[Suggestion]:
    """The die that helps most on average, if any does."""
    table = DiceTable(state, question)
    promises: list[Promise] = []
    for option in question.options:
        if option.value == PASS:
            promises.append((option.id, table.now(), "it stands well"))
        else:
            _, pool, face = option.value
            promises.append((option.id, table.rolled_again(pool, face), "the weakest link"))
    return best(promises)


def hexed(state: State, question: Choice) -> list[Suggestion]:
    """The enemy's die that carries most."""
    table = DiceTable(state, question)
    promises: list[Promise] = []
    for option in question.options:
        if option.value == NO_HEX:
            promises.append((option.id, table.now(), "it stands well"))
        elif option.value != OTHER_FIRST:
            promises.append((option.id, table.rolled_again(*option.value), "it carries their roll"))
    return best(promises)


class DiceTable:
    """The dice of an assault as the asked seat sees them, and what they would be worth with one die changed."""

    def __init__(self, state: State, question: Choice) -> None:
        self.seat = question.seat
        self.table: OnTable = question.about
        self.retaliates, self.method = self.table.contest.retaliates, self.table.contest.tally_method
        one, two = (state.units[fighter.number] for fighter in self.table.contest.fighters)
        fight = between(state, one, two, self.table.contest.skill, self.retaliates)
        self.stakes = {
            OFF: self._stake(state, fight, two, one),
            DEF: self._stake(state, fight, one, two) if self.retaliates else 0.0,
        }

    def _stake(self, state: State, fight: Assault, loser: Unit, victor: Unit) -> float:
        """What it is worth to the asked seat that a unit is beaten."""
        lost = worth(loser.card) * (1 - saved(saves_of(state, fight, loser, victor)))
        return -lost if loser.seat == self.seat else lost

    def now(self) -> float:
        return self._worth(self.table.hands)

    def _worth(self, hands: Hands) -> float:
        found = self.stakes[OFF] * self._ahead(hands, 0)
        if self.retaliates:
            found += self.stakes[DEF] * self._ahead(hands, 1)
        return found

    def _ahead(self, hands: Hands, attacking: int) -> float:
        """1 for a defeat, 0 for none; a little less or more for how clear it is, since other dice may still change."""
        attack, guard = dice_of(hands, attacking)
        beaten = float(tally(attack, guard, self.method)[0])
        edge = 0.0
        for place, (one, two) in enumerate(zip(attack, guard, strict=False), 1):
            edge += float(one - two) / 6**place
        return beaten + 0.05 * edge

    def after(self, pool: PoolName, old: int, new: int) -> float:
        """With one die changed."""
        number = self.table.number
        hand = self.table.hands[number].changed(pool, old, new)
        return self._worth(with_hand(self.table.hands, number, hand))

    def rolled_again(self, pool: PoolName, old: int) -> float:
        return sum(self.after(pool, old, face) for face in range(1, 7)) / 6


# ---- afterwards -----------------------------------------------------------------------------------


def shove(state: State, question: Choice) -> list[Suggestion]:
    """Away with it, as long as it stands beside us."""
    yes, no = yes_and_no(question, "Shove")
    return [Suggestion(yes, 1.0, "push it off"), Suggestion(no, 0.6, "keep it in reach")]


TOPICS: dict[Topic, Callable[[State, Choice], list[Suggestion]]] = {
    "skill": skill,
    "target": target,
    "charge": charge,
    "overcharge": overcharge,
    "retaliate": retaliate,
    "bump": bump,
    "re-roll": re_roll,
    "hex": hexed,
    "shove": shove,
}
