"""How much anybody may ask of the server."""

from __future__ import annotations

import os
from collections import OrderedDict

from msgspec import Struct, field
from msgspec.structs import fields

from sandtable.engine.errors import SandtableError, near, shown


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ServerLimits(Struct, frozen=True):
    """Sizes in bytes, times in seconds."""

    message_size: int = 64 * 1024
    body_size: int = 256 * 1024
    """It is read on the event loop, where nothing may take long."""
    save_size: int = 8 * 1024 * 1024
    head_size: int = 512 * 1024
    messages_per_second: int = 20
    messages_burst: int = 60
    games_per_minute: int = 30
    open_games: int = 100
    """That wait for anybody at the same time, on all servers together."""
    opens_per_minute: int = 6
    sits_per_minute: int = 20
    requests_per_minute: int = 1200
    connections_per_minute: int = 1200
    """That one address may open; each request may come on one of its own."""
    connections_per_address: int = 300
    """That are no sockets of a game."""
    sockets_per_address: int = 500
    sockets: int = 5000
    seats_per_socket: int = 16
    unread_messages: int = 256
    unread_bytes: int = 8 * 1024 * 1024
    hello_seconds: int = 10
    """For a connection or a socket to say what it wants."""
    body_seconds: int = 60
    idle_seconds: int = 120
    bot_seconds: int = 20
    bot_processes: int = field(default_factory=cores)
    odds_seconds: int = 5
    look_processes: int = 1
    look_seconds: int = 10
    archive_processes: int = 1
    archive_seconds: int = 30
    waiting_jobs: int = 40
    """Of one address, for each kind of work that is done in turns."""
    loop_percent: int = 25
    """Of the server's time for one address, while others are there."""


def limits_from(changes: tuple[str, ...]) -> ServerLimits:
    """'games_per_minute=100' and the like."""
    known = [field.name for field in fields(ServerLimits)]
    values: dict[str, int] = {}
    for change in changes:
        name, sign, value = change.partition("=")
        if name not in known:
            raise SandtableError(f"there is no limit {shown(name)}{near(name, known)} (there are: {', '.join(known)})")
        if not sign or not value.isascii() or not value.isdigit() or not 0 < int(value) < 10**9:
            raise SandtableError(f"write a limit as {name}=NUMBER, not {shown(change)}")
        values[name] = int(value)
    return ServerLimits(**values)


class Bucket:
    """So many at once, so many more in each second."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._then = rate, burst, float(burst), now

    def take(self, now: float) -> bool:
        """Is there one more? Then it is taken."""
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each address; the one that was quiet for longest is forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self._rate, self._burst, now)
            if len(self._by_address) > self._most:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket.take(now)


class Crowd:
    """How many of each address are here at once, `most` of one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._here.values())

    def enter(self, address: str) -> bool:
        """One more; False if there are too many."""
        if self._here.get(address, 0) >= self._most:
            return False
        self._here[address] = self._here.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]
