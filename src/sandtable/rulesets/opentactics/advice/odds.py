"""Estimates for choosing candidates, not the odds: quick chances of pools with their bumps, re-rolls, saves, tests on
the way. Bumps go by a simple rule and a re-roll is a guess (`RE_ROLL`); the odds that people see come from running the
rules (`sandtable.odds`, docs/odds.md). Nothing here knows a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import prod

from sandtable.rulesets.opentactics.movement.athletics_tests import Tested, athletics_test
from sandtable.rulesets.opentactics.movement.plan import Plan, Trial
from sandtable.rulesets.opentactics.saves import Entitlement
from sandtable.rulesets.opentactics.tally import tally

RE_ROLL = 0.3
"""How often one re-roll turns a result round, roughly."""

Bumps = tuple[int, ...]
Shown = tuple[int, ...]
"""The dice of a pool, highest first."""


@lru_cache(1024)
def rolls(dice: int, bumps: Bumps) -> tuple[tuple[Shown, float], ...]:
    """What a pool shows after its bumps, and how often: plus goes on the highest die it helps, minus on the lowest."""
    found: Counter[Shown] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        found[_bumped(list(faces), bumps)] += 1
    return tuple((shown, count / 6**dice) for shown, count in found.items())


def _bumped(faces: list[int], bumps: Bumps) -> Shown:
    for bump in bumps if faces else ():
        faces.sort(reverse=bump > 0)
        at = next((i for i, face in enumerate(faces) if 1 <= face + bump <= 6), 0)
        faces[at] = max(1, min(6, faces[at] + bump))
    return tuple(sorted(faces, reverse=True))


@lru_cache(8192)
def defeats(off: int, off_bumps: Bumps, defence: int, def_bumps: Bumps, method: str) -> float:
    """The chance that an OFF pool beats a DEF pool, before re-rolls and saves."""
    return sum(
        often * seldom
        for attack, often in rolls(off, off_bumps)
        for guard, seldom in rolls(defence, def_bumps)
        if tally(attack, guard, method)[0]
    )


def with_re_rolls(chance: float, attacking: int, defending: int) -> float:
    """The chance after the re-rolls of both sides; whoever is behind uses one."""
    for _ in range(min(attacking, 3)):
        chance += (1 - chance) * RE_ROLL
    for _ in range(min(defending, 3)):
        chance -= chance * RE_ROLL
    return chance


def saved(saves: Iterable[Entitlement]) -> float:
    """The chance that one of the saves succeeds."""
    return 1 - prod(1 - min(6, max(0, save.value)) / 6 for save in saves)


@lru_cache(1024)
def _results(trial: Trial) -> tuple[float, float]:
    """How often a test is passed, and how often a failure is the end."""
    passed = fatal = 0
    for face in range(1, 7):
        test = athletics_test(0, "", trial)
        next(test)
        try:
            test.send((face,))
        except StopIteration as done:
            result: Tested = done.value
            passed += result.passed
            fatal += not result.passed and not result.stays
    return passed / 6, fatal / 6


def on_the_way(plan: Plan) -> tuple[float, float]:
    """The chance to arrive, and the chance to perish on the way."""
    arrives, perishes = 1.0, 0.0
    for trial in plan.trials():
        passed, fatal = _results(trial)
        perishes += arrives * fatal
        arrives *= passed
    return arrives, perishes
