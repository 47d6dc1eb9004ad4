"""The HTTP half of the API: one function for each endpoint. docs/api.md and /api/openapi.json are its other sides."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request

from sandtable.bots import make_bot
from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import RuleError, SandtableError, SaveError, UnknownRuleset, one_line
from sandtable.engine.lessons import lesson as find_lesson
from sandtable.engine.registry import ruleset
from sandtable.server import jobs, library, replays
from sandtable.server.clerks import ClerkFailed
from sandtable.server.hub import SHOWN_GAMES, Hub, Unknown
from sandtable.server.jobs import Checked, Loaded
from sandtable.server.match import Match
from sandtable.server.pasts import past_of
from sandtable.server.records import Battle, ClockRule, Head, HeadSeat, Past, commitment_of, encode, hashed, new_token
from sandtable.server.refused import Refused
from sandtable.server.room import Room
from sandtable.server.shelf import SetAside, Shelf, packed, unpacked
from sandtable.server.store import StoreError
from sandtable.server.views import draw
from sandtable.server.wire import (
    CaseLine,
    CasePage,
    CheckForce,
    Claimed,
    ClaimSeat,
    DiceLine,
    ForceSheet,
    ForceVerdict,
    Fork,
    GameLine,
    GameMade,
    GamePage,
    Health,
    NewClock,
    NewGame,
    NewSeat,
    OpenGame,
    QuickLine,
    Replay,
    ReplayMade,
    ReviewOf,
    RulebookPage,
    RulesetLine,
    RulesetPage,
    SatDown,
    SceneAt,
    SchoolPage,
    SeatWithToken,
    SitDown,
    StoryPage,
    TableNow,
)  # fmt: skip

log = logging.getLogger("sandtable.server")
T = TypeVar("T")

USUAL_ABSENCE = 120
LIVE_BANK = 3 * 3600
"""Seconds on a clock up to which people sit at the table together."""


class Failed(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.clause = status, code, reason, clause


class File(Struct, frozen=True):
    """An answer that is to be kept as a file."""

    name: str
    body: bytes


Handler = Callable[[Hub, Request, Any], Awaitable[Any]]


class Endpoint(Struct, frozen=True):
    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    token: bool = False
    status: int = 200
    errors: tuple[int, ...] = ()
    query: tuple[str, ...] = ()
    large: bool = False
    """Takes a save file as its body."""


# ---- rulesets -------------------------------------------------------------------------------------


async def health(hub: Hub, request: Request, body: None) -> Health:
    return Health(True, await hub.store.count(), sum(len(room.sockets) for room in hub.rooms.values()))


async def list_rulesets(hub: Hub, request: Request, body: None) -> list[RulesetLine]:
    return library.rulesets()


async def show_ruleset(hub: Hub, request: Request, body: None) -> RulesetPage:
    return library.page(ruleset_of(request))


async def show_battle(hub: Hub, request: Request, body: None) -> QuickLine:
    """What a seed draws."""
    asked = request.query_params
    wished = {"seed": asked.get("seed", ""), "forces": asked.getlist("force"), "place": asked.get("place", "")}
    try:
        battle = msgspec.convert(wished, Battle)
    except msgspec.ValidationError as error:
        raise Failed(422, "invalid", f"no battle can be drawn with this: {one_line(error)[:200]}") from error
    return await asyncio.to_thread(library.quick_line, ruleset_of(request), battle, asked.get("picture") == "true")


async def show_rulebook(hub: Hub, request: Request, body: None) -> Raw:
    return await hub.page("rulebook", ruleset_of(request))


async def list_cases(hub: Hub, request: Request, body: None) -> Raw:
    return await hub.page("case_lines", ruleset_of(request))


async def show_case(hub: Hub, request: Request, body: None) -> Raw:
    found: Raw | None = await hub.archive.do("case_page", ruleset_of(request), request.path_params["case"])
    if found is None:
        raise Failed(404, "unknown", "there is no such case")
    return found


async def show_lessons(hub: Hub, request: Request, body: None) -> SchoolPage:
    return await asyncio.to_thread(library.school, ruleset_of(request))


async def list_forces(hub: Hub, request: Request, body: None) -> Raw:
    return await hub.page("forces", ruleset_of(request))


async def check_force(hub: Hub, request: Request, body: CheckForce) -> ForceVerdict:
    found: ForceVerdict = await with_the_rules(hub, "check_force", ruleset_of(request), body)
    return found


async def with_the_rules(hub: Hub, job: str, *args: Any) -> Any:
    """Work on what a stranger sends. Where the rules break down over it, that is our mistake, but no reason to fail."""
    try:
        return await hub.archive.do(job, *args)
    except ClerkFailed as error:
        log.error("the rules broke down: %s", error)
        raise Failed(422, "illegal", f"the rules cannot work with this: {one_line(error)[:200]}") from error


def ruleset_of(request: Request) -> str:
    name: str = request.path_params["ruleset"]
    ruleset(name)
    return name


# ---- making games ---------------------------------------------------------------------------------


async def new_game(hub: Hub, request: Request, body: NewGame) -> GameMade:
    ruleset(body.ruleset)
    if body.lesson:
        return await _new_lesson(hub, request, body)
    if body.ready is not None and body.setup is not None:
        raise Failed(400, "invalid", "give either ready or setup")
    if body.battle is not None and (body.ready is not None or body.setup is not None):
        raise Failed(400, "invalid", "a quick battle is drawn: give it no set-up")
    ready = library.page(body.ruleset).ready
    if body.ready is not None and body.ready >= len(ready):
        raise Failed(404, "unknown", f"{body.ruleset} has {len(ready)} ready set-ups")
    ours = ready[body.ready or 0]
    drawn = library.drawn_battle(body.ruleset, body.battle).setup if body.battle is not None else None
    if body.setup is None and drawn is None and not any(body.forces):  # one of ours is small, and known to be good
        options = dict(ruleset(body.ruleset).rulebook.options(body.options))
        checked = Checked(ours.setup, options, tuple(ours.seats))
    else:
        chosen = drawn or body.setup or ours.setup
        checked = await with_the_rules(hub, "set_up", body.ruleset, chosen, body.forces, body.options)
    absence = usual_absence(body.clock) if body.absence is None else body.absence
    return await created(
        hub,
        body.ruleset,
        checked,
        body.seats,
        body.dice,
        body.clock,
        listed=body.listed,
        absence=absence,
        address=address_of(request),
        no_hints=not body.hints,
        quick=body.quick or body.battle is not None,
        battle=body.battle,
    )


async def _new_lesson(hub: Hub, request: Request, body: NewGame) -> GameMade:
    """A game in which something is learnt: one person, a bot wherever the script ends, dice of the server."""
    lesson = find_lesson(body.ruleset, body.lesson)
    if lesson is None:
        raise Failed(404, "unknown", f"{body.ruleset} has no lesson {body.lesson!r}")
    rules = ruleset(body.ruleset)
    options = rules.rulebook.options(lesson.file.options)
    sides = rules.seats(rules.begin(lesson.setup, options))
    seats = [NewSeat() if seat == lesson.seat else NewSeat("bot") for seat in range(len(sides))]
    checked = Checked(lesson.setup, dict(options), tuple(sides))
    address = address_of(request)
    return await created(hub, body.ruleset, checked, seats, "server", address=address, lesson=lesson.id)


def usual_absence(clock: NewClock | None) -> int:
    """Two minutes where people sit down to play with a clock; never where they may come back tomorrow."""
    return USUAL_ABSENCE if clock is not None and 0 < clock.bank <= LIVE_BANK else 0


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def created(
    hub: Hub,
    name: str,
    checked: Checked,
    seats: list[NewSeat] | None,
    dice: Any,
    clock: NewClock | None = None,
    past: Past | None = None,
    parent: str = "",
    listed: bool = False,
    absence: int = 0,
    address: str = "",
    record: bytes = b"",
    no_hints: bool = False,
    lesson: str = "",
    quick: bool = False,
    battle: Battle | None = None,
) -> GameMade:
    """Stores a game with this set-up."""
    sides = checked.seats
    wanted = seats or [NewSeat("person"), *[NewSeat("bot") for _ in sides[1:]]]
    if len(wanted) != len(sides):
        raise Failed(422, "illegal", f"this game has {len(sides)} seats ({', '.join(sides)})")
    tokens = [new_token() if seat.kind == "person" else "" for seat in wanted]
    head = Head(
        name, ruleset(name).version, checked.options, checked.setup,
        [_head_seat(seat, token) for seat, token in zip(wanted, tokens, strict=True)], new_token(), dice,
        Seeded().seed.hex() if dice == "server" else "",
        ClockRule(clock.bank, clock.increment, clock.flag, clock.questions) if clock else None, parent, past,
        absence=absence, no_hints=no_hints, record=record, lesson=lesson, quick=quick,
        battle=battle,
    )  # fmt: skip
    made = await _kept(hub, head, listed, address)
    lines = [
        SeatWithToken(number, side, seat.kind, seat.name or seat.bot or side, seat.bot, token)
        for number, (side, seat, token) in enumerate(zip(sides, head.seats, tokens, strict=True))
    ]
    return GameMade(made, lines, head.watch, commitment_of(head))


def _head_seat(seat: NewSeat, token: str) -> HeadSeat:
    if seat.kind == "person":
        return HeadSeat("person", seat.name or "", "", hashed(token), seat.open)
    bot = seat.bot or library.default_bot()
    make_bot(bot, 0)  # raises if there is none
    return HeadSeat("bot", seat.name or bot, bot)


async def fork(hub: Hub, request: Request, body: Fork) -> GameMade:
    """A new game that shares the beginning of this one."""
    checked, past, record, name = await _read(hub, request, partial(_beginning, at=body.at))
    return await created(
        hub, name, checked, body.seats, body.dice, past=past, parent=request.path_params["game"],
        address=address_of(request), record=record,
    )  # fmt: skip


def _beginning(match: Match, viewer: int | None, at: int) -> tuple[Checked, Past, bytes, str]:
    """The first `at` inputs of a game, for another one to begin with."""
    game = match.game
    if game is None:
        raise Failed(409, "refused", "the game has not begun")
    if not match.over and not match.alone(viewer):
        raise Failed(409, "refused", "while others play in it a game cannot be forked; wait for its end")
    if at > len(game.inputs):
        raise Failed(422, "illegal", f"the game has {len(game.inputs)} inputs; it cannot be forked at {at}")
    if at == len(game.inputs) and game.over:
        raise Failed(422, "illegal", "after the last input there is nothing left to play")
    saved = saves.save(game, reveal=match.over)
    checked = Checked(dict(game.setup), dict(game.options), game.seats)
    return checked, past_of(game, at, saved.dice), packed(saves.beginning(saved, at)), game.ruleset.id


async def load_replay(hub: Hub, request: Request, body: bytes) -> ReplayMade:
    """A save file becomes a game that is over, for looking at and forking."""
    loaded: Loaded = await with_the_rules(hub, "load_save", body, hub.limits.head_size)
    checked = loaded.checked
    head = Head(
        loaded.ruleset, loaded.version, checked.options, checked.setup,
        [HeadSeat("bot", side, "random") for side in checked.seats], new_token(), "typed", past=loaded.past,
        replay=True, doubt=loaded.doubt, record=loaded.record,
    )  # fmt: skip
    return ReplayMade(await _kept(hub, head, words_only=not loaded.begins), head.watch)


async def _kept(hub: Hub, head: Head, listed: bool = False, address: str = "", words_only: bool = False) -> str:
    """Stores a new game, if it is not so large that a few of them would fill the disk. One that today's rules do not
    even begin has words only."""
    if len(encode(head)) > hub.limits.head_size:
        raise jobs.too_large(hub.limits.head_size)
    return await (hub.shelve(head) if words_only else hub.create(head, listed, address))


# ---- one game --------------------------------------------------------------------------------------


async def _holder(hub: Hub, request: Request, late: bool = False) -> tuple[Match, int | None]:
    """The game of the address and the seat of the token. The match is a copy of nobody's: look, do not touch.
    `late`: who holds a link that was replaced by a newer one counts as a watcher."""
    token = _token(request)
    room = hub.room(request.path_params["game"])
    async with room.lock:
        return await _come(hub, room, token, late)


async def _come(hub: Hub, room: Room, token: str, late: bool = False) -> tuple[Match, int | None]:
    """Call it with the room's lock held."""
    if hub.store.shared:
        await hub.refresh(room)
    try:
        match = await hub.match(room)
    except SetAside as aside:
        if aside.shelf is not None:
            aside.shelf.seat_of(token)  # only who belongs to it hears what has become of it
        raise
    return match, None if late and match.was_invited(token) else match.seat_of(token)


