"""What a ruleset is to the engine, and what the engine is to a ruleset.

A ruleset is `begin` (a state from a set-up) and `step` (a generator that runs from one self-contained state to the
next). Inside a step the rules `yield` a `Question`, a `Roll` or a `Stage` and get the answer back. A stage has no
`Play` to tell anything by: it may `yield` a `Tell`.

**A step asks before it acts**: until its first `yield` a step changes nothing and tells nothing. Between steps no
generator is alive and the state alone says everything, so the first question of a step is a checkpoint: copying the
state copies the game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.events import Chapter, Event
from sandtable.engine.rulebook import Options, Rulebook

if TYPE_CHECKING:
    from random import Random


class State(Protocol):
    """Plain data (a msgspec Struct) with a hand-written copy."""

    def clone(self: S) -> S: ...


S = TypeVar("S", bound=State)
T = TypeVar("T")

Procedure = Generator[Any, Any, T]
"""Rules in progress: yields questions, rolls and stages, returns T."""

Setup = Mapping[str, Any]


class Stage(Struct, frozen=True):
    """A sub-procedure that reads its arguments only, changes nothing and returns a small hashable result. Written this
    way it can be run by the dice of a game and, for exact odds, under every dice there are. A stage that returns a
    stage goes on with it: whatever comes out of that is its result."""

    rule: Callable[..., Procedure[Any]]
    args: tuple[Any, ...]
    apart: Callable[[Any], Any] | None = None
    """What the caller tells apart about the result, as bands do for a roll: results with equal values have the same
    effect. None: every result."""


class Tell(Struct, frozen=True):
    """What a stage has to say while it runs: the game makes an event of it, odds pass over it. Nothing comes back."""

    kind: str
    clauses: tuple[str, ...]
    data: dict[str, Any]


def tell(kind: str, /, *clauses: str, **data: Any) -> Tell:
    """In a stage: `yield tell("bump", "OT-14.4", who="Ann")`, as a step would say `g.tell(…)`."""
    return Tell(kind, clauses, data)


class Outcome(Struct, frozen=True):
    """How a game ended. `winners` are names of sides (none: a draw), `seats` the seats that play them."""

    winners: tuple[str, ...]
    seats: tuple[int, ...]
    summary: str
    clause: str = ""
    ranking: tuple[tuple[str, ...], ...] = ()
    """Best first; those in one group share the place."""

    def wire(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "seats": list(self.seats),
            "summary": self.summary,
            "clause": self.clause,
            "ranking": [list(group) for group in self.ranking],
        }


class Play(Generic[S]):
    """What rules in progress hold in their hands: the state, the house rules, and a voice."""

    __slots__ = ("events", "inputs", "options", "revealed", "state")

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


class Reading(Struct, Generic[S], frozen=True):
    """What a reader of a game holds in its hands, as rules in progress hold a `Play`: the state, the house rules, and
    whose eyes look. Whoever reads and changes nothing (advice, odds, scenes, facts, cards) gets all three together, so
    that nobody has to guess by which house rules a state is played."""

    state: S
    options: Options
    seat: int | None = None
    """None is a spectator, or whoever reads what is the same for all."""

    @property
    def player(self) -> int:
        """The seat, where only somebody who plays can be meant."""
        assert self.seat is not None, "a spectator does not play"
        return self.seat


class Ruleset(Protocol[S]):
    """The door every ruleset comes through, ours and anybody's. What it may offer besides (advice, an outlook, a scene,
    set-ups, forces, a changelog) is looked up by name where it is wanted; docs/write-a-ruleset.md lists it."""

    id: str
    version: str
    title: str

    @property
    def rulebook(self) -> Rulebook: ...

    def begin(self, setup: Setup, options: Options) -> S:
        """The first state; raises SetupError. A set-up with the key 'situation' starts in the middle (cases do)."""

    def seats(self, state: S) -> tuple[str, ...]:
        """Names of the players, seat 0 first."""

    def step(self, g: Play[S]) -> Procedure[None]:
        """From this state to the next. A step asks before it acts; one that asks nothing may simply act."""

    def outcome(self, state: S) -> Outcome | None: ...

    def facts(self, reading: Reading[S]) -> dict[str, Any]:
        """The state in the words of case files."""

    def view(self, reading: Reading[S]) -> dict[str, Any]:
        """What the seat of the reading may see; None is a spectator."""

    def say(self, event: Event) -> str:
        """An event in plain language."""

    def quick_setup(self) -> Setup:
        """A good first game."""

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        """Any legal set-up with any house rules: for tests and self-play."""
