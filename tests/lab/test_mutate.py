"""What `make mutants` breaks, and that it puts it back."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path
from random import Random

import pytest
from bench import mutate

CODE = '''
LIMIT = 3

def far(a: int, b: int = 2) -> bool:
    """Is it — more than — 3 away?"""
    return not a - b <= 3 and max(a, 1) > 0
'''


def test_everything_inside_a_function_can_be_broken_and_nothing_else() -> None:
    broken = {(one.was, one.becomes) for one in mutate.mutations("far.py", CODE)}
    assert broken == {
        ("not a - b <= 3 and max(a, 1) > 0", "((not a - b <= 3) or (max(a, 1) > 0))"),
        ("not a - b <= 3", "bool(a - b <= 3)"),
        ("a - b <= 3", "(a - b < 3)"),
        ("a - b", "(a + b)"),
        ("3", "4"),
        ("max(a, 1) > 0", "(max(a, 1) >= 0)"),
        ("max(a, 1)", "min(a, 1)"),
        ("1", "2"),
        ("0", "1"),
    }


def test_what_is_broken_is_still_a_program() -> None:
    for one in mutate.mutations("far.py", CODE):
        assert one.applied(CODE) != CODE
        compile(one.applied(CODE), one.file, "exec")


def test_the_same_seed_breaks_the_same_places() -> None:
    files = mutate.rule_files("roe")
    first = mutate.drawn(files, 5, Random("a"))
    assert first == mutate.drawn(files, 5, Random("a"))
    assert first != mutate.drawn(files, 5, Random("b"))
    assert len({(one.file, one.line) for one in first}) == 5


def test_a_ruleset_is_broken_in_all_its_rooms_but_not_in_its_advice() -> None:
    rooms = {file.parent.name for file in mutate.rule_files("opentactics")}
    assert rooms == {"opentactics", "movement", "campaign"}
    assert {file.parent.name for file in mutate.rule_files("op-en")} == {"op_en", "campaign"}


def test_the_finders_are_files_that_there_are() -> None:
    assert all((mutate.ROOT / file).is_file() for file in mutate.rule_files("finders"))


def test_a_ruleset_that_there_is_not() -> None:
    with pytest.raises(SystemExit, match="there is no ruleset 'chess'"):
        mutate.rule_files("chess")


@pytest.mark.parametrize(("becomes", "lives"), [("3.5", True), ("2", False)])
def test_who_notices(tmp_path: Path, becomes: str, lives: bool) -> None:
    (tmp_path / "far.py").write_text(CODE)
    (tmp_path / "test_far.py").write_text(
        "from far import far\n\ndef test_far():\n    assert far(9)\n    assert not far(5)\n"
    )
    at = CODE.index("3 and")
    mutation = mutate.Mutation("far.py", 6, at, at + 1, "3", becomes)
    assert mutate.survives(tmp_path, mutation, [mutate.timed(tmp_path, ["test_far.py"])]) is lives
    assert (tmp_path / "far.py").read_text() == CODE


def test_tests_that_fail_with_nothing_broken_prove_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_wrong.py").write_text("def test_wrong():\n    assert False\n")
    with pytest.raises(SystemExit, match="with nothing broken these fail already: test_wrong"):
        mutate.timed(tmp_path, ["test_wrong.py"])


def test_how_long_tests_may_take_goes_by_how_long_they_take(tmp_path: Path) -> None:
    (tmp_path / "test_right.py").write_text("def test_right():\n    assert True\n")
    limit = mutate.timed(tmp_path, ["test_right.py"]).limit
    assert mutate.MORE <= limit.cpu < mutate.Limit().cpu
    assert limit.patience >= mutate.MORE


GROWS = "every = bytearray(1 << 20)\nwhile True: every += every"


@pytest.mark.parametrize(
    ("code", "well"), [("", True), ("exit(1)", False), ("while True: pass", False), (GROWS, False)]
)
def test_a_run_that_does_not_end_is_stopped(tmp_path: Path, code: str, well: bool) -> None:
    """By the limit of its own time or memory, long before anybody's patience is at an end."""
    argv = [sys.executable, "-c", code]
    assert mutate.passes(argv, tmp_path, dict(os.environ), mutate.Limit(cpu=2, patience=600, memory=1 << 28)) == well


LEAVES = """
import subprocess, sys
left = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
open("pid", "w").write(str(left.pid))
"""


def test_what_a_run_leaves_behind_goes_with_it(tmp_path: Path) -> None:
    assert mutate.passes([sys.executable, "-c", LEAVES], tmp_path, dict(os.environ), mutate.Limit())
    try:
        left = os.pidfd_open(int((tmp_path / "pid").read_text()))
    except ProcessLookupError:
        return
    ended = select.poll()
    ended.register(left, select.POLLIN)
    assert ended.poll(60_000)


def test_tests_of_what_is_broken_come_first() -> None:
    cases, campaigns, odds = runs = [
        mutate.Run([tests]) for tests in ("tests/test_cases.py", "tests/cli/test_campaign.py", "tests/odds")
    ]

    def order(file: str) -> list[mutate.Run]:
        return mutate.nearest_first(runs, mutate.Mutation(file, 1, 0, 1, "0", "1"))

    assert order("rules/odds_legs.py") == [odds, cases, campaigns]
    assert order("rules/campaign/march.py") == [campaigns, cases, odds]
    assert order("rules/turn.py") == runs