async def _read(hub: Hub, request: Request, work: Callable[[Match, int | None], T], late: bool = False) -> T:
    """What somebody reads of a game: off the event loop, and while nobody changes it. `late` as for `_holder`."""
    token = _token(request)
    room = hub.room(request.path_params["game"])
    async with room.lock:
        match, viewer = await _come(hub, room, token, late)
        return await hub.lane.do(partial(work, match, viewer))


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token) <= 64:
        raise Failed(401, "token", "send the token of your link: Authorization: Bearer …")
    return token


async def list_games(hub: Hub, request: Request, body: None) -> list[GameLine]:
    """Games that anybody may watch."""
    found: list[GameLine] = []
    for game, started in await hub.store.listed(SHOWN_GAMES):
        try:
            found.append(await _game_line(hub, game, started))
        except StoreError:
            raise
        except SetAside:
            continue
        except Exception as error:  # one game that cannot be read does not hide the others
            log.warning("game %s is left out of the list: %s", game, one_line(error))
    return found


async def _game_line(hub: Hub, game: str, started: int) -> GameLine:
    room = hub.room(game)
    async with room.lock:
        match = await hub.match(room)
        headline = (await hub.table.do(partial(draw, match.game, None))).headline if match.game is not None else ""
        lines = replays.seat_lines(match)
        return GameLine(game, match.head.watch, match.head.ruleset, match.ruleset.title, headline, lines, started)


