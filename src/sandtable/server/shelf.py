"""A stored game as its log alone tells it, without any rules: for games that today's rules do not follow.

Such a game is set aside. Nobody plays on in it, its clock stands, and it harms no other; its players are told why, may
watch it as far as the rules follow and read the rest in its own words, and may take its record away as a save.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sandtable.engine import save as saves
from sandtable.engine.dice import ALGORITHM
from sandtable.engine.errors import SandtableError, one_line
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.save import Save, SavedDice, SavedInput
from sandtable.server.pasts import looks_like_dice
from sandtable.server.records import (
    Begin,
    Chained,
    Claim,
    Close,
    Head,
    Input,
    Millis,
    Name,
    Nonce,
    SeatKind,
    Stored,
    TakenBack,
    Told,
    Undo,
    commitment_of,
    hashed,
)  # fmt: skip
from sandtable.server.refused import Refused
from sandtable.server.wire import SeatLine

CANNOT_GO_ON = "this game is set aside: it cannot go on under the rules of today"


class SetAside(Refused):
    """This game cannot go on under today's rules. `shelf` has what its log tells, where that can be read at all."""

    def __init__(self, reason: str, detail: str, shelf: Shelf | None) -> None:
        super().__init__("aside", reason)
        self.detail, self.shelf = detail, shelf

    def readable(self, seat: int | None) -> bool:
        """May this seat read the record?"""
        return self.shelf is not None and self.shelf.may_read(seat)

    def message(self, seat: int | None) -> bytes:
        """What a client is told."""
        return msgspec.json.encode({"t": "aside", "reason": self.reason, "readable": self.readable(seat)})


class Shelf:
    def __init__(self, head: Head, created: Millis, log: Sequence[Stored], over: bool = False) -> None:
        self.head, self.created, self.over = head, created, over or head.replay
        self.past = None if not head.record else unpacked(head.record)
        self.said: list[str] = [] if self.past is None else list(self.past.said)
        self.inputs: list[SavedInput] = [] if self.past is None else list(self.past.inputs)
        self.dice: list[SavedDice] = [] if self.past is None else list(self.past.dice)
        if self.past is None and head.past is not None:
            self.inputs = [
                _entry(one["roll"], True) if _is_roll(one) else _entry(one, False) for one in head.past.inputs
            ]
            self.dice = list(head.past.dice)
        self._tokens = [seat.token for seat in head.seats]
        self._names = [seat.name or seat.bot for seat in head.seats]
        self._nonces: dict[int, str] = {}
        self._went_back = 0
        for stored in log:
            self._take(stored.record)

    # ---- who --------------------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds; None for the watch token. Raises Refused for any other."""
        digest = hashed(token)
        if token == self.head.watch:
            return None
        if digest not in self._tokens:
            raise Refused("token", "this link does not belong to this game, or it was replaced by a newer one")
        return self._tokens.index(digest)

    def may_read(self, seat: int | None) -> bool:
        """May this seat read the whole record? Where the rules hide something, only after the end, or who is alone."""
        persons = [number for number, one in enumerate(self.head.seats) if one.kind == "person"]
        return self.over or persons == [seat] or self._hides_nothing()

    def _hides_nothing(self) -> bool:
        try:
            return bool(offered(find_ruleset(self.head.ruleset), "hides_nothing"))
        except Exception:
            return False

    def sides(self) -> list[str]:
        """The names of the sides; where no rules can say them, those of the players."""
        if self.past is not None:
            return list(self.past.seats)
        try:
            rules = find_ruleset(self.head.ruleset)
            return list(rules.seats(rules.begin(self.head.setup, rules.rulebook.options(self.head.options))))
        except Exception:
            return [name or f"seat {number}" for number, name in enumerate(self._names, 1)]

    def seat_lines(self) -> list[SeatLine]:
        kinds: list[SeatKind] = ["person" if self.head.replay else seat.kind for seat in self.head.seats]
        return [
            SeatLine(number, side, kind, side if self.head.replay else name or side, seat.bot)
            for number, (side, kind, name, seat) in enumerate(
                zip(self.sides(), kinds, self._names, self.head.seats, strict=True)
            )
        ]

    # ---- what ---------------------------------------------------------------------------------------------

    def saved(self) -> Save:
        """The record as a save. Before the end the seed stays out: the game may yet go on under other rules."""
        if self.head.replay and self.past is not None:
            return self.past
        head, dice = self.head, [self._revealed(dice) for dice in self.dice]
        untold = any(entry.roll is not UNSET and not entry.sides for entry in self.inputs)
        return saves.sealed(
            Save(
                saves.FIRST if untold else saves.FORMAT, head.ruleset, head.version, dict(head.options),
                dict(head.setup), self.sides(), dice, "", self.inputs, self.said,
            )
        )  # fmt: skip

    def _revealed(self, dice: SavedDice) -> SavedDice:
        """With its seed once the game is over. After a take-back only the rules can say which dice stood."""
        ours = self.head.seed and dice.commitment == commitment_of(self.head)
        return replace(dice, seed=self.head.seed) if ours and self.over and not self._went_back else dice

    def title(self) -> str:
        try:
            return find_ruleset(self.head.ruleset).title
        except Exception:
            return self.head.ruleset

    # ---- the log ------------------------------------------------------------------------------------------

    def _take(self, record: Any) -> None:
        match record:
            case Nonce():
                self._nonces[record.seat] = record.nonce
            case Name():
                self._names[record.seat] = record.name
            case Claim():
                self._tokens[record.seat] = record.token
            case Begin():
                if not self.head.replay:
                    self.dice = [*self.dice, self._stretch()]
                self.said = self.said or list(record.said)
                self._add(record.rolls, record.told, True, UNSET)
            case Input():
                self._add([record.answer, *record.rolls], record.told, record.roll, record.seat)
            case Chained():
                told = record.told
                for one, asked in zip(record.answers, told, strict=False):
                    self.inputs.append(_entry(one, False, asked, record.seat))
                self._add(record.rolls, told[len(record.answers) :], True, record.seat)
            case Undo():
                while self.inputs.pop().joined:
                    pass
            case TakenBack():
                self._take_back(record.to)
            case Close():
                self.over = True

    def _add(self, given: Sequence[Any], told: Sequence[Told], rolls_only: bool, seat: int | UnsetType) -> None:
        known: list[Told | None] = [*told, *[None] * (len(given) - len(told))]
        for number, (one, asked) in enumerate(zip(given, known, strict=False)):
            self.inputs.append(_entry(one, rolls_only or number > 0, asked, seat))

    def _take_back(self, to: int) -> None:
        rolled = any(entry.roll is not UNSET for entry in self.inputs[to:])
        self.inputs = self.inputs[:to]
        self._went_back += rolled
        last = self._stretch()
        self.dice = [*(dice for dice in self.dice if dice.since < to), last]

    def _stretch(self) -> SavedDice:
        """Where the dice come from, from the present input on."""
        if self.head.dice == "typed":
            return SavedDice(len(self.inputs), "other")
        nonces = [self._nonces[seat] for seat in sorted(self._nonces)]
        nonces += [f"take-back {self._went_back}"] if self._went_back else []
        return SavedDice(len(self.inputs), ALGORITHM, commitment_of(self.head), nonces)


