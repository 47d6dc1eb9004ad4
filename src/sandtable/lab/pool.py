"""Processes of this machine that play games."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from sandtable.engine.lifeline import go_with


def pool(processes: int) -> ProcessPoolExecutor:
    """So many of them."""
    return ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin, initargs=(os.getpid(),))


def end_all(working: ProcessPoolExecutor) -> None:
    """At once, in the middle of whatever they do."""
    working.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.kill()


def _begin(parent: int) -> None:
    """They leave Ctrl-C to the process that has started them, and do not outlive it."""
    signal(SIGINT, SIG_IGN)
    go_with(parent)