async def list_open(hub: Hub, request: Request, body: None) -> list[OpenGame]:
    """Games that anybody may sit down to."""
    found: list[OpenGame] = []
    for game in await hub.waiting(SHOWN_GAMES):
        room = hub.room(game)
        async with room.lock:
            try:
                if hub.store.shared:
                    await hub.refresh(room)
                match = await hub.match(room)
            except SetAside:
                continue
        free = next((seat for seat in match.seats if seat.free), None)
        host = next((seat for seat in match.seats if seat.person and not seat.open), None)
        if free is not None and host is not None:
            ready = library.ready_setups(match.head.ruleset)
            setup = next((name for name, one in ready.items() if one == match.head.setup), "")
            waits = host.name if host.name != host.side else ""
            found.append(
                OpenGame(
                    game, match.head.ruleset, match.ruleset.title, setup, free.side, waits, match.opened,
                    _clock(match.head), match.head.dice,
                )
            )  # fmt: skip
    return found


async def sit_down(hub: Hub, request: Request, body: SitDown) -> SatDown:
    """A seat in an open game: the first who asks gets it."""
    game = request.path_params["game"]
    token = body.token or new_token()
    seat = await hub.sit_down(game, token, body.name or "", address_of(request))
    room = hub.room(game)
    async with room.lock:
        return SatDown(game, seat, token, (await hub.match(room)).head.watch)


