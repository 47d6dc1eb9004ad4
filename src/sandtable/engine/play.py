"""What rules in progress hold in their hands. Compiled, its fields are read as C reads those of a struct: nothing is
read more often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.engine.events import Chapter, Event
from sandtable.engine.rulebook import Options

if TYPE_CHECKING:
    from sandtable.engine.ruleset import State

S = TypeVar("S", bound="State")


class Play(Generic[S]):
    """What rules in progress hold in their hands: the state, the house rules, and a voice."""

    def __init__(self, state: S, options: Options, inputs: list[Any], events: list[Event] | None) -> None:
        self.state, self.options, self.inputs, self.events = state, options, inputs, events
        self.revealed = 0

    def tell(self, kind: str, /, *clauses: str, **data: Any) -> None:
        """Records an event, if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, clauses, data, len(self.inputs)))

    def open(self, chapter: Chapter, kind: str, /, *clauses: str, **data: Any) -> None:
        """Records an event with which a round, a turn or the like begins."""
        if self.events is not None:
            self.events.append(Event(kind, clauses, data, len(self.inputs), chapter=chapter))

    def whisper(self, seat: int, kind: str, /, *clauses: str, **data: Any) -> None:
        """An event that one seat alone may know of."""
        if self.events is not None:
            self.events.append(Event(kind, clauses, data, len(self.inputs), seat))

    def reveal(self) -> None:
        """Somebody has learnt something that cannot be unlearnt: nothing before this moment can be undone."""
        self.revealed = len(self.inputs)
