"""Forces as lists of cards."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SetupError
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.roster import MOST_UNITS, cards_of
from tests.proves import proves


@proves("OT-2.5")
def test_as_many_of_a_card_as_one_likes_up_to_what_the_referee_takes() -> None:
    common = next(card.name for card in content().cards.values() if not card.unique)
    assert len(cards_of("Red", [common] * MOST_UNITS)) == MOST_UNITS
    with pytest.raises(SetupError, match=f"Red has {MOST_UNITS + 1} units; {MOST_UNITS} are the most"):
        cards_of("Red", [common] * (MOST_UNITS + 1))
