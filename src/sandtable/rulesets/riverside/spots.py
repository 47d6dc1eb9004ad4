"""Where things stand, as distances are measured between them."""

from __future__ import annotations

from msgspec import Struct


class Spot(Struct, frozen=True, cache_hash=True, gc=False):
    """A base (every model has one, or a footprint that is used like it, RV-7.2), or a marker, with the levels at which
    it counts as standing: on a Ramp all from its foot to its head (RV-18.7), elsewhere one."""

    x: float
    y: float
    radius: float
    low: float = 0.0
    high: float = 0.0
    z: float = 0.0
    """Above what it is measured against; for the storey's measure."""
