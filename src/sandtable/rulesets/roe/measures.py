"""Measuring (RE-0.3, RE-0.4): freely, in inches, from base to base; and how near is contact (RE-0.7, RE-0.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.skirmish.rounding import Rounding

if TYPE_CHECKING:
    from sandtable.engine.rulebook import Options
    from sandtable.rulesets.roe.state import Model

TOUCH = 0.02
"""A gap no wider than this is contact (RE-0.7)."""
ROUNDING = Rounding(contact=TOUCH)
"""Nothing is rounded (RE-0.3), and 'within N' includes exactly N (RE-0.4)."""


def distance(options: Options, a: Model, b: Model) -> float:
    """The distance for shooting, treating, splitting and assaults: free inches (RE-0.3) between bases (RE-0.4)."""
    return ROUNDING.distance(a, b, in_space=options["range_measure"] == "three_d")


def within(options: Options, a: Model, b: Model, limit: float) -> bool:
    """Is that distance at most `limit`? Exact."""
    return ROUNDING.within(a, b, limit, in_space=options["range_measure"] == "three_d")
