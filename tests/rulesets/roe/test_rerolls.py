"""Equal dice may differ in what can still become of them: held to a search that picks up every die by itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from sandtable.engine.outlook import StageAim
from sandtable.odds import distribution
from sandtable.odds.exact import AimedStages
from sandtable.rulesets.roe.dice import D10, Die, Line, hits
from sandtable.rulesets.roe.odds import Outlook
from sandtable.rulesets.roe.rerolls import RerollSource, Volley, lying
from sandtable.rulesets.roe.volley import go_on, volley

ENGAGE, FOCUS, C = (
    RerollSource("Engage", 1, "RE-1.44"),
    RerollSource("Focus", 2, "RE-1.55"),
    RerollSource("C", 1, "RE-4.35"),
)
ACCURATE = RerollSource("Accurate", 0, "RE-6.22", only=1)
MISS = 2
"""A die that failed and is no 1."""

Sources = tuple[RerollSource, ...]
Dice = tuple[Die, ...]


class Search:
    """The most hits there can be on average, whatever has happened so far."""

    def __init__(self, needed: int, sources: Sources) -> None:
        self.needed, self.sources = needed, sources
        self.most = cache(self._most)

    def _most(self, dice: Dice, spent: tuple[str, ...]) -> Fraction:
        found = [Fraction(sum(hits(die.face, self.needed) for die in dice))]
        for source in self.sources:
            if 0 < source.dice <= spent.count(source.name):
                continue
            for number, die in enumerate(dice):
                if not hits(die.face, self.needed) and source.fits(die):
                    rest = (*dice[:number], *dice[number + 1 :])
                    after = (*spent, source.name) if source.dice else spent
                    found.append(self.again(rest, die.used | {source.name}, after))
        return max(found)

    def again(self, rest: Dice, used: frozenset[str], spent: tuple[str, ...]) -> Fraction:
        shares = ((1, 1), (MISS, self.needed - 2), (D10, D10 + 1 - self.needed))
        return sum(
            (Fraction(ways, D10) * self.most(in_order((*rest, Die(0, face, used))), spent) for face, ways in shares),
            Fraction(0),
        )


def in_order(dice: Dice) -> Dice:
    return tuple(sorted(dice, key=lambda die: (die.face, sorted(die.used))))


def positions(sources: Sources, count: int) -> Iterator[tuple[Dice, tuple[str, ...]]]:
    """All dice that can lie there in mid-volley, with what has been spent on them; Engage and C on one of them."""
    names = [source.name for source in sources]
    marks = [frozenset(some) for n in range(len(names) + 1) for some in combinations(names, n)]
    single = [Die(0, face, used) for face in (1, MISS) for used in marks]
    for dice in combinations_with_replacement(single, count):
        spent = tuple(sorted(s.name for s in sources if s.dice for die in dice if s.name in die.used))
        if all(spent.count(source.name) <= source.dice for source in sources if source.dice):
            yield in_order(dice), spent


@pytest.mark.parametrize("sources", [(ENGAGE, ACCURATE), (C, ACCURATE), (ENGAGE, FOCUS), (ENGAGE, FOCUS, ACCURATE)])
@pytest.mark.parametrize("needed", [4, 8])
def test_no_die_that_matters_is_out_of_reach(sources: Sources, needed: int) -> None:
    """Of dice that show the same the better one is re-rolled, or the player may choose (RE-0.14, RE-0.17)."""
    search, solver = Search(needed, sources), AimedStages(searched())
    for count in (2, 3):
        attack = Volley(0, "Ann", 1, (Line("Tom", count, needed),), sources)
        for dice, spent in positions(sources, count):
            table = lying(attack, dice, spent, "re-rolls")
            found = solver.solve(go_on, (attack, table, "re-rolls"))
            assert mean_hits(found) == search.most(dice, spent), (dice, spent)


@pytest.mark.parametrize(("dice", "needed"), [(2, 4), (2, 8), (3, 6)])
def test_accurate_first_costs_the_rule_of_thumb_nothing(dice: int, needed: int) -> None:
    """One Engage: whichever die is picked up, the 1 it may turn into can be Accurate."""
    attack = Volley(0, "Ann", 1, (Line("Tom", dice, needed),), (ENGAGE, ACCURATE))
    thumb = distribution(volley, (attack,), choose=Outlook().usual)
    assert mean_hits(thumb) == mean_hits(AimedStages(searched()).solve(volley, (attack,)))


def searched() -> dict[Any, StageAim]:
    return {rule: StageAim(aim.seat, aim.of, aim.words) for rule, aim in Outlook.aims.items()}


def mean_hits(found: Any) -> Fraction:
    mean: Fraction = found.mean(lambda struck: sum(struck.hits))
    return mean
