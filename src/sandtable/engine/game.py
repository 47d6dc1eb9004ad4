"""One game under any rules: the one door through which a state changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from sandtable.engine.dice import Faces, Pseudo, Roll, Sealed, Seeded, Source, Typed
from sandtable.engine.errors import (
    EmptyQuestion,
    IllegalAnswer,
    OutOfTurn,
    RulesetError,
    SandtableError,
    SetupError,
    one_line,
)  # fmt: skip
from sandtable.engine.events import ROLL, Event, rolled, say_roll
from sandtable.engine.questions import Answer, Question
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Ruleset, S, Setup, Stage, Tell
from sandtable.engine.sizes import check_sizes

if TYPE_CHECKING:
    from random import Random

_encoder = msgspec.json.Encoder(order="deterministic")

REFEREE = -1
"""In place of a seat: whoever may know everything."""
MOST_FACES = 100_000
"""Results of a roll that are listed at the most."""
LONGEST_CHAIN = 16
"""Answers that can be given at once."""


class DiceSpan(msgspec.Struct, frozen=True):
    """From which input on the dice come from which source. A fork begins a new one."""

    since: int
    source: Source


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an input answered, for the record: of a question its `kind`, of a roll its `purpose` and `sides`."""

    seat: int
    clause: str
    who: str
    kind: str = ""
    prompt: str = ""
    words: str = ""
    """The answer as people say it; empty where nobody listens."""
    sides: int = 0
    purpose: str = ""
    joined: bool = False
    """It was given in one chain with the answer before it: both are taken back together."""


class Anchor(msgspec.Struct, Generic[S], frozen=True):
    """A copied state at the start of a step, from which inputs can be run again. Nobody writes to it."""

    state: S
    at: int
    rolls: int
    floor: int
    told: int
    """How many events had happened."""
    number: int = 0
    """Of those that were made in this game, the how manieth."""

    def serves(self, newest: int) -> bool:
        """Is it kept when there is one of that number? The further back, the fewer are: of the last two each, of those
        before every fourth, then every sixteenth…"""
        every = 1
        while self.number % (4 * every) == 0 and every < newest:
            every *= 4
        return 2 * (newest - self.number) < 3 * every


class Position(msgspec.Struct, Generic[S], frozen=True):
    """A game at its open question as plain data that can travel: a checkpoint, and what came since."""

    options: Options
    state: S
    rolls: int
    inputs: tuple[Answer | Faces, ...]


