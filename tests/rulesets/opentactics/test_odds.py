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
    assert [len(hand.grants) for hand in game.question.about.hands] == [2, 2]  # type: ignore[union-attr]
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


def bumping(dice: list[int], **options: Any) -> Game[Any]:
    """An assault whose dice lie on the table; both have bumps, Ann a re-roll and somebody who hexes."""
    ann = {"off": 1, "def": 1, "range": 1, "off_bumps": [1]}
    tom = {"off": 1, "def": 2, "range": 1, "off_bumps": [1], "def_bumps": [-1]}
    units = [{"name": "Ann", "player": "Red", "at": "b2", "melee": ann},
             {"name": "Tom", "player": "Blue", "at": "c2", "melee": tom, "types": ["Monster"]},
             {"name": "Al", "player": "Red", "at": "d2"}, {"name": "Vic", "player": "Blue", "at": "f4"},
             {"name": "Una", "player": "Red", "at": "e4", "abilities": ["HEX"],
              "arcane": {"off": 1, "def": 1, "range": 3}}]  # fmt: skip
    situation = {"map": ["......"] * 4, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units}
    game: Game[Any] = Game(ruleset("opentactics"), {"situation": situation}, options, Typed())
    for answer in ("Ann", "assault", "retaliate", dice):
        game.answer(answer)
    return game


@proves("OT-14.2", "OT-3.6")
@pytest.mark.parametrize("method", ["first_difference", "every_die"])
def test_bumps_and_hexes_in_mid_assault_are_solved(method: str) -> None:
    """Every option has the odds that a search finds: all bumps of both, the hex after them, the re-roll, the tally."""
    game = bumping([4, 4, 3, 2, 5], tally_method=method)
    assert game.question is not None
    assert game.question.clause == "OT-14.2"
    found = panel(game)
    assert set(found) == {option.id for option in options_of(game.question)}
    for option, solved in found.items():
        searched = answer_odds(game, option, how="searched", runs=1_000_000)
        assert searched is not None
        for who in ("Ann", "Tom"):
            assert solved.chance("captured", who) == searched.chance("captured", who), (option, who)
        assert not any((solved.sampled, solved.by_thumb, solved.why))
        assert {"OT-14.2", "OT-3.5", "OT-15.1"} <= {one.clause for one in solved.decisions}


def test_what_is_too_large_on_the_table_goes_by_rule_of_thumb_and_says_so() -> None:
    game = bumping([4, 4, 3, 2, 5])
    odds = answer_odds(game, "OFF +1 on 4", runs=3)
    assert odds is not None
    assert "allow more runs" in odds.why


# ---- before the dice --------------------------------------------------------------------------------------------


BUMPED: list[dict[str, str]] = [
    {"attacker__off_bumps": "1", "target__def_bumps": "1"},
    {"attacker__off": "2", "attacker__off_bumps": "1,1", "target__def_bumps": "-1", "target__range": "0"},
    {"attacker__off_bumps": "2", "target__def": "2", "target__def_bumps": "1", "target__range": "0", "support": "1"},
]


@proves("OT-14.2", "OT-16.3")
@pytest.mark.parametrize("words", BUMPED, ids=str)
def test_bumps_before_the_dice_are_the_best_there_are(words: dict[str, str]) -> None:
    """By the first difference nothing is better than the highest pool, and nobody calls it a rule of thumb."""
    solved = odds("melee", "plain", "plain", **words)
    named = {key.replace("__", "."): value for key, value in words.items()}
    searched = named_odds("opentactics", "melee", ["plain", "plain"], named, how="searched", runs=10**7)
    assert not searched.why
    for who in ("attacker", "target"):
        assert solved.chance("captured", who) == searched.chance("captured", who)
    assert not solved.by_thumb
    assert any(one.clause == "OT-14.2" for one in solved.decisions)


def test_bumps_that_may_not_be_the_best_are_marked() -> None:
    """With every die compared, or a large bump beside a lowering one, a search may find better."""
    bumped = {"attacker.off": "2", "attacker.off_bumps": "1", "target.range": "0"}
    every = named_odds("opentactics", "melee", ["plain", "plain"], bumped, {"tally_method": "every_die"})
    mixed = named_odds("opentactics", "melee", ["plain", "plain"], bumped | {"attacker.off_bumps": "2,-1"})
    assert every.by_thumb
    assert mixed.by_thumb
    assert not odds("melee", "plain", "plain", attacker__off="2", target__range="0", support="1").by_thumb


def test_who_would_rather_not_win_is_followed_by_a_search_alone() -> None:
    """A re-roll that nobody can answer is used by who is behind. Who likes it so would spoil his own dice: that is not
    solved, and says so."""
    words = {"support": "1", "attacker.off": "2", "target.range": "0"}
    bold, meek = (
        named_odds("opentactics", "melee", ["plain", "plain"], words, aim=a) for a in ("captured", "no effect")
    )
    searched = named_odds("opentactics", "melee", ["plain", "plain"], words, aim="captured", how="searched", runs=10**6)
    assert bold.chance("captured", "target") == searched.chance("captured", "target")
    assert not bold.by_thumb
    assert meek.by_thumb
    assert "how='searched'" in meek.why


def test_large_assaults_are_solved_beside_the_options() -> None:
    """Three dice against three with bumps, from higher ground or with two supporters: not left to the rule of thumb."""
    for words in ({"height": "1"}, {"support": "2"}):
        found = odds("melee", "Walking Oak", "Mud Hulk", **words)
        longer = named_odds("opentactics", "melee", ["Walking Oak", "Mud Hulk"], words, runs=20_000)
        assert not found.by_thumb
        assert found.weights == longer.weights
        assert {one.clause for one in found.decisions} == {"OT-12.11", "OT-14.2", "OT-15.1"}


# ---- the end of the round -----------------------------------------------------------------------------------------


def last_blow(**others: Any) -> Odds:
    """Ann's last counter goes into an assault on Tom. Blue has somebody else, who has the last turn of the round."""
    units = [{"name": "Ann", "player": "Red", "at": "b2", "melee": {"off": 3, "def": 3, "range": 1}},
             {"name": "Tom", "player": "Blue", "at": "c2", "melee": {"off": 0, "def": 0, "range": 0}},
             {"name": "Vic", "player": "Blue", "at": "f4", "athletics": 0, "melee": {"off": 0, "def": 1, "range": 0},
              **others}]  # fmt: skip
    players = [{"name": "Red"}, {"name": "Blue", "morale": 5}]
    situation = {"map": ["......"] * 4, "player": players, "counters": 1, "unit": units}
    game: Game[Any] = Game(ruleset("opentactics"), {"situation": situation}, {}, Typed())
    game.answer("Ann")
    found = answer_odds(game, "assault")
    assert found is not None
    return found


@proves("OT-5.14", "OT-25.9")
def test_a_rout_is_not_left_out_where_the_last_turn_passes_by_itself() -> None:
    """Vic cannot do anything, so the round ends with the assault: Blue has lost Tom, and routs on more than a 4."""
    stuck = last_blow()
    assert stuck.chance("captured", "Tom") == 1
    assert stuck.chance("out of the game", "Blue") == Fraction(6, 10)
    assert last_blow(athletics=3).chance("out of the game", "Blue") == 0, "Vic has a turn of his own to choose for"
