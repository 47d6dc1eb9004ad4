"""What plans are worth: exactly where little enough is left of the game, else by games played to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.bots import Knowledge
from sandtable.bots.review import SURE, AnswerPlan
from sandtable.bots.thinking import best_at_once, likely
from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer
from sandtable.lab.counting import Counting, PlayedEnd, TooMuchLeft, end_of

MOST_NODES = 800
"""Positions that an exact solution looks at for one plan."""
MOST_CHOICES = 8
"""Options of one later choice that an exact solution tries."""
BEST_OF = 3
"""Promising answers among which a playout takes the best."""
BATCH = 20
"""Playouts after which is asked whether more of them could help."""
LONGEST = 400
"""Decisions after which a playout counts as a draw: nobody gets anywhere."""

GoOn = Callable[[Game[Any]], Answer]
"""How a playout is gone on with."""


Ends = dict[PlayedEnd, float]
"""Each end with its share."""


class PlanEnds(Struct, frozen=True):
    """What came of one plan: shares of ends, and the score of each playout (none if it is exact)."""

    ends: Ends
    scores: tuple[float, ...] = ()

    @property
    def exact(self) -> bool:
        return not self.scores

    def share(self, seat: int, least: float, most: float = 1.0) -> float:
        return sum(share for end, share in self.ends.items() if least <= end.score(seat) <= most)

    def worth(self, seat: int) -> float:
        return sum(share * end.score(seat) for end, share in self.ends.items())


def error_of(scores: Sequence[float]) -> float:
    """Of their mean (95 %). What never happened in n tries may still happen in 3/n of them."""
    n = len(scores)
    if n < 2:
        return 1.0
    mean = sum(scores) / n
    return max(SURE * sqrt(sum((one - mean) ** 2 for one in scores) / (n - 1) / n), 3 / n)


def gap(best: PlanEnds, other: PlanEnds, seat: int) -> tuple[float, float]:
    """How much more the one is worth, and the error of that. Playouts have had the same dice."""
    more = best.worth(seat) - other.worth(seat)
    if best.exact and other.exact:
        return more, 0.0
    if best.exact or other.exact:
        return more, error_of(best.scores or other.scores)
    return more, error_of([a - b for a, b in zip(best.scores, other.scores, strict=True)])


# ---- exactly --------------------------------------------------------------------------------------


def exact(game: Game[Any], plan: Sequence[Answer]) -> PlanEnds | None:
    """Every die and every choice after this plan; None where that is too much, or where something is hidden."""
    if offered(game.ruleset, "redraw") is not None:
        return None
    copy = game.clone(dice=Typed())
    try:
        for answer in plan:
            copy.answer(answer)
        counted = Counting(MOST_NODES, MOST_CHOICES).ends(copy)
    except TooMuchLeft:
        return None
    return PlanEnds({end: float(share) for end, share in counted.items()})


# ---- by playing -----------------------------------------------------------------------------------


def at_first_sight(seed: int) -> GoOn:
    """Quick, and often wrong: for a first search."""
    rng = Random(seed)
    return lambda game: likely(game, rng).answer


def soundly(seed: int) -> GoOn:
    """What stands best at once among a few promising answers: nearly a regular, at a quarter of its time."""
    rng = Random(seed)
    return lambda game: best_at_once(game, rng, BEST_OF).answer


def played(
    look: Knowledge, plans: Sequence[AnswerPlan], tries: int, rng: Random, go_on: Callable[[int], GoOn],
    hopeless: Callable[[list[list[float]]], bool] = lambda scores: False,
) -> list[PlanEnds]:  # fmt: skip
    """Games to the end after each plan, all plans with the same dice. A try in which a plan is not legal (something
    hidden is in its way) counts for none of them. They stop where the scores so far are `hopeless`."""
    scores: list[list[float]] = [[] for _ in plans]
    ends: list[Counter[PlayedEnd]] = [Counter() for _ in plans]
    for number in range(tries):
        if number and number % BATCH == 0 and hopeless(scores):
            break
        seed = rng.getrandbits(64)
        try:
            found = [_played_out(look, plan, seed, go_on(seed)) for plan in plans]
        except IllegalAnswer:
            continue
        for mine, counts, end in zip(scores, ends, found, strict=True):
            mine.append(end.score(look.seat))
            counts[end] += 1
    return [
        PlanEnds({end: count / len(mine) for end, count in counts.items()}, tuple(mine))
        for mine, counts in zip(scores, ends, strict=True)
    ]


def _played_out(look: Knowledge, plan: AnswerPlan, seed: int, go_on: GoOn) -> PlayedEnd:
    game = look.imagine(Random(seed))
    for answer in plan.answers:
        game.answer(answer)
    for _ in range(LONGEST):
        if game.over:
            break
        game.answer(go_on(game))
    return end_of(game)
