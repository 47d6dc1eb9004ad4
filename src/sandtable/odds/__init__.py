"""Exact odds: the rules themselves, run under every dice there are. No second copy of the maths."""

from sandtable.odds.answers import Decision, Odds, Prospect
from sandtable.odds.exact import Distribution, distribution
from sandtable.odds.preludes import named_odds
from sandtable.odds.search import Unsettled
from sandtable.odds.steps import answer_odds, panel, prospect, prospects

__all__ = [
    "Decision",
    "Distribution",
    "Odds",
    "Prospect",
    "Unsettled",
    "answer_odds",
    "distribution",
    "named_odds",
    "panel",
    "prospect",
    "prospects",
]
