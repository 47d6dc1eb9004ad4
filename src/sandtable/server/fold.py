"""The fold of a head and its records: how a match stands. No files, no network, no time of its own."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll, Seeded, Source, StandingDice, Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import DiceSpan, Game
from sandtable.engine.hooks import offered
from sandtable.engine.lessons import Lesson
from sandtable.engine.lessons import lesson as find_lesson
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.server.clocks import Clocks, to_watch
from sandtable.server.endings import Ended, by_the_players, by_the_rules
from sandtable.server.pasts import feed_recorded, old_source
from sandtable.server.records import (
    AnyRecord,
    AskBack,
    Begin,
    Chained,
    Chat,
    Claim,
    Close,
    Draw,
    Head,
    Hinted,
    Input,
    Millis,
    Name,
    Next,
    Nonce,
    Open,
    Rematch,
    Status,
    Stored,
    TakenBack,
    TakeOver,
    Undo,
    hashed,
)  # fmt: skip
from sandtable.server.refused import Refused
from sandtable.server.seats import SeatNow
from sandtable.server.taking_back import AskedBack, TakeBacks

REMEMBERED = 256
"""Messages whose ids are kept, to do each of them once."""
Aside = Undo | AskBack | Name | Claim | Open | Draw | Rematch | Hinted
"""Beside the game; counted, for a seat may do only so many of them."""


class ChatLine(Struct, frozen=True):
    """A line of chat."""

    n: int
    room: str
    seat: int | None
    name: str
    text: str
    time: Millis


class Fold:
    """Whoever reads the log feeds the records to `take`. `game` is None until every person has given a nonce."""

    def __init__(self, head: Head, created: Millis) -> None:
        self.head, self.created = head, created
        self.number = 0
        self.epoch = 0
        """How often something was taken back, alone or by agreement."""
        self.ruleset = find_ruleset(head.ruleset)
        self.options = self.ruleset.rulebook.options(head.options)
        sides = self.ruleset.seats(self.ruleset.begin(head.setup, self.options))
        self.seats = [
            SeatNow(side, seat.kind, seat.name or seat.bot or side, seat.bot, seat.token, open=seat.open)
            for side, seat in zip(sides, head.seats, strict=True)
        ]
        self.lesson: Lesson | None = find_lesson(head.ruleset, head.lesson) if head.lesson else None
        """What is taught here; None too where there is no such lesson any more."""
        self._set_up_topics = frozenset(offered(self.ruleset, "set_up_topics") or ())
        self._opening_topics = self._set_up_topics | frozenset(offered(self.ruleset, "opening_topics") or ())
        self.game: Game[Any] | None = None
        self.closed: Close | None = None
        self.next: Next | None = None
        self.chat: list[ChatLine] = []
        self.clocks = Clocks(head.clock, len(self.seats), created)
        self.last: Input | None = None
        self._by_clock = 0
        """Inputs up to the last answer that the clock gave."""
        self._asides: Counter[int] = Counter()
        self.hints: Counter[int] = Counter()
        """How often each seat was told what a veteran would do."""
        self.backs = TakeBacks()
        self.opened = created
        """Since when anybody may sit down, where that is so."""
        self._replaced: set[str] = set()
        """Hashes of tokens that held a seat before its present one."""
        self._done: OrderedDict[tuple[int | None, str], None] = OrderedDict()

    # ---- looking ---------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        return "waiting" if self.game is None else "over" if self.over else "playing"

    @property
    def over(self) -> bool:
        return self.head.replay or self.closed is not None or (self.game is not None and self.game.over)

    @property
    def at(self) -> int:
        return 0 if self.game is None else len(self.game.inputs)

    @property
    def question(self) -> Question | Roll | None:
        return None if self.game is None or self.over else self.game.question

    @property
    def sets_itself_up(self) -> bool:
        """Does a bot answer this question, whoever is asked?"""
        question = self.question
        by_itself = self._set_up_topics if self.backs.given else self._opening_topics
        return self.head.quick and isinstance(question, Question) and question.topic in by_itself

    @property
    def set_itself_up(self) -> int:
        """So many inputs came before anybody answered something himself; 0 where everybody sets up himself."""
        return self.backs.given[0][0] if self.head.quick and self.backs.given else 0

    @property
    def asked(self) -> int | None:
        """The seat that has to answer. Real dice of a bot are rolled by a person."""
        question = self.question
        if question is None:
            return None
        if isinstance(question, Roll) and not self.seats[question.seat].person:
            return next((number for number, seat in enumerate(self.seats) if seat.person), question.seat)
        return question.seat

    @property
    def outcome(self) -> Ended | None:
        if self.closed is not None:
            return by_the_players(self.closed, self.seats)
        outcome = None if self.game is None else self.game.outcome
        return None if outcome is None else by_the_rules(outcome)

    @property
    def open(self) -> bool:
        """May anybody sit down?"""
        return self.game is None and any(seat.free for seat in self.seats)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds; None for the watch token, and for that of a seat which was given up. Raises
        Refused for any other."""
        number = self.seat_with(token)
        if number is not None:
            return number if self.seats[number].person else None
        if token == self.head.watch:
            return None
        raise Refused("token", "this link does not belong to this game, or it was replaced by a newer one")

    def seat_with(self, token: str) -> int | None:
        """The seat that has this token, whoever plays there."""
        digest = hashed(token)
        return next((number for number, seat in enumerate(self.seats) if seat.token == digest), None)

    def was_invited(self, token: str) -> bool:
        """Did this token hold a seat that has a newer link now?"""
        return hashed(token) in self._replaced

    def was_done(self, seat: int | None, message: str, text: str = "") -> bool:
        """`text` is what is said: watchers do not know of each other's ids."""
        return bool(message) and (seat, _told_apart(seat, message, text)) in self._done

    def alone(self, seat: int | None) -> bool:
        """Is this the only person in the game?"""
        return seat is not None and all(not one.person or number == seat for number, one in enumerate(self.seats))

    @property
    def deadline(self) -> Millis | None:
        """When the clock of the open question runs out."""
        seat = self.asked
        if seat is None or not self.seats[seat].person:
            return None
        return self.clocks.deadline(seat, self.question)

    @property
    def back(self) -> AskedBack | None:
        """Somebody asks to take back."""
        return self.backs.asked

    @property
    def asked_back(self) -> dict[str, Any] | None:
        """The open request, with how much would be taken back."""
        return None if self.game is None else self.backs.request(self.game)

    @property
    def nonces(self) -> list[str]:
        """In the order of seats."""
        return [seat.nonce for seat in self.seats if seat.nonce is not None]

    # ---- the log ---------------------------------------------------------------------------------------------

    @classmethod
    def fold(cls, head: Head, created: Millis, log: Sequence[Stored]) -> Self:
        """The match as its log tells it. The dice are taken from the log; from its end on they come from the source."""
        match = cls(head, created)
        match.catch_up(log)
        return match

    def catch_up(self, log: Sequence[Stored]) -> None:
        """What the log says besides."""
        for stored in log:
            self.take(stored)

    def take(self, stored: Stored) -> None:
        """A record from the log."""
        if stored.number != self.number + 1:
            raise SandtableError(f"record {stored.number} of a game follows record {self.number}")
        self._take_in(stored.record, stored.time)
        self.number = stored.number

    def stored(self, count: int) -> None:
        """So many records of ours are in the log now."""
        self.number += count

    def shown(self, seat: int, at: int, now: Millis) -> bool:
        """A seat has seen what led to the question at this number. True if its clock runs from now on and did not."""
        if at != self.at:
            return False
        self.clocks.shown(seat, now)
        return seat == self.asked and self.clocks.look(now)

    # ---- what a record does ----------------------------------------------------------------------------------

    def _take_in(self, record: AnyRecord, now: Millis = 0) -> None:
        if isinstance(record, Aside):
            self._asides[record.seat] += 1
        match record:
            case Nonce():
                self.seats[record.seat].nonce = record.nonce
                self.seats[record.seat].open = False
            case Begin():
                self._begin(record)
                self.clocks.ask(now)
            case Input() | Chained():
                self._feed(record)
                self._answered(record, now)
            case Undo():
                self._undone(record, now)
                self._remember(record.seat, record.id)
            case AskBack():
                self.backs.ask(record)
                self._remember(record.seat, record.id)
            case TakenBack():
                self._taken_back(record, now)
            case Name():
                self.seats[record.seat].name = record.name
                self._remember(record.seat, record.id)
            case Claim():
                self._claimed(record)
            case Open():
                for number, seat in enumerate(self.seats):
                    seat.open = number in record.seats
                self.opened = now
                self._remember(record.seat, record.id)
            case Chat():
                self.chat.append(ChatLine(len(self.chat), record.room, record.seat, record.name, record.text, now))
                self._remember(record.seat, _told_apart(record.seat, record.id, record.text))
            case Draw():
                self._offered(record)
                self._remember(record.seat, record.id)
            case TakeOver():
                self._taken_over(record)
                self._remember(record.seat if record.claimant is None else record.claimant, record.id)
            case Close():
                self.closed = record
                self._remember(record.seat if record.claimant is None else record.claimant, record.id)
            case Rematch():
                self.seats[record.seat].rematch = record.token
                self._remember(record.seat, record.id)
            case Hinted():
                self.hints[record.seat] += 1
                self._remember(record.seat, record.id)
            case Next():
                self.next = record

    def _claimed(self, record: Claim) -> None:
        seat = self.seats[record.seat]
        self._replaced.add(seat.token)
        seat.token, seat.open = record.token, False

    def _offered(self, record: Draw) -> None:
        for seat in self.seats:
            seat.draw = seat.draw and record.offer
        self.seats[record.seat].draw = record.offer

    def _begin(self, record: Begin) -> None:
        """From the log: dice are fed, then the source takes over."""
        self.game = self._new_game(Typed())
        for faces in record.rolls:
            self.game.feed(tuple(faces))
        if not self.head.replay:
            self.game.dice = [*self.game.dice[:-1], DiceSpan(self._past_length(), self._source())]
        self.game.checkpoint()

    def _feed(self, record: Input | Chained) -> None:
        """What the log says was answered, and its dice. Our own source has rolled already what it can roll; it must
        agree."""
        answers, rolls = _answers_of(record), record.rolls
        game = self.game
        assert game is not None
        before = len(game.inputs)
        for number, answer in enumerate(answers):
            game.feed(answer, joined=number > 0)
        for faces in rolls[len(game.inputs) - before - len(answers) :]:
            game.feed(tuple(faces))
        if [list(faces) for faces in game.inputs[before + len(answers) :]] != rolls:
            raise SandtableError(f"the dice after input {before} are not those of the log")

    def _answered(self, record: Input | Chained, now: Millis) -> None:
        assert self.game is not None
        self.game.checkpoint()
        answers = _answers_of(record)
        self.last = record if isinstance(record, Input) else Input(seat=record.seat, answer=answers[-1])
        before = self.at - len(answers) - len(record.rolls)
        self.backs.answered(record.seat, before, by_hand=not self.last.by and not self.last.roll)
        for seat in self.seats:
            seat.draw = False
        if self.last.by == "clock":
            self._by_clock = self.at
        self.clocks.charge(record.seat, record.spent, by_clock=self.last.by == "clock")
        if self.clocks.rule is not None:
            self.clocks.played(record.seat, to_watch(self.game, before), now)
        self.clocks.ask(now, self.asked)
        self._remember(record.seat, record.id)

    def _taken_over(self, record: TakeOver) -> None:
        left = self.seats[record.seat]
        left.kind, left.bot, left.name, left.open = "bot", record.bot, record.bot, False
        self.backs.asked = None

    def _undone(self, record: Undo, now: Millis) -> None:
        assert self.game is not None
        self.game.undo()
        self.clocks.take_back(record.seat, record.spent)
        self._gone_back(now)

    def _taken_back(self, record: TakenBack, now: Millis) -> None:
        assert self.game is not None
        self.game = self.backs.go_back(self.game, record, self.nonces)
        self._gone_back(now)

    def _gone_back(self, now: Millis) -> None:
        """Whatever was taken back: everybody reads the log anew, and the clock of the open question begins again."""
        assert self.game is not None
        self.game.checkpoint()
        self.epoch += 1
        self.last = None
        self.backs.gone_back(self.at)
        if self._by_clock > self.at:
            self._by_clock = 0
        self.clocks.ask(now)

    def _remember(self, seat: int | None, message: str) -> None:
        if message:
            self._done[seat, message] = None
            if len(self._done) > REMEMBERED:
                self._done.popitem(last=False)

    def _new_game(self, source: Source) -> Game[Any]:
        past = self.head.past
        if past is None:
            return Game(self.ruleset, self.head.setup, self.head.options, source)
        game: Game[Any] = Game(self.ruleset, self.head.setup, self.head.options, Typed())
        for given in past.inputs:
            feed_recorded(game, given)
        game.dice = [DiceSpan(dice.since, old_source(dice)) for dice in past.dice] or game.dice
        if not self.head.replay:
            game.continue_with(source)
        return game

    def _past_length(self) -> int:
        return 0 if self.head.past is None else len(self.head.past.inputs)

    def _source(self) -> Source:
        if self.head.dice == "typed":
            return Typed()
        seed = bytes.fromhex(self.head.seed)
        return StandingDice(seed, self.nonces, self.lesson.rolls) if self.lesson else Seeded(seed, self.nonces)

    def _name(self, seat: int | None) -> str:
        return "nobody" if seat is None else self.seats[seat].side


def _answers_of(record: Input | Chained) -> list[Answer | Faces]:
    """What was answered at once."""
    if isinstance(record, Chained):
        return record.answers
    return [tuple(record.answer) if record.roll else record.answer]


def _told_apart(seat: int | None, message: str, text: str) -> str:
    """The id of a message; a watcher's with what he says, for another watcher may have chosen the same id."""
    return f"{message} {text}" if message and seat is None else message
