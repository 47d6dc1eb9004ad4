"""What clients send over the socket. Decoding checks it: what is not one of these is not the protocol."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.game import LONGEST_CHAIN

MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatToken = Annotated[str, Meta(min_length=1, max_length=64)]
SEEN = r"[^\x00-\x1f\x7f]*"
PlayerName = Annotated[str, Meta(min_length=1, max_length=30, pattern=rf"^{SEEN}[^\s\x00-\x1f\x7f]{SEEN}\Z")]
NonceText = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
LONGEST_PATH = 200
"""Points: many times what any table needs, and few enough to be judged at once. The rules themselves set no limit."""


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """Anything a client says."""


class Hello(Message, frozen=True, tag="hello"):
    token: SeatToken
    name: PlayerName | None = None
    nonce: NonceText | None = None
    since: Count = 0
    epoch: Count = 0
    state: bool = False


class ReplyWanted(Message, frozen=True, kw_only=True):
    """Something that gets a reply with its `id`. `seat` says for whom, where the socket holds several."""

    id: MessageId
    seat: SeatNumber | None = None


class AnswerIt(ReplyWanted, frozen=True, tag="answer"):
    at: Count
    answer: Any
    epoch: Count | None = None


class AnswerChain(ReplyWanted, frozen=True, tag="chain"):
    """Several answers at once: all of them or none."""

    at: Count
    answers: Annotated[list[Any], Meta(min_length=1, max_length=LONGEST_CHAIN)]
    epoch: Count | None = None
    flow: bool = False
    """Answers of which only one makes sense, and that can be taken back, are given along with these."""


class TryIt(ReplyWanted, frozen=True, tag="try"):
    at: Count
    answer: Any


class LookAt(ReplyWanted, frozen=True, tag="look"):
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


class UndoIt(ReplyWanted, frozen=True, tag="undo"):
    pass


class TakeBack(ReplyWanted, frozen=True, tag="takeback"):
    """Asks the others, or answers who asks; False declines, or withdraws what one has asked."""

    yes: bool = True


class StepBack(ReplyWanted, frozen=True, tag="back"):
    """In a lesson: takes back all that came after the first `to` inputs."""

    to: Count


class ClaimGame(ReplyWanted, frozen=True, tag="absent"):
    """Claims the game of somebody who is away."""

    outcome: Literal["win", "draw"] = msgspec.field(name="as")


class OpenSeats(ReplyWanted, frozen=True, tag="open"):
    """Lets anybody sit down on the seats that are free, or withdraws that."""

    open: bool = True


class Concede(ReplyWanted, frozen=True, tag="concede"):
    pass


class OfferDraw(ReplyWanted, frozen=True, tag="draw"):
    offer: bool = True


class WantRematch(ReplyWanted, frozen=True, tag="rematch"):
    pass


class Say(ReplyWanted, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class Rename(ReplyWanted, frozen=True, tag="name"):
    name: PlayerName


class Shown(Message, frozen=True, tag="shown"):
    """The question at this number is shown: what led to it has been played out, and its clock may run."""

    at: Count
    seat: SeatNumber | None = None


class Sync(Message, frozen=True, tag="sync"):
    pass


class Ping(Message, frozen=True, tag="ping"):
    pass


AnyMessage = (
    Hello | AnswerIt | AnswerChain | TryIt | LookAt | UndoIt | TakeBack | StepBack | ClaimGame | OpenSeats | Concede
    | OfferDraw
    | WantRematch | Say | Rename | Shown | Sync | Ping
)  # fmt: skip
_decoder = msgspec.json.Decoder(AnyMessage)


def decode(text: str | bytes) -> AnyMessage:
    """Raises msgspec.MsgspecError, UnicodeError or RecursionError."""
    message: AnyMessage = _decoder.decode(text)
    if isinstance(message, AnswerIt | AnswerChain | TryIt | LookAt):
        points = _longest_path([getattr(message, name, None) for name in ("answer", "answers", "chain", "wish")])
        if points > LONGEST_PATH:
            raise msgspec.ValidationError(f"a path has at most {LONGEST_PATH} points, this one has {points}")
    return message


def _longest_path(said: Any) -> int:
    """The most points of a path in an answer, wherever it stands: a path is a list of lists."""
    most, left = 0, [said]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, list):
            most = max(most, sum(isinstance(part, list) for part in one))
            left.extend(one)
    return most
