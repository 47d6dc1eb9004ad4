"""Who should fight whom: what an assault between two cards is worth, by distance; and one between two units that stand
somewhere, with everything that counts there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil

from msgspec import Struct

from sandtable.engine.rulebook import OptionValue
from sandtable.rulesets.opentactics import pools, targets
from sandtable.rulesets.opentactics.abilities import DEF, OFF, SkillName
from sandtable.rulesets.opentactics.advice.odds import defeats, saved, with_re_rolls
from sandtable.rulesets.opentactics.bumping import bumps_under
from sandtable.rulesets.opentactics.content import Card
from sandtable.rulesets.opentactics.field import MOST_SIDE, OPEN, Field
from sandtable.rulesets.opentactics.pools import between
from sandtable.rulesets.opentactics.rerolling import grants
from sandtable.rulesets.opentactics.saves import saves_of
from sandtable.rulesets.opentactics.state import State, Unit

FAR = MOST_SIDE + 1
"""No distance on a map is greater."""
CHARGE, MOVE_AND_SHOOT, LATER = 0.85, 0.5, 0.6
"""What an assault counts that needs a move first: as a charge, with a second counter, with every further move."""

Row = tuple[float, ...]
"""By distance: what the best assault of one card on another is worth, now or after moves."""


@lru_cache(1024)
def worth(card: Card) -> float:
    """What a unit is worth to its side: as a body for morale, and by its points. A common soldier is about 1."""
    return 0.4 + 0.03 * card.points


class Exchange(Struct, frozen=True):
    """The chances of one assault: that the target falls, and that the attacker does."""

    kill: float
    loss: float

    def gain(self, attacker: Card, target: Card) -> float:
        return self.kill * worth(target) - self.loss * worth(attacker)


# ---- two units where they stand -------------------------------------------------------------------


def exchange(
    state: State, attacker: Unit, target: Unit, skill: SkillName, charge: bool, retaliates: bool, extra: int = 0
) -> Exchange:
    """The chances of an assault as things stand."""
    fight = between(state, attacker, target, skill, retaliates, charge)
    ours = [grant.pools for grant in grants(state, attacker, target, attacker.number in fight.cover)]
    theirs = [grant.pools for grant in grants(state, target, attacker, target.number in fight.cover)]
    kill = _chance(state, attacker, target, skill, True, extra)
    kill = with_re_rolls(
        kill, sum(OFF in for_pools for for_pools in ours), sum(DEF in for_pools for for_pools in theirs)
    )
    kill *= 1 - saved(saves_of(state, fight, target, attacker))
    if not retaliates:
        return Exchange(kill, 0.0)
    loss = _chance(state, target, attacker, skill, False)
    loss = with_re_rolls(
        loss, sum(OFF in for_pools for for_pools in theirs), sum(DEF in for_pools for for_pools in ours)
    )
    return Exchange(kill, loss * (1 - saved(saves_of(state, fight, attacker, target))))


def _chance(state: State, one: Unit, two: Unit, skill: SkillName, initiating: bool, extra: int = 0) -> float:
    """That the OFF dice of one beat the DEF dice of the other."""
    return defeats(
        pools.off_dice(state, one, two, skill, extra),
        tuple(bumps_under(state, one, two, skill, OFF, initiating)),
        pools.def_dice(state, two, one, skill, not initiating),
        tuple(bumps_under(state, two, one, skill, DEF, not initiating)),
        str(state.options["tally_method"]),
    )


def strikes_back(state: State, attacker: Unit, target: Unit, skill: SkillName, charge: bool) -> bool:
    """Will the target retaliate? Yes if it can, unless a flyer would rather evade."""
    if targets.why_no_retaliation(state, target, attacker, skill, charge) is not None:
        return False
    return not target.card.flying or attacker.card.flying or not evades(state, attacker, target, skill, charge)


def evades(state: State, attacker: Unit, target: Unit, skill: SkillName, charge: bool, extra: int = 0) -> bool:
    """Is a flyer better off when it does not retaliate?"""
    one, two = attacker.card, target.card
    back = exchange(state, attacker, target, skill, charge, True, extra).gain(one, two)
    return exchange(state, attacker, target, skill, charge, False, extra).gain(one, two) < back


def gain(state: State, attacker: Unit, target: Unit, skill: SkillName, charge: bool, extra: int = 0) -> float:
    """What an assault is worth as things stand."""
    back = strikes_back(state, attacker, target, skill, charge)
    return exchange(state, attacker, target, skill, charge, back, extra).gain(attacker.card, target.card)


# ---- two cards at a distance ----------------------------------------------------------------------


class Pages(dict[Card, Row]):
    """Rows of one attacker by target, worked out when somebody asks."""

    def __init__(self, reckon: Callable[[Card], Row]) -> None:
        self.reckon = reckon

    def __missing__(self, target: Card) -> Row:
        row = self[target] = self.reckon(target)
        return row


class Book(dict[Card, Pages]):
    """What the cards of a game are worth against each other under its house rules: `book[attacker][target]` is the
    worth of the best assault by distance, after moves if it must be."""

    def __init__(self, options: dict[str, OptionValue]) -> None:
        self.options = options
        self._assaults: dict[tuple[Card, Card, str, int, bool], float] = {}
        self._waves: dict[tuple[frozenset[Card], Card], tuple[Row, Row]] = {}

    def wave(self, cards: frozenset[Card], target: Card) -> tuple[Row, Row]:
        """By distance: the best assault of several cards on one, and what the others add up to."""
        key = cards, target
        if key not in self._waves:
            columns = list(zip(*[self[card][target] for card in cards], strict=True))
            first = tuple([max(column) for column in columns])
            self._waves[key] = first, tuple([sum(column) - most for column, most in zip(columns, first, strict=True)])
        return self._waves[key]

    def __missing__(self, attacker: Card) -> Pages:
        pages = self[attacker] = Pages(
            lambda target: tuple([self._best(attacker, target, distance) for distance in range(FAR + 1)])
        )
        return pages

    def charging(self, one: Card, two: Card) -> float:
        """The worth of a charge."""
        return self._assault(one, two, "melee", 1, True)

    def _best(self, one: Card, two: Card, distance: int) -> float:
        """Now, or by a charge, or after moving up."""
        best = 0.0
        for skill in one.armed:
            reach = one.skills[skill].range
            moves = 0 if distance <= reach else ceil((distance - reach) / one.athletics) if one.athletics else FAR
            if moves >= FAR:
                continue
            there = min(distance, reach)
            charges = moves > 0 and skill == "melee"
            found = self._assault(one, two, skill, there, charges)
            if moves:
                found *= (CHARGE if charges else MOVE_AND_SHOOT) * LATER ** (moves - 1)
            best = max(best, found)
        return best

    def _assault(self, one: Card, two: Card, skill: SkillName, distance: int, charge: bool) -> float:
        """On open level ground, nobody else near."""
        if distance > one.skills[skill].range or not one.skills[skill].off:
            return 0.0
        if skill == "ballistic" and 0 < two.traits.unseen_beyond < distance:
            return 0.0
        if self.options["flight_save_range"] == "card":  # then only its own reach matters to the target
            distance = min(distance, two.skills[skill].range + two.traits.guard_range + 1)
        distance = max(1, distance)
        key = one, two, skill, distance, charge
        if key not in self._assaults:
            attacker, target = Unit(0, "", 0, one, (0, 0)), Unit(1, "", 1, two, (distance, 0))
            alone = State("", "", ("", ""), [], [attacker, target], MEADOW, MEADOW, self.options, order=(0, 1))
            allowed = skill != "technical" or targets.technical_target(attacker, target)
            self._assaults[key] = max(0.0, gain(alone, attacker, target, skill, charge)) if allowed else 0.0
        return self._assaults[key]


MEADOW = Field(FAR + 1, 1, (OPEN,) * (FAR + 1))
RULES = (
    "tally_method",
    "multiple_saves",
    "flight_save_range",
    "technical_retaliation",
    "same_name_stacking",
    "range_count",
)


@lru_cache(64)
def _book(rules: tuple[OptionValue, ...]) -> Book:
    return Book(dict(zip(RULES, rules, strict=True)))


def book(state: State) -> Book:
    options = state.options
    return _book(tuple([options[rule] for rule in RULES]))
