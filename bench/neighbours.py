"""python -m bench.neighbours: one address asks for as much as it may, another one pings.

The server has its usual limits. Whatever the greedy address does within them, the median ping of the other may not rise
by more than ten milliseconds. The greedy clients run in a process of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import httpx
import websockets

from bench.restarts import ROOT
from sandtable.server.client import any_answer

GREEDY, QUIET = "127.0.0.2", "127.0.0.3"
"""On Linux all of 127.0.0.0/8 is this machine."""
PING_EVERY = 0.06
"""Seconds: within what a socket may send."""
ALLOWED = 10.0
"""Milliseconds by which the median may rise."""
SOCKETS = 60
PERSONS = [{"kind": "person"}, {"kind": "person"}]


# ---- the greedy one ----------------------------------------------------------------------------------


class Greedy:
    """Asks again as soon as it has an answer, and does not mind being refused."""

    def __init__(self, address: str) -> None:
        self.address = address
        transport = httpx.AsyncHTTPTransport(local_address=GREEDY)
        self.http = httpx.AsyncClient(base_url=address, transport=transport, timeout=120)

    async def post(self, path: str, body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def game(self, **wishes: Any) -> dict[str, Any]:
        made: dict[str, Any] = (await self.post("/api/games", {"seats": PERSONS, **wishes})).raise_for_status().json()
        return made

    def socket(self, game: str) -> Any:
        uri = f"{self.address.replace('http', 'ws')}/api/games/{game}/socket"
        return websockets.connect(uri, max_size=None, max_queue=None, compression=None, local_addr=(GREEDY, 0))


def crowd(models: int, terrain: int) -> dict[str, Any]:
    """A situation as large as it may be."""
    rng = Random(models)
    return {
        "player": [{"name": "A"}, {"name": "B"}], "turn": "A",
        "terrain": [
            {"id": f"T{n}", "x": [x, x + 1], "y": [y, y + 1], "height": 2.0}
            for n in range(terrain)
            for x, y in [(rng.uniform(0, 46), rng.uniform(20, 34))]
        ],
        "model": [
            {"name": f"M{n}", "player": "AB"[n % 2], "base": 0.5, "at": [0.6 + n % 30, 0.6 + 2 * (n // 30)]}
            for n in range(models)
        ],
    }  # fmt: skip


async def large_setups(greedy: Greedy) -> None:
    """Set-ups far beyond the limit, and set-ups at the limit."""
    for models in (1300, 60, 60):
        await greedy.post("/api/games", {"ruleset": "roe", "setup": {"situation": crowd(models, 48)}})


async def force_lists(greedy: Greedy) -> None:
    text = 'name = "x"\nfaction = "x"\nmodels = [' + ", ".join(['{profile = "x"}'] * 5000) + "]\n"
    await greedy.post("/api/rulesets/roe/forces/check", {"text": text})


async def saves(greedy: Greedy) -> None:
    """Large files that are no saves, and pages that are worked out anew."""
    inputs = [{"by": 0, "answer": "x"}] * 60_000
    await greedy.http.post("/api/replays", content=json.dumps({"ruleset": "roe", "inputs": inputs}).encode(),
                           headers={"content-type": "application/json"})  # fmt: skip
    cases = (await greedy.http.get("/api/rulesets/roe/cases")).json()
    await greedy.http.get(f"/api/rulesets/roe/cases/{Random().choice(cases)['id']}")


async def replays(greedy: Greedy) -> None:
    made = await _played(greedy, "opentactics", 150)
    while True:
        for path in ("/replay", "/replay/scenes?count=200", "/save"):
            await greedy.http.get(f"/api/games/{made['game']}{path}", headers=_bearer(made["watch"]))


async def lists(greedy: Greedy) -> None:
    for path in ("/api/games", "/api/open", "/api/rulesets", "/", "/api/openapi.json"):
        await greedy.http.get(path)


async def planning(greedy: Greedy) -> None:
    """Many sockets, each with as many questions to the rules as a socket may send."""
    made = await _until_a_move(greedy)
    await asyncio.gather(*(_plan(greedy, made) for _ in range(SOCKETS)))


async def _plan(greedy: Greedy, made: dict[str, Any]) -> None:
    async with greedy.socket(made["game"]) as socket:
        for seat in made["seats"]:
            await socket.send(json.dumps({"t": "hello", "token": seat["token"]}))
        view = await _next(socket, "view")
        while True:
            question = view["question"]
            who, seat, rng = (question.get("movers") or ["x"])[0], question["seat"], Random()
            for ask in (
                {"t": "try", "at": view["at"], "answer": {who: [rng.uniform(0, 48), rng.uniform(0, 36)]}},
                {"t": "look", "what": "region"}, {"t": "look", "what": "places"},
                {"t": "look", "what": "sight", "from": {"model": who}},
            ):  # fmt: skip
                await socket.send(json.dumps({"id": "x", "seat": seat, **ask}))
            await socket.send('{"t": "sync"}')
            await asyncio.sleep(0.35)
            view = await _next(socket, "view")


async def comings(greedy: Greedy) -> None:
    """Sockets that come and go, each with the whole view."""
    made = await _played(greedy, "roe", 30)

    async def come_and_go() -> None:
        while True:
            async with greedy.socket(made["game"]) as socket:
                await socket.send(json.dumps({"t": "hello", "token": made["seats"][0]["token"]}))
                await _next(socket, "view")

    await asyncio.gather(*(come_and_go() for _ in range(8)))


async def taking_back(greedy: Greedy) -> None:
    """Answers and undoes, again and again, in games that are half played."""
    made = await _played(greedy, "opentactics", 120)

    async def to_and_fro() -> None:
        async with greedy.socket(made["game"]) as socket:
            for seat in made["seats"]:
                await socket.send(json.dumps({"t": "hello", "token": seat["token"]}))
            rng = Random()
            while True:
                view = await _next(socket, "view")
                question = view["question"]
                if question is not None and question["kind"] not in ("move", "place"):
                    answer = any_answer(question, rng)
                    message = {"t": "answer", "id": rng.randbytes(6).hex(), "at": view["at"], "answer": answer}
                    await socket.send(json.dumps({**message, "seat": question["seat"]}))
                for seat in (0, 1):
                    await socket.send(json.dumps({"t": "undo", "id": rng.randbytes(6).hex(), "seat": seat}))
                await socket.send('{"t": "sync"}')
                await asyncio.sleep(0.2)

    await asyncio.gather(*(to_and_fro() for _ in range(20)))


async def knocking(greedy: Greedy) -> None:
    """Connections that are opened and closed again, and nothing is said."""
    url = httpx.URL(greedy.address)

    def knock() -> None:
        for _ in range(200):
            with suppress(OSError), socket.create_connection((url.host, url.port or 80), 1, (GREEDY, 0)):
                pass

    await asyncio.gather(*(asyncio.to_thread(knock) for _ in range(8)))


async def heavy_answers(greedy: Greedy) -> None:
    """Battles of whole armies, played as fast as they go."""
    ready = (await greedy.http.get("/api/rulesets/riverside")).json()["ready"]
    largest = max(range(len(ready)), key=lambda number: len(json.dumps(ready[number]["setup"])))
    await _played(greedy, "riverside", 300, ready=largest)


WAYS: dict[str, Callable[[Greedy], Awaitable[None]]] = {
    way.__name__: way
    for way in (
        large_setups, force_lists, saves, replays, lists, planning, comings, taking_back, knocking, heavy_answers,
    )
}  # fmt: skip


ALONE = ("planning", "comings", "taking_back", "knocking")
"""Ways that are many at once by themselves."""


async def _next(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["t"] == kind:
            return message


async def _played(greedy: Greedy, ruleset: str, answers: int, until: str = "", ready: int = 0) -> dict[str, Any]:
    """A game after so many answers, or at the first question of a kind."""
    made = await greedy.game(ruleset=ruleset, ready=ready)
    rng = Random(1)
    async with greedy.socket(made["game"]) as socket:
        for seat in made["seats"]:
            await socket.send(json.dumps({"t": "hello", "token": seat["token"]}))
        for number in range(answers):
            view = await _next(socket, "view")
            while view["question"] is None and view["outcome"] is None:
                view = await _next(socket, "view")
            question = view["question"]
            if question is None or question["kind"] == until:
                break
            if question["kind"] in ("move", "place"):
                await socket.send(json.dumps({"t": "look", "id": "p", "what": "places", "seat": question["seat"]}))
                answer = rng.choice((await _next(socket, "looked"))["places"])["answer"]
            else:
                answer = any_answer(question, rng)
            message = {"t": "answer", "id": f"{number}", "at": view["at"], "answer": answer, "seat": question["seat"]}
            await socket.send(json.dumps(message))
            await asyncio.sleep(0.06)
    return made


async def _until_a_move(greedy: Greedy) -> dict[str, Any]:
    return await _played(greedy, "roe", 200, "move")


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def be_greedy(address: str, way: str) -> None:
    """Until it is stopped. Several at once, as browsers do."""
    os.nice(5)

    async def again() -> None:
        greedy = Greedy(address)
        while True:
            try:
                await WAYS[way](greedy)
            except Exception:
                await asyncio.sleep(0.05)

    async def run() -> None:
        await asyncio.gather(*(again() for _ in range(1 if way in ALONE else 6)))

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


# ---- the quiet one -----------------------------------------------------------------------------------


async def pings(address: str, made: dict[str, Any], seconds: float) -> list[float]:
    """Round trips in milliseconds."""
    uri = f"{address.replace('http', 'ws')}/api/games/{made['game']}/socket"
    found: list[float] = []
    async with websockets.connect(uri, max_size=None, compression=None, local_addr=(QUIET, 0)) as socket:
        await socket.send(json.dumps({"t": "hello", "token": made["watch"]}))
        until = perf_counter() + seconds
        while perf_counter() < until:
            began = perf_counter()
            await socket.send('{"t": "ping"}')
            await _next(socket, "pong")
            found.append(1000 * (perf_counter() - began))
            await asyncio.sleep(PING_EVERY)
    return found


def measure(ways: list[str], seconds: float) -> dict[str, Any]:
    """The ping alone, and beside each way of being greedy."""
    with tempfile.TemporaryDirectory() as folder:
        code = "import sys; from sandtable.cli import main; sys.exit(main())"
        server = subprocess.Popen(
            [sys.executable, "-c", code, "serve", "--port", "0", "--db", f"{folder}/games.db"],
            stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            body = {"ruleset": "opportunity", "seats": PERSONS}
            made = httpx.post(f"{address}/api/games", json=body, timeout=60).raise_for_status().json()
            alone = asyncio.run(pings(address, made, seconds))
            found = {"alone": _shares(alone)}
            for way in ways:
                found[way] = _beside(address, made, way, seconds)
        finally:
            server.terminate()
            server.wait(20)
    base = found["alone"]["p50"]
    worst = max(found[way]["p50"] - base for way in ways)
    return {"ping_ms": found, "worst_rise_ms": round(worst, 2), "holds": worst <= ALLOWED}


def _beside(address: str, made: dict[str, Any], way: str, seconds: float) -> dict[str, float]:
    greedy = multiprocessing.get_context("spawn").Process(target=be_greedy, args=(address, way), daemon=True)
    greedy.start()
    try:
        asyncio.run(pings(address, made, 4))  # it has to begin first
        return _shares(asyncio.run(pings(address, made, seconds)))
    finally:
        greedy.kill()
        greedy.join()


def _shares(trips: list[float]) -> dict[str, float]:
    trips.sort()
    return {"p50": round(median(trips), 2), "p99": round(trips[int(0.99 * (len(trips) - 1))], 2),
            "most": round(trips[-1], 2), "pings": len(trips)}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="What one address can do to another one's ping.")
    parser.add_argument("--seconds", type=float, default=8, help="for each way of being greedy")
    parser.add_argument("--way", choices=list(WAYS), action="append")
    asked = parser.parse_args()
    found = measure(asked.way or list(WAYS), asked.seconds)
    print(json.dumps(found, indent=1))
    return 0 if found["holds"] else 1


if __name__ == "__main__":
    sys.exit(main())
