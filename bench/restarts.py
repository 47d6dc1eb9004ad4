"""python -m bench.restarts: a server that is killed (SIGKILL) and started again, under clients that come back at once.

Each client holds a seat in a game, says hello as soon as somebody listens, answers what it is asked and knocks again
when the socket breaks. The server must come up every time, and must never end by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import websockets

from bench.load import LIMITS
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import any_answer

ROOT = Path(__file__).parents[1]
KNOCKING = 0.05
"""Seconds between two knocks at a door that is closed."""
PATIENCE = 60.0
RUN = "import sys; sys.setswitchinterval(1e-5); from sandtable.cli import main; sys.exit(main())"
"""Threads change over five hundred times as often as usual: what can go wrong between two of them does."""


@dataclass
class Report:
    clients: int
    kills: int = 0
    """From which the server came back."""
    greetings: int = 0
    """Times that a client was shown its game."""
    answers: int = 0
    problems: list[str] = field(default_factory=list)


class Server:
    """One server, as often as it is started: always the same database and, after the first time, the same port."""

    def __init__(self, db: str, *more: str) -> None:
        self.db, self.more, self.port = db, more, 0
        self.process: subprocess.Popen[str] | None = None

    async def start(self) -> str:
        """Its address. Raises AssertionError with what it said instead."""
        argv = [sys.executable, "-u", "-c", RUN, "serve", "--port", str(self.port), "--db", self.db, *self.more]
        for limit in LIMITS:
            argv += ["--limit", limit]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self.process = subprocess.Popen(
            argv, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path}, start_new_session=True
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await asyncio.to_thread(self.process.stdout.readline)
        if not line:
            raise AssertionError(f"the server did not start (exit code {self.process.wait()})")
        address = line.split()[3]
        self.port = int(address.rpartition(":")[2])
        return address

    def kill(self) -> None:
        """As if the power had gone: all its processes at once."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


async def client(address: str, game: dict[str, Any], seat: int, report: Report) -> None:
    """Plays until it is cancelled, however often the server goes."""
    uri = f"{address.replace('http', 'ws')}/api/games/{game['game']}/socket"
    rng = Random(f"{game['game']}/{seat}")
    hello = json.dumps({"t": "hello", "token": game["seats"][seat]["token"]})
    while True:
        try:
            async with websockets.connect(uri, max_size=None, compression=None, open_timeout=PATIENCE) as socket:
                await socket.send(hello)
                await _play(socket, rng, report)
        except (OSError, websockets.WebSocketException, TimeoutError):
            await asyncio.sleep(KNOCKING)


async def _play(socket: Any, rng: Random, report: Report) -> None:
    greeted = False
    async for text in socket:
        message = json.loads(text)
        if message["t"] == "bye":
            report.problems.append(f"sent away: {message['reason']}")
        if message["t"] != "view":
            continue
        report.greetings += not greeted
        greeted = True
        question = message["question"]
        if question is not None and question["kind"] not in ("move", "place"):
            report.answers += 1
            answer = any_answer(question, rng)
            await socket.send(
                json.dumps({"t": "answer", "id": rng.randbytes(8).hex(), "at": message["at"], "answer": answer})
            )


async def _made(address: str, number: int) -> dict[str, Any]:
    names = ruleset_ids()
    body = {"ruleset": names[number % len(names)], "seats": [{"kind": "person"}, {"kind": "person"}]}
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        made: dict[str, Any] = (await http.post(f"{address}/api/games", json=body)).raise_for_status().json()
    return made


async def _restarts(server: Server, kills: int, clients: int) -> Report:
    report, rng = Report(clients), Random(kills)
    try:
        address = await server.start()
        games = [await _made(address, number) for number in range((clients + 1) // 2)]
        playing = [
            asyncio.ensure_future(client(address, games[number // 2], number % 2, report)) for number in range(clients)
        ]
        try:
            for _ in range(kills):
                wanted = report.greetings + rng.randint(1, clients)
                async with asyncio.timeout(PATIENCE):
                    while report.greetings < wanted and server.process.poll() is None:  # type: ignore[union-attr]
                        await asyncio.sleep(0.01)
                if server.process is not None and (code := server.process.poll()) is not None:
                    report.problems.append(f"the server ended by itself (exit code {code})")
                server.kill()
                await server.start()
                report.kills += 1
        finally:
            for one in playing:
                one.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    except (AssertionError, TimeoutError) as error:
        report.problems.append(str(error) or "nobody was let in for a minute")
    finally:
        if server.process is not None:
            server.kill()
    return report


def restarts(db: str, kills: int, clients: int, *more: str) -> Report:
    """Kills a server that often under that many clients; `more` goes to `sandtable serve`."""
    return asyncio.run(_restarts(Server(db, *more), kills, clients))


def main() -> int:
    parser = argparse.ArgumentParser(description="A server killed and started again under clients that reconnect.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--db", default="", help="a file, or postgresql://…; left out: a file of its own")
    parser.add_argument("serve", nargs="*", help="more words for `sandtable serve`, after --")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = restarts(asked.db or f"{folder}/games.db", asked.kills, asked.clients, *asked.serve)
    print(json.dumps(asdict(report), indent=1))
    return 0 if not report.problems and report.kills == asked.kills else 1


if __name__ == "__main__":
    sys.exit(main())
