"""Dice (RE-0.6, RE-4.3 to RE-4.6): when one succeeds."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from sandtable.engine.dice import Faces

D10 = 10
"""The only die there is (RE-0.6)."""


class Line(Struct, frozen=True):
    """One target of an attack: how many dice, and what each needs."""

    target: str
    dice: int
    needed: int


class Die(Struct, frozen=True):
    """A to-hit die: at which target, what it shows, and the sources that have re-rolled it and could do so again."""

    line: int
    face: int
    used: frozenset[str] = frozenset()


def hits(face: int, needed: int) -> bool:
    """Equal or better than what is needed (RE-4.3), to hit and to resist; 1 always fails (RE-4.4) and 10 always
    succeeds (RE-4.5)."""
    return face == D10 or (face > 1 and face >= needed)


@lru_cache
def bands(needed: int, *others: int) -> Faces:
    """The faces the rules tell apart: 1, what is needed, and whatever else matters."""
    return tuple(sorted({1, successes(needed)[0], *others}))


def successes(needed: int) -> tuple[int, int]:
    """The lowest and the highest face that `hits`."""
    return min(max(needed, 2), D10), D10


def a_face(face: int) -> str:
    return f"an {face}" if face == 8 else f"a {face}"