class Game(Generic[S]):
    """A game in progress.

    `question` is what the game waits for: a `Question`, a `Roll` that somebody must type in, or None when it is over.
    `answer` is the only way to go on. `inputs` is the whole truth: answers (JSON values) and dice (tuples of faces);
    `asked` says of each what it answered.
    """

    def __init__(
        self,
        ruleset: Ruleset[S],
        setup: Setup | None = None,
        options: Mapping[str, object] | None = None,
        dice: Source | None = None,
        events: bool = True,
    ) -> None:
        self.ruleset = ruleset
        self.setup: Setup = _as_json(ruleset.quick_setup() if setup is None else setup)
        check_sizes("set-up", self.setup, ruleset)
        self.options = ruleset.rulebook.options(options or {})
        self.dice = [DiceSpan(0, Seeded() if dice is None else dice)]
        self.inputs: list[Answer | Faces] = []
        self.events: list[Event] | None = [] if events else None
        self._start()

    # ---- looking -----------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """For reading. Whoever writes to it breaks the game."""
        return self._play.state

    def reading(self, seat: int | None = None) -> Reading[S]:
        """The game as a seat (None: a spectator) reads it."""
        return Reading(self._play.state, self.options, seat)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.ruleset.seats(self.state)

    @property
    def over(self) -> bool:
        return self.question is None

    def legal(self) -> list[Answer]:
        """Legal answers to the open question; for moves and placements, good candidates."""
        if self.question is None:
            return []
        if isinstance(self.question, Roll) and self.question.sides**self.question.n > MOST_FACES:
            raise SandtableError(f"{self.question.purpose} has too many results to list")
        return list(self.question.legal())

    def hash(self) -> str:
        """Equal for equal games: the state, and what has been answered since the last checkpoint."""
        return sha256(_encoder.encode([self.state, self.inputs[self._step_at :], self.over])).hexdigest()

    def log(self, since: int = 0, seat: int | None = REFEREE) -> list[str]:
        """The events from number `since` on, in plain language with their clauses: all of them, or what a seat (None: a
        spectator) may know."""
        return [
            line
            for event in (self.events or [])[since:]
            if (seat == REFEREE or event.heard_by(seat)) and (line := self.line(event))
        ]

    def line(self, event: Event) -> str:
        """An event as a line of the log, with its clauses."""
        said = self.say(event)
        return f"{said} [{', '.join(event.clauses)}]" if said and event.clauses else said

    def say(self, event: Event) -> str:
        """An event in plain language; nothing where the log need not tell it."""
        return say_roll(event) if event.kind == ROLL else self.ruleset.say(event)

    def question_for(self, seat: int | None) -> dict[str, Any] | None:
        """The open question as a seat may know it: whole for whoever is asked, who and what about for the others."""
        question = self.question
        return None if question is None else question.wire() if question.seat == seat else _outside(question)

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, as JSON values."""
        return {
            "ruleset": self.ruleset.id,
            "seat": seat,
            "seats": list(self.seats),
            "state": self.ruleset.view(self.reading(seat)),
            "question": self.question_for(seat),
            "events": [event.wire() for event in self.events or [] if event.heard_by(seat)],
            "outcome": None if self.outcome is None else self.outcome.wire(),
            "options": dict(self.options),
            "inputs": len(self.inputs),
            "dice": [
                {"since": s.since, "commitment": s.source.commitment, "nonces": list(s.source.nonces)}
                for s in self.dice
                if isinstance(s.source, Seeded | Sealed)
            ],
        }

    # ---- going on ----------------------------------------------------------------------------------

    def answer(self, answer: Answer, seat: int | None = None) -> None:
        """Answers the open question, or an open roll. What is not legal raises IllegalAnswer and changes nothing."""
        question = self.question
        if question is None:
            raise OutOfTurn("the game is over", self.outcome.clause if self.outcome else "")
        if seat is not None and seat != question.seat:
            names = self.seats
            raise OutOfTurn(f"it is {names[question.seat]}'s turn to answer", question.clause)
        value = question.read(answer)
        before = len(self.inputs)
        if isinstance(question, Roll):
            self._took_roll(question, value)
        else:
            given = question.recorded(answer, value)
            words = "" if self.events is None else question.words(given)
            self.inputs.append(given)
            self.asked.append(
                Asked(question.seat, question.clause, question.who, question.kind, question.prompt, words)
            )
        try:
            self._run(value)
        except Exception as error:
            if isinstance(error, SandtableError) and not isinstance(error, RulesetError):
                raise  # the dice gave out: the answer stands, the roll is open
            # A mistake in the rules: the game goes back to where it was before this answer.
            self.__dict__ = self._past(before, self.events is not None).__dict__
            raise

    def answer_chain(self, answers: Sequence[Answer], seat: int | None = None) -> None:
        """Gives several answers at once: to the open question and to those that follow it. All of them hold or none;
        `undo` takes all of them back. Only the last may set off dice, reveal something or pass the word on."""
        self.rehearse(answers, seat)
        first = len(self.inputs)
        try:
            for answer in answers:
                self.answer(answer, seat)
        except Exception:
            if len(self.inputs) < first + len(answers):
                self.__dict__ = self._past(first, self.events is not None).__dict__
            raise
        for at in range(first + 1, first + len(answers)):
            self.asked[at] = msgspec.structs.replace(self.asked[at], joined=True)

    def rehearse(self, answers: Sequence[Answer], seat: int | None = None) -> Game[S]:
        """A copy that was given this chain; it stands still where dice are due. Raises IllegalAnswer with the number of
        the answer that does not go."""
        if not 0 < len(answers) <= LONGEST_CHAIN:
            raise IllegalAnswer(f"a chain has 1 to {LONGEST_CHAIN} answers, not {len(answers)}")
        copy = self.clone(dice=Typed())
        for number, answer in enumerate(answers, 1):
            try:
                copy._may_go_on(self, number)
                copy.answer(answer, seat)
            except IllegalAnswer as error:
                if len(answers) == 1:
                    raise
                where = f"answer {number} of {len(answers)}"
                asked = f" ({copy.question.prompt})" if isinstance(copy.question, Question) else ""
                raise IllegalAnswer(f"{where}{asked}: {error.reason}", error.clause, error.legal) from error
        return copy

    def _may_go_on(self, begun: Game[S], number: int) -> None:
        """Raises IllegalAnswer where a chain that began there cannot have its next answer here."""
        question = self.question
        if question is None:
            raise OutOfTurn("the game is over before it", self.outcome.clause if self.outcome else "")
        if isinstance(question, Roll):
            raise IllegalAnswer(f"dice come before it: {question.purpose}", question.clause)
        assert begun.question is not None
        if question.seat != begun.question.seat:
            raise OutOfTurn(f"{self.seats[question.seat]} is asked before it", question.clause)
        if number > 1 and self.settled > begun.settled:
            raise IllegalAnswer("something is revealed before it", question.clause)

    def time_out(self) -> None:
        """The clock has run out: the question's fallback stands."""
        question = self.question
        if not isinstance(question, Question) or not question.clock or question.fallback is None:
            raise IllegalAnswer("this question has no clock", question.clause if question else "")
        self.answer(question.fallback())

    # ---- going back, going elsewhere ---------------------------------------------------------------

    def can_undo(self) -> str | None:
        """None if the last answer (or the chain it ends) may be taken back, else why not. Never past a die or a
        revealed fact; never so that somebody else is to act; never another player's answer."""
        if not self.inputs:
            return "nothing has been answered yet"
        if self._last_begun() < self.settled:
            return "dice have been rolled or something has been revealed since"
        if self.question is None:
            return "the game is over"
        if any(asked.seat != self.question.seat for asked in self.asked[self._last_begun() :]):
            return "the last answer was another player's"
        return None

    def _last_begun(self) -> int:
        """How many inputs came before the last answer, or before the chain that it ends."""
        at = len(self.inputs) - 1
        while at > 0 and self.asked[at].joined:
            at -= 1
        return at

    @property
    def settled(self) -> int:
        """How many inputs are beyond undoing: dice or revealed facts came with the last of them."""
        return max(self._floor, self._play.revealed)

    def undo(self) -> None:
        if (reason := self.can_undo()) is not None:
            raise IllegalAnswer(f"cannot undo: {reason}")
        self.__dict__ = self._past(self._last_begun(), self.events is not None).__dict__

    def clone(self, dice: Source | None = None, events: bool = False) -> Game[S]:
        """An independent copy for trying things out. Its coming dice are its own: nobody learns the future from it."""
        self._anchor_here()
        known = self._anchors[-1]
        copy = self._empty_copy(events)
        copy._restore([msgspec.structs.replace(known, told=0) if events else known], self.inputs, self.asked)
        copy.continue_with(Seeded() if dice is None else dice)
        return copy

    def checkpoint(self) -> None:
        """Remembers this place if a step starts here. Whoever goes on from `position` or `clone` later then starts from
        here and not from the beginning."""
        if self._step_at == len(self.inputs):
            self._anchor_here()

    def position(self) -> Position[S]:
        """Enough to ask anything about the open question elsewhere; not the past, and not the coming dice."""
        self._anchor_here()
        known = self._anchors[-1]
        return Position(self.options, known.state, known.rolls, tuple(self.inputs[known.at :]))

    @classmethod
    def resumed(cls, ruleset: Ruleset[S], position: Position[S]) -> Game[S]:
        """The game at that position, without its past. Its dice have to be typed in."""
        game = object.__new__(cls)
        game.ruleset, game.setup, game.options = ruleset, {}, dict(position.options)
        game.inputs, game.events = [], None
        game.dice = [DiceSpan(0, Typed())]
        game._restore([Anchor(position.state, 0, position.rolls, 0, 0)], (), ())
        for given in position.inputs:
            game.feed(given)
        return game

    def imagine(self, seat: int, rng: Random) -> Game[S]:
        """A copy as this seat may believe the game to be, for bots: what the seat cannot know is drawn anew, the past
        before this step is forgotten, and the coming dice are the copy's own."""
        self._anchor_here()
        known = self._anchors[-1]
        redraw = getattr(self.ruleset, "redraw", None)
        state = known.state if redraw is None else redraw(known.state.clone(), seat, rng)
        copy = self._empty_copy(False)
        copy.setup = {}  # it may say what the seat cannot know, and the state has all that is needed
        copy._restore([Anchor(state, 0, known.rolls, 0, 0)], (), ())
        for at, given in enumerate(self.inputs[known.at :], known.at):
            asked = copy.question
            copy.feed(_guess(asked, rng) if at >= self._play.revealed and _hidden(asked, seat) else given)
        copy.continue_with(Pseudo(rng))
        return copy

    def fork(self, at: int, dice: Source | None = None, reveal: bool = False) -> Game[S]:
        """A new game that shares the first `at` inputs and then goes its own way with new dice. Unless the game is over
        or `reveal` is said, the fork does not know the seed of the dice it shares."""
        if not 0 <= at <= len(self.inputs):
            raise SandtableError(f"the game has {len(self.inputs)} inputs; it cannot be forked at {at}")
        fork = self._past(at, True)
        if not (self.over or reveal):
            fork.dice = [DiceSpan(s.since, _without_secret(s.source)) for s in fork.dice]
        fork.continue_with(Seeded() if dice is None else dice)
        return fork

    def again(self) -> Iterator[Game[S]]:
        """One copy of the game, played again from its beginning: before the first input, and after each."""
        copy = self._empty_copy(True)
        copy._start()
        yield copy
        for given, asked in zip(self.inputs, self.asked, strict=True):
            copy.feed(given, asked.joined)
            yield copy

    def continue_with(self, source: Source) -> None:
        """From here on the dice come from `source`; a roll that is open is made at once if it can be."""
        here = len(self.inputs)
        self.dice = [*(segment for segment in self.dice if segment.since < here), DiceSpan(here, source)]
        self._roll_if_due()

    # ---- the machinery -----------------------------------------------------------------------------

    def _start(self) -> None:
        state = self.ruleset.begin(self.setup, self.options)
        if not hasattr(state, "clone"):
            raise RulesetError(f"the ruleset {self.ruleset.id!r}: begin returns {_kind(state)} without a method clone")
        self.asked: list[Asked] = []
        self._rolls = self._floor = 0
        self._anchors: list[Anchor[S]] = [Anchor(state.clone(), 0, 0, 0, 0)]
        self._enter(state)

    def _enter(self, state: S) -> None:
        """At the start of a step, with this state."""
        self._play = Play(state, self.options, self.inputs, self.events)
        self._stack: list[Procedure[Any]] = []
        self.question: Question | Roll | None = None
        self.outcome: Outcome | None = None
        self._run(None)

    def _run(self, value: Any) -> None:
        """Runs the rules until they ask something that only a person can answer, or the game is over."""
        stack, play, ruleset = self._stack, self._play, self.ruleset
        while True:
            if not stack:
                self._step_at = len(self.inputs)
                self._step_told = 0 if play.events is None else len(play.events)
                self.outcome = ruleset.outcome(play.state)
                if self.outcome is not None:
                    self.question = None
                    return
                stack.append(ruleset.step(play))
                value = None
            try:
                request = stack[-1].send(value)
            except StopIteration as done:
                stack.pop()
                value = done.value
                if type(value) is Stage:  # it ends in another stage
                    stack.append(value.rule(*value.args))
                    value = None
                continue
            except AttributeError:
                if hasattr(stack[-1], "send"):
                    raise
                raise RulesetError(_no_generator(ruleset.id, stack)) from None
            if type(request) is Roll:
                self.question = request
                faces = self.dice[-1].source.roll(request, self._rolls)
                if faces is None:
                    return
                self._took_roll(request, faces)
                value = faces
            elif type(request) is Stage:
                stack.append(request.rule(*request.args))
                value = None
            elif isinstance(request, Question):
                if request.empty:
                    raise EmptyQuestion(ruleset.id, request.prompt, request.clause)
                self.question = request
                return
            elif type(request) is Tell:
                play.tell(request.kind, *request.clauses, **request.data)
                value = None
            else:
                raise RulesetError(_no_request(ruleset.id, stack[-1], request))

    def _took_roll(self, roll: Roll, faces: Faces) -> None:
        self.inputs.append(faces)
        self.asked.append(Asked(roll.seat, roll.clause, roll.who, sides=roll.sides, purpose=roll.purpose))
        self._rolls += 1
        self._floor = len(self.inputs)
        if self.events is not None:
            self.events.append(rolled(roll, faces, self._floor))

    def _roll_if_due(self) -> None:
        if type(self.question) is Roll:
            faces = self.dice[-1].source.roll(self.question, self._rolls)
            if faces is not None:
                self._took_roll(self.question, faces)
                self._run(faces)

    def feed(self, given: Answer | Faces, joined: bool = False) -> None:
        """Plays one recorded input: faces (a tuple) where a roll is due, an answer where a question is open. `joined`:
        it was given in one chain with the answer before it."""
        question = self.question
        if question is None:
            raise IllegalAnswer("the game is over here, but the record goes on")
        if (type(given) is tuple) is not (type(question) is Roll):
            wanted = "a roll is" if type(question) is Roll else "an answer is"
            raise IllegalAnswer(f"{wanted} due here ({question.prompt})", question.clause)
        at = len(self.inputs)
        self.answer(given)
        if joined:
            self.asked[at] = msgspec.structs.replace(self.asked[at], joined=True)

    def _anchor_here(self) -> None:
        """Sees to it that the last anchor stands at the start of the present step."""
        at, last = self._step_at, self._anchors[-1]
        if last.at == at:
            return
        here = self if at == len(self.inputs) else self._past(at, False)
        number = last.number + 1
        new = Anchor(here.state.clone(), at, here._rolls, here.settled, self._step_told, number)
        self._anchors = [*(one for one in self._anchors if one.serves(number)), new]

    def _past(self, at: int, events: bool) -> Game[S]:
        """The game as it was after `at` inputs, waiting for whatever came next."""
        copy = self._empty_copy(events)
        known = [one for one in self._anchors if one.at <= at]
        if known and (self.events is not None or not events):
            if self.events is not None and events:
                copy.events = self.events[: known[-1].told]
            copy._restore(known, self.inputs[:at], self.asked[:at])
        else:
            copy._start()
            for given in self.inputs[:at]:
                copy.feed(given)
            copy.asked = self.asked[:at]
        last = self.dice[-1]
        copy.dice = (
            [*(s for s in self.dice if s.since < at), DiceSpan(at, last.source)] if at < last.since else self.dice
        )
        return copy

    def _empty_copy(self, events: bool) -> Game[S]:
        copy: Game[S] = object.__new__(type(self))
        copy.ruleset, copy.setup, copy.options = self.ruleset, self.setup, self.options
        copy.inputs = []
        copy.events = [] if events else None
        copy.dice = [DiceSpan(0, Typed())]
        return copy

    def _restore(self, anchors: list[Anchor[S]], inputs: Sequence[Answer | Faces], asked: Sequence[Asked]) -> None:
        """Becomes the game with these inputs, run again from the last of the anchors among them."""
        anchor = anchors[-1]
        self._anchors = anchors
        self.asked, self._rolls, self._floor = list(asked[: anchor.at]), anchor.rolls, anchor.floor
        self.inputs = list(inputs[: anchor.at])
        self._enter(anchor.state.clone())
        for given in inputs[anchor.at :]:
            self.feed(given)
        self.asked = list(asked)