def _is_roll(given: Any) -> bool:
    """A way of a model called roll is no list of faces."""
    return looks_like_dice(given) and all(type(face) is int for face in given["roll"])


def _entry(given: Any, roll: bool, told: Told | None = None, seat: int | UnsetType = UNSET) -> SavedInput:
    """Of old records we know the input alone, not what was asked."""
    if told is not None:
        return saves.saved_input(tuple(given) if roll else given, told.asked, list(told.said))
    return SavedInput("", roll=given) if roll else SavedInput("", seat, given)


def packed(saved: Save) -> bytes:
    """A save, small enough to be kept in a head."""
    return zlib.compress(saves.to_json(saved))


def unpacked(data: bytes) -> Save:
    return saves.read(zlib.decompress(data))


def set_aside(head: Head, created: Millis, log: Sequence[Stored], over: bool, error: Exception) -> SetAside:
    """Why a game no longer folds: for its players in one sentence without anybody's answers, for the log in full."""
    try:
        shelf = Shelf(head, created, log, over)
    except Exception as unreadable:
        return SetAside(f"{CANNOT_GO_ON}, and its log cannot be read", _said(unreadable), None)
    try:
        parted = saves.played(shelf.saved()).divergence
    except Exception as unplayable:  # not even the ruleset is there
        return SetAside(f"{CANNOT_GO_ON} ({_said(unplayable)})", _said(unplayable), shelf)
    if parted is None:
        return SetAside(CANNOT_GO_ON, _said(error), shelf)
    follows = f"{parted.ruleset} {parted.installed} follows it for {max(0, parted.good)} of {len(shelf.inputs)} inputs"
    return SetAside(
        f"{CANNOT_GO_ON}. It was begun under {parted.saved}; {follows}: {parted.why()}", parted.words(), shelf
    )


def _said(error: Exception) -> str:
    text = one_line(error)[:300]
    return text if isinstance(error, SandtableError) else f"{type(error).__name__}: {text}"
