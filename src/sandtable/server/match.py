"""One game with its players: the fold of a head and its records. No files, no network, no time of its own.

Whoever wants to change a match asks it for records (`answer`, `undo`, `say` …): the match checks, does it, and says
what has to be stored. Whoever reads the log feeds the records to `take`. Both lead to the same match.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll, Seeded, Source, StandingDice, Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.flow import go_on
from sandtable.engine.game import DiceSpan, Game
from sandtable.engine.hooks import offered
from sandtable.engine.lessons import Lesson
from sandtable.engine.lessons import lesson as find_lesson
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.server.clocks import Clocks, to_watch
from sandtable.server.endings import Ended, by_the_players, by_the_rules
from sandtable.server.pasts import feed_recorded, old_source, said_at, told_since
from sandtable.server.records import (
    AnyRecord,
    AskBack,
    Begin,
    Chained,
    Chat,
    ChatRoom,
    Claim,
    Close,
    Draw,
    Ending,
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
    next_token,
)  # fmt: skip
from sandtable.server.seats import SeatNow
from sandtable.server.taking_back import AskedBack, TakeBacks

REMEMBERED = 256
"""Messages whose ids are kept, to do each of them once."""
MOST_RECORDS = 20_000
MOST_CHAT = 2_000
"""In each of the two rooms: watchers cannot silence the players."""
Aside = Undo | AskBack | Name | Claim | Open | Draw | Rematch | Hinted
MOST_ASIDES = 1_000
"""Undos, requests, names, offers of a draw and the like of one seat: nobody can fill the log of a lost game."""


class Refused(Exception):
    """What a client asked for is not done; nothing has changed."""

    def __init__(self, code: str, reason: str, clause: str = "", legal: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.code, self.reason, self.clause, self.legal = code, reason, clause, tuple(legal)


class ChatLine(Struct, frozen=True):
    """A line of chat."""

    n: int
    room: str
    seat: int | None
    name: str
    text: str
    time: Millis


class Match:
    """`game` is None until every person has given a nonce."""

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

    # ---- looking -----------------------------------------------------------------------------------

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

    # ---- wanting: each of these does it and returns what must be stored -------------------------------

    def ready(self, seat: int, nonce: str, now: Millis, name: str = "") -> list[AnyRecord]:
        """A person is here. With the last nonce the game begins."""
        records: list[AnyRecord] = []
        if name and name != self.seats[seat].name and self._asides[seat] < MOST_ASIDES:
            records.append(Name(seat=seat, name=name))
        if self.seats[seat].nonce is None and not self.over:
            records.append(Nonce(seat=seat, nonce=nonce))
        for record in records:
            self._take_in(record)
        return records + self.begin_if_due(now)

    def begin_if_due(self, now: Millis) -> list[AnyRecord]:
        """The beginning, once all are here."""
        if self.game is not None or not all(seat.ready for seat in self.seats):
            return []
        self.game = self._new_game(self._source())
        self.game.checkpoint()
        past = self._past_length()
        self.clocks.ask(now)
        rolls = [list(faces) for faces in self.game.inputs[past:]]
        return [Begin(rolls=rolls, said=said_at(self.game, 0), told=told_since(self.game, past))]

    def still(self, epoch: int | None) -> None:
        """Refuses what was meant for a time that has been taken back: another question may have its number now. None
        is from somebody who does not say when he means."""
        if epoch not in (None, self.epoch):
            raise Refused("stale", "the game has gone back")

    def answer(
        self, seat: int, at: int, answer: Answer, now: Millis, message: str = "", by: Any = "", epoch: int | None = None
    ) -> AnyRecord:
        self._room_left()
        self.still(epoch)
        if self.game is not None and at != self.at:
            raise Refused("stale", "this question has been answered already")
        game, question = self._playing()
        if not by:
            self._held(seat)
        if seat != self.asked:
            raise Refused("turn", f"it is {self._name(self.asked)}'s turn to answer", question.clause)
        before = len(game.inputs)
        try:
            game.answer(answer)
        except IllegalAnswer as error:
            raise Refused("illegal", error.reason, error.clause, error.legal) from error
        given, *rolls = game.inputs[before:]
        roll = isinstance(question, Roll)
        record = Input(
            id=message, seat=seat, answer=list(given) if roll else given, roll=roll,
            rolls=[list(faces) for faces in rolls], spent=self.clocks.spent(seat, now), by=by,
            told=told_since(game, before),
        )  # fmt: skip
        self._answered(record, now)
        return record

    def answer_chain(
        self, seat: int, at: int, answers: Sequence[Answer], now: Millis, message: str = "", epoch: int | None = None,
        flow: bool = False,
    ) -> Chained:  # fmt: skip
        """Several answers at once, as one record. `flow`: what follows of itself is given along with them."""
        self._room_left()
        self.still(epoch)
        if self.game is not None and at != self.at:
            raise Refused("stale", "this question has been answered already")
        game, question = self._playing()
        self._held(seat)
        if seat != self.asked or isinstance(question, Roll):
            raise Refused("turn", f"it is {self._name(self.asked)}'s turn to answer", question.clause)
        if len(answers) > 1 and not offered(game.ruleset, "hides_nothing"):
            raise Refused("refused", "this game hides something, and a chain might find it: answer one by one")
        before = len(game.inputs)
        try:
            game.answer_chain(answers)
        except IllegalAnswer as error:
            raise Refused("illegal", error.reason, error.clause, error.legal) from error
        count = len(answers) + (go_on(game, before) if flow else 0)
        record = Chained(
            id=message, seat=seat, answers=list(game.inputs[before : before + count]),
            rolls=[list(faces) for faces in game.inputs[before + count :]], spent=self.clocks.spent(seat, now),
            told=told_since(game, before),
        )  # fmt: skip
        self._answered(record, now)
        return record

    def undo(self, seat: int, now: Millis, message: str = "") -> AnyRecord:
        if (reason := self.why_no_undo(seat)) is not None:
            raise Refused("refused", f"cannot undo: {reason}")
        return self._aside(Undo(id=message, seat=seat, spent=self.clocks.spent(seat, now)), now)

    def why_no_undo(self, seat: int | None) -> str | None:
        if self.game is None or self.over:
            return "the game is not in progress"
        if seat is None or self.asked != seat or not self.seats[seat].person:
            return "it is not your turn"
        if 0 < self.at == self._past_length():
            return "this was answered before the game was forked"
        if 0 < self.at == self._by_clock:
            return "the clock gave that answer"
        return self.game.can_undo()

    def take_back(self, seat: int, yes: bool, now: Millis, message: str = "") -> list[AnyRecord]:
        """Asks the others to take back, or answers who asks. With the last person's yes the game goes back."""
        self._playing()
        if self.back is None:
            if not yes:
                raise Refused("refused", "nobody asks to take anything back")
            if (reason := self.why_no_asking(seat)) is not None:
                raise Refused("refused", reason)
        elif yes and seat in self.back.agreed:
            raise Refused("refused", "you have asked already: wait for the others, or play on")
        records = [self._aside(AskBack(id=message, seat=seat, yes=yes))]
        if (back := self.back) is not None and not self._still_to_agree(back):
            records.append(TakenBack(seat=back.seat, to=back.to))
            self._take_in(records[-1], now)
        return records

    def step_back(self, seat: int, to: int, now: Millis, message: str = "") -> AnyRecord:
        """In a lesson one goes back as far as one likes, also behind dice: the same ones come again."""
        if self.lesson is None or self.game is None:
            raise Refused("refused", "only in a lesson can one go back so far")
        if self.closed is not None:
            raise Refused("refused", "the game is over")
        if not to < self.at or to < self._past_length():
            raise Refused("invalid", f"there are {self.at} inputs: one cannot go back to {to}")
        self._held(seat)
        record = TakenBack(id=message, seat=seat, to=to)
        self._take_in(record, now)
        self._remember(seat, message)
        return record

    @property
    def back(self) -> AskedBack | None:
        """Somebody asks to take back."""
        return self.backs.asked

    @property
    def asked_back(self) -> dict[str, Any] | None:
        """The open request, with how much would be taken back."""
        return None if self.game is None else self.backs.request(self.game)

    def _still_to_agree(self, back: AskedBack) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person and number not in back.agreed]

    def why_no_asking(self, seat: int | None) -> str | None:
        """None if this seat may ask the others to take back its last answer. Bots keep to dice and revealed facts."""
        if self.game is None or self.over:
            return "the game is not in progress"
        if seat is None or not self.seats[seat].person:
            return "only a player can take something back"
        if self.back is not None:
            return "somebody asks already"
        if self.backs.last_answer(seat) is None:
            return "you have not answered anything yet"
        if self.why_no_undo(seat) is None:
            return "nobody need be asked: undo it"
        return self.backs.why_not(seat, self.game, against_bots=any(not one.person for one in self.seats))

    def rename(self, seat: int, name: str, message: str = "") -> AnyRecord:
        return self._aside(Name(id=message, seat=seat, name=name))

    def claim(self, seat: int, token: str) -> AnyRecord:
        if token == self.head.watch or self.seat_with(token) is not None or self.was_invited(token):
            raise Refused("refused", "this token is in use already: name another one")
        return self._aside(Claim(seat=seat, token=hashed(token)))

    def say(self, seat: int | None, text: str, now: Millis, message: str = "") -> AnyRecord:
        room: ChatRoom = "watchers" if seat is None else "players"
        if seat is not None:
            self._held(seat)
        if sum(line.room == room for line in self.chat) >= MOST_CHAT:
            raise Refused("refused", "enough has been said in this game")
        name = "watcher" if seat is None else self.seats[seat].name
        record = Chat(id=message, room=room, text=text, name=name, seat=seat)
        self._take_in(record, now)
        return record

    def concede(self, seat: int, message: str = "", by: Ending = "concede") -> AnyRecord:
        """With two seats the other wins; in a larger game a bot plays on."""
        self._playing()
        self._held(seat)
        if len(self.seats) == 2 or self.alone(seat):
            return self._taken(Close(id=message, by=by, seat=seat))
        return self._taken(TakeOver(id=message, seat=seat, bot="random", by=by))

    def claim_absent(self, seat: int, absent: int, drawn: bool, message: str = "") -> AnyRecord:
        """The game of somebody who stays away: won, or called a draw; in a larger game a bot plays on for him. Whether
        he is away, and for how long, is for the hub to say."""
        self._playing()
        if len(self.seats) == 2:
            return self._taken(Close(id=message, by="absence", seat=None if drawn else absent, claimant=seat))
        if drawn:
            raise Refused("refused", "only a game of two can be called a draw; a bot can play on")
        return self._taken(TakeOver(id=message, seat=absent, bot="random", by="absence", claimant=seat))

    def open_seats(self, seat: int, wanted: bool, now: Millis, message: str = "") -> AnyRecord:
        """Lets anybody sit down where nobody is yet, or withdraws that."""
        if self.game is not None:
            raise Refused("refused", "the game has begun: all seats are taken")
        free = [number for number, one in enumerate(self.seats) if not one.ready and number != seat] if wanted else []
        if wanted and not free:
            raise Refused("refused", "nobody is missing")
        self._room_left()
        return self._aside(Open(id=message, seat=seat, seats=free), now)

    def sit_down(self, token: str, name: str = "") -> tuple[int, list[AnyRecord]]:
        """Somebody who was not invited takes the first free seat; the token will hold it."""
        seat = next((number for number, one in enumerate(self.seats) if one.free), None)
        if seat is None or self.game is not None:
            raise Refused("refused", "somebody was quicker, or the game was withdrawn")
        records = [self.claim(seat, token)]
        return seat, records + ([self.rename(seat, name)] if name else [])

    def offer_draw(self, seat: int, offer: bool, message: str = "") -> list[AnyRecord]:
        """An offer, or its withdrawal by anybody; with the last person's offer the game is a draw."""
        self._playing()
        if any(not one.person for one in self.seats):
            raise Refused("refused", "a bot does not agree to a draw: concede, or play on")
        records = [self._aside(Draw(id=message, seat=seat, offer=offer))]
        if all(one.draw for one in self.seats):
            records.append(self._taken(Close(by="agreement")))
        return records

    def flag(self, now: Millis) -> AnyRecord | None:
        """The clock of whoever is asked has run out: the rules' own fallback stands if the question has one, else what
        the players agreed to."""
        deadline, seat, question = self.deadline, self.asked, self.question
        if deadline is None or now < deadline or seat is None or self.head.clock is None:
            return None
        if isinstance(question, Question) and question.clock and question.fallback is not None:
            return self.answer(seat, self.at, question.fallback(), now, by="clock")
        if self.clocks.left[seat] > self.clocks.spent(seat, now) or self.head.clock.flag == "wait":
            return None
        if self.head.clock.flag == "pick" and question is not None:
            return self.answer(seat, self.at, question.pick(SystemRandom()), now, by="clock")
        return self.concede(seat, by="flag")

    def hinted(self, seat: int, at: int, message: str = "") -> AnyRecord:
        """A veteran's answer was told to this seat."""
        if at != self.at or seat != self.asked:
            raise Refused("stale", "this question has been answered already")
        return self._aside(Hinted(id=message, seat=seat, at=at))

    def want_rematch(self, seat: int, token: str, message: str = "") -> AnyRecord:
        if not self.over:
            raise Refused("refused", "the game is not over yet")
        return self._aside(Rematch(id=message, seat=seat, token=hashed(next_token(token))))

    @property
    def rematch_due(self) -> bool:
        persons = [seat for seat in self.seats if seat.person]
        return self.over and self.next is None and bool(persons) and all(seat.rematch for seat in persons)

    def seat_in_rematch(self, seat: int) -> int:
        """Sides are swapped: who had seat 0 gets seat 1, and so on. A lesson is given to the side it is written for."""
        return seat if self.lesson is not None else (seat + 1) % len(self.seats)

    def follow_on(self, game: str, watch: str) -> AnyRecord:
        return self._taken(Next(game=game, watch=watch))

    # ---- the log ------------------------------------------------------------------------------------

    @classmethod
    def fold(cls, head: Head, created: Millis, log: Sequence[Stored]) -> Match:
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

    # ---- the machinery --------------------------------------------------------------------------------

    def _taken(self, record: AnyRecord) -> AnyRecord:
        self._take_in(record)
        return record

    def _aside(self, record: Aside, now: Millis = 0) -> AnyRecord:
        """Something beside the game that a player can do as often as he likes, within reason."""
        self._held(record.seat)
        if self._asides[record.seat] >= MOST_ASIDES:
            raise Refused("refused", "you have done that too often in this game")
        self._take_in(record, now)
        return record

    def _held(self, seat: int) -> None:
        """A seat that was given up is a bot's, whoever still has a socket open for it."""
        if not self.seats[seat].person:
            raise Refused("turn", "a bot plays on for this seat")

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

    def shown(self, seat: int, at: int, now: Millis) -> bool:
        """A seat has seen what led to the question at this number. True if its clock runs from now on and did not."""
        if at != self.at:
            return False
        self.clocks.shown(seat, now)
        return seat == self.asked and self.clocks.look(now)

    def _taken_over(self, record: TakeOver) -> None:
        left = self.seats[record.seat]
        left.kind, left.bot, left.name, left.open = "bot", record.bot, record.bot, False
        self.backs.asked = None

    # ---- taking back ----------------------------------------------------------------------------------

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

    @property
    def nonces(self) -> list[str]:
        """In the order of seats."""
        return [seat.nonce for seat in self.seats if seat.nonce is not None]

    def _playing(self) -> tuple[Game[Any], Question | Roll]:
        if self.game is None:
            raise Refused("refused", "the game has not begun: not everybody is here yet")
        question = self.question
        if question is None:
            raise Refused("refused", "the game is over")
        return self.game, question

    def _room_left(self) -> None:
        if self.number >= MOST_RECORDS:
            raise Refused("refused", f"a game has at most {MOST_RECORDS} records; this one is full")

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
