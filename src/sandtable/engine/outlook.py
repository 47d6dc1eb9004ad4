"""What a ruleset says about odds: what counts as a result, how far an answer carries, and how people usually choose.

The odds themselves come from running the rules under every dice there are (`sandtable.odds`); nothing here holds any
maths. A ruleset offers an `outlook`; `docs/odds.md` says what it owes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import Answer, Question
from sandtable.engine.ruleset import Outcome, Reading, Setup, Stage, State

S_contra = TypeVar("S_contra", contravariant=True)
S = TypeVar("S", bound=State)


class Effect(Struct, frozen=True):
    """What happens to one model (or player): one word of the game's own, and numbers beside it.

    `harm` is how much its owner minds; decisions are solved for it unless somebody states another aim."""

    seat: int
    who: str
    what: str
    harm: int = 0
    numbers: tuple[tuple[str, int], ...] = ()


Result = tuple[Effect, ...]
"""All that came of an answer: an effect for everybody to whom something happened."""


def ended(outcome: Outcome | None, seat: int, name: str, worth: int) -> Effect:
    """The game is over: what that is to a player who minds losing so much."""
    assert outcome is not None
    if not outcome.seats:
        return Effect(seat, name, "draws")
    won = seat in outcome.seats
    return Effect(seat, name, "wins" if won else "loses", -worth if won else worth)


class StageAim(Struct, frozen=True):
    """What the decisions inside a stage are solved for: `of(result)` is what `seat(*args)` wants high and everybody
    else low; `words` say it."""

    seat: Callable[..., int]
    of: Callable[[Any], int]
    words: str
    by_thumb: bool = False
    """The ruleset's rule of thumb is as good as a search, or so nearly that the search is not worth its time; a test
    holds it to that. A search is made only for whoever asks for it."""


Weights = Mapping[Hashable, int]
"""Results of a stage with whole-number weights."""


class Solve(Protocol):
    """The solver, as a ruleset's shortcut gets it: the weights of what `rule(*args)` returns, decisions by the rule of
    thumb."""

    def __call__(self, rule: Callable[..., Any], *args: Any) -> Weights: ...


class Short(Struct, frozen=True):
    """A stage solved by a short way: its results, and whether anything was decided by rule of thumb."""

    weights: Weights
    decided: bool


class TooLarge(SandtableError):
    """What a ruleset says of a stage that is too large for its short ways: it is not tried at length either, but by
    rule of thumb, and then sampled. The text says why, and what would help."""


class Solution(Struct, frozen=True):
    """A stage whose decisions can be solved for what comes of its results."""

    results: tuple[Hashable, ...]
    weights: Callable[[Mapping[Hashable, Sequence[Fraction]]], Weights]
    """The weights of the results if everybody does his best, from how much each seat likes each of them."""
    decisions: tuple[tuple[int, str, str], ...]
    """What is decided so: seat, clause and words."""
    by_thumb: bool
    """Is anything else decided by rule of thumb?"""


class RelayLeg(Struct, frozen=True):
    """One of several things that are done one after the other: an attack on each of several targets."""

    name: str
    run: Callable[[Any], Any]
    """Carries it out by the rules, as a step does: a procedure of its `Play`."""
    settle: Callable[[Any], Settled]
    """From the state that it leaves behind: what the legs after it cannot change any more."""


class Settled(Struct, frozen=True):
    """What can change no more has left the state, so that states that differ in nothing else are followed once."""

    state: Any
    """To go on from: what is settled looks as it did before everything."""
    complete: Callable[[Result], Result] | None = None
    """The whole result, from what comes of that state; None where nothing is settled."""


class Relay(Struct, frozen=True):
    """Legs in their order, from a state of its own."""

    start: Any
    legs: tuple[RelayLeg, ...]


class Kind(Struct, frozen=True):
    """Something that can be asked on the command line: an attack or a test, with the words that describe it."""

    name: str
    summary: str
    models: tuple[str, ...]
    """Who must be named, in order: 'attacker', 'target'."""
    words: Mapping[str, str]
    """Each word and what it means. A word that ends in '=' takes a value."""
    examples: tuple[str, ...]


class Prelude(Struct, frozen=True):
    """A situation as cases write it, and the answers that lead to the dice. Each answer is given to the next question
    that takes it; one that is not wanted (there was nothing to choose) is passed over."""

    situation: Setup
    answers: tuple[Answer, ...] = ()
    then: Answer = None
    """What the model goes on to do if a test comes before it: the odds are of both."""
    why_not: Callable[[Any], SandtableError | None] = lambda state: None
    """What the rules say against it in that state, where the questions would lead past it in silence."""


PLAIN = "plain"
"""In place of a profile: the model that case files have without one."""


def value(text: str) -> Any:
    """A word's value as case files have it: a number, a list where there are commas, else text."""
    if "," in text:
        return [value(part) for part in text.split(",") if part]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)


def of_model(role: str, words: Mapping[str, str]) -> dict[str, Any]:
    """What 'target.res=5' says about the target, in the keys of case files."""
    return {key.partition(".")[2]: value(text) for key, text in words.items() if key.startswith(f"{role}.")}


class Outlook(Protocol[S_contra]):
    """What a ruleset owes for odds."""

    @property
    def aims(self) -> Mapping[Callable[..., Any], StageAim]:
        """For each stage that asks something: what its decisions are solved for."""

    @property
    def nothing(self) -> str:
        """The word for somebody to whom nothing happens: 'no effect'."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What can be asked on the command line."""

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        """The situation for one of the `kinds`; raises SetupError. The words have been checked."""

    def goes_on(self, before: S_contra, now: S_contra) -> bool:
        """Between two steps: is what the answer set off still to be resolved, without a new choice of its owner?"""

    def result(self, before: S_contra, now: S_contra) -> Result:
        """What came of it: the difference between two states, in the words of the game."""

    def usual(self, question: Question) -> Answer:
        """The rule of thumb for a decision inside an attack or a test."""

    def forget(self) -> None:
        """Drops whatever `shortcut` remembers from one time to the next; for measurements."""

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        """The results of a large stage under the rule of thumb, put together from independent parts of it; None where
        there is no such short way. Raises `TooLarge` where the long way would not end either."""


class OutlookExtras(Protocol[S]):
    """What an outlook may have besides."""

    @property
    def endless(self) -> Collection[str]:
        """Clauses of questions after which dice may be rolled again as often as it takes (a tie, and again). Decisions
        there go by rule of thumb at once; where a step ends at a tie and the next one begins with an equal state, the
        odds are exact all the same."""

    def weighs(self, reading: Reading[S], question: Question) -> bool:
        """Is this choice of one's own, which comes before the dice, part of what was answered? Then it is solved with
        it, instead of being asked for first."""

    def relay(self, before: S, reading: Reading[S], question: Question | None, answer: Answer) -> Relay | None:
        """Where an answer (or without a question: the step that begins with this reading) does several things one after
        the other. What the last leg leaves behind is followed like the end of a step."""

    def solution(self, stage: Stage, solve: Solve, most: int) -> Solution | None:
        """None where there is nothing to weigh or where it would take longer than `most` runs of the rules. It goes
        before `shortcut` where everybody does his best."""

    def rest(self, stage: Stage, question: Question, most: int) -> Solution | None:
        """The same for the rest of a stage in which somebody is asked this question."""

    def meant(self, question: Question, answer: Answer) -> Any:
        """What an answer is to bring about (where a path ends), or None. `result` gets the last that was found as a
        third argument, and so can say whether it came to that."""