def _clock(head: Head) -> NewClock | None:
    rule = head.clock
    return NewClock(rule.bank, rule.increment, rule.flag, rule.questions) if rule else None


async def show_game(hub: Hub, request: Request, body: None) -> GamePage:
    try:
        match, viewer = await _holder(hub, request, late=True)
    except SetAside as aside:
        return _aside_page(aside, request)
    head, outcome = match.head, match.outcome
    return GamePage(
        request.path_params["game"], head.ruleset, match.ruleset.title, match.status, replays.seat_lines(match),
        DiceLine(head.dice, commitment_of(head)),
        _clock(head), head.absence, match.created, viewer, head.watch, match.at, match.asked,
        msgspec.to_builtins(outcome) if outcome else None,
    )  # fmt: skip


async def show_table(hub: Hub, request: Request, body: None) -> TableNow:
    """How a game stands, as the seat sees it."""
    return await _read(hub, request, _table_now, late=True)


def _table_now(match: Match, viewer: int | None) -> TableNow:
    if match.game is None:
        raise Failed(409, "waiting", "the game has not begun")
    scene = draw(match.game, viewer)
    return TableNow(match.at, match.asked, scene.headline, msgspec.to_builtins(scene))


def _aside_page(aside: SetAside, request: Request) -> GamePage:
    """What is left to say of a game that was set aside."""
    if aside.shelf is None:
        raise aside
    shelf, head = aside.shelf, aside.shelf.head
    return GamePage(
        request.path_params["game"], head.ruleset, shelf.title(), "aside", shelf.seat_lines(),
        DiceLine(head.dice, commitment_of(head)), _clock(head), head.absence, shelf.created,
        shelf.seat_of(_token(request)), head.watch, len(shelf.inputs), None, None, aside.reason,
    )  # fmt: skip


