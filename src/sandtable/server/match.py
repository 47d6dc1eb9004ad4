"""One game with its players, and what they may want of it.

Whoever wants to change a match asks it for records (`answer`, `undo`, `say` …): the match checks, does it, and says
what has to be stored. Whoever reads the log feeds the records to `take` (`server/fold.py`). Both lead to the same
match.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from sandtable.engine.dice import Roll
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.flow import go_on
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, Question
from sandtable.server.fold import Aside, Fold
from sandtable.server.pasts import said_at, told_since
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
    Hinted,
    Input,
    Millis,
    Name,
    Next,
    Nonce,
    Open,
    Rematch,
    TakenBack,
    TakeOver,
    Undo,
    hashed,
    next_token,
)  # fmt: skip
from sandtable.server.refused import Refused
from sandtable.server.taking_back import AskedBack

MOST_RECORDS = 20_000
MOST_CHAT = 2_000
"""In each of the two rooms: watchers cannot silence the players."""
MOST_ASIDES = 1_000
"""Undos, requests, names, offers of a draw and the like of one seat: nobody can fill the log of a lost game."""


class Match(Fold):
    """A fold that can be asked: each method does what is wanted and returns what must be stored, or raises Refused."""

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

    # ---- what all of them need --------------------------------------------------------------------------

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
