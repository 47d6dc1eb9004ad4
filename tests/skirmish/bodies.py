"""Bodies for tests: nothing but what `Body` asks for."""

from __future__ import annotations

from msgspec import Struct


class Pawn(Struct):
    name: str
    x: float
    y: float
    z: float = 0.0
    radius: float = 0.5
    side: int = 0
