"""A small client: enough to play whole games on a server from Python.

host = Host("http://127.0.0.1:8000")
made = host.new_game("opportunity")
with host.sit(made["game"], made["seats"][0]["token"]) as chair:
    while (question := chair.wait()) is not None:
        chair.answer(chair.any_answer(question))
    print(chair.view["outcome"]["summary"])
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.engine.errors import SandtableError

PATIENCE = 30.0
"""Seconds to wait for the server."""
Json = dict[str, Any]


class ServerRefused(SandtableError):
    """The server says no. `code` and `clause` say why."""

    def __init__(self, code: str, reason: str, clause: str = "", status: int = 0) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.code, self.reason, self.clause, self.status = code, reason, clause, status


class Host:
    """The HTTP half of a server."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def get(self, path: str, token: str = "") -> Any:
        return self._ask(Request(self.address + path), token)

    def post(self, path: str, body: Any = None, token: str = "") -> Any:
        request = Request(self.address + path, json.dumps(body if body is not None else {}).encode())
        request.add_header("content-type", "application/json")
        return self._ask(request, token)

    def new_game(self, ruleset: str, **wishes: Any) -> Json:
        """`wishes` as in docs/api.md: ready, setup, options, seats, dice, clock."""
        made: Json = self.post("/api/games", {"ruleset": ruleset, **wishes})
        return made

    def open_games(self) -> list[Json]:
        """Games that wait for anybody."""
        found: list[Json] = self.get("/api/open")
        return found

    def sit_down(self, game: str, name: str = "") -> Json:
        """A seat in a game that waits for anybody: `seat`, `token`, `watch`."""
        sat: Json = self.post(f"/api/open/{quote(game)}", {"name": name} if name else {})
        return sat

    def sit(self, game: str, *tokens: str, **hello: Any) -> Chair:
        """Takes one seat, or several; with a watch token, a place to look from."""
        return Chair(f"{self.address.replace('http', 'ws', 1)}/api/games/{quote(game)}/socket", tokens, hello)

    def _ask(self, request: Request, token: str) -> Any:
        if token:
            request.add_header("authorization", f"Bearer {token}")
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            problem = json.load(error).get("error", {})
            code, reason = problem.get("code", ""), problem.get("reason", str(error))
            raise ServerRefused(code, reason, problem.get("clause", ""), error.code) from None


