"""Tests (chapter 3): the ladder of dice, modifiers and their limits, the Rule of 1, Degrees of Success.

Each kind of Test is a stage: it reads what it is given, changes nothing and returns a small result, so that a game and
exact odds run the same rules. Skills, items and rules describe their Tests as data; nobody rolls anywhere else."""

from __future__ import annotations

from functools import partial

from sandtable.engine.dice import Roll
from sandtable.engine.questions import DECLINE, ChooseOne, Option
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.notes import noted

LADDER = ("d3", "d4", "d6", "d8", "d10", "d12", "d12+")
"""The Levels from lowest to highest (OE-1.18, OE-1.20); the first and the last come by modifiers alone (OE-1.22)."""
SIDES = (3, 4, 6, 8, 10, 12, 12)
D3 = 3
"""Rolled as a value of 1 to 3, whatever die stands in for it: a natural 1 comes one time in three (OE-1.19)."""


class Change(Record, frozen=True):
    """A modifier of one Test: where it comes from, Levels (OE-3.17) and points (OE-3.18), and the clause."""

    source: str
    level: int = 0
    plus: int = 0
    clause: str = ""

    @property
    def words(self) -> str:
        """As the book prints it: [>], [<<], [+1]."""
        mark = ">" * self.level if self.level > 0 else "<" * -self.level
        return f"[{mark}{f'{self.plus:+d}' if self.plus else ''}]"


class Limits(Record, frozen=True):
    """How far a Test may be changed (OE-3.23)."""

    levels: int = 3
    points: int = 3


class Hand(Record, frozen=True):
    """One side of a Test, all modifiers settled (OE-15.8): who rolls which die, and the net number."""

    seat: int
    who: str
    stat: str
    level: int
    """Its place on the ladder."""
    plus: int = 0
    lucky: bool = False
    """It may re-roll its die once (OE-1.10)."""

    @property
    def die(self) -> str:
        return LADDER[self.level]


def hand(
    seat: int, who: str, stat: str, value: int, changes: tuple[Change, ...], limits: Limits, lucky: bool = False
) -> Hand:
    """Adds (OE-3.17, OE-3.18) and cancels the modifiers, Levels with Levels and points with points (OE-3.20, OE-3.21,
    OE-3.22), cuts them to the limits (OE-3.23), moves along the ladder and stops at its ends (OE-1.22, OE-3.24)."""
    levels, points = 0, 0
    for change in changes:
        levels += change.level
        points += change.plus
    levels = max(-limits.levels, min(limits.levels, levels))
    points = max(-limits.points, min(limits.points, points))
    start = SIDES.index(value)
    return Hand(seat, who, stat, max(0, min(len(LADDER) - 1, start + levels)), points, lucky)


class Thrown(Record, frozen=True):
    """What one side threw: the face of its die, and the d3 of a d12+."""

    face: int
    extra: int = 0

    @property
    def one(self) -> bool:
        """A natural 1; the d3 of a d12+ means nothing (OE-1.23, OE-3.5)."""
        return self.face == 1


class ThrowOutcome(Record, frozen=True):
    """What came of a Test. `one`: only the Active character rolled a natural 1 (OE-3.6)."""

    success: bool
    degrees: int
    one: bool
    total: int
    against: int = 0
    both: bool = False
    """Both rolled a natural 1: a failure without any effect of failing (OE-3.9)."""
    rerolled: tuple[str, ...] = ()


Faces = tuple[int, int]
"""The lowest and the highest of some faces."""


def succeeds(side: Hand, number: int) -> Faces | None:
    """The faces that reach a number (OE-3.12, OE-3.13); a d12+ has none that does by itself."""
    sides = SIDES[side.level]
    return (min(sides + 1, max(2, number - side.plus)), sides) if side.die != "d12+" else None


def upper(side: Hand) -> Faces:
    """The upper half of the faces: what luck goes by where totals are compared."""
    sides = SIDES[side.level]
    return sides // 2 + 1, sides


def throw(
    side: Hand, purpose: str, clause: str, good: Faces | None = None, lucky: Faces | None = None
) -> Procedure[Thrown]:
    """The die of one side, and its d3 if it is a d12+ (OE-1.23, OE-3.30)."""
    (face,) = yield Roll(1, SIDES[side.level], purpose, clause, side.seat, side.who, good=good, lucky=lucky)
    if side.die != "d12+":
        return Thrown(face)
    (extra,) = yield Roll(1, D3, f"d3 of the d12+: {purpose}", "OE-1.23", side.seat, side.who)
    return Thrown(face, extra)


