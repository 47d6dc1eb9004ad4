"""Odds by name in Op-En: every kind of Test, attack and fall, exact, with its Degrees of Success."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.outlook import Kind
from sandtable.odds import Odds, named_odds
from sandtable.rulesets.op_en.odds import Outlook


def odds(kind: str, *models: str, **words: str) -> Odds:
    found = named_odds("op-en", kind, list(models), {key.replace("__", "."): value for key, value in words.items()})
    assert not found.sampled
    return found


def damage(found: Odds, who: str) -> dict[int, Fraction]:
    """How much damage somebody gets, and how likely."""
    weights: Counter[int] = Counter()
    for result, weight in found.weights.items():
        weights[sum(dict(effect.numbers).get("damage", 0) for effect in result if effect.who == who)] += weight
    return {points: Fraction(weight, found.total) for points, weight in weights.items()}


@pytest.mark.parametrize(("kind", "active", "other"), [("shoot", "shoot", "agility"), ("fight", "fight", "toughness")])
@pytest.mark.parametrize(("mine", "theirs"), [(6, 6), (10, 4), (4, 12)])
def test_an_attack_is_all_pairs_of_faces(kind: str, active: str, other: str, mine: int, theirs: int) -> None:
    """Equal is enough, a natural 1 never is, and each Degree is a point more."""
    dice = {f"attacker__{active}": str(mine), f"target__{other}": str(theirs), "target__body": "30"}
    found = odds(kind, "plain", "plain", **dice)
    base = min(points for points in damage(found, "target") if points)
    pairs = Counter(
        base + a - b if a > 1 and a >= b else 0 for a, b in product(range(1, mine + 1), range(1, theirs + 1))
    )
    assert damage(found, "target") == {points: Fraction(n, mine * theirs) for points, n in pairs.items()}


@pytest.mark.parametrize(
    ("kind", "words", "what", "chance"),
    [
        ("climb", {"inches": "4", "model__agility": "8"}, "moved", Fraction(5, 8)),  # 4 and more
        ("hide", {}, "hidden", Fraction(5, 6)),  # [+2] against 4, not on a 1
        ("hide", {"watchers": "1", "model__agility": "8"}, "hidden", Fraction(1, 2)),  # [-1]: 5 and more
        ("hide", {"watchers": "3", "model__agility": "8"}, "hidden", Fraction(1, 4)),
        ("jump", {"model__agility": "8"}, "moved", Fraction(6, 8)),  # 4 and more, and midway on a 1
        ("jump", {"run_up": "3", "model__agility": "8"}, "moved", Fraction(7, 8)),
        ("fall", {"inches": "5", "model__agility": "8"}, "hurt", Fraction(1, 2)),
    ],
)
def test_a_test_of_one_die(kind: str, words: dict[str, str], what: str, chance: Fraction) -> None:
    assert odds(kind, "plain", **words).chance(what, "model") == chance


def test_a_fall_hurts_by_its_inches() -> None:
    assert damage(odds("fall", "plain", inches="5", model__agility="8"), "model") == {
        0: Fraction(1, 2),
        5: Fraction(1, 2),
    }


def test_disengage_is_agility_against_agility() -> None:
    wins = sum(a > 1 and a >= b for a, b in product(range(1, 9), range(1, 7)))
    assert odds("disengage", "plain", "plain", attacker__agility="8").chance("moved", "attacker") == Fraction(wins, 48)


def test_a_skill_is_its_own_test() -> None:
    assert 0 < odds("skill", "plain", "plain").chance("under an effect", "target") < 1


@pytest.mark.parametrize("kind", Outlook.kinds, ids=lambda kind: kind.name)
def test_every_kind_can_be_asked_for_as_it_stands(kind: Kind) -> None:
    assert odds(kind.name, *("plain" for _ in kind.models)).total > 0


@pytest.mark.parametrize(
    ("kind", "words", "clause"),
    [
        ("fall", {"inches": "2"}, "OE-12.25"),
        ("climb", {"inches": "x"}, "OE-16.17"),
        ("hide", {"watchers": "9"}, "OE-16.25"),
    ],
)
def test_numbers_out_of_bounds_are_refused(kind: str, words: dict[str, str], clause: str) -> None:
    with pytest.raises(SandtableError) as refused:
        odds(kind, "plain", **words)
    assert refused.value.clause == clause  # type: ignore[attr-defined]
