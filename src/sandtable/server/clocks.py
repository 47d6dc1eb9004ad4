"""Players' clocks. They are told the time; they never look at one."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Roll
from sandtable.engine.events import ROLL
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.server.records import ClockRule, Millis

GRACE = 10_000
"""Milliseconds for each further question once a bank is empty, where the game goes on."""
SEEN_IN = 1_000
"""Milliseconds for each thing that is shown of what happened."""
MOST_SHOWN = 20_000
"""Milliseconds that what happened may be watched before the clock of the next question runs, whatever a client says."""


class Clocks:
    """Milliseconds left for each seat; the one that is asked runs since `asked`, which may be still to come: whoever
    has to see first what happened sees it on nobody's time."""

    def __init__(self, rule: ClockRule | None, seats: int, now: Millis) -> None:
        self.rule = rule
        self.left = [1000 * rule.bank if rule else 0] * seats
        self.asked = self.since = now
        self._watching = [now] * seats
        """Until when each seat is busy watching, unless it says that it is not."""

    @property
    def banked(self) -> bool:
        return self.rule is not None and self.rule.bank > 0

    def ask(self, now: Millis, seat: int | None = None) -> None:
        """A question is open since now; the clock runs once that seat has seen what led to it."""
        self.since = now
        self.asked = now if seat is None else max(now, self._watching[seat])

    def played(self, by: int, lasts: int, now: Millis) -> None:
        """An answer had something to show, so many milliseconds long. Whoever gave it had seen what came before."""
        self._watching[by] = min(self._watching[by], now)
        self._watching = [min(max(until, now) + lasts, now + MOST_SHOWN) for until in self._watching]

    def shown(self, seat: int, now: Millis) -> None:
        """This seat has seen everything."""
        self._watching[seat] = min(self._watching[seat], now)

    def look(self, now: Millis) -> bool:
        """Whoever is asked has seen everything: the clock runs from now on. True if it did not yet."""
        before, self.asked = self.asked, max(self.since, min(self.asked, now))
        return self.asked != before

    def forgive(self, now: Millis) -> None:
        """Nobody could answer before now (the server was down): the open question begins anew."""
        self.asked = max(self.asked, now)

    def spent(self, seat: int, now: Millis) -> int:
        """What an answer costs: never more than there is."""
        return min(max(0, now - self.asked), self.left[seat]) if self.banked else 0

    def charge(self, seat: int, spent: int, by_clock: bool) -> None:
        if self.rule is None or not self.banked:
            return
        left = max(0, self.left[seat] - spent)
        self.left[seat] = (left or GRACE) if by_clock else left + 1000 * self.rule.increment

    def take_back(self, seat: int, spent: int) -> None:
        """An answer of this seat is taken back: its increment goes, and the time spent since is gone too."""
        if self.rule is not None and self.banked:
            self.left[seat] = max(0, self.left[seat] - spent - 1000 * self.rule.increment)

    def deadline(self, seat: int, question: Question | Roll | None) -> Millis | None:
        """When the open question runs out, if it does."""
        if self.rule is None:
            return None
        own = self.own(question)
        ends = [self.asked + self.left[seat]] if self.banked and (own or self.rule.flag != "wait") else []
        if self.rule.questions and own:
            ends.append(self.asked + own)
        return min(ends, default=None)

    @staticmethod
    def own(question: Question | Roll | None) -> int:
        """Milliseconds that the rules give to this question; 0 where they give none."""
        if isinstance(question, Question) and question.fallback is not None:
            return 1000 * question.clock
        return 0


def to_watch(game: Game[Any], before: int) -> int:
    """How long it takes to see what happened after so many inputs, in milliseconds: the dice of every roll, and all
    that moves. It is about what a client needs that plays it at its usual speed."""
    motion = offered(game.ruleset, "motion")
    new = (event for event in reversed(game.events or ()) if event.at > before)
    return SEEN_IN * sum(event.kind == ROLL or (motion is not None and motion(event) is not None) for event in new)
