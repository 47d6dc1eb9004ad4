"""One socket: a client that holds one seat, several, or a place among the watchers. docs/api.md is its other side."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec
from starlette.types import Message as Received
from starlette.websockets import WebSocket, WebSocketState

from sandtable.engine.errors import one_line
from sandtable.server import library, messages
from sandtable.server.hub import CLOSED_ASIDE, Hub, Unknown
from sandtable.server.limits import Bucket
from sandtable.server.match import Match
from sandtable.server.records import AnyRecord, commitment_of, now
from sandtable.server.refused import Refused
from sandtable.server.room import Room, may_read, perspective, tell_rematch
from sandtable.server.shelf import SetAside
from sandtable.server.store import StoreError
from sandtable.server.views import Delivered, Viewer

log = logging.getLogger("sandtable.server")

NOT_THE_PROTOCOL, WRONG_TOKEN, NO_SUCH_GAME, NO_HELLO, TOO_MUCH = 4400, 4401, 4404, 4408, 4429
TRY_AGAIN = 1013
"""The code that the protocol of sockets has for it."""
PATIENCE = 100
"""Messages that are not the protocol, or too many, before a socket is closed."""
MESSAGE_COST = 0.0002
"""Seconds that the event loop is busy with any message beside what it asks for."""
SOCKET_COST = 0.001
"""Seconds that it is busy with whoever comes and goes."""
CHAT_SHOWN = 200
"""Lines of chat for somebody who comes."""


class HangUp(Exception):
    """The socket is to be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Socket:
    def __init__(self, hub: Hub, websocket: WebSocket, game: str, address: str = "") -> None:
        self.address = address
        self.hub, self.game, self._websocket = hub, game, websocket
        self.seats: dict[int, str] = {}
        self.watching = False
        self.seen: dict[Viewer, Delivered] = {}
        self.shown: set[Viewer] = set()
        self.state = False
        self._outgoing: asyncio.Queue[bytes | HangUp] = asyncio.Queue(hub.limits.unread_messages)
        self._unread = 0
        """Bytes that wait to be sent."""
        self._closing = False
        limits = hub.limits
        self._bucket = Bucket(limits.messages_per_second, limits.messages_burst, time.monotonic())
        self._mistakes = 0

    # ---- sending ---------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Puts a message in the queue. Whoever does not read is sent away."""
        if self._closing:
            return
        self._unread += len(message)
        if self._unread <= self.hub.limits.unread_bytes and not self._outgoing.full():
            self._outgoing.put_nowait(message)
        else:
            self._closing = True
            while not self._outgoing.empty():
                self._outgoing.get_nowait()
            self._outgoing.put_nowait(HangUp(TOO_MUCH, "you do not read what you are sent"))

    def close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._closing = True
            try:
                self._outgoing.put_nowait(HangUp(code, reason))
            except asyncio.QueueFull:
                self._outgoing.get_nowait()
                self._outgoing.put_nowait(HangUp(code, reason))

    def _tell(self, kind: str, **data: Any) -> None:
        self.send(msgspec.json.encode({"t": kind, **data}))

    async def _write(self) -> None:
        while True:
            message = await self._outgoing.get()
            if isinstance(message, HangUp):
                bye = msgspec.json.encode({"t": "bye", "reason": message.reason})
                await self._websocket.send_text(bye.decode())
                await self._websocket.close(message.code, message.reason[:100])
                return
            await self._websocket.send_text(message.decode())
            self._unread -= len(message)

    # ---- the life of a socket ----------------------------------------------------------------------------

    async def run(self) -> None:
        await self.hub.gate.passed(self.address, self._websocket.accept(), SOCKET_COST)
        writer = asyncio.create_task(self._write())
        try:
            await self._converse()
        except (HangUp, SetAside) as ending:
            code = ending.code if isinstance(ending, HangUp) else CLOSED_ASIDE
            self.close(code, ending.reason)
            await asyncio.wait([writer], timeout=5)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            if (room := self.hub.rooms.get(self.game)) is not None and self in room.sockets:
                await self.hub.leave(room, self)

    async def _converse(self) -> None:
        """Reads until the client goes, or until the writer has closed the socket."""
        try:
            async with asyncio.timeout(self.hub.limits.hello_seconds):
                said = await self._heard()
        except TimeoutError:
            raise HangUp(NO_HELLO, "say hello first") from None
        if said is None:
            return
        await self._in_turn(self._first(said))
        while (said := await self._heard()) is not None:
            await self._in_turn(self._next(said))

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await self.hub.gate.passed(self.address, work, MESSAGE_COST)
        except StoreError as error:
            log.warning("game %s: %s", self.game, error)
            raise HangUp(TRY_AGAIN, "the database does not answer; come back in a moment") from None

    async def _heard(self) -> Received | None:
        """The next message as it comes; None when the client has gone."""
        if self._websocket.client_state is not WebSocketState.CONNECTED:
            return None
        got = await self._websocket.receive()
        return got if got["type"] == "websocket.receive" else None

    async def _first(self, said: Received) -> None:
        first = self._understood(said)
        if not isinstance(first, messages.Hello):
            raise HangUp(NOT_THE_PROTOCOL, "say hello first")
        await self._hello(self.hub.room(self.game), first)

    async def _next(self, said: Received) -> None:
        message = self._understood(said)
        if message is not None:
            await self._handle(self.hub.room(self.game), message)

    def _understood(self, said: Received) -> messages.AnyMessage | None:
        """None for one that has been dealt with."""
        text = said.get("text")
        if not self._bucket.take(time.monotonic()):
            self._patience(text, "rate", "too many messages: wait a moment", TOO_MUCH)
        elif text is None:
            self._patience(text, "invalid", "text messages only", NOT_THE_PROTOCOL)
        else:
            try:
                return messages.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self._patience(text, "invalid", one_line(error)[:200], NOT_THE_PROTOCOL)
        return None

    def _patience(self, text: str | None, code: str, reason: str, closing: int) -> None:
        """Refuses a message, and in the long run the client."""
        self._mistakes += 1
        if self._mistakes > PATIENCE:
            raise HangUp(closing, reason)
        self._tell("refused", id=_id_of(text), code=code, reason=reason, clause="", legal=[])

    async def _handle(self, room: Room, message: messages.AnyMessage) -> None:
        match message:
            case messages.Hello():
                await self._hello(room, message)
            case messages.Ping():
                self._tell("pong", now=now())
            case messages.Shown():
                await self._shown(room, message)
            case messages.Sync():
                self.seen.clear()
                async with room.lock:
                    await self.hub.show(room, self)
            case _:
                await self._wish(room, message)

    async def _shown(self, room: Room, message: messages.Shown) -> None:
        """For a seat that this socket holds; whoever says so for another is not heard."""
        seat = message.seat if message.seat is not None else min(self.seats, default=None)
        if seat not in self.seats:
            return
        async with room.lock:
            match = await self.hub.match(room)
            if match.shown(seat, message.at, now()):
                await self.hub.tell_clock(room)

    # ---- hello -------------------------------------------------------------------------------------------

    async def _hello(self, room: Room, hello: messages.Hello) -> None:
        try:
            async with room.lock:
                if self.hub.store.shared:
                    await self.hub.refresh(room)
                match = await self.hub.match(room)
                seat = match.seat_of(hello.token)
                if seat is not None and len(self.seats) >= self.hub.limits.seats_per_socket:
                    raise HangUp(TOO_MUCH, "too many seats on one socket")
                self._sit(match, seat, hello)
                self.send(self._welcome(match, seat))
            await self.hub.enter(room, self)
            if seat is not None:
                nonce = hello.nonce or secrets.token_hex(8)
                slow = not match.over and match.game is None
                await self.hub.act(self.game, lambda match: match.ready(seat, nonce, now(), hello.name or ""), slow)
            await self._catch_up(room)
        except Unknown:
            raise HangUp(NO_SUCH_GAME, "there is no such game") from None
        except SetAside as aside:
            self._told_aside(aside, hello.token)
        except Refused as refused:
            code = {"token": WRONG_TOKEN, "store": TRY_AGAIN}.get(refused.code, TOO_MUCH)
            raise HangUp(code, refused.reason) from None

    def _told_aside(self, aside: SetAside, token: str) -> None:
        """The game cannot go on. Who belongs to it hears why, and whether he may read its record."""
        try:
            self.send(aside.message(aside.shelf.seat_of(token) if aside.shelf is not None else None))
        except Refused as refused:
            raise HangUp(WRONG_TOKEN, refused.reason) from None
        raise HangUp(CLOSED_ASIDE, "the game is set aside")

    def _sit(self, match: Match, seat: int | None, hello: messages.Hello) -> None:
        self.state = self.state or hello.state
        if seat is None:
            self.watching = True
        else:
            self.seats[seat] = hello.token
        self.seen[seat] = Delivered(hello.since, hello.epoch)
        self.shown.discard(seat)

    def _welcome(self, match: Match, seat: int | None) -> bytes:
        head = match.head
        return msgspec.json.encode(
            {
                "t": "welcome", "game": self.game, "ruleset": head.ruleset, "title": match.ruleset.title,
                "version": match.ruleset.version, "seat": seat, "seats": sorted(self.seats), "watch": head.watch,
                "now": now(), "options": match.options, "clock": head.clock, "absence": head.absence,
                "hints": not head.no_hints,
                "dice": {"mode": head.dice, "commitment": commitment_of(head)},
                "tutorial": library.tutorial(head.ruleset, head.setup), "lesson": head.lesson,
                "battle": head.battle,
                "chat": [line for line in match.chat if may_read(match, seat is None, line)][-CHAT_SHOWN:],
            }
        )  # fmt: skip

    async def _catch_up(self, room: Room) -> None:
        """The view, and what else a client that was away must know."""
        async with room.lock:
            match = await self.hub.match(room)
            viewer = perspective(match, self)
            if viewer not in self.shown:
                await self.hub.show(room, self)
            over = match.over
            if over:
                tell_rematch(match, self)
        if over:
            self.send(await self.hub.reveal(room))
        self.hub.nudge(room)

    # ---- wishes --------------------------------------------------------------------------------------------

    async def _wish(self, room: Room, wish: Any) -> None:
        try:
            seat = self._seat(wish)
            reply = await self._granted(room, seat, wish)
        except Refused as refused:
            self._tell(
                "refused", id=wish.id, code=refused.code, reason=refused.reason, clause=refused.clause,
                legal=refused.legal,
            )  # fmt: skip
            if refused.code == "stale":
                async with room.lock:
                    await self.hub.show(room, self)
        except Unknown:
            raise HangUp(NO_SUCH_GAME, "there is no such game") from None
        except StoreError as error:
            log.warning("game %s: %s", self.game, error)
            self._tell(
                "refused", id=wish.id, code="store", reason="the database does not answer; try again in a moment",
                clause="", legal=[],
            )  # fmt: skip
        except Exception:
            log.exception("game %s: a mistake in the rules", self.game)
            self._tell(
                "refused", id=wish.id, code="broken", reason="the rules made a mistake here; the game is as before",
                clause="", legal=[],
            )  # fmt: skip
        else:
            self.send(reply)

    def _seat(self, wish: messages.ReplyWanted) -> int | None:
        """The seat that wishes: the one it names, or the only one there is."""
        if wish.seat is not None:
            if wish.seat not in self.seats:
                raise Refused("turn", "you do not hold that seat")
            return wish.seat
        if len(self.seats) > 1 and not isinstance(wish, messages.Say):
            raise Refused("invalid", "you hold several seats: say which one (seat)")
        return min(self.seats, default=None)

    async def _granted(self, room: Room, seat: int | None, wish: Any) -> bytes:
        match wish:
            case messages.TryIt():
                found = await self.hub.planning.tried(room, self._player(seat), wish.at, wish.answer)
                return msgspec.json.encode({"t": "tried", "id": wish.id} | found)
            case messages.LookAt():
                found = await self._looked(room, seat, wish)
                return msgspec.json.encode({"t": "looked", "id": wish.id, "what": wish.what} | found)
            case messages.AnswerChain():
                along: list[str] = []
                await self.hub.act(self.game, lambda match: self._chained(match, self._player(seat), wish, along))
                return msgspec.json.encode({"t": "ok", "id": wish.id, "along": along})
            case messages.ClaimGame():
                await self.hub.claim_absent(room, self._player(seat), wish.outcome == "draw", wish.id)
                return msgspec.json.encode({"t": "ok", "id": wish.id})
            case messages.OpenSeats(open=True):
                await self.hub.may_open(self.address)
                await self.hub.act(self.game, lambda match: self._records(match, seat, wish))
                return msgspec.json.encode({"t": "ok", "id": wish.id})
            case _:
                slow = isinstance(wish, messages.UndoIt | messages.TakeBack | messages.StepBack)
                await self.hub.act(self.game, lambda match: self._records(match, seat, wish), slow)
                return msgspec.json.encode({"t": "ok", "id": wish.id})

    async def _looked(self, room: Room, seat: int | None, wish: messages.LookAt) -> dict[str, Any]:
        """What a player asks while he plans."""
        planning = self.hub.planning
        match wish.what:
            case "odds":
                *before, answer = wish.chain or [wish.answer]
                return {"odds": await planning.odds(room, self._player(seat), answer, before)}
            case "hint":
                return {"hint": await planning.hint(room, self._player(seat), wish.id)}
            case "why":
                return {"why": await planning.why(room)}
            case "judge":
                return await planning.judged(room, self._player(seat), wish.chain or [wish.answer])
            case "ways" if wish.chain:
                return await planning.gestured(room, self._player(seat), "given", wish.chain)
            case "ways":
                return await planning.gestured(room, self._player(seat), "ways", wish.gesture)
            case "bands":
                return await planning.gestured(room, self._player(seat), "bands", wish.name or "")
            case "there":
                return await planning.gestured(room, self._player(seat), "there", wish.chain or [], wish.name or "")
        return await planning.looked(room, seat, wish)

    @staticmethod
    def _chained(match: Match, seat: int, wish: messages.AnswerChain, along: list[str]) -> Sequence[AnyRecord]:
        """Several answers at once; `along` gets the words of those that followed of themselves."""
        if match.was_done(seat, wish.id):
            return []
        record = match.answer_chain(seat, wish.at, wish.answers, now(), wish.id, wish.epoch, wish.flow)
        along[:] = [told.asked.words for told in record.told[len(wish.answers) : len(record.answers)]]
        return [record]

    def _records(self, match: Match, seat: int | None, wish: Any) -> Sequence[AnyRecord]:
        """What a wish does to the match. A message that was done already is not done again."""
        if match.was_done(seat, wish.id, wish.text if isinstance(wish, messages.Say) else ""):
            return []
        if isinstance(wish, messages.Say):
            return [match.say(seat, wish.text, now(), wish.id)]
        player = self._player(seat)
        match wish:
            case messages.AnswerIt():
                return [match.answer(player, wish.at, wish.answer, now(), wish.id, epoch=wish.epoch)]
            case messages.UndoIt():
                return [match.undo(player, now(), wish.id)]
            case messages.TakeBack():
                return match.take_back(player, wish.yes, now(), wish.id)
            case messages.StepBack():
                return [match.step_back(player, wish.to, now(), wish.id)]
            case messages.OpenSeats():
                return [match.open_seats(player, wish.open, now(), wish.id)]
            case messages.Concede():
                return [match.concede(player, wish.id)]
            case messages.OfferDraw():
                return match.offer_draw(player, wish.offer, wish.id)
            case messages.WantRematch():
                return [match.want_rematch(player, self.seats[player], wish.id)]
            case messages.Rename():
                return [match.rename(player, wish.name, wish.id)]
        raise Refused("invalid", "nothing to do")

    @staticmethod
    def _player(seat: int | None) -> int:
        if seat is None:
            raise Refused("turn", "watchers only look")
        return seat


def _id_of(text: str | None) -> str:
    """The id of a message that could not be understood, if it has one."""
    try:
        found = msgspec.json.decode(text or "", type=dict[str, Any]).get("id", "")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return found if isinstance(found, str) and len(found) <= 64 else ""
