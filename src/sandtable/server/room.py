"""A game that somebody is interested in: who is here, and what they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Raw, Struct

from sandtable.server.fold import ChatLine
from sandtable.server.match import Match
from sandtable.server.records import (
    AnyRecord,
    AskBack,
    Begin,
    Chained,
    Chat,
    Claim,
    Close,
    Input,
    Millis,
    Next,
    TakenBack,
    TakeOver,
    Undo,
    hashed,
    next_token,
    now,
)  # fmt: skip
from sandtable.server.shelf import SetAside
from sandtable.server.views import Delivered, Viewer, Views, WantedView


class Listener(Protocol):
    """A socket, as the room sees it."""

    seats: dict[int, str]
    """Held seats and their tokens."""
    watching: bool
    seen: dict[Viewer, Delivered]
    """How much of each seat's view it has."""
    shown: set[Viewer]
    """Whose view it was sent since it said hello for that seat."""
    state: bool

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


SEEN = Begin | Input | Chained | Undo | AskBack | TakenBack | TakeOver | Close
"""Records after which the table looks otherwise."""


class Away(Struct):
    """Who is connected to the game by way of another process."""

    seats: list[int]
    watchers: int
    until: float


class BotReasons(Struct, frozen=True):
    """A bot's reasons for its answer to the question at this number."""

    seat: int
    at: int
    lines: list[str]


class Presence(Struct, frozen=True):
    """What a process tells the others about its sockets in a game."""

    process: str
    game: str
    seats: list[int]
    watchers: int


