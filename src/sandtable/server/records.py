"""What is stored of a game: a head, and numbered records that only ever get more. docs/decisions/0007-server.md."""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.dice import commitment
from sandtable.engine.game import Asked
from sandtable.engine.questions import Answer
from sandtable.engine.save import SavedDice

Millis = int
"""Milliseconds since 1970."""
DiceMode = Literal["server", "typed"]
SeatKind = Literal["person", "bot"]
Status = Literal["waiting", "playing", "over", "aside"]
"""Set aside: today's rules do not follow the game."""
Flag = Literal["lose", "pick", "wait"]
Ending = Literal["concede", "agreement", "flag", "absence"]
ChatRoom = Literal["players", "watchers"]


def now() -> Millis:
    return time.time_ns() // 1_000_000


class ClockRule(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`bank` seconds for each player (0: none) and `increment` more after each of his answers; `flag` is what happens
    at the end of them. `questions`: the clocks that the rules themselves give to single questions count too."""

    bank: int = 0
    increment: int = 0
    flag: Flag = "lose"
    questions: bool = False


class HeadSeat(Struct, frozen=True, omit_defaults=True):
    """A seat as it was when the game was made. `token` is a hash."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    token: str = ""
    open: bool = False
    """Anybody may sit down here."""


class Past(Struct, frozen=True):
    """Inputs that a game begins with: those of the game it was forked from, or of the save it was read from."""

    inputs: list[Any]
    """Answers, and dice as {"roll": faces}."""
    dice: list[SavedDice]


class Battle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """With this a quick battle is drawn, and can be had again; what is empty is left to the seed."""

    seed: Annotated[str, Meta(min_length=1, max_length=40)]
    forces: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=16)] = []
    place: Annotated[str, Meta(max_length=80)] = ""


class Head(Struct, frozen=True, omit_defaults=True):
    """All that is fixed when a game is made."""

    ruleset: str
    version: str
    options: dict[str, Any]
    setup: dict[str, Any]
    seats: list[HeadSeat]
    watch: str
    """The watch token itself: every player may hand it on."""
    dice: DiceMode
    seed: str = ""
    """Secret until the game is over."""
    clock: ClockRule | None = None
    parent: str = ""
    """The game this one was forked from, or is the rematch of."""
    past: Past | None = None
    replay: bool = False
    """A save that somebody has brought to look at: nobody plays on in it."""
    doubt: str = ""
    """What is wrong with the save that was brought: its own marks, seats or outcome do not agree with its inputs."""
    absence: int = 0
    """Seconds after which the game of a player who is away may be claimed; 0: never."""
    no_hints: bool = False
    """Nobody is told what a veteran would do."""
    battle: Battle | None = None
    """What its set-up was drawn with."""
    quick: bool = False
    """It sets itself up: questions before the first turn are answered by a bot, whoever is asked."""
    lesson: str = ""
    """The lesson of the ruleset that is taught in this game, by its id."""
    record: bytes = b""
    """The save that the past comes from, packed: with what was asked and said, whatever rules come."""


# ---- records --------------------------------------------------------------------------------------


class LogRecord(Struct, frozen=True, omit_defaults=True, tag_field="k", kw_only=True):
    """`id` is the client's name for its message: the same message twice is done once, also after a crash."""

    id: str = ""


class Nonce(LogRecord, frozen=True, tag="nonce"):
    """A person is here and adds to the dice."""

    seat: int
    nonce: str


class Told(Struct, frozen=True, omit_defaults=True):
    """What an input answered and what the log said to it, for whoever reads the record under other rules."""

    asked: Asked
    said: list[str] = []


class Begin(LogRecord, frozen=True, tag="begin"):
    """All nonces are in. `rolls` are the dice that came before the first question; `said` came before those."""

    rolls: list[list[int]] = []
    said: list[str] = []
    told: list[Told] = []


class Input(LogRecord, frozen=True, tag="input"):
    """An answer (or typed dice) and all dice that it set off; `spent` milliseconds of the seat's clock."""

    seat: int
    answer: Answer
    roll: bool = False
    rolls: list[list[int]] = []
    spent: int = 0
    by: Literal["", "bot", "clock"] = ""
    told: list[Told] = []
    """Of the answer and of each roll; records of old have none."""


