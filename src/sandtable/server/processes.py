"""Processes that work for the server. They import what it imports, and talk with it by their standard streams.

`python -m sandtable.server.processes SERVER MODULE NICE` is how each of them begins: SERVER is the server's process id.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import sys
from asyncio.subprocess import PIPE, Process

from sandtable.engine.lifeline import go_with

DEAF = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""A terminal tells Ctrl+C to everybody, and the server ends its processes itself. They do not hear it from the start; a
session of their own would do that too, but where a system shares its time by sessions, it would let them come before
the server."""


async def start(module: str, nice: int) -> Process:
    """`nice` says how far it steps back."""
    path = os.pathsep.join(path for path in sys.path if path)
    return await asyncio.create_subprocess_exec(
        *(*DEAF, sys.executable, "-m", __name__, str(os.getpid()), module, str(nice)),
        stdin=PIPE,
        stdout=PIPE,
        env=os.environ | {"PYTHONPATH": path},
    )


def main() -> None:
    """Before anything large is loaded: a server that is killed and started again and again would else leave behind,
    each time, processes that load all rulesets for nobody."""
    server, module, nice = sys.argv[1:]
    go_with(int(server))
    sys.argv[1:] = [nice]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
