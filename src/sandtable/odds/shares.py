"""Chances as people read them: whole shares that add up, and words for what is nearly certain or only sampled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

HUNDRED = 100


def whole_shares(chances: Sequence[Fraction], of: int = HUNDRED) -> list[int]:
    """Chances that add up to 1 as whole numbers that add up to `of`: each rounded down, and what is missing goes to
    those that lost most (the largest remainders; of equal ones the first)."""
    exact = [chance * of for chance in chances]
    found = [floor(share) for share in exact]
    missing = of * round(sum(chances)) - sum(found)
    by_loss = sorted(range(len(exact)), key=lambda n: found[n] - exact[n])
    for n in by_loss[:missing]:
        found[n] += 1
    return found


def in_percent(chance: Fraction, share: int) -> str:
    """An exact chance whose share of a hundred is known: nothing that can happen reads as 0 %, nothing that can fail as
    100 %."""
    if share == 0 and chance > 0:
        return "<1 %"
    return ">99 %" if share == HUNDRED and chance < 1 else f"{share} %"


def about(share: int, interval: tuple[float, float]) -> str:
    """A sampled chance with its interval; one that was always or never seen is told by its bound alone."""
    low, high = floor(HUNDRED * interval[0]), ceil(HUNDRED * interval[1])
    if share == HUNDRED:
        return f"at least {low} %"
    return f"at most {high} %" if share == 0 else f"about {share} % ({low} to {high})"
