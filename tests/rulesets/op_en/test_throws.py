"""Tests with die levels: the stages against a plain count of all dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.odds import Odds, answer_odds, named_odds
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.throws import LADDER, SIDES, Change, Hand, Limits, Thrown, hand, judged


def shares(level: int) -> Counter[Thrown]:
    """Every throw of a die of the ladder."""
    if LADDER[level] == "d12+":
        return Counter(Thrown(face, extra) for face, extra in product(range(1, 13), range(1, 4)))
    return Counter(Thrown(face) for face in range(1, SIDES[level] + 1))


def successes(mine: Hand, theirs: Hand) -> Fraction:
    """The chance of the Active character, counted out by the words of OE-3.6 to OE-3.9."""
    good = total = 0
    for (a, n), (b, m) in product(shares(mine.level).items(), shares(theirs.level).items()):
        total += n * m
        won = a.face + a.extra + mine.plus >= b.face + b.extra + theirs.plus
        good += n * m * (a.face != 1 and (b.face == 1 or won))
    return Fraction(good, total)


@pytest.mark.parametrize("level", range(len(LADDER)))
@pytest.mark.parametrize("plus", [-3, 0, 2])
def test_an_opposed_test_is_judged_by_the_book(level: int, plus: int) -> None:
    mine, theirs = Hand(0, "Ann", "fight", level, plus), Hand(1, "Tom", "toughness", 3)
    won = total = 0
    for (a, n), (b, m) in product(shares(level).items(), shares(3).items()):
        total += n * m
        won += n * m * judged(mine, theirs, a, b).success
    assert Fraction(won, total) == successes(mine, theirs)


def test_modifiers_are_cancelled_then_cut_then_moved_along_the_ladder() -> None:
    changes = (Change("a", 4, 5), Change("b", -1, -4))
    rolled = hand(0, "Ann", "fight", 4, changes, Limits())
    assert (rolled.die, rolled.plus) == ("d10", 1)
    assert hand(0, "Ann", "fight", 12, (Change("a", 3),), Limits()).die == "d12+"
    assert hand(0, "Ann", "fight", 4, (Change("a", -3),), Limits()).die == "d3"


def exact(kind: str, names: list[str], words: dict[str, str]) -> Odds:
    odds = named_odds("op-en", kind, names, words)
    assert not odds.sampled
    assert sum(odds.weights.values()) == odds.total
    return odds


@pytest.mark.parametrize(
    ("words", "mine", "theirs"),
    [
        ({"attacker.fight": "8", "target.toughness": "8"}, (3, 0), (3, 0)),
        ({"attacker.fight": "12", "target.toughness": "4", "boosts": "1"}, (6, 0), (1, 0)),
        ({"weapon": "Fine blade", "attacker.fight": "6", "target.toughness": "10", "forgo": ""}, (3, 1), (4, 0)),
    ],
)
def test_the_odds_of_a_fight_are_those_of_its_dice(
    words: dict[str, str], mine: tuple[int, int], theirs: tuple[int, int]
) -> None:
    odds = exact("fight", ["plain", "plain"], {"target.body": "30", **words})
    hands = Hand(0, "a", "fight", *mine), Hand(1, "b", "toughness", *theirs)
    assert odds.chance("hurt", "target") == successes(*hands)


def test_degrees_are_in_the_odds() -> None:
    odds = exact("fight", ["plain", "plain"], {"weapon": "Knife", "target.body": "30"})
    counted: Counter[int] = Counter()
    mine, theirs = Hand(0, "a", "fight", 2), Hand(1, "b", "toughness", 2)
    for a, b in product(shares(2), shares(2)):
        outcome = judged(mine, theirs, a, b)
        counted[1 + outcome.degrees if outcome.success else 0] += 1
    expected = {n: Fraction(count, 36) for n, count in counted.items()}
    assert {n: chance for n, chance in odds.numbers("target")["damage"].items() if chance} == expected


def test_the_odds_of_a_fall_stand_beside_the_way_over_the_edge() -> None:
    odds = fall_odds()
    assert odds is not None
    assert odds.words("Ann") == {"moved": Fraction(2, 3), "hurt": Fraction(1, 3)}
    assert odds.mean("damage", "Ann") == 1


def fall_odds() -> Odds | None:
    situation = {
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "active": {"name": "Ann"},
        "terrain": [{"id": "roof", "kind": "platform", "x": [8, 12], "y": [8, 12], "height": 3}],
        "character": [
            {"name": "Ann", "player": "Red", "agility": 6, "at": [10, 10, 3]},
            {"name": "Tom", "player": "Blue", "at": [30, 30]},
        ],
    }
    game = Game(RULESET, {"situation": situation}, {}, Typed())
    game.answer("move")
    return answer_odds(game, {"Ann": [[15, 10]]})
