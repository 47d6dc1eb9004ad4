"""How processes that work for the server begin, and end."""

from __future__ import annotations

import os
import subprocess
import sys


def begun_for(server: int, module: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "sandtable.server.processes", str(server), module, "0"]
    return subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_a_process_of_the_server_begins_with_its_module() -> None:
    process = begun_for(os.getpid(), "this")
    assert "Beautiful is better than ugly" in process.stdout


def test_a_process_whose_server_is_gone_before_it_begins_loads_nothing() -> None:
    process = begun_for(os.getpid() + 1, "this")
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")
