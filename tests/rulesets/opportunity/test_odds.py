"""What a rule of thumb takes for the usual answer, where odds do not look for the best one."""

from __future__ import annotations

import pytest

from sandtable.engine.questions import ChooseOne, Option
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.asking import Declared


def asked(topic: str, about: str, *options: str) -> ChooseOne:
    listed = tuple(Option(one, one) for one in options)
    return ChooseOne(topic=topic, seat=0, prompt="?", clause="OP-7.3", options=listed, about=Declared(about))


@pytest.mark.parametrize(
    ("topic", "about", "options", "usual"),
    [
        ("respond", "respond", ("no response", "dodge", "take-cover"), "take-cover"),
        ("die", "ranged-attack", ("R2", "R5#1", "R3"), "R5#1"),  # one pays with the highest die
        ("die", "disarm", ("R2", "G5", "B3"), "G5"),  # of an enemy's dice the highest goes
        ("die", "loses", ("R4", "B2"), "B2"),  # of one's own the lowest
        ("die", "loses", ("G6", "R1"), "R1"),
        ("colour", "rises", ("red", "green", "blue"), "green"),
        ("draft", "", ("R1", "G6"), "R1"),
    ],
)
def test_the_usual_answer(topic: str, about: str, options: tuple[str, ...], usual: str) -> None:
    assert RULESET.outlook.usual(asked(topic, about, *options)) == usual
