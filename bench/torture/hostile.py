"""Clients that mean no good: malformed messages, answers of people who are not asked, tokens of other games, requests.

No game may change by any of it, nothing may break, and the server must go on answering.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any, get_args

from msgspec.structs import fields
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from bench.torture.crash import PERSONS
from bench.torture.victim import Fallen, Victim
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import Host, ServerRefused
from sandtable.server.endpoints import ENDPOINTS
from sandtable.server.messages import AnyMessage

AT_ONCE = 4
BURST = 40
"""Messages through one socket, before the answer to a ping is awaited."""
ROUND = 2000
"""About so many messages between two looks at all games."""
REQUESTS = 0.05
"""The share of what is sent that goes over HTTP."""
RIGHTS_OF_A_PLAYER = {
    "ping",
    "concede",
    "draw",
    "hello",
    "chat",
    "name",
    "open",
    "rematch",
    "undo",
    "takeback",
    "absent",
}
RIGHTS_OF_A_WATCHER = {"ping", "hello", "chat"}
MESSAGES = {str(kind.__struct_config__.tag): [one.encode_name for one in fields(kind)] for kind in get_args(AnyMessage)}
"""Every kind of message with the names of its fields."""
LOOKS = ("card", "sight", "measure", "places", "preview", "odds", "__class__")
NONSENSE: tuple[str | bytes, ...] = (
    b"\x00\xff", "", "{", "[]", "null", '{"t": []}', '{"t": "answer"}', "[" * 5000, '{"t":"ping","x":1}', "\x00",
    '{"t":"answer","id":"\\u0000","at":0,"answer":"\\u0000"}', '{"t": "look", "id": "1", "what": "__class__"}',
    '{"t":"answer","id":"1","at":1e400,"answer":NaN}', "9" * 400,
)  # fmt: skip


@dataclass
class Attacked:
    sent: int = 0
    requests: int = 0
    refused: int = 0
    games: int = 0
    falls: list[str] = field(default_factory=list)

    def wire(self) -> dict[str, Any]:
        return {"messages": self.sent, "of_these_requests": self.requests, "refused": self.refused,
                "games_unchanged": self.games, "falls": self.falls}  # fmt: skip


@dataclass(frozen=True)
class Handled:
    """How many messages the server has dealt with, how many it refused by name, and what fell."""

    sent: int
    refused: int
    falls: list[str]


@dataclass(frozen=True)
class Target:
    """A game in progress, and what it looks like."""

    game: str
    asked: str
    other: str
    watch: str
    at: int
    options: tuple[str, ...]
    looks: Any


# ---- games to attack ------------------------------------------------------------------------------


def target(host: Host, ruleset: str, rng: Random) -> Target:
    """Some way in, at a question that no random answer can hit by chance."""
    made = host.new_game(ruleset, seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    least = rng.randint(5, 40)
    with host.sit(made["game"], *tokens) as both:
        for number in range(10_000):
            question = both.wait()
            if question is None:
                return target(host, ruleset, rng)
            if number >= least and question["kind"] in ("choose-one", "draft", "move"):
                break
            both.answer(both.any_answer(question, rng))
        assert question is not None
        assert both.view is not None
        asked, at = question["seat"], both.view["at"]
    options = tuple(option["id"] for option in question.get("options", ()))
    looks = looks_of(host, made["game"], made["watch"])
    return Target(made["game"], tokens[asked], tokens[1 - asked], made["watch"], at, options, looks)


def looks_of(host: Host, game: str, watch: str) -> Any:
    """Everything that must not change."""
    return host.get(f"/api/games/{game}", watch), host.get(f"/api/games/{game}/replay", watch)


# ---- what they say --------------------------------------------------------------------------------


def junk(rng: Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 6:
        text = "".join(
            chr(rng.choice((rng.randrange(32, 127), rng.randrange(0, 0xD800)))) for _ in range(rng.randrange(12))
        )
        return (None, rng.random() < 0.5, rng.randrange(-3, 10**6), rng.uniform(-1e9, 1e9), text, "")[kind]
    if kind == 6:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {str(junk(rng, 3)): junk(rng, depth + 1) for _ in range(rng.randrange(4))}


def message(rng: Random, at: Target, rights: set[str], asked: bool) -> str | bytes:
    """Something that whoever says it has no right to say, or that means nothing."""
    if rng.random() < 0.1:
        return rng.choice(NONSENSE)
    kind = rng.choice([kind for kind in MESSAGES if kind not in rights])
    said: dict[str, Any] = {"t": kind}
    for name in MESSAGES[kind]:
        if rng.random() < 0.9:
            said[name] = plausible(name, rng, at, asked) if rng.random() < 0.8 else junk(rng)
    if rng.random() < 0.05:
        said[str(junk(rng))] = junk(rng)
    return json.dumps(said | {"t": kind if rng.random() < 0.98 else junk(rng, 3)})


def plausible(name: str, rng: Random, at: Target, asked: bool) -> Any:
    """A value that gets past the door; an answer that would be legal only from somebody who may not give it."""
    match name:
        case "id":
            return str(rng.random())
        case "at":
            return max(0, at.at + rng.choice((0, 0, 0, 1, -1)))
        case "seat":
            return rng.choice((None, 0, 1, 1, 2))
        case "answer":
            return rng.choice(at.options) if at.options and not asked else junk(rng)
        case "what":
            return rng.choice(LOOKS)
        case "as":
            return rng.choice(("win", "draw"))
        case "yes" | "open" | "offer" | "state":
            return rng.random() < 0.5
        case "since" | "epoch":
            return rng.randrange(5)
        case "name" | "text" | "nonce":
            return "me"
    return junk(rng)


def say(victim: Victim, targets: list[Target], rng: Random) -> Handled:
    """Messages through one socket."""
    at = rng.choice(targets)
    role = rng.choice(("watcher", "other", "asked", "stranger"))
    rights = RIGHTS_OF_A_WATCHER if role in ("watcher", "stranger") else RIGHTS_OF_A_PLAYER
    hello = json.dumps({"t": "hello", "token": _token(rng, role, at, targets)})
    said = [hello, *(message(rng, at, rights, role == "asked") for _ in range(1 if role == "stranger" else BURST))]
    address = f"{victim.address.replace('http', 'ws')}/api/games/{at.game}/socket"
    heard: list[dict[str, Any]] = []
    falls: list[str] = []
    try:
        with connect(address, max_size=None, max_queue=None, close_timeout=2) as socket:
            for one in said:
                socket.send(one)
            socket.send(json.dumps({"t": "ping"}))
            while not heard or heard[-1]["t"] != "pong":
                heard.append(json.loads(socket.recv(30)))
    except ConnectionClosed:  # a stranger, or somebody who has talked nonsense for too long, is sent away
        said = said[: 1 + sum(one["t"] == "refused" for one in heard)]
    except (WebSocketException, OSError) as error:
        if not victim.alive:
            raise Fallen(f"the server died (exit code {victim.process.returncode})") from error
        falls.append(f"game {at.game}, {role}: no answer: {type(error).__name__}: {error}")
    falls += [f"game {at.game}, {role}: {one['reason']}" for one in heard if one.get("code") == "broken"]
    return Handled(len(said), sum(one["t"] == "refused" for one in heard), falls)


def _token(rng: Random, role: str, at: Target, targets: list[Target]) -> Any:
    if role == "stranger":
        elsewhere = [one for one in targets if one is not at]
        return rng.choice([junk(rng), "x" * 24, *(rng.choice((one.asked, one.watch)) for one in elsewhere)])
    return {"watcher": at.watch, "other": at.other, "asked": at.asked}[role]


def request(victim: Victim, targets: list[Target], rng: Random) -> Handled:
    """One request that nobody has a right to, or that means nothing."""
    at, door = rng.choice(targets), rng.choice(ENDPOINTS)
    path = door.path.replace("{game}", rng.choice((at.game, "none", "%00", "..%2f")))
    path = path.replace("{ruleset}", rng.choice((*ruleset_ids(), "chess", "%ff"))).replace("{case:path}", "none")
    method = rng.choice((door.method, door.method, "GET", "POST", "PUT", "DELETE", "PATCH"))
    body = rng.choice((json.dumps(junk(rng)).encode(), b"{", b"\xff\xfe", b"[" * 5000, b""))
    token = _token(rng, "stranger", at, targets)
    headers = {"content-type": "application/json", "authorization": f"Bearer {_plain(token)}"}
    connection = HTTPConnection("127.0.0.1", victim.port, timeout=60)
    try:
        connection.request(method, f"{path}?{rng.choice(('', 'from=-1', 'count=9999999999', 'seat=x'))}", body, headers)
        status = connection.getresponse().status
    except (HTTPException, OSError) as error:
        if not victim.alive:
            raise Fallen(f"the server died (exit code {victim.process.returncode})") from error
        return Handled(1, 0, [f"{method} {path}: no answer: {type(error).__name__}: {error}"])
    finally:
        connection.close()
    return Handled(1, int(400 <= status < 500), [f"{method} {path}: status {status}"] if status >= 500 else [])


def _plain(token: Any) -> str:
    """A header takes a line of plain letters."""
    return "".join(letter for letter in str(token) if 32 < ord(letter) < 127)


# ---- the attack -----------------------------------------------------------------------------------


def hostile(seed: str, go_on: Callable[[int], bool], progress: Callable[[int], None]) -> Attacked:
    """Sends as long as `go_on` says of the number of messages, and looks at every game after each round."""
    found = Attacked()
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        victim = Victim(f"{folder}/games.db", Path(folder))
        try:
            targets = [target(victim.host, ruleset, rng) for ruleset in ruleset_ids() for _ in range(2)]
            found.games = len(targets)
            while go_on(found.sent) and not found.falls:
                _round(victim, targets, rng, pool, found)
                progress(found.sent)
        except Fallen as fallen:
            found.falls.append(str(fallen))
        finally:
            victim.stop()
        if tracebacks := victim.tracebacks():
            found.falls.append(f"{tracebacks} tracebacks in the server's log")
    return found


def _round(victim: Victim, targets: list[Target], rng: Random, pool: ThreadPoolExecutor, found: Attacked) -> None:
    sockets, requests = ROUND // BURST, int(ROUND * REQUESTS)
    jobs = [pool.submit(say, victim, targets, Random(rng.random())) for _ in range(sockets)]
    jobs += [pool.submit(request, victim, targets, Random(rng.random())) for _ in range(requests)]
    for job in jobs:
        handled = job.result()
        found.sent += handled.sent
        found.refused += handled.refused
        found.falls += handled.falls
    found.requests += requests
    found.falls += changed(victim.host, targets)


def changed(host: Host, targets: list[Target]) -> list[str]:
    """Games that do not look as they did."""
    falls = []
    for one in targets:
        try:
            if looks_of(host, one.game, one.watch) != one.looks:
                falls.append(f"game {one.game} has changed")
        except (ServerRefused, OSError) as error:
            falls.append(f"game {one.game} cannot be looked at: {error}")
    return falls
