"""Beside a bid for the initiative stands how likely it is to activate first."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.odds import answer_odds
from sandtable.odds.answers import Odds

FIRST = "activates first"


def first_bid(seed: int) -> Game[Any]:
    """The quick battle up to the first question whether to bid."""
    rng = Random(seed)
    game = Game(ruleset("roe"), dice=Pseudo(rng), events=False)
    while game.question is not None and game.question.clause != "RE-1.14":
        game.answer(game.question.pick(rng))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_a_bid_is_worth_what_the_die_gives(seed: int) -> None:
    game = first_bid(seed)
    assert game.question is not None
    seat = game.question.seat
    me, them = game.seats[seat], game.seats[1 - seat]
    odds = {option: answer_odds(game, option, certain=True) for option in ("bid", "decline")}
    for found in odds.values():
        assert found is not None
        assert found.chance(FIRST, me) + found.chance(FIRST, them) == 1
        assert not found.sampled
    assert _between(odds["bid"]), "a die of ten sides decides it"


def _between(odds: Odds | None) -> bool:
    assert odds is not None
    return all(Fraction(0) < odds.chance(FIRST, who) < 1 for who in odds.people) and len(odds.people) == 2
