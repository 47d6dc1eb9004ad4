"""What a rule of thumb takes for the usual answer, where odds do not look for the best one."""

from __future__ import annotations

import pytest

from sandtable.engine.questions import ChooseOne, Option
from sandtable.rulesets.opportunity import RULESET


def asked(clause: str, *options: str) -> ChooseOne:
    return ChooseOne(seat=0, prompt="?", clause=clause, options=tuple(Option(one, one) for one in options))


@pytest.mark.parametrize(
    ("clause", "options", "usual"),
    [
        ("OP-7.3", ("no response", "dodge", "take-cover"), "take-cover"),
        ("OP-10.5", ("R2", "R5#1", "R3"), "R5#1"),  # one pays with the highest die
        ("OP-12.13", ("R2", "G5", "B3"), "G5"),  # of an enemy's dice the highest goes
        ("OP-11.6", ("R4", "B2"), "B2"),  # of one's own the lowest
        ("OP-14.23", ("G6", "R1"), "R1"),
        ("OP-14.15", ("red", "green", "blue"), "green"),
        ("OP-3.15", ("R1", "G6"), "R1"),
    ],
)
def test_the_usual_answer(clause: str, options: tuple[str, ...], usual: str) -> None:
    assert RULESET.outlook.usual(asked(clause, *options)) == usual
