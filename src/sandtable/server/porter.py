"""Several server processes behind one door (`--workers`).

The porter is the process that was started. It holds the door, looks at what each visitor asks for and hands the open
connection to a worker: everybody in a game to the same one, so that a game is in one memory only. It also carries what
the workers tell each other, and puts a new worker in the place of one that has died. Nothing is wrong if a visitor
comes to another worker: the log is the game (docs/decisions/0007-server.md), and the workers hear of each other.

No thread and no event loop lives in the porter, so it can fork at any time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import selectors
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from zlib import crc32

from sandtable.engine.errors import SandtableError, one_line
from sandtable.server.doors import AGAIN, Doorstep
from sandtable.server.limits import Crowd, ServerLimits

log = logging.getLogger("sandtable.server")

HEADER = 4
READY = b"ready"
PEEKED = 2048
"""Bytes of a request that the porter looks at."""
PATIENCE = 10.0
"""Seconds for workers to stop."""
MOST_UNREAD = 64 * 1024 * 1024
"""Bytes that a worker may leave unread before it counts as dead."""
GAME = re.compile(rb"^[A-Z]+ /api/(?:games|open)/([A-Za-z0-9_-]{1,64})[/? ]")


def place_of(game: bytes, workers: int) -> int:
    """The worker whose game it is."""
    return crc32(game) % workers


class WorkerLine:
    """A worker's line to the porter, in the worker: visitors come by one socket, messages by the other."""

    def __init__(self, number: int, workers: int, visitors: socket.socket, messages: socket.socket) -> None:
        self.number, self.workers = number, workers
        self._visitors, self._messages = visitors, messages
        self._hear: Callable[[bytes], None] = lambda message: None
        self._received = bytearray()
        self._sending = threading.Lock()

    def mine(self, game: str) -> bool:
        return place_of(game.encode(), self.workers) == self.number

    def send(self, message: bytes) -> None:
        """To all other workers, from any thread."""
        with self._sending, suppress(OSError):  # if the porter has gone, we follow him
            self._messages.sendall(len(message).to_bytes(HEADER, "big") + message)

    def listen(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear

    def open(self, welcome: Callable[[socket.socket], None], stop: Callable[[], None]) -> None:
        """On the event loop: calls `welcome` with every connection, and `stop` when the porter has gone."""
        loop = asyncio.get_running_loop()
        self._visitors.setblocking(False)
        loop.add_reader(self._visitors, self._welcome, welcome)
        loop.add_reader(self._messages, self._receive, stop)
        self.send(READY)

    def close(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._visitors)
        loop.remove_reader(self._messages)

    def _welcome(self, welcome: Callable[[socket.socket], None]) -> None:
        with suppress(BlockingIOError):
            while True:
                try:
                    said, connections, _, _ = socket.recv_fds(self._visitors, 1, 1)
                except ConnectionResetError:
                    said, connections = b"", []
                for connection in connections:
                    welcome(socket.socket(fileno=connection))
                if not said:
                    asyncio.get_running_loop().remove_reader(self._visitors)
                    return

    def _receive(self, stop: Callable[[], None]) -> None:
        try:
            received = self._messages.recv(1 << 16, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except ConnectionResetError:  # he has not read all we have told him
            received = b""
        if not received:
            asyncio.get_running_loop().remove_reader(self._messages)
            stop()
            return
        self._received += received
        for message in cut(self._received):
            self._hear(message)


def cut(received: bytearray) -> list[bytes]:
    """The whole messages that have been received; the rest stays."""
    found: list[bytes] = []
    while len(received) >= HEADER:
        end = HEADER + int.from_bytes(received[:HEADER], "big")
        if len(received) < end:
            break
        found.append(bytes(received[HEADER:end]))
        del received[:end]
    return found


class _Worker:
    """A worker as the porter sees it."""

    def __init__(self, number: int, pid: int, visitors: socket.socket, messages: socket.socket) -> None:
        self.number, self.pid, self.visitors, self.messages = number, pid, visitors, messages
        self.since = time.monotonic()
        self.ready = False
        self.received = bytearray()
        self.outgoing = bytearray()

    def close(self) -> None:
        self.visitors.close()
        self.messages.close()


class Porter:
    """`work` is what a worker does in its process; it returns its exit code. `opened` is called when all are ready."""

    def __init__(
        self,
        door: socket.socket,
        workers: int,
        work: Callable[[WorkerLine], int],
        opened: Callable[[], None],
        spread: bool,
        limits: ServerLimits,
    ) -> None:
        self._door, self._count, self._work, self._opened = door, workers, work, opened
        self._doorstep = Doorstep(door, limits, spread)
        self._open = False
        self._shut_until = 0.0
        self._spread = spread
        """Visitors without a game go to anybody: behind a proxy all of them have one address."""
        self._crowd = Crowd(sys.maxsize if spread else limits.connections_per_address)
        self._hello_seconds = limits.hello_seconds
        self._workers: dict[int, _Worker] = {}
        self._waiting: deque[tuple[float, str, socket.socket]] = deque()
        """Visitors who have not said yet what they want."""
        self._selector = selectors.DefaultSelector()
        self._turn = 0
        self._due: dict[int, float] = {}
        """Workers whose place is empty, and when the next one is started."""
        self._stopping = False
        self._code = 0

    def run(self) -> int:
        """Until somebody stops us; the exit code."""
        waker, woken = socket.socketpair()
        for end in (waker, woken):
            end.setblocking(False)
        signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        for wish in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wish, self._stop)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(woken, selectors.EVENT_READ, lambda _: self._reap(woken))
        for number in range(self._count):
            self._start(number)
        while self._workers or self._due:
            for key, mask in self._selector.select(min(1.0, max(0.0, self._shut_until - time.monotonic())) or 1.0):
                known = self._selector.get_map().get(key.fd)
                if known is not None and known.fileobj is key.fileobj:  # who died in this same moment may be buried
                    key.data(mask)
            self._forget_the_silent()
            self._try_again()
        return self._code

    # ---- workers ---------------------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair(), socket.socketpair()
        pid = os.fork()
        if pid == 0:
            for end in (ours[0], theirs[0]):
                end.close()  # else the worker would never hear that the porter has gone
            self._become_a_worker(WorkerLine(number, self._count, ours[1], theirs[1]))
        for end in (ours[1], theirs[1]):
            end.close()
        worker = self._workers[number] = _Worker(number, pid, ours[0], theirs[0])
        worker.visitors.setblocking(False)
        worker.messages.setblocking(False)
        self._selector.register(worker.messages, selectors.EVENT_READ, lambda mask: self._post(worker, mask))

    def _become_a_worker(self, line: WorkerLine) -> None:
        """In the new process. It never comes back from here."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for wish in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
                signal.signal(wish, signal.SIG_DFL)
            self._selector.close()
            self._door.close()
            for worker in self._workers.values():
                worker.close()
            for *_, visitor in self._waiting:
                visitor.close()
            code = self._work(line)
        except KeyboardInterrupt:
            code = 0
        except SandtableError as error:
            log.error("worker %d: %s", line.number, one_line(error))
        except BaseException:
            log.exception("worker %d has failed", line.number)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _reap(self, woken: socket.socket) -> None:
        with suppress(BlockingIOError):
            while woken.recv(64):
                pass
        for worker in list(self._workers.values()):
            pid, status = os.waitpid(worker.pid, os.WNOHANG)
            if pid:
                self._bury(worker, os.waitstatus_to_exitcode(status))

    def _bury(self, worker: _Worker, code: int) -> None:
        with suppress(KeyError):
            self._selector.unregister(worker.messages)
        worker.close()
        del self._workers[worker.number]
        if self._stopping:
            return
        if not self._open:
            self._code = code if code > 0 else 1
            log.error("worker %d ended at its start (%d); the server stops", worker.number, code)
            self._stop()
            return
        log.error("worker %d has ended (%d); another one takes its place", worker.number, code)
        # one that could not even begin (the database is away) is not started over and over in the same moment
        self._due[worker.number] = 0.0 if worker.ready else time.monotonic() + AGAIN

    def _try_again(self) -> None:
        """Workers whose time has come, and the door that was shut."""
        now = time.monotonic()
        for number in [number for number, when in self._due.items() if when <= now]:
            del self._due[number]
            try:
                self._start(number)
            except OSError as error:
                log.error("worker %d cannot be started: %s", number, error.strerror)
                self._due[number] = now + AGAIN
        if self._open and self._shut_until <= now and self._door.fileno() not in self._selector.get_map():
            self._selector.register(self._door, selectors.EVENT_READ, self._knock)

    def _stop(self, *_: object) -> None:
        self._stopping = True
        self._due.clear()
        for worker in self._workers.values():
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGTERM)
        signal.signal(signal.SIGALRM, self._kill)
        signal.alarm(int(PATIENCE))

    def _kill(self, *_: object) -> None:
        for worker in self._workers.values():
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)

    # ---- messages --------------------------------------------------------------------------------------

    def _post(self, worker: _Worker, mask: int) -> None:
        if mask & selectors.EVENT_WRITE:
            self._flush(worker)
        if not mask & selectors.EVENT_READ:
            return
        try:
            received = worker.messages.recv(1 << 16)
        except (BlockingIOError, ConnectionResetError):
            return
        if not received:
            self._selector.unregister(worker.messages)  # it is about to end
            return
        worker.received += received
        for message in cut(worker.received):
            if message == READY:
                self._is_ready(worker)
                continue
            framed = len(message).to_bytes(HEADER, "big") + message
            for other in self._workers.values():
                if other is not worker:
                    other.outgoing += framed
                    self._flush(other)

    def _flush(self, worker: _Worker) -> None:
        try:
            sent = worker.messages.send(worker.outgoing)
            del worker.outgoing[:sent]
        except (BlockingIOError, BrokenPipeError, ConnectionResetError):
            pass
        if len(worker.outgoing) > MOST_UNREAD:
            os.kill(worker.pid, signal.SIGKILL)
            worker.outgoing.clear()
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.outgoing else 0)
        with suppress(KeyError):
            self._selector.modify(worker.messages, events, lambda mask: self._post(worker, mask))

    def _is_ready(self, worker: _Worker) -> None:
        """With the last of them the door opens."""
        first = not worker.ready and all(one.ready or one is worker for one in self._workers.values())
        worker.ready = True
        if first and not self._open:
            self._open = True
            self._doorstep.listen()
            self._try_again()
            self._opened()

    # ---- visitors --------------------------------------------------------------------------------------

    def _knock(self, mask: int) -> None:
        try:
            for visitor, address in self._doorstep.guests():
                self._let_in(visitor, address)
        except OSError as error:  # as many files are open as this process may have
            log.error("nobody can come in: %s", error.strerror)
            self._shut(AGAIN)
        else:
            if self._doorstep.rest:
                self._shut(self._doorstep.rest)

    def _shut(self, seconds: float) -> None:
        self._selector.unregister(self._door)
        self._shut_until = time.monotonic() + seconds

    def _let_in(self, visitor: socket.socket, address: str) -> None:
        if not self._crowd.enter(address):
            visitor.close()
            return
        visitor.setblocking(False)
        self._waiting.append((time.monotonic() + self._hello_seconds, address, visitor))
        self._selector.register(visitor, selectors.EVENT_READ, lambda mask: self._asked(visitor, address))

    def _asked(self, visitor: socket.socket, address: str) -> None:
        with suppress(OSError):
            self._hand_over(visitor, visitor.recv(PEEKED, socket.MSG_PEEK))
        self._let_go(visitor, address)

    def _let_go(self, visitor: socket.socket, address: str) -> None:
        self._selector.unregister(visitor)
        self._crowd.leave(address)
        visitor.close()

    def _hand_over(self, visitor: socket.socket, said: bytes) -> None:
        """To the worker whose game it is; else to the same one for an address every time: there it is counted."""
        found = GAME.match(said)
        if found is not None:
            place = place_of(found[1], self._count)
        elif self._spread:
            place = self._turn = (self._turn + 1) % self._count
        else:
            place = place_of(str(visitor.getpeername()[0]).encode(), self._count)
        for number in (place, *range(self._count)):
            worker = self._workers.get(number)
            if worker is not None and worker.ready:
                with suppress(OSError):
                    socket.send_fds(worker.visitors, [b"v"], [visitor.fileno()])
                    return

    def _forget_the_silent(self) -> None:
        now = time.monotonic()
        while self._waiting and (self._waiting[0][0] < now or self._waiting[0][2].fileno() < 0):
            _, address, visitor = self._waiting.popleft()
            if visitor.fileno() >= 0:
                self._let_go(visitor, address)
