"""Processes that do not outlive whoever has started them."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress

PR_SET_PDEATHSIG = 1
"""As Linux calls it: the signal that comes when the parent has died."""


def go_with(parent: int) -> None:
    """In the process itself: whatever it is doing, loading or thinking, it does not outlive its parent. Where the
    system has no such signal, it sees at its next reading or writing that nobody is there."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we could ask for the signal
        sys.exit()
