"""Processes of this machine that play games."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal


def pool(processes: int) -> ProcessPoolExecutor:
    """So many of them. They leave Ctrl-C to the process that started them."""
    return ProcessPoolExecutor(processes, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
