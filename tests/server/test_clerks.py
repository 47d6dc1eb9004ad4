"""Processes that work for visitors."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from sandtable.server import clerks
from sandtable.server.clerks import Clerks
from sandtable.server.refused import Refused


def test_to_begin_is_no_part_of_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a machine where it takes long would never get anything done: a late clerk is stopped, and the next one is
    as late."""

    async def begins_late(clerk: Any) -> None:
        await asyncio.sleep(0.05)

    async def works_at_once(clerk: Any, job: bytes) -> str:
        return "done"

    monkeypatch.setattr(clerks._Clerk, "ready", begins_late)
    monkeypatch.setattr(clerks._Clerk, "do", works_at_once)
    assert asyncio.run(Clerks(1, 0.01, 0, 4).do("forces", "opportunity")) == "done"


def test_a_clerk_that_cannot_begin_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerks, "START_SECONDS", 0.001)

    async def scenario() -> None:
        few = Clerks(1, 60, 0, 4)
        try:
            with pytest.raises(Refused, match="try again"):
                await few.do("forces", "opportunity")
        finally:
            await few.close()

    asyncio.run(scenario())


def test_a_clerk_whose_server_has_gone_ends_quietly() -> None:
    argv = [sys.executable, "-m", "sandtable.server.clerk", "0"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as clerk:
        assert clerk.stdin is not None
        assert clerk.stdout is not None
        assert clerk.stderr is not None
        clerk.stdout.close()
        clerk.stdin.close()
        assert b"Traceback" not in clerk.stderr.read()
