"""A game as arrays: how it stands, as far as a seat may know, and what can be answered."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.hooks import offered
from sandtable.engine.numbers import NumberedThing, NumberField, Numbers, fields
from sandtable.engine.questions import Answer, Option, Question, options_of
from sandtable.engine.ruleset import Reading, Ruleset

Floats = NDArray[np.float32]
Flags = NDArray[np.int8]

KINDS = ("choose-one", "draft", "choose-some", "order", "split", "place", "move")
TOPICS, WORDS, VIEW = 16, 24, 96
"""Numbers into which the topics of questions, the words of options and the numbers of a view are hashed."""
OWNER = fields(mine="1: the seat's own, -1: another's, 0: nobody's")
QUESTION = (
    *fields(**{f"asks_{kind}": f"1: the seat is asked a question of the kind '{kind}'" for kind in KINDS}),
    *fields(**{f"topic_{n}": f"1: the topic of the question falls into bin {n}" for n in range(TOPICS)}),
)
CANDIDATE = (
    *fields(
        thing="row of `things` that it points at first; -1: none",
        other="row of `things` that it points at next; -1: none",
        passes="1: it does nothing with one's turn, says no, or has done enough",
        face="what the die shows that it points at",
        count="how many things it chooses, moves or places",
        x="where it ends, mean over what is moved or placed: inches or columns",
        y="likewise: inches or rows",
        z="likewise: inches above the ground",
        length="length of the path, summed over what is moved",
        weight="the ruleset's advice on it, 1 for the best; 0 where advice is not asked or says nothing",
    ),
    *fields(**{f"word_{n}": f"share of its words that fall into bin {n}" for n in range(WORDS)}),
)
PASSES, FACE, COUNT, WEIGHT, WORD = 2, 3, 4, 9, 10


class ViewNumbers:
    """For a ruleset that has no numbers of its own: every number in what its `view` shows the seat, in the bin of the
    place where it stands. There are no things."""

    most = 1
    whole = fields(**{f"view_{n}": f"sum of the numbers of the view that fall into bin {n}" for n in range(VIEW)})
    stands: tuple[NumberField, ...] = ()
    traits: tuple[NumberField, ...] = ()

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset

    def now(self, reading: Reading[Any]) -> tuple[Sequence[str], list[float], list[float]]:
        bins = [0.0] * VIEW
        for place, number in _numbers_in("", self._ruleset.view(reading)):
            bins[binned(place, VIEW)] += number
        return (), bins, []

    def things(self, reading: Reading[Any]) -> Sequence[NumberedThing]:
        return ()


def numbers_of(ruleset: Ruleset[Any]) -> Numbers[Any]:
    found: Numbers[Any] | None = offered(ruleset, "numbers")
    return ViewNumbers(ruleset) if found is None else found


def _numbers_in(place: str, value: Any) -> Iterator[tuple[str, float]]:
    """The numbers of a JSON value with the way to each; a text counts as 1 at a place of its own."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _numbers_in(f"{place}/{key}", one)
    elif isinstance(value, str):
        yield f"{place}={value}", 1.0
    elif isinstance(value, Sequence):
        for number, one in enumerate(value):
            yield from _numbers_in(f"{place}/{number}", one)
    elif value is not None:
        yield place, float(value)


def binned(text: str, bins: int) -> int:
    """The bin of a text: the same on every machine and in every version."""
    return crc32(text.encode()) % bins


# ---- how it stands ----------------------------------------------------------------------------------


class StandingArrays:
    """What one seat reads of a game, as arrays."""

    def __init__(self, ruleset: Ruleset[Any], seat: int, rows: int) -> None:
        self._numbers = numbers_of(ruleset)
        self.seat, self.rows = seat, rows
        self.changing = len(self._numbers.stands)
        self.width = self.changing + 1 + len(self._numbers.traits)
        self._names: Sequence[str] | None = None
        self._blank: Floats = np.zeros((rows, self.width), np.float32)
        self._order: NDArray[np.intp] | None = None
        self._shown = 0
        self.row_of: dict[str, int] = {}

    def read(self, reading: Reading[Any]) -> tuple[Floats, Floats]:
        """The numbers of the whole, and of each thing: own things first, nobody's last."""
        names, whole, stands = self._numbers.now(reading)
        if names != self._names:
            self._meet(names, self._numbers.things(reading))
        things = self._blank.copy()
        if shown := self._shown:
            changing = np.frombuffer(array("f", stands), np.float32).reshape(len(names), self.changing)
            things[:shown, : self.changing] = changing if self._order is None else changing[self._order]
        return np.frombuffer(array("f", whole), np.float32), things

    def _meet(self, names: Sequence[str], things: Sequence[NumberedThing]) -> None:
        """Things that were not there before, or are there no more."""
        order = sorted(range(len(things)), key=lambda n: _turn(things[n].seat, self.seat))[: self.rows]
        self._names, self._shown = list(names) if names else names, len(order)
        self._order = None if order == list(range(len(things))) else np.array(order, np.intp)
        self.row_of = {things[n].name: row for row, n in reversed(list(enumerate(order)))}
        self._blank = np.zeros((self.rows, self.width), np.float32)
        for row, n in enumerate(order):
            seat = things[n].seat
            mine = 0 if seat < 0 else 1 if seat == self.seat else -1
            self._blank[row, self.changing :] = (mine, *things[n].traits)


