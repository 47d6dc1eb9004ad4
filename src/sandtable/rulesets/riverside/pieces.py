"""Terrain as situations write it."""

from __future__ import annotations

from msgspec import Struct

Corner = tuple[float, float]


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: a rectangle from `x` to `y`, or an `outline`. It is of a group (`kind`), has `types` of its
    own (RV-16.2), or both. A Ramp rises towards the side that `up` names, to its `height`."""

    id: str
    x: tuple[float, float] = (0.0, 0.0)
    y: tuple[float, float] = (0.0, 0.0)
    outline: tuple[Corner, ...] = ()
    kind: str = ""
    types: tuple[str, ...] = ()
    height: float | None = None
    up: str = ""
