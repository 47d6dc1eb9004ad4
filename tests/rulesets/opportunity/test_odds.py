"""What a rule of thumb takes for the usual answer, where odds do not look for the best one; how much somebody minds."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Option
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.odds_effects import effects
from sandtable.rulesets.opportunity.state import Status


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


@pytest.mark.parametrize(
    ("before", "now", "word", "harm"),
    [
        ("in the fight", "dead", "dies", 100),
        ("in the fight", "fallen", "falls", 60),
        ("in the fight", "escaped", "escaped", 30),  # half of a fall
        ("waiting", "in the fight", "arrives", -30),  # and worth as much when it comes
    ],
)
def test_how_much_a_change_of_status_counts(before: Status, now: Status, word: str, harm: int) -> None:
    old, new = (Game(RULESET, RULESET.quick_setup()).state for _ in range(2))
    old.combatants[0].status, new.combatants[0].status = before, now
    assert [(one.what, one.harm) for one in effects(old, new)] == [(word, harm)]


def test_whoever_comes_later_is_worth_as_much_as_whoever_goes() -> None:
    old, new = (Game(RULESET, RULESET.quick_setup()).state for _ in range(2))
    del old.combatants[1]
    assert [(one.what, one.harm) for one in effects(old, new)] == [("arrives", -30)]