class Chair:
    """A socket in a game. `view` is the last view, `log` the events of each seat it has seen."""

    def __init__(self, address: str, tokens: tuple[str, ...], hello: Json) -> None:
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(address, max_size=None, max_queue=None, open_timeout=PATIENCE))
        self._number = 0
        self.welcome: Json = {}
        self.view: Json | None = None
        self.table: Json = {}
        self.over: Json | None = None
        self.rematch: Json | None = None
        self.chat: list[Json] = []
        self.log: dict[int | None, list[Json]] = {}
        self._scenes: dict[int | None, Json] = {}
        for token in tokens:
            self.send({"t": "hello", "token": token, **hello})

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    # ---- speaking --------------------------------------------------------------------------------------

    def send(self, message: Json) -> None:
        try:
            self._socket.send(json.dumps(message))
        except ConnectionClosed as error:
            raise _closed(error) from None

    def ask(self, kind: str, **data: Any) -> Json:
        """Sends a message with an id and waits for its reply. Raises ServerRefused."""
        self._number += 1
        name = data.pop("id", f"{id(self):x}-{self._number}")
        self.send({"t": kind, "id": name, **data})
        while True:
            message = self.receive()
            if message.get("id") == name:
                if message["t"] == "refused":
                    raise ServerRefused(message["code"], message["reason"], message["clause"])
                return message

    def answer(self, answer: Any, seat: int | None = None) -> None:
        assert self.view is not None
        self.ask(
            "answer", at=self.view["at"], epoch=self.view["epoch"], answer=answer, **_named(seat, self.view["seat"])
        )

    def answer_chain(self, answers: list[Any], flow: bool = False, seat: int | None = None) -> Json:
        """Several answers at once: all of them or none."""
        assert self.view is not None
        named = _named(seat, self.view["seat"])
        return self.ask("chain", at=self.view["at"], epoch=self.view["epoch"], answers=answers, flow=flow, **named)

    def take_back(self, yes: bool = True, **seat: int) -> None:
        """Asks the others to take back the last answer; or agrees (or not) to what somebody asks."""
        self.ask("takeback", yes=yes, **seat)

    def claim(self, outcome: str = "win", **seat: int) -> None:
        """The game of a player who stays away: a win, or a draw."""
        self.ask("absent", **{"as": outcome}, **seat)

    # ---- hearing ---------------------------------------------------------------------------------------

    def receive(self, timeout: float | None = None) -> Json:
        """The next message, after taking note of it. Waits as long as usual, or so many seconds."""
        try:
            message: Json = json.loads(self._socket.recv(PATIENCE if timeout is None else timeout))
        except ConnectionClosed as error:
            raise _closed(error) from None
        self._note(message)
        return message

    def wait(self) -> Json | None:
        """The next question to this chair; None when the game is over."""
        while True:
            if self.over is not None:
                return None
            if self.view is not None and self.view["question"] is not None:
                question: Json = self.view["question"]
                return question
            self.receive()

    def wait_for(self, kind: str) -> Json:
        while (message := self.receive())["t"] != kind:
            pass
        return message

    def _note(self, message: Json) -> None:
        match message["t"]:
            case "view":
                self._note_view(message)
            case "welcome":
                self.welcome = message
                self.chat = list(message["chat"])
            case "table":
                self.table = message
            case "chat":
                self.chat.append(message)
            case "over":
                self.over = message
            case "rematch":
                self.rematch = message
            case "aside":
                raise ServerRefused("aside", message["reason"])

    def _note_view(self, view: Json) -> None:
        """Puts a view together from what we have and what has changed."""
        seat = view["seat"]
        self.log[seat] = self.log.get(seat, [])[: view["since"]] + view["events"]
        if view["scene"] is not None:
            kept = {} if view["whole"] else self._scenes[seat]
            self._scenes[seat] = view["scene"] = {**kept, **view["scene"]}
        self.view = view
        if view["outcome"] is None:
            self.over = None  # in a lesson one may go back behind the end

    # ---- a player that knows nothing -----------------------------------------------------------------------

    def any_answer(self, question: Json, rng: Random | None = None) -> Any:
        """Any legal answer; for moves and placements one that the server proposes."""
        rng = rng or Random()
        if question["kind"] in ("move", "place"):
            assert self.view is not None
            places = self.ask("look", what="places", seat=self.view["seat"])["places"]
            return rng.choice(places)["answer"]
        return any_answer(question, rng)


def _closed(error: ConnectionClosed) -> ServerRefused:
    code = error.rcvd.code if error.rcvd else 1006
    return ServerRefused(str(code), f"the server has closed the socket ({code})")


def _named(seat: int | None, asked: int | None) -> Json:
    found = asked if seat is None else seat
    return {} if found is None else {"seat": found}


def any_answer(question: Json, rng: Random) -> Any:
    """A legal answer to a question that lists its options, or to a roll."""
    match question["kind"]:
        case "choose-one" | "draft":
            return rng.choice(question["options"])["id"]
        case "choose-some":
            most = min(question["most"], len(question["options"]))
            ids = [option["id"] for option in question["options"]]
            return rng.sample(ids, rng.randint(question["least"], most))
        case "order":
            ids = [option["id"] for option in question["options"]]
            return rng.sample(ids, len(ids))
        case "split":
            return _any_split(question, rng)
        case "roll":
            return [rng.randint(1, question["sides"]) for _ in range(question["n"])]
    raise SandtableError(f"no answer to a question of the kind {question['kind']!r}")


def _any_split(question: Json, rng: Random) -> dict[str, int]:
    shares = {option["id"]: question["least"] for option in question["options"]}
    for _ in range(question["total"] - sum(shares.values())):
        shares[rng.choice([name for name, share in shares.items() if share < question["most"]])] += 1
    return shares
