"""What players ask while they plan: would this be legal, how far is it, what are the odds, what would a veteran do.

Whether one may ask is said at once; the answer is worked out in another process, or by the thread that plays.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine.questions import Question
from sandtable.server import looking
from sandtable.server.fairness import Turns
from sandtable.server.match import Match
from sandtable.server.messages import LookAt
from sandtable.server.players import WorkerFailed, thought_of
from sandtable.server.records import AnyRecord
from sandtable.server.refused import Refused
from sandtable.server.room import BotReasons, Room
from sandtable.server.views import hides_nothing

if TYPE_CHECKING:
    from sandtable.server.hub import Hub

log = logging.getLogger("sandtable.server")

HINT_SECONDS = 2.0


class Planning:
    """Whoever has many games waits no less for odds and hints than whoever has one."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._odds_turns = Turns(1, hub.limits.waiting_jobs)
        self._hint_turns = Turns(hub.limits.bot_processes, hub.limits.waiting_jobs)

    async def tried(self, room: Room, seat: int, at: int, answer: Any) -> dict[str, Any]:
        """Would this answer be legal?"""
        async with room.lock:
            match = await self._hub.match(room)
            position = looking.may_try(match, seat, at).position()
        found: dict[str, Any] = await self._hub.clerks.do("tried", match.head.ruleset, position, answer)
        return found

    async def looked(self, room: Room, seat: int | None, look: LookAt) -> dict[str, Any]:
        """What a player asks while he plans."""
        async with room.lock:
            match = await self._hub.match(room)
            position, luck = looking.may_look(match, seat, look).position(), f"{match.head.watch}/{match.at}"
        found: dict[str, Any] = await self._hub.clerks.do("looked", match.head.ruleset, position, seat, luck, look)
        return found

    async def gestured(self, room: Room, seat: int, what: str, *about: Any) -> dict[str, Any]:
        """The ways to do what a player shows with his hand, how far one comes, and what is met there."""
        async with room.lock:
            match = await self._hub.match(room)
            position = looking.may_gesture(match, seat).position()
        found: dict[str, Any] = await self._hub.clerks.do(what, match.head.ruleset, position, *about)
        return found

    async def judged(self, room: Room, seat: int, answers: Sequence[Any]) -> dict[str, Any]:
        """What is said in a lesson to answers that are about to be given."""
        async with room.lock:
            match = await self._hub.match(room)
            if match.lesson is None or match.game is None or match.asked != seat or match.lesson.seat != seat:
                raise Refused("turn", "nothing is taught here and now")
            return await self._hub.table.do(partial(match.lesson.judge, match.game, answers))

    async def odds(self, room: Room, seat: int, answer: Any = None, before: Sequence[Any] = ()) -> dict[str, Any]:
        """The odds of every option of the question that this seat is asked, or of one answer to it: given now, or at
        the end of a chain that these answers come `before`."""
        async with room.lock:
            match = await self._hub.match(room)
            if match.game is None or match.asked != seat or not isinstance(match.question, Question):
                raise Refused("turn", "you are not asked anything now")
            if not hides_nothing(match.game):
                raise Refused("unknown", "this game hides something: its odds would tell of it")
            thought = msgspec.structs.replace(thought_of(room.game, match), answer=answer, before=list(before))
        try:
            async with self._odds_turns.turn():
                found: dict[str, Any] = await self._hub.oddsmaker.ask(thought)
        except WorkerFailed as error:
            log.warning("game %s: odds: %s", room.game, error)
            raise Refused("refused", f"these odds cannot be worked out: {error}") from error
        return found

    async def why(self, room: Room) -> list[BotReasons]:
        """What the bots say about their last answers; where something is hidden, nothing: they know what it is."""
        async with room.lock:
            match = await self._hub.match(room)
            if match.game is None or not hides_nothing(match.game):
                raise Refused("unknown", "this game hides something: a bot's reasons would tell of it")
            return [why for why in room.why.values() if why.at < match.at]

    async def hint(self, room: Room, seat: int, message: str) -> dict[str, Any]:
        """What a veteran would do. It is told once it is in the log, so that everybody sees it; the same again is
        free."""
        async with room.lock:
            match = await self._hub.match(room)
            looking.may_hint(match, seat)
            here = seat, match.at, match.epoch
            if room.hint is not None and room.hint[0] == here:
                return room.hint[1]
            thought = msgspec.structs.replace(thought_of(room.game, match), bot="", hint=True, seconds=HINT_SECONDS)
        try:
            async with self._hint_turns.turn():
                found: dict[str, Any] = await self._hub.players.ask(thought)
        except WorkerFailed as error:
            log.warning("game %s: hint: %s", room.game, error)
            raise Refused("refused", f"there is no hint for this: {error}") from error

        def want(match: Match) -> Sequence[AnyRecord]:
            match.still(here[2])
            return [] if match.was_done(seat, message) else [match.hinted(seat, here[1], message)]

        await self._hub.act(room.game, want)
        room.hint = here, found
        return found
