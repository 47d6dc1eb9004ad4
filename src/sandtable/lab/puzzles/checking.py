"""Puzzles solved again: do the rules still lead there, are the plans still legal, is the best one still best?"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from sandtable.bots import Knowledge
from sandtable.bots.review import given_plan
from sandtable.engine.errors import PuzzleError, one_line
from sandtable.engine.puzzles import LEAST_GAP, Puzzle, check_plans, position
from sandtable.lab.puzzles.mining import solved
from sandtable.lab.puzzles.solving import PlanEnds, gap

TRIES = 40
"""Playouts of each plan, where nobody wants more or less."""


class PuzzleVerdict(Struct, frozen=True):
    """`problem` is empty where the puzzle holds. `gap` (± `error`) is that of this search; None where nothing was
    played."""

    ruleset: str
    id: str
    problem: str = ""
    gap: float | None = None
    error: float | None = None


def check(one: Puzzle, tries: int = TRIES, seed: str = "check") -> PuzzleVerdict:
    """With no tries, only whether the rules still follow it. A gap that is smaller than it was is no problem as long as
    the error leaves room for it."""
    try:
        game = position(one)
        check_plans(one, game)
    except PuzzleError as parted:
        return PuzzleVerdict(one.ruleset, one.id, one_line(parted))
    if not tries:
        return PuzzleVerdict(one.ruleset, one.id)
    plans = [given_plan(game, one.seat, plan.answers) for plan in one.plans]
    found = solved(game, Knowledge(game, one.seat), plans, tries, Random(f"{seed}/{one.id}"))
    if found is None:
        return PuzzleVerdict(one.ruleset, one.id, "its plans could not be played out")
    best = next(number for number, plan in enumerate(found.plans) if plan == plans[one.best])
    more, error = _lead(list(found.ends), best, one.seat)
    problem = ""
    if more + error < LEAST_GAP:
        winner = one.plans[plans.index(found.plans[0])].words
        problem = (
            f"{one.plans[one.best].words} is only {more:.2f} ± {error:.2f} better than the next"
            if best == 0
            else f"{winner} is better than {one.plans[one.best].words}, by {-more:.2f} ± {error:.2f}"
        )
    return PuzzleVerdict(one.ruleset, one.id, problem, round(more, 4), round(error, 4))


def _lead(ends: list[PlanEnds], best: int, seat: int) -> tuple[float, float]:
    """How far the plan is ahead of the best of the others."""
    return gap(ends[best], ends[1 if best == 0 else 0], seat)
