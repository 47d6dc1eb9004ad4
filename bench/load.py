"""Load: bot-driven clients over WebSockets against one server process.

    python -m bench.load [--clients 300] [--seconds 30] [--think 1] [--ruleset roe]

Each pair of clients plays games to the end, and a new one after it. A client answers `think` seconds (on average) after
it is asked, as people and quick bots do. The round trip of an answer is the time from sending it to the view that
follows it, measured in the client. The clients run in processes of their own on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import websockets

from bench.measure import calibrate
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import Chair, Host, any_answer

LIMITS = ("games_per_minute=100000", "requests_per_minute=1000000", "messages_per_second=100000",
          "sockets_per_address=100000", "connections_per_address=100000", "connections_per_minute=1000000",
          "messages_burst=100000", "waiting_jobs=100000")  # fmt: skip

PATIENCE = 120.0
"""Seconds more than it should take; then something hangs, and the bench says so."""
WARMING = 8.0
"""Seconds from when all games are made to when the counting begins."""


@dataclass
class Tally:
    """What a process of clients has seen."""

    seconds: float
    """How long is counted."""
    waiting: int
    """Pairs that have no game yet."""
    since: float = inf
    """Before this moment nothing is counted: everybody sits down, everything is loaded."""
    until: float = inf
    trips: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    games: int = 0

    def sat_down(self) -> None:
        """One more pair plays, or never will."""
        self.waiting -= 1
        if not self.waiting:
            self.since = perf_counter() + WARMING
            self.until = self.since + self.seconds


class Player:
    """One client: says hello, and answers whatever it is asked."""

    def __init__(self, address: str, made: dict[str, Any], seat: int, think: float, tally: Tally) -> None:
        self.address, self.made, self.seat, self.think, self.tally = address, made, seat, think, tally
        self.rng = Random(f"{made['game']}/{seat}")

    async def play(self) -> None:
        uri = f"{self.address.replace('http', 'ws')}/api/games/{self.made['game']}/socket"
        async with websockets.connect(uri, max_size=None, max_queue=None, compression=None) as socket:
            await socket.send(json.dumps({"t": "hello", "token": self.made["seats"][self.seat]["token"]}))
            number, sent = 0, 0.0
            places: tuple[int, str] | None = None
            async for text in socket:
                message = msgspec.json.decode(text)
                kind = message["t"]
                if kind == "over":
                    return
                if kind in ("refused", "bye"):
                    self.tally.errors.append(f"{kind}: {message.get('reason')}")
                    return
                if kind == "view" and sent:
                    if sent > self.tally.since:
                        self.tally.trips.append(perf_counter() - sent)
                    sent = 0.0
                answer: Any = None
                if kind == "looked" and places:
                    answer, at = self.rng.choice(message["places"])["answer"], places[0]
                elif kind == "view" and message["question"] is not None:
                    question, at = message["question"], message["at"]
                    await asyncio.sleep(self.rng.expovariate(1 / self.think) if self.think else 0)
                    if question["kind"] in ("move", "place"):
                        places = (at, question["kind"])
                        await socket.send(json.dumps({"t": "look", "id": f"l{at}", "what": "places"}))
                        continue
                    answer = any_answer(question, self.rng)
                else:
                    continue
                number += 1
                sent = perf_counter()
                await socket.send(json.dumps({"t": "answer", "id": f"a{number}", "at": at, "answer": answer}))


def new_game(address: str, ruleset: str) -> dict[str, Any]:
    body = json.dumps({"ruleset": ruleset, "seats": [{"kind": "person"}, {"kind": "person"}]}).encode()
    request = Request(f"{address}/api/games", body, {"content-type": "application/json"})
    made: dict[str, Any] = json.load(urlopen(request, timeout=60))
    return made


async def pair(address: str, ruleset: str, think: float, tally: Tally) -> None:
    """Two clients and their games, one after the other for ever."""
    first = True
    while True:
        try:
            made = await asyncio.to_thread(new_game, address, ruleset)
        except Exception as error:  # also if it takes too long: that is no ordinary end
            tally.errors.append(f"new game: {type(error).__name__}: {error}")
            return
        finally:
            if first:
                tally.sat_down()
            first = False
        try:
            await asyncio.gather(*(Player(address, made, seat, think, tally).play() for seat in (0, 1)))
            tally.games += 1
        except Exception as error:
            tally.errors.append(f"{type(error).__name__}: {error}")
            return


def clients(address: str, rulesets: list[str], pairs: int, think: float, seconds: float, queue: Any) -> None:
    """A process of clients. Puts None in the queue when the counting begins, and at the end what was counted."""
    tally = Tally(seconds, pairs)
    gc.disable()  # what thousands of clients leave behind in one process is none of the server's business

    async def run() -> None:
        playing = [asyncio.create_task(pair(address, rulesets[n % len(rulesets)], think, tally)) for n in range(pairs)]
        while perf_counter() < tally.since:
            await asyncio.sleep(0.1)
        queue.put(None)
        await asyncio.sleep(tally.until - perf_counter())
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    asyncio.run(run())
    queue.put((tally.trips, tally.errors, tally.games))


class Served:
    """A server process of our own."""

    def __init__(self, db: str, *limits: str, workers: int = 1) -> None:
        argv = [sys.executable, "-c", "import sys; from sandtable.cli import main; sys.exit(main())", "serve"]
        argv += ["--port", "0", "--db", db, "--workers", str(workers)]
        for limit in (*LIMITS, *limits):
            argv += ["--limit", limit]
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[3]

    def memory(self) -> int:
        """Resident kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time: of the server with its workers, and of its clerks and bots."""
        serving, helping = 0.0, 0.0
        for pid in _family(self.process.pid):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            helper = b"sandtable.server." in Path(f"/proc/{pid}/cmdline").read_bytes()
            serving, helping = serving + used * (not helper), helping + used * helper
        return serving, helping

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def load(
    rulesets: list[str], count: int, think: float, seconds: float, workers: int = 1, db: str = ""
) -> dict[str, Any]:
    """Runs the clients and reports round trips in milliseconds."""
    calibration = calibrate()
    with tempfile.TemporaryDirectory() as folder:
        server = Served(db or f"{folder}/games.db", workers=workers)
        try:
            queue: Any = multiprocessing.get_context("spawn").Queue()
            worker = multiprocessing.get_context("spawn").Process(
                target=clients, args=(server.address, rulesets, count // 2, think, seconds, queue)
            )
            worker.start()
            queue.get(timeout=WARMING + PATIENCE)
            before = server.cpu()
            trips, errors, games = queue.get(timeout=seconds + PATIENCE)
            worker.join()
            used, helping = (now - then for now, then in zip(server.cpu(), before, strict=True))
        finally:
            server.stop()
    trips.sort()
    limit = 250 * calibration / 0.2
    found = {name: round(1000 * trips[int(share * len(trips))], 1) for name, share in
             (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))} if trips else {}  # fmt: skip
    return {
        "clients": count, "games_at_once": count // 2, "rulesets": rulesets, "think_seconds": think,
        "answers": len(trips), "answers_per_second": round(len(trips) / seconds, 1), "games_finished": games,
        "ms": found, "C": round(calibration, 3), "limit_p99_ms": round(limit, 1),
        "server_cpu_share": round(used / seconds, 2),
        "server_cpu_ms_per_answer": round(1000 * used / max(1, len(trips)), 2),
        "clerk_cpu_ms_per_answer": round(1000 * helping / max(1, len(trips)), 2), "workers": workers,
        "errors": sorted(set(errors))[:5], "error_count": len(errors),
        "holds": bool(trips) and not errors and found["p99"] <= limit,
    }  # fmt: skip


def half_a_game(host: Host, ruleset: str, answers: int) -> list[Chair]:
    """The beginning of a game, with both players still at the table."""
    made = new_game(host.address, ruleset)
    chairs = [host.sit(made["game"], made["seats"][seat]["token"]) for seat in (0, 1)]
    rng = Random(made["game"])
    for _ in range(answers):
        while all(chair.view is None or chair.view["question"] is None for chair in chairs):
            at = max((chair.view["at"] for chair in chairs if chair.view), default=-1)
            behind = [chair for chair in chairs if chair.view is None or chair.view["at"] < at]
            if not behind:
                return chairs  # the game is over
            behind[0].receive()
        asked = next(chair for chair in chairs if chair.view and chair.view["question"])
        assert asked.view is not None
        asked.answer(asked.any_answer(asked.view["question"], rng))
    return chairs


def answer_cpu(ruleset: str, answers: int) -> dict[str, Any]:
    """Milliseconds of processor time that the server needs for one answer, from the message to both players' views. One
    game alone, so that everything between two answers belongs to one of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(f"{folder}/games.db")
        host, rng = Host(server.address), Random(ruleset)
        used: list[float] = []
        try:
            while len(used) < answers:
                chairs = half_a_game(host, ruleset, 0)
                while len(used) < answers and (asked := _asked(chairs)) is not None:
                    assert asked.view is not None
                    answer = asked.any_answer(asked.view["question"], rng)
                    began = _processor(server.process.pid)
                    asked.answer(answer)
                    _asked(chairs)
                    used.append(1000 * (_processor(server.process.pid) - began))
                for chair in chairs:
                    chair.close()
        finally:
            server.stop()
    used.sort()
    shares = {name: round(used[int(share * (len(used) - 1))], 2) for name, share in (("p50", 0.5), ("p90", 0.9))}
    return {"ruleset": ruleset, "cpu_ms_of_an_answer": shares, "holds": shares["p50"] <= 1}


