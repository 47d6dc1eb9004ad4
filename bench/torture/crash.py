"""Kills under acting clients: whatever the server has acknowledged is there when it comes back."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from websockets.exceptions import WebSocketException

from bench.torture.victim import Fallen, Victim
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import Chair, ServerRefused

TABLES = 8
"""Games at once."""
BACK = 90.0
"""Seconds in which every player must be back at the table after a kill."""
PATIENCE = 5.0
"""Seconds to wait for the answers after which the server is killed."""
MOST_FALLS = 20
"""Then it is enough."""
PERSONS = [{"kind": "person"}, {"kind": "person"}]
GONE = (OSError, WebSocketException, ValueError, AssertionError)
"""What a client meets when its server dies in the middle of a word."""


class Lost(Exception):
    """The server does not know any more what it has acknowledged."""


@dataclass
class Crashes:
    database: str
    kills: int = 0
    starts: int = 0
    answers: int = 0
    games: int = 0
    falls: list[str] = field(default_factory=list)

    def wire(self) -> dict[str, Any]:
        return {"kills": self.kills, "starts": self.starts, "acknowledged": self.answers, "games": self.games,
                "falls": self.falls}  # fmt: skip


@dataclass
class Told:
    """What a player has been told about one game, and so may rely on."""

    game: str
    tokens: list[str]
    watch: str
    at: int = 0
    logs: dict[int | None, list[Any]] = field(default_factory=dict)
    answers: dict[int, Any] = field(default_factory=dict)
    """Acknowledged answers by the number of their input."""

    def note(self, chair: Chair) -> None:
        if chair.view is not None:
            self.at = max(self.at, chair.view["at"])
        self.logs |= {seat: list(log) for seat, log in chair.log.items()}

    def compare(self, chair: Chair) -> None:
        """The first view after coming back, against what was known before."""
        view = chair.wait_for("view")
        if view["at"] < self.at:
            raise Lost(f"game {self.game}: {self.at} inputs were acknowledged, {view['at']} are left")
        log = self.logs.get(view["seat"], [])
        if chair.log[view["seat"]][: len(log)] != log:
            raise Lost(f"game {self.game}: what was told of it before the kill is told differently now")

    def compare_save(self, saved: dict[str, Any]) -> None:
        """A finished game, against every answer that was acknowledged in it."""
        for at, answer in self.answers.items():
            stored = saved["inputs"][at].get("answer") if at < len(saved["inputs"]) else None
            if isinstance(answer, str) and stored != answer:
                raise Lost(f"game {self.game}: input {at} was acknowledged as {answer!r} and is stored as {stored!r}")


class Table(Thread):
    """Both players of a game: they play, one game after the other, and come back at once when the server is gone."""

    def __init__(self, victim: Victim, number: int, seed: str) -> None:
        super().__init__(daemon=True)
        self.victim, self.rng = victim, Random(f"{seed}/{number}")
        self.rulesets = ruleset_ids()
        self.enough = Event()
        self.back = Event()
        """Set when what is there has been compared with what is known."""
        self.acknowledged = self.games = 0
        self.told: Told | None = None
        self.finished: list[Told] = []
        self.falls: list[str] = []

    def run(self) -> None:
        while not self.enough.is_set():
            try:
                self._sit()
            except Lost as lost:
                self.falls.append(str(lost))
                self.told = None
            except ServerRefused as refused:
                if not refused.code.isdigit() and refused.code != "stale":  # the server lives, and says no
                    self.falls.append(f"game {self.told.game if self.told else '-'}: {refused.code}: {refused.reason}")
                sleep(0.02)
            except GONE:
                sleep(0.02)

    def _sit(self) -> None:
        if self.told is None:
            made = self.victim.host.new_game(self.rng.choice(self.rulesets), seats=PERSONS)
            self.told = Told(made["game"], [seat["token"] for seat in made["seats"]], made["watch"])
            self.games += 1
        told = self.told
        with self.victim.host.sit(told.game, *told.tokens) as both:
            told.compare(both)
            self.back.set()
            while not self.enough.is_set():
                question = both.wait()
                if question is None:
                    self._close(told, both)
                    return
                self._answer(told, both, question)

    def _answer(self, told: Told, both: Chair, question: dict[str, Any]) -> None:
        assert both.view is not None
        at, answer = both.view["at"], both.any_answer(question, self.rng)
        both.ask("answer", at=at, answer=answer, seat=question["seat"])
        self.acknowledged += 1
        told.answers[at] = answer
        told.at = max(told.at, at + 1)
        told.note(both)

    def _close(self, told: Told, both: Chair) -> None:
        if both.over is None or not both.over["proved"]:
            raise Lost(f"game {told.game}: its dice are not proved at the end")
        told.compare_save(self.victim.host.get(f"/api/games/{told.game}/save", told.tokens[0]))
        self.finished.append(told)
        self.told = None


def crash(database: str, db: str, seed: str, go_on: Callable[[int], bool], progress: Callable[[int], None]) -> Crashes:
    """Kills as long as `go_on` says of their number. `db` is a file or the address of a database."""
    found = Crashes(database)
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(db or f"{folder}/games.db", Path(folder))
        tables = [Table(victim, number, seed) for number in range(TABLES)]
        for table in tables:
            table.start()
        try:
            _all_back(tables)
            while go_on(found.kills) and len(found.falls) < MOST_FALLS:
                _after_answers(tables, rng.randint(0, 60))
                victim.kill()
                for table in tables:
                    table.back.clear()
                found.falls += _restarted(victim)
                _all_back(tables)
                found.kills += 1
                for table in tables:
                    found.falls += table.falls
                    table.falls = []
                progress(found.kills)
            _everything_is_there(victim, tables)
        except (Fallen, Lost) as fallen:
            found.falls.append(str(fallen))
        finally:
            for table in tables:
                table.enough.set()
            victim.stop()
            for table in tables:
                table.join(BACK)
    found.starts = victim.starts
    found.answers = sum(table.acknowledged for table in tables)
    found.games = sum(table.games for table in tables)
    return found


def _restarted(victim: Victim) -> list[str]:
    """Starts the server again; a start that fails is a fall, and is tried once more."""
    falls: list[str] = []
    while True:
        try:
            victim.start()
            return falls
        except Fallen as fallen:
            falls.append(str(fallen))
            if len(falls) == 3:
                raise Fallen("; ".join(falls)) from None


def _after_answers(tables: list[Table], count: int) -> None:
    """Until so many more answers are acknowledged: some kills come at once, some in the middle of the game."""
    until, before = monotonic() + PATIENCE, sum(table.acknowledged for table in tables)
    while monotonic() < until and sum(table.acknowledged for table in tables) < before + count:
        sleep(0.002)


def _all_back(tables: list[Table]) -> None:
    until = monotonic() + BACK
    for table in tables:
        if not table.back.wait(max(0.0, until - monotonic())) and not table.falls:
            game = table.told.game if table.told else "a new one"
            raise Fallen(f"nobody came back to game {game} within {BACK:g} seconds")


def _everything_is_there(victim: Victim, tables: list[Table]) -> None:
    """Once more all games there ever were, from the outside."""
    for table in tables:
        table.enough.set()
    for table in tables:
        table.join(BACK)
        for told in [*table.finished, *([table.told] if table.told else [])]:
            page: dict[str, Any] = {}
            with suppress(ServerRefused):
                page = victim.host.get(f"/api/games/{told.game}", told.watch)
            if page.get("at", -1) < told.at:
                raise Lost(
                    f"game {told.game}: {told.at} inputs were acknowledged, at the end there is {page.get('at')}"
                )