async def claim_seat(hub: Hub, request: Request, body: ClaimSeat) -> Claimed:
    """A new token for the seat; the old one is dead."""
    match, viewer = await _holder(hub, request, late=True)
    old, new = _token(request), body.token or new_token()
    if viewer is None:
        if match.was_invited(old) and match.seat_with(new) is not None:
            return Claimed(new)  # it was given before, and the reply was lost
        match.seat_of(old)  # a link that was replaced is refused as such
        raise Failed(409, "refused", "watchers have no seat to claim")

    def want(match: Match) -> Any:
        seat = match.seat_of(old)
        if seat is None:
            raise Refused("token", "this link was replaced by a newer one")
        return [match.claim(seat, new)]

    await hub.act(request.path_params["game"], want)
    return Claimed(new)


async def show_replay(hub: Hub, request: Request, body: None) -> Raw:
    game = request.path_params["game"]
    try:
        match, viewer = await _holder(hub, request)
    except SetAside as aside:
        recorded: Raw = await hub.archive.do("replay_of_record", _shelf(aside, request), game, aside.reason)
        return recorded
    if match.game is None:
        raise Failed(409, "refused", "the game has not begun")
    found: Raw = await hub.archive.do("replay", await hub.rows(game), game, viewer)
    return found


async def show_story(hub: Hub, request: Request, body: None) -> Raw:
    """What became of a game that is over."""
    match, _ = await _holder(hub, request)
    if match.game is None or not match.over:
        raise Failed(409, "refused", "the story of a game is told after its end")
    return await hub.story(request.path_params["game"])


async def show_review(hub: Hub, request: Request, body: None) -> ReviewOf:
    """Decisions of a seat, judged in the background: whoever asks again hears of more."""
    match, viewer = await _holder(hub, request)
    if match.game is None or not match.over:
        raise Failed(409, "refused", "a game can be reviewed after its end")
    seat = _number(request, "seat", viewer or 0, len(match.seats) - 1)
    found = await hub.reviews.of(request.path_params["game"], seat, match.head, match.epoch, match.set_itself_up)
    return found.page()


def _shelf(aside: SetAside, request: Request) -> Shelf:
    """The record of a game that was set aside, for those who may read it."""
    if aside.shelf is None or not aside.shelf.may_read(aside.shelf.seat_of(_token(request))):
        raise aside
    return aside.shelf


async def show_scenes(hub: Hub, request: Request, body: None) -> Raw:
    first, count = _number(request, "from", 0, 1_000_000), _number(request, "count", 50, replays.MOST_SCENES)
    try:
        match, viewer = await _holder(hub, request)
    except SetAside as aside:
        seat = _number(request, "seat", -1, 1000)
        recorded: Raw = await hub.archive.do("scenes_of_record", _shelf(aside, request), first, count, seat)
        return recorded
    if match.game is None:
        raise Failed(409, "refused", "the game has not begun")
    seat = _number(request, "seat", -1, len(match.seats) - 1)
    if seat >= 0 and seat != viewer and not match.over:
        raise Failed(409, "refused", "the other side of the table can be seen after the end")
    looker = viewer if seat < 0 and not match.over else seat if seat >= 0 else None
    rows = await hub.rows(request.path_params["game"])
    found: Raw = await hub.archive.do("scenes", rows, first, count, looker)
    return found


def _number(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= most):
        raise Failed(400, "invalid", f"{name} is a whole number from 0 to {most}")
    return int(text)


async def download(hub: Hub, request: Request, body: None) -> File:
    """The save file."""
    game = request.path_params["game"]
    try:
        return await _read(hub, request, lambda match, viewer: _save_file(game, _saved(match, viewer)))
    except SetAside as aside:
        shelf = _shelf(aside, request)
        return await hub.lane.do(lambda: _save_file(game, shelf.saved()))


def _saved(match: Match, viewer: int | None) -> saves.Save:
    if match.game is None:
        raise Failed(409, "refused", "the game has not begun")
    if not match.over and not match.alone(viewer):
        raise Failed(409, "refused", "while others play in it a game cannot be saved to a file; wait for its end")
    brought = match.head.replay and match.head.record
    return unpacked(match.head.record) if brought else saves.save(match.game, reveal=match.over)


def _save_file(game: str, saved: saves.Save) -> File:
    """A save that somebody has brought may call its ruleset anything; what the file is called stands in a header."""
    plain = "".join(letter for letter in saved.ruleset if letter.isascii() and (letter.isalnum() or letter in "-_"))
    return File(f"{plain[:40]}-{game}.json", saves.to_json(saved))


