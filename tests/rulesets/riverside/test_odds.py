"""Odds: dice solved one by one and added up are the same as all dice rolled together."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.errors import SandtableError
from sandtable.engine.outlook import Weights
from sandtable.engine.ruleset import Stage
from sandtable.odds import distribution, named_odds
from sandtable.rulesets.riverside.odds import Outlook
from sandtable.rulesets.riverside.strike_dice import Attack, Shot, Struck, attack, effect

shots = st.builds(
    Shot,
    weapon=st.just("gun"),
    dice=st.just(1),
    needed=st.integers(0, 7),
    save=st.integers(1, 8),
    copies=st.integers(1, 2),
    bonus=st.integers(0, 1),
    early=st.integers(0, 1),
    rending=st.booleans(),
    critical_save=st.integers(5, 8),
    named=st.sampled_from([-1, -1, 4]),
)


def shares(weights: Weights) -> dict[object, Fraction]:
    total, found = sum(weights.values()), dict[object, Fraction]()
    for struck, weight in weights.items():
        assert isinstance(struck, Struck)
        found[effect(struck)] = found.get(effect(struck), Fraction(0)) + Fraction(weight, total)
    return found


@settings(max_examples=15, deadline=None)
@given(st.lists(shots, min_size=1, max_size=2), st.booleans(), st.integers(1, 6))
def test_dice_added_up_are_dice_rolled_together(listed: list[Shot], regenerates: bool, most: int) -> None:
    blow = Attack(0, "Guns", 1, "Trolls", tuple(listed), most, regenerates)
    together = shares(distribution(attack, (blow,)).weights)
    short = Outlook().shortcut(Stage(attack, (blow,)), lambda rule, *args: distribution(rule, args).weights)
    assert short is not None
    assert shares(short.weights) == together


def test_odds_by_name() -> None:
    odds = named_odds("riverside", "shoot", ["Levy Rifles", "Boarders"], {"distance": "12"})
    assert odds.mean("wounds", "target") == Fraction(20, 9)


def test_distance_is_from_edge_to_edge() -> None:
    """A range that is as long as the distance is enough (RV-10.4); of two ranks only the front one reaches so far."""
    words = {"attacker.count": "10"}
    front = named_odds("riverside", "shoot", ["Levy Rifles", "Boarders"], words | {"distance": "24"})
    assert front.mean("wounds", "target") == 5 * Fraction(2, 9)
    both = named_odds("riverside", "shoot", ["Levy Rifles", "Boarders"], words | {"distance": "22.5", "cover": ""})
    assert both.mean("wounds", "target") == 10 * Fraction(1, 6)
    beyond = named_odds("riverside", "shoot", ["Levy Rifles", "Boarders"], words | {"distance": "24.01"})
    assert beyond.mean("wounds", "target") == 0
    assert named_odds("riverside", "charge", ["Orc Leader", "Levy Rifles"], {"distance": "12"}).mean("wounds", "target")
    with pytest.raises(SandtableError, match="no enemy can be reached"):
        named_odds("riverside", "charge", ["Orc Leader", "Levy Rifles"], {"distance": "12.01"})


def test_the_odds_of_a_charge() -> None:
    """One Lancer: his lance, his hand weapon and one die of Impact against Defense 5."""
    odds = named_odds("riverside", "charge", ["River Lancers", "Boarders"], {"attacker.count": "1"})
    lance, hand, impact = Fraction(5, 12), Fraction(1, 3), Fraction(5, 9)
    assert odds.mean("wounds", "target") == lance + hand + impact
    assert odds.mean("wounds", "attacker") > 0


def test_the_odds_of_a_spell() -> None:
    """It works on 4+; two Hits of Mist Shot, AP(1), meet Defense 5."""
    odds = named_odds("riverside", "cast", ["Tide Reader", "Boarders"], {"spell": "Mist Shot"})
    assert odds.mean("wounds", "target") == Fraction(1, 2) * 2 * Fraction(5, 6)
    bell = named_odds("riverside", "cast", ["Bell Witch", "Reed Bows"], {"spell": "Dread Bell"})
    assert bell.chance("shaken", "target") == Fraction(1, 2) * Fraction(1, 2)


def test_a_spell_of_nobody_is_refused() -> None:
    with pytest.raises(SandtableError, match="no Caster"):
        named_odds("riverside", "cast", ["Levy Rifles", "Boarders"], {"spell": "Mist Shot"})
    with pytest.raises(SandtableError, match="spell"):
        named_odds("riverside", "cast", ["Tide Reader", "Boarders"], {"spell": "Crackle"})
