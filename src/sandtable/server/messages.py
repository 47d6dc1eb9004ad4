"""What clients send over the socket. Decoding checks it: what is not one of these is not the protocol."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.game import LONGEST_CHAIN

MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=30, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*\Z")]
NonceText = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """Anything a client says."""


class Hello(Message, frozen=True, tag="hello"):
    token: Token
    name: PlayerName | None = None
    nonce: NonceText | None = None
    since: Count = 0
    epoch: Count = 0
    state: bool = False


class Wish(Message, frozen=True, kw_only=True):
    """Something that gets a reply with its `id`. `seat` says for whom, where the socket holds several."""

    id: MessageId
    seat: SeatNumber | None = None


class AnswerIt(Wish, frozen=True, tag="answer"):
    at: Count
    answer: Any
    epoch: Count | None = None


class AnswerChain(Wish, frozen=True, tag="chain"):
    """Several answers at once: all of them or none."""

    at: Count
    answers: Annotated[list[Any], Meta(min_length=1, max_length=LONGEST_CHAIN)]
    epoch: Count | None = None
    flow: bool = False
    """Answers of which only one makes sense, and that can be taken back, are given along with these."""


class TryIt(Wish, frozen=True, tag="try"):
    at: Count
    answer: Any


class Look(Wish, frozen=True, tag="look"):
    """`what` is a question to the ruleset's hook of that name; the rest are its arguments."""

    what: Annotated[str, Meta(max_length=20)]
    name: Annotated[str, Meta(max_length=100)] | None = None
    from_: Any = msgspec.field(default=None, name="from")
    to: Any = None
    answer: Any = None
    """With `odds`: of this answer alone, be it a path or a list."""
    chain: Annotated[list[Any], Meta(min_length=1, max_length=LONGEST_CHAIN)] | None = None
    """With `odds`: of the last of these answers, given after the others."""
    gesture: Any = None
    """With `ways`: what is to be done ("to", "at"), by whom, and where to or at whom."""
    wish: Any = None
    """With `plan`: where a whole unit should go."""


class UndoIt(Wish, frozen=True, tag="undo"):
    pass


class TakeBack(Wish, frozen=True, tag="takeback"):
    """Asks the others, or answers who asks; False declines, or withdraws what one has asked."""

    yes: bool = True


class Absent(Wish, frozen=True, tag="absent"):
    """Claims the game of somebody who is away."""

    outcome: Literal["win", "draw"] = msgspec.field(name="as")


class Open(Wish, frozen=True, tag="open"):
    """Lets anybody sit down on the seats that are free, or withdraws that."""

    open: bool = True


class Concede(Wish, frozen=True, tag="concede"):
    pass


class OfferDraw(Wish, frozen=True, tag="draw"):
    offer: bool = True


class WantRematch(Wish, frozen=True, tag="rematch"):
    pass


class Say(Wish, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class Rename(Wish, frozen=True, tag="name"):
    name: PlayerName


class Sync(Message, frozen=True, tag="sync"):
    pass


class Ping(Message, frozen=True, tag="ping"):
    pass


AnyMessage = (
    Hello | AnswerIt | AnswerChain | TryIt | Look | UndoIt | TakeBack | Absent | Open | Concede | OfferDraw
    | WantRematch | Say | Rename | Sync | Ping
)  # fmt: skip
_decoder = msgspec.json.Decoder(AnyMessage)


def decode(text: str | bytes) -> AnyMessage:
    """Raises msgspec.MsgspecError, UnicodeError or RecursionError."""
    message: AnyMessage = _decoder.decode(text)
    return message
