"""A server process that is made to be killed: it comes back at the same address, on the same database."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from bench.load import LIMITS
from sandtable.server.client import Host

READY = 90.0
"""Seconds a server may take until it answers."""
MORE_LIMITS = ("opens_per_minute=100000", "sits_per_minute=100000", "open_games=100000")


class Fallen(Exception):
    """What was to stand has fallen; the text says what."""


class Victim:
    def __init__(self, db: str, folder: Path) -> None:
        self.db, self.log = db, folder / "server.log"
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.host = Host(self.address)
        self.starts = 0
        self.start()

    def start(self) -> None:
        """Until it says that it is there. Whoever knocks meanwhile must not trouble it."""
        argv = [sys.executable, "-c", "import sys; from sandtable.cli import main; sys.exit(main())", "serve"]
        argv += ["--port", str(self.port), "--db", self.db]
        for limit in (*LIMITS, *MORE_LIMITS):
            argv += ["--limit", limit]
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                argv, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
            )
        self.starts += 1
        assert self.process.stdout is not None
        try:
            heard, _, _ = select.select([self.process.stdout], [], [], READY)
            well = bool(heard) and self.process.stdout.readline().startswith("Sandtable is at")
        except KeyboardInterrupt:
            self.kill()
            raise
        if not well:
            code = self.process.poll()
            self.kill()
            raise Fallen(f"start {self.starts}: the server did not start (exit code {code})")

    def kill(self) -> None:
        """As if the power had gone: the server and every process of its own."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        if self.alive:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def tracebacks(self) -> int:
        """How often the server's own log tells of something nobody expected."""
        return self.log.read_text("utf-8", "replace").count("Traceback (most recent call last)")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