def failure(error: Exception) -> Failed | None:
    """Errors that are somebody's input, as answers."""
    match error:
        case Failed():
            return error
        case Unknown():
            return Failed(404, "unknown", "there is no such game")
        case Refused():
            status = {"invalid": 400, "token": 401, "large": 413, "rate": 429, "store": 503}.get(error.code, 409)
            return Failed(status, error.code, error.reason, error.clause)
        case UnknownRuleset():
            return Failed(404, "unknown", one_line(error))
        case RuleError():
            return Failed(422, "illegal", error.reason, error.clause)
        case SaveError():
            return Failed(422, "illegal", one_line(error))
        case SandtableError():
            return Failed(422, "illegal", one_line(error))
    return None


ENDPOINTS = (
    Endpoint("GET", "/api/health", health, "Is the server well?", Health),
    Endpoint("GET", "/api/rulesets", list_rulesets, "The installed rulesets", list[RulesetLine]),
    Endpoint("GET", "/api/rulesets/{ruleset}", show_ruleset, "Set-ups, house rules and bots of a ruleset", RulesetPage,
             errors=(404,)),
    Endpoint("GET", "/api/rulesets/{ruleset}/battle", show_battle, "The quick battle of a seed", QuickLine,
             errors=(404, 422), query=("seed", "force", "place", "picture")),
    Endpoint("GET", "/api/rulesets/{ruleset}/rulebook", show_rulebook, "Every clause", RulebookPage, errors=(404,)),
    Endpoint("GET", "/api/rulesets/{ruleset}/cases", list_cases, "Worked examples", list[CaseLine], errors=(404,)),
    Endpoint("GET", "/api/rulesets/{ruleset}/cases/{case:path}", show_case, "A worked example, step by step", CasePage,
             errors=(404,)),
    Endpoint("GET", "/api/rulesets/{ruleset}/lessons", show_lessons, "Lessons, and a coach's words", SchoolPage,
             errors=(404,)),
    Endpoint("GET", "/api/rulesets/{ruleset}/forces", list_forces, "Ready-made forces", list[ForceSheet],
             errors=(404,)),
    Endpoint("POST", "/api/rulesets/{ruleset}/forces/check", check_force, "Is this list legal?", ForceVerdict,
             CheckForce, errors=(404, 422)),
    Endpoint("GET", "/api/games", list_games, "Games that anybody may watch", list[GameLine]),
    Endpoint("POST", "/api/games", new_game, "A new game", GameMade, NewGame, status=201, errors=(404, 409, 422)),
    Endpoint("GET", "/api/open", list_open, "Games that anybody may sit down to", list[OpenGame]),
    Endpoint("POST", "/api/open/{game}", sit_down, "A seat in an open game", SatDown, SitDown, errors=(404, 409)),
    Endpoint("GET", "/api/games/{game}", show_game, "A game as a lobby shows it", GamePage, token=True,
             errors=(404, 409)),
    Endpoint("POST", "/api/games/{game}/claim", claim_seat, "A new token for the seat; the old one is dead", Claimed,
             ClaimSeat, token=True, errors=(404, 409)),
    Endpoint("POST", "/api/games/{game}/fork", fork, "A new game that shares the beginning of this one", GameMade, Fork,
             token=True, status=201, errors=(404, 409, 422)),
    Endpoint("GET", "/api/games/{game}/replay", show_replay, "The game step by step", Replay, token=True,
             errors=(404, 409)),
    Endpoint("GET", "/api/games/{game}/replay/scenes", show_scenes, "Scenes of a replay", list[SceneAt], token=True,
             errors=(404, 409), query=("from", "count", "seat")),
    Endpoint("GET", "/api/games/{game}/table", show_table, "How a game stands", TableNow, token=True,
             errors=(404, 409)),
    Endpoint("GET", "/api/games/{game}/story", show_story, "What became of a game that is over", StoryPage, token=True,
             errors=(404, 409)),
    Endpoint("GET", "/api/games/{game}/review", show_review, "What the decisions of a seat were worth", ReviewOf,
             token=True, errors=(404, 409), query=("seat",)),
    Endpoint("GET", "/api/games/{game}/save", download, "The save file", Raw, token=True, errors=(404, 409)),
    Endpoint("POST", "/api/replays", load_replay, "A save file to look at", ReplayMade, bytes, status=201,
             errors=(422,), large=True),
)  # fmt: skip
