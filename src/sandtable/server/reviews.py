"""Reviews of games that are over: worked out in the background, a decision at a time, while somebody looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from sandtable.bots.review import JudgedDecision, OwnDecision
from sandtable.engine.errors import one_line
from sandtable.server.clerks import Clerks
from sandtable.server.players import Players, Thought, WorkerFailed
from sandtable.server.records import Head
from sandtable.server.store import Rows
from sandtable.server.wire import ReviewOf

log = logging.getLogger("sandtable.server")

KEPT = 64
"""Reviews that are remembered."""
PATIENCE = 30.0
"""Seconds after which nobody seems to look any more: the work rests until somebody asks again."""
SECONDS = 1.0
"""For one decision."""


class Reviewed(msgspec.Struct):
    """The game as the clerk has found it: all its inputs, as a worker gets them, and the decisions of the seat."""

    inputs: list[Any]
    decisions: list[OwnDecision]


class Review:
    """One seat of one game."""

    def __init__(self, game: str, seat: int, head: Head, epoch: int, found: Reviewed) -> None:
        self.game, self.seat, self.head, self.epoch, self.found = game, seat, head, epoch, found
        self.done: list[JudgedDecision] = []
        self.skipped = 0
        """Decisions that could not be judged."""
        self.asked = time.monotonic()
        self.task: asyncio.Task[Any] | None = None

    @property
    def next(self) -> OwnDecision | None:
        number = len(self.done) + self.skipped
        return self.found.decisions[number] if number < len(self.found.decisions) else None

    def page(self) -> ReviewOf:
        total = len(self.found.decisions)
        return ReviewOf(self.game, self.seat, total, len(self.done) + self.skipped, self.next is None, list(self.done))


class Reviews:
    """They think in the processes for games that nobody waits for: whoever plays comes first."""

    def __init__(
        self, players: Players, archive: Clerks, load: Callable[[str], Awaitable[Rows]],
        spawn: Callable[[Any], asyncio.Task[Any]],
    ) -> None:  # fmt: skip
        self._players, self._archive, self._load, self._spawn = players, archive, load, spawn
        self._kept: OrderedDict[tuple[str, int, int], Review] = OrderedDict()

    async def of(self, game: str, seat: int, head: Head, epoch: int, since: int = 0) -> Review:
        """The decisions of a seat in a game that is over, as far as they have been judged; the rest goes on. What came
        before so many inputs nobody has decided himself."""
        known = self.find(game, seat, epoch)
        if known is not None:
            return known
        found = await self._archive.do("reviewed", await self._load(game), seat)
        found.decisions = [one for one in found.decisions if one.at >= since]
        return self.begin(Review(game, seat, head, epoch, found))

    def find(self, game: str, seat: int, epoch: int) -> Review | None:
        """The review, if it has begun; and somebody looks at it. A lesson may go back (`epoch`) and end otherwise."""
        found = self._kept.get((game, seat, epoch))
        if found is not None:
            self._kept.move_to_end((game, seat, epoch))
            self._look(found)
        return found

    def begin(self, review: Review) -> Review:
        known = self.find(review.game, review.seat, review.epoch)
        if known is not None:
            return known
        self._kept[review.game, review.seat, review.epoch] = review
        while len(self._kept) > KEPT:
            _, gone = self._kept.popitem(last=False)
            if gone.task is not None:
                gone.task.cancel()
        self._look(review)
        return review

    def _look(self, review: Review) -> None:
        review.asked = time.monotonic()
        if review.next is not None and (review.task is None or review.task.done()):
            review.task = self._spawn(self._work(review))

    async def _work(self, review: Review) -> None:
        head = review.head
        while (decision := review.next) is not None and time.monotonic() - review.asked < PATIENCE:
            thought = Thought(
                f"{review.game}/review/{review.seat}", head.ruleset, head.options, head.setup,
                review.found.inputs[: decision.at], review.seat, plan=list(decision.answers), seconds=SECONDS,
            )  # fmt: skip
            try:
                review.done.append(msgspec.convert(await self._players.ask(thought), JudgedDecision))
            except WorkerFailed as error:
                log.warning("game %s: review at input %d: %s", review.game, decision.at, one_line(error))
                review.skipped += 1
