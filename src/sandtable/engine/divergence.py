"""Where today's rules part from the record of a game: at which input, and which change of the rules it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.engine.changes import RulesChange, between, changes_of, numbers
from sandtable.engine.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.game import Game
    from sandtable.engine.ruleset import Ruleset


class Divergence(Struct, frozen=True):
    """At input `at` (from 1; 0 is the set-up) the record has one thing and today's rules say another."""

    at: int
    record: str
    today: str
    ruleset: str
    saved: str
    """The version of the rules that the record was made under."""
    installed: str
    good: int
    """So many inputs today's rules follow; -1: not even the set-up."""
    clauses: tuple[str, ...] = ()
    """Those at hand: of what was asked, of what is asked, and of what led there."""
    changes: tuple[RulesChange, ...] = ()
    """What has changed between the two versions; changes of the clauses at hand come first."""

    @property
    def named(self) -> bool:
        """Does a change name a clause that is at hand here?"""
        return bool(self.changes and set(self.changes[0].clauses) & set(self.clauses))

    def words(self) -> str:
        """One line: where, what, and why."""
        where = f"input {self.at}" if self.at else "the set-up"
        return f"{where}: {self.record}; {self.ruleset} {self.installed} {self.today} ({self.why()})"

    def why(self) -> str:
        if self.saved == self.installed:
            return "no rules change lies between them: the record was changed, or this is a mistake of ours"
        if numbers(self.saved) > numbers(self.installed):
            return f"the record is of newer rules, {self.saved}: install those to play it"
        if not self.changes:
            return f"the record is of {self.saved}, and no changelog tells what is different"
        first = self.changes[0]
        if self.named or len(self.changes) == 1:
            return f"changed in {first.version}, {first.words()}"
        return f"one of {len(self.changes)} changes since {self.saved}; the rulebook lists them"


class Diverged(SaveError):
    """A save that today's rules follow only so far; `game` is that far along, if it has begun at all."""

    def __init__(self, divergence: Divergence, game: Game[Any] | None) -> None:
        super().__init__(divergence.words())
        self.divergence, self.game = divergence, game


def divergence(
    rules: Ruleset[Any], saved: str, at: int, good: int, record: str, today: str, clauses: Iterable[str]
) -> Divergence:
    """With the changes that lie between the version of the record and the installed one."""
    hand = tuple(dict.fromkeys(clause for clause in clauses if clause))
    met = between(changes_of(rules), saved, rules.version, hand)
    return Divergence(at, record, today, rules.id, saved, rules.version, good, hand, met)