class Chained(LogRecord, frozen=True, tag="chain"):
    """Several answers that were given at once, and all dice that the last of them set off. One undo takes them back."""

    seat: int
    answers: list[Answer]
    rolls: list[list[int]] = []
    spent: int = 0
    told: list[Told] = []
    """Of each answer and of each roll."""


class Undo(LogRecord, frozen=True, tag="undo"):
    """`spent` milliseconds of the seat's clock: to take an answer back gives no time back."""

    seat: int
    spent: int = 0


class AskBack(LogRecord, frozen=True, tag="askback"):
    """Somebody asks the others to let him take back (`yes`), withdraws that, agrees (`yes`) or declines."""

    seat: int
    yes: bool


class TakenBack(LogRecord, frozen=True, tag="takenback"):
    """All have agreed: the inputs after the first `to` count no more. They stay in the log, and so do their dice."""

    seat: int
    to: int


class Name(LogRecord, frozen=True, tag="name"):
    seat: int
    name: str


class Claim(LogRecord, frozen=True, tag="claim"):
    """From now on another token holds the seat."""

    seat: int
    token: str


class Chat(LogRecord, frozen=True, tag="chat"):
    room: ChatRoom
    text: str
    name: str
    seat: int | None = None


class Draw(LogRecord, frozen=True, tag="draw"):
    seat: int
    offer: bool


class TakeOver(LogRecord, frozen=True, tag="takeover"):
    """A person has left a game of more than two; a bot plays on. `claimant` is who says so, where he stayed away."""

    seat: int
    bot: str
    by: Ending
    claimant: int | None = None


class Close(LogRecord, frozen=True, tag="close"):
    """The game ends, but not by the rules. `seat` is who conceded, ran out of time or stayed away; None: a draw.
    `claimant` is who says so, where somebody stayed away."""

    by: Ending
    seat: int | None = None
    claimant: int | None = None


class Open(LogRecord, frozen=True, tag="open"):
    """A player lets anybody sit down on these seats; none: he withdraws that."""

    seat: int
    seats: list[int] = []


class Hinted(LogRecord, frozen=True, tag="hint"):
    """A player was told what a veteran would do, at the question after `at` inputs. It changes nothing."""

    seat: int
    at: int


class Rematch(LogRecord, frozen=True, tag="rematch"):
    """A person wants another game; `token` (a hash) will hold his seat there."""

    seat: int
    token: str


class Next(LogRecord, frozen=True, tag="next"):
    """The rematch has been made."""

    game: str
    watch: str


AnyRecord = (
    Nonce | Begin | Input | Chained | Undo | AskBack | TakenBack | Name | Claim | Chat | Draw | TakeOver | Close | Open
    | Hinted | Rematch | Next
)  # fmt: skip


class Stored(Struct, frozen=True):
    """A record as the log has it."""

    number: int
    time: Millis
    record: AnyRecord


_head = msgspec.json.Decoder(Head)
_record = msgspec.json.Decoder(AnyRecord)


def encode(value: Head | AnyRecord) -> str:
    return msgspec.json.encode(value).decode()


def decode_head(text: str) -> Head:
    return _head.decode(text)


def decode_record(text: str) -> AnyRecord:
    record: AnyRecord = _record.decode(text)
    return record


def commitment_of(head: Head) -> str:
    return commitment(bytes.fromhex(head.seed)) if head.seed else ""


# ---- names that cannot be guessed -----------------------------------------------------------------


def new_game_id() -> str:
    return secrets.token_urlsafe(12)


def new_token() -> str:
    return secrets.token_urlsafe(18)


def hashed(token: str) -> str:
    """What is stored of a seat token."""
    return sha256(b"sandtable token\x00" + token.encode()).hexdigest()


def next_token(token: str) -> str:
    """The token of the same player in the rematch. Only who holds this token can make that one."""
    return urlsafe_b64encode(hmac.digest(token.encode(), b"sandtable rematch", "sha256")[:18]).decode()