def re_roll(
    side: Hand, thrown: Thrown, purpose: str, good: Faces | None = None, lucky: Faces | None = None
) -> Procedure[Thrown]:
    """Whoever may re-roll is asked; a die is never re-rolled twice (OE-1.10, OE-1.11)."""
    choice = yield ChooseOne(
        topic="re-roll",
        seat=side.seat,
        who=side.who,
        prompt=f"{side.who}: re-roll the {thrown.face} ({purpose})?",
        clause="OE-1.10",
        options=(Option("keep", "Keep", role=DECLINE), Option("re-roll", "Re-roll")),
        facts=partial(noted, "re-roll"),
        about=(side, thrown),
    )
    if choice == "keep":
        return thrown
    (face,) = yield Roll(
        1, SIDES[side.level], f"re-roll: {purpose}", "OE-1.11", side.seat, side.who, good=good, lucky=lucky, again=True,
    )  # fmt: skip
    return Thrown(face, thrown.extra)


def _with_re_roll(
    side: Hand, thrown: Thrown, purpose: str, good: Faces | None = None
) -> Procedure[tuple[Thrown, tuple[str, ...]]]:
    if not side.lucky:
        return thrown, ()
    new = yield from re_roll(side, thrown, purpose, good, None if good else upper(side))
    return new, ((side.who,) if new is not thrown else ())


def basic(active: Hand, purpose: str, clause: str) -> Procedure[ThrowOutcome]:
    """A Basic Test: the total is the result, never below 0; a 1 is just a 1 (OE-3.10, OE-3.11)."""
    thrown = yield from throw(active, purpose, clause, lucky=upper(active))
    thrown, luck = yield from _with_re_roll(active, thrown, purpose)
    return ThrowOutcome(True, 0, False, max(0, thrown.face + thrown.extra + active.plus), rerolled=luck)


def fixed(active: Hand, number: int, purpose: str, clause: str) -> Procedure[ThrowOutcome]:
    """A Fixed Test: equal is enough (OE-3.3), each point above it a Degree (OE-3.4), a natural 1 fails whatever the
    number (OE-3.12, OE-3.13). The total is compared as it is, be it below 0 (OE-3.25)."""
    good = succeeds(active, number)
    thrown = yield from throw(active, purpose, clause, good, None if good else upper(active))
    thrown, luck = yield from _with_re_roll(active, thrown, purpose, good)
    total = thrown.face + thrown.extra + active.plus
    if thrown.one:
        return ThrowOutcome(False, 0, True, total, number, rerolled=luck)
    return ThrowOutcome(total >= number, max(0, total - number), False, total, number, rerolled=luck)


def opposed(active: Hand, opposing: Hand, purpose: str, clause: str) -> Procedure[ThrowOutcome]:
    """An Opposed Test: the Active character wins ties (OE-3.3, OE-3.15); the Rule of 1 for both (OE-3.6, OE-3.7,
    OE-3.8, OE-3.9, OE-3.16)."""
    mine = yield from throw(active, purpose, clause, lucky=upper(active))
    theirs = yield from throw(opposing, f"{opposing.who} opposes {purpose}", clause, lucky=upper(opposing))
    mine, luck = yield from _with_re_roll(active, mine, purpose)
    theirs, more = yield from _with_re_roll(opposing, theirs, f"{opposing.who} opposes {purpose}")
    return judged(active, opposing, mine, theirs, luck + more)


def judged(active: Hand, opposing: Hand, mine: Thrown, theirs: Thrown, luck: tuple[str, ...] = ()) -> ThrowOutcome:
    """Compares the totals: the Active character needs as much (OE-3.3) and has a Degree for each point more (OE-3.4).
    The Rule of 1 for the Active one (OE-3.6), the Opposing one (OE-3.7, OE-3.8) and both (OE-3.9)."""
    total = mine.face + mine.extra + active.plus
    against = theirs.face + theirs.extra + opposing.plus
    if mine.one:
        return ThrowOutcome(False, 0, not theirs.one, total, against, theirs.one, luck)
    if theirs.one:
        # It loses its net plus and its d3, and ties at best (OE-1.23, OE-3.7, OE-3.8).
        against = theirs.face + min(0, opposing.plus)
        return ThrowOutcome(True, max(0, total - against), False, total, against, rerolled=luck)
    return ThrowOutcome(total >= against, max(0, total - against), False, total, against, rerolled=luck)


def compared(sides: tuple[Hand, ...]) -> Procedure[tuple[int, ...]]:
    """A plain comparison of totals, as for initiative: a 1 is only a low number (OE-7.23)."""
    totals = []
    for side in sides:
        thrown = yield from throw(side, f"initiative of {side.who}", "OE-7.17")
        totals.append(thrown.face + thrown.extra + side.plus)
    return tuple(totals)