class Room:
    """A game that somebody is interested in. `match` is None while nobody needs it in memory."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.match: Match | None = None
        self.views: Views | None = None
        self.sockets: set[Listener] = set()
        self.away: dict[str, Away] = {}
        self.touched = time.monotonic()
        self.bot: asyncio.Task[None] | None = None
        self.why: dict[int, BotReasons] = {}
        """What each bot says about its last answer."""
        self.crowd = 0
        """Games whose bots think at once, where that makes ours think shorter."""
        self._last_table = b""
        """The last message about who is here."""
        self._last_told: tuple[Any, ...] = ()
        self.over: bytes | None = None
        """The last message of the game, once it was made."""
        self.hint: tuple[tuple[int, int, int], dict[str, Any]] | None = None
        """The last hint: to which seat, at which number of inputs and in which epoch, and what it said."""
        self.story: Raw | None = None
        """What became of the game, once somebody has asked for it."""
        self.gone: dict[int, Millis] = {}
        """Since when persons are away, as far as we know."""
        self.open = False
        """Anybody may sit down, as far as we know."""
        self.aside: SetAside | None = None
        """Why today's rules do not follow this game, if they do not."""

    def forget(self) -> None:
        self.match = self.views = None

    def enter(self, socket: Listener) -> None:
        self.sockets.add(socket)
        self._last_table = b""  # the newcomer has not heard it

    def leave(self, socket: Listener) -> None:
        self.sockets.discard(socket)
        self.touched = time.monotonic()

    def send(self, message: bytes) -> None:
        """To everybody here."""
        for socket in list(self.sockets):
            socket.send(message)

    def here(self) -> tuple[set[int], int]:
        """The seats whose players are connected to this process, and how many watch."""
        sockets = list(self.sockets)  # others may come while a thread looks
        seats = {seat for socket in sockets for seat in list(socket.seats)}
        return seats, sum(socket.watching and not socket.seats for socket in sockets)

    def changed(self, match: Match, records: Sequence[AnyRecord]) -> bool:
        """These records have changed the match. True: everybody is to see it, and the views can be drawn now."""
        assert self.views is not None
        self.views.changed()
        self.open = match.open
        for record in records:
            if isinstance(record, TakeOver):
                self._given_up(record.seat)
            elif isinstance(record, TakenBack):
                self.over = self.story = None  # a lesson may go back behind its end, and come to another one
        return match.game is not None and any(isinstance(record, SEEN) for record in records)

    def undrawn(self, match: Match, *sockets: Listener) -> list[WantedView]:
        """The views that are still to be drawn before these are shown what is new; before all are, if none is named."""
        assert self.views is not None
        found: list[WantedView] = []
        for socket in sockets or self.sockets:
            viewer = perspective(match, socket)
            found.append((viewer, socket.seen.setdefault(viewer, Delivered()), socket.state))
        return self.views.undrawn(found)

    def announce(self, match: Match, records: Sequence[AnyRecord]) -> None:
        """Tells everybody in the room what these records have changed."""
        kinds = {type(record) for record in records}
        if any(isinstance(record, SEEN) for record in records):
            for socket in list(self.sockets):
                self.show(match, socket)
        if kinds - {Chat} and (not kinds <= {Input, Chained} or self.gone or self._told(match) != self._last_told):
            self.tell_table(match)
        for record in records:
            if isinstance(record, Claim):
                self._claimed(match, record.seat)
        said = sum(isinstance(record, Chat) for record in records)
        for line in match.chat[len(match.chat) - said :]:
            self._tell_chat(match, line)
        if Next in kinds:
            for socket in list(self.sockets):
                tell_rematch(match, socket)

    def show(self, match: Match, socket: Listener) -> None:
        """Brings one socket up to date."""
        if match.game is None or self.views is None:
            return
        viewer = perspective(match, socket)
        seen = socket.seen.setdefault(viewer, Delivered())
        socket.shown.add(viewer)
        socket.send(self.views.view(viewer, seen, now(), socket.state))

    def _told(self, match: Match) -> tuple[Any, ...]:
        """What an answer can change about the table: it ends the game, or withdraws offers and requests."""
        return match.status, match.back, tuple(seat.draw for seat in match.seats)

    def tell_table(self, match: Match) -> None:
        """Says who is here, if that has changed."""
        self._last_told = self._told(match)
        message = msgspec.json.encode(self.table(match))
        if message == self._last_table:
            return
        self._last_table = message
        self.send(message)

    def table(self, match: Match) -> dict[str, Any]:
        """Who is here."""
        here, watchers = self.here()
        for away in self.away.values():
            here.update(away.seats)
            watchers += away.watchers
        missing = {number for number, seat in enumerate(match.seats) if seat.person and number not in here}
        self.gone = {number: self.gone.get(number, now()) for number in missing}
        return {
            "t": "table",
            "status": match.status,
            "seats": [
                {
                    "seat": number, "side": seat.side, "name": seat.name, "kind": seat.kind, "bot": seat.bot,
                    "here": not seat.person or number in here, "ready": seat.ready, "draw": seat.draw,
                    "rematch": bool(seat.rematch), "open": seat.free, "gone": self.gone.get(number),
                    "hints": match.hints[number],
                }
                for number, seat in enumerate(match.seats)
            ],
            "watchers": watchers,
            "back": match.asked_back,
            "claim": self.claimable(match),
            "crowd": self.crowd,
        }  # fmt: skip

    def claimable(self, match: Match) -> dict[str, Any] | None:
        """Whose game may be claimed, and from when on: the game waits for him, and he has been away for as long as the
        players agreed to."""
        seat = match.asked
        if not match.head.absence or seat is None or seat not in self.gone:
            return None
        return {"seat": seat, "from": max(self.gone[seat], match.clocks.asked) + 1000 * match.head.absence}

    def _tell_chat(self, match: Match, line: ChatLine) -> None:
        message = msgspec.json.encode({"t": "chat"} | msgspec.structs.asdict(line))
        for socket in list(self.sockets):
            if may_read(match, not socket.seats, line):
                socket.send(message)

    def _given_up(self, seat: int) -> None:
        """A bot plays on for this seat; whoever had it watches."""
        for socket in self.sockets:
            if socket.seats.pop(seat, None) is not None and not socket.seats:
                socket.watching = True

    def _claimed(self, match: Match, seat: int) -> None:
        for socket in list(self.sockets):
            if seat in socket.seats and hashed(socket.seats[seat]) != match.seats[seat].token:
                socket.send(msgspec.json.encode({"t": "claimed", "seat": seat}))
                socket.close(4409, "the seat has a new link")


def perspective(match: Match, socket: Listener) -> Viewer:
    """Of several seats on one socket, the one that is asked; else the first."""
    if not socket.seats:
        return None
    return match.asked if match.asked in socket.seats else min(socket.seats)


def may_read(match: Match, watching: bool, line: ChatLine) -> bool:
    """Players read players, watchers read watchers; after the end everybody reads everything."""
    return match.over or line.room == ("watchers" if watching else "players")


def tell_rematch(match: Match, socket: Listener) -> None:
    """To each his token in the next game: it follows from the one he has in this."""
    if match.next is None:
        return
    base = {"t": "rematch", "game": match.next.game, "watch": match.next.watch}
    for seat, token in socket.seats.items():
        place = match.seat_in_rematch(seat)
        socket.send(msgspec.json.encode(base | {"seat": place, "token": next_token(token)}))
    if not socket.seats:
        socket.send(msgspec.json.encode(base | {"seat": None, "token": match.next.watch}))
