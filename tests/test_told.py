"""Whoever plays a case is told what was told before: not a word, a reason or a number changes unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.told import CASES, files, mark, marks, name_of, told

MARKS = marks()


@pytest.mark.parametrize("path", files(), ids=name_of)
def test_what_is_told(path: Path) -> None:
    assert mark(path) == MARKS.get(name_of(path)), (
        "players are told something else than before: python -m tests.told FILE prints it (compare it with what another"
        " checkout prints); if it is meant, python -m tests.told marks it anew"
    )


def test_no_mark_is_left_of_a_case_that_is_gone() -> None:
    assert MARKS.keys() <= set(map(name_of, files()))


@pytest.mark.parametrize(
    ("case", "part"),
    [
        ("roe/01-46-before-or-after", '"text": "stay and shoot at full range, one free re-roll"'),
        ("roe/01-46-before-or-after", '"reason": "it is not Engaged"'),
        ("roe/01-46-before-or-after", "odds of shoot: "),
        ("roe/01-46-before-or-after", '"label": "east, 4 of 4 inches, 5.0 inches from Tom"'),
        ("roe/01-46-before-or-after", "Ann moves, encumbered, 2.0\u2033 to (12.0, 10.0). [RE-2.4]"),
        ("roe/01-46-before-or-after", '"orders": 1'),
        ("roe/02-08-a-climb-needs-a-face", "refused: "),
        ("opportunity/encounters/duel-start", "refused: "),
    ],
)
def test_all_that_is_told_is_heard(case: str, part: str) -> None:
    """What is not heard has no mark: options, why one is missing, odds, places, the log, facts, refusals."""
    assert any(part in line for line in told(CASES / f"{case}.toml"))
