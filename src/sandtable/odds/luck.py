"""Luck: successes against what was to be expected of the dice that were rolled, by kind of roll, and exactly how often
dice are at least this uneven.

What a success is, the roll says itself: faces (`good`) or a sum (`enough`); where dice are compared with each other and
none succeeds by itself, the faces that are good to have (`lucky`). Rolls that say nothing of it (initiative, scatter, a
roll-off, dice that both sides draft from) are left out, and so are those whose result was certain.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, prod
from typing import Literal

from msgspec import Struct

from sandtable.engine.events import ROLL, Event

Measure = Literal["good", "enough", "lucky"]
PARTED = (" of ", " by ", " for ", " on ", " against ")
"""What parts the kind of a roll from who rolls and whom it is about."""


class SeatThrow(Struct, frozen=True):
    """The dice of one seat in one roll: `won` of `tries` succeeded, each with this chance."""

    seat: int
    kind: str
    measure: Measure
    who: str
    purpose: str
    sides: int
    faces: tuple[int, ...]
    need: tuple[int, int]
    """The lowest and the highest face (of a sum: total) that succeeds."""
    tries: int
    won: int
    chance: Fraction
    at: int

    @property
    def as_good(self) -> Fraction:
        """How often dice are at least as good as these."""
        return self._chance_of(range(self.won, self.tries + 1))

    @property
    def as_bad(self) -> Fraction:
        return self._chance_of(range(self.won + 1))

    def _chance_of(self, wins: Iterable[int]) -> Fraction:
        p, n = self.chance, self.tries
        return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in wins), Fraction(0))


class KindLuck(Struct, frozen=True):
    """Throws of one kind, or of all kinds together."""

    kind: str
    by_sight: bool
    """None of them succeeds by itself: good faces are counted."""
    tries: int
    won: int
    expected: float


class SideLuck(Struct, frozen=True):
    """The dice of one seat. `curve`: after how many inputs of the game it had how many successes more than expected."""

    seat: int
    kinds: tuple[KindLuck, ...]
    tries: int
    won: int
    expected: float
    curve: tuple[tuple[int, float], ...]
    best: SeatThrow | None
    worst: SeatThrow | None


class Luck(Struct, frozen=True):
    """`uneven`: how often dice like these are at least as uneven between the seats, from 0 to 1. `left_out`: kinds of
    rolls that no success is counted of."""

    sides: tuple[SideLuck, ...]
    uneven: float
    left_out: tuple[str, ...]


def luck(events: Iterable[Event], seats: int) -> Luck:
    """What the dice in these events gave to each seat."""
    throws: list[list[SeatThrow]] = [[] for _ in range(seats)]
    left_out: dict[str, None] = {}
    for event in events:
        if event.kind != ROLL:
            continue
        for throw in throws_of(event):
            throws[throw.seat].append(throw)
        if _measure(event) is None:
            left_out[kind_of(event)] = None
    return Luck(tuple(_side(seat, made) for seat, made in enumerate(throws)), uneven(throws), tuple(left_out))


def kind_of(event: Event) -> str:
    """'to hit' of 'to hit: Ann at Bob', 'resist' of 'resist of Bob', 'opposes' of 'Bob opposes Shoot of Ann'."""
    purpose, who = str(event.data["purpose"]), str(event.data["who"])
    if who and purpose.startswith(f"{who} "):
        return purpose.removeprefix(f"{who} ").partition(" ")[0]
    head = purpose.partition(": ")[0]
    named = [head.find(f"{part}{who}") for part in PARTED if who and f"{part}{who}" in head]
    ends = named or [head.find(part) for part in PARTED if part in head]
    return head[: min(ends)] if ends else head


# ---- one roll ---------------------------------------------------------------------------------------


def throws_of(event: Event) -> Iterator[SeatThrow]:
    """The dice of a roll, seat by seat, as far as they say what a success is and that was not certain."""
    data = event.data
    faces, owners = tuple(data["faces"]), data.get("owners") or [data["seat"]] * len(data["faces"])
    for seat in dict.fromkeys(owners):
        mine = tuple(face for face, owner in zip(faces, owners, strict=True) if owner == seat)
        throw = _throw(event, seat, mine)
        if throw is not None and 0 < throw.chance < 1:
            yield throw


def _throw(event: Event, seat: int, faces: tuple[int, ...]) -> SeatThrow | None:
    data = event.data
    sides: int = data["sides"]
    measure = _measure(event)
    if measure is None:
        return None
    if measure == "enough":
        need = data["enough"], sides * len(faces)
        chance = _sum_reaches(len(faces), sides, need[0])
        tries, won = 1, int(sum(faces) >= need[0])
    else:
        low, high = data[measure]
        need = low, high
        chance = Fraction(max(0, min(high, sides) - max(low, 1) + 1), sides)
        tries, won = len(faces), sum(low <= face <= high for face in faces)
    return SeatThrow(
        seat, kind_of(event), measure, data["who"], data["purpose"], sides, faces, need, tries, won, chance, event.at
    )


def _measure(event: Event) -> Measure | None:
    known: tuple[Measure, ...] = ("good", "enough", "lucky")
    return next((name for name in known if name in event.data), None)


def _sum_reaches(n: int, sides: int, enough: int) -> Fraction:
    sums = added([dict.fromkeys(range(1, sides + 1), 1)] * n)
    return Fraction(sum(weight for total, weight in sums.items() if total >= enough), sides**n)


# ---- one seat ---------------------------------------------------------------------------------------


def _side(seat: int, throws: Sequence[SeatThrow]) -> SideLuck:
    kinds = dict.fromkeys(throw.kind for throw in throws)
    tallies = [_tally(kind, [throw for throw in throws if throw.kind == kind]) for kind in kinds]
    more, curve = Fraction(0), [(0, 0.0)]
    for throw in throws:
        more += throw.won - throw.tries * throw.chance
        curve.append((throw.at, float(more)))
    whole = _tally("", throws)
    return SideLuck(
        seat, tuple(tallies), whole.tries, whole.won, whole.expected, tuple(curve),
        min((t for t in throws if t.won), key=lambda t: t.as_good, default=None),
        min((t for t in throws if t.won < t.tries), key=lambda t: t.as_bad, default=None),
    )  # fmt: skip


def _tally(kind: str, throws: Sequence[SeatThrow]) -> KindLuck:
    expected = sum((throw.tries * throw.chance for throw in throws), Fraction(0))
    by_sight = any(throw.measure == "lucky" for throw in throws)
    return KindLuck(kind, by_sight, sum(t.tries for t in throws), sum(t.won for t in throws), float(expected))


# ---- all seats --------------------------------------------------------------------------------------

Sums = dict[int, int]
"""Whole numbers and how often each comes up."""


def uneven(throws: Sequence[Sequence[SeatThrow]]) -> float:
    """How often the same dice, rolled again, leave the luckiest and the unluckiest seat at least as far apart, counted
    in successes more than expected. Exact."""
    rolled = [made for made in throws if made]
    got = [sum((t.won - t.tries * t.chance for t in made), Fraction(0)) for made in rolled]
    if len(rolled) < 2 or max(got) == min(got):
        return 1.0
    return float(1 - _closer([_More(made) for made in rolled], max(got) - min(got)))


def added(parts: Iterable[Sums]) -> Sums:
    """The sum of independent numbers."""
    sums: Sums = {0: 1}
    for part in parts:
        then: Sums = {}
        for so_far, weight in sums.items():
            for more, other in part.items():
                then[so_far + more] = then.get(so_far + more, 0) + weight * other
        sums = then
    return sums


def _closer(sides: Sequence[_More], gap: Fraction) -> Fraction:
    """How often all of these lie less than `gap` apart: summed up over where the lowest of them lies."""
    found = Fraction(0)
    for low in sorted({value for one in sides for value in one.values}):
        at_least = beyond = Fraction(1)
        for one in sides:
            top = one.below(low + gap)
            at_least *= top - one.below(low)
            beyond *= top - one.up_to(low)
        found += at_least - beyond
    return found


class _More:
    """Successes more than expected, of dice like these: how often they lie below a number."""

    def __init__(self, throws: Sequence[SeatThrow]) -> None:
        odds = [(t.chance.numerator, t.chance.denominator) for t in throws for _ in range(t.tries)]
        wins = added({0: of - good, 1: good} for good, of in odds)
        expected = sum((t.tries * t.chance for t in throws), Fraction(0))
        self.values = [count - expected for count in sorted(wins)]
        total = prod(of for _, of in odds)
        self._sums = [Fraction(part, total) for part in accumulate((wins[count] for count in sorted(wins)), initial=0)]

    def below(self, value: Fraction) -> Fraction:
        return self._sums[bisect_left(self.values, value)]

    def up_to(self, value: Fraction) -> Fraction:
        return self._sums[bisect_right(self.values, value)]
