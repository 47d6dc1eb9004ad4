"""The process of a clerk: `python -m sandtable.server.clerk NICE`. Reads jobs, writes what comes of them."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from contextlib import suppress
from typing import Any, BinaryIO

from sandtable.engine.errors import RuleError, SandtableError, SaveError, UnknownRuleset, one_line
from sandtable.server import library
from sandtable.server.clerks import HEADER, READY, Trouble
from sandtable.server.jobs import JOBS
from sandtable.server.refused import Refused


def done(job: bytes) -> Any:
    name, args = pickle.loads(job)  # from the server that has started us
    try:
        return JOBS[name](*args)
    except Refused as refused:
        return Trouble("refused", refused.reason, refused.clause, refused.code)
    except RuleError as error:
        return Trouble("rule", error.reason, error.clause)
    except SaveError as error:
        return Trouble("save", one_line(error))
    except UnknownRuleset as error:
        return Trouble("unknown", one_line(error))
    except SandtableError as error:
        return Trouble("", one_line(error))
    except Exception as error:  # a mistake in the rules: it is in the log, and the next job gets its turn
        traceback.print_exc()
        return Trouble("bug", f"{type(error).__name__}: {one_line(error)}"[:200])


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    sink.write(READY)
    sink.flush()
    while header := source.read(HEADER):
        reply = pickle.dumps(done(source.read(int.from_bytes(header, "big"))))
        sink.write(len(reply).to_bytes(HEADER, "big") + reply)
        sink.flush()


def main() -> None:
    """Replies go out by a descriptor of their own: what a ruleset prints goes to stderr and does no harm."""
    os.nice(int(sys.argv[1]))
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    library.warm()
    with suppress(BrokenPipeError):  # the server that has started us is gone
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