def _no_generator(ruleset: str, stack: Sequence[object]) -> str:
    what = "step" if len(stack) == 1 else "a stage"
    way_out = "it must be a generator that yields what it asks"
    return f"the ruleset {ruleset!r}: {what} returns {_kind(stack[-1])}: {way_out}"


def _no_request(ruleset: str, procedure: object, request: object) -> str:
    what = getattr(procedure, "__qualname__", "step")
    way_out = "yield a question, a Roll, a Stage or a Tell, and 'yield from' another procedure"
    return f"the ruleset {ruleset!r}: {what} yields {_kind(request)}: {way_out}"


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"


def _without_secret(source: Source) -> Source:
    return source.sealed() if isinstance(source, Seeded) else source


def _hidden(asked: Question | Roll | None, seat: int) -> bool:
    """Does the seat not get to know what was answered here?"""
    if isinstance(asked, Roll):
        return asked.only not in (None, seat)
    return asked is not None and asked.secret and asked.seat != seat


def _guess(asked: Question | Roll | None, rng: Random) -> Answer | Faces:
    assert asked is not None
    return tuple(asked.pick(rng)) if isinstance(asked, Roll) else asked.pick(rng)


def _as_json(setup: Setup) -> Setup:
    """A copy of our own, of JSON values only: the set-up goes into the save."""
    try:
        copy: Setup = msgspec.json.decode(msgspec.json.encode(setup))
    except (TypeError, ValueError, RecursionError) as error:
        raise SetupError(f"a set-up holds JSON values only: {one_line(error)}") from error
    if not isinstance(copy, dict):
        raise SetupError("a set-up is a table of settings")
    return copy


def _outside(question: Question | Roll) -> dict[str, Any]:
    """What the others see of a question: who thinks about what."""
    prompt = question.prompt if isinstance(question, Roll) else question.public or question.prompt
    seen = {"kind": question.kind, "seat": question.seat, "who": question.who, "prompt": prompt}
    return seen if isinstance(question, Roll) else seen | question.on_table()