def _turn(seat: int, reader: int) -> tuple[bool, bool, int]:
    return seat < 0, seat != reader, seat


# ---- what can be answered ---------------------------------------------------------------------------


class ChoiceArrays:
    """Answers as rows of numbers. What an option says is worked out once: afterwards it is a row that is copied."""

    def __init__(self, standing: StandingArrays) -> None:
        self._standing = standing
        self._known: dict[str, tuple[Any, int]] = {}
        self._rows = np.zeros((64, len(CANDIDATE)), np.float32)
        self._row_of: dict[str, int] = standing.row_of

    def fill(self, out: Floats, question: Question, answers: Sequence[Answer], weights: Sequence[float] | None) -> None:
        """Writes the rows of these answers into the first rows of `out`."""
        if self._row_of is not self._standing.row_of:  # other things are there: what options point at has moved
            self._known, self._row_of = {}, self._standing.row_of
        options = options_of(question)
        if not options:
            out[: len(answers), :WEIGHT] = [self._goes(answer) for answer in answers]
        elif type(answers[0]) is str:
            if weights is not None or len(options) != len(answers):
                by_id = {option.id: option for option in options}
                options = tuple([by_id[answer] for answer in answers])
            known = self._known
            rows = []
            for option in options:
                found = known.get(option.id)
                rows.append(found[1] if found and found[0] == option.points_at else self._row(option))
            self._rows.take(rows, 0, out[: len(rows)], "clip")
        else:
            places = {option.id: self._rows[self._row(option)].copy() for option in options}
            for number, answer in enumerate(answers):
                _several(out[number], answer, places)
        if weights is not None:
            out[: len(weights), WEIGHT] = weights

    def _row(self, option: Option) -> int:
        number = len(self._known)
        if number == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        at = [self._row_of[ref.id] for ref in option.points_at if ref.id in self._row_of]
        row = self._rows[number]
        row[:] = 0
        row[:2] = [*at, -1, -1][:2]
        row[PASSES] = bool(option.role)
        row[FACE] = max((ref.face for ref in option.points_at), default=0)
        row[COUNT] = 1
        _spread(row, option)
        self._known[option.id] = option.points_at, number
        return number

    def _goes(self, answer: Mapping[str, Any]) -> tuple[float, ...]:
        """A move or a placement: where it ends, and how long the way is."""
        x = y = z = length = 0.0
        ends = 0
        for way in answer.values():
            if not way:
                continue
            end = way[-1]
            if type(end) is not list:  # a placement is one point
                end = way
            elif len(way) > 1:
                length += sum(map(dist, [spot[:2] for spot in way[:-1]], [spot[:2] for spot in way[1:]]))
            x, y, z, ends = x + end[0], y + end[1], z + (end[2] if len(end) > 2 else 0.0), ends + 1
        share = 1 / (ends or 1)
        row = self._row_of.get(next(iter(answer)), -1)
        return row, -1, 0, 0, len(answer), x * share, y * share, z * share, length


def _spread(row: Floats, option: Option) -> None:
    """The words of an option's id, without the names of what it points at: those are things."""
    text = option.id
    for ref in option.points_at:
        text = text.replace(ref.id, " ")
    words = re.findall(r"[^\W_]+", text.lower())
    for word in words:
        row[WORD + binned(word, WORDS)] += 1 / len(words)


def _several(row: Floats, answer: Any, places: Mapping[str, Floats]) -> None:
    """Several options, an order or shares: the mean of what they say, weighed with the shares; in an order the earlier
    weigh more."""
    if isinstance(answer, Mapping):
        shares = {name: float(share) for name, share in answer.items() if share}
    else:
        shares = {name: 1.0 / (1 + at) for at, name in enumerate(answer)}
    whole = sum(shares.values())
    for name, share in shares.items():
        row += places[name] * (share / whole)
    first = max(shares, key=lambda name: shares[name], default="")
    row[:2] = places[first][:2] if first else -1
    row[COUNT] = len(shares)
