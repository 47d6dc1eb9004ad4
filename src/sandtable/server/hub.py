"""The live games of this process: who is connected, what has changed, who must be told. The order is always the same:
the match does it, the store has it, then everybody hears of it."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Raw

from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError, one_line
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset_ids
from sandtable.server import library
from sandtable.server.clerks import Clerks
from sandtable.server.fairness import Gate, Lane
from sandtable.server.limits import Buckets, ServerLimits
from sandtable.server.match import Match
from sandtable.server.planning import Planning
from sandtable.server.players import Players, Reply, thought_of
from sandtable.server.records import (
    AnyRecord,
    Begin,
    Chained,
    Close,
    Head,
    HeadSeat,
    Input,
    commitment_of,
    new_game_id,
    new_token,
    now,
)  # fmt: skip
from sandtable.server.refused import Refused
from sandtable.server.reviews import Reviews
from sandtable.server.room import Away, BotReasons, Listener, Presence, Room
from sandtable.server.shelf import CANNOT_GO_ON, SetAside, set_aside
from sandtable.server.store import Conflict, Kept, Rows, Store, StoreError, Summary, Torn
from sandtable.server.views import Views

log = logging.getLogger("sandtable.server")

ATTEMPTS = 6
"""How often a change is tried again after another process was quicker."""
HEARTBEAT = 20.0
"""Seconds after which a process says again who is connected to it."""
TIDYING = 600.0
"""Seconds between two looks through the whole memory for what nobody needs: with a thousand games that takes a while,
and Python by itself would do it more often (`serve`)."""
STORE_AGAIN = 1.0
"""Seconds after which we ask a database again that did not answer."""
SHOWN_GAMES = 50
EXHIBITION_NICE = 15
CLOSED_ASIDE = 4410
"""The code a socket is closed with when its game is set aside."""
LOOK_NICE, ARCHIVE_NICE = 2, 5
LOOP_BURST = 0.5
"""Seconds of the event loop that an address may use at once."""
STALE = 3 * HEARTBEAT
"""Seconds after which a game is no longer offered to anybody: nobody has been seen waiting in it."""


class Unknown(Exception):
    """There is no such game."""


class Hub:
    def __init__(self, store: Store, limits: ServerLimits) -> None:
        self.store, self.limits = store, limits
        self.process = secrets.token_hex(6)
        self.mine: Callable[[str], bool] = lambda game: True
        """Is it for us to look after this game's clock? Where several workers share the games, one of them does."""
        self.players = Players(limits.bot_processes, limits.bot_seconds)
        self.exhibitors = Players(1, limits.bot_seconds, EXHIBITION_NICE)
        """For games without persons: whoever plays does not wait for those who only watch."""
        self.oddsmaker = Players(1, limits.odds_seconds)
        self.clerks = Clerks(limits.look_processes, limits.look_seconds, LOOK_NICE, limits.waiting_jobs)
        """For players who plan: many small questions."""
        self.archive = Clerks(limits.archive_processes, limits.archive_seconds, ARCHIVE_NICE, limits.waiting_jobs)
        """For set-ups, saves, replays and the like."""
        self.reviews = Reviews(self.exhibitors, self.archive, self.rows, self._spawn)
        self.planning = Planning(self)
        self.lane = Lane("lane")
        """Where games begin, are folded from their logs, saved and taken back."""
        self.table = Lane("table")
        """Where games are played: answers are judged here and views drawn, while a long log is folded there."""
        self.gate = Gate(limits.loop_percent / 100, LOOP_BURST)
        self.rooms: dict[str, Room] = {}
        self.pages: dict[tuple[str, str], Raw] = {}
        """Pages of the rulesets that are always the same."""
        self.openings = Buckets(limits.opens_per_minute / 60, limits.opens_per_minute)
        self.sittings = Buckets(limits.sits_per_minute / 60, limits.sits_per_minute)
        self.started = now()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self.started = now()
        await self.store.forgive(self.started + 60_000)
        self.store.listen(self._hear)
        self._sweeper = asyncio.create_task(self._sweep())

    async def warm(self) -> None:
        """The processes that think for the first visitors run before anybody comes."""
        await self.players.warm()
        await self.oddsmaker.warm()
        await self.clerks.warm()
        await self.archive.warm()
        self._spawn(self._read_books())

    async def page(self, job: str, name: str) -> Raw:
        """A page that is always the same: worked out once, and kept."""
        if (job, name) not in self.pages:
            self.pages[job, name] = await self.archive.do(job, name)
        return self.pages[job, name]

    async def _read_books(self) -> None:
        """What visitors will ask for is worked out while nobody waits for it."""
        for name in ruleset_ids():
            for job in ("rulebook", "case_lines", "forces"):
                try:
                    await self.page(job, name)
                except (Refused, SandtableError) as error:  # whoever asks for it hears the reason
                    log.info("%s of %s: %s", job, name, error)

    async def close(self) -> None:
        tasks = [task for task in (self._sweeper, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.players.close()
        await self.exhibitors.close()
        await self.oddsmaker.close()
        await self.clerks.close()
        await self.archive.close()
        self.lane.close()
        self.table.close()
        await self.store.close()

    # ---- making games ----------------------------------------------------------------------------------

    async def create(self, head: Head, listed: bool = False, address: str = "") -> str:
        """Stores a new game; one without persons begins at once. Raises Refused if too many wait for anybody."""
        if any(seat.open for seat in head.seats):
            await self.may_open(address)
        if any(seat.kind == "bot" for seat in head.seats) and not head.replay:
            self._spawn(self.players.warm())
        return await self._store_new(head, listed)

    async def _store_new(self, head: Head, listed: bool = False) -> str:
        game, moment = new_game_id(), now()

        def begin() -> tuple[Match, list[AnyRecord]]:
            match = Match(head, moment)
            return match, match.begin_if_due(moment)

        match, records = await self.lane.do(begin)
        await self.store.create(game, head, records, now(), summary(match), listed)
        return game

    async def shelve(self, head: Head) -> str:
        """Stores a game that can only be read."""
        game = new_game_id()
        await self.store.create(game, head, [], now(), Summary("aside", None))
        return game

    # ---- open to anybody --------------------------------------------------------------------------------

    async def may_open(self, address: str) -> None:
        """Raises Refused where enough games wait already, or this address opens too many."""
        if not self.openings.take(address, time.monotonic()):
            raise Refused("rate", "you open games too often: wait a moment")
        if len(await self.waiting(self.limits.open_games)) >= self.limits.open_games:
            raise Refused("refused", "enough games wait for a player: sit down to one of them")

    async def waiting(self, most: int) -> list[str]:
        """Games that anybody may sit down to."""
        return await self.store.open_games(now() - int(1000 * STALE), most)

    async def sit_down(self, game: str, token: str, name: str, address: str) -> int:
        """A seat in an open game, which the token will hold. Of two who want the same one, one gets it; who asks again
        has it already."""
        if not self.sittings.take(address, time.monotonic()):
            raise Refused("rate", "too often: wait a moment")
        taken: int | None = None

        def want(match: Match) -> Sequence[AnyRecord]:
            nonlocal taken
            records: list[AnyRecord] = []
            taken = match.seat_with(token)
            if taken is None:
                taken, records = match.sit_down(token, name)
            return records

        await self.act(game, want)
        assert taken is not None
        return taken

    # ---- matches -----------------------------------------------------------------------------------------

    def room(self, game: str) -> Room:
        room = self.rooms.get(game)
        if room is None:
            room = self.rooms[game] = Room(game)
        room.touched = time.monotonic()
        return room

    async def match(self, room: Room) -> Match:
        """The match, folded from its log if need be. Call it with the room's lock held. Raises Unknown, SetAside."""
        if room.aside is not None:
            raise room.aside.with_traceback(None)
        if room.match is None:
            kept = await self._kept(room)
            try:
                room.match = await self.lane.do(partial(Match.fold, kept.head, kept.created, kept.log))
            except Exception as error:
                over = kept.status == "over"
                aside = await self.lane.do(partial(set_aside, kept.head, kept.created, kept.log, over, error))
                raise await self._set_aside(room, aside) from error
            if kept.status == "aside":
                log.info("game %s: taken up again", room.game)
                await self.store.take_up(room.game, room.match.number, summary(room.match))
            room.match.clocks.forgive(self.started)
            room.views = Views(room.match)
            room.open = room.match.open
        return room.match

    async def _kept(self, room: Room) -> Kept:
        """The game as it is stored. Raises Unknown; SetAside if that cannot be read."""
        try:
            return await self.kept(room.game)
        except Torn as torn:
            unreadable = SetAside(f"{CANNOT_GO_ON}: what is stored of it cannot be read", one_line(torn), None)
            raise await self._set_aside(room, unreadable) from torn
        except Unknown:
            self.rooms.pop(room.game, None)
            raise

    async def _set_aside(self, room: Room, aside: SetAside) -> SetAside:
        """Named once in the log; its players are told, and nobody else notices."""
        log.error("game %s is set aside: %s", room.game, aside.detail)
        room.forget()
        room.aside, room.open = aside, False
        await self.store.set_aside(room.game)
        for socket in list(room.sockets):
            socket.send(aside.message(min(socket.seats, default=None)))
            socket.close(CLOSED_ASIDE, "the game is set aside")
        return aside

    async def kept(self, game: str) -> Kept:
        """A game as it is stored. Raises Unknown."""
        found = await self.store.load(game)
        if found is None:
            raise Unknown
        return found

    async def rows(self, game: str) -> Rows:
        """The same unread, for a clerk. Raises Unknown."""
        found = await self.store.rows(game)
        if found is None:
            raise Unknown
        return found

    async def act(self, game: str, want: Callable[[Match], Sequence[AnyRecord]], slow: bool = False) -> None:
        """Changes a game: `want` does it to the match, off the event loop, and says what must be stored. `slow`: that
        may mean to play the game again from its beginning. Raises Refused, Unknown."""
        room = self.room(game)
        async with room.lock:
            await self._act(room, want, slow)
        self.nudge(room)

    async def _act(self, room: Room, want: Callable[[Match], Sequence[AnyRecord]], slow: bool = False) -> None:
        for _ in range(ATTEMPTS):
            match = await self.match(room)
            try:
                records = await (self.lane if slow else self.table).do(partial(want, match))
            except Refused:
                raise
            except Exception as error:
                log.exception("game %s: the rules broke down", room.game)
                room.forget()
                raise Refused("broken", f"the rules could not work with this: {one_line(error)[:200]}") from error
            except BaseException:
                room.forget()  # nobody waits for what is being done to the match: the log is right
                raise
            if not records:
                return
            try:
                await self.store.append(room.game, match.number, records, now(), summary(match))
            except Conflict:
                await self._catch_up(room)
                continue
            except BaseException as error:
                room.forget()  # the match has gone ahead of its log: the log is right
                if isinstance(error, StoreError):
                    log.error("game %s: %s", room.game, error)
                    raise Refused("store", "this could not be stored; try again in a moment") from error
                raise
            match.stored(len(records))
            await self._announce(room, match, records)
            return
        raise Refused("store", "others keep changing this game; try again in a moment")

    async def _catch_up(self, room: Room) -> None:
        """Another process has written to this game, and what we have in memory may not be stored: read it anew."""
        known = room.match.number if room.match is not None else 0
        room.forget()
        match = await self.match(room)
        await self._announce(room, match, [stored.record for stored in await self.store.since(room.game, known)])

    async def _announce(self, room: Room, match: Match, records: Sequence[AnyRecord]) -> None:
        if room.changed(match, records):
            await self._draw(room, match)
        room.announce(match, records)
        if match.over and any(isinstance(record, Input | Chained | Close | Begin) for record in records):
            self._spawn(self._tell_over(room))

    async def refresh(self, room: Room) -> None:
        """Takes in what other processes have written. Call it with the room's lock held."""
        if room.match is None:
            return
        stored = await self.store.since(room.game, room.match.number)
        if not stored:
            return
        try:
            await self.lane.do(partial(room.match.catch_up, stored))
        except Exception as error:
            log.info("game %s is read anew: %s", room.game, one_line(error))
            room.forget()
        await self._announce(room, await self.match(room), [one.record for one in stored])

    async def _heard_of(self, room: Room, number: int) -> None:
        """Another process says that the game has so many records."""
        try:
            async with room.lock:
                if room.match is not None and room.match.number < number:
                    await self.refresh(room)
        except StoreError as error:
            log.warning("game %s: %s", room.game, error)
            room.forget()  # we have missed something: the next who comes reads it all
        self._nudge_later(room)

    # ---- showing ------------------------------------------------------------------------------------------

    async def show(self, room: Room, socket: Listener) -> None:
        """Brings one socket up to date. Call it with the room's lock held."""
        match = await self.match(room)
        if match.game is not None:
            await self._draw(room, match, socket)
        room.show(match, socket)

    async def tell_clock(self, room: Room) -> None:
        """A clock has begun to run: everybody sees it run. Call it with the room's lock held."""
        match = await self.match(room)
        room.changed(match, [])
        await self._draw(room, match)
        for socket in list(room.sockets):
            room.show(match, socket)

    async def _draw(self, room: Room, match: Match, *sockets: Listener) -> None:
        """Views are made off the event loop, also those of whoever comes while the others are drawn."""
        while room.views is not None and (wanted := room.undrawn(match, *sockets)):
            await self.table.do(partial(room.views.draw, wanted, now()))

    # ---- the end ------------------------------------------------------------------------------------------

    async def claim_absent(self, room: Room, seat: int, drawn: bool, message: str) -> None:
        """Ends the game of somebody who stays away. Raises Refused if he is here, or not away for long enough."""

        def want(match: Match) -> Sequence[AnyRecord]:
            if match.was_done(seat, message):
                return []
            room.table(match)  # who is here now?
            due = room.claimable(match)
            if due is None or due["seat"] == seat:
                raise Refused("refused", "nobody whom the game waits for is away, or this game cannot be claimed")
            if (left := due["from"] - now()) > 0:
                raise Refused("refused", f"wait for {match.seats[due['seat']].name} for another {-(-left // 1000)} s")
            return [match.claim_absent(seat, due["seat"], drawn, message)]

        await self.act(room.game, want)

    async def _tell_over(self, room: Room) -> None:
        try:
            room.send(await self.reveal(room))
        except (SandtableError, Refused) as error:  # whoever comes back hears it then
            log.warning("game %s: the end was not told: %s", room.game, error)

    async def reveal(self, room: Room) -> bytes:
        """The end of a game with its dice laid open, every one of them derived anew."""
        if room.over is None:
            async with room.lock:
                match = await self.match(room)
                game = match.game
                if game is None or not match.over:
                    raise Refused("stale", "the game has gone back behind its end")
                verdict = await self.archive.do("verify", await self.lane.do(partial(saves.save, game)))
                seeded = match.head.dice == "server"
                room.over = msgspec.json.encode(
                    {
                        "t": "over",
                        "outcome": match.outcome,
                        "seed": match.head.seed if seeded else "",
                        "commitment": commitment_of(match.head),
                        "nonces": match.nonces,
                        "rolls": verdict.rolls,
                        "checked": verdict.proved_rolls if verdict.ok else 0,
                        "proved": verdict.ok and verdict.proved_rolls == verdict.rolls,
                        "notes": [verdict.problem] if verdict.problem else list(verdict.notes),
                    }
                )
        return room.over

    async def story(self, game: str) -> Raw:
        """What became of a game that is over: worked out once while somebody is interested in it."""
        room = self.room(game)
        if room.story is None:
            room.story = await self.archive.do("story", await self.rows(game), game)
        return room.story

    # ---- coming and going ------------------------------------------------------------------------------------

    async def enter(self, room: Room, socket: Listener) -> None:
        room.enter(socket)
        await self._tell_presence(room)
        if room.open and socket.seats:
            await self.store.still_open([room.game], now())

    async def leave(self, room: Room, socket: Listener) -> None:
        room.leave(socket)
        await self._tell_presence(room)

    async def _tell_presence(self, room: Room) -> None:
        await self._refresh_table(room)
        here, watchers = room.here()
        await self._shout(Presence(self.process, room.game, sorted(here), watchers))

    async def _shout(self, presence: Presence) -> None:
        try:
            await self.store.shout(msgspec.json.encode(presence))
        except StoreError as error:
            log.warning("%s", error)

    # ---- what other processes say --------------------------------------------------------------------------------

    def _hear(self, told: bytes | None) -> None:
        """On the event loop. None: something may have been missed."""
        if told is None:
            for room in list(self.rooms.values()):
                if room.match is not None:
                    self._spawn(self._heard_of(room, room.match.number + 1))
            return
        message = msgspec.json.decode(told)
        if body := message.get("body"):
            self._heard_presence(msgspec.json.decode(body, type=Presence))
        elif (known := self.rooms.get(message["game"])) is not None:
            self._spawn(self._heard_of(known, message["number"]))

    def _heard_presence(self, presence: Presence) -> None:
        room = self.rooms.get(presence.game)
        if room is None or presence.process == self.process:
            return
        before = room.away.get(presence.process)
        if presence.seats or presence.watchers:
            until = time.monotonic() + 3 * HEARTBEAT
            room.away[presence.process] = Away(presence.seats, presence.watchers, until)
        else:
            room.away.pop(presence.process, None)
        if before is None and room.sockets:
            here, watchers = room.here()  # it has just come, and does not know of ours
            self._spawn(self._shout(Presence(self.process, room.game, sorted(here), watchers)))
        if before is None or (before.seats, before.watchers) != (presence.seats, presence.watchers):
            self._spawn(self._refresh_table(room))

    async def _refresh_table(self, room: Room) -> None:
        if room.sockets:
            try:
                async with room.lock:
                    room.tell_table(await self.match(room))
            except SetAside:
                return  # they were told
            except StoreError as error:
                log.warning("game %s: %s", room.game, error)

    # ---- bots ----------------------------------------------------------------------------------------------------

    def _nudge_later(self, room: Room) -> None:
        """The process that wrote the last record lets the bot think. Should it have died, we do."""
        asyncio.get_running_loop().call_later(self.limits.bot_seconds + HEARTBEAT, self.nudge, room)

    def nudge(self, room: Room) -> None:
        """Lets a bot think if one is asked, and makes the rematch if everybody wants it."""
        match = room.match
        if match is None:
            return
        if match.rematch_due:
            self._spawn(self._until_stored(self._make_rematch, room))
        if room.bot is None and self._bot_is_asked(room, match):
            room.bot = self._spawn(self._until_stored(self._play_bots, room))
            room.bot.add_done_callback(lambda _: setattr(room, "bot", None))

    async def _until_stored(self, work: Callable[[Room], Awaitable[None]], room: Room) -> None:
        """A database that is away for a while stops no game: what nobody else would do again is done until it holds."""
        while True:
            try:
                return await work(room)
            except StoreError as error:
                log.warning("game %s waits for the database: %s", room.game, error)
                await asyncio.sleep(STORE_AGAIN)

    @staticmethod
    def _bot_is_asked(room: Room, match: Match) -> bool:
        """A game without persons goes on only while somebody watches."""
        asked = match.asked
        if asked is None or not isinstance(match.question, Question):
            return False
        if match.seats[asked].person and not match.sets_itself_up:
            return False
        return bool(room.sockets) or any(seat.person for seat in match.seats)

    async def _play_bots(self, room: Room) -> None:
        while True:
            async with room.lock:
                match = await self.match(room)
                if not self._bot_is_asked(room, match):
                    return
                thought, at, epoch = thought_of(room.game, match), match.at, match.epoch
                if not thought.bot:  # the game of a person sets itself up
                    thought = msgspec.structs.replace(thought, bot=library.default_bot())
                scripted = match.lesson.answer(match.game.inputs) if match.lesson and match.game else None
            try:
                if scripted is None:
                    reply = await self._thinkers(match).reply(thought, partial(self._crowded, room))
                else:
                    reply = Reply(result=msgspec.Raw(msgspec.json.encode(scripted)))
            except Exception as error:  # whatever it was, the game goes on
                log.warning("game %s: %s at input %d: %s", room.game, thought.bot, at, one_line(error))
                reply = Reply()
            answer = msgspec.json.decode(reply.result)
            try:
                async with room.lock:
                    await self._act(room, partial(bot_answers, seat=thought.seat, at=at, epoch=epoch, answer=answer))
                    if reply.why:
                        room.why[thought.seat] = BotReasons(thought.seat, at, reply.why)
            except Refused as refused:
                if refused.code == "store":
                    raise StoreError(refused.reason) from refused
                if refused.code != "stale":
                    log.error("game %s: %s: %s", room.game, thought.bot, refused.reason)
                    return

    def _crowded(self, room: Room, crowd: int) -> None:
        """A bot of this game begins to think; who waits for it may know why it thinks shorter than usual."""
        if room.crowd != crowd:
            room.crowd = crowd
            self._spawn(self._refresh_table(room))

    def _thinkers(self, match: Match) -> Players:
        return self.players if any(seat.person for seat in match.seats) else self.exhibitors

    async def _make_rematch(self, room: Room) -> None:
        """The next game, with everybody on his new side."""
        async with room.lock:
            match = await self.match(room)
            if not match.rematch_due:
                return
            head, seats = match.head, match.seats
            places = sorted(range(len(seats)), key=match.seat_in_rematch)
            players = [
                HeadSeat(seats[old].kind, seats[old].given_name, seats[old].bot, seats[old].rematch) for old in places
            ]
            again = new_head(match, players, room.game)
            game = await self._store_new(again)
            try:
                await self._act(room, lambda match: [match.follow_on(game, again.watch)] if match.rematch_due else [])
            except Refused as refused:
                if refused.code == "store":
                    raise StoreError(refused.reason) from refused
                log.error("game %s: no rematch: %s", head.ruleset, refused.reason)

    # ---- time ----------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Once a second: clocks that have run out, games nobody needs in memory, signs of life to other processes."""
        beat = tidied = time.monotonic()
        while True:
            await asyncio.sleep(1)
            try:
                for game in filter(self.mine, await self.store.overdue(now())):
                    await self.flag(game)
                self.drop_idle(time.monotonic() - self.limits.idle_seconds)
                if time.monotonic() - tidied > TIDYING:
                    tidied = time.monotonic()
                    gc.collect()
                if time.monotonic() - beat > HEARTBEAT:
                    beat = time.monotonic()
                    await self._beat()
            except StoreError as error:
                log.warning("%s", error)
            except Exception:
                log.exception("the sweeper stumbled")

    async def flag(self, game: str) -> None:
        """The clock of a game has run out."""
        try:
            await self.act(game, lambda match: [record] if (record := match.flag(now())) else [])
        except SetAside:
            return  # its clock stands now
        except (Refused, Unknown) as error:
            log.warning("game %s: %s", game, error)
        except StoreError:
            raise
        except Exception:  # whatever it is, the clocks of the others run
            log.exception("game %s: its clock cannot be looked at", game)

    def drop_idle(self, before: float) -> None:
        """Games that nobody has touched since then leave the memory; their logs stay where they are."""
        for room in list(self.rooms.values()):
            if room.touched < before and not room.lock.locked() and room.bot is None:
                room.forget()
                if not room.sockets:
                    del self.rooms[room.game]

    async def _beat(self) -> None:
        moment = time.monotonic()
        for room in list(self.rooms.values()):
            alive = {process: away for process, away in room.away.items() if away.until > moment}
            if len(alive) < len(room.away):  # a process has died without a word, and its players are away now
                room.away = alive
                self._spawn(self._refresh_table(room))
            if room.sockets:
                here, watchers = room.here()
                await self._shout(Presence(self.process, room.game, sorted(here), watchers))
        waiting = [room.game for room in self.rooms.values() if room.open and room.here()[0]]
        if waiting:
            await self.store.still_open(waiting, now())

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, SetAside):
            log.error("a task of the hub failed", exc_info=error)


def summary(match: Match) -> Summary:
    return Summary(match.status, match.deadline, match.open)


def new_head(match: Match, seats: list[HeadSeat], parent: str) -> Head:
    """The same game once more, from the beginning, with new dice."""
    head = match.head
    seed = Seeded().seed.hex() if head.dice == "server" else ""
    return Head(
        head.ruleset, match.ruleset.version, head.options, head.setup, seats, new_token(), head.dice, seed, head.clock,
        parent, absence=head.absence, no_hints=head.no_hints, quick=head.quick, lesson=head.lesson,
        battle=head.battle,
    )  # fmt: skip


def bot_answers(match: Match, seat: int, at: int, epoch: int, answer: Any) -> list[AnyRecord]:
    """A bot's answer; if it has none, or not a legal one, any answer will do: the game goes on. What it thought about
    may have been taken back in the meantime."""
    match.still(epoch)
    if answer is not None:
        try:
            return [match.answer(seat, at, answer, now(), by="bot")]
        except Refused as refused:
            if refused.code != "illegal":
                raise
            log.warning("a bot's answer is refused: %s", refused.reason)
    question = match.question
    if match.at != at or question is None:
        raise Refused("stale", "the game has gone on")
    return [match.answer(seat, at, question.pick(secrets.SystemRandom()), now(), by="bot")]
