"""The `sandtable` command. Errors are one line on stderr and exit code 2; `--json` prints one document on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        import cyclopts
        import rich  # noqa: F401
    except ImportError:
        print("the command line needs two more packages: pip install 'sandtable-wargames[cli]'", file=sys.stderr)
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs is no reason to stop
    from sandtable.cli.commands import app
    from sandtable.engine.errors import SandtableError, one_line
    from sandtable.engine.registry import fault

    try:
        code = app(
            list(sys.argv[1:] if argv is None else argv),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except cyclopts.CycloptsError as error:
        return _complain(one_line(error))
    except SandtableError as error:
        return _complain(one_line(error))
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        return _complain(fault(error) or f"cannot write the output: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not (mistake := fault(error)):
            raise
        return _complain(mistake)
    return code if isinstance(code, int) else 0


def _complain(line: str) -> int:
    print(f"sandtable: {line}", file=sys.stderr)
    return 2


def run() -> None:
    sys.exit(main())
