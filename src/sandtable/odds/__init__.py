"""Exact odds: the rules themselves, run under every dice there are. No second copy of the maths."""

from sandtable.odds.exact import Distribution, distribution

__all__ = ["Distribution", "distribution"]
