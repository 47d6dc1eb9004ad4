"""What a case may name where it is refused: things that exist in each game, and nothing that is misspelt."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.bots import ask, make_bot
from sandtable.engine.cases import Case, read_cases, run
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import options_of
from sandtable.engine.registry import ruleset, ruleset_ids

CASES = Path(__file__).parents[1] / "cases"


def retold(file: str, written: Any, instead: Any) -> str:
    """What is wrong with a case when another answer stands in place of the one that is refused."""
    case = next(case for case in read_cases(CASES / file) if any(e.get("refused") == written for e in case.play))
    play = [{"refused": instead} if entry.get("refused") == written else entry for entry in case.play]
    return run(msgspec.structs.replace(case, play=play)).problem


PEOPLE: dict[str, dict[str, Any]] = {
    "opportunity": {"combatant": [{"name": "Ann", "pool": ["R3"]}, {"name": "Tom"}], "stage": "violence"},
    "opentactics": {
        "map": ["....."] * 3, "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "e3"}],
    },
    "op-en": {
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "character": [{"name": "Ann", "player": "Red", "at": [5, 5]}, {"name": "Tom", "player": "Blue", "at": [9, 30]}],
    },
    "roe": {
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "model": [{"name": "Ann", "player": "Red", "at": [5, 5]}, {"name": "Tom", "player": "Blue", "at": [9, 30]}],
    },
    "riverside": {
        "player": [{"name": "Red", "army": "Lockgate Levy"}, {"name": "Blue"}],
        "unit": [{"name": "Ann", "player": "Red", "at": [5, 5]}, {"name": "Tom", "player": "Blue", "at": [9, 30]}],
    },
}  # fmt: skip
"""Two people who stand apart, Ann before the first question."""


def first_question(name: str, checked: dict[str, Any], *more: dict[str, Any]) -> str:
    asked = "Ann" if name == "opportunity" else "Red"
    return run(Case("x", name, (), {}, {"situation": PEOPLE[name]}, [{"asked": asked, **checked}, *more], {})).problem


@pytest.mark.parametrize(
    ("file", "written", "misspelt"),
    [
        ("opentactics/05-09-grove.toml", "d2", "x9"),
        ("opentactics/05-09-grove.toml", "d2", "dd"),
        ("opentactics/04-06-laying-tiles.toml", "River at 1,1 turned 45", "Rivre at 1,1 turned 45"),
        ("opentactics/04-07-placing-components.toml", "rock at a5", "rok at a5"),
        ("opentactics/04-10-edges-for-four.toml", "north", "nort"),
        ("opentactics/15-03-own-die.toml", "support: DEF 5", "support: DEF 6"),
        ("opentactics/15-03-own-die.toml", "support: DEF 5", "support: DEG 5"),
        ("opentactics/14-04-whole-value.toml", "OFF +1 on 3", "OFF +1 on 4"),
        ("opportunity/14-15-adapt-gain.toml", "blue", "blu"),
        ("opportunity/encounters/last-stand-arrivals.toml", "Grenadier", "Grenadeer"),
        ("roe/00-13-failed-dice-only.toml", "Engage on 7", "Engage on 8"),
        ("roe/00-13-failed-dice-only.toml", "Engage on 7", "Engaged on 7"),
    ],
)
def test_a_misspelt_answer_proves_nothing(file: str, written: str, misspelt: str) -> None:
    assert retold(file, written, written) == ""
    assert f"this refusal proves nothing: {misspelt!r} is the name of nothing" in retold(file, written, misspelt)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("opportunity", "Scavenge: Knife from Tom", "Scavenge: Knife from Tim"),
        ("opportunity", "Overwatch Response", "Overwatch"),
        ("opportunity", "Grenadier (81)", "Grenadeer (81)"),
        ("opentactics", "No charge", "No charges"),
        ("opentactics", "higher ground: OFF 3", "high ground: OFF 3"),
        ("op-en", "Drowning of Tom", "Drowning of Tim"),
        ("op-en", "2″ more", "2 more"),
        ("op-en", "Use Smoke pot", "Use Smoke pit"),
        ("roe", "Focus: extra move", "Focus: extra-move"),
        ("roe", "Heal Tom", "Heal Tim"),
        ("roe", "Secure & Hold", "Secure and Hold"),
        ("riverside", "Hinder with 2", "Hinders with 2"),
        ("riverside", "Embark in Tom", "Embark in Tim"),
        ("riverside", "Cast Clear Heads", "Cast Clear Head"),
    ],
)
def test_what_is_not_offered_is_something_that_is_elsewhere(name: str, right: str, wrong: str) -> None:
    for label, proves in ((right, True), (wrong, False)):
        problem = first_question(name, {"not_offered": [label]})
        assert ("not offered proves nothing" in problem) is not proves, problem
        assert bool(problem) is not proves, problem


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("opportunity", "counter blow", "counterblow"),
        ("opentactics", "hazard", "hazards"),
        ("roe", "resist", "resits"),
        ("op-en", "revealed", "reveald"),
        ("riverside", "routs", "routes"),
    ],
)
def test_an_event_that_does_not_come_is_one_that_might(name: str, right: str, wrong: str) -> None:
    assert first_question(name, {}, {"no_event": right}) == ""
    assert f"there is no event {wrong!r}; did you mean {right!r}?" in first_question(name, {}, {"no_event": wrong})


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_words_of_a_ruleset_are_those_of_its_games(name: str) -> None:
    """Whatever random games offer and tell of is among the labels and events that cases may name."""
    rules: Any = ruleset(name)
    for seed in range(4):
        setup, options = rules.random_setup(Random(seed))
        game = Game(rules, setup, options, Seeded.from_text(str(seed)))
        bots = [make_bot("random", f"{seed}/{seat}") for seat in range(len(game.seats))]
        while (question := game.question) is not None:
            for option in options_of(question):
                known = rules.is_label(game.reading(), option.label) or rules.exists(
                    game.reading(), question, option.label
                )
                assert known, option.label
            game.answer(ask(bots[question.seat], game))
        assert {event.kind for event in game.events or ()} <= {*rules.event_kinds, "roll"}


@pytest.mark.parametrize(
    ("measure", "at", "far", "garbled"), [("grid", "b2", "b9", "b2 zz"), ("measured", [1.5, 1.5], "4,40", "1,x")]
)
def test_a_path_that_cannot_be_read_proves_nothing(measure: str, at: Any, far: str, garbled: str) -> None:
    situation = {
        "map": ["....."] * 3, "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [{"name": "Ann", "player": "Red", "at": at}, {"name": "Tom", "player": "Blue"}],
    }  # fmt: skip
    for path, proves in ((far, True), (garbled, False)):
        play: list[dict[str, Any]] = [{"answer": "Ann"}, {"refused": path}]
        problem = run(Case("x", "opentactics", (), {"measure": measure}, {"situation": situation}, play, {})).problem
        assert ("this refusal proves nothing" in problem) is not proves, problem
        assert bool(problem) is not proves, problem


@pytest.mark.parametrize(("right", "wrong"), [("North", "Nort"), ("the well", "the wel"), ("e3", "e9")])
def test_edges_objectives_and_increments_are_there_to_be_refused(right: str, wrong: str) -> None:
    situation = PEOPLE["opentactics"] | {"objectives": [{"name": "The Well", "at": "c2"}]}
    for name, proves in ((right, True), (wrong, False)):
        problem = run(Case("x", "opentactics", (), {}, {"situation": situation}, [{"refused": name}], {})).problem
        assert ("is the name of nothing" in problem) is not proves, problem
        assert bool(problem) is not proves, problem
