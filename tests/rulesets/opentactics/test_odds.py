"""Odds by name in OpenTactics: the assault that was asked for, with the numbers that were named, or a refusal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import sandtable
from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.questions import Move, options_of
from sandtable.engine.registry import ruleset
from sandtable.odds import Odds, answer_odds, named_odds, panel
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.content import content
from tests.proves import proves


def odds(skill: str, attacker: str, target: str, **words: str) -> Odds:
    named = {key.replace("__", "."): value for key, value in words.items()}
    return named_odds("opentactics", skill, [attacker, target], named)


@pytest.mark.parametrize(
    ("skill", "models", "words", "error"),
    [
        ("technical", ("Sapper", "Mud Hulk"), {}, "in Technical: target is no target of a Technical assault"),
        ("technical", ("Bramble Bear", "Kettle Guard"), {}, "in Technical: its technical range is 0"),
        ("arcane", ("Bramble Bear", "Kettle Guard"), {"distance": "1"}, "in Arcane: its arcane range is 0"),
        ("melee", ("plain", "plain"), {"attacker__off": "0"}, "in Melee: it has no melee OFF dice"),
        ("melee", ("plain", "plain"), {"distance": "3"}, "it reaches 1 and the distance is 3; say distance=1"),
        ("ballistic", ("Bog Archer", "Thorn Stalker"), {"distance": "5"}, "cannot be seen from more than 3 away"),
        ("ballistic", ("Bog Archer", "Sapper"), {"distance": "9"}, "reaches 5 and the distance is 9; say distance=5"),
    ],
)
def test_an_assault_that_is_not_possible_is_refused(
    skill: str, models: tuple[str, str], words: dict[str, str], error: str
) -> None:
    """Never the odds of another skill that happens to be possible."""
    with pytest.raises(SandtableError, match=error):
        odds(skill, *models, **words)


@pytest.mark.parametrize("name", sorted(content().cards))
def test_naming_the_numbers_of_the_card_changes_nothing(name: str) -> None:
    """What is named takes the place of one number; bumps, range and the other pool stay as printed."""
    melee = content().cards[name].melee
    told = {"off": melee.off, "def": melee.dice_def, "range": melee.range}
    if not (melee.off and melee.range):
        return
    as_printed = odds("melee", name, "Kettle Guard").weights
    against = odds("melee", "Kettle Guard", name).weights
    for key, number in told.items():
        assert odds("melee", name, "Kettle Guard", **{f"attacker__{key}": str(number)}).weights == as_printed
        assert odds("melee", "Kettle Guard", name, **{f"target__{key}": str(number)}).weights == against


@pytest.mark.parametrize("skill", SKILLS)
def test_everybody_with_a_skill_reaches_with_the_distance_that_is_usual(skill: str) -> None:
    able = [name for name, card in content().cards.items() if card.skills[skill].range and card.skills[skill].off]
    assert able
    for name in able:
        assert odds(skill, name, "Boiler Golem").weights
    close = odds(skill, able[0], "Boiler Golem", attacker__range="1")
    assert close.weights == odds(skill, able[0], "Boiler Golem", attacker__range="1", distance="1").weights


def test_the_help_says_which_distance_is_usual() -> None:
    kinds = {kind.name: kind for kind in ruleset("opentactics").outlook.kinds}  # type: ignore[attr-defined]
    said = "default: 1 for Melee and Technical, else 2, or the attacker's range if less"
    assert all(said in kinds[skill].words["distance="] for skill in SKILLS)


# ---- moves ------------------------------------------------------------------------------------------------------


def on_the_way(unit: dict[str, Any], cells: dict[str, Any], *answers: Any) -> Game[Any]:
    """A unit of Red that is to go along a path, another one, and somebody of Blue far away."""
    others = [{"name": "Tim", "player": "Red", "at": "d3"}, {"name": "Tom", "player": "Blue", "at": "f3"}]
    situation = {
        "map": ["......"] * 3, "cells": cells, "player": [{"name": "Red", "edge": "west"}, {"name": "Blue"}],
        "counters": 3, "unit": [{"name": "Ann", "player": "Red", "athletics": 4, **unit}, *others],
    }  # fmt: skip
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    for answer in ("Ann", *answers):
        game.answer(answer)
    return game


CLIMB = {"arrives": Fraction(1, 3), "stopped": Fraction(1, 2), "defeated": Fraction(1, 6)}
"""Athletics 4 up to height 2, one increment on: on a 1 it falls; 2 to 4 leave it where it stands; 5 and 6 lead up."""


@proves("OT-6.4", "OT-7.9")
@pytest.mark.parametrize("path", ["a1 b2", "a3 b2"])
def test_a_climb_arrives_is_stopped_or_falls(path: str) -> None:
    """It has come one increment before the climb; whoever does not stand at the end of the path was stopped."""
    game = on_the_way({"at": "a2"}, {"b2": {"height": 2}})
    odds = answer_odds(game, path)
    assert odds is not None
    assert odds.words("Ann") == CLIMB


def test_a_unit_that_has_moved_before_is_not_shoved() -> None:
    """Its second movement of the turn reads as the first did."""
    game = on_the_way({"at": "a2"}, {"b2": {"height": 2}}, "a1", "Ann")
    assert isinstance(game.question, Move)
    odds = answer_odds(game, "a2 b2")
    assert odds is not None
    assert odds.words("Ann") == CLIMB
    certain = answer_odds(game, "b1", certain=True)
    assert certain is not None
    assert certain.words("Ann") == {"arrives": 1}


@proves("OT-11.1")
def test_a_unit_that_enters_arrives_is_stopped_or_falls() -> None:
    game = on_the_way({}, {"b1": {"height": 2}})
    odds = answer_odds(game, "a1 b1")
    assert odds is not None
    assert odds.words("Ann") == CLIMB
    plain = answer_odds(game, "a1", certain=True)
    assert plain is not None
    assert plain.words("Ann") == {"arrives": 1}


def test_a_test_that_is_open_reads_alike() -> None:
    game = on_the_way({"at": "a2"}, {"b2": {"height": 2}})
    game.answer("a1 b2")
    assert isinstance(game.question, Roll)
    odds = answer_odds(game)
    assert odds is not None
    assert odds.words("Ann") == CLIMB


def test_what_follows_at_once_is_part_of_it() -> None:
    """The last unit of Red falls on the way, and with it the game is lost; that is in the odds of the path."""
    units = [{"name": "Ann", "player": "Red", "at": "a2"}, {"name": "Tom", "player": "Blue", "at": "f3"}]
    situation = {
        "map": ["......"] * 3, "cells": {"b2": {"height": 2}}, "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": units,
    }  # fmt: skip
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    game.answer("Ann")
    odds = answer_odds(game, "a1 b2")
    assert odds is not None
    assert odds.chance("defeated", "Ann") == odds.chance("out of the game", "Red") == Fraction(1, 6)
    assert odds.chance("wins the game", "Blue") == Fraction(1, 6)


# ---- in the middle of an assault --------------------------------------------------------------------------------


def rerolling(dice: list[int], off: int, defence: int, **options: Any) -> Game[Any]:
    """An assault whose dice lie on the table and whose first re-roll is asked for; both sides have some."""
    pools = {"off": off, "def": defence, "range": 1}
    allies = [("Red", "d2"), ("Red", "d3"), ("Blue", "a2"), ("Blue", "b1")]
    units = [{"name": f"of {cell}", "player": player, "at": cell} for player, cell in allies]
    fighters = [{"name": "Ann", "player": "Red", "at": "b2", "melee": pools},
                {"name": "Tom", "player": "Blue", "at": "c2", "melee": pools, "types": ["Monster"]}]  # fmt: skip
    situation = {"map": ["......"] * 4, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": fighters + units}
    game: Game[Any] = Game(ruleset("opentactics"), {"situation": situation}, options, Typed())
    for answer in ("Ann", "assault", "Tom", "retaliate", dice):
        game.answer(answer)
    return game


@pytest.mark.parametrize("method", ["first_difference", "every_die"])
@pytest.mark.parametrize("dice", [[2, 3, 4, 4], [5, 1, 1, 6]])
def test_rerolls_in_mid_assault_are_solved(dice: list[int], method: str) -> None:
    """Every option has the odds that a search finds, one re-roll of each side after the other."""
    game = rerolling(dice, 1, 1, tally_method=method)
    assert [len(hand.grants) for hand in game.question.about.lying] == [2, 2]  # type: ignore[union-attr]
    found = panel(game)
    for option in options_of(game.question):
        searched = answer_odds(game, option.id, how="searched", runs=1_000_000, certain=True)
        solved = answer_odds(game, option.id, certain=True)
        assert searched is not None
        assert solved is not None
        assert solved.chance("captured", "Tom") == searched.chance("captured", "Tom"), option.id
        assert solved.chance("captured", "Ann") == searched.chance("captured", "Ann"), option.id
        assert not solved.by_thumb
    assert found
    assert not any(odds.by_thumb or odds.why for odds in found.values()), "a panel mixes nothing"


def test_the_largest_pools_are_solved_in_mid_assault_too() -> None:
    found = panel(rerolling([6, 4, 1, 6, 3, 2, 5, 5, 1, 6, 2, 2], 3, 3))
    assert set(found) == {"support: OFF 6", "support: OFF 4", "support: OFF 1", "pass"}
    assert not any(odds.sampled or odds.by_thumb or odds.why for odds in found.values())