def _processor(pid: int) -> float:
    """Seconds of processor time of a process, by the clock that Linux keeps for it."""
    return time.clock_gettime((~pid << 3) | 2)


def _asked(chairs: list[Chair]) -> Chair | None:
    """Who is asked, once all have heard the same; None at the end."""
    while True:
        at = max((chair.view["at"] for chair in chairs if chair.view), default=-1)
        behind = [chair for chair in chairs if chair.view is None or chair.view["at"] < at]
        if not behind:
            asked = (chair for chair in chairs if chair.view and chair.view["question"])
            return next(asked, None)
        behind[0].receive()


def idle_memory(ruleset: str, games: int, answers: int = 60) -> dict[str, Any]:
    """Kilobytes of the server for each game that is in memory and half played, with two sockets open, and nobody doing
    anything."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(f"{folder}/games.db", "idle_seconds=100000")
        host = Host(server.address)
        try:
            tables = [half_a_game(host, ruleset, answers) for _ in range(3)]  # everything is imported and warm
            before = server.memory()
            tables += [half_a_game(host, ruleset, answers) for _ in range(games)]
            held = server.memory()
            for chair in (chair for table in tables for chair in table):
                chair.close()
        finally:
            server.stop()
    per_game = (held - before) / games
    return {"ruleset": ruleset, "games": games, "kb_per_idle_game": round(per_game, 1), "holds": per_game <= 300}


def main() -> int:
    parser = argparse.ArgumentParser(description="Load on one server.")
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--ruleset", choices=ruleset_ids(), action="append")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--db", default="", help="postgresql://…; left out: a file of its own")
    parser.add_argument("--memory-games", type=int, default=60)
    parser.add_argument("--answers", type=int, default=200, help="in each ruleset, to see what one answer costs")
    asked = parser.parse_args()
    rulesets = asked.ruleset or ruleset_ids()
    found = load(rulesets, asked.clients, asked.think, asked.seconds, asked.workers, asked.db)
    print(json.dumps(found, indent=1))
    memory = [idle_memory(name, asked.memory_games) for name in rulesets] if asked.memory_games else []
    costs = [answer_cpu(name, asked.answers) for name in rulesets] if asked.answers else []
    for one in (*memory, *costs):
        print(json.dumps(one))
    return 0 if found["holds"] and all(one["holds"] for one in (*memory, *costs)) else 1


if __name__ == "__main__":
    sys.exit(main())
