"""Processes that play games go with whoever has started them."""

from __future__ import annotations

import os
import select
import subprocess
import sys

STARTS = """
import os, signal, sys
from sandtable.lab.pool import pool
if __name__ == "__main__":
    with pool(1) as working:
        print(working.submit(os.getpid).result(), flush=True)
        working.submit(signal.pause).result()
"""


def test_a_process_does_not_outlive_a_study_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE, text=True) as study:
        assert study.stdout is not None
        worker = os.pidfd_open(int(study.stdout.readline()))
        try:
            study.kill()
            # The file of a process can be read from when the process has ended.
            ended, _, _ = select.select([worker], [], [], 60)
        finally:
            os.close(worker)
    assert ended
