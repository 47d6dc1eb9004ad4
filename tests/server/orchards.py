"""Matches of the toy ruleset, which has secrets and every kind of question."""

from __future__ import annotations

from typing import Any

from sandtable.server.match import Match
from sandtable.server.records import AnyRecord, ClockRule, Head, HeadSeat, Stored, hashed
from tests.engine.toy import day

ANN, TOM = 0, 1
TOKENS = ("token of Ann", "token of Tom")


def head(*chores: str, **changes: Any) -> Head:
    seats = [HeadSeat("person", name, token=hashed(token)) for name, token in zip(("A", "T"), TOKENS, strict=True)]
    wanted: dict[str, Any] = {
        "ruleset": "orchard", "version": "1.2.0", "options": {}, "setup": day(*chores), "seats": seats,
        "watch": "watch token", "dice": "server", "seed": "07" * 32,
    }  # fmt: skip
    return Head(**(wanted | changes))


class Log:
    """A match and its log, as the hub keeps them, with a clock we turn by hand."""

    def __init__(self, *chores: str, begun: bool = True, **changes: Any) -> None:
        self.head = head(*chores, **changes)
        self.now = 1000
        self.match = Match(self.head, self.now)
        self.records: list[Stored] = []
        self.keep(self.match.begin_if_due(self.now))
        if begun and self.match.game is None:
            self.keep(self.match.ready(ANN, "a", self.now))
            self.keep(self.match.ready(TOM, "t", self.now))

    def keep(self, records: Any) -> None:
        """Stores records, as the hub does after the match has done them."""
        several: list[AnyRecord] = records if isinstance(records, list) else [records]
        for record in several:
            self.records.append(Stored(len(self.records) + 1, self.now, record))
        self.match.stored(len(several))

    def answer(self, answer: Any, seat: int | None = None, **more: Any) -> None:
        asked = self.match.asked if seat is None else seat
        assert asked is not None
        self.keep(self.match.answer(asked, self.match.at, answer, self.now, **more))

    def wait(self, seconds: float) -> None:
        self.now += int(1000 * seconds)

    def folded(self) -> Match:
        """The match as another process would read it from the log."""
        return Match.fold(self.head, 1000, self.records)


CLOCK = ClockRule(60, 5)
